// Which instances a hover speaks of: where one was bound from, and one row for each different answer.
import { unknown, type Value } from "../../../src-engine/algebra/value.ts";
import { isDoubt } from "../../../src-engine/interpret/doubts.ts";
import type {
  AssertFact,
  CallFact,
  ExpressionFact,
  Instance,
  VariableFact,
} from "../../../src-engine/program/facts.ts";
import { type FactIndex, type Placed, samePlace } from "../facts/fact-index.ts";
import { titleOf } from "../facts/title.ts";
import { withoutInternalNames } from "../facts/unnamed.ts";
import { callPath } from "./call-path.ts";
import { symbolNames } from "./symbols.ts";

/** One row for each different answer, with the instances that have it. */
export type InstanceRows = readonly { readonly id: string; readonly label: string; readonly text: string }[];

/** Where an answer comes from, piece by piece: how it is written, who calls or which of several cases it is, as which configuration, on what assumption. */
export interface Origin {
  readonly kind: "source" | "path" | "case" | "configuration" | "condition" | "assumption";
  readonly text: string;
  /** Of a path: its calls, the innermost first. */
  readonly calls?: readonly { readonly text: string; readonly file: string; readonly line: number }[];
}

const origin = (kind: Origin["kind"], text: string): Origin => ({ kind, text });

/** The parts of a condition that do not hold for every other instance too. */
function telling(index: FactIndex, instance: Instance, placed: readonly Placed<{ readonly instance: string }>[]) {
  const others = placed.flatMap(({ fact }) => {
    const other = fact.instance === instance.id ? undefined : index.instances.get(fact.instance);
    return other === undefined ? [] : [conditionsOf(other)];
  });
  const kept = conditionsOf(instance).filter((one) => others.length === 0 || !others.every((all) => all.includes(one)));
  return kept.length === 0 ? [] : [origin("condition", `under ${kept.join(" and ")}`)];
}

const conditionsOf = ({ configuration }: Instance): readonly string[] =>
  configuration.filter(isCondition).flatMap((part) => conjuncts(part.slice("under ".length)));

const isCondition = (part: string): boolean => part.startsWith("under ");

/** At each `and` outside of parentheses. */
function conjuncts(text: string): readonly string[] {
  const parts: string[] = [];
  for (const piece of text.split(" and ")) {
    const last = parts.at(-1);
    if (last === undefined || balance(last) === 0) parts.push(piece);
    else parts[parts.length - 1] = `${last} and ${piece}`;
  }
  return parts;
}

const balance = (text: string): number => text.split(/[([]/).length - text.split(/[)\]]/).length;

/** The call path; that nobody calls the function matters only where a value rests on its parameters. */
export function boundFrom(
  index: FactIndex,
  fact: VariableFact | ExpressionFact | CallFact | AssertFact,
  placed: readonly Placed<{ readonly instance: string }>[],
): readonly Origin[] {
  const instance: Instance | undefined = index.instances.get(fact.instance);
  if (instance === undefined) return [];
  const value = fact.kind === "call" ? fact.result : fact.kind === "assert" ? unknown("a question") : fact.value;
  const assumed =
    instance.assumes.length === 0
      ? []
      : [origin("assumption", `assuming ${instance.assumes.map(assumption).join(", ")}`)];
  if (instance.generic && symbolNames(value).length > 0)
    return [origin("assumption", "no call is known: parameters are symbols"), ...assumed];
  if (instance.generic || instance.label === "") return [...ofOwner(index, instance), ...assumed];
  const which = instance.configuration.filter((part) => !isCondition(part));
  return [
    pathOf(index, instance, placed.length > 1),
    ...(which.length === 0 ? [] : [origin("configuration", `as ${which.join(", ")}`)]),
    ...telling(index, instance, placed),
    ...assumed,
  ];
}

/** A member that nobody calls is that of one instance of its class: which one tells whose types and tiles the value has. */
function ofOwner(index: FactIndex, { owner }: Instance): readonly Origin[] {
  const holder = owner === undefined ? undefined : index.instances.get(owner);
  if (holder === undefined) return [];
  // What is left out tells nothing of it.
  const which = holder.configuration.filter((part) => !isCondition(part) && !part.endsWith(" = void"));
  return which.length === 0 ? [] : [origin("configuration", `as ${which.join(", ")}`)];
}

/** `FAST not defined`: of a branch that nobody decides its condition. */
const assumption = (text: string): string => (isDoubt(text) ? text.replace(/^the branch for (.+), .*$/s, "$1") : text);

function pathOf(index: FactIndex, instance: Instance, isOneOfSeveral: boolean): Origin {
  const steps = callPath(index, instance).map((text, i) => ofClass(text, instance.calls[i]?.item));
  const calls = steps.flatMap((text, i) => {
    const call = instance.calls[i];
    const line = Number(/:(\d+)$/.exec(instance.path[i] ?? "")?.[1]);
    // Lines of a notebook are its cells'.
    return call === undefined || Number.isNaN(line) || index.texts.length > 1 ? [] : [{ text, file: call.file, line }];
  });
  const text = `bound from ${steps.join(" → ") || instance.label}`;
  if (instance.calls.length === 0 && isOneOfSeveral) return origin("case", text);
  return calls.length === 0 ? origin("path", text) : { kind: "path", text, calls: calls.reverse() };
}

/** Many classes have an `operator()` or a `__call__`: `Mainloop::operator():41`. */
function ofClass(text: string, item: string | undefined): string {
  const of = /cls:([^/#]{0,200})(?:#\d{1,9})?\/fn:(operator\(\)|__call__)#\d{1,9}$/.exec(item ?? "") ?? undefined;
  const [, owner, name] = of ?? [];
  if (owner === undefined || name === undefined || !text.startsWith(name)) return text;
  return `${owner}${name === "__call__" ? "." : "::"}${text}`;
}

export const titleIn =
  <F>(index: FactIndex, value: (fact: F) => Value) =>
  ({ fact }: Placed<F>): string =>
    withoutInternalNames(titleOf(value(fact), index.facts.unit.language));

/** Of many instances with one value the first few. */
function someOf(labels: readonly string[]): string {
  const named = labels.length <= MOST_NAMED + 1 ? labels : labels.slice(0, MOST_NAMED);
  const more = labels.length - named.length;
  return `${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

const MOST_NAMED = 1;

/** One row for each different value, with the instances that have it; empty when all agree. */
export function differing<F extends VariableFact | ExpressionFact | CallFact | AssertFact>(
  index: FactIndex,
  placed: readonly Placed<F>[],
  textOf: (one: Placed<F>) => string,
): InstanceRows {
  const rows = new Map<string, { id: string; labels: string[] }>();
  for (const one of placed) {
    const { fact, place } = one;
    if (!placed.every((other) => samePlace(other.place, place))) continue;
    const text = textOf(one);
    const label = index.instances.get(fact.instance)?.label || "generic";
    const row = rows.get(text);
    if (row === undefined) rows.set(text, { id: fact.instance, labels: [label] });
    else if (!row.labels.includes(label)) row.labels.push(label);
  }
  if (rows.size < 2) return [];
  return [...rows].map(([text, { id, labels }]) => ({ id, label: someOf(labels), text }));
}
