// Which threads come to a method: those that come to its calls.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.map(({ code, message, place }) => `${code} at ${source.slice(place.start, place.end)}: ${message}`);
};

const store = (test: string, call: string): string => `#include <cute/tensor.hpp>
using namespace cute;
struct Epilogue {
  template <class Tma>
  __device__ void store(Tma const& tma, half_t* tile) {
    auto sC = make_tensor(make_smem_ptr(tile), make_layout(Shape<_128, _64>{}, LayoutRight{}));
    auto gC = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
    auto thr = tma.get_slice(_0{});
    auto [tCsC, tCgC] = make_tuple(thr.partition_S(sC), thr.partition_D(gC));
    ${test}copy(tma, tCsC, tCgC);
  }
};
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ half_t tile[];
  int warp_idx = threadIdx.x / 32;
  tma_store_fence();
  __syncthreads();
  ${call}Epilogue{}.store(tma, tile);
}
void launch(half_t* C) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_STORE{}, mC, make_layout(Shape<_128, _64>{}, LayoutRight{}));
  kernel<<<1, 128, 16384>>>(tma);
}`;

const issued = (threads: number): string =>
  `tma-elected at copy: ${threads} threads of a warp issue this TMA copy, one is to: put it under \`if (warp_idx == 0 && elect_one_sync())\``;

test.each([
  ["", "if (warp_idx == 0 && elect_one_sync()) ", []],
  ["if (elect_one_sync()) ", "if (warp_idx == 0) ", []],
  ["if (threadIdx.x < 8) ", "if (threadIdx.x % 8 == 0) ", []],
  ["", "if (warp_idx == 0) ", [issued(32)]],
  ["", "if (threadIdx.x % 4 == 0) ", [issued(8)]],
  ["if (threadIdx.x / 32 == 3) ", "", [issued(32)]],
  // Whether a thread comes at all only the run knows.
  ["", "if (tile[threadIdx.x] == half_t(0)) ", []],
])("a store in a method under `%s`, called under `%s`", async (test, call, problems) => {
  expect(await told(store(test, call), "cpp")).toEqual(problems);
});

test("whole warps come past what all their threads do together", async () => {
  const loop = (test: string): string =>
    store(`int lane = elect_one_sync(); ${test}`, "for (auto at = first(tile); at.valid(); at = next(at)) ");
  expect(await told(loop("if (threadIdx.x / 32 == 0 && lane) "), "cpp")).toEqual([]);
  expect(await told(loop("if (threadIdx.x / 32 == 0) "), "cpp")).toEqual([issued(32)]);
});

const synced = (count: string, call: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
struct Mainloop {
  __device__ void mma(float* out) {
    cutlass::arch::NamedBarrier::sync(${count}, 1);
    out[threadIdx.x] = 0;
  }
};
__global__ void kernel(float* out) {
  int group = threadIdx.x / 128;
  ${call}Mainloop{}.mma(out);
}
void launch(float* out) { kernel<<<1, 384>>>(out); }`;

test.each([
  ["256", "if (group > 0) ", []],
  ["384", "", []],
  [
    "384",
    "if (group > 0) ",
    [
      "named-barrier at 384: named barrier 9 counts 384 threads, at most 256 come: they never go on; count those that come",
    ],
  ],
  [
    "128",
    "if (group > 0) ",
    [
      "named-barrier at 128: named barrier 9 counts 128 threads, 256 come to one place: some go on before all have come; count all of them",
    ],
  ],
  ["384", "if (out[threadIdx.x] > 0) ", []],
])("a named barrier of %s threads in a method that is called under `%s`", async (count, call, problems) => {
  expect(await told(synced(count, call), "cpp")).toEqual(problems);
});

test("two instances of a method bring the threads together", async () => {
  const source = `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
template <int Group>
__device__ void mma(float* out) { cutlass::arch::NamedBarrier::sync(256, 1); out[Group] = 0; }
__global__ void kernel(float* out) {
  if (threadIdx.x < 128) mma<0>(out);
  else mma<1>(out);
}
void launch(float* out) { kernel<<<1, 256>>>(out); }`;
  expect(await told(source, "cpp")).toEqual([]);
});

const block = (extents: string, count: number): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.jit
def launch():
    block = (${extents}, 1, 1)
    kernel().launch(grid=(1, 1, 1), block=block)

@cute.kernel
def kernel():
    warp = cute.arch.make_warp_uniform(cute.arch.thread_idx()[0] // 32)
    smem = utils.SmemAllocator()
    free = smem.allocate_array(cutlass.Int64, 1)
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(free, ${count})
    cute.arch.sync_threads()
    if warp == 4:
        cute.arch.mbarrier_wait(free, 0)
    else:
        cute.arch.mbarrier_arrive(free)
`;

test("a block's extents that are a product", async () => {
  expect(await told(block("5 * 32", 128), "python")).toEqual([]);
  expect(await told(block("5 * 32", 64), "python")).toEqual([
    "barrier-arrivals at 64: free counts 64 arrivals, 128 threads arrive in one place: a phase ends before all have come; count them all or let fewer arrive",
  ]);
});

const warps = (count: string, arrive: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using Barrier = cutlass::arch::ClusterBarrier;
template <int Stages>
__global__ void kernel(int tiles) {
  __shared__ uint64_t full[Stages];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < Stages; ++s) Barrier::init(&full[s], ${count});
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    int stage = t % Stages;
    if (warp < 4) {
      ${arrive}Barrier::arrive(&full[stage]);
    } else {
      Barrier::wait(&full[stage], (t / Stages) & 1);
    }
  }
}`;

test("fewer arrivals than a warp brings at once, however large the block is", async () => {
  expect(await told(warps("128", ""), "cpp")).toEqual([]);
  expect(await told(warps("4", "if (lane == 0) "), "cpp")).toEqual([]);
  expect(await told(warps("4", ""), "cpp")).toEqual([
    "barrier-arrivals at 4: full counts 4 arrivals, all 32 threads of a warp arrive at once: a phase ends before all have come; count threads, or let one of each warp arrive",
  ]);
});

const released = (consumers: string): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipe = cutlass::PipelineTmaAsync<2>;
struct Plan { typename Pipe::SharedStorage pipe; };
struct Mainloop {
  __device__ void mma(Pipe pipeline, cutlass::PipelineState<2>& state, int count) {
    for (int k = 0; k < count; ++k) {
      pipeline.consumer_wait(state);
      pipeline.consumer_release(state);
      ++state;
    }
  }
};
__global__ void kernel() {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  typename Pipe::Params params;
  params.transaction_bytes = 8192;
  params.num_consumers = ${consumers};
  Pipe pipeline(plan.pipe, params, Shape<_1, _1, _1>{});
  if (threadIdx.x / 128 > 0) {
    cutlass::PipelineState<2> state;
    Mainloop{}.mma(pipeline, state, 8);
  }
}
void launch() { kernel<<<1, 384>>>(); }`;

test("consumers that release in a method", async () => {
  expect(await told(released("256"), "cpp")).toEqual([]);
  expect(await told(released("384"), "cpp")).toEqual([
    "pipeline-arrivals at 384: the consumers' barrier counts 384 arrivals, at most 256 come: its wait never ends; count those that arrive",
  ]);
});
