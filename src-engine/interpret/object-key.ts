// The keys of objects and of what holds some, remembered with the cells that they were made of: while these hold the same values,
// so does the key.
//
// A kernel's `self` is part of every call's key and changes rarely. Its hundred fields are compared faster than written.
import { isSameObject, type Value } from "../algebra/value.ts";

type Cells = ReadonlyMap<string, Value>;

/** What a key read: whole objects, and single cells that pointers lead to. */
export interface Readings {
  readonly objects: { readonly cells: Cells; readonly names: readonly string[]; readonly values: readonly Value[] }[];
  readonly single: { readonly cells: Cells; readonly name: string; readonly value: Value | undefined }[];
  /** It rests on more than these: on what a closure sees. */
  isOpen: boolean;
}

interface Remembered {
  readonly of: Value;
  readonly key: string;
  readonly readings: Readings;
}

/** By an object's cells, or by the value that holds objects. */
export type ObjectKeys = WeakMap<object, Remembered>;

export const newReadings = (): Readings => ({ objects: [], single: [], isOpen: false });

export function noteObject({ objects }: Readings, cells: Cells): void {
  objects.push({ cells, names: [...cells.keys()], values: [...cells.values()] });
}

export function knownKey(keys: ObjectKeys, value: Value): string | undefined {
  const known = keys.get(holderOf(value));
  return known !== undefined && isOfOneClass(known.of, value) && stands(known.readings) ? known.key : undefined;
}

export function rememberKey(keys: ObjectKeys, of: Value, key: string, readings: Readings): void {
  const isWorthIt = of.kind === "object" || readings.objects.length + readings.single.length >= fewestCells;
  if (isWorthIt && !readings.isOpen) keys.set(holderOf(of), { of, key, readings });
}

/** What holds fewer objects is written as fast as looked up. */
const fewestCells = 4;

const holderOf = (value: Value): object => (value.kind === "object" ? value.fields : value);

const isOfOneClass = (a: Value, b: Value): boolean =>
  a.kind !== "object" || b.kind !== "object" || (a.name === b.name && isSameObject(a.type, b.type));

const stands = ({ objects, single }: Readings): boolean =>
  objects.every(({ cells, names, values }) => isAsRead(cells, names, values)) &&
  single.every(({ cells, name, value }) => isSameObject(cells.get(name), value));

function isAsRead(cells: Cells, names: readonly string[], values: readonly Value[]): boolean {
  if (cells.size !== names.length) return false;
  let i = 0;
  for (const [name, value] of cells) {
    if (name !== names[i] || !isSameObject(value, values[i])) return false;
    i++;
  }
  return true;
}
