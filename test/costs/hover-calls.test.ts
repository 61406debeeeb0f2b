// Hovers on everything that costs, in both languages, as a client without Markdown shows them: copies, MMAs, atoms, tiled copies, and
// single elements on their tensor's name.
import { expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { hover } from "../../server/src/features/hover.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const cpp = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, half_t* C, int lda) {
  __shared__ alignas(128) half_t shared[64 * 64];
  Tensor sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor gA = make_tensor(make_gmem_ptr(A), make_layout(Shape<_64, _64>{}, make_stride(lda, _1{})));
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  copy(load, thr.partition_S(gA), thr.partition_D(sA));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Copy_Atom<SM75_U32x4_LDSM_N, half_t> atom;
  auto s2r = make_tiled_copy_A(atom, mma);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto rB = mma.get_slice(threadIdx.x).partition_fragment_B(sA);
  auto rC = partition_fragment_C(mma, Shape<_64, _64>{});
  cute::copy(s2r, s2r.get_slice(threadIdx.x).partition_S(sA), s2r.get_slice(threadIdx.x).retile_D(rA));
  cute::gemm(mma, rA, rB, rC);
  int t = threadIdx.x;
  C[t * 2] = sA(t % 64, 0);
  sA(0, t % 64) = A[t];
  C[t * lda] = sA(t % 64, 1);
}
int main() { kernel<<<1, 128>>>(nullptr, nullptr, 64); }
`;

const python = `import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync, warp

@cute.kernel
def kernel(mA: cute.Tensor, mC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)
    gA = cute.make_tensor(mA.iterator, cute.make_layout((64, 64), stride=(64, 1)))
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    load = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = load.get_slice(tidx)
    cute.copy(load, thr.partition_S(gA), thr.partition_D(sA))
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (2, 2, 1), permutation_mnk=(32, 32, 16))
    s2r = cute.make_tiled_copy_A(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16), mma)
    tm = mma.get_slice(tidx)
    rA = tm.make_fragment_A(tm.partition_A(sA))
    rB = tm.make_fragment_B(tm.partition_B(sA))
    rC = cute.make_rmem_tensor(mma.partition_shape_C((64, 64)), cutlass.Float32)
    cute.copy(s2r, s2r.get_slice(tidx).partition_S(sA), s2r.get_slice(tidx).retile(rA))
    cute.gemm(mma, rC, rA, rB, rC)
    pC = cute.make_ptr(cutlass.Float16, 4096, cute.AddressSpace.gmem, assumed_align=16)
    gC = cute.make_tensor(pC, cute.make_layout((64, 128), stride=(128, 1)))
    gC[0, tidx] = sA[tidx % 64, 0]
    sA[0, tidx % 64] = gC[tidx % 64, 0] + 1.0
    gX = cute.make_tensor(mC.iterator, cute.make_layout((64, 128), stride=(128, 1)))
    gX[0, tidx] = sA[tidx % 64, 1]

@cute.jit
def run(mA: cute.Tensor, mC: cute.Tensor):
    kernel(mA, mC).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

/** Of each text's beginning. */
async function hovers(source: string, language: Language, texts: readonly string[]): Promise<string> {
  const { index } = await analysed(source, language);
  const answers = texts.map((text) => {
    const answer = hover(index, { fragment: 0, offset: source.indexOf(text) }, { detail: "full" });
    return `--- ${text}\n${answer === undefined ? "(no hover)" : plainText(answer)}`;
  });
  return `\n${answers.join("\n")}\n`;
}

test("C++: copy, cute::copy, cute::gemm, copy atoms, a tiled copy", async () => {
  const texts = ["copy(load,", "load, thr", "SM80_CP", "copy(s2r", "SM75_U32x4", "atom;", "gemm(mma"];
  expect(await hovers(cpp, "cpp", texts)).toMatchInlineSnapshot(`
    "
    --- copy(load,
    copy  cp.async 16 B × 4 per thread · 8 KiB per CTA
    global      16 sectors of 16, 100% used
    access      ld.global.b128, 4 lines of 128 B, from a buffer that begins at a multiple of 128 B
    sectors     256 in 16 warp instructions
    shared      4 wavefronts of 4, no conflict
    access      st.shared.b128
    wavefronts  64 of 64 in 16 warp instructions
    atom = ((_8,_16),_8) · SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>
    source = gmem_ptr[16b] o ((_8,_1),_4,_1):((_1,_0),1024,_0)
    destination = smem_ptr[16b] o ((_8,_1),_4,_1):((_1,_0),_1024,_0)
    bound from main:23
    --- load, thr
    load  ((_8,_16),_8) · SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>
    instruction  SM80_CP_ASYNC_CACHEGLOBAL<uint128_t> · 16-bit values · SM80
    a thread     8 values, 16 B at once
    tile         (_16,_64) · 2 KiB by all threads
    threads      _128
    TV layout    ((_8,_16),_8):((_128,_1),_16)
    bound from main:23
    --- SM80_CP
    SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>  SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>
    instruction  SM80_CP_ASYNC_CACHEGLOBAL<uint128_t> · 16-bit values · SM80
    a thread     16 B, 8 values
    PTX          cp.async.cg.shared.global
    threads      _1:_0
    source       (thr,val) → value: (_1,_8):(_0,_1)
    destination  (thr,val) → value: (_1,_8):(_0,_1)
    --- copy(s2r
    copy  ldmatrix.x4 × 8 per thread · 16 KiB per CTA
    shared      32 wavefronts of 4, 8-way conflict
    access      ldmatrix.x4
    wavefronts  1024 of 128 in 32 warp instructions
    worst       bank 0: 8 words, by rows of threads 0, 1, 2, 3, 4, 5, 6, 7
    without conflict, also in the buffer's other copies here: Swizzle<3,3,3> over the plain layout
    atom = ((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))) · SM75_U32x4_LDSM_N
    source = smem_ptr[16b] o ((_8,_1),_2,_4):((_1,_0),_2048,_16)
    destination = ptr[16b] o ((_8,_1),_2,_4):((_1,_0),_32,_8)
    bound from main:23
    --- SM75_U32x4
    SM75_U32x4_LDSM_N  SM75_U32x4_LDSM_N
    instruction  SM75_U32x4_LDSM_N · 16-bit values · SM75
    a thread     16 B, 8 values
    PTX          ldmatrix.sync.aligned.x4.m8n8.shared.b16
    threads      _32:_1
    source       (thr,val) → value: (_32,_8):(_8,_1)
    destination  (thr,val) → value: (_32,(_2,_4)):(_2,(_1,_64))
    --- atom;
    atom  SM75_U32x4_LDSM_N
    instruction  SM75_U32x4_LDSM_N · 16-bit values · SM75
    a thread     16 B, 8 values
    PTX          ldmatrix.sync.aligned.x4.m8n8.shared.b16
    threads      _32:_1
    source       (thr,val) → value: (_32,_8):(_8,_1)
    destination  (thr,val) → value: (_32,(_2,_4)):(_2,(_1,_64))
    bound from main:23
    --- gemm(mma
    gemm  SM80_16x8x16_F32F16F16F32_TN × 32 per warp · 524 kFLOP per CTA
    operands     A 512 B from registers, B 256 B from registers, C 512 B from registers (one instruction)
    accumulator  32 registers a thread
    instruction  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    mma = SM80_16x8x16_F32F16F16F32_TN · VMNK (_32,_2,_2,_1)
    a = ptr[16b] o ((_2,_2,_2),_2,_4):((_1,_2,_4),_32,_8)
    b = ptr[16b] o ((_2,_2),_4,_4):((_1,_2),_16,_4)
    c = ptr[32b] o ((_2,_2),_2,_4):((_1,_2),_4,_8)
    bound from main:23
    "
  `);
});

test("C++: single elements", async () => {
  const texts = ["C[t * 2]", "sA(t % 64, 0)", "A[t]", "C[t * lda]"];
  expect(await hovers(cpp, "cpp", texts)).toMatchInlineSnapshot(`
    "
    --- C[t * 2]
    C  ptr[16b]
    pointer      generic half_t (16 bits)
    this access  ld.shared + st.global 2 B × 1 per thread · 256 B per CTA
    shared       32 wavefronts of 1, 32-way conflict
    access       ld.shared.b16
    wavefronts   128 of 4 in 4 warp instructions
    worst        bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    global       4 sectors of 2, 50% used
    access       st.global.b16, 1 line of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      16 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from main:23
    --- sA(t % 64, 0)
    sA  smem_ptr[16b] o (_64,_64):(_64,_1)
    memory       smem half_t (16 bits) of shared
    size         _4096 = 8 KiB · cosize _4096
    contiguous   4096 elements = 8 KiB, from mode 1 on · accesses up to 16 B
    map          bijective: every offset below cosize is used once
    this access  ld.shared + st.global 2 B × 1 per thread · 256 B per CTA
    shared       32 wavefronts of 1, 32-way conflict
    access       ld.shared.b16
    wavefronts   128 of 4 in 4 warp instructions
    worst        bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    global       4 sectors of 2, 50% used
    access       st.global.b16, 1 line of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      16 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from main:23
    --- A[t]
    A  ptr[16b]
    pointer      generic half_t (16 bits)
    this access  ld.global + st.shared 2 B × 1 per thread · 256 B per CTA
    global       2 sectors of 2, 100% used
    access       ld.global.b16, 1 line of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      8 in 4 warp instructions
    shared       1 wavefront of 1, no conflict
    access       st.shared.b16
    wavefronts   4 of 4 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from main:23
    --- C[t * lda]
    C  ptr[16b]
    pointer      generic half_t (16 bits)
    this access  ld.shared + st.global 2 B × 1 per thread · 256 B per CTA
    shared       32 wavefronts of 1, 32-way conflict
    access       ld.shared.b16
    wavefronts   128 of 4 in 4 warp instructions
    worst        bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    global       32 sectors of 2, 6% used
    access       st.global.b16, 32 lines of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      128 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from main:23
    "
  `);
});

test("CuTe DSL: cute.copy, cute.gemm, a copy atom, tiled copies", async () => {
  const texts = ["copy(load,", "load, thr", "atom = ", "copy(s2r", "s2r = ", "gemm(mma"];
  expect(await hovers(python, "python", texts)).toMatchInlineSnapshot(`
    "
    --- copy(load,
    copy  cp.async 16 B × 4 per thread · 8 KiB per CTA
    global      16 sectors of 16, 100% used
    access      ld.global.b128, 4 lines of 128 B, from a buffer that begins at a multiple of 128 B
    sectors     256 in 16 warp instructions
    shared      4 wavefronts of 4, no conflict
    access      st.shared.b128
    wavefronts  64 of 64 in 16 warp instructions
    atom = ((8,16),8) · SM80_CP_ASYNC_CACHEALWAYS<uint128_t>
    src = gmem_ptr o ((8,1),4,1):((1,0),1024,0)
    dst = smem_ptr[16b] o ((8,1),4,1):((1,0),1024,0)
    bound from run:33
    --- load, thr
    load  ((8,16),8) · SM80_CP_ASYNC_CACHEALWAYS<uint128_t>
    instruction  SM80_CP_ASYNC_CACHEALWAYS<uint128_t> · 16-bit values · SM80
    a thread     8 values, 16 B at once
    tile         (16:1,64:1) · 2 KiB by all threads
    threads      128
    TV layout    ((8,16),8):((128,1),16)
    bound from run:33
    --- atom = 
    atom  SM80_CP_ASYNC_CACHEALWAYS<uint128_t>
    instruction  SM80_CP_ASYNC_CACHEALWAYS<uint128_t> · 16-bit values · SM80
    a thread     16 B, 8 values
    PTX          cp.async.ca.shared.global
    threads      1:0
    source       (thr,val) → value: (1,8):(0,1)
    destination  (thr,val) → value: (1,8):(0,1)
    cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128) · bound from run:33
    --- copy(s2r
    copy  ldmatrix.x4 × 8 per thread · 16 KiB per CTA
    shared      32 wavefronts of 4, 8-way conflict
    access      ldmatrix.x4
    wavefronts  1024 of 128 in 32 warp instructions
    worst       bank 0: 8 words, by rows of threads 0, 1, 2, 3, 4, 5, 6, 7
    without conflict, also in the buffer's other copies here: Swizzle<3,3,3> over the plain layout, or rows of 64 elements padded by 8
    atom = ((4,8,2,2),((2,2,2),(1,1))) · SM75_U32x4_LDSM_N
    src = smem_ptr[16b] o ((8,1),2,4):((1,0),2048,16)
    dst = ptr[16b] o ((8,1),2,4):((1,0),32,8)
    bound from run:33
    --- s2r = 
    s2r  ((4,8,2,2),((2,2,2),(1,1))) · SM75_U32x4_LDSM_N
    instruction  SM75_U32x4_LDSM_N · 16-bit values · SM75
    a thread     8 values, 16 B at once
    tile         (32:1,16:1) · 2 KiB by all threads
    threads      128
    TV layout    ((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))
    cute.make_tiled_copy_A(cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16), mma) · bound from run:33
    --- gemm(mma
    gemm  SM80_16x8x16_F32F16F16F32_TN × 32 per warp · 524 kFLOP per CTA
    operands     A 512 B from registers, B 256 B from registers, C 512 B from registers (one instruction)
    accumulator  32 registers a thread
    instruction  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    mma = SM80_16x8x16_F32F16F16F32_TN · VMNK (32,2,2,1)
    d = ptr[32b] o ((2,2),2,4):((1,2),4,8)
    a = ptr[16b] o ((2,2,2),2,4):((1,2,4),32,8)
    b = ptr[16b] o ((2,2),4,4):((1,2),16,4)
    c = ptr[32b] o ((2,2),2,4):((1,2),4,8)
    bound from run:33
    "
  `);
});

test("CuTe DSL: single elements; the side whose element type is known", async () => {
  const texts = ["gC[0", "sA[tidx % 64, 0", "sA[0", "gC[tidx", "gX[0", "sA[tidx % 64, 1"];
  expect(await hovers(python, "python", texts)).toMatchInlineSnapshot(`
    "
    --- gC[0
    gC  gmem_ptr[16b] o (64,128):(128,1)
    memory       gmem Float16 (16 bits) · aligned to 16 B
    size         8192 = 16 KiB · cosize 8192
    contiguous   8192 elements = 16 KiB, from mode 1 on · accesses up to 16 B
    map          bijective: every offset below cosize is used once
    this access  ld.shared + st.global 2 B × 1 per thread · 256 B per CTA
    shared       32 wavefronts of 1, 32-way conflict
    access       ld.shared.b16
    wavefronts   128 of 4 in 4 warp instructions
    worst        bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    global       2 sectors of 2, 100% used
    access       st.global.b16, 1 line of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      8 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from run:33
    --- sA[tidx % 64, 0
    sA  smem_ptr[16b] o (64,64):(64,1)
    memory       smem Float16 (16 bits) · aligned to 128 B
    size         4096 = 8 KiB · cosize 4096
    contiguous   4096 elements = 8 KiB, from mode 1 on · accesses up to 16 B
    map          bijective: every offset below cosize is used once
    this access  ld.shared + st.global 2 B × 1 per thread · 256 B per CTA
    shared       32 wavefronts of 1, 32-way conflict
    access       ld.shared.b16
    wavefronts   128 of 4 in 4 warp instructions
    worst        bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    global       2 sectors of 2, 100% used
    access       st.global.b16, 1 line of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      8 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from run:33
    --- sA[0
    sA  smem_ptr[16b] o (64,64):(64,1)
    memory       smem Float16 (16 bits) · aligned to 128 B
    size         4096 = 8 KiB · cosize 4096
    contiguous   4096 elements = 8 KiB, from mode 1 on · accesses up to 16 B
    map          bijective: every offset below cosize is used once
    this access  st.shared 2 B × 1 per thread · 256 B per CTA
    shared       1 wavefront of 1, no conflict
    access       st.shared.b16
    wavefronts   4 of 4 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from run:33
    --- gC[tidx
    gC  gmem_ptr[16b] o (64,128):(128,1)
    memory       gmem Float16 (16 bits) · aligned to 16 B
    size         8192 = 16 KiB · cosize 8192
    contiguous   8192 elements = 16 KiB, from mode 1 on · accesses up to 16 B
    map          bijective: every offset below cosize is used once
    this access  ld.global 2 B × 1 per thread · 256 B per CTA
    global       32 sectors of 2, 6% used
    access       ld.global.b16, 32 lines of 128 B, from a buffer that begins at a multiple of 128 B
    sectors      128 in 4 warp instructions
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from run:33
    --- gX[0
    gX  gmem_ptr o (64,128):(128,1)
    memory      gmem of mC
    size        8192 · cosize 8192
    contiguous  8192 elements, from mode 1 on
    map         bijective: every offset below cosize is used once
    bound from run:33
    --- sA[tidx % 64, 1
    sA  smem_ptr[16b] o (64,64):(64,1)
    memory       smem Float16 (16 bits) · aligned to 128 B
    size         4096 = 8 KiB · cosize 4096
    contiguous   4096 elements = 8 KiB, from mode 1 on · accesses up to 16 B
    map          bijective: every offset below cosize is used once
    this access  ld.shared 2 B × 1 per thread · 256 B per CTA
    shared       32 wavefronts of 1, 32-way conflict
    access       ld.shared.b16
    wavefronts   128 of 4 in 4 warp instructions
    worst        bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    as written: the compiler may join neighbouring accesses
    counted for all threads of the block that is launched
    bound from run:33
    "
  `);
});

test("of several instances one that is counted is told; where many numbers add up none is named; formulas are readable", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Source>
__device__ void store(Source const& source, half_t* to, int a, int b, int c, int n) {
  Tensor g = make_tensor(make_gmem_ptr(to + a * n + b * c + c * n), make_layout(Shape<_32, _64>{}, make_stride(n, _1{})));
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  copy(tiled, source, tiled.get_slice(threadIdx.x).partition_D(g));
}
__global__ void kernel(half_t* to, Unknown what, int a, int b, int c, int n) {
  store(what, to, a, b, c, n);
  Tensor r = make_tensor<half_t>(Shape<Shape<_8, _1>, _8, _1>{});
  store(r, to, a, b, c, n);
}
`;
  expect(await hovers(source, "cpp", ["copy(tiled"])).toMatchInlineSnapshot(`
    "
    --- copy(tiled
    copy  st.global 16 B × 8 per thread · 4 KiB per CTA
    global   16 to 20 sectors of 16, 80 to 100% used
    access   st.global.b128, 8 lines of 128 B, from a buffer that begins at a multiple of 128 B
    sectors  160 in 8 warp instructions
    the spread is what n, the tile's beginning may be
    n: counted as longer than the tile
    counted for a, n, b, c being the same in all threads of a warp
    atom = ((_8,_4),_8) · UniversalCopy<uint128_t>
    source = ptr[16b] o ((_8,_1),_8,_1):((_1,_0),_8,_0)
    destination = gmem_ptr[16b] o ((_8,_1),_8,_1):((_1,_0),4*n,_0)
    kernel:12: st.global 16 B × 8 per thread · 4 KiB per CTA
    kernel:10: cost not counted
    bound from kernel:12
    "
  `);
});
