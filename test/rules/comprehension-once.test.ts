// A comprehension whose items cannot be counted is looked at for one of them, as the body of a loop is.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (expr: string): string => `
import cutlass
import cutlass.cute as cute

class Sum:
    def __init__(self, parts):
        self.parts = parts

    @cute.kernel
    def kernel(self, p: cute.Pointer):
        g = cute.make_tensor(p, cute.make_layout((64, 32, 8)))
        rows = ${expr}
`;

test.each([
  ["[g[None, s] for s in range(self.parts)]", ["coordinate-rank"]],
  ["[g[None, None, s] for s in range(self.parts)]", []],
  ["[g[None, s] for s in range(self.parts) if self.parts == 7]", []],
  ["[g[None, s, i, i] for s in range(self.parts) for i in range(2)]", ["coordinate-rank"]],
])("%s", async (expr, expected) => {
  const { problems } = await analysed(kernel(expr), "python");
  expect([...new Set(problems.map(({ code }) => code))]).toEqual(expected);
});
