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

const some = (frame: Frame, items: ItemNames, first: number, count: number): Value =>
  tuple(Array.from({ length: count }, (_, i) => itemNamed(frame, items, first + i)));

export function itemNamed({ session }: Frame, { id, name, width }: ItemNames, at: number): Value {
  const part = `[${at}]`;
  return mint(session, { id: id + part, name: name + part, ofRun: true, ...(width === undefined ? {} : { width }) });
}
