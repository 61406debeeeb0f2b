// What the light bulb offers at a copy that loses something: the swizzle or the padding that frees it of its conflicts, where it is
// certain what writes it, and the picture of its banks or sectors.
import type { CallFact } from "../../../../src-engine/program/facts.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { costContext, costOf, hasCost } from "../../costs/of-call.ts";
import { remedyFor } from "../../costs/remedy.ts";
import { absolute, covers, type FactIndex } from "../../facts/fact-index.ts";
import type { PlacedFix, Problem } from "../../rules/problem.ts";
import { writtenOf } from "./cost-view.ts";

export interface Remedies {
  readonly fixes: readonly PlacedFix[];
  /** Where the preview shows the copy, and what it shows. */
  readonly look: { readonly title: string; readonly place: Place };
}

const looks: Readonly<Record<string, string>> = {
  "bank-conflict": "Show the banks in the preview",
  uncoalesced: "Show the sectors in the preview",
};

/** Undefined for problems of another kind. */
export function remediesOf(index: FactIndex, problem: Problem): Remedies | undefined {
  const title = looks[problem.code];
  const calls =
    title === undefined ? [] : callsAt(index, [problem.place, ...problem.related.map(({ place }) => place)]);
  const [first] = calls;
  const place = first === undefined ? undefined : absolute(index.facts, first.item, first.nameSpan);
  if (title === undefined || place === undefined) return undefined;
  const fixes = problem.code === "bank-conflict" ? calls.map((call) => fixesOf(index, call)) : [];
  return { fixes: fixes.find((some) => some.length > 0) ?? [], look: { title, place } };
}

/** The copies around a place, those of the chosen instance first. */
function callsAt(index: FactIndex, places: readonly Place[]): readonly CallFact[] {
  for (const { fragment, start } of places) {
    const here = index.calls.flatMap(({ fact }) => {
      const place = hasCost(fact.op) ? absolute(index.facts, fact.item, fact.span) : undefined;
      return place !== undefined && covers(place, { fragment, offset: start }) ? [fact] : [];
    });
    const rank = ({ instance }: CallFact): number => (index.chosen.has(instance) ? 0 : 1);
    if (here.length > 0) return here.sort((a, b) => rank(a) - rank(b)).slice(0, mostInstances);
  }
  return [];
}

const mostInstances = 4;

function fixesOf(index: FactIndex, call: CallFact): readonly PlacedFix[] {
  const cost = costOf(costContext(index, call.instance), call);
  const remedy = cost === undefined ? undefined : remedyFor(index, cost);
  const written = remedy === undefined ? [] : writtenOf(index, remedy);
  return written.map(({ label, writes }) => ({ title: label, edits: writes }));
}
