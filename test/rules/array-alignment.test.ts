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

const toldOfBulk = async (declared: string, copy: string): Promise<readonly string[]> => {
  const source = `#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
__global__ void kernel(const __grid_constant__ CUtensorMap map, int n) {
  ${declared}
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ uint64_t raw;
  int32_t at[2] = {0, n};
  ${copy}
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.flatMap(({ code, severity, message }) =>
    code === "smem-alignment" ? [`${severity} ${message}`] : [],
  );
};

test.each([
  "cde::cp_async_bulk_tensor_2d_global_to_shared(&buffer, &map, 0, n, bar);",
  "cuda::device::experimental::cp_async_bulk_tensor_3d_global_to_shared(buffer, &map, 0, 0, n, bar);",
  "cde::cp_async_bulk_tensor_2d_shared_to_global(&map, 0, n, &buffer);",
  "ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, buffer, &map, at, &raw);",
  "ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, buffer);",
])("%s wants 128 B", async (copy) => {
  expect(await toldOfBulk("__shared__ alignas(128) half buffer[128 * 64];", copy)).toEqual([]);
  expect(await toldOfBulk("extern __shared__ half buffer[];", copy)).toEqual([]);
  expect(await toldOfBulk("__shared__ half buffer[128 * 64];", copy)).toEqual([
    "warning buffer is aligned to 2 B; TMA needs 128 B: declare it with alignas(128)",
  ]);
});

test("a tile of a bulk copy that starts within its buffer", async () => {
  const copy = (from: string): string => `cde::cp_async_bulk_tensor_2d_global_to_shared(${from}, &map, 0, n, bar);`;
  const declared = "__shared__ alignas(128) half buffer[128 * 64];";
  expect(await toldOfBulk(declared, copy("buffer + 64"))).toEqual([]);
  expect(await toldOfBulk(declared, copy("buffer + n"))).toEqual([]);
  expect(await toldOfBulk(declared, copy("buffer + 8"))).toEqual([
    "error the tensor starts 16 B into its buffer; TMA needs a multiple of 128 B: align the tile's start",
  ]);
});
