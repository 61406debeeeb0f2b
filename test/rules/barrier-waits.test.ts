// Arrivals in a loop whose wait stands at its head: how many come before whoever arrives has to wait itself.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (wait: string, count = 128, arrival = "if (threadIdx.x == 0)"): Promise<readonly string[]> => {
  const text = `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel(int tiles) {
  __shared__ uint64_t empty;
  if (threadIdx.x == 0) initialize_barrier(empty, ${count});
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    ${wait}
    __syncthreads();
    ${arrival} arrive_barrier(empty);
  }
}
void launch(int tiles) { kernel<<<1, 128>>>(tiles); }`;
  const { problems } = await analysed(text, "cpp");
  return problems.map(({ place, message }) => `${text.slice(place.start, place.end)}: ${message}`);
};

const never = "128: empty counts 128 arrivals,";

test("the wait of the next round holds whoever arrives", async () => {
  const [problem, ...others] = await told("wait_barrier(empty, (t & 1) ^ 1);");
  expect(others).toEqual([]);
  expect(problem).toBe(`${never} at most 1 comes: its wait never ends; count those that arrive`);
});

test("rounds that leave the wait out are counted, and the same condition may be written twice", async () => {
  const most = (n: number): readonly string[] => [
    `${never} at most ${n} come: its wait never ends; count those that arrive`,
  ];
  expect(await told("if (threadIdx.x == 0) { if (t > 0) wait_barrier(empty, (t - 1) & 1); }")).toEqual(most(2));
  expect(await told("if (t >= 4) wait_barrier(empty, t & 1);")).toEqual(most(5));
});

test("a wait that nobody knows to come, or another number of threads, says nothing", async () => {
  expect(await told("if (tiles % 2 == 0) wait_barrier(empty, t & 1);")).toEqual([]);
  expect(await told("if (t < 4) wait_barrier(empty, t & 1);")).toEqual([]);
  expect(await told("if (t >= 200) wait_barrier(empty, t & 1);")).toEqual([]);
  expect(await told("wait_barrier(empty, (t & 1) ^ 1);", 128, "")).toEqual([]);
  expect(await told("if (t > 0) wait_barrier(empty, (t - 1) & 1);", 1)).toEqual([]);
});

test("more than the one that is counted, also in a loop of rounds that nobody knows", async () => {
  const [problem] = await told("wait_barrier(empty, (t & 1) ^ 1);", 1, "if (threadIdx.x < 32)");
  expect(problem).toMatch(/^arrive_barrier\(empty\): empty counts 1 arrival, 32 threads arrive in one place/);
});

test("they are told where they arrive", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  __syncthreads();
  if (threadIdx.x < 32) arrive_barrier(bar);
  wait_barrier(bar, 0);
}
void launch() { kernel<<<1, 128>>>(); }`;
  const [problem] = (await analysed(text, "cpp")).problems;
  expect(text.slice(problem!.place.start, problem!.place.end)).toBe("arrive_barrier(bar)");
  expect(problem?.message).toBe(
    "bar counts 1 arrival, 32 threads arrive in one place: a phase ends before all have come; let one of them arrive",
  );
});

test("bytes that are expected are no arrival", async () => {
  const copied = (arm: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel() {
  __shared__ cutlass::arch::ClusterTransactionBarrier bar;
  if (threadIdx.x == 0) {
    bar.init(1);
    ${arm}
  }
  __syncthreads();
  bar.wait(0);
}
void launch() { kernel<<<1, 128>>>(); }`;
  const said = async (arm: string) => (await analysed(copied(arm), "cpp")).problems.map(({ message }) => message);
  expect(await said("bar.arrive_and_expect_tx(512);")).toEqual([]);
  expect(await said("bar.expect_transaction(512); bar.arrive();")).toEqual([]);
  expect(await said("bar.expect_transaction(512);")).toEqual([
    "bar counts 1 arrival, none comes: its wait never ends; arrive with the bytes that are expected here",
  ]);
});
