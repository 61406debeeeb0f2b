// Copies of tensors with other extents: by an operation that chooses its width itself, element by element.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (operation: string, from: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* a, half_t const* b) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto thr = mma.get_slice(threadIdx.x);
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_16, _16>, Stride<_16, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_8, _16>, Stride<_16, _1>>{});
  auto rA = thr.partition_fragment_A(gA);
  copy(${operation}, ${from}, rA);
}`,
    "cpp",
  );
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

test("C++: into the fragment of the operand, and into that of the other one", async () => {
  const few = "copy-extents: the source has 4 elements, the destination 8: the source is read past its end";
  for (const operation of ["AutoVectorizingCopy{}", "Copy_Atom<AutoVectorizingCopy, half_t>{}"]) {
    expect(await told(operation, "thr.partition_A(gA)")).toEqual([]);
    expect(await told(operation, "thr.partition_B(gB)")).toEqual([few]);
  }
});
