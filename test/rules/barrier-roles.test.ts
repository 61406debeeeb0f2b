// Which threads come where branches give a variable its value, and where one of all warps is meant.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const cpp = async (body: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
using cutlass::arch::NamedBarrier;
enum class Role { None, Mma, Load, Store };
__global__ void kernel(int n) {
  int warp = threadIdx.x / 32;
  ${body}
}
void launch(int n) { kernel<<<1, 192>>>(n); }`,
    "cpp",
  );
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

const role = "Role role = Role::None; if (warp < 4) { role = Role::Mma; } else if (warp == 4) { role = Role::Load; }";
const sync = (threads: number): string => `if (role == Role::Mma) NamedBarrier(${threads}, 0).sync();`;

test("C++: a role that branches give", async () => {
  expect(await cpp(`${role} ${sync(128)}`)).toEqual([]);
  expect(await cpp(`${role} ${sync(64)}`)).toEqual([
    "named-barrier: named barrier 8 counts 64 threads, 128 come to one place: some go on before all have come; count all of them",
  ]);
  // A loop gives it something too, or the branch is not decided.
  expect(await cpp(`${role} for (int i = 0; i < n; ++i) role = Role::Mma; ${sync(64)}`)).toEqual([]);
  expect(await cpp(`${role} if (n > threadIdx.x) role = Role::Mma; ${sync(64)}`)).toEqual([]);
});

const bar = (count: number, test: string): string => `__shared__ uint64_t bar;
  if (threadIdx.x == 0) initialize_barrier(bar, ${count});
  __syncthreads();
  if (${test}) arrive_barrier(bar);
  wait_barrier(bar, 0);`;

test("C++: whatever number all threads know, one warp passes", async () => {
  expect(await cpp(bar(32, "warp == n"))).toEqual([]);
  expect(await cpp(bar(64, "warp == n"))).toEqual([
    "barrier-arrivals: bar counts 64 arrivals, at most 32 come: its wait never ends; count those that arrive",
  ]);
  expect(await cpp(bar(2, "threadIdx.x == n"))).toEqual([
    "barrier-arrivals: bar counts 2 arrivals, at most 1 comes: its wait never ends; count those that arrive",
  ]);
  expect(await cpp(bar(64, "warp == n % 2 + warp / 4"))).toEqual([]);
});

test("C++: a number that a branch of all threads gives, and one that each thread's own branch gives", async () => {
  const of = (test: string): string => `int first = 0; if (${test}) first = 1; ${bar(64, "warp == first")}`;
  expect(await cpp(of("n > 2"))).toEqual([
    "barrier-arrivals: bar counts 64 arrivals, at most 32 come: its wait never ends; count those that arrive",
  ]);
  expect(await cpp(of("n > threadIdx.x"))).toEqual([]);
});
