// barrier-phase: a ring of barriers, each of which has phases of its own.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: Language): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems
    .filter(({ code }) => code === "barrier-phase")
    .map(({ place }) => source.slice(place.start, place.end));
};

const cpp = (phase: string, stages = 4, from = 0): string => `#include <cute/tensor.hpp>
using namespace cute;
constexpr int stages = ${stages};
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, float* out, int n) {
  __shared__ alignas(128) half_t smem[64 * 64 * stages];
  __shared__ uint64_t full[stages];
  auto sA = make_tensor(make_smem_ptr(smem), make_layout(make_shape(_64{}, _64{}, Int<stages>{})));
  auto gA = local_tile(tma.get_tma_tensor(make_shape(64, 512)), Shape<_64, _64>{}, make_coord(0, _));
  auto slice = tma.get_slice(0);
  auto tAgA = slice.partition_S(gA);
  auto tAsA = slice.partition_D(sA);
  if (threadIdx.x == 0)
    for (int s = 0; s < stages; ++s) initialize_barrier(full[s], 1);
  __syncthreads();
  for (int k = ${from}; k < 8; ++k) {
    int s = k % stages;
    if (threadIdx.x == 0) {
      set_barrier_transaction_bytes(full[s], 64 * 64 * 2);
      copy(tma.with(full[s]), tAgA(_, _, _, k), tAsA(_, _, _, s));
    }
    wait_barrier(full[s], ${phase});
    out[k] = sA(threadIdx.x, 0, s);
    __syncthreads();
  }
}`;

test.each([
  ["as of one barrier", cpp("k & 1"), ["k & 1"]],
  ["the same by a remainder", cpp("k % 2"), ["k % 2"]],
  ["of the ring", cpp("(k / stages) & 1"), []],
  ["a ring of one", cpp("k & 1", 1), []],
  ["rounds that begin elsewhere", cpp("k & 1", 4, 4), []],
])("C++: %s", async (_name, source, wanted) => {
  expect(await told(source, "cpp")).toEqual(wanted);
});

const dsl = (phase: string): string => `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    full = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 3)
    for k in cutlass.range(12):
        stage = k % 3
        cute.arch.mbarrier_wait(full + stage, ${phase})
        x[k] = cutlass.Float32(0.0)

@cute.jit
def launch(p: cute.Pointer):
    kernel(cute.make_tensor(p, cute.make_layout(12))).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("CuTe DSL", async () => {
  expect(await told(dsl("k % 2"), "python")).toEqual(["k % 2"]);
  expect(await told(dsl("(k // 3) % 2"), "python")).toEqual([]);
});
