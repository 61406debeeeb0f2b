// Waits with one phase in a loop: what arms the barrier anew, and where one phase is right.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string, before = ""): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, int n) {
  __shared__ alignas(128) half_t smem[64 * 64];
  __shared__ uint64_t full;
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto slice = tma.get_slice(0);
  auto from = slice.partition_S(local_tile(tma.get_tma_tensor(make_shape(64, 512)), Shape<_64, _64>{}, make_coord(0, _)));
  auto to = slice.partition_D(sA);
  if (threadIdx.x == 0) initialize_barrier(full, 1);
  cutlass::arch::fence_barrier_init();
  __syncthreads();
  int phase = 0;
  ${before}
  ${body}
}
void launch(half_t const* A, int n) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(64, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<1, 128>>>(tma, n);
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "barrier-phase").map(({ severity }) => severity);
};

const load = (k: string): string =>
  `if (threadIdx.x == 0) { set_barrier_transaction_bytes(full, 8192); copy(tma.with(full), from(_, _, _, ${k}), to); }`;

test("a loop of known rounds is an error, one whose rounds only the run knows a warning", async () => {
  expect(await told(`for (int k = 0; k < 8; ++k) { ${load("k")} wait_barrier(full, 0); __syncthreads(); }`)).toEqual([
    "error",
  ]);
  expect(
    await told(`for (int k = 0; k < 8; ++k) { ${load("k")} wait_barrier(full, phase); __syncthreads(); }`),
  ).toEqual(["error"]);
  expect(await told(`for (int k = 0; k < n; ++k) { ${load("k")} wait_barrier(full, 0); __syncthreads(); }`)).toEqual([
    "warning",
  ]);
});

test.each([
  ["counted", `for (int k = 0; k < 8; ++k) { ${load("k")} wait_barrier(full, phase); phase ^= 1; __syncthreads(); }`],
  ["of the round", `for (int k = 0; k < 8; ++k) { ${load("k")} wait_barrier(full, k & 1); __syncthreads(); }`],
  ["one round", `for (int k = 0; k < 1; ++k) { ${load("k")} wait_barrier(full, 0); __syncthreads(); }`],
  [
    "begun anew",
    `for (int k = 0; k < 8; ++k) { if (threadIdx.x == 0) initialize_barrier(full, 1); __syncthreads(); ${load("k")} wait_barrier(full, 0); __syncthreads(); }`,
  ],
  [
    "two phases a round",
    `for (int k = 0; k < 4; ++k) { ${load("2 * k")} wait_barrier(full, 0); __syncthreads(); ${load("2 * k + 1")} wait_barrier(full, 1); __syncthreads(); }`,
  ],
  [
    "with how long to wait behind the phase",
    `for (int k = 0; k < 8; ++k) { ${load("k")} cutlass::arch::ClusterBarrier::try_wait(&full, phase, 10000000); phase ^= 1; __syncthreads(); }`,
  ],
  ["armed once, before the loop", `${load("0")} for (int k = 0; k < 8; ++k) { wait_barrier(full, 0); }`],
])("not told: %s", async (_, body) => {
  expect(await told(body)).toEqual([]);
});
