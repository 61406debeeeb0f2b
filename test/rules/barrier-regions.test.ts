// Barriers that are cut from one memory by constant offsets: each name is a place of its own, unless somebody comes there another way.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (use: string): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel() {
  extern __shared__ char raw[];
  uint64_t* full = reinterpret_cast<uint64_t*>(raw);
  uint64_t* empty = full + 2;
  using Barrier = cutlass::arch::ClusterBarrier;
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) Barrier::init(&full[s], 1);
    ${use}
  }
  __syncthreads();
  for (int s = 0; s < 2; ++s) Barrier::arrive(&empty[s]);
  for (int s = 0; s < 2; ++s) Barrier::wait(&empty[s], 0);
}
void launch() { kernel<<<1, 128, 64>>>(); }`;

const told = async (text: string): Promise<readonly string[]> =>
  (await analysed(text, "cpp")).problems.filter(({ severity }) => severity === "error").map(({ code }) => code);

test("a region whose barriers count more than arrive", async () => {
  expect(await told(kernel("for (int s = 0; s < 2; ++s) Barrier::init(&empty[s], 256);"))).toEqual([
    "barrier-arrivals",
  ]);
});

test("a region that is initialised", async () => {
  expect(await told(kernel("for (int s = 0; s < 2; ++s) Barrier::init(&empty[s], 128);"))).toEqual([]);
});

test("what is added to the pointer elsewhere may be the region", async () => {
  expect(await told(kernel("for (int s = 2; s < 4; ++s) Barrier::init(full + s, 256);"))).toEqual([]);
});

test("CuTe DSL: two names of one memory that a function initialises, or none of them", async () => {
  const text = (init: string, otherwise = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.jit
def initialise(tidx, bars):
    if tidx < 4:
        cute.arch.mbarrier_init(bars + tidx, 1)

@cute.kernel
def kernel(many: cutlass.Constexpr[bool]):
    tidx, _, _ = cute.arch.thread_idx()
    bars = utils.SmemAllocator().allocate_array(cutlass.Int64, 4)
    full, empty = bars, bars + 2
    ${otherwise}
    ${init}
    cute.arch.sync_threads()
    cute.arch.mbarrier_arrive(empty + 1)
    cute.arch.mbarrier_wait(empty + 1, 0)

@cute.jit
def go():
    kernel(True).launch(grid=(1, 1, 1), block=(1, 1, 1))
`;
  const codes = async (...parts: [init: string, otherwise?: string]): Promise<readonly string[]> =>
    (await analysed(text(...parts), "python")).problems.map(({ code }) => code);
  const none = "if cutlass.const_expr(many): full, empty = None, None";
  expect(await codes("initialise(tidx, bars)")).toEqual([]);
  expect(await codes("initialise(tidx, bars)", none)).toEqual([]);
  expect(await codes("pass")).toEqual(["barrier-uninitialised"]);
});

test("CuTe DSL: parts of an array that `subview` gives, each with its own barriers, and bulk copies on them", async () => {
  const text = (init: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.experimental.primitives as prims

@cute.kernel
def kernel(tma, stages: cutlass.Constexpr[int]):
    bars = cutlass.Array(cutlass.Int64, 2 * stages, space=cutlass.AddressSpace.smem, alignment=8)
    tile = cutlass.Array(cutlass.Float16, 4096, space=cutlass.AddressSpace.smem, alignment=128)
    full = bars
    empty = bars.subview(stages)
    if prims.elect_sync():
        for i in cutlass.range_constexpr(stages):
            ${init}
            prims.mbarrier_init(empty.subview(i), 1)
    prims.barrier_cta_sync(0)
    if cute.arch.warp_idx() == 0:
        for k in cutlass.range(8):
            while not prims.mbarrier_try_wait_parity(empty.subview(k % stages), 1): pass
            if prims.elect_sync():
                prims.mbarrier_arrive_expect_tx(full.subview(k % stages), 8192)
                prims.cp_async_bulk_tensor_shared_cta_global(tile.data_ptr(), tma, (0, k), full.subview(k % stages))
    if cute.arch.warp_idx() == 1:
        for k in cutlass.range(8):
            while not prims.mbarrier_try_wait_parity(full.subview(k % stages), 0): pass
            if prims.elect_sync(): prims.mbarrier_arrive(empty.subview(k % stages))

@cute.jit
def go(tma):
    kernel(tma, 2).launch(grid=(1, 1, 1), block=(64, 1, 1))
`;
  const codes = async (init: string): Promise<readonly string[]> =>
    (await analysed(text(init), "python")).problems.flatMap(({ code, severity }) => (severity === "error" ? code : []));
  expect(await codes("prims.mbarrier_init(full.subview(i), 1)")).toEqual([]);
  expect(await codes("pass")).toEqual(["barrier-uninitialised"]);
});

const carved = (rest: string): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__device__ void prepare(char* memory);
__global__ void kernel(float* out) {
  extern __shared__ char raw[];
  float* data = reinterpret_cast<float*>(raw);
  uint64_t* full = reinterpret_cast<uint64_t*>(raw + 1024);
  using Barrier = cutlass::arch::ClusterBarrier;
  Tensor s = make_tensor(make_smem_ptr(data), Layout<_256>{});
  ${rest}
  __syncthreads();
  Barrier::arrive(&full[0]);
  Barrier::wait(&full[0], 0);
  out[threadIdx.x] = s(threadIdx.x);
}
void launch(float* out) { kernel<<<1, 128, 2048>>>(out); }`;

test("a region that is cast to barriers beside the data of the same memory", async () => {
  expect(await told(carved("if (threadIdx.x == 0) Barrier::init(&full[0], 256);"))).toEqual(["barrier-arrivals"]);
  expect(await told(carved("if (threadIdx.x == 0) Barrier::init(&full[0], 128);"))).toEqual([]);
});

test("who is given the memory, or casts it once more, may initialise them", async () => {
  expect(await told(carved("prepare(raw);"))).toEqual([]);
  const again = "if (threadIdx.x == 0) Barrier::init(reinterpret_cast<uint64_t*>(raw + 1024), 128);";
  expect(await told(carved(again))).toEqual([]);
});
