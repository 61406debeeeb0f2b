// Items of a tuple of unknown length: `mQ.shape[0]` of a tensor whose rank nobody says is a number of the run with that name.
import { type ItemNames, tuple, type Unknown, type Value } from "../algebra/value.ts";
import type { Frame } from "./session.ts";
import { mint } from "./symbol.ts";

/** Item `at`, or a slice that counts from one end only; undefined where the value's items have no names. */
export function itemOfUnknown(frame: Frame, { items }: Unknown, at: Value): Value | undefined {
  if (items === undefined) return undefined;
  if (at.kind === "num") return itemNamed(frame, items, at.value);
  if (at.kind !== "range" || at.step.kind !== "underscore") return undefined;
  const { start, stop } = at;
  if (start.kind === "underscore" && stop.kind === "num" && stop.value >= 0) return some(frame, items, 0, stop.value);
  if (stop.kind === "underscore" && start.kind === "num" && start.value < 0)
    return some(frame, items, start.value, -start.value);
  return undefined;
}

/**
 * What an operation makes of such a tensor has items of its own: where it hands the unknown layout on, their names are not its.
 * Tuples as deep as an operation makes them.
 */
export function withoutItemNames(value: Value): Value {
  if (!hasItemNames(value)) return value;
  if (value.kind === "tuple") return tuple(value.items.map(withoutItemNames));
  if (value.kind === "tensor") return { ...value, layout: withoutItemNames(value.layout) as Unknown };
  const { items: _items, modes: _modes, ...rest } = value as Unknown;
  return rest;
}

function hasItemNames(value: Value): boolean {
  if (value.kind === "tuple") return value.items.some(hasItemNames);
  if (value.kind === "tensor") return value.layout.kind === "unknown" && hasItemNames(value.layout);
  return value.kind === "unknown" && (value.items !== undefined || value.modes !== undefined);
}

const some = (frame: Frame, items: ItemNames, first: number, count: number): Value =>
  tuple(Array.from({ length: count }, (_, i) => itemNamed(frame, items, first + i)));

export function itemNamed({ session }: Frame, { id, name, width }: ItemNames, at: number): Value {
  const part = `[${at}]`;
  return mint(session, { id: id + part, name: name + part, ofRun: true, ...(width === undefined ? {} : { width }) });
}
