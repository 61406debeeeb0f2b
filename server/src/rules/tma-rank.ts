// TMA001: a TMA descriptor has at most five dimensions.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarations, guilty, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

const raw: readonly string[] = ["cuTensorMapEncodeTiled", "create_tensor_map_tiled"];

export const tmaRank: CallRule = {
  code: "tma-rank",
  number: "TMA001",
  severity: "error",
  title: "A TMA has more than five modes; a descriptor has five dimensions.",
  on: "call",
  ops: [...tmaConstructions, ...raw],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  return raw.includes(call.op) ? rawRank(call) : foldedModes(call, context);
}

function rawRank(call: CallFact): readonly Finding[] {
  // The DSL's call counts its list of extents.
  const rank = argument(call, "rank", "globalDim");
  const value = rank?.role === "rank" ? numberOf(rank.value) : itemsOf(rank?.value);
  if (rank === undefined || value === undefined || value <= 5) return [];
  const message = `TMA descriptors have at most 5 dimensions, got ${value}: merge modes or slice the tensor`;
  return [{ item: call.item, span: rank.span, message, related: [], fixes: [] }];
}

/** The construction records a need at the fold: how many modes there are, the folded stride, and whether it is exact. */
function foldedModes(call: CallFact, context: RuleContext): readonly Finding[] {
  const fold = call.needs.find((need) => need.at === "copy_traits_sm90_tma.hpp:840");
  const modes = numberOf(fold?.facts.modes);
  // A stride that TMA cannot hold is tma-stride's to tell.
  if (fold === undefined || modes === undefined || modes <= 5 || fold.holds === "no") return [];
  const message = `a descriptor has 5 dimensions, this TMA ${modes}: CuTe folds modes 4..${modes - 1} into one, in which past the end of one mode comes the next of another instead of zeros: merge or slice them before`;
  const severity = numberOf(fold.facts.box) === 1 ? "hint" : "information";
  const related = declarations(context, [argument(call, "gmem"), argument(call, "tiler")]);
  return [{ ...guilty(call, argument(call, "tiler")), severity, message, related, fixes: [] }];
}

const itemsOf = (value: Value | undefined): number | undefined =>
  value?.kind === "tuple" ? value.items.length : undefined;

/** The page of tma-rank. */
export const tmaRankPage = (): RulePage => ({
  doc: `
A descriptor has one to five dimensions. A raw descriptor with more is rejected by the driver. CuTe and the DSL instead fold
the modes from index 4 on into one dimension whose stride is the greatest common divisor of theirs: a stride that TMA cannot hold is told
by tma-stride; where it can, or where only the run knows the strides, this is information. It is a hint where the box has one element of
the folded modes: such a copy is right inside the tensor, but past the end of a folded mode it takes what the next one has, where TMA
fills in zeros else.

Merge modes that are contiguous before the TMA is made (\`coalesce\`, \`group_modes\`), or make one TMA for each slice.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp:840 (CUTLASS 4.7): modes 4 and up become one",
    "CUDA Driver API, cuTensorMapEncodeTiled: tensorRank",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto shape = make_shape(64, 8, 8, 8, 8, 8);
  auto mA = make_tensor(make_gmem_ptr(A), shape, make_stride(Int<1>{}, 64, 512, 4096, 32768, 262144));
  auto tile = Shape<_64, _8, _1, _1, _1, _1>{};
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(tile), tile, Int<1>{});
  //                                                               ^^^^ a descriptor has 5 dimensions, this TMA 6: CuTe folds modes 4..5 into one, in which past the end of one mode comes the next of another instead of zeros`),
      good: cppFunction(`
  auto shape = make_shape(64, 8, 8, 8, 64);
  auto mA = make_tensor(make_gmem_ptr(A), shape, make_stride(Int<1>{}, 64, 512, 4096, 32768));
  auto tile = Shape<_64, _8, _1, _1, _1>{};
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(tile), tile, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((64, 8, 8, 8, 8, 6), stride=(1, 64, 512, 4096, 32768, 262160)))
    layout = cute.make_layout((64, 8, 1, 1, 1, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (64, 8, 1, 1, 1, 1))
    #                                                          ^^^^^^^^^^^^^^^^^^^ a descriptor has 5 dimensions, this TMA 6: CuTe folds modes 4..5 into one`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((64, 8, 8, 8, 48), stride=(1, 64, 512, 4096, 32768)))
    layout = cute.make_layout((64, 8, 1, 1, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (64, 8, 1, 1, 1))`),
    },
  ],
});
