// A value that may be one of several: its first line is short, each stands below with its condition.
import { expect, test } from "vitest";
import { titleOf } from "../../server/src/facts/title.ts";
import { analysed } from "./analysed.ts";

const kernel = (name: string) => `import cutlass.cute as cute
import cutlass

@cute.jit
def f(flag: cutlass.Constexpr, other: cutlass.Constexpr):
    ${name} = cute.make_layout(((8, 16), (64, 2), (1, 3)), stride=((64, 512), (1, 8192), (0, 1638400)))
    if cutlass.const_expr(flag):
        ${name} = cute.make_layout(((8, 16), (64, 4), (1, 3)), stride=((64, 512), (1, 8192), (0, 3276800)))
    elif cutlass.const_expr(other):
        ${name} = cute.make_layout(((8, 16), (64, 8), (1, 3)), stride=((64, 512), (1, 8192), (0, 6553600)))
    shown = ${name}
`;

test("three long layouts: the first, and that it is one of three", async () => {
  const { index } = await analysed(kernel("layout"), "python");
  const value = index.variables.find(({ fact }) => fact.name === "shown")?.fact.value;
  expect(value?.kind).toBe("alternatives");
  const title = value === undefined ? "" : titleOf(value, "python");
  expect(title).toMatch(/^\(\(8,16\),.* · one of 3$/);
  expect(title.length).toBeLessThan(120);
});
