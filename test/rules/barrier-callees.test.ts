// Barriers that a kernel hands to its helpers: what they do there is taken to happen at the call.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const helper = `#pragma once
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using bar_t = cutlass::arch::ClusterTransactionBarrier;
namespace ku {
template <class Tma, class Src, class Dst>
__device__ void load(Tma const& tma, Src src, Dst dst, bar_t& bar) {
  auto thr = tma.get_slice(cute::_0{});
  cute::copy(tma.with(reinterpret_cast<typename bar_t::ValueType&>(bar), 0), thr.partition_S(src), thr.partition_D(dst));
}
__device__ void prepare(bar_t& bar) { bar.init(1); }
}
`;

const cpp = async (init: string, bytes: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include "helper.h"
using namespace cute;
struct Plan { alignas(128) half_t a[64 * 64]; bar_t full; };
__device__ void unseen(bar_t& bar);
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  int warp_idx = cutlass::canonical_warp_idx_sync();
  if (warp_idx == 0) {
    if (elect_one_sync()) {
      ${init}
      auto gA = tma.get_tma_tensor(make_shape(512, 64));
      auto sA = make_tensor(make_smem_ptr(plan.a), make_layout(Shape<_64, _64>{}, LayoutRight{}));
      ku::load(tma, gA, sA, plan.full);
    }
  } else if (warp_idx == 8 && elect_one_sync()) {
    plan.full.arrive_and_expect_tx(${bytes});
    plan.full.wait(0);
  }
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 64), make_stride(64, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(Shape<_64, _64>{}, LayoutRight{}));
  kernel<<<1, 384, sizeof(Plan)>>>(tma);
}`;
  const { problems } = await analysed(source, "cpp", {}, { "helper.h": helper });
  return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

test("C++: a barrier that only a helper of another file uses and nobody initialises", async () => {
  expect(await cpp("", "64 * 64 * sizeof(half_t)")).toEqual([
    "plan.full: full is never initialised in this kernel: let one thread set its arrivals before the others use it",
  ]);
  expect(await cpp("plan.full.init(1);", "64 * 64 * sizeof(half_t)")).toEqual([]);
  // A helper does it, or may do it.
  expect(await cpp("ku::prepare(plan.full);", "64 * 64 * sizeof(half_t)")).toEqual([]);
  expect(await cpp("unseen(plan.full);", "64 * 64 * sizeof(half_t)")).toEqual([]);
});

test("C++: what a helper's copy brings to a barrier that another branch waits for", async () => {
  expect(await cpp("plan.full.init(1);", "64 * 64")).toEqual([
    "64 * 64: the barrier expects 4096 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B",
  ]);
  expect(await cpp("unseen(plan.full);", "64 * 64")).toEqual([]);
});

const python = async (bytes: string, look: string): Promise<readonly string[]> => {
  const source = `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Kernel:
    def __init__(self):
        self.bytes = ${bytes}

    @cute.jit
    def __call__(self):
        p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
        a = cute.make_tensor(p, cute.make_layout((512, 64), stride=(64, 1)))
        layout = cute.make_layout((64, 64), stride=(64, 1))
        tma, mA = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, layout, (64, 64))
        self.kernel(tma, mA, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))

    def make_pipeline(self, storage):
        return pipeline.PipelineTmaAsync.create(
            num_stages=2,
            producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread),
            consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, 4),
            tx_count=self.bytes,
            barrier_storage=storage,
        )

    def look(self, state, pipe):
        ${look}

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, mA: cute.Tensor, layout: cutlass.Constexpr):
        smem = utils.SmemAllocator()
        pipe = self.make_pipeline(smem.allocate_array(cutlass.Int64, 4))
        sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64, 2), stride=(64, 1, 4096)), 128)
        gA = cute.local_tile(mA, (64, 64), (None, 0))
        tAsA, tAgA = cpasync.tma_partition(
            tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
        )
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2)
        if cute.arch.warp_idx() == 0:
            for k in range(8):
                status = self.look(state, pipe)
                pipe.producer_acquire(state, status)
                cute.copy(
                    tma, tAgA[None, state.count], tAsA[None, state.index], tma_bar_ptr=pipe.producer_get_barrier(state)
                )
                state.advance()
`;
  const { problems } = await analysed(source, "python");
  return problems.map(({ message, code }) => `${code}: ${message}`);
};

test("CuTe DSL: a pipeline that a method makes and another one looks at", async () => {
  const look = "return pipe.producer_try_acquire(state)";
  expect(await python("64 * 64", look)).toEqual([
    "tma-transaction-bytes: the barrier expects 4096 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B",
  ]);
  expect(await python("64 * 64 * 2", look)).toEqual([]);
  // It goes where nobody looks.
  expect(await python("64 * 64", "return elsewhere(pipe)")).toEqual([]);
});

test("C++: a helper that is handed the storage and uses another barrier of it", async () => {
  const source = (bytes: string, used: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
using bar_t = cutlass::arch::ClusterTransactionBarrier;
struct Plan { alignas(128) half_t a[64 * 64]; bar_t full; bar_t empty; };
__device__ void unseen(bar_t& bar);
__device__ void store(Plan& plan) { unseen(plan.${used}); }
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  if (elect_one_sync()) {
    plan.full.init(1);
    auto thr = tma.get_slice(_0{});
    auto sA = make_tensor(make_smem_ptr(plan.a), make_layout(Shape<_64, _64>{}, LayoutRight{}));
    auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<_64, _64>{}, make_coord(0, 0));
    copy(tma.with(reinterpret_cast<uint64_t&>(plan.full), 0), thr.partition_S(gA), thr.partition_D(sA));
    plan.full.arrive_and_expect_tx(${bytes});
  }
  plan.full.wait(0);
  store(plan);
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 64), make_stride(64, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(Shape<_64, _64>{}, LayoutRight{}));
  kernel<<<1, 128, sizeof(Plan)>>>(tma);
}`;
  const told = async (bytes: string, used: string): Promise<readonly string[]> =>
    (await analysed(source(bytes, used), "cpp")).problems
      .map(({ code }) => code)
      .filter((code) => code === "tma-transaction-bytes");
  expect(await told("64 * 64", "empty")).toEqual(["tma-transaction-bytes"]);
  expect(await told("64 * 64 * sizeof(half_t)", "empty")).toEqual([]);
  expect(await told("64 * 64", "full")).toEqual([]);
});

const stages = (init: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <int N>
struct Worker {
  using Empty = cutlass::arch::ClusterBarrier;
  struct Storage {
    struct Bars { Empty ready[N]; Empty empty[N]; } bars;
  };
  __device__ void operator()(char* bytes) {
    Storage& storage = *reinterpret_cast<Storage*>(bytes);
    if (threadIdx.x == 0)
      for (int i = 0; i < N; ++i) { storage.bars.ready[i].init(32);${init} }
    __syncthreads();
    if (threadIdx.x < 32) produce(storage);
    else consume(storage);
  }
  __device__ void produce(Storage& storage) {
    for (int i = 0; i < N; ++i) { storage.bars.empty[i].wait(1); storage.bars.ready[i].arrive(); }
  }
  __device__ void consume(Storage& storage) {
    for (int i = 0; i < N; ++i) { storage.bars.ready[i].wait(0); storage.bars.empty[i].arrive(); }
  }
};
template <class W> __global__ void kernel() {
  extern __shared__ char bytes[];
  W worker;
  worker(bytes);
}
void launch() { kernel<Worker<4>><<<1, 64, 64>>>(); }`;

test("C++: a barrier of a class's storage that nobody initialises is told where it is used", async () => {
  const told = async (source: string): Promise<readonly string[]> => {
    const { problems } = await analysed(source, "cpp");
    return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
  };
  expect(await told(stages(" storage.bars.empty[i].init(32);"))).toEqual([]);
  expect(await told(stages(""))).toEqual([
    "storage.bars.empty[i]: empty is never initialised in this kernel: let one thread set its arrivals before the others use it",
  ]);
});

test("C++: an array of barriers is handed on by functions that call themselves, and to others behind its first", async () => {
  const kernel = (init: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
using bar_t = cutlass::arch::ClusterTransactionBarrier;
struct Plan { bar_t full[4]; bar_t empty[4]; };
template <int First, int Last>
__device__ void expect(bar_t* bars) {
  bars[First].arrive_and_expect_tx(1024);
  if constexpr (First + 1 < Last) expect<First + 1, Last>(bars);
}
__device__ void await(bar_t* bar, int phase) { bar->wait(phase); }
__global__ void kernel() {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  bar_t* full = plan.full;
  if (threadIdx.x == 0) {
    for (int i = 0; i < 4; ++i) { ${init} }
  }
  __syncthreads();
  if (threadIdx.x == 0) expect<0, 4>(full);
  for (int i = 0; i < 4; ++i) await(full + i, 0);
}`;
  const told = async (init: string): Promise<readonly string[]> => {
    const { problems } = await analysed(kernel(init), "cpp");
    return problems.map(({ message }) => message);
  };
  expect(await told("full[i].init(1);")).toEqual([]);
  expect(await told("plan.empty[i].init(1);")).toEqual([
    "full is never initialised in this kernel: let one thread set its arrivals before the others use it",
  ]);
});
