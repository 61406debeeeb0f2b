// The lens above a TMA's construction, and its hover: the twelve fields as CuTe's dump of a descriptor has them, and the obligations.
import { expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { codeLenses } from "../../server/src/features/code-lens.ts";
import { hover } from "../../server/src/features/hover.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "./analysed.ts";
import { readMarks } from "./marks.ts";

const only = {
  "codeLens.instances": false,
  "codeLens.tma": true,
  "codeLens.sharedMemory": false,
  "codeLens.costs": false,
  arch: "auto",
  gpu: "auto",
} as const;

async function seen(source: string, language: Language) {
  const { text, cursor } = readMarks(source);
  const { index } = await analysed(text, language);
  const lenses = codeLenses(index, only).map(({ place, text: said }) => [text.slice(place.start, place.end), said]);
  const answer = hover(index, { fragment: 0, offset: cursor }, { detail: "short" });
  return { lenses, hover: answer === undefined ? "" : plainText(answer) };
}

test("a K-major load of a tensor whose extents only the run knows", async () => {
  const { lenses, hover: text } = await seen(
    `#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A, int M, int K) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = $0make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
}`,
    "cpp",
  );
  expect(lenses).toEqual([["make_tma_copy", "f16 · box 64×128 · SW128 · 16 KiB · 1 instruction"]]);
  expect(text).toMatchInlineSnapshot(`
    "make_tma_copy  f16 · box 64×128 · SW128 · 16 KiB · 1 instruction
    format          6 (FLOAT16)
    dim             2
    gmem_address    A
    globalDim       (K, M)
    globalStrides   (2, 2*K) B
    boxDim          (64, 128)
    elementStrides  (1, 1)
    interleave      0 (NONE)
    swizzle         3 (128B)
    l2Promotion     2 (L2_128B)
    oobFill         0 (NONE)
    tile            (_128,_64)
    operation = SM90_TMA_LOAD
    gmem = gmem_ptr[16b] o (M,K):(K,_1)
    smem = Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))
    tiler = (_128,_64)
    cluster = _1
    needs: 8 divides K"
  `);
});

test("the DSL, in two instructions because the swizzle is half as wide", async () => {
  const { lenses, hover: text } = await seen(
    `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def launch(mA: cute.Tensor):
    p = cute.make_ptr(cutlass.BFloat16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    swizzle = cute.make_swizzle(2, 4, 3)
    block = cute.make_composed_layout(swizzle, 0, cute.make_layout((8, 32), stride=(32, 1)))
    sA = cute.tile_to_shape(block, (128, 64), (0, 1))
    tma, tensor = cpasync.$0make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, sA, (128, 64))
`,
    "python",
  );
  expect(lenses).toEqual([["make_tiled_tma_atom", "bf16 · box 32×128 · SW64 · 16 KiB · 2 instructions"]]);
  expect(text).toMatchInlineSnapshot(`
    "make_tma_atom
    (Copy Atom ThrID: 1:0 TV Layout Src: (1,4096):(0,1) TV Layout Dst: (1,4096):(0,1) Value type: bf16,(0,0) o (512,1024):(1@1,1@0))
    [0]  bf16 · box 32×128 · SW64 · 16 KiB · 2 instructions
    [1]  (0,0) o (512,1024):(1@1,1@0)
    op = <cpasync.CopyBulkTensorTileG2SOp>
    gmem = gmem_ptr[16b] o (512,1024):(1024,1)
    smem = S<2,4,3> o 0 o ((8,16),(32,2)):((32,256),(1,4096))
    tiler = (128,64)"
  `);
});

test("a convolution's load", async () => {
  const { lenses, hover: text } = await seen(
    `#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A) {
  auto shape = make_shape(make_shape(32, 16, 8), Int<64>{});
  auto mA = make_tensor(make_gmem_ptr(A), make_layout(shape, make_stride(make_stride(64, 2048, 32768), Int<1>{})));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = $0make_im2col_tma_copy(SM90_TMA_LOAD_IM2COL{}, mA, sA, make_tile(Int<128>{}, Int<64>{}), Int<1>{}, make_tuple(-1, -1),
                                  make_tuple(-1, -1), make_tuple(-1, -1), make_tuple(1, 1), make_tuple(1, 1), make_tuple(0, 0), make_tuple(1, 1));
}`,
    "cpp",
  );
  expect(lenses.map(([, said]) => said)).toEqual(["f16 · box 64×128 · SW128 · 16 KiB · 1 instruction"]);
  expect(text).toContain("channels, pixels  (64, 128)");
  expect(text).toContain("corners           (-1, -1) to (-1, -1)");
});
