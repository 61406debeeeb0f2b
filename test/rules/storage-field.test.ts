// Where memory that lies wrong in a struct is told: at the innermost field that it is taken from.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const source = (taken: string, further = "", before = ""): string => `#include <cute/tensor.hpp>
using namespace cute;
using L = Layout<Shape<_64, _64>, Stride<_64, _1>>;
struct Tensors { float scale[4]; half_t A[64 * 64]; };
struct Storage { Tensors tensors; uint64_t bar; };
${further}
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ Storage storage;${before}
  auto sA = make_tensor(make_smem_ptr(${taken}), L{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(64, 64)), Shape<_64, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
}
void launch(half_t const* a) {
  auto mA = make_tensor(make_gmem_ptr(a), make_shape(64, 64), make_stride(64, _1{}));
  kernel<<<1, 128>>>(make_tma_atom(SM90_TMA_LOAD{}, mA, L{}, Shape<_64, _64>{}));
}`;

const told = async (text: string): Promise<readonly string[]> => {
  const { problems } = await analysed(text, "cpp");
  return problems
    .filter(({ code }) => code === "smem-alignment")
    .map(({ place }) => text.slice(place.start, place.end));
};

test.each([
  ["a struct in a struct", source("storage.tensors.A"), ["half_t A[64 * 64];"]],
  ["its first element", source("&storage.tensors.A[0]"), ["half_t A[64 * 64];"]],
  [
    "a variable of the pointer, cast to its type",
    source("(half_t*)p", "", "\n  auto* p = storage.tensors.A;"),
    ["half_t A[64 * 64];"],
  ],
  [
    "two structs with such a field",
    source("storage.tensors.A", "struct Other { half_t A[8]; };"),
    ["group_modes<0, 2>(sA)"],
  ],
])("%s", async (_name, text, wanted) => {
  expect(await told(text)).toEqual(wanted);
});
