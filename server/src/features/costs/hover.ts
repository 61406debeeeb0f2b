// The hover on a copy or an MMA: what it costs, by instance where they differ; on the tensor of `sA(i, j)` what that access does.
import type { CallFact, ExpressionFact } from "../../../../src-engine/program/facts.ts";
import { elementCallAt } from "../../costs/elements.ts";
import { costContext, costOf } from "../../costs/of-call.ts";
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
  { fact, place }: Placed<CallFact>,
  detail: "short" | "full",
): HoverAnswer | undefined {
  const { language } = index.facts.unit;
  // Of the others only the first line is shown.
  const counted = (one: CallFact): CostWords | undefined => {
    const cost = costOf(costContext(index, one.instance), one, "quick");
    return cost === undefined ? undefined : costWords(cost, language);
  };
  const own = costOf(costContext(index, fact.instance), fact);
  if (own === undefined) return undefined;
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
    instances: differing(index, placed.slice(0, mostCosts), text),
    value: fact.result,
  };
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
