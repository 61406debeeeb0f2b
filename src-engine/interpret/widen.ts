// What a name is at the head of a loop that changes it: the join of a loop, which holds before and after each round.
import { isInt } from "../algebra/int/int.ts";
import {
  type ArithTuple,
  type DType,
  type Int,
  numberOfRun,
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
    return loopSymbol(frame, name);
  }
  const type = frame.instance.traced === true ? sameTypeOfRun(before, after) : undefined;
  return type === undefined ? undefined : numberOfRun(type, `${name} changes in the loop`);
}

/** The symbol of what a loop changes, in each of its rounds. */
export function loopSymbol(frame: Frame, name: string, min?: number): Int {
  const id = `loop ${name}@${frame.instance.id}#${frame.instance.minted++}`;
  const made = mint(frame.session, { id, name, ...(min === undefined ? {} : { min }), ofRun: ofRun(frame) });
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
