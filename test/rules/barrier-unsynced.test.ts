// barrier-unsynced: who initialises a barrier, who uses it, and what may stand between the two.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string, before = ""): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
${before}
__global__ void kernel(int n) {
  __shared__ uint64_t full[2];
  int warp = cutlass::canonical_warp_idx_sync();
  ${body}
}
void launch() { kernel<<<1, 128>>>(3); }`;
  const { problems } = await analysed(source, "cpp");
  return problems
    .filter(({ code }) => code === "barrier-unsynced")
    .map(({ place }) => source.slice(place.start, place.end));
};

const init =
  "if (warp == 1 && elect_one_sync()) { initialize_barrier(full[0], 1); cutlass::arch::fence_barrier_init(); }";
const use = "if (warp == 0 && elect_one_sync()) set_barrier_transaction_bytes(full[0], 512); wait_barrier(full[0], 0);";

test("threads of another warp use it at once", async () => {
  expect(await told(`${init} ${use}`)).toEqual(["initialize_barrier(full[0], 1)"]);
});

test("what may make them wait", async () => {
  for (const between of ["__syncthreads();", "cluster_sync();", "cluster_arrive_relaxed(); cluster_wait();", "meet();"])
    expect(await told(`${init} ${between} ${use}`, "__device__ void meet() { __syncthreads(); }")).toEqual([]);
});

test("who uses it is of the warp that initialises it, or nobody knows", async () => {
  const own = "if (warp == 1) wait_barrier(full[0], 0);";
  expect(await told(`${init} ${own}`)).toEqual([]);
  expect(
    await told(`if (n == warp) { initialize_barrier(full[0], 1); } if (n == warp) wait_barrier(full[0], 0);`),
  ).toEqual([]);
  // Another barrier of the array.
  expect(await told(`${init} if (warp == 0) wait_barrier(full[1], 0);`)).toEqual([]);
});

test("the thread that initialises it may use it at once", async () => {
  const own = "if (threadIdx.x == 0) { initialize_barrier(full[0], 1); set_barrier_transaction_bytes(full[0], 512); }";
  expect(await told(`${own} __syncthreads(); wait_barrier(full[0], 0);`)).toEqual([]);
  expect(await told(`${own} wait_barrier(full[0], 0);`)).toEqual(["initialize_barrier(full[0], 1)"]);
});
