// What limits a kernel besides shared memory: registers that its warps set, its cluster, its tensor memory.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords } from "../../server/src/features/costs/kernel-words.ts";
import { gpus, occupancy } from "../../src-engine/costs/gpus.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function limits(source: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(source, language);
  const [kernel] = kernelCosts(index, costList(index), undefined);
  const words = kernel === undefined ? [] : kernelWords(kernel);
  return words.flatMap(({ label, text }) =>
    /registers|tensor memory|cluster|occupancy|threads/.test(label) ? [`${label}: ${text}`] : [],
  );
}

test("C++: warps that share the registers anew, a cluster of two", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, int tiles) {
  constexpr int Loads = 24;
  __shared__ alignas(1024) half_t a[64 * 64];
  __shared__ alignas(1024) half_t b[64 * 64];
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor sB = make_tensor(make_smem_ptr(b), tile_to_shape(atom, Shape<_64, _64>{}));
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  if (threadIdx.x < 128) {
    cutlass::arch::warpgroup_reg_dealloc<Loads>();
  } else {
    cutlass::arch::warpgroup_reg_alloc<240>();
    auto tm = mma.get_slice(threadIdx.x - 128);
    Tensor rC = partition_fragment_C(mma, Shape<_64, _64>{});
    for (int tile = 0; tile < tiles; ++tile) gemm(mma, tm.partition_fragment_A(sA), tm.partition_fragment_B(sB), rC);
  }
}
void run(half_t const* A) {
  dim3 dimCluster(2, 1, 1);
  cutlass::ClusterLaunchParams params = {dim3(8), dim3(256), dimCluster, 0};
  cutlass::launch_kernel_on_cluster(params, (void const*)kernel, A, 4);
}
`;
  expect(await limits(source, "cpp")).toEqual([
    "threads: 256 a block, 128 of them in its copies and MMAs",
    "registers: at least 32 a thread, for the accumulators of its largest MMA; its warps set 24 and 240",
    "cluster: 2 × 1 × 1: 2 CTAs",
    "occupancy: at most 8 CTAs per SM of H100, by threads",
  ]);
});

test("CuTe DSL: setmaxregister and the launch's cluster", async () => {
  const source = `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    a = cute.local_partition(mA, cute.make_layout((128,)), tidx)
    r = cute.make_fragment_like(a)
    if tidx < 32:
        cute.arch.setmaxregister_decrease(40)
    else:
        cute.arch.setmaxregister_increase(232)
    cute.autovec_copy(a, r)

@cute.jit
def main():
    t = cute.make_tensor(cute.make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem), cute.make_layout((256,)))
    kernel(t).launch(grid=(1, 1, 1), block=(128, 1, 1), cluster=(2, 2, 1))
`;
  expect(await limits(source, "python")).toEqual([
    "threads: 128 a block",
    "registers: its warps set 40 and 232",
    "cluster: 2 × 2 × 1: 4 CTAs",
    "occupancy: at most 16 CTAs per SM of H100, by threads",
  ]);
});

test("tensor memory is given out in powers of two, from 32 columns", () => {
  const b200 = gpus.b200;
  if (b200 === undefined) throw new Error("B200 is not known");
  const fit = (columns: number) => occupancy(b200, { shared: undefined, threads: 128, registers: undefined, columns });
  expect([32, 128, 129, 256, 512].map((one) => fit(one))).toEqual([
    { blocks: 16, by: "threads" },
    { blocks: 4, by: "tensor memory" },
    { blocks: 2, by: "tensor memory" },
    { blocks: 2, by: "tensor memory" },
    { blocks: 1, by: "tensor memory" },
  ]);
});

async function threads(source: string, language: Language): Promise<readonly string[]> {
  const { index } = await analysed(source, language);
  return kernelCosts(index, costList(index), undefined).flatMap((kernel) =>
    kernelWords(kernel).flatMap(({ label, text }) =>
      label === "threads" ? [`${index.instances.get(kernel.instance)?.function}: ${text}`] : [],
    ),
  );
}

test("C++: a class of kernels says the threads of its blocks, those that only load among them", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <int Groups>
struct Kernel {
  static constexpr uint32_t MaxThreadsPerBlock = (Groups + 1) * cutlass::NumThreadsPerWarpGroup;
  static constexpr uint32_t MinBlocksPerMultiprocessor = 1;
  struct SharedStorage {
    alignas(1024) cute::array_aligned<half_t, Groups * 64 * 64> a;
    alignas(1024) cute::array_aligned<half_t, 64 * 64> b;
  };
  struct Params { int tiles; };
  CUTLASS_DEVICE void operator()(Params const& params, char* raw) {
    SharedStorage& storage = *reinterpret_cast<SharedStorage*>(raw);
    auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
    Tensor sA = make_tensor(make_smem_ptr(storage.a.begin()), tile_to_shape(atom, Shape<Int<Groups * 64>, _64>{}));
    Tensor sB = make_tensor(make_smem_ptr(storage.b.begin()), tile_to_shape(atom, Shape<_64, _64>{}));
    auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}, Layout<Shape<Int<Groups>, _1, _1>>{});
    if (threadIdx.x < 128) return;
    auto tm = mma.get_slice(threadIdx.x - 128);
    Tensor rC = partition_fragment_C(mma, Shape<Int<Groups * 64>, _64>{});
    for (int tile = 0; tile < params.tiles; ++tile) gemm(mma, tm.partition_fragment_A(sA), tm.partition_fragment_B(sB), rC);
  }
};
void run() {
  Kernel<2>::Params params{4};
  cutlass::device_kernel<Kernel<2>><<<1, Kernel<2>::MaxThreadsPerBlock, sizeof(Kernel<2>::SharedStorage)>>>(params);
}
`;
  expect(await threads(source, "cpp")).toMatchInlineSnapshot(`
    [
      "Kernel::operator(): 384 a block, 256 of them in its copies and MMAs",
    ]
  `);
});

test("CuTe DSL: each of a kernel's configurations has the threads that it is launched with", async () => {
  const source = `import cutlass
import cutlass.cute as cute

class Reads:
    def __init__(self, groups):
        self.groups = groups
        self.threads = (groups + 1) * 128

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        self.kernel(mA).launch(grid=(1, 1, 1), block=[self.threads, 1, 1])

    @cute.kernel
    def kernel(self, mA: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        if tidx < self.groups * 128:
            a = cute.local_partition(mA, cute.make_layout((self.groups * 128,)), tidx)
            cute.autovec_copy(a, cute.make_fragment_like(a))

@cute.jit
def main():
    t = cute.make_tensor(cute.make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem), cute.make_layout((1024,)))
    Reads(1)(t)
    Reads(2)(t)
`;
  expect(await threads(source, "python")).toMatchInlineSnapshot(`
    [
      "Reads.kernel: 256 a block, 128 of them in its copies and MMAs",
      "Reads.kernel: 384 a block, 256 of them in its copies and MMAs",
    ]
  `);
});
