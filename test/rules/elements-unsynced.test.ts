// smem-unsynced where threads read and write single elements: the kernels that people write first.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

interface Parts {
  readonly between?: string;
  readonly left?: string;
  readonly right?: string;
  readonly store?: string;
}

const cpp = async ({
  between = "",
  left = "sA(ty, k)",
  right = "sB(k, tx)",
  store = "sB(ty, tx) = gB(t * 32 + ty, tx);",
}: Parts = {}): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void gemm(float const* A, float const* B, float* C, int K) {
  __shared__ float As[32 * 32], Bs[32 * 32];
  auto tile = Layout<Shape<_32, _32>, Stride<_32, _1>>{};
  auto sA = make_tensor(make_smem_ptr(As), tile);
  auto sB = make_tensor(make_smem_ptr(Bs), tile);
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _1024>, Stride<_1024, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_1024, _32>, Stride<_32, _1>>{});
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int t = 0; t < 32; ++t) {
    sA(ty, tx) = gA(ty, t * 32 + tx);
    ${store}
    ${between}
    for (int k = 0; k < 32; ++k) sum += ${left} * ${right};
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}
void launch(float const* A, float const* B, float* C, int K) { gemm<<<1, dim3(32, 32)>>>(A, B, C, K); }`;
  const { problems } = await analysed(source, "cpp");
  return problems
    .filter(({ code }) => code === "smem-unsynced")
    .map(({ place, message }) => `${source.slice(place.start, place.end)}: ${message}`);
};

const said = "threads of other warps write what is read here, with no barrier between: put";
const message = `${said} __syncthreads() there`;

test("C++: a tile that each thread writes an element of, and reads a column of", async () => {
  // A warp has a row of A to itself.
  expect(await cpp()).toEqual([`sB: ${message}`]);
  expect(await cpp({ left: "sA(k, ty)" })).toEqual([`sA: ${message}`, `sB: ${message}`]);
  expect(await cpp({ between: "__syncthreads();" })).toEqual([]);
  expect(await cpp({ right: "sB(ty, tx)" })).toEqual([]);
});

test("C++: an element in its place is read before it is written", async () => {
  // What stands to the right is read first, whoever writes it later.
  expect(await cpp({ store: "sB(ty, tx) = sB(31 - ty, tx);", right: "1.0f" })).toEqual([]);
  // Threads that do not come there write nothing.
  expect(await cpp({ store: "if (ty < 0) sB(ty, tx) = gB(t * 32 + ty, tx);" })).toEqual([]);
  expect(await cpp({ store: "if (ty == 5) sB(ty, tx) = gB(t * 32 + ty, tx);" })).toEqual([`sB: ${message}`]);
  expect(await cpp({ store: "if (tx == 0 && ty == 0) sB(0, 0) = 1.0f;", right: "sB(0, 0)" })).toEqual([
    `sB: ${message}`,
  ]);
  expect(await cpp({ store: "if (tx < K) sB(ty, tx) = gB(t * 32 + ty, tx);" })).toEqual([]);
});

const dsl = async (range: string, between = ""): Promise<readonly string[]> => {
  const source = `
import cutlass
import cutlass.cute as cute

@cute.kernel
def gemm(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor):
    tx, ty, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = cute.make_layout((32, 32), stride=(32, 1))
    sA = smem.allocate_tensor(cutlass.Float32, tile, 16)
    sB = smem.allocate_tensor(cutlass.Float32, tile, 16)
    total = cutlass.Float32(0)
    for t in range(32):
        sA[ty, tx] = gA[ty, t * 32 + tx]
        sB[ty, tx] = gB[t * 32 + ty, tx]${between}
        for k in ${range}(32):
            total += sA[ty, k] * sB[k, tx]
        cute.arch.sync_threads()
    gC[ty, tx] = total

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    gA = cute.make_tensor(p, cute.make_layout((32, 1024), stride=(1024, 1)))
    gB = cute.make_tensor(p, cute.make_layout((1024, 32), stride=(32, 1)))
    gC = cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))
    gemm(gA, gB, gC).launch(grid=(1, 1, 1), block=(32, 32, 1))
`;
  const { problems } = await analysed(source, "python");
  return problems
    .filter(({ code }) => code === "smem-unsynced")
    .map(({ place, message }) => `${source.slice(place.start, place.end)}: ${message}`);
};

test.each(["range", "cutlass.range_constexpr"])("CuTe DSL: the same, in a loop of %s", async (range) => {
  expect(await dsl(range)).toEqual([`sB: ${said} cute.arch.sync_threads() there`]);
  expect(await dsl(range, "\n        cute.arch.sync_threads()")).toEqual([]);
});
