// Functions inside a kernel: what they do with its barriers happens where they are called.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);
};

const cpp = (lambda: string, use: string): Promise<readonly string[]> =>
  told(
    `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  __shared__ uint64_t bar;
  auto sA = make_tensor(make_smem_ptr(buffer), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto load = ${lambda};
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);
    ${use}
  }
  __syncthreads();
  wait_barrier(bar, 0);
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  kernel<<<1, 128>>>(tma, layout);
}`,
    "cpp",
  );

const bytes =
  "tma-transaction-bytes: the barrier expects 8192 B, the copies on it bring 16384 B: its wait ends before all has come; expect 16384 B";
const body = (amount: string): string =>
  `[&](uint64_t& b) { set_barrier_transaction_bytes(b, ${amount}); copy(tma.with(b), tAgA, tAsA); }`;

test("C++: a lambda that expects and copies", async () => {
  expect(await cpp(body("128 * 64"), "load(bar);")).toEqual([bytes]);
  expect(await cpp(body("128 * 64 * 2"), "load(bar);")).toEqual([]);
});

test("C++: the copy in a lambda, the expectation outside; and what is handed on is out of sight", async () => {
  const copy = "[&] { copy(tma.with(bar), tAgA, tAsA); }";
  expect(await cpp(copy, "set_barrier_transaction_bytes(bar, 128 * 64); load();")).toEqual([bytes]);
  expect(await cpp(copy, "set_barrier_transaction_bytes(bar, 2 * 128 * 64); load();")).toEqual([]);
  expect(await cpp(copy, "set_barrier_transaction_bytes(bar, 128 * 64); twice(load);")).toEqual([]);
  expect(await cpp(copy, "set_barrier_transaction_bytes(bar, 2 * 2 * 128 * 64); load(); load();")).toEqual([]);
});

test("C++: a lambda that is given to another one, which calls it", async () => {
  const loop = "[&](auto body) { for (int i = 0; i < 1; ++i) body(bar); }";
  const load = (amount: string, copies = "copy(tma.with(b), tAgA, tAsA);"): string =>
    `load([&](uint64_t& b) { set_barrier_transaction_bytes(b, ${amount}); ${copies} });`;
  expect(await cpp(loop, load("128 * 64"))).toEqual([bytes]);
  expect(await cpp(loop, load("128 * 64 * 2"))).toEqual([]);
  // Handed on, it may run anywhere.
  expect(await cpp("[&](auto body) { twice(body); }", load("128 * 64"))).toEqual([]);
});

const dsl = (inside: string): Promise<readonly string[]> =>
  told(
    `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    def prepare(count):
        cute.arch.mbarrier_init(bar, count)
    ${inside}
    cute.arch.sync_threads()
    cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`,
    "python",
  );

test("CuTe DSL: a function inside the kernel", async () => {
  const start = "if cute.arch.thread_idx()[0] == 0:\n        ";
  expect(await dsl(`${start}prepare(4)`)).toEqual([
    "barrier-arrivals: bar counts 4 arrivals, 128 threads arrive in one place: a phase ends before all have come; count them all or let fewer arrive",
  ]);
  expect(await dsl(`${start}prepare(128)`)).toEqual([]);
  expect(await dsl(`${start}for one in [prepare]:\n            one(4)`)).toEqual([]);
});

test("CuTe DSL: the number of a pipeline's stage is not the pipeline", async () => {
  const source = (bytes: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.ComposedLayout):
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 8)
    sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, swizzle=layout.inner)
    gA = cute.local_tile(mA, (128, 64), (0, None))
    tAsA, tAgA = cpasync.tma_partition(
        tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)
    )
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread)
    producer, consumer = pipeline.PipelineTmaAsync.create(
        num_stages=4, producer_group=group, consumer_group=group, tx_count=${bytes}, barrier_storage=bars
    ).make_participants()
    if cute.arch.warp_idx() == 0:
        for k in range(16):
            stage = producer.acquire_and_advance()
            ahead = stage.count + 4
            cute.prefetch(tma, tAgA[None, ahead])
            cute.copy(tma, tAgA[None, stage.count], tAsA[None, stage.index], tma_bar_ptr=stage.barrier)

@cute.jit
def launch(mA: cute.Tensor):
    atom = cute.nvgpu.warpgroup.make_smem_layout_atom(cute.nvgpu.warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
    layout = cute.tile_to_shape(atom, (128, 64, 4), order=(0, 1, 2))
    one = cute.slice_(layout, (None, None, 0))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, one, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))

launch(cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout((512, 1024), stride=(1024, 1))))
`;
  expect(await told(source("8192"), "python")).toEqual([
    "tma-transaction-bytes: the barrier expects 8192 B, the copies on it bring 16384 B: its wait ends before all has come; expect 16384 B",
  ]);
  expect(await told(source("16384"), "python")).toEqual([]);
});

test("lambdas that call each other twice over are answered, and what is out of sight is not accused", async () => {
  const calls = Array.from({ length: 33 }, (_, i) => `auto f${i + 1} = [&]() { f${i}(); f${i}(); };`).join("\n  ");
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  auto f0 = [&]() { wait_barrier(bar, 0); };
  ${calls}
  f33();
}`;
  expect(await told(source, "cpp")).toEqual([]);
});

test("functions that call each other twice over are answered too", async () => {
  const functions = Array.from(
    { length: 33 },
    (_, i) => `__device__ void f${i + 1}(uint64_t& bar) { f${i}(bar); f${i}(bar); }`,
  ).join("\n");
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__device__ void f0(uint64_t& bar) { wait_barrier(bar, 0); }
${functions}
__global__ void kernel() {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  f33(bar);
}`;
  expect(await told(source, "cpp")).toEqual([]);
});
