// Costs as text: what `cute-lens costs` says of each copy and MMA. The figures of the tutorials' shapes are those an H100 counted.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { lossText } from "../../server/src/features/costs/loss-hints.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function costs(text: string, language: Language = "cpp"): Promise<string> {
  const { index } = await analysed(text, language);
  return costList(index)
    .map((one) => {
      const { title, lines, notes } = costWords(one, language);
      const first = lines.filter(({ rank }) => rank === "first").map(({ label, text: said }) => `${label}: ${said}`);
      return [`${one.call.op}: ${title}`, ...first, ...notes].join("\n  ");
    })
    .join("\n");
}

const kernel = (body: string, more = "half_t const* A, int lda"): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(${more}) {
${body}
}
`;

test("cp.async of 16 bytes into a plain tile, ldmatrix of it, both with the thread's index in their addresses", async () => {
  const source = kernel(`  __shared__ half_t shared[128 * 64];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(Int<128>{}, Int<64>{}), make_stride(lda, Int<1>{}));
  auto copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = copyA.get_slice(threadIdx.x);
  copy(copyA, thr.partition_S(gA), thr.partition_D(sA));
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_thr = s2r.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  copy(s2r, s2r_thr.partition_S(sA), s2r_thr.retile_D(rA));`);
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: cp.async 16 B × 8 per thread · 16 KiB per CTA
      global: 16 to 18 sectors of 16, 89 to 100% used
      shared: 4 wavefronts of 4, no conflict
      the spread is what lda may be
      lda: counted as longer than the tile
    copy: ldmatrix.x4 × 16 per thread · 32 KiB per CTA
      shared: 32 wavefronts of 4, 8-way conflict"
  `);
});

test("cp.async past L1 into rows padded against conflicts: what it pays for lines that do not meet is no conflict", async () => {
  const source = kernel(
    `  __shared__ half_t shared[32 * 72];
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _64>, Stride<_72, _1>>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  copy(load, thr.partition_S(gA), thr.partition_D(sA));`,
    "half_t const* A",
  );
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: cp.async 16 B × 8 per thread · 4 KiB per CTA
      global: 24 sectors of 16, 67% used
      shared: 11 wavefronts of 4, no bank conflict: lines of global memory and of the tile do not meet"
  `);
  const { index } = await analysed(source, "cpp");
  expect(costList(index).flatMap(({ cost }) => (cost.kind === "copy" ? [lossText(cost)] : []))).toEqual([undefined]);
});

test("the same tile swizzled: no conflict", async () => {
  const source = kernel(`  __shared__ half_t shared[128 * 64];
  auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), tile_to_shape(atom, Shape<_128, _64>{}));
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_thr = s2r.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto tXsA = s2r_thr.partition_S(sA);
  auto tXrA = s2r_thr.retile_D(rA);
  for (int k = 0; k < 4; ++k) copy(s2r, tXsA(_, _, k), tXrA(_, _, k));
  gemm(mma, rA(_, _, 0), mma.get_slice(threadIdx.x).partition_fragment_B(sA)(_, _, 0),
       partition_fragment_C(mma, Shape<_128, _128>{}));`);
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ldmatrix.x4 × 4 per thread · 8 KiB per CTA
      shared: 4 wavefronts of 4, no conflict
      loop: 4 rounds of k: 8 KiB a round, 32 KiB in all
    gemm: SM80_16x8x16_F16F16F16F16_TN × 32 per warp · 524 kFLOP per CTA
      operands: A 512 B from registers, B 256 B from registers, C 256 B from registers (one instruction)
      accumulator: 64 registers a thread"
  `);
});

test("copies without an atom take what both layouts have side by side; a column of a row-major tile conflicts", async () => {
  const source = kernel(
    `  __shared__ float shared[32 * 32];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto rows = local_partition(sA, Layout<_32>{}, threadIdx.x);
  auto r = make_fragment_like(rows);
  copy(rows, r);
  copy(gA(threadIdx.x, _), sA(threadIdx.x, _));
  copy(sA(_, threadIdx.x), gA(threadIdx.x, _));`,
    "float* A",
  );
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.shared 16 B × 8 per thread · 4 KiB per CTA
      shared: 32 wavefronts of 4, 8-way conflict
    copy: ld.global + st.shared 16 B × 8 per thread · 4 KiB per CTA
      global: 32 sectors of 16, 50% used
      shared: 32 wavefronts of 4, 8-way conflict
    copy: ld.shared + st.global 4 B × 32 per thread · 4 KiB per CTA
      shared: 1 wavefront of 1, no conflict
      global: 32 sectors of 4, 13% used
      as written: the compiler may join neighbouring accesses"
  `);
});

test("an index that differs from thread to thread is that of each; a loop's is the same for all, a parameter is taken to be, and it is said", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__device__ void load(float const* A, float* B, int row) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_256, _32>, Stride<_32, _1>>{});
  auto rA = make_tensor<float>(Shape<_32>{});
  for (int i = threadIdx.x; i < 256; i += blockDim.x) copy(gA(i, _), rA);
  for (int i = 0; i < 256; ++i) copy(gA(i, _), rA);
  copy(gA(row, _), rA);
}
`;
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.global 16 B × 8 per thread · 128 B per thread
      global: 32 sectors of 16, 50% used
      loop: 128 B per thread a round of i
      counted for one warp: how many threads take part is not known
    copy: ld.global 16 B × 8 per thread · 128 B per thread
      global: 1 sector of 1, 50% used
      loop: 256 rounds of i: 128 B per thread a round, 32 KiB per thread in all
      counted for one warp: how many threads take part is not known
    copy: ld.global 16 B × 8 per thread · 128 B per thread
      global: 1 sector of 1, 50% used
      counted for one warp: how many threads take part is not known
      counted for row being the same in all threads of a warp"
  `);
});

test("the DSL", async () => {
  const source = `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(mA: cute.Tensor):
    smem = utils.SmemAllocator()
    tid, _, _ = cute.arch.thread_idx()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(1, 32)), 128)
    sP = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(1, 33)), 128)
    tA = cute.local_partition(sA, cute.make_layout((1, 32)), tid)
    tP = cute.local_partition(sP, cute.make_layout((1, 32)), tid)
    tG = cute.local_partition(mA, cute.make_layout((1, 32)), tid)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    cute.copy(atom, tG, tA)
    cute.copy(atom, tG, tP)
    cute.autovec_copy(tG, tA)

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    kernel(cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))).launch(grid=(1, 1, 1), block=(32, 1, 1))
`;
  expect(await costs(source, "python")).toMatchInlineSnapshot(`
    "copy: ld.global + st.shared 4 B × 32 per thread · 4 KiB per CTA
      global: 4 sectors of 4, 100% used
      shared: 32 wavefronts of 1, 32-way conflict
      as written: the compiler may join neighbouring accesses
    copy: ld.global + st.shared 4 B × 32 per thread · 4 KiB per CTA
      global: 4 sectors of 4, 100% used
      shared: 1 wavefront of 1, no conflict
      as written: the compiler may join neighbouring accesses
    autovec_copy: ld.global + st.shared 4 B × 32 per thread · 4 KiB per CTA
      global: 4 sectors of 4, 100% used
      shared: 32 wavefronts of 1, 32-way conflict
      as written: the compiler may join neighbouring accesses"
  `);
});

test("threads of a plane: the launch says how many there are and which of them is threadIdx.y", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_8, _16, _4>, Stride<_128, _4, _1>>{});
  auto r = make_tensor<float>(Shape<_4>{});
  copy(gA(threadIdx.y, threadIdx.x, _), r);
}
void host(float const* A) {
  dim3 block(16, size(Shape<_2, _4>{}));
  kernel<<<1, block>>>(A);
}
`;
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.global 16 B × 1 per thread · 2 KiB per CTA
      global: 16 sectors of 16, 100% used
      counted for all threads of the block that is launched"
  `);
});

test("a thread's number made of the block's extents; a warp and a lane of it", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A) {
  __shared__ float shared[32 * 36];
  int thread = threadIdx.x + threadIdx.y * blockDim.x;
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<Int<36>, _1>>{});
  auto columns = local_tile(sA, Shape<_32, _8>{}, make_coord(0, thread >> 5));
  copy(local_partition(gA, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, thread), local_partition(sA, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, thread));
  copy(columns(thread & 31, _), make_fragment_like(columns(thread & 31, _)));
}
void host(float const* A) {
  kernel<<<1, dim3(16, 8)>>>(A);
}
`;
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.global + st.shared 4 B × 8 per thread · 4 KiB per CTA
      global: 4 sectors of 4, 100% used
      shared: 1 wavefront of 1, no conflict
      as written: the compiler may join neighbouring accesses
    copy: ld.shared 16 B × 2 per thread · 4 KiB per CTA
      shared: 4 wavefronts of 4, no conflict"
  `);
});

test("rows of nine in 16-byte accesses: an H200 says misaligned address; an array of arrays, of float2", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float2 const* A) {
  __shared__ alignas(16) float2 slabs[4][32 * 9];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto s = make_tensor(make_smem_ptr(&slabs[warp][0]), Layout<Shape<_32, _8>, Stride<_9, _1>>{});
  auto g = make_tensor(make_gmem_ptr(A + warp * 256), Layout<Shape<_32, _8>, Stride<_8, _1>>{});
  auto threads = Layout<Shape<_4, _8>, Stride<_8, _1>>{};
  copy(local_partition(g, threads, lane), local_partition(s, threads, lane));
  copy(s(lane, _), make_fragment_like(s(lane, _)));
}
`;
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.global + st.shared 8 B × 8 per thread · 2 KiB per CTA
      global: 8 sectors of 8, 100% used
      shared: 4 wavefronts of 2, 2-way conflict
      as written: the compiler may join neighbouring accesses
    copy: ld/st 16 B × 4 per thread · 2 KiB per CTA
      source: not counted: threads 0 and 1 are 72 B apart, so one of them is not aligned to the 16 B that it accesses: it traps"
  `);
});

test("a tensor that several callers hand in begins somewhere else in each thread: its lines are not counted", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Copy, class A, class B>
__device__ void load(Copy copy_op, A const& S, B& D) {
  for (int m = 0; m < size<1>(S); ++m) cute::copy(copy_op, S(_, m, _), D(_, m, _));
}
__global__ void kernel(half_t const* A, int lda, int const* pages) {
  __shared__ half_t shared[128 * 64];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(A), make_shape(Int<128>{}, Int<64>{}), make_stride(lda, Int<1>{}));
  auto copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = copyA.get_slice(threadIdx.x);
  auto from = thr.partition_S(gA);
  auto to = thr.partition_D(sA);
  from.data() = from.data() + pages[threadIdx.x / 8];
  load(copyA, from, to);
}
`;
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: cp.async 16 B × 1 per thread · 2 KiB per CTA
      source: not counted: the address rests on pages[threadIdx.x/8], which may differ from thread to thread
      shared: at least 4 wavefronts of 4, no conflict
      loop: 8 rounds of m: 2 KiB a round, 16 KiB in all
      counted for lda being the same in all threads of a warp
    element: ld.global 4 B × 1 per thread · 512 B per CTA
      global: 1 sector of 1, 50% used
      as written: the compiler may join neighbouring accesses"
  `);
});

test("another launch with another block: nobody knows which", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A) {
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_16, _16>, Stride<_32, _1>>{});
  copy(gA(threadIdx.y, _), make_tensor<float>(Shape<_16>{}));
}
void host(float const* A) {
  kernel<<<1, dim3(16, 8)>>>(A);
  kernel<<<1, dim3(32, 8)>>>(A);
}
`;
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld/st 16 B × 4 per thread · 64 B per thread
      source: not counted: the address rests on threadIdx.y, which may differ from thread to thread"
  `);
});

test("a policy instead of an atom says how wide its accesses may be", async () => {
  const source = kernel(`  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  auto r = make_tensor<half_t>(Shape<_16>{});
  copy(AutoVectorizingCopy{}, gA(threadIdx.x, _), r);
  copy(AutoVectorizingCopyWithAssumedAlignment<32>{}, gA(threadIdx.x, _), r);
  copy(DefaultCopy{}, gA(threadIdx.x, _), r);`);
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.global 16 B × 2 per thread · 32 B per thread
      global: 32 sectors of 16, 50% used
      counted for one warp: how many threads take part is not known
    copy: ld.global 4 B × 8 per thread · 32 B per thread
      global: 32 sectors of 4, 13% used
      4 B accesses; the layouts have 16 B side by side
      counted for one warp: how many threads take part is not known
    copy: ld.global 2 B × 16 per thread · 32 B per thread
      global: 32 sectors of 2, 6% used
      2 B accesses; the layouts have 16 B side by side
      as written: the compiler may join neighbouring accesses
      counted for one warp: how many threads take part is not known"
  `);
});

test("CuTe DSL: the launch's block counts the threads that no partition counts", async () => {
  const source = `import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self):
        self.threads = 64

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        self.kernel(mA).launch(grid=(1, 1, 1), block=[self.threads, 1, 1])

    @cute.kernel
    def kernel(self, mA: cute.Tensor):
        tidx, tidy, _ = cute.arch.thread_idx()
        row = mA[tidx + 64 * tidy, None]
        cute.autovec_copy(row, cute.make_fragment_like(row))

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    Kernel()(cute.make_tensor(p, cute.make_layout((64, 8), stride=(8, 1))))
`;
  expect(await costs(source, "python")).toMatchInlineSnapshot(`
    "autovec_copy: ld.global 16 B × 2 per thread · 2 KiB per CTA
      global: 32 sectors of 16, 50% used
      counted for all threads of the block that is launched"
  `);
});

test("one of several tensors that differ in nothing that costs", async () => {
  const source = kernel(
    `  int from = is ? begin : table[blockIdx.x];
  auto gA = make_tensor(make_gmem_ptr(A + from * 64), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  auto tA = load.get_slice(threadIdx.x).partition_S(gA);
  copy(load, tA, make_fragment_like(tA));`,
    "half_t const* A, bool is, int begin, int const* table",
  );
  expect(await costs(source)).toMatchInlineSnapshot(`
    "element: ld.global 4 B × 1 per thread · 512 B per CTA
      global: 1 sector of 1, 13% used
      as written: the compiler may join neighbouring accesses
    copy: ld.global 8 B × 2 per thread · 2 KiB per CTA
      global: 8 sectors of 8, 100% used
      counted for table[blockIdx.x] being the same in all threads of a warp"
  `);
});

test("one of several tensors that cost differently", async () => {
  const source = kernel(
    `  int lda = 8;
  if (wide) lda = 12;
  auto gA = make_tensor(make_gmem_ptr(A), make_layout(Shape<_16, _8>{}, make_stride(lda, _1{})));
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _1>>{});
  auto tA = load.get_slice(threadIdx.x).partition_S(gA);
  copy(load, tA, make_fragment_like(tA));`,
    "float const* A, bool wide",
  );
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: cost not counted
      what it is given is one of several, which cost differently: global: 6 sectors of 4, 67% used, or global: 4 sectors of 4, 100% used"
  `);
});

test("the last tile of as many as the run has: the first thread is known by what rests on the thread", async () => {
  const source = kernel(
    `  auto gA = make_tensor(make_gmem_ptr(A), make_shape(_16{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<1024>{}));
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  auto tA = load.get_slice(threadIdx.x).partition_S(gA);
  int last = tiles - 1;
  copy(load, tA(_, _, _, last), make_fragment_like(tA(_, _, _, 0)));`,
    "half_t const* A, int tiles",
  );
  expect(await costs(source)).toMatchInlineSnapshot(`
    "copy: ld.global 8 B × 2 per thread · 2 KiB per CTA
      global: 8 sectors of 8, 100% used"
  `);
});
