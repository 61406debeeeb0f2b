// The hover on a copy or an MMA: what it costs, by instance where they differ; on the tensor of `sA(i, j)` what that access does.
import type { CallFact, ExpressionFact } from "../../../../src-engine/program/facts.ts";
import { elementCallAt } from "../../costs/elements.ts";
import { type CallCost, costContext, costOf } from "../../costs/of-call.ts";
import { remedyFor } from "../../costs/remedy.ts";
import { type CostWords, costWords, remedyText } from "../../costs/words.ts";
import type { Line } from "../../facts/describe.ts";
import type { FactIndex, Placed } from "../../facts/fact-index.ts";
import { callNotes } from "../call-notes.ts";
import type { HoverAnswer } from "../hover.ts";
import { boundFrom, differing } from "../hover-instances.ts";

/** Instances of a call that are counted for one hover. */
const mostCosts = 6;

export function costHover(
  index: FactIndex,
  placed: readonly Placed<CallFact>[],
  preferred: Placed<CallFact>,
  detail: "short" | "full",
): HoverAnswer | undefined {
  const { language } = index.facts.unit;
  // Of the others only the first line is shown.
  const counted = (one: CallFact): CostWords | undefined => {
    const cost = costOf(costContext(index, one.instance), one, "title");
    return cost === undefined ? undefined : costWords(cost, language);
  };
  const told = toTell(index, placed, preferred);
  if (told === undefined) return undefined;
  const { own, of } = told;
  const { fact, place } = of;
  const remedy = remedyFor(index, own);
  const help = remedy === undefined ? undefined : remedyText(remedy);
  const words = costWords(own, language);
  const text = ({ fact: one }: Placed<CallFact>) => (one === fact ? words.title : (counted(one)?.title ?? ""));
  return {
    place,
    language,
    name: fact.op,
    title: words.title,
    lines: detail === "full" ? words.lines : words.lines.filter(({ rank }) => rank !== "more"),
    modes: [],
    notes: [...(help === undefined ? [] : [help]), ...words.notes, ...callNotes(fact, language)],
    origin: boundFrom(index, fact, placed),
    instances: differing(index, [of, ...placed.filter((one) => one !== of)].slice(0, mostCosts), text),
    value: fact.result,
  };
}

/** The preferred instance, or the first that is counted where that one is not and nobody chose it. */
function toTell(
  index: FactIndex,
  placed: readonly Placed<CallFact>[],
  preferred: Placed<CallFact>,
): { readonly own: CallCost; readonly of: Placed<CallFact> } | undefined {
  const costIn = ({ fact }: Placed<CallFact>) => costOf(costContext(index, fact.instance), fact);
  const own = costIn(preferred);
  if (own === undefined || own.cost.kind !== "unknown" || index.chosen.has(preferred.fact.instance))
    return own && { own, of: preferred };
  for (const of of placed) {
    const other = of === preferred ? undefined : costIn(of);
    if (other !== undefined && other.cost.kind !== "unknown") return { own: other, of };
  }
  return { own, of: preferred };
}

/** Undefined where the name is no tensor of which a single element is read or written. */
export function elementWords(
  index: FactIndex,
  { instance, span }: ExpressionFact,
  detail: "short" | "full",
): Pick<HoverAnswer, "lines" | "notes"> | undefined {
  const call = elementCallAt(index, instance, span);
  const cost = call && costOf(costContext(index, instance), call.fact);
  if (cost === undefined || cost.cost.kind === "unknown") return undefined;
  const { title, lines, notes } = costWords(cost, index.facts.unit.language);
  const remedy = remedyFor(index, cost);
  const help = remedy === undefined ? undefined : remedyText(remedy);
  const access: Line = { label: "this access", text: title, rank: "first" };
  return {
    lines: [access, ...lines].filter(({ rank }) => detail === "full" || rank !== "more"),
    notes: [...(help === undefined ? [] : [help]), ...notes],
  };
}
