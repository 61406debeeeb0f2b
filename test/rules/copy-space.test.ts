// Copies whose instruction cannot read or write their tensors: tensors of coordinates have no memory.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const source = (operands: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) half_t buffer[64 * 64];
  auto sD = make_tensor(make_smem_ptr(buffer), make_layout(Shape<_64, _64>{}, LayoutRight{}));
  auto gD = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<_64, _64>{}, make_coord(0, 0));
  auto cD = make_identity_tensor(Shape<_64, _64>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto rD = make_fragment_like(thr.partition_D(sD));
  auto rC = make_tensor_like(thr.partition_D(cD));
  copy(tiled, ${operands});
}
void launch(half_t* D) {
  auto mD = make_tensor(make_gmem_ptr(D), make_shape(512, 64), make_stride(64, Int<1>{}));
  kernel<<<1, 128>>>(make_tma_copy(SM90_TMA_STORE{}, mD, make_layout(Shape<_64, _64>{}, LayoutRight{})));
}`;

const told = async (operands: string): Promise<readonly string[]> => {
  const text = source(operands);
  const { problems } = await analysed(text, "cpp");
  return problems
    .filter(({ code }) => code === "copy-space")
    .map(({ message, place }) => `${text.slice(place.start, place.end)}: ${message}`);
};

const why =
  "is a tensor of coordinates and no memory, which only a TMA atom can copy: partition the tensor that holds the elements";

test("registers into the tile in shared memory, coordinates into registers of coordinates", async () => {
  expect(await told("rD, thr.partition_D(sD)")).toEqual([]);
  expect(await told("thr.partition_S(cD), rC")).toEqual([]);
});

test("registers into TMA's tensor, and TMA's tensor into registers", async () => {
  expect(await told("rD, thr.partition_D(gD)")).toEqual([`thr.partition_D(gD): thr.partition_D(gD) ${why}`]);
  expect(await told("thr.partition_S(gD), rD")).toEqual([`thr.partition_S(gD): thr.partition_S(gD) ${why}`]);
});
