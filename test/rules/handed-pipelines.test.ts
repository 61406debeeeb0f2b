// Pipelines and barriers of C++ that a function is handed: the bytes that they wait for against those that its copies bring.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string): Promise<readonly string[]> => {
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ code, message, place }) => `${code} at ${source.slice(place.start, place.end)}: ${message}`);
};

const host = `
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 64), make_stride(64, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(Shape<_64, _64>{}, LayoutRight{}));
  kernel<<<1, 384>>>(tma);
}`;

const pipelined = (bytes: string): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipe = cutlass::PipelineTmaAsync<2>;
struct Plan { alignas(128) half_t a[2 * 64 * 64]; typename Pipe::SharedStorage pipe; };
struct Mainloop {
  template <class Tma>
  __device__ void load(Tma const& tma, Pipe pipeline, cutlass::PipelineState<2> state, Plan& plan, int count) {
    auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<_64, _64>{}, make_coord(_, 0));
    auto sA = make_tensor(make_smem_ptr(plan.a), make_layout(Shape<_64, _64, _2>{}, Stride<_64, _1, _4096>{}));
    auto thr = tma.get_slice(_0{});
    auto [tAgA, tAsA] = make_tuple(thr.partition_S(gA), thr.partition_D(sA));
    auto load_A = [&](int k, auto const& at) {
      pipeline.producer_acquire(at);
      copy(tma.with(*pipeline.producer_get_barrier(at), 0), tAgA(_, _, _, k), tAsA(_, _, _, at.index()));
    };
    for (int k = 0; k < count; ++k) {
      load_A(k, state);
      ++state;
    }
  }
};
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  typename Pipe::Params params;
  params.transaction_bytes = ${bytes};
  params.num_consumers = 256;
  Pipe pipeline(plan.pipe, params, Shape<_1, _1, _1>{});
  auto state = cutlass::make_producer_start_state<Pipe>();
  if (threadIdx.x == 0) Mainloop{}.load(tma, pipeline, state, plan, 8);
}${host}`;

test("a pipeline that is handed over waits for the bytes that it was made with", async () => {
  expect(await told(pipelined("64 * 64 * sizeof(half_t)"))).toEqual([]);
  expect(await told(pipelined("2 * 64 * 64 * sizeof(half_t)"))).toEqual([
    "tma-transaction-bytes at 2 * 64 * 64 * sizeof(half_t): the barrier expects 16384 B, the copies on it bring 8192 B: its wait never ends; expect 8192 B",
  ]);
});

const expectsMore = (bytes: string, more: string): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
${pipelined("Load::bytes")
  .split("using namespace cute;")[1]
  ?.replace("struct Mainloop {", `struct Load { static constexpr int bytes = ${bytes}; };\nstruct Mainloop {`)
  .replace(
    "    for (int k = 0;",
    `    pipeline.producer_acquire(state);
    pipeline.producer_expect_transaction(state, ${more});
    copy(tma.with(*pipeline.producer_get_barrier(state), 0), tAgA(_, _, _, 0), tAsA(_, _, _, 0));
    copy(tma.with(*pipeline.producer_get_barrier(state), 0), tAgA(_, _, _, 1), tAsA(_, _, _, 1));
    ++state;
    for (int k = 0;`,
  )}`;

test("a first phase that expects more than the pipeline's", async () => {
  expect(await told(expectsMore("64 * 64 * sizeof(half_t)", "64 * 64 * sizeof(half_t)"))).toEqual([]);
  expect(await told(expectsMore("64 * 64 * sizeof(half_t)", "64 * 64"))).toEqual([
    "tma-transaction-bytes at 64 * 64: the barrier expects 12288 B, the copies on it bring 16384 B (2 of them): its wait ends before all has come; expect 16384 B",
  ]);
});

const wrapped = (bytes: string): string =>
  pipelined(bytes)
    .replace(
      "using Pipe = cutlass::PipelineTmaAsync<2>;",
      `class Pipe {
  using Impl = cutlass::PipelineTmaAsync<2>;
public:
  using SharedStorage = typename Impl::SharedStorage;
  using Params = typename Impl::Params;
  template <class Cluster>
  __device__ Pipe(SharedStorage& storage, Params params, Cluster cluster) : impl_(storage, params, cluster), params_(params) {}
  template <class State> __device__ void producer_acquire(State state) { impl_.producer_acquire(state); }
  template <class State> __device__ uint64_t* producer_get_barrier(State state) { return impl_.producer_get_barrier(state); }
private:
  Impl impl_;
  Params params_;
};`,
    )
    .replace("make_producer_start_state<Pipe>", "make_producer_start_state<cutlass::PipelineTmaAsync<2>>");

test("a project's own pipeline around CUTLASS's", async () => {
  expect(await told(wrapped("64 * 64 * sizeof(half_t)"))).toEqual([]);
  expect(await told(wrapped("64 * 64"))).toEqual([
    "tma-transaction-bytes at 64 * 64: the barrier expects 4096 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B",
  ]);
});

const raw = (bytes: string): string => `#include <cute/tensor.hpp>
using namespace cute;
struct Plan { alignas(128) half_t a[64 * 64]; uint64_t full[1]; };
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ uint8_t raw[];
  Plan& plan = *reinterpret_cast<Plan*>(raw);
  uint8_t* out = raw;
  auto sA = make_tensor(make_smem_ptr(plan.a), make_layout(Shape<_64, _64>{}, LayoutRight{}));
  auto sD = make_tensor(make_smem_ptr((float*)out), make_layout(Shape<_64, _64>{}, LayoutRight{}));
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<_64, _64>{}, make_coord(0, 0));
  auto thr = tma.get_slice(_0{});
  uint64_t& full = plan.full[0];
  if (threadIdx.x == 0) {
    initialize_barrier(full, 1);
    set_barrier_transaction_bytes(full, ${bytes});
    copy(tma.with(full), thr.partition_S(gA), thr.partition_D(sA));
  }
  __syncthreads();
  wait_barrier(full, 0);
}${host.replace("384>>>", "384, 16384>>>")}`;

test("shared memory that is used again for data holds no barrier there", async () => {
  expect(await told(raw("64 * 64 * sizeof(half_t)"))).toEqual([]);
  expect(await told(raw("64 * 64"))).toEqual([
    "tma-transaction-bytes at 64 * 64: the barrier expects 4096 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B",
  ]);
});

const ownBarrier = (bytes: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
struct Plan { alignas(128) half_t a[64 * 64]; cutlass::arch::ClusterTransactionBarrier full; };
template <bool ByTma, class Tma>
__device__ void load(Tma const& tma, Plan& plan) {
  auto sA = make_tensor(make_smem_ptr(plan.a), make_layout(Shape<_64, _64>{}, LayoutRight{}));
  if constexpr (ByTma) {
    auto thr = tma.get_slice(_0{});
    if (elect_one_sync()) {
      plan.full.arrive_and_expect_tx(${bytes});
      auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<_64, _64>{}, make_coord(0, 0));
      copy(tma.with(reinterpret_cast<uint64_t&>(plan.full), 0), thr.partition_S(gA), thr.partition_D(sA));
    }
  } else {
    auto& full = plan.full;
    cutlass::arch::cpasync_barrier_arrive(reinterpret_cast<uint64_t*>(&full));
    full.arrive();
  }
}
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char buf[];
  load<true>(tma, *reinterpret_cast<Plan*>(buf));
}${host}`;

test("a barrier on which cp.async may arrive instead", async () => {
  expect(await told(ownBarrier("64 * 64 * sizeof(half_t)"))).toEqual([]);
  expect(await told(ownBarrier("64 * 64"))).toEqual([
    "tma-transaction-bytes at 64 * 64: the barrier expects 4096 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B",
  ]);
});

const collective = (bytes: string): string => `#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
template <class TileShape>
struct CollectiveMma {
  using MainloopPipeline = cutlass::PipelineTmaAsync<2>;
  using PipelineState = cutlass::PipelineState<2>;
  using SmemLayout = decltype(make_layout(append(TileShape{}, _2{}), make_stride(_64{}, _1{}, _4096{})));
  struct TensorStorage { alignas(128) half_t a[2 * 64 * 64]; };
  using Tma = decltype(make_tma_copy(SM90_TMA_LOAD{},
    make_tensor(make_gmem_ptr((half_t const*)nullptr), make_shape(0, 0), make_stride(int64_t(0), _1{})),
    SmemLayout{}(_, _, _0{}), TileShape{}, _1{}));
  struct Params { Tma tma; };
  static constexpr uint32_t TmaTransactionBytes = ${bytes};
  template <class Problem>
  __device__ auto load_init(Problem const& problem, Params const& params) const {
    auto [M, K] = problem;
    return make_tuple(local_tile(params.tma.get_tma_tensor(make_shape(M, K)), TileShape{}, make_coord(_, _)));
  }
  template <class TensorA, class Maps>
  __device__ void load(Params const& params, MainloopPipeline pipeline, PipelineState state, cute::tuple<TensorA> const& load_inputs,
                       Maps const& maps, TensorStorage& storage, int m, int count) {
    auto sA = make_tensor(make_smem_ptr(storage.a), SmemLayout{});
    auto thr = params.tma.get_slice(_0{});
    auto tAgA = thr.partition_S(get<0>(load_inputs)(_, _, m, _));
    auto tAsA = thr.partition_D(sA);
    for (int k = 0; k < count; ++k) {
      pipeline.producer_acquire(state);
      auto* bar = pipeline.producer_get_barrier(state);
      copy(params.tma.with(get<0>(maps), *bar, 0), tAgA(_, _, _, k), tAsA(_, _, _, state.index()));
      ++state;
    }
  }
};
using One = typename CollectiveMma<Shape<_64, _64>>::Params;`;

test("a collective's pipeline is made with the bytes that its class says, also where the descriptor comes with the barrier", async () => {
  expect(await told(collective("size(TileShape{}) * sizeof(half_t)"))).toEqual([]);
  expect(await told(collective("size(SmemLayout{}) * sizeof(half_t)"))).toEqual([
    "tma-transaction-bytes at size(SmemLayout{}) * sizeof(half_t): the barrier expects 16384 B, the copies on it bring 8192 B: its wait never ends; expect 8192 B",
  ]);
});

test("of several pipelines each has the bytes of its own parameters, also where a lambda makes it", async () => {
  const more = (make: string): string =>
    pipelined("64 * 64 * sizeof(half_t)").replace(
      "  Pipe pipeline(plan.pipe, params, Shape<_1, _1, _1>{});",
      `  typename Pipe::Params others;
  others.transaction_bytes = 64;
  ${make}`,
    );
  const lambda = (name: string): string =>
    `Pipe pipeline = [&] { if (threadIdx.x < 512) return Pipe(plan.pipe, ${name}, Shape<_1, _1, _1>{}); return Pipe(plan.pipe, ${name}, Shape<_2, _1, _1>{}); }();`;
  expect(
    await told(more("Pipe pipeline(plan.pipe, params, Shape<_1, _1, _1>{}); Pipe other(plan.pipe, others);")),
  ).toEqual([]);
  expect(await told(more(lambda("params")))).toEqual([]);
  expect(await told(more(lambda("others")))).toEqual([
    "tma-transaction-bytes at 64: the barrier expects 64 B, the copies on it bring 8192 B: its wait ends before all has come; expect 8192 B",
  ]);
});

const loader = (rows: number): string => `#pragma once
#include <cute/tensor.hpp>
#include <cutlass/pipeline/pipeline.hpp>
using namespace cute;
using Pipe = cutlass::PipelineTmaAsync<2>;
struct Load${rows} {
  template <class Tma>
  __device__ void load(Tma const& tma, Pipe& pipeline, cutlass::PipelineState<2> state, half_t* tile) {
    auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 64)), Shape<Int<${rows}>, _64>{}, make_coord(_, 0));
    auto sA = make_tensor(make_smem_ptr(tile), make_layout(Shape<Int<${rows}>, _64>{}, LayoutRight{}));
    auto thr = tma.get_slice(_0{});
    pipeline.producer_acquire(state);
    copy(tma.with(*pipeline.producer_get_barrier(state), 0), thr.partition_S(gA)(_, _, _, 0), thr.partition_D(sA));
  }
};
struct Mainloop${rows} {
  static constexpr int bytes = ${rows} * 64 * sizeof(half_t);
  static constexpr int rows = ${rows};
  template <class Tma>
  __device__ void load(Tma const& tma, Pipe& pipeline, cutlass::PipelineState<2> state, half_t* tile) {
    Load${rows} load;
    load.load(tma, pipeline, state, tile);
  }
};`;

test("a pipeline that functions of other files hand on, of one class in one instance and another in the next", async () => {
  const kernel = (bytes: string): string => `#include "load64.h"
#include "load32.h"
struct Plan { alignas(128) half_t a[64 * 64]; typename Pipe::SharedStorage pipe; };
template <class Mainloop, class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  extern __shared__ char buf[];
  Plan& plan = *reinterpret_cast<Plan*>(buf);
  typename Pipe::Params params;
  params.transaction_bytes = ${bytes};
  Pipe pipeline(plan.pipe, params, Shape<_1, _1, _1>{}, true_type{}, false_type{});
  pipeline.init_masks(Shape<_1, _1, _1>{});
  auto state = cutlass::make_producer_start_state<Pipe>();
  Mainloop mainloop;
  if (threadIdx.x == 0) mainloop.load(tma, pipeline, state, plan.a);
}
template <class Mainloop>
void run(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 64), make_stride(64, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(Shape<Int<Mainloop::rows>, _64>{}, LayoutRight{}));
  kernel<Mainloop><<<1, 384, sizeof(Plan)>>>(tma);
}
void launch(half_t const* A) { run<Mainloop64>(A); run<Mainloop32>(A); }`;
  const files = { "load64.h": loader(64), "load32.h": loader(32).replace(/using Pipe[^\n]*/, "") };
  const of = async (bytes: string): Promise<readonly string[]> =>
    (await analysed(kernel(bytes), "cpp", {}, files)).problems.map(({ message }) => message.split(":")[0] ?? "");
  expect(await of("Mainloop::bytes")).toEqual([]);
  expect(await of("2 * Mainloop::bytes")).toEqual([
    "the barrier expects 16384 B, the copies on it bring 8192 B",
    "the barrier expects 8192 B, the copies on it bring 4096 B",
  ]);
});
