// Every mistake caught: kernels as people ship them, changed in one place; each change gives exactly the rule that is about it.
import { describe, expect, test } from "vitest";
import type { Language } from "../../src-engine/ir.ts";
import { analysed } from "../features/analysed.ts";

const cpp = `#include <cute/tensor.hpp>
using namespace cute;

template <class TmaA, class LayoutA>
__global__ void kernel(CUTE_GRID_CONSTANT TmaA const tma, LayoutA sA_layout) {
  extern __shared__ half_t shared[];
  Tensor mA = tma.get_tma_tensor(make_shape(4096, 2048));
  Tensor gA = local_tile(mA, make_shape(Int<128>{}, Int<64>{}), make_coord(blockIdx.x, _));
  Tensor sA = make_tensor(make_smem_ptr(shared), sA_layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
}

void launch(half_t const* A) {
  auto bM = Int<128>{};
  auto bK = Int<64>{};
  auto tile = make_shape(bM, bK);
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(4096, 2048), make_stride(2048, Int<1>{}));
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  auto sA_layout = tile_to_shape(atom, make_shape(bM, bK, Int<3>{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile);
  auto padded = make_layout(make_shape(Int<128>{}, Int<72>{}), LayoutRight{});
  auto box = make_tma_copy(SM90_TMA_STORE{}, mA, padded, make_shape(Int<128>{}, Int<72>{}), Int<1>{});
  kernel<<<dim3(32), dim3(128), 49152>>>(tma, sA_layout);
}
`;

const python = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, sA_layout: cute.ComposedLayout, tile: cutlass.Constexpr):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 1024, swizzle=sA_layout.inner)
    gA = cute.local_tile(mA, tile, (None, None))
    sA_grouped = cute.group_modes(sA, 0, 2)
    gA_grouped = cute.group_modes(gA, 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sA_grouped, gA_grouped)

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((4096, 2048), stride=(2048, 1)))
    tile = (128, 64)
    stages = 3
    sw = cute.make_swizzle(3, 4, 3)
    block = cute.make_composed_layout(sw, 0, cute.make_layout((8, 64), stride=(64, 1)))
    sA_layout = cute.tile_to_shape(block, (128, 64, stages), (0, 1, 2))
    op = cpasync.CopyBulkTensorTileG2SOp()
    tma, mA_tma = cpasync.make_tiled_tma_atom(op, mA, sA_layout, tile, num_multicast=1)
    kernel(tma, mA_tma, sA_layout, tile).launch(grid=(32, 1, 1), block=(128, 1, 1))
`;

const sources: Readonly<Record<Language, string>> = { cpp, python };

const codes = async (source: string, language: Language): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return [...new Set(problems.filter(({ severity }) => severity !== "information").map(({ code }) => code))];
};

describe("as they are, they have no problem", () => {
  test.each(["cpp", "python"] as const)("%s", async (language) => {
    expect(await codes(sources[language], language)).toEqual([]);
  });
});

/** What is replaced, by what, and the rule that must tell. */
type Mutation = readonly [from: string, to: string, code: string];

const cppMutations: readonly Mutation[] = [
  ["auto tile = make_shape(bM, bK);", "auto tile = make_shape(bM, Int<32>{});", "tma-size-mismatch"],
  ["sA_layout(_, _, 0)", "sA_layout", "tma-size-mismatch"],
  ["auto bK = Int<64>{};", "auto bK = Int<48>{};", "tile-to-shape-block"],
  ["make_stride(2048, Int<1>{})", "make_stride(2047, Int<1>{})", "tma-stride"],
  ["make_stride(2048, Int<1>{})", "make_stride(1099511627776, Int<1>{})", "tma-stride"],
  ["make_stride(2048, Int<1>{})", "make_stride(Int<1>{}, 4096)", "tma-majorness"],
  ["Layout_K_SW128_Atom", "Layout_MN_SW128_Atom", "tma-majorness"],
  ["make_shape(4096, 2048), make_stride", "make_shape(8589934592, 2048), make_stride", "tma-extent"],
  ["Int<72>{}), LayoutRight{});", "Int<300>{}), LayoutRight{});", "tma-size-mismatch"],
  [
    "GMMA::Layout_K_SW128_Atom<half_t>{};",
    "composition(Swizzle<3, 3, 3>{}, make_layout(Shape<_8, _64>{}, LayoutRight{}));",
    "tma-swizzle",
  ],
  [
    "SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile)",
    "SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile, Int<2>{})",
    "tma-multicast",
  ],
  ["group_modes<0, 2>(gA));", "gA);", "tma-partition-size"],
  ["group_modes<0, 2>(sA)", "group_modes<0, 1>(sA)", "tma-partition-size"],
  ["Layout<_1>{}, group", "Layout<_3>{}, group", "tma-partition-multicast"],
  [
    "make_shape(Int<128>{}, Int<64>{}), make_coord",
    "make_shape(Int<128>{}, Int<64>{}, Int<1>{}), make_coord",
    "tiler-rank",
  ],
];

const pythonMutations: readonly Mutation[] = [
  ["tile = (128, 64)", "tile = (128, 32)", "tma-size-mismatch"],
  ["(128, 64, stages), (0, 1, 2))", "(128, 128, stages), (0, 1, 2))", "tma-size-mismatch"],
  ["stride=(2048, 1)))", "stride=(2047, 1)))", "tma-stride"],
  ["stride=(2048, 1)))", "stride=(1, 4096)))", "tma-majorness"],
  ["num_multicast=1", "num_multicast=4", "tma-multicast"],
  ["sA_grouped, gA_grouped)", "sA_grouped, gA)", "tma-partition-size"],
  ["sA_layout.outer, 1024", "sA_layout, 1024", "smem-swizzle-twice"],
  ["stages = 3", "stages = 16", "smem-capacity"],
];

describe.each([
  ["cpp", cppMutations],
  ["python", pythonMutations],
] as const)("%s", (language, mutations) => {
  test.each(mutations)("%s → %s", async (from, to, code) => {
    const source = sources[language];
    expect(source.split(from).length, `${from} occurs once`).toBe(2);
    expect(await codes(source.replace(from, to), language)).toContain(code);
  });
});
