// Element types that nobody in sight says: what is wrong with each of them is told, what is wrong with one of them is not.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (values: number, rows: number): string => `
from settings import element

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    gA = cute.make_tensor(p, cute.make_layout((128, 64), stride=(64, 1)))
    sA = smem.allocate_tensor(element, cute.make_layout((${rows}, 64), stride=(64, 1)), 128)
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), element, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 4), stride=(4, 1)), cute.make_layout((1, ${values})))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA))

@cute.jit
def launch():
    p = cute.make_ptr(element, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(64, 1, 1))
`;

const told = async (text: string): Promise<readonly string[]> =>
  (await analysed(text, "python")).problems
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ code, message }) => `${code}: ${message}`);

test("eight values are 128 bits of some types and not of others: nothing is said", async () => {
  expect(await told(kernel(8, 128))).toEqual([]);
  expect(await told(kernel(4, 128))).toEqual([]);
});

test("a tile of half the rows fits no type", async () => {
  expect(await told(kernel(16, 64))).toMatchInlineSnapshot(`
    [
      "copy-extents: the source has 8 vectors, the destination 4: partition tiles of one shape, and slice both alike",
    ]
  `);
});

test("a parameter that nobody passes has the rank of one of its uses: another path may use it otherwise", async () => {
  const text = `
import cutlass.cute as cute
from typing import Optional

@cute.jit
def inner(tA: cute.Tensor):
    cute.print_tensor(tA[None, None, 0])

def outer(tA: cute.Tensor, stage: Optional[int] = None):
    rA = tA if stage is None else tA[None, None, None, stage]
    inner(rA)
`;
  expect(await told(text)).toEqual([]);
});

test("a list made of two parameters uses both: one that is used with two ranks has none", async () => {
  const layout = async (each: string): Promise<string | undefined> => {
    const text = `
import cutlass.cute as cute

@cute.jit
def load(mK: cute.Tensor, mV: cute.Tensor):
    _, head, _ = cute.arch.block_idx()
    k, v = mK[None, None, head], mV[None, None, head]
    both = [${each} for t in (mK, mV)]
`;
    const { index } = await analysed(text, "python");
    const [mK] = index.facts.facts.filter((one) => one.kind === "variable" && one.name === "mK");
    return mK?.kind === "variable" && mK.value.kind === "tensor" ? mK.value.layout.kind : undefined;
  };
  expect(await layout("t[None, None, head]")).toBe("layout");
  expect(await layout("t[None, None, head, None]")).toBe("unknown");
});

test("strides of a tensor that nobody passes may be numbers: its values are not said to be no vector", async () => {
  const text = `
import cutlass
import cutlass.cute as cute

@cute.jit
def reduce(sX: cute.Tensor, stage: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), sX.element_type, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout(128), cute.make_layout(8)).get_slice(tidx)
    tXsX = copy.partition_D(sX)[None, None, stage]
    first = sX[None, stage]
    rX = cute.make_rmem_tensor(tXsX.shape, sX.element_type)
    cute.copy(copy, rX, tXsX)
`;
  expect(await told(text)).toEqual([]);
});
