// Where branches meet: equal values stay, others become up to four alternatives, each under the conditions of its branch.
//
// Reading refines: an alternative that contradicts what is known on the path is dropped, a symbol that a condition equates with
// a number reads as the number. `lift` runs an operation on each combination of alternatives.
import { dynamicInt, isInt, isStatic, staticInt } from "../algebra/int/int.ts";
import { type DType, tupleLike, type Unknown, unknown, type Value } from "../algebra/value.ts";
import { isCompiledUnder } from "../program/compiled.ts";
import { type Condition, contradicts, describe, either, isSame } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import { blend, oneOf } from "./blend.ts";
import { isForOneDevice } from "./device.ts";
import { rememberWhole } from "./identities.ts";
import { sameValue, valueKey } from "./key.ts";
import { isNull } from "./null-pointer.ts";
import type { Frame } from "./session.ts";
import { isFreeSymbol } from "./symbol.ts";

export const mostAlternatives = 4;
const mostConditions = 10;
const mostOfOption = 40;

export interface Branch {
  readonly under: readonly Condition[];
  readonly value: Value;
}

/** Joins what branches leave. `name` names the symbol that stands for too many integers. */
export function join(frame: Frame, branches: readonly Branch[], name: string): Value {
  const options = branches.flatMap(flat).filter((one) => !contradicts(frame.flow.path, one.under));
  const first = options[0] ?? branches[0];
  if (first === undefined) return unknown("no branch gives a value");
  if (options.every((one) => sameValue(frame.session.identities, one.value, first.value))) return first.value;
  if (options.every((one) => one.value.kind === "unknown")) return leastKnown(options, first.value);
  const free = options.find((one) => isFreeSymbol(one.value, name));
  if (free !== undefined && options.every((one) => isInt(one.value))) return free.value;
  const merged = mergeEqual(frame, options);
  if (merged.length <= mostAlternatives) return alternatives(merged);
  const values = merged.map((one) => one.value);
  if (values.every(isInt) && !frame.dialect.semantics.typed)
    return oneOf(frame, name, values.every(isStatic) ? "static" : "dynamic");
  return blend(frame, values, name) ?? unknown(`more than ${mostAlternatives} possibilities for ${name}`);
}

/** Of values that are all unknown: one of which nothing is known that the branches do not agree in, type or number of modes. */
function leastKnown(options: readonly Branch[], one: Value): Value {
  if (one.kind !== "unknown") return one;
  const { rank, tma, memory, operand, first: _, ...rest } = one;
  const agree = (isSame: (value: Unknown) => boolean): boolean =>
    options.every(({ value }) => value.kind === "unknown" && isSame(value));
  const first: Unknown = {
    ...rest,
    ...(rank !== undefined && agree((value) => value.rank === rank) ? { rank } : {}),
    ...(tma !== undefined && agree((value) => value.tma === tma) ? { tma } : {}),
    ...(memory !== undefined && agree((value) => value.memory === memory) ? { memory } : {}),
    ...(operand !== undefined && agree((value) => value.operand === operand) ? { operand } : {}),
  };
  const { type, items, modes } = first;
  const isOf = ({ value }: Branch, id: string): boolean =>
    value.kind === "unknown" && (value.items?.id === id || value.modes?.shape.id === id);
  const names = items ?? modes?.shape;
  if (names !== undefined && !options.every((one) => isOf(one, names.id))) return unknown(first.why, first.cause);
  return type === undefined || options.every((one) => typeOfRun(one.value)?.name === type.name)
    ? first
    : unknown("one of several types");
}

export const typeOfRun = (value: Value): DType | undefined => (value.kind === "unknown" ? value.type : undefined);

/** An option of alternatives inside a branch holds under both. */
function flat(branch: Branch): readonly Branch[] {
  // Fewer conditions only make an option look possible more often.
  if (branch.under.length > mostConditions)
    return flat({ under: branch.under.slice(-mostConditions), value: branch.value });
  if (branch.value.kind !== "alternatives") return [branch];
  return branch.value.options
    .filter((one) => !contradicts(branch.under, one.under))
    .map((one) => ({ under: [...branch.under, ...newConditions(branch.under, one.under)], value: one.value }));
}

/** Each test once, however often it is asked: a line of code `if (a) x = 1;` may come a thousand times. */
const newConditions = (known: readonly Condition[], more: readonly Condition[]): readonly Condition[] =>
  more.filter((one) => !known.some((other) => isSame(one, other))).slice(0, mostOfOption);

/** Beyond four, options of the same value share one: under what they have in common, and under one of what sets them apart. */
function mergeEqual(frame: Frame, options: readonly Branch[]): readonly Branch[] {
  if (options.length <= mostAlternatives) return options;
  const byKey = new Map<string, Branch>();
  for (const one of options) {
    const key = valueKey(frame.session.identities, one.value);
    const old = byKey.get(key);
    byKey.set(key, old === undefined ? one : { value: one.value, under: either(old.under, one.under) });
  }
  return [...byKey.values()];
}

function alternatives(branches: readonly Branch[]): Value {
  const options = branches.map((one): Option => ({ when: describe(one.under), under: one.under, value: one.value }));
  return options.length === 1 ? options[0]!.value : { kind: "alternatives", options };
}

/** What a value is on this path. */
export function refine(frame: Frame, value: Value): Value {
  const { path } = frame.flow;
  if (path.length === 0) return value;
  if (value.kind === "alternatives") return refineOptions(frame, value.options, value);
  if (value.kind === "sym" || value.kind === "unknown") return equated(frame, value) ?? value;
  return value;
}

function refineOptions(frame: Frame, options: readonly Option[], whole: Value): Value {
  const possible = options.filter((one) => !contradicts(frame.flow.path, one.under));
  if (possible.length === options.length || possible.length === 0) return whole;
  if (possible.length === 1) return refine(frame, possible[0]!.value);
  const left: Value = { kind: "alternatives", options: possible };
  rememberWhole(frame.session.identities, left, whole);
  return left;
}

/** The constant that a condition on the path equates the value with. */
function equated(frame: Frame, value: Value): Value | undefined {
  let subject: string | undefined;
  for (const one of frame.flow.path) {
    if (one.kind !== "test" || !one.holds || one.equality === undefined) continue;
    subject ??= subjectKey(frame, value);
    if (one.equality.subject === subject) return one.equality.type ?? constantOf(frame, one.equality.constant, value);
  }
  return undefined;
}

/** How conditions name what they compare. */
export const subjectKey = (frame: Frame, value: Value): string =>
  value.kind === "sym" ? value.poly.key : valueKey(frame.session.identities, value);

export const constantKey = (value: Value): string | undefined => {
  if (value.kind === "num") return `n${value.value}`;
  if (value.kind === "text") return `t${value.value}`;
  if (isNull(value)) return "0ptr";
  return value.kind === "underscore" ? "none" : value.kind === "dtype" ? `d${value.name}` : undefined;
};

function constantOf({ dialect }: Frame, key: string, like: Value): Value | undefined {
  if (key === "none") return { kind: "underscore" };
  if (key.startsWith("t")) return { kind: "text", value: key.slice(1) };
  if (!key.startsWith("n")) return undefined;
  const number = Number(key.slice(1));
  // What traced Python compares and nobody knows is Python's own, unless it is known to be a number of the run.
  const isStatic =
    like.kind === "sym" ? like.know === "static" : dialect.semantics.traced && !(like.kind === "unknown" && like.type);
  return isStatic ? staticInt(number) : dynamicInt(number);
}

/** How many combinations of alternatives one operation may try. */
const mostCombinations = 24;

/** Runs an operation on plain values; alternatives among them give alternatives. */
export function lift(
  frame: Frame,
  values: readonly Value[],
  name: string,
  run: (plain: readonly Value[]) => Value,
): Value {
  if (!values.some((value) => value.kind === "alternatives")) return run(values);
  return liftFrom(frame, values, name, run, { left: mostCombinations });
}

/** What has an attribute, an item or a call is not None, or the program ends there. */
export function present(frame: Frame, value: Value): Value {
  if (value.kind !== "alternatives" || !frame.dialect.semantics.none) return value;
  const left = value.options.filter((one) => one.value.kind !== "underscore");
  if (left.length === value.options.length || left.length === 0) return value;
  return left.length === 1 ? left[0]!.value : { kind: "alternatives", options: left };
}

/** A tuple that holds alternatives as alternatives of tuples: a library operation takes a tuple as one thing. */
export function hoist(frame: Frame, value: Value): Value {
  if (value.kind !== "tuple" || !holdsAlternatives(value)) return value;
  const items = value.items.map((one) => hoist(frame, one));
  return lift(frame, items, "the tuple", (plain) => tupleLike(value, plain));
}

const holdsAlternatives = (value: Value): boolean =>
  value.kind === "alternatives" || (value.kind === "tuple" && value.items.some(holdsAlternatives));

type Run = (plain: readonly Value[]) => Value;

function liftFrom(frame: Frame, values: readonly Value[], name: string, run: Run, budget: { left: number }): Value {
  // The rest is not even counted: of thirty parts with two alternatives each there are a billion.
  if (budget.left <= 0) return unknown("too many combinations of what its parts may be");
  const at = values.findIndex((value) => value.kind === "alternatives");
  const value = values[at];
  if (value?.kind !== "alternatives") {
    budget.left--;
    return run(values);
  }
  const branches = value.options
    .filter((one) => !contradicts(frame.flow.path, one.under))
    .map((one) => ({ under: one.under, value: liftOne(frame, values, at, one, name, run, budget) }));
  return join(frame, branches, name);
}

/** The other arguments are read under the option's conditions, so that correlated alternatives stay together. */
function liftOne(
  frame: Frame,
  values: readonly Value[],
  at: number,
  option: Option,
  name: string,
  run: Run,
  budget: { left: number },
): Value {
  const { path } = frame.flow;
  const length = path.length;
  const isFree = isForOneDevice(frame, option.under);
  path.push(...option.under);
  // Only one of the alternatives is meant, unless the run decides: then the operation is compiled for each of them.
  const unsure = isCompiledUnder(option.under, isFree) ? 0 : 1;
  frame.flow.unsure += unsure;
  try {
    const plain = values.map((one, i) => (i === at ? option.value : refine(frame, one)));
    return liftFrom(frame, plain, name, run, budget);
  } finally {
    frame.flow.unsure -= unsure;
    path.length = length;
  }
}
