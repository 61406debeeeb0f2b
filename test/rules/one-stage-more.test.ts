// One stage more: the memory that a kernel takes is what its allocator gives, whatever is laid over it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (last: string): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warp

@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (2, 2, 1))
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 32, 4), stride=(32, 1, 4096)), 128)  # (M, K, stages)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 32, 4), stride=(32, 1, 4096)), 128)  # (N, K, stages)
    ${last}

@cute.jit
def launch(p: cute.Pointer):
    kernel(p).launch(grid=[1, 1, 1], block=[128, 1, 1])
`;

const told = async (last: string): Promise<readonly string[]> => {
  const { problems } = await analysed(kernel(last), "python");
  return problems.filter(({ code }) => code === "smem-one-stage-more-fits").map(({ message }) => message);
};

const over =
  "cute.make_tensor(cute.recast_ptr(sA.iterator, dtype=cutlass.Float16), cute.make_layout((128, 128), stride=(128, 1)))";

test("a tensor over memory that another has used is no more of it", async () =>
  expect(await told(`sC = ${over}`)).toEqual(await told("pass")));

test("what is allocated besides is", async () =>
  expect(
    await told("sC = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 128), stride=(128, 1)), 128)"),
  ).not.toEqual(await told("pass")));
