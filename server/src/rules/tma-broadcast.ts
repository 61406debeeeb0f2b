// TMA063: a mode of the tensor for TMA that has stride 0.
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Stride } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { numberModes, plainOf } from "./tensor-parts.ts";
import { atConstruction, isTypeOnly } from "./tma-atom.ts";

export const tmaBroadcast: CallRule = {
  code: "tma-broadcast",
  number: "TMA063",
  severity: "information",
  title: "A mode of the global tensor is a broadcast: its stride is 0.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  if (isTypeOnly(call, context)) return [];
  const layout = plainOf(argument(call, "gmem")?.value);
  const mode = broadcastOf(layout);
  if (mode === undefined || numberOf(layout?.shape.kind === "num" ? layout.shape : undefined) === 1) return [];
  if (broadcastOf(plainOf(argument(call, "smem")?.value)) !== undefined) return [];
  const message = `a mode of ${mode.extent} has stride 0: it gets no dimension in the descriptor, every index copies the same bytes`;
  return [atConstruction(call, context, message, argument(call, "gmem"))];
}

/** The extent of a mode whose stride is the compiler's 0: one of the run's may be another number by then. */
function broadcastOf(layout: ReturnType<typeof plainOf>): { readonly extent: number } | undefined {
  if (layout === undefined || numberModes(layout) === undefined) return undefined;
  const strides = leavesOf<Stride>(layout.stride);
  const extents = leavesOf<Int>(layout.shape).map((leaf) => numberOf(leaf) ?? 1);
  const extent = extents.find((one, i) => one > 1 && isZero(strides[i]));
  return extent === undefined ? undefined : { extent };
}

const isZero = (stride: Stride | undefined): boolean =>
  stride?.kind === "num" && stride.know === "static" && stride.value === 0;

/** The page of tma-broadcast. */
export const tmaBroadcastPage = (): RulePage => ({
  doc: `
A mode of static stride 0 gets no dimension in the descriptor: CuTe skips it, and the TMA tensor has stride 0 there. A run-time 0
stays a dimension of its own, which the driver accepts. Together with modes that are folded (more than five) the result was
wrong in some versions.

Leave the mode out and index the tensor without it where that reads as well. Where the shared-memory layout has such a mode too,
as that of scale factors has, it is meant and nothing is said.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:828 (CUTLASS 4.7)", "https://github.com/NVIDIA/cutlass/pull/3121"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024, 8), make_stride(1024, Int<1>{}, Int<0>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                        ^^ a mode of 8 has stride 0`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024, 8), stride=(1024, 1, 0)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                                              ^^ a mode of 8 has stride 0`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
});
