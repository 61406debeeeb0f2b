// The shared memory of a kernel in sum: classes laid over raw arrays, declared storage, what CuTe DSL's allocator gives.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords } from "../../server/src/features/costs/kernel-words.ts";
import { analysed } from "../features/analysed.ts";

async function kernels(
  source: string,
  language: "cpp" | "python" = "cpp",
  others: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { index } = await analysed(source, language, {}, others);
  return kernelCosts(index, costList(index), undefined)
    .filter(({ isPart }) => !isPart)
    .flatMap((one) => kernelWords(one))
    .filter(({ label }) => /shared memory|occupancy/.test(label))
    .map(({ label, text }) => `${label}: ${text}`);
}

const head = `#include <cute/tensor.hpp>
using namespace cute;
template <class S> __device__ void load(half_t* p, S& storage) {
  Tensor sA = make_tensor(make_smem_ptr(storage.a.begin()), Layout<Shape<_64, _64>>{});
  Tensor gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, _64>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_8, _16>>{}, Layout<Shape<_8, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(gA), thr.partition_D(sA));
}
struct Storage {
  alignas(128) cute::array_aligned<half_t, 64 * 64> a;
  cute::array_aligned<half_t, 64 * 64> b;
  uint64_t barriers[4];
};
`;

test("a class laid over dynamic shared memory takes what sizeof says, not what tensors reach", async () =>
  expect(
    await kernels(`${head}
__global__ void kernel(half_t* p) {
  extern __shared__ char raw[];
  Storage& storage = *reinterpret_cast<Storage*>(raw);
  load(p, storage);
}
void launch(half_t* p) { kernel<<<1, 128, sizeof(Storage)>>>(p); }`),
  ).toEqual([
    "shared memory: 16.13 KiB of 227 KiB: a 8 KiB + b 8 KiB + barriers 32 B + padding 96 B",
    "occupancy: at most 13 CTAs per SM of H100, by shared memory",
  ]));

test("the cast stands in a functor that the kernel hands its raw memory to; parts that share a place count once", async () =>
  expect(
    await kernels(`${head}
template <class T, int Stages> struct Kernel {
  struct Mainloop { cute::array_aligned<T, 64 * 64 * Stages> a, b; };
  struct Epilogue { cute::array_aligned<float, 64 * 64> c; };
  struct SharedStorage {
    union { Mainloop mainloop; Epilogue epilogue; } tensors;
    alignas(16) uint64_t barriers[2 * Stages];
  };
  __device__ void operator()(half_t* p, char* smem) {
    SharedStorage& storage = *reinterpret_cast<SharedStorage*>(smem);
    load(p, storage.tensors.mainloop);
  }
};
template <class K> __global__ void device_kernel(half_t* p) {
  extern __shared__ char raw[];
  K kernel;
  kernel(p, raw);
}
void launch(half_t* p) { device_kernel<Kernel<half_t, 7>><<<1, 128, sizeof(Kernel<half_t, 7>::SharedStorage)>>>(p); }`),
  ).toEqual([
    "shared memory: 112.11 KiB of 227 KiB: a 56 KiB + b 56 KiB + barriers 112 B",
    "occupancy: at most 2 CTAs per SM of H100, by shared memory",
  ]));

test("declared storage, an array beside it, and one behind another part of the dynamic array", async () =>
  expect(
    await kernels(`${head}
__global__ void kernel(half_t* p) {
  extern __shared__ char raw[];
  __shared__ float sums[1024];
  auto* storage = reinterpret_cast<Storage*>(raw + 32768);
  load(p, *storage);
}
__global__ void other(half_t* p) {
  __shared__ Storage storage;
  load(p, storage);
}
void launch(half_t* p) { kernel<<<1, 128, 65536>>>(p); other<<<1, 128>>>(p); }`),
  ).toMatchInlineSnapshot(`
    [
      "shared memory: 52.13 KiB of 227 KiB: sums 4 KiB + in front of it 32 KiB + a 8 KiB + b 8 KiB + barriers 32 B + padding 96 B",
      "occupancy: at most 4 CTAs per SM of H100, by shared memory",
      "shared memory: 16.13 KiB of 227 KiB: a 8 KiB + b 8 KiB + barriers 32 B + padding 96 B",
      "occupancy: at most 13 CTAs per SM of H100, by shared memory",
    ]
  `));

test("tensors that a method of the storage makes lie in it, and all dynamic arrays are one", async () =>
  expect(
    await kernels(`${head}
struct Own {
  alignas(128) cute::ArrayEngine<half_t, 64 * 64> A;
  CUTE_DEVICE constexpr auto tensor() { return make_tensor(make_smem_ptr(A.begin()), Layout<Shape<_64, _64>>{}); }
};
__device__ void also(half_t* p, char* bytes) { load(p, *reinterpret_cast<Storage*>(bytes)); }
__global__ void kernel(half_t* p) {
  extern __shared__ char raw[];
  Own& storage = *reinterpret_cast<Own*>(raw);
  Tensor tA = storage.tensor();
  copy(local_partition(tA, Layout<_128>{}, threadIdx.x), make_tensor<half_t>(Shape<_32>{}));
  also(p, raw);
}
void launch(half_t* p) { kernel<<<1, 128, 32768>>>(p); }`),
  ).toEqual([
    "shared memory: 16.13 KiB of 227 KiB: a 8 KiB + b 8 KiB + barriers 32 B + padding 96 B",
    "occupancy: at most 13 CTAs per SM of H100, by shared memory",
  ]));

test("a size that nobody knows is no sum", async () =>
  expect(
    await kernels(`${head}
#include "elsewhere.h"
struct Open { cute::array_aligned<half_t, 64 * 64> a; elsewhere::Scheduler scheduler; };
__global__ void kernel(half_t* p) {
  extern __shared__ char raw[];
  load(p, *reinterpret_cast<Open*>(raw));
}
void launch(half_t* p) { kernel<<<1, 128, 65536>>>(p); }`),
  ).toMatchInlineSnapshot(`
    [
      "shared memory: not counted: the size of scheduler ← the size of a type that is not known ← elsewhere::Scheduler is not known",
      "occupancy: at most 16 CTAs per SM of H100, by threads",
    ]
  `));

test("CuTe DSL: what the allocator gives, with the barriers of the storage", async () =>
  expect(
    await kernels(
      `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(gA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()

    @cute.struct
    class SharedStorage:
        barriers: cute.struct.MemRange[cutlass.Int64, 14]
        sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 64 * 64 * 7], 1024]

    smem = utils.SmemAllocator()
    storage = smem.allocate(SharedStorage)
    sA = storage.sA.get_tensor(cute.make_layout((64, 64, 7), stride=(64, 1, 4096)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA[None, None, 0]))


@cute.jit
def launch(p: cute.Pointer):
    gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    kernel(gA).launch(grid=[1, 1, 1], block=[128, 1, 1])
`,
      "python",
    ),
  ).toMatchInlineSnapshot(`
    [
      "shared memory: 57 KiB of 227 KiB: sA 56 KiB + others 1 KiB",
      "occupancy: at most 3 CTAs per SM of H100, by shared memory",
    ]
  `));

test("CuTe DSL: tensors over memory that others have used count once", async () =>
  expect(
    await kernels(
      `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(gA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 128), stride=(128, 1)), 128)
    sC = cute.make_tensor(cute.recast_ptr(sA.iterator, dtype=cutlass.Float32), cute.make_layout((64, 64), stride=(64, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA))


@cute.jit
def launch(p: cute.Pointer):
    gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    kernel(gA).launch(grid=[1, 1, 1], block=[128, 1, 1])
`,
      "python",
    ),
  ).toEqual([
    "shared memory: 24 KiB of 227 KiB: sA 8 KiB + sB 16 KiB",
    "occupancy: at most 9 CTAs per SM of H100, by shared memory",
  ]));

test("CuTe DSL: two tensors over one field of the storage are one buffer", async () =>
  expect(
    await kernels(
      `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(gA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()

    @cute.struct
    class SharedStorage:
        sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 64 * 64 * 2], 1024]
        sB: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 64 * 64], 1024]

    smem = utils.SmemAllocator()
    storage = smem.allocate(SharedStorage)
    sA = storage.sA.get_tensor(cute.make_layout((64, 64, 2), stride=(64, 1, 4096)))
    sB = storage.sB.get_tensor(cute.make_layout((64, 64), stride=(64, 1)))
    sOut = storage.sA.get_tensor(cute.make_layout((64, 128), stride=(128, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA[None, None, 0]))


@cute.jit
def launch(p: cute.Pointer):
    gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    kernel(gA).launch(grid=[1, 1, 1], block=[128, 1, 1])
`,
      "python",
    ),
  ).toEqual([
    "shared memory: 24 KiB of 227 KiB: sA 16 KiB + sB 8 KiB",
    "occupancy: at most 9 CTAs per SM of H100, by shared memory",
  ]));

const epilogue = `import cutlass
import cutlass.cute as cute


class Epilogue:
    def __init__(self, kernel):
        self.kernel = kernel

    def take(self):
        self.sC = self.kernel.smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)

    def take_all(self):
        def f(name):
            self.kernel.smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)

        self.each(f)

    def each(self, f):
        for name in self.names:
            f(name)
`;

const withEpilogue = (takes: string): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from epilogue import Epilogue


class Kernel:
    def __init__(self):
        self.epilogue = Epilogue(self)
        self.epilogue.names = ["C", "D"]

    @cute.jit
    def __call__(self, p: cute.Pointer):
        gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
        self.kernel(gA).launch(grid=[1, 1, 1], block=[128, 1, 1])

    @cute.kernel
    def kernel(self, gA: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        self.smem = utils.SmemAllocator()
        sA = self.smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)
        ${takes}
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
        tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
        thr = tiled.get_slice(tidx)
        cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA))


@cute.jit
def launch(p: cute.Pointer):
    Kernel()(p)
`;

test("CuTe DSL: what methods of another file take of the kernel's allocator is part of the sum", async () => {
  const taken = async (takes: string) =>
    (await kernels(withEpilogue(takes), "python", { "epilogue.py": epilogue })).slice(0, 1);
  expect(await taken("self.epilogue.take()")).toMatchInlineSnapshot(`
    [
      "shared memory: 16 KiB of 227 KiB: sA 8 KiB + others 8 KiB",
    ]
  `);
  expect(await taken("self.epilogue.take_all()")).toMatchInlineSnapshot(`
    [
      "shared memory: not counted: take_all takes more of it, how often is not known",
    ]
  `);
});
