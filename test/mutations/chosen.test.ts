// Every mistake caught: the kernels of kernels.ts changed in one place; each change gives exactly the rule that is about it.
import { describe, expect, test } from "vitest";
import { rules } from "../../server/src/rules/list.ts";
import type { Language } from "../../src-engine/ir.ts";
import { analysed } from "../features/analysed.ts";
import { cpp, python } from "./kernels.ts";

const sources: Readonly<Record<Language, string>> = { cpp, python };

/** What is replaced, by what, and the rule that must tell; one that only informs is named with its severity. */
type Mutation = readonly [from: string, to: string, code: string, informs?: "informs"];

const cppMutations: readonly Mutation[] = [
  [
    "make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutRight{});",
    "composition(Swizzle<3, 4, 3>{}, make_layout(make_shape(Int<128>{}, Int<56>{}), LayoutRight{}));",
    "tma-swizzle-units",
  ],
  ["Shape<_64, _8, _1, _1, _1>{};", "Shape<_4, _8, _1, _1, _1>{};", "tma-box-bytes"],
  ["SM90_TMA_LOAD{}, batched", "SM100_TMA_LOAD_2D_GATHER4{}, batched", "tma-gather"],
  ["auto tile = make_shape(bM, bK);", "auto tile = make_shape(bM, Int<32>{});", "tma-size-mismatch"],
  ["sA_layout(_, _, 0)", "sA_layout", "tma-size-mismatch"],
  [
    "(64, 8, 8, 8, 64), make_stride(Int<1>{}, 64, 512, 4096, 32768)",
    "(64, 8, 8, 8, 8, 6), make_stride(Int<1>{}, 64, 512, 4096, 32768, 262160)",
    "tma-rank",
    "informs",
  ],
  ["make_stride(2048, Int<1>{}));\n  auto atom", "make_stride(2047, Int<1>{}));\n  auto atom", "tma-stride"],
  ["make_stride(2048, Int<1>{}));\n  auto atom", "make_stride(1099511627776, Int<1>{}));\n  auto atom", "tma-stride"],
  ["make_stride(2048, Int<1>{}));\n  auto atom", "make_stride(Int<1>{}, 4096));\n  auto atom", "tma-majorness"],
  ["LayoutRight{});\n  auto box", "LayoutLeft{});\n  auto box", "tma-majorness"],
  [
    "make_shape(4096, 2048), make_stride(2048, Int<1>{}))",
    "make_shape(8589934592, 2048), make_stride(2048, Int<1>{}))",
    "tma-extent",
  ],
  [
    "GMMA::Layout_K_SW128_Atom<half_t>{};",
    "composition(Swizzle<3, 3, 3>{}, make_layout(Shape<_8, _64>{}, LayoutRight{}));",
    "tma-swizzle",
  ],
  [
    "make_tma_atom(SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile)",
    "make_tma_atom<int16_t>(SM90_TMA_LOAD{}, mA, sA_layout(_, _, 0), tile)",
    "tma-data-type",
  ],
  ["CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 3", "CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 6", "tma-rank"],
  [
    "make_stride(2048, Int<1>{}));\n  auto atom",
    "make_stride(2048, 1));\n  auto atom",
    "dynamic-unit-stride",
    "informs",
  ],
  [
    "make_shape(4096, 2048), make_stride(2048, Int<1>{}))",
    "make_shape(64, 2048), make_stride(2048, Int<1>{}))",
    "tma-box-exceeds",
    "informs",
  ],
  [
    "make_shape(4096, 2048, 8), make_stride(2048, Int<1>{}, 8388608)",
    "make_shape(4096, 2048, 8), make_stride(Int<0>{}, Int<1>{}, 8388608)",
    "copy-race",
  ],
  ["SM90_TMA_LOAD_MULTICAST{}", "SM90_TMA_LOAD{}", "tma-multicast"],
  ["Int<56>{}), Int<2>{}", "Int<56>{}), Int<32>{}", "tma-cluster"],
  ["group_modes<0, 2>(gA));", "gA);", "tma-partition-size"],
  ["group_modes<0, 2>(sA)", "group_modes<0, 1>(sA)", "tma-partition-size"],
  ["Layout<_1>{}, group", "Layout<_3>{}, group", "tma-partition-multicast"],
  ["batched, make_layout(window)", "batched, make_layout(Shape<_8, _64, _1, _1, _1>{})", "tma-modes-swapped"],

  ["tma.with(*mbar)", "tma", "tma-without-barrier"],
  ["make_gmem_ptr(A), make_shape(4096", "make_gmem_ptr(A + 3), make_shape(4096", "tma-address"],
  [
    "make_shape(4096, 2048), make_stride(2048, Int<1>{}))",
    "make_shape(4096, 2048), make_stride(1024, Int<1>{}))",
    "tma-strides-overlap",
  ],
  ["CU_TENSOR_MAP_SWIZZLE_32B", "CU_TENSOR_MAP_SWIZZLE_128B", "tma-interleave"],
  ["inner[3] = {16, 64, 1}", "inner[3] = {16, 257, 1}", "tma-raw-descriptor"],
  ["size[3] = {1024, 512, 8}", "size[3] = {1024, 0, 8}", "tma-raw-descriptor"],
  ["cluster = make_layout(make_shape(_4{}, _4{}))", "cluster = make_layout(make_shape(_8{}, _4{}))", "multicast-mask"],
  ["tAsA(_, 0));", "make_tensor<half_t>(Shape<_8192>{}));", "tma-copy-space"],
  ["CUTE_GRID_CONSTANT TmaA", "TmaA", "tma-grid-constant"],
  ["make_smem_ptr(shared), sA_layout", "make_smem_ptr(shared + 8), sA_layout", "smem-alignment"],
  [
    "make_smem_ptr(shared), sA_layout",
    "make_smem_ptr(shared), tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_128, _64, _3>{})",
    "smem-swizzle-mismatch",
  ],
  ["epilogue[cosize_v<Padded>]", "epilogue[size(Padded{})]", "smem-array-size"],
  ["epilogue[cosize_v<Padded>]", "epilogue[65536]", "smem-static"],
  ["GMMA::Major::K, GMMA::Major::K", "GMMA::Major::MN, GMMA::Major::K", "mma-descriptor"],
  ["make_gmem_ptr(C), Shape<Int<512>>{}), bulk", "make_gmem_ptr(C + 4), Shape<Int<512>>{}), bulk", "bulk-copy"],
  ["make_coord(63, 0, 0)", "make_coord(64, 0, 0)", "tile-coordinate"],
  ["Step<_1, _1, X>{}", "Step<_1, _1>{}", "projection-rank"],
  ["mC(_, _, 0)", "mC(_, 0)", "coordinate-rank"],
  [
    "Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}",
    "Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _4>>{}",
    "tiled-copy-size",
  ],
  ["partition_S(sC)", "partition_S(sC(_, 0))", "partition-rank"],
  ["Layout<Shape<_2, _2, _1>>{}", "Layout<Shape<_2, _2, _1>>{}, make_tile(threads, _16{}, _16{})", "tiled-mma-shape"],
  ["auto bK = Int<64>{};", "auto bK = Int<48>{};", "tile-to-shape-block"],
  ["make_coord(blockIdx.x, _)", "make_coord(blockIdx.x, _), Step<_1>{}", "projection-rank"],
  [
    "make_shape(Int<128>{}, Int<64>{}), make_coord",
    "make_shape(Int<128>{}, Int<64>{}, Int<1>{}), make_coord",
    "tiler-rank",
  ],
  ["zipped_divide(a, make_shape(_4{}, _4{}))", "zipped_divide(a, make_shape(_4{}, _4{}, _2{}))", "tiler-rank"],
  [
    "make_shape(_8{}, _8{}), make_stride(_1{}, _8{})",
    "make_shape(_8{}, _8{}), make_stride(_1{}, _8{}, _64{})",
    "layout-not-congruent",
  ],
  [
    "make_shape(_8{}, _8{}), make_stride(_1{}, _8{})",
    "make_shape(make_shape(_2{}, _4{}), _8{}), make_stride(_1{}, _8{})",
    "layout-not-congruent",
  ],
  [
    "zipped_divide(a, make_shape(_4{}, _4{}))",
    "zipped_divide(make_layout(make_shape(_6{}, _8{}), make_stride(_8{}, _1{})), _4{})",
    "divide-not-exact",
  ],
  ["make_layout(_6{}, _1{})", "make_layout(_9{}, _1{})", "composition-divisibility"],
  [
    "make_shape(_5{}, _2{}), make_stride(_1{}, _5{})",
    "make_shape(_5{}, _4{}), make_stride(_1{}, _3{})",
    "composition-not-exact",
  ],
  [
    "complement(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}))",
    "complement(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _2{}))",
    "complement-undefined",
  ],
  [
    "left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}))",
    "left_inverse(make_layout(make_shape(_4{}, _4{}), make_stride(_2{}, _3{}))",
    "inverse-undefined",
  ],
  ["upcast<4>(a)", "upcast<3>(a)", "recast-divisibility"],
  ["Swizzle<2, 4, 3>", "Swizzle<4, 2, 3>", "swizzle-parameters"],
  ["take<0, 1>", "take<1, 1>", "mode-range"],
  ["take<0, 1>", "take<0, 3>", "mode-range"],
  [
    "make_shape(_8{}, _8{}), make_shape(_2{}, _4{})",
    "make_shape(_8{}, _6{}), make_shape(_2{}, _4{})",
    "shape-divisibility",
  ],
];

const pythonMutations: readonly Mutation[] = [
  ["sA_layout.outer, 512, swizzle=cute.make_swizzle(3, 4, 3)", "sA_layout, 512", "smem-fragment-swizzle"],
  ["sA_layout.outer, 1024, swizzle=sA_layout.inner", "sA_layout, 1024", "tma-swizzle-units"],
  ["(4096, 2048), stride=(2048", "(8589934592, 2048), stride=(2048", "tma-extent"],
  ["make_layout((64, 8, 1, 1, 1))", "make_layout((8, 64, 1, 1, 1))", "tma-modes-swapped"],
  ["sA_layout.outer, 1024", "cute.make_layout((128, 64, 3), stride=(64, 1, 8200)), 1024", "smem-stage-stride"],
  ["sA_layout.outer, 1024", "cute.make_layout((128, 64, 3), stride=(64, 1, 8193)), 1024", "smem-stage-stride"],
  ["(4096, 2048), stride=(2048", "(64, 2048), stride=(2048", "tma-box-exceeds", "informs"],
  ["tile = (128, 64)", "tile = (128, 32)", "tma-size-mismatch"],
  ["(128, 64, stages), (0, 1, 2))", "(128, 128, stages), (0, 1, 2))", "tma-size-mismatch"],
  [
    "(64, 8, 8, 8, 64), stride=(1, 64, 512, 4096, 32768)",
    "(64, 8, 8, 8, 8, 6), stride=(1, 64, 512, 4096, 32768, 262160)",
    "tma-rank",
    "informs",
  ],
  ["stride=(2048, 1)))", "stride=(2047, 1)))", "tma-stride"],
  ["stride=(2048, 1)))", "stride=(1, 4096)))", "tma-majorness"],
  ["num_multicast=1", "num_multicast=4", "tma-multicast"],
  ["num_multicast=2", "num_multicast=32", "tma-cluster"],
  ["sA_grouped, gA_grouped)", "sA_grouped, gA)", "tma-partition-size"],
  ["cute.make_layout(1), sA_grouped", "cute.make_layout(3), sA_grouped", "tma-partition-multicast"],
  [", tma_bar_ptr=bar", "", "tma-without-barrier"],
  ["cute.make_tensor(p, cute.make_layout((4096", "cute.make_tensor(p + 3, cute.make_layout((4096", "tma-address"],
  ["stride=(2048, 1)))", "stride=(1024, 1)))", "tma-strides-overlap"],
  ["TensorMapSwizzle.s32b", "TensorMapSwizzle.s128b", "tma-interleave"],
  ["[128, 65536]", "[2048, 1048576]", "tma-stride-units"],
  ["[1024, 512, 8], [128", "[1024, 512, 0], [128", "tma-raw-descriptor"],
  ["[16, 64, 1],", "[16, 512, 1],", "tma-raw-descriptor"],
  ["cute.make_layout((1, 4, 4, 1)), (0, 0, 0, 0)", "cute.make_layout((4, 4)), (0, 0)", "multicast-mask"],
  ["cute.make_layout((1, 4, 4, 1))", "cute.make_layout((1, 8, 4, 1))", "multicast-mask"],
  ["tAgA[None, 0, 0], tAsA", "plain, tAsA", "tma-copy-space"],
  ["tAsA[None, 0], tma_bar_ptr", "plain, tma_bar_ptr", "tma-copy-space"],
  ["swizzle=sA_layout.inner)", "swizzle=cute.make_swizzle(2, 4, 3))", "smem-swizzle-mismatch"],
  ["sA_layout.outer, 1024", "sA_layout.outer, 16", "smem-alignment"],
  ["sA_layout.outer, 1024", "sA_layout.outer, 4096", "smem-allocator"],
  ["sA_layout.outer, 1024", "sA_layout, 1024", "smem-swizzle-twice"],
  ["cute.cosize(padded)", "cute.size(padded)", "smem-array-size"],
  ["cute.cosize(padded)], 128]", "cute.cosize(padded)], 100]", "smem-struct-align"],
  ["stages = 3", "stages = 16", "smem-capacity"],
  [
    "OperandSource.SMEM, warpgroup.OperandMajorMode.K",
    "OperandSource.SMEM, warpgroup.OperandMajorMode.MN",
    "mma-descriptor",
  ],
  ["cute.make_layout(512), 128)", "cute.make_layout(500), 128)", "bulk-copy"],
  ["plain.iterator, cute.make_layout(512)", "plain.iterator + 4, cute.make_layout(512)", "bulk-copy"],
  ["(31, 0)", "(32, 0)", "tile-coordinate"],
  ["stride=(1, 8))\n    tiles", "stride=(1, 8, 64))\n    tiles", "layout-not-congruent"],
  ["zipped_divide(a, (4, 4))", "zipped_divide(a, (4, 4, 2))", "tiler-rank"],
  ["cute.make_layout(6, stride=1)", "cute.make_layout(9, stride=1)", "composition-divisibility"],
  ["(4, 4), stride=(1, 8)), 64", "(4, 4), stride=(1, 2)), 64", "complement-undefined"],
  [
    "left_inverse(cute.make_layout((4, 4), stride=(1, 8)))",
    "left_inverse(cute.make_layout((4, 4), stride=(2, 3)))",
    "inverse-undefined",
  ],
  ["group_modes(a, 0, 2)", "group_modes(a, 2, 1)", "mode-range"],
  ["shape_div((8, 8)", "shape_div((8, 6)", "shape-divisibility"],
  ["slice_(a, (None, 0))", "slice_(a, (None, 0, 0))", "coordinate-rank"],
  ["a = cute.make_layout((8, 8)", "a = cute.make_layout((8, 0)", "layout-extent"],
];

const told = async (source: string, language: Language, informs?: "informs"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  const counted = problems.filter(
    ({ severity }) =>
      severity === "error" || severity === "warning" || (informs !== undefined && severity === "information"),
  );
  return [...new Set(counted.map(({ code }) => code))];
};

describe("as they are, they have no problem", () => {
  test.each(["cpp", "python"] as const)("%s", async (language) => {
    expect(await told(sources[language], language)).toEqual([]);
  });
});

describe.each([
  ["cpp", cppMutations],
  ["python", pythonMutations],
] as const)("%s", (language, list) => {
  for (const [from, to, code, informs] of list)
    test(`${from} → ${to}`, async () => {
      const source = sources[language];
      expect(source.split(from).length, `${from} occurs once`).toBe(2);
      expect(await told(source.replace(from, to), language, informs)).toEqual([code]);
    });
});

test("every code that is named here is a rule", () => {
  const codes = new Set(rules.map(({ code }) => code));
  const named = [...cppMutations, ...pythonMutations].map(([, , code]) => code);
  expect(named.filter((code) => !codes.has(code))).toEqual([]);
});
