// `x[…]` and slices: tuples, texts and dicts here, tensors and layouts by the dialect, template-like subscripts of types too.

import { type Need, OpStop, type Stop } from "../algebra/context.ts";
import { isInt } from "../algebra/int/int.ts";
import { type Pointer, tuple, tupleLike, underscore, unknown, type Value } from "../algebra/value.ts";
import type { CallFact } from "../program/facts.ts";
import type { Expr } from "../program/ir.ts";
import { pointee, stepped } from "./address.ts";
import { apply } from "./call.ts";
import { classInstance, classMember, isEnum } from "./class.ts";
import { contextOf } from "./context-of.ts";
import { isSameKey } from "./equality.ts";
import { evaluate } from "./expression.ts";
import { bindSelf } from "./function-value.ts";
import { type Branch, constantKey, hoist, join, lift, mostAlternatives, present, subjectKey } from "./join.ts";
import { valueKey } from "./key.ts";
import { member, memberFunction } from "./member.ts";
import { loaded } from "./memory.ts";
import { namedItems } from "./named-tuple.ts";
import { causeOf } from "./operator.ts";
import { recordCall, recordCases } from "./record.ts";
import type { Frame } from "./session.ts";
import { itemOfUnknown, withoutItemNames } from "./unknown-items.ts";

export function index(frame: Frame, expr: Expr & { kind: "index" }): Value {
  const object = present(frame, evaluate(frame, expr.object));
  const args = expr.args.map((arg) => hoist(frame, evaluate(frame, arg.value)));
  const cases: CallFact[][] = [];
  const result = lift(frame, [object, ...args], "the item", ([one, ...plain]) => {
    const facts: CallFact[] = [];
    cases.push(facts);
    return indexOf(frame, one!, plain, expr, facts);
  });
  // What it may be refuses the index, whichever of them it is.
  const each = cases.flatMap((facts) => (facts.length === 1 ? facts : []));
  if (cases.length > 1 && cases.length <= mostCases && each.length === cases.length) recordCases(frame, each);
  return result;
}

const mostCases = 8;

/** `refusals` takes what is recorded. */
function indexOf(
  frame: Frame,
  object: Value,
  args: readonly Value[],
  expr: Expr & { kind: "index" },
  refusals: CallFact[],
): Value {
  const [first] = args;
  // A position of rank one of the tuple's own comes first: t[0], xs[1:], d["k"].
  if (args.length === 1 && first !== undefined) {
    if (isBeyond(object, first)) return beyondModes(frame, object, first, expr);
    const item = itemAt(frame, object, first);
    if (item !== undefined) return item;
  }
  const there =
    object.kind === "pointer" && frame.dialect.semantics.pointers ? pointed(frame, object, args, expr) : undefined;
  if (there !== undefined) return there;
  const needs: Need[] = [];
  const refused = (result: Value, stop?: Stop): Value => {
    const args = [{ role: "tensor", argument: { expr: expr.object, value: object } }];
    const fact = recordCall(frame, { span: expr.span, nameSpan: expr.span, op: "tensor", args, result, needs, stop });
    if (fact !== undefined) refusals.push(fact);
    return result;
  };
  try {
    const own = frame.dialect.index(object, args, contextOf(frame, needs));
    if (needs.some(({ holds }) => holds === "no")) refused(own ?? unknown("an item"));
    if (own !== undefined) return withoutItemNames(element(frame, object, args, own, expr));
  } catch (error) {
    if (!(error instanceof OpStop)) throw error;
    return refused(unknown(error.stop.message), error.stop);
  }
  const own = itemOfClass(frame, object, args, expr);
  if (own !== undefined) return own;
  if (object.kind === "unknown") return unknown("an item of something unknown", object);
  const vague = args.find((one) => one.kind === "unknown" || isInt(one));
  return unknown(`an item of a ${object.kind} that is not known`, causeOf(vague));
}

/** `Kind["name"]`, and what a class's own `operator[]` or `__getitem__` gives. */
function itemOfClass(
  frame: Frame,
  object: Value,
  args: readonly Value[],
  expr: Expr & { kind: "index" },
): Value | undefined {
  const own =
    object.kind === "class" && frame.dialect.semantics.classObjects ? classItem(frame, object, args, expr) : undefined;
  if (own !== undefined || object.kind !== "object") return own;
  const operator = memberFunction(frame, object, frame.dialect.semantics.indexOperator);
  const values = args.map((value, i) => ({ value, expr: expr.args[i]!.value }));
  return operator && apply(frame, operator, values, { span: expr.span, nameSpan: expr.span, expr });
}

const isBeyond = (...[object, at]: readonly [Value, Value]): boolean =>
  object.kind === "tuple" && at.kind === "num" && object.items.at(at.value) === undefined;

/** `t.shape[2]` of a tensor of two modes: Python refuses it while it traces. */
function beyondModes(frame: Frame, object: Value, at: Value, expr: Expr & { kind: "index" }): Value {
  const result = unknown("an index beyond the tuple's items");
  const { object: part } = expr;
  const isModes = part.kind === "member" && /^(?:shape|stride)$/.test(part.name) && isPlace(part.object);
  const of = isModes ? evaluate(frame, part.object) : undefined;
  if (of === undefined || object.kind !== "tuple" || at.kind !== "num" || !hasModes(of)) return result;
  const { span, object: whole } = part as Expr & { kind: "member" };
  const message = `item ${at.value} of ${object.items.length} ${object.items.length === 1 ? "mode" : "modes"}: the first is 0`;
  const args = [{ role: "tensor", argument: { expr: whole, value: of } }];
  const stop: Stop = { code: "not-traced", message, at: "dsl:item" };
  recordCall(frame, {
    span: expr.span,
    nameSpan: span,
    op: part.kind === "member" ? part.name : "item",
    args,
    result,
    needs: [],
    stop,
  });
  return result;
}

/** Reading it again changes nothing. */
const isPlace = (expr: Expr): boolean =>
  expr.kind === "name" ||
  (expr.kind === "member" && isPlace(expr.object)) ||
  (expr.kind === "index" && isPlace(expr.object));

/** Its modes are its own: those of a tensor that nobody passes are what its uses show. */
function hasModes(of: Value): boolean {
  if (of.kind !== "tensor")
    return of.kind === "layout" || of.kind === "composed" || (of.kind === "unknown" && of.rank !== undefined);
  if (of.layout.kind === "unknown") return of.layout.rank !== undefined;
  return of.engine.kind !== "unknown" && (of.engine.kind !== "pointer" || of.engine.dtype.kind !== "unknown");
}

/** What an index of a pointer leads to: a variable, a row, a number that memory holds. */
function pointed(
  frame: Frame,
  pointer: Pointer,
  args: readonly Value[],
  expr: Expr & { kind: "index" },
): Value | undefined {
  const [first] = args;
  if (pointer.to !== undefined && first?.kind === "num" && first.value === 0) return pointee(pointer);
  return (first === undefined ? undefined : rowAt(pointer, first)) ?? loaded(frame, pointer, args, expr);
}

/** `a[i]` of an array of arrays is an array. */
function rowAt({ room: _, rows = [], ...pointer }: Pointer, step: Value): Pointer | undefined {
  const [row, ...inner] = rows;
  if (row === undefined || !isInt(step)) return undefined;
  return { ...stepped(pointer, step, rows), ...(inner.length > 0 ? { rows: inner } : {}) };
}

/** An element of a tensor of integers is a number, though only the run knows which. */
function element(
  frame: Frame,
  object: Value,
  args: readonly Value[],
  own: Value,
  expr: Expr & { kind: "index" },
): Value {
  const engine = object.kind === "tensor" && own.kind === "unknown" ? object.engine : undefined;
  if (engine?.kind !== "pointer" || !frame.dialect.semantics.traced || !args.every(isInt)) return own;
  return loaded(frame, engine, args, expr) ?? own;
}

/** `Mode["SERIAL"]` of an enumeration, `Reserved[T]` of a class with `__class_getitem__`. */
function classItem(
  frame: Frame,
  cls: Value & { kind: "class" },
  args: readonly Value[],
  expr: Expr & { kind: "index" },
): Value | undefined {
  const [name] = args;
  if (isEnum(cls.item) && name?.kind === "text") return member(frame, cls, name.value);
  const maker = classMember(frame.session, classInstance(frame, cls), "__class_getitem__");
  if (maker?.kind !== "function") return undefined;
  const given = args.length === 1 ? args : [tuple(args)];
  const values = given.map((value) => ({ value, expr: expr.args[0]!.value }));
  return apply(frame, bindSelf(maker, cls), values, { span: expr.span, nameSpan: expr.span, expr });
}

function itemAt(frame: Frame, object: Value, at: Value): Value | undefined {
  const named = namedItems(object);
  if (named !== undefined) return itemAt(frame, tuple(named), at);
  if (object.kind === "tuple" || object.kind === "arith") {
    if (at.kind === "num") return object.items.at(at.value) ?? unknown("an index beyond the tuple's items");
    if (at.kind === "range") return sliceItems(object.items, at, object.kind === "tuple" ? object : undefined);
    if (at.kind === "tuple" || at.kind === "underscore") return undefined;
    return unknown("an item at an unknown index", causeOf(at));
  }
  if (object.kind === "unknown") return itemOfUnknown(frame, object, at);
  if (object.kind === "dict") {
    const entry = object.entries.find(([key]) => isSameKey(frame, key, at));
    return entry?.[1] ?? anyOf(frame, object, at);
  }
  if (object.kind === "text" && at.kind === "num") {
    const letter = [...object.value].at(at.value);
    return letter === undefined ? unknown("an index beyond the text") : { kind: "text", value: letter };
  }
  if (object.kind === "text" && at.kind === "range") {
    const part = sliceItems(
      [...object.value].map((one) => ({ kind: "text" as const, value: one })),
      at,
    );
    return part?.kind === "tuple"
      ? { kind: "text", value: part.items.map((one) => (one.kind === "text" ? one.value : "")).join("") }
      : part;
  }
  return undefined;
}

/** `{8: Sm80, 9: Sm90}[major]` with a key that only the run knows: one of a few values, each where the key is its own. */
function anyOf(frame: Frame, dict: Value & { kind: "dict" }, at: Value): Value {
  const none = unknown("a key that the dictionary is not known to have", causeOf(at));
  if (at.kind !== "sym" && at.kind !== "unknown") return none;
  const subject = subjectKey(frame, at);
  const branches = dict.entries.flatMap(([key, value]): Branch[] => {
    const constant = constantKey(key);
    if (constant === undefined) return [];
    const text = `the key is ${constant.slice(1)}`;
    const equality = { subject, constant };
    return [{ under: [{ kind: "test", key: `${subject} == ${constant}`, holds: true, text, equality }], value }];
  });
  const isFew =
    new Set(dict.entries.map(([, value]) => valueKey(frame.session.identities, value))).size <= mostAlternatives;
  return branches.length === dict.entries.length && branches.length > 0 && isFew
    ? join(frame, branches, "the entry")
    : none;
}

/** Python's slices: missing ends are the list's, negative ones count from its end. */
function sliceItems(
  items: readonly Value[],
  range: Value & { kind: "range" },
  like: { readonly list?: true } = {},
): Value {
  const n = items.length;
  const step = range.step.kind === "num" ? range.step.value : range.step.kind === "underscore" ? 1 : undefined;
  if (step === undefined || step === 0) return unknown("a slice of unknown step");
  const end = (value: Value, missing: number): number | undefined => {
    if (value.kind === "underscore") return missing;
    if (value.kind !== "num") return undefined;
    const at = value.value < 0 ? n + value.value : value.value;
    return step > 0 ? Math.min(Math.max(at, 0), n) : Math.min(Math.max(at, -1), n - 1);
  };
  const start = end(range.start, step > 0 ? 0 : n - 1);
  const stop = end(range.stop, step > 0 ? n : -1);
  if (start === undefined || stop === undefined) return unknown("a slice of unknown ends");
  const picked: Value[] = [];
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) picked.push(items[i]!);
  return tupleLike(like, picked);
}

/** A slice is a range with `None` where an end is missing. */
export function sliceValue(frame: Frame, expr: Expr & { kind: "slice" }): Value {
  const part = (one: Expr | undefined): Value => (one === undefined ? underscore : evaluate(frame, one));
  return { kind: "range", start: part(expr.lower), stop: part(expr.upper), step: part(expr.step), static: true };
}
