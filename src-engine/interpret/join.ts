// Where branches meet: equal values stay, others become up to four alternatives, each under the conditions of its branch.
//
// Reading refines: an alternative that contradicts what is known on the path is dropped, a symbol that a condition equates with
// a number reads as the number. `lift` runs an operation on each combination of alternatives. `widen` is the join of a loop.
import { dynamicInt, isInt, staticInt } from "../algebra/int/int.ts";
import { type ArithTuple, type DType, numberOfRun, type Unknown, unknown, type Value } from "../algebra/value.ts";
import { type Condition, contradicts, describe, either } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import { blend, oneOf } from "./blend.ts";
import { ofRun } from "./entry.ts";
import { rememberWhole } from "./identities.ts";
import { sameValue, valueKey } from "./key.ts";
import { isNull, written } from "./null-pointer.ts";
import type { Frame } from "./session.ts";
import { isFreeSymbol, mint } from "./symbol.ts";

export const mostAlternatives = 4;
const mostConditions = 10;

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
  if (values.every(isInt) && !frame.dialect.semantics.typed) return oneOf(frame, name, "dynamic");
  return blend(frame, values, name) ?? unknown(`more than ${mostAlternatives} possibilities for ${name}`);
}

/** Of values that are all unknown: one whose type is not known either, if the branches do not agree in the type. */
function leastKnown(options: readonly Branch[], first: Value): Value {
  const type = typeOfRun(first);
  return type === undefined || options.every((one) => typeOfRun(one.value)?.name === type.name)
    ? first
    : unknown("one of several types");
}

const typeOfRun = (value: Value): DType | undefined => (value.kind === "unknown" ? value.type : undefined);

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

const newConditions = (known: readonly Condition[], more: readonly Condition[]): readonly Condition[] =>
  more.filter((one) => !known.includes(one));

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
    if (one.equality.subject === subject) return constantOf(one.equality.constant, value);
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

function constantOf(key: string, like: Value): Value | undefined {
  if (key === "none") return { kind: "underscore" };
  if (key.startsWith("t")) return { kind: "text", value: key.slice(1) };
  if (!key.startsWith("n")) return undefined;
  const number = Number(key.slice(1));
  return like.kind === "sym" && like.know === "static" ? staticInt(number) : dynamicInt(number);
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

/** Python: what has an attribute, an item or a call is not None, or the program ends there. */
export function present(frame: Frame, value: Value): Value {
  if (value.kind !== "alternatives" || frame.language !== "python") return value;
  const left = value.options.filter((one) => one.value.kind !== "underscore");
  if (left.length === value.options.length || left.length === 0) return value;
  return left.length === 1 ? left[0]!.value : { kind: "alternatives", options: left };
}

/** A tuple that holds alternatives as alternatives of tuples: a library operation takes a tuple as one thing. */
export function hoist(frame: Frame, value: Value): Value {
  if (value.kind !== "tuple" || !holdsAlternatives(value)) return value;
  const items = value.items.map((one) => hoist(frame, one));
  return lift(frame, items, "the tuple", (plain) => ({ kind: "tuple", items: plain }));
}

const holdsAlternatives = (value: Value): boolean =>
  value.kind === "alternatives" || (value.kind === "tuple" && value.items.some(holdsAlternatives));

type Run = (plain: readonly Value[]) => Value;

function liftFrom(frame: Frame, values: readonly Value[], name: string, run: Run, budget: { left: number }): Value {
  const at = values.findIndex((value) => value.kind === "alternatives");
  const value = values[at];
  if (value?.kind !== "alternatives") {
    return budget.left-- > 0 ? run(values) : unknown(`too many combinations of what its parts may be`);
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
  path.push(...option.under);
  // Only one of the alternatives happens: what an operation says of one of them is not certain.
  frame.flow.unsure++;
  try {
    const plain = values.map((one, i) => (i === at ? option.value : refine(frame, one)));
    return liftFrom(frame, plain, name, run, budget);
  } finally {
    frame.flow.unsure--;
    path.length = length;
  }
}

/** How the fields of an object are read after a round: those of an object that the round has made are in its log only. */
export type ReadField = (fields: Map<string, Value>, name: string) => Value | undefined;

const readNow: ReadField = (fields, name) => fields.get(name);

/** What a name is at the head of a loop that changes it: what holds in every round. */
export function widen(frame: Frame, before: Value, after: Value, name: string, read: ReadField = readNow): Value {
  const { identities } = frame.session;
  if (sameValue(identities, before, after)) return before;
  const number = widenNumber(frame, before, after, name);
  if (number !== undefined) return number;
  const tuples = tuplesOf([before, after]);
  if (tuples !== undefined) {
    const items = tuples[0]!.map((one, i) =>
      tuples.slice(1).reduce<Value>((wide, other) => widen(frame, wide, other[i]!, name, read), one),
    );
    return { kind: "tuple", items };
  }
  if (before.kind === "object" && after.kind === "object" && before.type?.item === after.type?.item) {
    return widenObject(frame, before, after, name, read);
  }
  if (before.kind === "tensor" && after.kind === "tensor" && sameValue(identities, before.layout, after.layout)) {
    if (before.engine.kind === "pointer" && after.engine.kind === "pointer") {
      return { ...before, engine: { ...before.engine, offset: changes(name) } };
    }
    return { ...before, engine: widenCoordinate(frame, before.engine, after.engine, name) ?? changes(name) };
  }
  if (before.kind === "pointer" && after.kind === "pointer") return { ...written(before), offset: changes(name) };
  return changes(name);
}

function widenNumber(frame: Frame, before: Value, after: Value, name: string): Value | undefined {
  if ((isNumber(before) && isNumber(after)) || isNumberStill(frame, before)) {
    return mint(frame.session, {
      id: `loop ${name}@${frame.instance.id}#${frame.instance.minted++}`,
      name,
      ofRun: ofRun(frame),
    });
  }
  const type = frame.instance.traced === true ? sameTypeOfRun(before, after) : undefined;
  return type === undefined ? undefined : numberOfRun(type, `${name} changes in the loop`);
}

/** A number of floating point that a traced loop changes: of one type in every round, a Python float being a Float32. */
function sameTypeOfRun(before: Value, after: Value): DType | undefined {
  const type = typeOfRun(after) ?? typeOfRun(before);
  const fits = (one: Value): boolean =>
    typeOfRun(one)?.name === type?.name || (one.kind === "float" && type?.name === "Float32");
  return type !== undefined && fits(before) && fits(after) ? type : undefined;
}

/** Where a tensor of coordinates starts: each coordinate that changes is a number of its own. */
function widenCoordinate(frame: Frame, before: Value, after: Value, name: string): ArithTuple | undefined {
  if (before.kind !== "arith" || after.kind !== "arith" || before.items.length !== after.items.length) return undefined;
  const items = before.items.map((one, i) => widen(frame, one as Value, after.items[i] as Value, `${name}.${i}`));
  return items.every((one) => isInt(one)) ? { ...before, items } : undefined;
}

const isNumber = (value: Value): boolean =>
  value.kind === "alternatives" ? value.options.every((one) => isNumber(one.value)) : isInt(value);

/** The items of tuples of one length, those of alternatives too. */
function tuplesOf(values: readonly Value[]): readonly (readonly Value[])[] | undefined {
  const all = values.flatMap((one) => (one.kind === "alternatives" ? one.options.map((each) => each.value) : [one]));
  const tuples = all.flatMap((one) => (one.kind === "tuple" ? [one.items] : []));
  return tuples.length === all.length && tuples.every((one) => one.length === tuples[0]!.length) ? tuples : undefined;
}

/** C++, and what the DSL traces: the type of a variable stays, so that a run-time integer is one in every round. */
const isNumberStill = (frame: Frame, before: Value): boolean =>
  (frame.dialect.semantics.typed || frame.instance.traced === true) &&
  (before.kind === "alternatives"
    ? before.options.every((one) => isNumberStill(frame, one.value))
    : isInt(before) && before.know === "dynamic");

/** Another object of the same class: what both have, field by field. */
function widenObject(
  frame: Frame,
  before: Value & { kind: "object" },
  after: Value & { kind: "object" },
  name: string,
  read: ReadField,
): Value {
  if (before.fields.size === 0 || (before.name !== after.name && !frame.dialect.semantics.typed)) return changes(name);
  const fields = [...before.fields].map(([field, value]): [string, Value] => {
    const other = read(after.fields, field);
    const path = `${name}.${field}`;
    // Objects may hold each other: a few levels are enough.
    const isDeep = other?.kind === "object" && path.split(".").length > 4;
    return [field, other === undefined || isDeep ? changes(path) : widen(frame, value, other, path, read)];
  });
  return { ...before, fields: new Map(fields) };
}

const changes = (name: string): Unknown => unknown(`${name} changes in the loop`);
