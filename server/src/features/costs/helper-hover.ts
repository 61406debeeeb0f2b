// The hover on a call of a helper that stands in another file, `flash::gemm(tiled_mma, tSrQ, tSrK, tSrS)`: what its copies and MMAs
// cost with this call's tensors.
import { unknown } from "../../../../src-engine/algebra/value.ts";
import type { CallFact, Reached } from "../../../../src-engine/program/facts.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { contextsOf, elsewhereText } from "../../costs/list.ts";
import type { CostContext, Effort } from "../../costs/of-call.ts";
import { type ReachedCost, reachedCosts } from "../../costs/reached.ts";
import { amountOf, type CostWords, costWords } from "../../costs/words.ts";
import type { Line } from "../../facts/describe.ts";
import { absolute, covers, type FactIndex, type Placed, type Where } from "../../facts/fact-index.ts";
import type { HoverAnswer } from "../hover.ts";
import { boundFrom, differing } from "../hover-instances.ts";

/** Instances that are counted for one hover. */
const mostInstances = 6;
/** Copies and MMAs of a helper that are told one by one. */
const mostTold = 4;

interface Told {
  readonly call: Placed<CallFact>;
  readonly words: CostWords;
}

/** Undefined where no call's name is, or nothing that it leads to in other files has a cost. */
export function helperHover(index: FactIndex, where: Where, detail: "short" | "full"): HoverAnswer | undefined {
  const calls = helperCalls(index, where);
  const told = toldOf(index, calls);
  const [first] = told;
  if (first === undefined) return undefined;
  const { words, call } = first;
  const { fact, place } = call;
  return {
    place,
    language: index.facts.unit.language,
    name: fact.op,
    title: words.title,
    lines: words.lines.filter(({ rank }) => detail === "full" || rank !== "more"),
    modes: [],
    notes: words.notes,
    origin: boundFrom(index, fact, calls),
    instances: differing(
      index,
      told.map((one) => one.call),
      (placed) => told.find((one) => one.call === placed)?.words.title ?? "",
    ),
    value: fact.result,
  };
}

/** The chosen instance first; of the others only the first line is shown. */
function toldOf(index: FactIndex, calls: readonly Placed<CallFact>[]): readonly Told[] {
  const contextOf = contextsOf(index);
  const rank = ({ fact }: Placed<CallFact>): number => (index.chosen.has(fact.instance) ? 0 : 1);
  const told: Told[] = [];
  for (const call of [...calls].sort((a, b) => rank(a) - rank(b))) {
    const words = helperWords(index, contextOf, call.fact, told.length === 0 ? "full" : "title");
    if (words !== undefined) told.push({ call, words });
  }
  return told;
}

/** What a call gives, and what it costs. */
export const withCalled = (
  answer: HoverAnswer | undefined,
  called: HoverAnswer | undefined,
): HoverAnswer | undefined =>
  answer === undefined || called === undefined
    ? (answer ?? called)
    : {
        ...answer,
        lines: [...answer.lines, { label: "the call", text: called.title, rank: "first" }, ...called.lines],
        notes: [...answer.notes, ...called.notes],
      };

/** The call whose name is at the place, as each instance makes it: real ones first. */
function helperCalls(index: FactIndex, where: Where): readonly Placed<CallFact>[] {
  const calls = new Map<string, Placed<CallFact>>();
  for (const one of index.facts.reached ?? []) {
    const place = absolute(index.facts, one.item, one.nameSpan);
    if (place !== undefined && covers(place, where) && !calls.has(one.from))
      calls.set(one.from, { fact: callFact(index, one, place), place });
  }
  return [...calls.values()].slice(0, mostInstances);
}

function callFact(
  { texts }: FactIndex,
  { from, item, span, nameSpan }: Reached,
  { fragment, start, end }: Place,
): CallFact {
  const op = texts[fragment]?.slice(start, end) ?? "";
  const result = unknown("what a helper gives");
  return { kind: "call", instance: from, item, span, nameSpan, op, args: [], result, needs: [], certain: true };
}

/** One copy or MMA in its own words; of several a line for each. */
function helperWords(
  index: FactIndex,
  contextOf: (instance: string) => CostContext,
  call: CallFact,
  effort: Effort,
): CostWords | undefined {
  const isOfCall = ({ from, item, span }: Reached): boolean =>
    from === call.instance && item === call.item && span.start === call.span.start && span.end === call.span.end;
  const reached = (index.facts.reached ?? []).filter(isOfCall);
  const costs = reachedCosts(index, contextOf, effort, reached).filter(({ cost }) => cost.kind !== "unknown");
  const [only, ...others] = costs;
  if (only === undefined) return undefined;
  return others.length === 0 ? wordsOfOne(index, only) : wordsOfSeveral(index, costs);
}

function wordsOfOne(index: FactIndex, one: ReachedCost): CostWords {
  const words = costWords(one, index.facts.unit.language);
  const { times } = one.elsewhere;
  const amount = one.cost.kind === "unknown" ? undefined : amountOf(one.cost);
  const isTold = times === undefined || times < 2 || words.lines.some(({ label }) => label === "loop");
  const all = isTold || amount === undefined ? [] : [inAll(times, amount(times))];
  return { ...words, lines: [...all, ...words.lines], notes: [elsewhereText(index, one).trim(), ...words.notes] };
}

const inAll = (times: number, amount: string): Line => ({
  label: "in all",
  text: `${times} times, ${amount}`,
  rank: "first",
});

function wordsOfSeveral(index: FactIndex, costs: readonly ReachedCost[]): CostWords {
  const { language } = index.facts.unit;
  const lines = costs.slice(0, mostTold).map((one): Line => {
    const words = costWords(one, language);
    const memory = words.lines.flatMap(({ label, text }) =>
      /^(global|shared)/.test(label) ? [`${label}: ${text}`] : [],
    );
    const { times } = one.elsewhere;
    const often = times === undefined || times === 1 ? [] : [`${times} times`];
    const text = [words.title, ...memory, ...often].join("; ");
    return { label: one.call.op, text: `${text}${elsewhereText(index, one)}`, rank: "first" };
  });
  const more = costs.length - mostTold;
  return {
    title: countText(costs),
    lines,
    notes: more > 0 ? [`${more} more: the Costs view lists all`] : [],
  };
}

/** `2 copies, 1 MMA`. */
function countText(costs: readonly ReachedCost[]): string {
  const mmas = costs.filter(({ cost }) => cost.kind === "gemm").length;
  const copies = costs.length - mmas;
  return [
    ...(copies === 0 ? [] : [`${copies} cop${copies === 1 ? "y" : "ies"}`]),
    ...(mmas === 0 ? [] : [`${mmas} MMA${mmas === 1 ? "" : "s"}`]),
  ].join(", ");
}
