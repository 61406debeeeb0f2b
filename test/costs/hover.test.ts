// The hover on a copy, as a client without Markdown shows it: the cost, and what would take a conflict away.
import { expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { hover } from "../../server/src/features/hover.ts";
import { analysed } from "../features/analysed.ts";
import { readMarks } from "../features/marks.ts";

async function hoverAt(source: string): Promise<string> {
  const { text, cursor } = readMarks(source);
  const { index } = await analysed(text, "cpp");
  const answer = hover(index, { fragment: 0, offset: cursor }, { detail: "full" });
  return answer === undefined ? "(no hover)" : plainText(answer);
}

test("a column of a plain tile: conflict, its banks, a swizzle and a padding that also suit the stores along rows", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* in) {
  __shared__ float shared[32 * 32];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  copy(local_partition(gA, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x),
       local_partition(sA, Layout<Shape<_4, _32>, Stride<_32, _1>>{}, threadIdx.x));
  auto down = local_partition(sA, Layout<Shape<_32, _4>>{}, threadIdx.x);
  auto r = make_fragment_like(down);
  $0copy(down, r);
}
`;
  expect(await hoverAt(source)).toMatchInlineSnapshot(`
    "copy  ld.shared 4 B × 8 per thread · 4 KiB per CTA
    shared      32 wavefronts of 1, 32-way conflict
    access      ld.shared.b32
    wavefronts  1024 of 32 in 32 warp instructions
    worst       bank 0: 32 words, by threads 0, 1, 2, 3, 4, 5, 6, 7, …
    without conflict, also in the buffer's other copies here: Swizzle<5,0,5> over the plain layout, or rows of 32 elements padded by 1
    as written: the compiler may join neighbouring accesses
    source = smem_ptr[32b] o (_1,_8):(_0,_4)
    destination = ptr[32b] o (_1,(_8)):(_0,(_1))"
  `);
});

test("ldmatrix of a tile of 64 half_t", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ half_t shared[64 * 64];
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto slice = s2r.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  $0copy(s2r, slice.partition_S(sA), slice.retile_D(rA));
}
`;
  expect(await hoverAt(source)).toMatchInlineSnapshot(`
    "copy  ldmatrix.x4 × 8 per thread · 16 KiB per CTA
    shared      32 wavefronts of 4, 8-way conflict
    access      ldmatrix.x4
    wavefronts  1024 of 128 in 32 warp instructions
    worst       bank 0: 8 words, by rows of threads 0, 1, 2, 3, 4, 5, 6, 7
    without conflict, also in the buffer's other copies here: Swizzle<3,3,3> over the plain layout, or rows of 64 elements padded by 8
    atom = ((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))) · SM75_U32x4_LDSM_N
    source = smem_ptr[16b] o ((_8,_1),_2,_4):((_1,_0),_2048,_16)
    destination = ptr[16b] o ((_8,_1),_2,_4):((_1,_0),_32,_8)"
  `);
});
