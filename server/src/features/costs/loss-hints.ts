// An inlay hint behind a copy, only where something is lost: `2-way conflict`, `50% of sectors used`, `2 B accesses, 16 B possible`.
import { type CopyCost, hasBankConflict, type SideCost } from "../../../../src-engine/costs/copy-cost.ts";
import type { CallFact } from "../../../../src-engine/program/facts.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { type CostContext, costContext, costOf, hasCost } from "../../costs/of-call.ts";
import { costWords, ways } from "../../costs/words.ts";
import { absolute, type FactIndex, groupByPlace, type Placed } from "../../facts/fact-index.ts";
import { type HintPosition, lineEnd } from "../hint-place.ts";
import type { Hint } from "../inlay-hints.ts";

export function lossHints(index: FactIndex, within: Place, position: HintPosition): readonly Hint[] {
  const contexts = new Map<string, CostContext>();
  const calls = index.calls.filter(({ fact, place }) => hasCost(fact.op) && fact.certain && touches(place, within));
  return groupByPlace(calls).flatMap((group) => {
    const [first] = group.filter(({ fact }) => index.chosen.has(fact.instance)).concat(group);
    return first === undefined ? [] : hintOf(index, contexts, first, position);
  });
}

const touches = (place: Place, within: Place): boolean =>
  place.fragment === within.fragment && place.start <= within.end && within.start <= place.end;

function hintOf(
  index: FactIndex,
  contexts: Map<string, CostContext>,
  { fact, place }: Placed<CallFact>,
  position: HintPosition,
): readonly Hint[] {
  const context = contexts.get(fact.instance) ?? costContext(index, fact.instance);
  contexts.set(fact.instance, context);
  const cost = costOf(context, fact, "quick");
  if (cost?.cost.kind !== "copy" || cost.assumed.length > 0 || cost.guard.kind === "some") return [];
  const text = lossText(cost.cost);
  const end = absolute(index.facts, fact.item, fact.span);
  if (text === undefined || end === undefined) return [];
  const source = index.texts[end.fragment] ?? "";
  const semicolon = /^\s*;/.exec(source.slice(end.end, end.end + 8));
  const behind = end.end + (semicolon?.[0].length ?? 0);
  const where = { fragment: end.fragment, offset: position === "line" ? lineEnd(source, behind) : behind };
  return [{ where, text, full: costWords(cost, index.facts.unit.language).title, name: place }];
}

/** What is certainly lost, whatever the run's numbers are. */
export function lossText({ issue, sides }: CopyCost): string | undefined {
  const parts = sides.flatMap((side) => ("why" in side ? [] : lossOf(side)));
  if (issue.possible !== undefined) parts.push(`${issue.width} B accesses, ${issue.possible} B side by side`);
  return parts.length === 0 ? undefined : [...new Set(parts)].join(", ");
}

function lossOf(side: SideCost): readonly string[] {
  const { shared, global } = side;
  if (shared !== undefined && hasBankConflict(side)) {
    const { wavefronts, ideal } = shared.best.dearest;
    return [`${ways(wavefronts, ideal)} conflict`];
  }
  if (global === undefined) return [];
  const used = Math.round((100 * global.best.total.wanted) / (32 * global.best.total.sectors));
  return used <= 50 ? [`${used}% of sectors used`] : [];
}
