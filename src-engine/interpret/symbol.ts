// Fresh symbols: an integer that cannot be known, under the name of the variable or parameter that holds it.
//
// Identity is the declaration and the instance; the name is for display. A name that the user bound (`--bind M=512`) gives the
// number instead. A *free* symbol stands for a variable that something unknown has written: it may have any value.

import { symbol } from "../algebra/int/ask.ts";
import { dynamicInt } from "../algebra/int/int.ts";
import type { Int, Value } from "../algebra/value.ts";
import type { Scope } from "../program/values.ts";
import { assumedDevice, deviceBounds, isOfDevice } from "./device.ts";
import { placeId } from "./place.ts";
import type { Frame, Session } from "./session.ts";

export interface SymbolQuery {
  /** Unique to the origin. */
  readonly id: string;
  readonly name: string;
  readonly divisor?: number;
  readonly width?: 32 | 64;
  readonly min?: number;
  readonly ofRun?: true | undefined;
  readonly onlyRun?: true;
  readonly isInteger?: true;
  readonly free?: string;
  readonly loop?: true;
}

export function mint(session: Session, query: SymbolQuery): Int {
  const bound = session.bindings.get(query.name);
  if (bound !== undefined) return dynamicInt(bound);
  const device = assumedDevice(session, query.name);
  if (device !== undefined) return device;
  // There is one device, whoever asks for it.
  if (isOfDevice(query.name)) return symbol(query.name, query.name, deviceBounds(query.name));
  // The notation has `_` for a whole mode: a number that a loop calls so is shown as another.
  return symbol(query.id, query.name === "_" ? "i" : query.name, {
    ...(query.divisor === undefined ? {} : { divisor: query.divisor }),
    ...(query.width === undefined ? {} : { width: query.width }),
    ...(query.min === undefined ? {} : { min: query.min }),
    ...(query.ofRun === undefined ? {} : { ofRun: query.ofRun }),
    ...(query.onlyRun === undefined ? {} : { onlyRun: query.onlyRun }),
    ...(query.isInteger === undefined ? {} : { isInteger: query.isInteger }),
    ...(query.free === undefined ? {} : { free: query.free }),
    ...(query.loop === undefined ? {} : { loop: query.loop }),
  });
}

/** The symbol of a variable or parameter of this instance. */
export function symbolOf(frame: Frame, name: string, place: number, more: Partial<SymbolQuery> = {}): Int {
  return mint(frame.session, { ...more, id: originId(frame, name, place), name });
}

/** The symbol of a variable whose value something unknown has written. */
export function freeSymbolOf(frame: Frame, name: string, place: number): Int {
  const bound = frame.session.bindings.get(name);
  const id = `free ${originId(frame, name, place)}${closureRun(frame)}`;
  if (bound === undefined) return mint(frame.session, { id, name, free: name });
  return { ...dynamicInt(bound), free: name };
}

/** The code of a closure runs again with each call of it in one instance, and may be given another number each time. */
const closureRuns = new WeakMap<Scope, string>();

export const noteClosureRun = ({ functionScope }: Frame): void => void closureRuns.set(functionScope, "");

function closureRun({ functionScope, instance }: Frame): string {
  const known = closureRuns.get(functionScope);
  if (known !== "") return known ?? "";
  const run = `#${instance.minted++}`;
  closureRuns.set(functionScope, run);
  return run;
}

const originId = (frame: Frame, name: string, place: number): string => `${name}@${placeId(frame, place)}`;

/** The free symbol of a variable of this name (or what the user bound it to), and nothing else: no sum or product of it. */
export function isFreeSymbol(value: Value, name: string): boolean {
  if (value.kind === "num") return value.free === name;
  if (value.kind !== "sym" || value.poly.terms.length !== 1) return false;
  const term = value.poly.terms[0]!;
  const factor = term.factors[0];
  return (
    term.coef === 1 &&
    term.factors.length === 1 &&
    factor?.power === 1 &&
    factor.atom.op === "symbol" &&
    factor.atom.free === name
  );
}
