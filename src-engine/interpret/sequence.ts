// Tuples, lists, dicts, comprehensions and ranges: Python's collections, C++'s brace lists where they stand for tuples.
//
// Lists are tuples here; a method that changes a list gives a new one, which is assigned back to the list's place.
import { dynamicInt, isInt, staticInt } from "../algebra/int/int.ts";
import { listOf, tuple, unknown, type Value, viewOf } from "../algebra/value.ts";
import type { Arg, Expr, Pattern } from "../program/ir.ts";
import type { DictValue, RangeValue } from "../program/values.ts";
import { insideTraced, ofRun } from "./entry.ts";
import { withKey } from "./equality.ts";
import { evaluate } from "./expression.ts";
import { lift } from "./join.ts";
import { attempt } from "./journal.ts";
import { sameValue } from "./key.ts";
import { namedItems } from "./named-tuple.ts";
import { causeOf } from "./operator.ts";
import { bindPattern } from "./pattern.ts";
import { localScope } from "./scope.ts";
import { type Frame, inner } from "./session.ts";
import { symbolOf } from "./symbol.ts";
import { test } from "./truth.ts";

export const mostItems = 4096;

export function tupleValue(frame: Frame, expr: Expr & { kind: "tuple" }): Value {
  const value = fromArgs(frame, expr.items);
  if (!expr.list) return value;
  const made = (items: readonly Value[]): Value => (expr.list === "set" ? viewOf(distinct(items)) : listOf(items));
  return lift(frame, [value], "the list", ([one]) => (one?.kind === "tuple" ? made(one.items) : one!));
}

/** The items of a set: what is known to be the same stands there once. */
export function distinct(items: readonly Value[]): readonly Value[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = literalKey(item);
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function literalKey(item: Value): string | undefined {
  switch (item.kind) {
    case "num":
    case "float":
      return `number ${item.value}`;
    case "text":
      return `text ${item.value}`;
    case "dtype":
      return `type ${item.name}`;
    default:
      return undefined;
  }
}

export function fromArgs(frame: Frame, args: readonly Arg[]): Value {
  const values = args.map((one) => evaluate(frame, one.value));
  // `(*tile, 1)` where the tile differs between branches is a tuple in each of them.
  const starred = args.flatMap((one, i) => (one.star === undefined ? [] : [values[i]!]));
  return lift(frame, starred, "the tuple", (spread) => {
    let star = 0;
    return spreadTuple(
      args,
      args.map((one, i) => (one.star === undefined ? values[i]! : spread[star++]!)),
    );
  });
}

function spreadTuple(args: readonly Arg[], values: readonly Value[]): Value {
  const items: Value[] = [];
  for (const [i, arg] of args.entries()) {
    const value = values[i]!;
    if (arg.star === undefined) {
      items.push(value);
      continue;
    }
    const spread = itemsOf(value);
    if (spread === undefined) return unknown("a starred value has an unknown number of items", causeOf(value));
    items.push(...spread);
  }
  return items.length > mostItems ? unknown("a tuple of too many items") : tuple(items);
}

/** The items of something that can be iterated with a known length. */
export function itemsOf(value: Value): readonly Value[] | undefined {
  switch (value.kind) {
    case "tuple":
    case "arith":
      return value.items;
    case "dict":
      return value.entries.map(([key]) => key);
    case "range":
      return rangeItems(value);
    case "text":
      return [...value.value].map((one) => ({ kind: "text", value: one }));
    case "object":
      return namedItems(value);
    default:
      return undefined;
  }
}

function rangeItems(value: Value & { kind: "range" }): readonly Value[] | undefined {
  const { start, stop, step } = value;
  if (start.kind !== "num" || stop.kind !== "num" || step.kind !== "num" || step.value === 0) return undefined;
  const count = Math.max(0, Math.ceil((stop.value - start.value) / step.value));
  if (count > mostItems) return undefined;
  const make = value.static || start.know === "static" ? staticInt : dynamicInt;
  return Array.from({ length: count }, (_, i) => make(start.value + i * step.value));
}

/** Of equal keys the last value counts. */
export function dictValue(frame: Frame, expr: Expr & { kind: "dict" }): Value {
  let dict: DictValue | undefined = { kind: "dict", entries: [] };
  let missing: Value | undefined;
  for (const one of expr.entries) {
    const key = one.key && evaluate(frame, one.key);
    const value = evaluate(frame, one.value);
    const more = key !== undefined ? ([[key, value]] as const) : value.kind === "dict" ? value.entries : undefined;
    if (more === undefined) missing ??= unknown("a dictionary that takes over an unknown one", causeOf(value));
    for (const [name, each] of more ?? []) dict = dict && withKey(frame, dict, name, each);
  }
  return missing ?? dict ?? unknown("a dictionary of keys that may be the same");
}

export function comprehension(frame: Frame, expr: Expr & { kind: "comprehension" }): Value {
  const results: Value[] = [];
  const own = inner(frame, localScope(frame.session, frame.scope));
  const reason = comprehend({ ...own, functionScope: own.scope }, expr, 0, results);
  return reason ?? (expr.list ? listOf(results) : viewOf(results));
}

/** Runs the clauses from `at` on; a reason when the items cannot be counted. */
function comprehend(
  frame: Frame,
  expr: Expr & { kind: "comprehension" },
  at: number,
  results: Value[],
): Value | undefined {
  const clause = expr.clauses[at];
  if (clause === undefined) {
    results.push(evaluate(frame, expr.element));
    return results.length > mostItems ? unknown("a comprehension of too many items") : undefined;
  }
  const over = evaluate(frame, clause.iter);
  const items = itemsOf(over);
  if (items === undefined) {
    if (insideTraced(frame.instance)) showOne(frame, expr, at, over);
    return unknown("a comprehension over an unknown number of items", causeOf(over));
  }
  for (const item of items) {
    bindPattern(frame, clause.target, item, "silently");
    const answers = clause.tests.map((one) => test(frame, one).truth);
    if (answers.includes("unknown")) return unknown("a comprehension whose condition is not known");
    if (answers.includes("no")) continue;
    const reason = comprehend(frame, expr, at + 1, results);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** What is done for each item, done once for any of them; nothing that it writes stays. */
function showOne(frame: Frame, expr: Expr & { kind: "comprehension" }, at: number, over: Value): void {
  const { target, tests } = expr.clauses[at]!;
  attempt(frame.session.journal, () => {
    bindPattern(frame, target, elementOf(frame, target, over), "silently");
    if (tests.every((one) => test(frame, one).truth === "yes")) comprehend(frame, expr, at + 1, []);
  });
}

/** Any item of what is iterated: an index of a range is a symbol, not below its start. */
export function elementOf(frame: Frame, target: Pattern, over: Value): Value {
  const ranges = rangesOf(over);
  if (ranges === undefined) return unknown("an item of something whose items are not known", causeOf(over));
  const name = target.kind === "bind" ? target.name : "i";
  const least = Math.min(...ranges.map(leastOf));
  return symbolOf(frame, name, target.span.start, { ...(least >= 0 ? { min: least } : {}), ofRun: ofRun(frame) });
}

/** The range, or those that it may be; undefined where it may be anything else. */
function rangesOf(over: Value): readonly RangeValue[] | undefined {
  if (over.kind === "range") return [over];
  if (over.kind !== "alternatives") return undefined;
  const ranges = over.options.flatMap((one) => (one.value.kind === "range" ? [one.value] : []));
  return ranges.length === over.options.length ? ranges : undefined;
}

/** The least index where that is a number of its own; -1 where it is not known to be one. */
const leastOf = ({ start, step }: RangeValue): number =>
  start.kind === "num" && step.kind === "num" && step.value > 0 ? start.value : -1;

const grows = new Set(["append", "extend", "insert"]);

/** `xs.append(y)`: the list after and the method's own result; undefined when it is no method that changes a list. */
export function listMethod(
  { session: { identities } }: Frame,
  list: readonly Value[],
  name: string,
  args: readonly Value[],
): { readonly after: Value; readonly result: Value } | undefined {
  const none: Value = { kind: "underscore" };
  const [first, second] = args;
  if (list.length >= mostItems && grows.has(name)) return { after: unknown("a list of too many items"), result: none };
  switch (name) {
    case "append":
      return first && { after: listOf([...list, first]), result: none };
    case "extend": {
      const more = first && itemsOf(first);
      return more && { after: listOf([...list, ...more]), result: none };
    }
    case "insert": {
      if (first?.kind !== "num" || second === undefined) return undefined;
      const at = first.value < 0 ? Math.max(0, list.length + first.value) : first.value;
      return { after: listOf([...list.slice(0, at), second, ...list.slice(at)]), result: none };
    }
    case "__delitem__":
    case "pop": {
      const at = first === undefined ? list.length - 1 : first.kind === "num" ? first.value : undefined;
      const item = at === undefined ? undefined : list.at(at);
      if (at === undefined || item === undefined) return undefined;
      const place = at < 0 ? list.length + at : at;
      return { after: listOf(list.filter((_, i) => i !== place)), result: item };
    }
    case "remove": {
      const isFirst = (one: Value): boolean => first !== undefined && sameValue(identities, one, first);
      const place = list.every(isInt) ? list.findIndex(isFirst) : -1;
      return place < 0 ? undefined : { after: listOf(list.filter((_, i) => i !== place)), result: none };
    }
    case "clear":
      return { after: listOf([]), result: none };
    case "sort": {
      const numbers = list.flatMap((one) => (one.kind === "num" ? [one] : []));
      const isPlain = args.length === 0 && numbers.length === list.length;
      return isPlain ? { after: listOf([...numbers].sort((a, b) => a.value - b.value)), result: none } : undefined;
    }
    case "reverse":
      return { after: listOf([...list].reverse()), result: none };
    default:
      return undefined;
  }
}
