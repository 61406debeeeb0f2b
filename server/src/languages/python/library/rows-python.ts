// Python's own functions, as kernels and their hosts use them while they are traced.

import * as int from "../../../../../src-engine/algebra/int/int.ts";
import { isInt, max, min, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, listOf, tuple, unknown, type Value, viewOf } from "../../../../../src-engine/algebra/value.ts";
import { namedItems } from "../../../../../src-engine/interpret/named-tuple.ts";
import { distinct } from "../../../../../src-engine/interpret/sequence.ts";
import { hasKind, isSubtype } from "./kinds.ts";
import { ordered } from "./order.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { quoted, textOf } from "./text-of.ts";
import { isNumberOfRun } from "./torch-tensor.ts";
import { bool, intIn, itemsIn, list, none, text, truth, typeOf } from "./values.ts";

/** A row of which no further argument is followed, as a `key` or a base: with one, what it gives is not known. */
const strictRow = (name: string, params: string, run: Row["run"]): Row =>
  row(name, params, (b) => {
    const [option] = b.extra.keys();
    const isMore = option !== undefined || (b.rest.length > 0 && !params.includes("*"));
    return isMore ? unknown(`${name} with ${option ?? "more arguments"} is not followed`) : run(b);
  });

export const pythonRows: readonly Row[] = [
  strictRow("len", "x", lengthOf),
  lenientRow("range", "start, stop?, step?", (b) => rangeOf(b, false)),
  strictRow("min", "first, *rest, key?", (b) => fold(b, min)),
  strictRow("max", "first, *rest, key?", (b) => fold(b, max)),
  row("abs", "x", absolute),
  row("sum", "items, start?", (b) => {
    const start: Value = b.optional("start") ?? staticInt(0);
    return sequenceIn(b, b.value("items")).reduce<Value>(
      (sum, item) => int.add(intIn(b.ctx, sum), intIn(b.ctx, item)),
      start,
    );
  }),
  strictRow("int", "x?", toInt),
  row("float", "x?", toFloat),
  row("bool", "x?", (b) => {
    const known = truth(b.optional("x") ?? none);
    return known === undefined ? unknown("it is not known whether this holds") : bool(known);
  }),
  lenientRow("str", "x?", (b) => {
    const x = b.optional("x");
    if (x?.kind === "text") return x;
    return (x === undefined ? undefined : textOf(x)) ?? unknown("the text of a value");
  }),
  lenientRow("repr", "x", (b) => {
    const x = b.value("x");
    return (x.kind === "text" ? quoted(x.value) : textOf(x)) ?? unknown("the text of a value");
  }),
  // Recorded, so that a hover can say what it would print.
  lenientRow("print", "*values", (b) => {
    const shown = b.call.args.filter((each) => each.name === undefined);
    b.call.record(
      "print",
      shown.map((argument) => ({ role: "value", argument })),
    );
    return none;
  }),
  row("tuple", "items?", (b) => asTuple(sequence(b))),
  // Another list, though it holds the same: what changes one leaves the other.
  row("list", "items?", (b) => asList(sequence(b))),
  row("reversed", "items", (b) => viewOf([...sequenceIn(b, b.value("items"))].reverse())),
  row("sorted", "items", sorted),
  row("set", "items?", (b) => asSet(sequence(b))),
  row("frozenset", "items?", (b) => asSet(sequence(b))),
  lenientRow("enumerate", "items, start?", enumerated),
  lenientRow("zip", "*sequences", zipped),
  lenientRow("map", "function, *sequences", mapped),
  lenientRow("filter", "function, items", () => unknown("filter is not followed")),
  lenientRow("all", "items", (b) => quantified(b, false)),
  lenientRow("any", "items", (b) => quantified(b, true)),
  lenientRow("isinstance", "x, types", isInstance),
  lenientRow("issubclass", "x, types", (b) => {
    const found = isSubtype(b.value("x"), b.value("types"));
    return found === undefined ? unknown("it is not known whether it is a subclass") : bool(found);
  }),
  lenientRow("type", "x", (b) => {
    const x = b.value("x");
    return x.kind === "object" && x.type !== undefined ? x.type : typeOf(x);
  }),
  lenientRow("callable", "x", (b) => bool(["function", "builtin", "class"].includes(b.value("x").kind))),
  row("divmod", "a, b", (b) => {
    const [x, y] = [intIn(b.ctx, b.value("a")), divisorIn(b, b.value("b"))];
    if (y.kind === "num" && y.value === 0) return unknown("a division by zero");
    // Python rounds down, the engine towards zero: they agree from zero on.
    if (x.kind === "num" && y.kind === "num" && x.value * y.value < 0) return floored(x.value, y.value);
    return list([int.div(x, y), int.mod(x, y)]);
  }),
  strictRow("pow", "x, y", (b) => {
    const [x, y] = [b.value("x"), b.value("y")];
    return x.kind === "num" && y.kind === "num" && y.value >= 0
      ? staticInt(x.value ** y.value)
      : unknown("a power of symbols");
  }),
  strictRow("round", "x", (b) => {
    const x = b.value("x");
    return x.kind === "float" ? toNearest(x.value) : x;
  }),
];

function lengthOf(b: Bound): Value {
  const x = b.value("x");
  switch (x.kind) {
    case "tuple":
    case "arith":
      return staticInt(x.items.length);
    case "text":
      return staticInt(x.value.length);
    case "dict":
      return staticInt(x.entries.length);
    case "range":
      return lengthOfRange(x);
    case "object": {
      const items = namedItems(x);
      return items === undefined ? unknown("the length is not known") : staticInt(items.length);
    }
    default:
      return unknown("the length is not known");
  }
}

/** Of two whole numbers that are as near the even one. */
function toNearest(x: number): Value {
  if (!Number.isFinite(x)) return unknown("not a number");
  const below = Math.floor(x);
  const isUp = x - below > 0.5 || (x - below === 0.5 && below % 2 !== 0);
  return staticInt(isUp ? below + 1 : below);
}

const floored = (x: number, y: number): Value => {
  const quotient = Math.floor(x / y);
  return list([staticInt(quotient), staticInt(x - y * quotient)]);
};

/** A FastDivmodDivisor divides as the integer that it was made from; what it gives is the run's. */
const divisorIn = (b: Bound, by: Value): Int => {
  if (by.kind !== "object" || by.name !== "FastDivmodDivisor") return intIn(b.ctx, by);
  return int.asDynamic(intIn(b.ctx, by.fields.get("divisor") ?? none));
};

/** `range(n)`, also `cutlass.range` (`unrolled` false) and `range_constexpr`. */
export function rangeOf(b: Bound, isStatic: boolean): Value {
  const start = b.value("start");
  const stop = b.optional("stop");
  const [from, to] = stop === undefined ? [staticInt(0), start] : [start, stop];
  return { kind: "range", start: from, stop: to, step: b.optional("step") ?? staticInt(1), static: isStatic };
}

function fold(b: Bound, f: (a: Int, c: Int) => Int): Value {
  const first = b.value("first");
  const all = b.rest.length === 0 ? sequenceIn(b, first) : [first, ...b.rest];
  const key = b.optional("key") ?? none;
  if (key.kind !== "underscore" || all.some((item) => item.kind === "text")) return extreme(b, all, key, f === max);
  if (all.some((item) => item.kind === "float")) return foldFloats(all, f === min);
  const [head, ...rest] = all.map((item) => intIn(b.ctx, item));
  return head === undefined ? unknown("the smallest of nothing") : rest.reduce(f, head);
}

/** By a key, or of what is no number: of equal ones the first. */
function extreme(b: Bound, all: readonly Value[], key: Value, largest: boolean): Value {
  const keys = key.kind === "underscore" ? all : all.map((item) => b.call.invoke(key, [item]));
  return ordered(all, keys, largest)?.[0] ?? unknown("an order that is not known");
}

function foldFloats(all: readonly Value[], smallest: boolean): Value {
  const isNumber = (item: Value): boolean => item.kind === "float" || item.kind === "num";
  // `max(3, 2.5)` is 3 and no float; of equal ones the first counts.
  const made = all.every(isNumber) ? ordered(all, all, !smallest)?.[0] : undefined;
  return made ?? unknown("a number of floating point");
}

function absolute(b: Bound): Value {
  const x = b.value("x");
  if (x.kind === "float") return { kind: "float", value: Math.abs(x.value) };
  return int.abs(intIn(b.ctx, x));
}

function toInt(b: Bound): Value {
  const x = b.optional("x") ?? staticInt(0);
  // What is True is 1 from here on.
  if (isInt(x)) return x.kind === "num" ? int.num(x.know, x.value) : x;
  if (x.kind === "float") return Number.isFinite(x.value) ? staticInt(Math.trunc(x.value)) : unknown("not a number");
  if (isNumberOfRun(x)) return b.call.symbol("int", { fresh: true });
  const parsed = x.kind === "text" && /^\s*[-+]?\d+\s*$/.test(x.value) ? Number(x.value) : undefined;
  return parsed === undefined ? unknown("an integer that is not known") : staticInt(parsed);
}

function toFloat(b: Bound): Value {
  const x = b.optional("x") ?? staticInt(0);
  if (x.kind === "num") return { kind: "float", value: x.value };
  if (x.kind === "float") return x;
  if (x.kind === "text")
    return {
      kind: "float",
      value:
        x.value === "inf" ? Number.POSITIVE_INFINITY : x.value === "-inf" ? Number.NEGATIVE_INFINITY : Number(x.value),
    };
  return unknown("a number of floating point");
}

function sequence(b: Bound): Value {
  const items = b.optional("items");
  if (items === undefined) return list([]);
  return elements(items) ?? unknown("a sequence that is not known");
}

const asList = (value: Value): Value => (value.kind === "tuple" ? listOf(value.items) : value);

const asTuple = (value: Value): Value => (value.kind === "tuple" ? tuple(value.items) : value);

const asSet = (value: Value): Value => (value.kind === "tuple" ? viewOf(distinct(value.items)) : value);

function lengthOfRange({ start, stop, step }: Value & { readonly kind: "range" }): Value {
  if (start.kind !== "num" || stop.kind !== "num" || step.kind !== "num" || step.value === 0)
    return unknown("the length is not known");
  return staticInt(Math.max(0, Math.ceil((stop.value - start.value) / step.value)));
}

/** The items of what must be iterated over. */
const sequenceIn = (b: Bound, value: Value): readonly Value[] => {
  const found = value.kind === "range" ? elements(value) : undefined;
  return itemsIn(b.ctx, found ?? value);
};

/** The elements of what can be iterated over, if they are few and known. */
export function elements(value: Value): Value | undefined {
  switch (value.kind) {
    case "tuple":
      return value;
    case "arith":
      return list(value.items as readonly Value[]);
    case "dict":
      return list(value.entries.map(([key]) => key));
    case "text":
      return value.value.length > 256 ? undefined : list([...value.value].map(text));
    case "range": {
      const { start, stop, step } = value;
      if (start.kind !== "num" || stop.kind !== "num" || step.kind !== "num" || step.value === 0) return undefined;
      const count = Math.max(0, Math.ceil((stop.value - start.value) / step.value));
      return count > 1024
        ? undefined
        : list(Array.from({ length: count }, (_, i) => staticInt(start.value + i * step.value)));
    }
    case "object": {
      const items = namedItems(value);
      return items === undefined ? undefined : list(items);
    }
    default:
      return undefined;
  }
}

function sorted(b: Bound): Value {
  const given = b.value("items");
  const items = given.kind === "dict" ? given.entries.map(([one]) => one) : sequenceIn(b, given);
  const key = b.extra.get("key") ?? none;
  const keys = key.kind === "underscore" ? items : items.map((item) => b.call.invoke(key, [item]));
  const made = ordered(items, keys, truth(b.extra.get("reverse") ?? none) === true);
  return made === undefined ? unknown("an order that is not known") : listOf(made);
}

function enumerated(b: Bound): Value {
  const items = elements(b.value("items"));
  const start = b.optional("start") ?? staticInt(0);
  if (items?.kind !== "tuple" || start.kind !== "num") return unknown("a sequence of unknown length");
  return viewOf(items.items.map((item, i) => list([staticInt(start.value + i), item])));
}

function zipped(b: Bound): Value {
  const sequences = b.rest.map(elements);
  const known = sequences.flatMap((each) => (each?.kind === "tuple" ? [each.items] : []));
  if (known.length !== sequences.length || known.length === 0) return unknown("a sequence of unknown length");
  const length = Math.min(...known.map((each) => each.length));
  return viewOf(Array.from({ length }, (_, i) => list(known.map((each) => each[i] ?? none))));
}

function mapped(b: Bound): Value {
  const rows = zipped(b);
  if (rows.kind !== "tuple") return rows;
  return viewOf(
    rows.items.map((item) => b.call.invoke(b.value("function"), item.kind === "tuple" ? item.items : [item])),
  );
}

/** `any` wants one true item, `all` every item. */
function quantified(b: Bound, one: boolean): Value {
  const items = elements(b.value("items"));
  if (items?.kind !== "tuple") return unknown("it is not known whether this holds");
  const truths = items.items.map((item) => truth(item));
  if (truths.includes(one)) return bool(one);
  return truths.every((each) => each === !one) ? bool(!one) : unknown("it is not known whether this holds");
}

function isInstance(b: Bound): Value {
  const found = hasKind(b.value("x"), b.value("types"));
  return found === undefined ? unknown("it is not known what kind of value this is") : bool(found);
}
