// What a name is at the head of a loop that changes it: the join of a loop, which holds before and after each round.
import { divides, knownDivisor, symbolsOf } from "../algebra/int/ask.ts";
import { add, isInt, mul, staticInt, sub, ZERO } from "../algebra/int/int.ts";
import { symbolPoly } from "../algebra/int/poly-math.ts";
import {
  type ArithTuple,
  type DType,
  type Int,
  isSameKind,
  numberOfRun,
  type Pointer,
  type Tuple,
  tupleLike,
  type Unknown,
  unknown,
  type Value,
} from "../algebra/value.ts";
import { ofRun } from "./entry.ts";
import { typeOfRun } from "./join.ts";
import { sameValue } from "./key.ts";
import { written } from "./null-pointer.ts";
import type { Frame } from "./session.ts";
import { mint } from "./symbol.ts";

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
    const items = tuples[0]!.items.map((one, i) =>
      tuples.slice(1).reduce<Value>((wide, other) => widen(frame, wide, other.items[i]!, name, read), one),
    );
    return tupleLike(tuples[0]!, items);
  }
  if (before.kind === "object" && after.kind === "object" && before.type?.item === after.type?.item) {
    return widenObject(frame, before, after, name, read);
  }
  if (before.kind === "tensor" && after.kind === "tensor" && sameValue(identities, before.layout, after.layout)) {
    if (before.engine.kind === "pointer" && after.engine.kind === "pointer") {
      return { ...before, engine: widenPointer(frame, before.engine, after.engine, name) };
    }
    return { ...before, engine: widenCoordinate(frame, before.engine, after.engine, name) ?? changes(name) };
  }
  if (before.kind === "pointer" && after.kind === "pointer")
    return widenPointer(frame, written(before), written(after), name);
  return changes(name);
}

/**
 * A pointer that the loop moves. Where it moves by what the loop changes (`p = s(_, stage)`), it is so many steps from where it
 * was, of the size that divides each move; no more is said of it.
 */
function widenPointer(frame: Frame, before: Pointer, after: Pointer, name: string): Pointer {
  if (holdsPointer(frame, before, after)) return before;
  const moved = isSameBuffer(frame, before, after) ? movedBy(before.offset, after.offset) : undefined;
  if (moved === undefined || !isInt(before.offset)) return { ...before, offset: changes(name) };
  return { ...before, offset: add(before.offset, mul(staticInt(moved), loopSymbol(frame, name))) };
}

/** A head of so many steps from the start holds of what is whole steps away from it. */
export function holdsPointer(frame: Frame, head: Pointer, { offset, base }: Pointer): boolean {
  if (head.offset.kind === "unknown") return true;
  const steps = stepsIn(frame, head.offset);
  if (steps === undefined || offset.kind === "unknown" || head.base !== base) return false;
  return divides(staticInt(steps), sub(offset, head.offset)) === "yes";
}

/** Pointers to a buffer without a name are related to no other by what their offsets are. */
const isSameBuffer = (frame: Frame, a: Pointer, b: Pointer): boolean =>
  sameValue(frame.session.identities, { ...a, offset: ZERO }, { ...b, offset: ZERO });

/** What divides the way from one offset to the other, if the loop alone decides on it. */
function movedBy(before: Pointer["offset"], after: Pointer["offset"]): number | undefined {
  if (!isInt(before) || !isInt(after)) return undefined;
  const way = sub(after, before);
  const step = knownDivisor(way);
  return step > 0 && symbolsOf(way).every(({ loop }) => loop === true) ? step : undefined;
}

/** The step that a head's offset is made of: `64` of `base+64*p`. */
function stepsIn(frame: Frame, offset: Int): number | undefined {
  const heads = frame.flow.heads.at(-1);
  if (offset.kind !== "sym" || heads === undefined) return undefined;
  const steps = offset.poly.terms.filter(({ factors: [only, ...more] }) => {
    if (only === undefined || more.length > 0 || only.power !== 1 || only.atom.op !== "symbol") return false;
    return heads.has(symbolPoly(only.atom).key);
  });
  return steps.length === 1 ? Math.abs(steps[0]!.coef) : undefined;
}

function widenNumber(frame: Frame, before: Value, after: Value, name: string): Value | undefined {
  if ((isNumber(before) && isNumber(after)) || isNumberStill(frame, before)) {
    return loopSymbol(frame, name);
  }
  const type = frame.instance.traced === true ? sameTypeOfRun(before, after) : undefined;
  return type === undefined ? undefined : numberOfRun(type, `${name} changes in the loop`);
}

/** The symbol of what a loop changes, in each of its rounds. */
export function loopSymbol(frame: Frame, name: string, min?: number): Int {
  const id = `loop ${name}@${frame.instance.id}#${frame.instance.minted++}`;
  const made = mint(frame.session, {
    id,
    name,
    ...(min === undefined ? {} : { min }),
    ofRun: ofRun(frame),
    loop: true,
  });
  if (made.kind === "sym") frame.flow.heads.at(-1)?.add(made.poly.key);
  return made;
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

export const isNumber = (value: Value): boolean =>
  value.kind === "alternatives" ? value.options.every((one) => isNumber(one.value)) : isInt(value);

/** Tuples of one length, or lists, those of alternatives too. */
function tuplesOf(values: readonly Value[]): readonly Tuple[] | undefined {
  const all = values.flatMap((one) => (one.kind === "alternatives" ? one.options.map((each) => each.value) : [one]));
  const tuples = all.flatMap((one) => (one.kind === "tuple" ? [one] : []));
  const isOfOne = (one: Tuple): boolean => one.items.length === tuples[0]!.items.length && isSameKind(one, tuples[0]!);
  return tuples.length === all.length && tuples.every(isOfOne) ? tuples : undefined;
}

/** C++, and what the DSL traces: the type of a variable stays, so that a run-time integer is one in every round. */
export const isNumberStill = (frame: Frame, before: Value): boolean =>
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

/** How much of it nobody knows. */
export function unknownsIn(value: Value): number {
  const parts =
    value.kind === "tuple" ? value.items : value.kind === "alternatives" ? value.options.map((one) => one.value) : [];
  return parts.reduce((sum, one) => sum + unknownsIn(one), value.kind === "unknown" ? 1 : 0);
}
