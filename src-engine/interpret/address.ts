// `&x` and `*p` in C++: a pointer to a variable or to a field leads to the cell that holds it, so that what is written by one name is
// read by the other. Objects are their own cells, and a pointer to one stands for it.
import { add, dynamicInt, isInt, mul, staticInt } from "../algebra/int/int.ts";
import { type Int, type Pointer, unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { write } from "./journal.ts";
import { written } from "./null-pointer.ts";
import { holder } from "./scope.ts";
import type { Frame } from "./session.ts";

type Read = (part: Expr) => Value;

/** The cell of a variable at file scope. */
type VariableCell = (path: readonly string[]) => Pointer["to"];

/** `&x`: what has no cell stands for itself. */
export function addressOf(frame: Frame, place: Expr, read: Read, variable: VariableCell): Value {
  const value = read(place);
  const element = place.kind === "index" ? elementAddress(place, read) : undefined;
  if (element !== undefined) return element;
  const to = standsForItself(value) ? undefined : cellOf(frame, place, read, variable);
  if (to === undefined) return value;
  return { kind: "pointer", space: "generic", dtype: elementOf(value), offset: dynamicInt(0), base: to.name, to };
}

/** What a pointer to a variable or to an atom leads to; any other value as it is. */
export function pointee(value: Value): Value {
  if (value.kind !== "pointer") return value;
  if (value.to !== undefined) return value.to.cells.get(value.to.name) ?? unknown(`${value.to.name} is not set`);
  return atomAt(value) ?? value;
}

/** The atom that a pointer's type says it leads to. */
export const atomAt = (value: Value): Value | undefined =>
  value.kind === "pointer" && value.of?.kind === "type" && isAtom(value.of.of.kind) ? value.of.of : undefined;

const atoms: readonly Value["kind"][] = ["copy-atom", "tiled-copy", "tma-atom", "mma-atom", "tiled-mma"];

/** Copies and MMAs are what their types say. */
export const isAtom = (kind: Value["kind"]): boolean => atoms.includes(kind);

/** `*p = value`; false where p leads to no variable. */
export function writeThrough(frame: Frame, pointer: Value, value: Value): boolean {
  if (pointer.kind !== "pointer" || pointer.to === undefined) return false;
  write(frame.session.journal, pointer.to.cells, pointer.to.name, value);
  return true;
}

/** `&p[i]` is p + i; `&p[0]` is where the array begins. */
function elementAddress({ object, args }: Expr & { kind: "index" }, read: Read): Pointer | undefined {
  const [array, step] = [object, args[0]?.value].map((one) => (one === undefined ? undefined : read(one)));
  if (array?.kind !== "pointer" || array.to !== undefined || step === undefined || !isInt(step)) return undefined;
  const { room, ...pointer } = written(array);
  const isStart = step.kind === "num" && step.value === 0 && room !== undefined;
  return { ...stepped(pointer, step, pointer.rows ?? []), ...(isStart ? { room } : {}) };
}

/** So many steps on, each over whole rows. */
export function stepped(pointer: Pointer, step: Int, rows: readonly number[]): Pointer {
  const elements = rows.reduce((all, row) => mul(all, staticInt(row)), step);
  return { ...pointer, offset: isInt(pointer.offset) ? add(pointer.offset, elements) : pointer.offset };
}

function standsForItself({ kind }: Value): boolean {
  return ["object", "class", "function", "builtin", "type", "unknown", "text", "module"].includes(kind);
}

function cellOf(frame: Frame, place: Expr, read: Read, variable: VariableCell): Pointer["to"] {
  if (place.kind === "name") {
    const held = place.path.length === 1 ? holder(frame.scope, place.path[0]!) : undefined;
    if (held !== undefined && held.scope.find === undefined) return { cells: held.scope.names, name: held.name };
    const isMember = held !== undefined && held.scope !== frame.file.scope;
    return isMember ? undefined : variable(place.path);
  }
  if (place.kind !== "member") return undefined;
  const object = read(place.object);
  const has = object.kind === "object" && object.fields.has(place.name);
  return has ? { cells: object.fields, name: place.name } : undefined;
}

/** The element type where the variable is a number of the run. */
function elementOf(value: Value): Pointer["dtype"] {
  const machine = value.kind === "num" ? (value.machine ?? "i32") : undefined;
  if (machine === undefined || !isInt(value) || value.know === "static") return unknown("a pointer to a variable");
  const isSigned = machine.startsWith("i");
  const bits = Number(machine.slice(1));
  const name = bits === 32 ? (isSigned ? "int" : "unsigned") : `${isSigned ? "" : "u"}int64_t`;
  return { kind: "dtype", name, bits, family: isSigned ? "int" : "uint" };
}
