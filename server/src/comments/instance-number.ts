// What stands in a function's source holds for all of its instances: a comment must not have a number that one of them has.
import type { ItemId, Unit } from "../../../src-engine/program/ir.ts";

/** A number that only one way to call the function gives: nothing in the function says it. */
export function isOfAnInstance(comment: string, item: ItemId, unit: Unit, texts: readonly string[]): boolean {
  const fn = unit.items.find(({ id }) => id === item);
  const place = unit.places.get(item);
  const isFixed =
    fn?.kind === "statement" || (fn?.kind === "function" && fn.typeParams.length + fn.params.length === 0);
  if (isFixed || place === undefined) return false;
  const text = texts[place.fragment]?.slice(place.start, place.end) ?? "";
  const written = new Set(text.match(/\d+/g));
  return (comment.match(/(?<![\w.])\d+/g) ?? []).some((number) => Number(number) > 1 && !written.has(number));
}
