// Which `if`s and loops CuTe DSL traces as a whole; what may leave the others. As nvidia-cutlass-dsl 4.8 has it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string, decorator = "@cute.kernel"): Promise<number> => {
  const body = lines.split("\n").join("\n    ");
  const source = `import cutlass
import cutlass.cute as cute

${decorator}
def kernel(n: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    ${body}
`;
  const { problems } = await analysed(source, "python");
  return problems.filter(({ code }) => code === "early-exit").length;
};

test.each([
  ["return in an if", "if tidx > 3:\n    return"],
  ["of a number of Python as well", "if n > 3:\n    return"],
  ["below const_expr", "if cutlass.const_expr(n > 3):\n    if tidx > 3:\n        return"],
  ["break out of range", "for i in range(8):\n    if cutlass.const_expr(n > 3):\n        break"],
  ["break behind an if, out of a loop of Python", "for i in (1, 2):\n    if i == n:\n        break"],
  ["continue in while", "while tidx > n:\n    continue"],
])("told: %s", async (_, lines) => {
  expect(await told(lines)).toBe(1);
  expect(await told(lines, "@cute.jit")).toBe(1);
});

test.each([
  ["const_expr", "if cutlass.const_expr(n > 3):\n    return"],
  ["range_constexpr", "for i in cutlass.range_constexpr(8):\n    if cutlass.const_expr(i == n):\n        break"],
  ["the end of the function", "if tidx > 3:\n    pass\nreturn"],
  ["a loop of Python", "for i in (1, 2):\n    continue"],
])("not told: %s", async (_, lines) => {
  expect(await told(lines)).toBe(0);
});

test("functions that are not rewritten are Python's own", async () => {
  expect(await told("if n > 3:\n    return", "@cute.jit(preprocess=False)")).toBe(0);
  expect(await told("if n > 3:\n    return", "")).toBe(0);
});
