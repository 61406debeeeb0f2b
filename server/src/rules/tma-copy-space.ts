// TMA071: a TMA copy whose tensors lie in the wrong memories.

import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { memoryNames, pointerOf } from "./tensor-parts.ts";
import { tmaDirection } from "./tma-atom.ts";

const host = `
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<1>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto slice = tma.get_slice(Int<0>{});`;

export const tmaCopySpace: CallRule = {
  code: "tma-copy-space",
  number: "TMA071",
  severity: "error",
  title: "A TMA copy is given a tensor in the wrong memory.",
  on: "call",
  ops: ["copy", "tma_partition"],
  check: (call, context) => (call.op === "copy" ? ofCopy(call, context) : ofPartition(call, context)),
};

function dslCopy(tile: string, marked: string): string {
  const mark =
    marked === ""
      ? ""
      : "\n    #              ^^^^ tAgA lies in global memory; this operation reads a tensor of coordinates";
  const source = marked === "" ? "tAgA" : "gA";
  return `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mT: cute.Tensor, mA: cute.Tensor, layout: cute.Layout):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    cute.arch.mbarrier_init(bar, 1)
    gT = cute.local_tile(mT, (128, 64), (0, 0))
    gA = cute.local_tile(${tile})
    sG = cute.group_modes(sA, 0, 2)
    tAsA, tAgT = cpasync.tma_partition(tma, 0, cute.make_layout(1), sG, cute.group_modes(gT, 0, 2))
    tAgA = ${source === "gA" ? "cute.group_modes(gA, 0, 2)" : "tAgT"}
    cute.copy(tma, tAgA, tAsA, tma_bar_ptr=bar)${mark}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    tma, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))
    kernel(tma, tensor, mA, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
}

function ofCopy(call: CallFact, context: RuleContext): readonly Finding[] {
  const direction = tmaDirection(argument(call, "atom")?.value);
  if (direction === undefined) return [];
  const load = direction === "load";
  return [
    ...wrongSide(
      call,
      context,
      ["source", "src"],
      load ? "reads a tensor of coordinates" : "reads from shared memory",
      load,
    ),
    ...wrongSide(
      call,
      context,
      ["destination", "dst"],
      load ? "writes to shared memory" : "writes to a tensor of coordinates",
      !load,
    ),
  ];
}

/** The tensor in shared memory comes first. */
function ofPartition(call: CallFact, context: RuleContext): readonly Finding[] {
  const [smem, gmem] = [argument(call, "smem"), argument(call, "gmem")];
  if (smem === undefined || pointerOf(smem.value) !== undefined || pointerOf(gmem?.value)?.space !== "smem") return [];
  const message = `${smem.text} is no tensor in shared memory, ${gmem?.text} is: exchange the two, tma_partition takes that in shared memory first`;
  return [{ item: call.item, span: smem.span, message, related: declarations(context, [smem, gmem]), fixes: [] }];
}

function wrongSide(
  call: CallFact,
  context: RuleContext,
  roles: readonly string[],
  does: string,
  coordinates: boolean,
): readonly Finding[] {
  const arg = argument(call, ...roles);
  const pointer = pointerOf(arg?.value);
  const place = pointer === undefined ? undefined : memoryNames[pointer.space];
  if (arg === undefined || pointer === undefined || place === undefined) return [];
  if (!coordinates && pointer.space === "smem") return [];
  const way = coordinates
    ? `partition ${context.language === "cpp" ? "tma.get_tma_tensor(shape)" : "the tensor that comes with the atom"}`
    : "copy to registers after it";
  const message = `${arg.text} lies in ${place}; this operation ${does}: ${way}`;
  return [{ item: call.item, span: arg.span, message, related: declarations(context, [arg]), fixes: [] }];
}

/** The page of tma-copy-space. */
export const tmaCopySpacePage = (): RulePage => ({
  doc: `
A TMA load copies from a tensor of coordinates (\`tma.get_tma_tensor(shape)\`, in the DSL the tensor that comes with the atom) to
shared memory, a store the other way. Registers take no part, and the plain global tensor has no coordinates.

Partition the TMA's own tensor and a tensor in shared memory; \`tma_partition\` takes that in shared memory first.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:76, :408 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`${host}
  auto rA = make_tensor<half_t>(Shape<Shape<_8192, _1>, _1, _1>{});
  copy(tma.with(*mbar), slice.partition_S(gA), rA);
  //                                           ^^ rA lies in registers; this operation writes to shared memory`),
      good: cppFunction(`${host}
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  copy(tma.with(*mbar), slice.partition_S(gA), slice.partition_D(sA));`),
    },
    {
      language: "python",
      bad: dslCopy("mA, (128, 64), (0, 0)", "tAgA"),
      good: dslCopy("mT, (128, 64), (0, 0)", ""),
    },
  ],
});
