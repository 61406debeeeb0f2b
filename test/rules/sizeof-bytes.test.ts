// The bytes of a barrier as the size of an array in shared memory.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (bytes: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cuda/ptx>
namespace ptx = cuda::ptx;
template <int ROWS>
__global__ void kernel(const float* from) {
  __shared__ alignas(128) float tile[ROWS];
  __shared__ alignas(128) half scales[ROWS];
  __shared__ alignas(8) uint64_t bar[1];
  if (threadIdx.x == 0) ptx::mbarrier_init(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, 4096, bar);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, ${bytes});
  }
  while (!ptx::mbarrier_try_wait_parity(bar, 0)) {}
}
void launch(const float* from) { kernel<1024><<<1, 128>>>(from); }`,
    "cpp",
  );
  return problems.flatMap(({ code, message }) => (code === "tma-transaction-bytes" ? [message] : []));
};

test("the array that is loaded, and another one", async () => {
  expect(await told("sizeof(tile)")).toEqual([]);
  expect(await told("ROWS * sizeof(tile[0])")).toEqual([]);
  expect(await told("sizeof(scales)")).toEqual([
    "the barrier expects 2048 B, the copies on it bring 4096 B: its wait ends before all has come; expect 4096 B",
  ]);
  expect(await told("ROWS * sizeof(scales[0])")).toEqual([
    "the barrier expects 2048 B, the copies on it bring 4096 B: its wait ends before all has come; expect 4096 B",
  ]);
});
