// Which threads come to a barrier: what a name stands for decides, not the name.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const cpp = async (condition: string, params = "", args = "", count = 8): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel(${params}) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) initialize_barrier(bar, ${count});
  __syncthreads();
  ${condition}
  if (warp_idx == 0) arrive_barrier(bar);
  wait_barrier(bar, 0);
}
void launch(int n) { kernel<<<1, 128>>>(${args}); }`,
    "cpp",
  );
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

const all32 =
  "barrier-arrivals: bar counts 8 arrivals, 32 threads arrive in one place: a phase ends before all have come; count them all or let fewer arrive";

test("C++: the warp's number, however it is come by", async () => {
  expect(await cpp("int warp_idx = canonical_warp_idx_sync();")).toEqual([all32]);
  expect(await cpp("int warp_idx = threadIdx.x / 32;")).toEqual([all32]);
  expect(await cpp("int warp_idx = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);")).toEqual([all32]);
});

test("C++: a parameter of that name is the caller's, as is the lane", async () => {
  expect(await cpp("", "int warp_idx", "n", 128)).toEqual([]);
  expect(await cpp("int warp_idx = lane_idx;", "int lane_idx", "n", 128)).toEqual([]);
});

const dsl = async (warp: string, params = "", args = ""): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(${params}):
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 64)
    cute.arch.sync_threads()
    ${warp}
    if warp_idx == 0:
        cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)

@cute.jit
def launch(n: cutlass.Int32):
    kernel(${args}).launch(grid=(1, 1, 1), block=(128, 1, 1))
`,
    "python",
  );
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

test("CuTe DSL: the library's call, under any name; a parameter is the caller's", async () => {
  const told = ["barrier-arrivals: bar counts 64 arrivals, 32 come: its wait never ends; initialise it with 32"];
  expect(await dsl("warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())")).toEqual(told);
  expect(await dsl("w = cute.arch.warp_idx()\n    warp_idx = w")).toEqual(told);
  // All of the block come, or none.
  expect(await dsl("", "warp_idx: cutlass.Int32", "n")).toEqual([
    "barrier-arrivals: bar counts 64 arrivals, 128 threads arrive in one place: a phase ends before all have come; count them all or let fewer arrive",
  ]);
});

const body = (count: number, first = "__shared__ uint64_t bar;", param = "", when = ""): Promise<readonly string[]> =>
  analysed(
    `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__device__ void body(${param}) {
  ${first}
  if (threadIdx.x == 0) initialize_barrier(bar, ${count});
  __syncthreads();
  if (threadIdx.x / 128 == 1) arrive_barrier(bar);
  else wait_barrier(bar, 0);
}
__global__ void kernel() {
  ${param === "" ? `${when} body();` : "__shared__ uint64_t bar; body(bar); arrive_barrier(bar);"}
}
void launch() { kernel<<<1, 256>>>(); }`,
    "cpp",
  ).then(({ problems }) => problems.map(({ message }) => message));

test("C++: a function that the kernel leaves everything to", async () => {
  expect(await body(128)).toEqual([]);
  expect(await body(256)).toEqual(["bar counts 256 arrivals, 128 come: its wait never ends; initialise it with 128"]);
  const all = "bar counts 64 arrivals, 128 threads arrive in one place";
  expect(await body(64)).toEqual([`${all}: a phase ends before all have come; count them all or let fewer arrive`]);
  // Half of them may come to the function.
  expect(await body(64, "__shared__ uint64_t bar;", "", "if (threadIdx.x % 128 < 64)")).toEqual([]);
  expect(await body(256, "", "uint64_t& bar")).toEqual([]);
});

test("C++: an array of barriers that is initialised at once", async () => {
  const source = (count: number): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel() {
  __shared__ alignas(16) uint64_t done[2];
  if (threadIdx.x == 0)
    cutlass::arch::detail::initialize_barrier_array_aligned<cutlass::arch::ClusterBarrier, 2>(done, ${count});
  __syncthreads();
  if (threadIdx.x < 64) arrive_barrier(done[0]);
  wait_barrier(done[0], 0);
}
void launch() { kernel<<<1, 128>>>(); }`;
  const told = async (count: number): Promise<readonly string[]> =>
    (await analysed(source(count), "cpp")).problems.map(({ code, message }) => `${code}: ${message}`);
  expect(await told(64)).toEqual([]);
  expect(await told(128)).toEqual([
    "barrier-arrivals: done counts 128 arrivals, 64 come: its wait never ends; initialise it with 64",
  ]);
});
