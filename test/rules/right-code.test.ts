// Code that ships and is right: no error, no warning.
import { expect, test } from "vitest";
import { findProblems } from "../../server/src/rules/find.ts";
import { defaults } from "../../server/src/settings/read.ts";
import { projectOf } from "../evaluate/facts-of.ts";
import { analysed } from "../features/analysed.ts";

async function told(text: string): Promise<readonly string[]> {
  const { problems } = await analysed(text, "cpp");
  return problems.filter(({ severity }) => severity === "error" || severity === "warning").map(({ code }) => code);
}

const pair = `
#include <cute/tensor.hpp>
using namespace cute;
template <class T, int M, int N>
struct SM100_OURS_2SM {};
namespace cute {
template <class T, int M, int N>
struct MMA_Traits<SM100_OURS_2SM<T, M, N>> {
  using ValTypeD = float;
  using ValTypeA = T;
  using ValTypeB = T;
  using ValTypeC = float;
  using FrgTypeA = UMMA::smem_desc<UMMA::Major::K>;
  using FrgTypeB = UMMA::smem_desc<UMMA::Major::K>;
  using FrgTypeC = UMMA::tmem_frg_2sm<float>;
  using Shape_MNK = Shape<Int<M>, Int<N>, _16>;
  using ThrID = Layout<_2>;
  using ALayout = Layout<Shape<_2, Shape<Int<M / 2>, _16>>, Stride<Int<M / 2>, Stride<_1, Int<M>>>>;
  using BLayout = Layout<Shape<_2, Shape<Int<N / 2>, _16>>, Stride<Int<N / 2>, Stride<_1, Int<N>>>>;
  using CLayout = Layout<Shape<_2, Shape<Int<M / 2>, Int<N>>>, Stride<Int<M / 2>, Stride<_1, Int<M>>>>;
};
}
__device__ void f(half_t* p) {
  auto mma = make_tiled_mma(SM100_OURS_2SM<half_t, 128, 256>{});
  auto s = tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  auto a = mma.get_slice(_0{}).partition_fragment_A(make_tensor(make_smem_ptr(p), s));
}`;

test("an MMA of two CTAs partitions one CTA's half of the tile, also where the project declares the operation", async () => {
  expect(await told(pair)).toEqual([]);
});

const tiles = (columns: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[cosize_v<Smem>];
  __shared__ uint64_t bar;
  auto s = make_tensor(make_smem_ptr(buffer), layout);
  auto thr = tma.get_slice(_0{});
  if (threadIdx.x == 0) initialize_barrier(bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(bar, 64 * 64 * sizeof(half_t));
    copy(tma.with(bar), thr.partition_S(tma.get_tma_tensor(make_shape(64, ${columns}))), thr.partition_D(s));
  }
  wait_barrier(bar, 0);
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(64, ${columns}), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_64, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout);
  kernel<<<1, 128>>>(tma, layout);
}`;

test("a TMA load of the first tile of a larger tensor", async () => {
  expect(await told(tiles("128"))).toEqual([]);
});

const kernel = (condition: string): string => `
import torch
import cutlass
import cutlass.cute as cute


class Copy:
    def __init__(self):
        self.wide = torch.cuda.get_device_capability()[0] >= 9

    @cute.jit
    def __call__(self, p: cute.Pointer):
        self.kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, p: cute.Pointer):
        gA = cute.make_tensor(p, cute.make_layout((128, 64), stride=(64, 1)))
        if cutlass.const_expr(self.wide):
            gA[0, 0] = gA[0, 0, 0]


def run(p):
    major, minor = torch.cuda.get_device_capability()
    if ${condition}:
        cute.compile(Copy(), p)


run(cute.runtime.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128))
`;

test("what a kernel for one device chooses for another", async () => {
  const said = async (condition: string) =>
    (await analysed(kernel(condition), "python")).problems.map(({ code }) => code);
  expect(await said("(major * 10 + minor) // 10 == 8")).toEqual([]);
  expect(await said("True")).toEqual(["not-traced"]);
});

const rowSums = (stride: string, use: string): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(x: cute.Tensor, sums: cute.Pointer):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=64)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((1, 2)))
    mean = cute.make_tensor(sums, cute.make_layout((4, 64), stride=${stride}))
    mine = tiled.get_slice(cute.arch.thread_idx()[0]).partition_D(mean)
    ${use}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=4)
    kernel(cute.make_tensor(p, cute.make_layout(4)), p).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test.each([
  ["(1, 0)", "mine[0] = 0.0", []],
  ["(64, 1)", "mine[0] = 0.0", []],
  ["(64, 1)", "cute.copy(atom, cute.make_fragment_like(mine), mine)", ["copy-alignment"]],
])("a partition is no vector of a copy before something copies it: stride %s, %s", async (stride, use, codes) => {
  const { problems } = await analysed(rowSums(stride, use), "python");
  expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(codes);
});

const mainloop = `
#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <class StrideA>
struct Mainloop {
  struct Arguments { half_t const* A; StrideA dA; };
  template <class ProblemShape>
  static auto tensor(ProblemShape const& problem_shape, Arguments const& args) {
    auto [M, N, K, L] = problem_shape;
    return make_tensor(args.A, make_layout(make_shape(M, K, L), args.dA));
  }
  static int stages() { return 3; }
};`;

test.each(["int64_t", "Stride<int64_t, int64_t>"])(
  "a shape that nobody gives may nest as the strides of some use do: %s",
  async (stride) => {
    const user = `#include "mainloop.hpp"\nusing Dense = Mainloop<Stride<${stride}, _1, int64_t>>;\nint use() { return Dense::stages(); }\n`;
    const project = await projectOf({ "/p/mainloop.hpp": mainloop, "/p/user.cu": user });
    const facts = await project.analyse("/p/mainloop.hpp");
    project.dispose();
    expect(facts?.facts.some((fact) => fact.kind === "call" && fact.op === "make_tensor")).toBe(true);
    const failed = (rule: { code: string }, cause: unknown) => {
      throw new Error(`rule ${rule.code} failed`, { cause });
    };
    expect(findProblems(facts!, [mainloop], defaults, failed)).toEqual([]);
  },
);

const twice = (a: string): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def multiply():
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 8)))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((16, 8)), cutlass.Float32)
    a = cute.make_rmem_tensor(cute.make_layout(${a}), cutlass.Float16)
    b = cute.make_rmem_tensor(mma.partition_shape_B((8, 8)), cutlass.Float16)
    cute.gemm(mma, acc, a, b, acc)
`;

// Traced and compiled by CuTe DSL 4.8.1 with each of them; of the last half of the values are never looked at.
test.each([
  ["(((2, 2), 2), 1, 1), stride=(((1, 2), 0), 0, 0)", []],
  ["((2, 2), 1, 1), stride=((1, 0), 0, 0)", []],
  ["(((2, 2), 2), 1, 1), stride=(((1, 2), 4), 0, 0)", ["gemm-extents"]],
])("values of an operand that stand there twice may be taken once: %s", async (a, codes) => {
  const { problems } = await analysed(twice(a), "python");
  expect(problems.filter(({ code }) => code === "gemm-extents").map(({ code }) => code)).toEqual(codes);
});

const fromTorch = (align: string): string => `
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def kernel(mA: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((1, 8)))
    source = tiled.get_slice(cute.arch.thread_idx()[0]).partition_S(mA)
    cute.copy(tiled, source, cute.make_fragment_like(source))

@cute.jit
def go(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(128, 1, 1))

go(from_dlpack(torch.randn(4, 256, device="cuda", dtype=torch.float16)${align}))
`;

test("from_dlpack takes no more than an element's alignment for granted", async () => {
  const told = async (align: string): Promise<readonly string[]> =>
    (await analysed(fromTorch(align), "python")).problems.map(({ message }) => message);
  expect(await told("")).toEqual([
    "the tensor's pointer is aligned to 2 bytes, the copy's vectors need 16: say what it is aligned to where it is made (assumed_align=16), or take a narrower copy (in kernel)",
  ]);
  expect(await told(", assumed_align=16")).toEqual([]);
});

test("a grid that only a scheduler knows, and one of two cluster sizes", async () => {
  const launch = (grid: string, more = ""): string => `
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    pass

@cute.jit
def go(problem: cute.Shape):
    params = utils.PersistentTileSchedulerParams(problem, (2, 2, 1))
    grid = ${grid}
    kernel().launch(grid=grid, block=(128, 1, 1), cluster=(2, 2, 1)${more})
`;
  const told = async (text: string): Promise<readonly string[]> =>
    (await analysed(text, "python")).problems.map(({ code }) => code);
  expect(await told(launch("utils.StaticPersistentTileScheduler.get_grid_shape(params, 8)"))).toEqual([]);
  expect(await told(launch("(2, 1, 1)", ", fallback_cluster=(1, 1, 1)"))).toEqual([]);
  expect(await told(launch("(2, 1, 1)"))).toEqual(["launch-cluster"]);
});

const staged = (op: string, from: number, into: number): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_compact_tensor

@cute.kernel
def kernel(mA: cute.Tensor):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((4, 256), stride=(256, 1)), byte_alignment=${into})
    atom = cute.make_copy_atom(${op}, cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((1, 8)))
    part = tiled.get_slice(cute.arch.thread_idx()[0])
    cute.copy(tiled, part.partition_S(mA), part.partition_D(sA))

@cute.jit
def go(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(128, 1, 1))

go(make_fake_compact_tensor(cutlass.Float16, (4, 256), stride_order=(1, 0), assumed_align=${from}))
`;

// As CuTe DSL 4.8.1 takes or refuses them.
test.each([
  ["cute.nvgpu.CopyUniversalOp()", 16, 4, []],
  ["cute.nvgpu.CopyUniversalOp()", 4, 16, ["copy-alignment"]],
  ["cpasync.CopyG2SOp()", 16, 4, ["copy-alignment"]],
])(
  "a plain copy from memory to memory asks only its source's alignment: %s, %d to %d",
  async (op, from, into, codes) => {
    const { problems } = await analysed(staged(op, from, into), "python");
    expect(problems.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(codes);
  },
);

test("a predicate whose first modes are the vectors' was right before CUTLASS 4.0: an information says what it is now", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(float const* from) {
  Tensor source = make_tensor(make_gmem_ptr(from), Layout<Shape<_1, _8>>{});
  Tensor target = make_tensor<float>(Shape<_1, _8>{});
  Tensor inside = make_tensor<bool>(Shape<_8, _4>{}, Stride<_1, _0>{});
  copy_if(Copy_Atom<UniversalCopy<float>, float>{}, inside, source, target);
}`,
    "cpp",
  );
  const serious = problems.filter(({ severity }) => severity !== "hint");
  expect(serious.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["information copy-extents"]);
});

const flatPredicate = `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(float const* from, bool inside) {
  Tensor source = make_tensor(make_gmem_ptr(from), Layout<Shape<_4, _1, _1>>{});
  Tensor target = make_tensor<float>(Shape<_4, _1, _1>{});
  Tensor guard = make_tensor<bool>(_1{});
  guard(0) = inside;
  copy_if(Copy_Atom<UniversalCopy<uint128_t>, float>{}, guard, source, target);
}`;

test.each([
  ["no version in sight", undefined, "information copy-extents"],
  ["CUTLASS 3.6", "3.6", "information copy-extents"],
  ["CUTLASS 4.2", "4.2", "error copy-extents"],
])("a predicate of one value for one vector was right before CUTLASS 4.0: %s", async (_, version, told) => {
  const [major, minor] = version?.split(".") ?? [];
  const header = `#define CUTLASS_MAJOR ${major}\n#define CUTLASS_MINOR ${minor}\n`;
  const others = version === undefined ? {} : { "third_party/cutlass/include/cutlass/version.h": header };
  const { problems } = await analysed(flatPredicate, "cpp", {}, others);
  const serious = problems.filter(({ severity }) => severity !== "hint");
  expect(serious.map(({ severity, code }) => `${severity} ${code}`)).toEqual([told]);
});

test("a launch that a macro expands in several scopes is not weighed against the kernel of another one", async () => {
  const launching = (bytes: string) => `
#include <cute/tensor.hpp>
using namespace cute;
#define SWITCH(WIDTH, ...) if (WIDTH == 64) { constexpr static int Tile = 64; __VA_ARGS__ } else { constexpr static int Tile = 128; __VA_ARGS__ }
template <int Tile> __global__ void kernel(char* out) {
  extern __shared__ char memory[];
  Tensor shared = make_tensor(make_smem_ptr(memory), make_layout(make_shape(Int<Tile>{}, Int<Tile>{})));
  out[threadIdx.x] = shared(threadIdx.x, 0);
}
template <int Tile> void launch(char* out) {
  kernel<Tile><<<1, 64, ${bytes}>>>(out);
}
void run(int width, char* out) { SWITCH(width, launch<Tile>(out);) }`;
  expect(await told(launching("Tile * Tile"))).toEqual([]);
  expect((await told(launching("Tile * 64"))).length).toBeGreaterThan(0);
});

test("numbers that depend on the size of a type that nothing binds are not put together at will", async () => {
  expect(
    await told(`
#include <cute/tensor.hpp>
using namespace cute;
template <class Element>
struct Epilogue {
  static constexpr int kSwizzle = sizeof(Element) == 4 ? 2 : 4;
  static constexpr int kShift = sizeof(Element) == 4 ? 2 : (sizeof(Element) == 2 ? 3 : 4);
  using Atom = decltype(composition(Swizzle<kSwizzle, 3, kShift>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
};`),
  ).toEqual([]);
});

test("an output tile over fields of the storage that nobody needs any more is no error", async () => {
  expect(
    await told(`
#include <cute/tensor.hpp>
using namespace cute;
struct Storage {
  alignas(128) ArrayEngine<half_t, 2048> q;
  alignas(128) ArrayEngine<half_t, 8192> o;
};
__global__ void kernel() {
  extern __shared__ char smem[];
  Storage& storage = *reinterpret_cast<Storage*>(smem);
  Tensor sQ = make_tensor(make_smem_ptr(storage.q.begin()), Layout<Shape<_32, _64>>{});
  clear(sQ);
  Tensor sO = make_tensor(sQ.data(), Layout<Shape<_128, _64>>{});
  clear(sO);
}`),
  ).toEqual([]);
});

const dummy = (use: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ char smem[];
  half_t* p = reinterpret_cast<half_t*>(smem);
  Tensor sP = make_tensor(make_smem_ptr(p), Layout<Shape<_16, _32>>{});
  clear(sP);
  Tensor sO = make_tensor(make_smem_ptr(p), Layout<Shape<_16, _64>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}).get_slice(threadIdx.x);
  Tensor acc = mma.partition_fragment_C(sO);
  clear(acc);
  ${use}
}
void launch() { kernel<<<1, 32, 16 * 32 * sizeof(half_t)>>>(); }`;

test("a tensor that only an accumulator is made after takes no memory", async () => {
  expect(await told(dummy(""))).toEqual([]);
  expect(await told(dummy("clear(sO);"))).toEqual(["smem-launch"]);
});

test("a constructor of a class template that nobody makes is not compiled with the defaults of its parameters", async () => {
  const text = (use: string): string => `
#include <cute/tensor.hpp>
template <class T, int Devices = 8, bool Multicast = true>
struct Global {
  T* multicast;
  Global(T** data) : Global(cute::make_index_sequence<Devices>{}, data) {}
  template <size_t... I>
  Global(cute::index_sequence<I...>, T** data) : multicast(nullptr) {
    static_assert(!Multicast, "no pointer is given");
  }
};
${use}`;
  expect(await told(text(""))).toEqual([]);
  expect(await told(text("void f(float** data) { Global<float> all(data); }"))).toEqual(["assertion-fails"]);
});

test("extents and strides of a raw tensor map that are both not known are not one number", async () => {
  expect(
    await told(`
#include <cuda.h>
CUtensorMap encode(View const& w) {
  uint64_t dims[2] = {static_cast<uint64_t>(w.size(1)), static_cast<uint64_t>(w.size(0))};
  uint64_t strides[1] = {static_cast<uint64_t>(w.stride(0)) * sizeof(__nv_bfloat16)};
  uint32_t box[2] = {64, 64};
  uint32_t steps[2] = {1, 1};
  CUtensorMap map;
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, w.data_ptr(), dims, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}`),
  ).toEqual([]);
});

test("a parameter that traced code annotates as a tensor may be given a pointer", async () => {
  const text = `import cutlass.cute as cute

class Mma:
    @cute.jit
    def run(self, tmem_ptr: cute.Tensor):
        accumulator = cute.make_tensor(tmem_ptr, cute.make_layout((128, 64)))
`;
  const { problems } = await analysed(text, "python");
  expect(problems.map(({ code }) => code)).toEqual([]);
});

test("a consumer that waits in one part of an unrolled round, releases in another, and advances around them", async () => {
  const text = `import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline


class Consumer:
    @cute.jit
    def read(self, pipe: pipeline.PipelineAsync, slots: cute.Tensor, state: pipeline.PipelineState, rounds: cutlass.Int32):
        released = state.clone()
        total = cutlass.Float32(0.0)
        for _ in cutlass.range(rounds):
            stage = state.index
            state.advance()
            for k in cutlass.range_constexpr(4):
                if cutlass.const_expr(k == 3):
                    pipe.consumer_wait(state)
                total += slots[stage]
                if cutlass.const_expr(k == 1):
                    pipe.consumer_release(released)
                    released.advance()
        return total
`;
  const { problems } = await analysed(text, "python");
  expect(problems.filter(({ code }) => code === "pipeline-state")).toEqual([]);
});

test("a state of the project's own whose phase the loop turns over", async () => {
  const text = `
#include <cute/tensor.hpp>
template <class Pipeline, class State>
__device__ float sum(Pipeline& pipeline, State& state, float const* slots, int rounds) {
  float total = 0;
  for (int k = 0; k < rounds; ++k) {
    pipeline.consumer_wait(state);
    total += slots[0];
    pipeline.consumer_release(state);
    state.phase ^= 1;
  }
  return total;
}`;
  expect(await told(text)).not.toContain("pipeline-state");
});
