// The quick fixes in CuTe DSL, beside those of tma-fixes.test.ts in C++: what each writes, and that nothing is left to report.
import { expect, test } from "vitest";
import { cppFunction, dslFunction, dslTma } from "../../server/src/rules/example-text.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

/** The text with the first fix of the rule's first finding. */
async function fixed(code: string, source: string, language: Language): Promise<string> {
  const { problems } = await analysed(source, language);
  const edits = problems.find((problem) => problem.code === code)?.fixes[0]?.edits ?? [];
  const last = [...edits].sort((a, b) => b.place.start - a.place.start);
  return last.reduce((text, { place, text: by }) => text.slice(0, place.start) + by + text.slice(place.end), source);
}

const left = async (source: string, language: Language) =>
  (await analysed(source, language)).problems.filter(({ severity }) => severity !== "hint");

const matrix = `
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))`;
const rows = `
    layout = cute.make_layout((128, 64), stride=(64, 1))`;
const op = `
    op = cpasync.CopyBulkTensorTileG2SOp()`;

const buffer = `
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)`;

const wgmma = (allocate: string) =>
  `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    mma = cute.make_tiled_mma(
        warpgroup.MmaF16BF16Op(
            cutlass.Float16, cutlass.Float32, (64, 64, 16),
            warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
        )
    )
    swizzle = cute.make_swizzle(3, 4, 3)
    layout = cute.make_composed_layout(swizzle, 0, cute.make_layout((64, 64), stride=(64, 1)))
    sA = smem.allocate_tensor(cutlass.Float16, ${allocate})
    tCrA = mma.make_fragment_A(mma.get_slice(0).partition_A(sA))
`;

test.each<readonly [rule: string, what: string, source: string, wanted: string]>([
  [
    "tma-size-mismatch",
    "stages are sliced away",
    dslFunction(`${matrix}${op}
    staged = cute.make_layout((128, 64, 3, 2), stride=(64, 1, 8192, 24576))
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, staged, (128, 64))`),
    "mA, cute.slice_(staged, (None, None, 0, 0)), (128, 64)",
  ],
  [
    "tma-size-mismatch",
    "the tiler follows the layout",
    dslFunction(`${matrix}${op}
    layout = cute.make_layout((128, 48), stride=(48, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))`),
    "mA, layout, (128, 48))",
  ],
  [
    "tma-modes-swapped",
    "the tiler's modes are swapped",
    dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1, 512)))${op}
    layout = cute.make_layout((64, 128))
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))`),
    "mA, layout, (64, 128))",
  ],
  [
    "tma-partition-size",
    "the tile becomes one mode",
    dslTma(
      `${buffer}
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sA, gA)`,
      rows,
    ),
    "cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)",
  ],
  [
    "tma-stride",
    "the leading dimension is padded",
    dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1000), stride=(1001, 1)))${op}${rows}
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))`),
    "stride=(1008, 1)",
  ],
  [
    "tma-multicast",
    "the operation multicasts",
    dslFunction(`${matrix}${rows}
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (128, 64), num_multicast=2)`),
    "(cpasync.CopyBulkTensorTileG2SMulticastOp(), mA",
  ],
  [
    "tma-without-barrier",
    "the function's barrier is passed",
    dslTma(
      `${buffer}
    bar = smem.allocate_array(cutlass.Int64, 1)
    cute.arch.mbarrier_init(bar, 1)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)
    cute.copy(tma, tAgA[None, 0, 0], tAsA)`,
      rows,
    ),
    "tAsA, tma_bar_ptr=bar)",
  ],
  [
    "tma-swizzle-units",
    "the swizzle goes to the pointer",
    dslTma(
      `
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_composed_layout(swizzle, 0, layout), 1024)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)`,
      rows,
    ),
    "(cutlass.Float16, layout, 1024, swizzle=swizzle)",
  ],
  [
    "smem-fragment-swizzle",
    "the swizzle of an operand goes to the pointer",
    wgmma("layout, 1024"),
    "layout.outer, 1024, swizzle=layout.inner)",
  ],
  [
    "smem-swizzle-twice",
    "the layout loses its swizzle",
    wgmma("layout, 1024, swizzle=swizzle"),
    "layout.outer, 1024, swizzle=swizzle)",
  ],
  [
    "tma-stride-units",
    "bytes become units of 16 bytes",
    `
import cutlass
import cutlass.cute as cute
from cutlass.experimental.cuda import create_tensor_map_tiled

@cute.jit
def launch(address: cutlass.Int64):
    desc = create_tensor_map_tiled(address, cutlass.Float16, [1024, 512], [2048], [64, 64])
`,
    "[1024, 512], [2048 // 16], [64, 64]",
  ],
])("%s: %s", async (rule, _what, source, wanted) => {
  const mended = await fixed(rule, source, "python");
  expect(mended).toContain(wanted);
  expect(await left(mended, "python")).toEqual([]);
});

test("a barrier is bound in C++", async () => {
  const source = cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<1>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto slice = tma.get_slice(Int<0>{});
  copy(tma, slice.partition_S(gA), slice.partition_D(make_tensor(make_smem_ptr(shared), layout)));`);
  const mended = await fixed("tma-without-barrier", source, "cpp");
  expect(mended).toContain("copy(tma.with(*mbar), ");
  expect(await left(mended, "cpp")).toEqual([]);
});

test("a multicast operation in C++", async () => {
  const source = cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<2>{});`);
  const mended = await fixed("tma-multicast", source, "cpp");
  expect(mended).toContain("make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA");
  expect(await left(mended, "cpp")).toEqual([]);
});

test("a run-time unit stride becomes static", async () => {
  const source = cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, 1));`);
  const mended = await fixed("dynamic-unit-stride", source, "cpp");
  expect(mended).toContain("make_stride(1024, Int<1>{})");
  expect(await left(mended, "cpp")).toEqual([]);
});
