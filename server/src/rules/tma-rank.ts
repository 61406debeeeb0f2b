// TMA001: a TMA descriptor has at most five dimensions.
import type { CallFact } from "../../../src-engine/facts.ts";
import type { Severity } from "../settings/schema.ts";
import { argument, declarations, numberOf, refusal, tmaConstructions } from "./arguments.ts";
import type { CallRule, Finding, RuleContext } from "./rule.ts";

const raw: readonly string[] = ["cuTensorMapEncodeTiled", "create_tensor_map_tiled"];

export const tmaRank: CallRule = {
  code: "tma-rank",
  number: "TMA001",
  severity: "warning",
  title: "A TMA has more than five modes; a descriptor has five dimensions.",
  doc: `
A descriptor has one to five dimensions. A raw descriptor with more is rejected by the driver. CuTe and the DSL instead fold
the modes from index 4 on into one dimension whose stride is the greatest common divisor of theirs: where that dimension
cannot be addressed, the copy is wrong or rejected; where the fold is exact, this is only information.

Merge modes that are contiguous before the TMA is made (\`coalesce\`, \`group_modes\`), or make one TMA for each slice.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp:840 (CUTLASS 4.7): modes 4 and up become one",
    "CUDA Driver API, cuTensorMapEncodeTiled: tensorRank",
  ],
  examples: [],
  on: "call",
  ops: [...tmaConstructions, ...raw],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  return raw.includes(call.op) ? rawRank(call) : foldedModes(call, context);
}

function rawRank(call: CallFact): readonly Finding[] {
  const rank = argument(call, "rank", "tensorRank");
  const value = numberOf(rank?.value);
  if (rank === undefined || value === undefined || value <= 5) return [];
  const message = `TMA descriptors have at most 5 dimensions, got ${value}: merge modes or slice the tensor`;
  return [{ item: call.item, span: rank.span, severity: "error", message, related: [], fixes: [] }];
}

/** The construction records a need at the fold: how many modes there are, the folded stride, and whether it is exact. */
function foldedModes(call: CallFact, context: RuleContext): readonly Finding[] {
  const fold = call.needs.find((need) => need.at === "copy_traits_sm90_tma.hpp:840") ?? refusal(call, "tma-rank");
  const modes = numberOf(fold?.facts?.modes);
  if (fold === undefined || modes === undefined || modes <= 5) return [];
  const stride = fold.facts?.stride;
  const folded = stride === undefined ? "" : `, stride ${context.print(stride)}`;
  const message = `${modes} TMA modes; a descriptor has 5: modes 4..${modes - 1} are folded into one${folded}`;
  const gmem = argument(call, "gmem");
  const related = declarations(context, [gmem, argument(call, "tiler")]);
  return [{ item: call.item, span: call.nameSpan, severity: severityOf(fold), message, related, fixes: [] }];
}

function severityOf(fold: { readonly holds?: string; readonly code?: string }): Severity {
  if (fold.holds === "yes") return "information";
  return fold.code === undefined ? "warning" : "error";
}
