// What somebody looks at of a file with more functions than one evaluation goes through: what stands there, and what uses it.
import { usualLimits } from "../interpret/limits.ts";
import type { Program } from "../interpret/session.ts";
import type { Item, ItemId, Place, Unit } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";

/** Of more items than these the last have no turn. */
export const isBeyondOneEvaluation = ({ items }: Unit): boolean => items.filter(isCode).length > usualLimits.instances;

const isCode = ({ kind }: Item): boolean => kind === "function" || kind === "class";

/** The items that stand in a place. */
export function itemsIn(unit: Unit, { fragment, start, end }: Place): readonly Item[] {
  return unit.items.filter((item) => {
    const place = unit.places.get(item.id);
    return place !== undefined && place.fragment === fragment && place.end >= start && place.start <= end;
  });
}

/** So many users say what a template is bound to. */
const mostUsers = 32;

/** With those that name one of them. */
export function withUsers({ units, target, mentions }: Program, items: readonly Item[]): ReadonlySet<ItemId> {
  const wanted = items.filter(isCode);
  const names = (item: Item): ReadonlySet<string> => {
    const known = mentions?.get(item) ?? mentionsOf(item);
    mentions?.set(item, known);
    return known;
  };
  const users: Item[] = [];
  for (const item of units.get(target)?.unit.items ?? []) {
    if (users.length >= mostUsers) break;
    if (isCode(item) && wanted.some((one) => one !== item && names(item).has(one.name))) users.push(item);
  }
  return new Set([...items, ...users].map(({ id }) => id));
}
