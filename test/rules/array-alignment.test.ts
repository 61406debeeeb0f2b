// Where an array of shared memory lies that TMA writes to: what its declaration asks for.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (declared: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  ${declared}
  auto sA = make_tensor(make_smem_ptr(reinterpret_cast<half_t*>(buffer)), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  kernel<<<1, 128, 16384>>>(tma, layout);
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
};

test.each([
  "__shared__ alignas(128) half_t buffer[128 * 64];",
  "alignas(1024) __shared__ half_t buffer[128 * 64];",
  "__shared__ __align__(128) half_t buffer[128 * 64];",
  "__shared__ __attribute__((aligned(128))) half_t buffer[128 * 64];",
  "__shared__ half_t buffer[128 * 64] __attribute__((aligned(128)));",
  // Only the launch decides where it begins.
  "extern __shared__ half_t buffer[];",
  // What a macro of the project asks for is not known.
  "__shared__ OUR_ALIGNMENT half_t buffer[128 * 64];",
])("%s lies where TMA can write", async (declared) => {
  expect(await told(declared)).toEqual([]);
});

test.each([
  ["__shared__ half_t buffer[128 * 64];", 2],
  ["__shared__ uint8_t buffer[128 * 64 * 2];", 1],
  ["__shared__ alignas(16) half_t buffer[128 * 64];", 16],
  ["__shared__ __align__(64) half_t buffer[128 * 64];", 64],
])("%s may not", async (declared, bytes) => {
  expect(await told(declared)).toEqual([
    `warning smem-alignment: buffer is aligned to ${bytes} B; TMA needs 128 B: declare it with alignas(128)`,
  ]);
});
