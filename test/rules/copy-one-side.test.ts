// A copy of which one side alone is known: what that side does not give the instruction is told whatever the other is.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.map(({ code, message, place }) => `${code} at ${source.slice(place.start, place.end)}: ${message}`);
};

const cpp = (values: string, atom = "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>"): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* A) {
  extern __shared__ half_t tile[];
  auto sA = make_tensor(make_smem_ptr(tile), make_layout(Shape<_128, _64>{}, LayoutRight{}));
  auto tiled = make_tiled_copy(Copy_Atom<${atom}, half_t>{}, make_layout(Shape<_16, _8>{}, LayoutRight{}), make_layout(${values}));
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(somewhere(A)), thr.partition_D(sA));
}`;

test("a shared tile that a tensor of the project is copied to", async () => {
  expect(await told(cpp("Shape<_1, _8>{}"), "cpp")).toEqual([]);
  expect(await told(cpp("Shape<_1, _8>{}", "AutoVectorizingCopy"), "cpp")).toEqual([]);
  expect(await told(cpp("Shape<_8, _1>{}", "AutoVectorizingCopy"), "cpp")).toEqual([]);
  expect(await told(cpp("Shape<_8, _1>{}"), "cpp")).toEqual([
    "copy-vector at thr.partition_D(sA): the destination's values for one instruction are (_8,_1):(_64,_0) of 16 bits, no one register of 128 bits: let the values run along the mode of stride 1, or take a narrower copy",
  ]);
});

const dsl = (values: string): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(mA):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64), stride=(64, 1)), 128)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout(${values}))
    thr = tiled.get_slice(cute.arch.thread_idx()[0])
    cute.copy(tiled, mA[None, None, None], thr.partition_D(sA))
`;

test("the same in CuTe DSL", async () => {
  expect(await told(dsl("(1, 8)"), "python")).toEqual([]);
  expect(await told(dsl("(8, 1)"), "python")).toEqual([
    "copy-vector at thr.partition_D(sA): the destination's values for one instruction are 8:64 of 16 bits, no one register of 128 bits: let the values run along the mode of stride 1, or take a narrower copy",
  ]);
});

test("a destination of fewer values than the source has for one instruction", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, bool valid) {
  Tensor src = make_tensor(make_gmem_ptr(A + 12 * threadIdx.x), Layout<Shape<_4, _3>>{});
  Tensor dst = make_tensor<float>(Shape<_2, _3>{});
  Tensor pred = make_tensor<bool>(Shape<_1, _3>{}, Stride<_0, _1>{});
  fill(pred, valid);
  copy_if(Copy_Atom<UniversalCopy<uint128_t>, float>{}, pred, src, dst);
}`;
  expect(await told(source, "cpp")).toEqual([
    "copy-vector at src, dst: the destination has 2 values of 32 bits, one instruction moves 128 bits for each thread: give both sides as many values",
  ]);
});
