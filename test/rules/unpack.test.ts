// A tuple that is unpacked into other names than it has items: what certainly runs is told, what a use may decide is not.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(body: string): Promise<readonly string[]> {
  const text = `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, (6, 2)))
${body.trim().replace(/^/gm, "    ")}
f()
`;
  const { problems } = await analysed(text, "python");
  return problems.map(({ code, message }) => `${code}: ${message}`);
}

test("as many names as items, a star for the rest, names inside", async () => {
  expect(await told("m, n = a.shape")).toEqual([]);
  expect(await told("m, *rest = a.shape")).toEqual([]);
  expect(await told("m, (n, k) = a.shape")).toEqual([]);
});

test("too many, too few, inside an item", async () => {
  const said = (names: number, items: number, of: string): string =>
    `unpack-count: ${names} names for ${items} items, ${of}: Python stops here; give each item one`;
  expect(await told("m, n, k = a.shape")).toEqual([said(3, 2, "(4,(6,2))")]);
  expect(await told("m, (n, k, l) = a.shape")).toEqual([said(3, 2, "(6,2)")]);
  expect(await told("for i in range(3):\n    m, n, k = a.shape")).toEqual([said(3, 2, "(4,(6,2))")]);
});

test("in a loop: where it certainly has a round, or is traced whatever the run makes of it", async () => {
  const said = ["unpack-count: 3 names for 2 items, (4,(6,2)): Python stops here; give each item one"];
  const loop = (over: string): string => `for i in ${over}:\n    m, n, k = a.shape`;
  expect(await told(loop("range(0)"))).toEqual([]);
  expect(await told(loop("range(cute.rank(a) - 2)"))).toEqual([]);
  expect(await told(loop("items()"))).toEqual([]);
  expect(await told(loop("(1, 2)"))).toEqual(said);
  expect(await told(loop("cutlass.range(cute.arch.block_idx()[0])"))).toEqual(said);
  expect(await told(loop("cutlass.range_constexpr(n_of_it)"))).toEqual([]);
});

test("tma_partition gives a part for each tensor of global memory", async () => {
  const { problems } = await analysed(
    `
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(atom: cute.CopyAtom, sA: cute.Tensor, gA: cute.Tensor, gI: cute.Tensor):
    tAsA, tAgA, tAgI = cpasync.tma_partition(atom, 0, cute.make_layout(1), sA, [gA, gI])
    tBsB, tBgB = cpasync.tma_partition(atom, 0, cute.make_layout(1), sA, gA)

@cute.jit
def launch(atom: cute.CopyAtom, sA: cute.Tensor, gA: cute.Tensor, gI: cute.Tensor):
    kernel(atom, sA, gA, gI).launch(grid=(1, 1, 1), block=(32, 1, 1))
`,
    "python",
  );
  expect(problems.map(({ message }) => message)).toEqual([]);
});

test("under a condition that decides: only what it lets through", async () => {
  expect(await told("if cutlass.const_expr(cute.rank(a) == 3):\n    m, n, k = a.shape")).toEqual([]);
  expect(await told("try:\n    m, n, k = a.shape\nexcept ValueError:\n    pass")).toEqual([]);
});

test("a function of the host is Python's own affair", async () => {
  const text = `
import torch

def workspace(D):
    l, m, n = D.shape

def go(D, split):
    if split > 1:
        workspace(D)

go(torch.empty(128, 64), 1)
`;
  const { problems } = await analysed(text, "python");
  expect(problems.map(({ message }) => message)).toEqual([]);
});
