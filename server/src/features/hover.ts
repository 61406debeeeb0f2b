// The hover: what stands under the cursor, in plain data and complete without a picture.
//
// A declared name, the name of a called operation, or an expression; of several that cover the offset the innermost.
// Instances that agree are told once, others one by one.

import { unknown, type Value } from "../../../src-engine/algebra/value.ts";
import type { AssertFact, CallFact, ExpressionFact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Language, Place } from "../../../src-engine/program/ir.ts";
import { conditionText, verdicts } from "../facts/assertion.ts";
import { describeValue, type Line } from "../facts/describe.ts";
import {
  absolute,
  covering,
  type FactIndex,
  innermost,
  type Placed,
  samePlace,
  type Where,
} from "../facts/fact-index.ts";
import { type Readable, readable } from "../facts/readable.ts";
import { oneLine } from "../facts/source-text.ts";
import { titleOf } from "../facts/title.ts";
import { namedInNote, withoutInternalNames } from "../facts/unnamed.ts";
import { atomAt } from "./atom-at.ts";
import { callNotes } from "./call-notes.ts";
import { helperHover, withCalled } from "./costs/helper-hover.ts";
import { costHover, elementWords } from "./costs/hover.ts";
import { boundFrom, differing, type Origin, titleIn } from "./hover-instances.ts";
import { lastTiles } from "./last-tile.ts";
import { type ModeRow, modeRows } from "./mode-rows.ts";
import { obligations } from "./need-words.ts";
import { printed } from "./prints/printed.ts";

export interface HoverAnswer {
  readonly place: Place;
  readonly language: Language;
  /** The name or expression. */
  readonly name: string;
  /** Its value in the language's notation. */
  readonly title: string;
  readonly lines: readonly Line[];
  readonly modes: readonly ModeRow[];
  /** Sentences: obligations, unknowns with reasons, a called operation's documentation. */
  readonly notes: readonly string[];
  /** Where it came from: the expression, the call path. */
  readonly origin: readonly Origin[];
  /** One entry for each different value when instances differ. */
  readonly instances: readonly { readonly id: string; readonly label: string; readonly text: string }[];
  /** What the picture shows. */
  readonly value: Value;
}

export interface HoverOptions {
  readonly detail: "short" | "full";
}

export function hover(index: FactIndex, where: Where, options: HoverOptions): HoverAnswer | undefined {
  const calls = innermost(covering(index.calls, where));
  const variables = innermost(covering(index.variables, where));
  const expressions = worthTelling(covering(index.expressions, where));
  if (variables.length > 0) return variableHover(index, variables, options);
  const atom = atomHover(index, where);
  if (atom !== undefined) return atom;
  if (calls.length > 0) return callHover(index, calls, options);
  const helper = helperHover(index, where, options.detail);
  if (expressions.length > 0) return withCalled(expressionHover(index, expressions, options), helper);
  if (helper !== undefined) return helper;
  return assertHover(index, innermost(covering(index.asserts, where)));
}

/** The name of an operation: it has no value of its own, and everything about it is worth telling. */
function atomHover(index: FactIndex, where: Where): HoverAnswer | undefined {
  if (index.facts.unit.language !== "cpp") return undefined;
  const found = atomAt(index.texts[where.fragment] ?? "", where.offset);
  if (found === undefined) return undefined;
  const place: Place = { fragment: where.fragment, start: found.start, end: found.end };
  return { ...valueHover(index, place, found.name, found.atom, { detail: "full" }), notes: found.notes };
}

/** The fact to tell first: of the chosen instance, of a real one before a generic one, a known value before an unknown one. */
export function preferred<F extends VariableFact | ExpressionFact | CallFact>(
  index: FactIndex,
  placed: readonly Placed<F>[],
  value: (fact: F) => Value,
): Placed<F> | undefined {
  const score = ({ fact }: Placed<F>) =>
    (index.chosen.has(fact.instance) ? 0 : 4) +
    (value(fact).kind === "unknown" ? 2 : 0) +
    (index.instances.get(fact.instance)?.generic === true ? 1 : 0);
  return [...placed].sort((a, b) => score(a) - score(b))[0];
}

function variableHover(
  index: FactIndex,
  placed: readonly Placed<VariableFact>[],
  options: HoverOptions,
): HoverAnswer | undefined {
  const chosen = preferred(index, placed, (fact) => fact.value);
  if (chosen === undefined) return undefined;
  const { fact, place } = chosen;
  const answer = valueHover(index, place, fact.name, fact.value, options);
  const known =
    fact.why === undefined || fact.value.kind === "unknown" ? undefined : namedInNote(onOneCondition(fact.why));
  // `±8 by threadIdx.x` says so already.
  const isSaidBefore = readable(fact.value).replaced.some(({ by }) => known === `${by} known at run time only`);
  const why = known === undefined || isSaidBefore ? [] : [known];
  return {
    ...answer,
    modes: modeRows(fact.value, answer.language, fact.note?.text),
    notes: [
      ...answer.notes,
      ...why.filter((text) => !answer.notes.includes(text)),
      ...madeBy(index, fact).flatMap(lastTiles),
      ...needNotes(fact, answer.language),
      ...(fact.from ?? []).map((text) => `from ${text}`),
    ],
    origin: [...sourceOf(index, fact), ...boundFrom(index, fact, placed)],
    instances: differing(
      index,
      placed,
      titleIn(index, (f) => f.value),
    ),
  };
}

/** The call that is the whole initialiser of a variable. */
const madeBy = (index: FactIndex, fact: VariableFact): readonly CallFact[] =>
  index.facts.facts.filter(
    (one): one is CallFact =>
      one.kind === "call" &&
      one.instance === fact.instance &&
      one.item === fact.item &&
      one.span.start === fact.source?.start &&
      one.span.end === fact.source.end,
  );

/** A condition and its opposite are one condition. */
const onOneCondition = (why: string): string => why.replace(/^depends on (.+) \| not \1$/, "depends on $1");

function needNotes(fact: VariableFact | CallFact, language: Language): readonly string[] {
  const open = obligations(fact.needs, language);
  return open.length === 0 ? [] : [`needs: ${open.join("; ")}`];
}

function callHover(
  index: FactIndex,
  placed: readonly Placed<CallFact>[],
  options: HoverOptions,
): HoverAnswer | undefined {
  const chosen = preferred(index, placed, (fact) => fact.result);
  if (chosen === undefined) return undefined;
  const { fact, place } = chosen;
  const print = printHover(index, placed, chosen);
  if (print !== undefined) return print;
  const cost = costHover(index, placed, chosen, options.detail);
  if (cost !== undefined) return cost;
  const given = valueHover(index, place, fact.op, fact.result, options);
  const answer = isNothing(fact.result) ? { ...given, title: "called for what it does", notes: [] } : given;
  return {
    ...answer,
    notes: [...callNotes(fact, answer.language), ...answer.notes, ...needNotes(fact, answer.language)],
    origin: boundFrom(index, fact, placed),
    instances: differing(
      index,
      placed,
      titleIn(index, (f) => f.result),
    ),
  };
}

/** Whether it holds, by instance where they differ. */
function assertHover(index: FactIndex, placed: readonly Placed<AssertFact>[]): HoverAnswer | undefined {
  const rank = { no: 0, yes: 1, unknown: 2 } as const;
  const [chosen] = [...placed].sort((a, b) => rank[a.fact.holds] - rank[b.fact.holds]);
  if (chosen === undefined) return undefined;
  const text = (one: Placed<AssertFact>) => `${verdicts[one.fact.holds]}: ${conditionText(index, one)}`;
  const { fact, place } = chosen;
  const source = index.texts[place.fragment]?.slice(place.start, place.end) ?? "";
  return {
    place,
    language: index.facts.unit.language,
    name: /^[\w:]+/.exec(source)?.[0] ?? "assert",
    title: text(chosen),
    lines: [],
    modes: [],
    notes: fact.message === undefined ? [] : [fact.message],
    origin: boundFrom(index, fact, placed),
    instances: differing(index, placed, text),
    value: unknown("a question"),
  };
}

/** What a printing call writes, by instance where they differ. */
function printHover(
  index: FactIndex,
  placed: readonly Placed<CallFact>[],
  chosen: Placed<CallFact>,
): HoverAnswer | undefined {
  const found = printed(index, chosen);
  if (found === undefined) return undefined;
  const text = (one: Placed<CallFact>) => clipped(printed(index, one)?.text ?? "");
  return {
    place: chosen.place,
    language: index.facts.unit.language,
    name: `${found.name} prints`,
    title: clipped(found.text),
    lines: [],
    modes: [],
    notes: [],
    origin: boundFrom(index, chosen.fact, placed),
    instances: differing(index, placed, text),
    value: found.value ?? unknown("text"),
  };
}

/** A loop may print more than a hover can show. */
function clipped(text: string): string {
  const lines = text.split("\n");
  const kept = lines.slice(0, mostLines);
  return lines.length <= mostLines + 1 ? text : [...kept, `… ${lines.length - mostLines} more lines`].join("\n");
}

const mostLines = 40;

function expressionHover(
  index: FactIndex,
  placed: readonly Placed<ExpressionFact>[],
  options: HoverOptions,
): HoverAnswer | undefined {
  const chosen = preferred(index, placed, (fact) => fact.value);
  if (chosen === undefined) return undefined;
  const { fact, place } = chosen;
  const name = oneLine(index.texts[place.fragment]?.slice(place.start, place.end) ?? "", 80);
  const declared = index.variables.filter((v) => v.fact.name === name && v.fact.instance === fact.instance);
  const note = declared.find((v) => v.fact.note !== undefined)?.fact.note?.text;
  const answer = valueHover(index, place, name, fact.value, options);
  const access = elementWords(index, fact, options.detail);
  return {
    ...answer,
    lines: [...answer.lines, ...(access?.lines ?? [])],
    notes: [...answer.notes, ...(access?.notes ?? [])],
    modes: modeRows(fact.value, answer.language, note),
    origin: boundFrom(index, fact, placed),
    instances: differing(
      index,
      placed,
      titleIn(index, (f) => f.value),
    ),
  };
}

/** The innermost that says something; over the name of a called function, what the call gives. */
function worthTelling(placed: readonly Placed<ExpressionFact>[]): readonly Placed<ExpressionFact>[] {
  const [first] = innermost(placed);
  const telling = placed.filter(({ fact }) => !silentKinds.has(fact.value.kind) && !isNothing(fact.value));
  const best = innermost(telling);
  const nearest = best[0]?.place;
  if (first === undefined || nearest === undefined) return [];
  return samePlace(first.place, nearest) || nearest.start === first.place.start ? best : [];
}

/** Values whose hover would say nothing that the source does not. */
const silentKinds: ReadonlySet<string> = new Set([
  "function",
  "builtin",
  "class",
  "module",
  "text",
  "float",
  "underscore",
]);

const isNothing = (value: Value): boolean => value.kind === "unknown" && value.nothing === true;

/** Shape and stride stand in the notation already. */
const isSaid = (title: string, label: string, text: string): boolean =>
  text === title || (inTitles.has(label) && title.includes(text));

const inTitles: ReadonlySet<string> = new Set(["shape", "stride", "slice", "thread"]);

function valueHover(index: FactIndex, place: Place, name: string, value: Value, options: HoverOptions): HoverAnswer {
  const { language } = index.facts.unit;
  const { replaced } = readable(value);
  const title = withoutInternalNames(titleOf(value, language));
  // What the title says already is not said twice.
  const formulas = replaced.map(({ text, formula }) => ({ label: text, text: formula, rank: "below" as const }));
  const short = (text: string) => replaced.reduce((t, one) => t.replaceAll(one.formula, one.text), text);
  const lines = [...describeValue(value, language).map((entry) => worded(entry, short)), ...formulas]
    .map((entry) => worded(entry, withoutInternalNames))
    .filter(({ label, text }) => !isSaid(title, label, text) && (replaced.length === 0 || label !== "stride"));
  return {
    place,
    language,
    name,
    title,
    lines: options.detail === "full" ? lines : lines.filter((entry) => entry.rank !== "more"),
    modes: modeRows(value, language, undefined),
    notes: value.kind === "unknown" ? nearAndLast(reasons(value)) : byThread(replaced),
    origin: [],
    instances: [],
    value,
  };
}

const worded = (entry: Line, words: (text: string) => string): Line => ({
  ...entry,
  text: words(entry.text),
  ...(entry.brief === undefined ? {} : { brief: words(entry.brief) }),
});

/** `±8, ±16 by threadIdx.x`: which thread it is says which of them. */
const byThread = (replaced: Readable["replaced"]): readonly string[] =>
  [...new Set(replaced.map(({ by }) => by))].map((by) => {
    const texts = replaced.filter((one) => one.by === by).map(({ text }) => text);
    return `${[...new Set(texts)].join(", ")} by ${by}`;
  });

/** The reason at hand and the one that is behind it all; what lies between is told by `why`. */
const nearAndLast = (chain: readonly string[]): readonly string[] => [
  ...new Set([...chain.slice(0, 1), ...chain.slice(-1)]),
];

/** Why it is unknown, and why that is, down to the first unknown. */
export function reasons(value: Extract<Value, { kind: "unknown" }>, longest = 12): readonly string[] {
  const chain: string[] = [];
  for (let at: typeof value | undefined = value; at !== undefined && chain.length < longest; at = at.cause)
    if (!chain.includes(at.why)) chain.push(at.why);
  return chain;
}

function sourceOf(index: FactIndex, fact: VariableFact): readonly Origin[] {
  const place = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
  if (place === undefined) return [];
  const text = index.texts[place.fragment]?.slice(place.start, place.end) ?? "";
  return text === "" ? [] : [{ kind: "source", text: oneLine(text, 100) }];
}
