// A mode of stride 0 in the tensor for TMA is meant where the tile in shared memory has one too, as scale factors have.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const atom = (smem: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def f(p: cute.Pointer):
    scales = cute.make_layout((((32, 4), 8), ((16, 4), 8)), stride=(((16, 4), 4096), ((0, 1), 512)))
    gS = cute.make_tensor(p, scales)
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, gS, ${smem}, (128, 64))
`;

const problemsOf = async (smem: string): Promise<readonly string[]> =>
  (await analysed(atom(smem), "python")).problems.map(({ code }) => code);

test("scale factors that are broadcast in both memories", async () =>
  expect(await problemsOf("cute.make_layout(((32, 4), (16, 4)), stride=((16, 4), (0, 1)))")).toEqual([]));

test("a broadcast that shared memory writes out", async () =>
  expect(await problemsOf("cute.make_layout((128, 64), stride=(64, 1))")).toContain("tma-broadcast"));

const ofTheRun = (stride: string): string => `#include <cute/tensor.hpp>
using namespace cute;
void f(half_t const* A, int many) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024, many), make_stride(1024, Int<1>{}, ${stride}));
  auto mB = make_tensor(make_gmem_ptr(A), make_shape(512, 1024, 8), make_stride(1024, Int<1>{}, ${stride}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mB, make_layout(Shape<_128, _64>{}, LayoutRight{}), Shape<_128, _64>{}, Int<1>{});
}`;

test("a stride of 0 of the run stays a dimension", async () => {
  const codes = async (stride: string) => (await analysed(ofTheRun(stride), "cpp")).problems.map(({ code }) => code);
  expect(await codes("0")).not.toContain("tma-broadcast");
  expect(await codes("Int<0>{}")).toContain("tma-broadcast");
});
