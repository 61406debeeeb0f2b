// Python's named tuples: objects of their class that are tuples of their fields as well, in the order of the declaration.

import type { Value } from "../algebra/value.ts";
import type { ClassItem } from "../program/ir.ts";

export const isNamedTuple = (item: ClassItem): boolean =>
  item.bases.some(({ value }) => {
    const name = value.kind === "name" ? value.path.at(-1) : value.kind === "member" ? value.name : undefined;
    return name === "NamedTuple";
  });

/** The names of a named tuple's fields. */
export const namedFields = (item: ClassItem): readonly string[] =>
  item.members.flatMap((one) =>
    one.kind === "statement" && one.statement.kind === "let" && !one.statement.attributes.includes("static")
      ? [one.name]
      : [],
  );

/** The items of a named tuple; undefined for other values and while a field is not known to be set. */
export function namedItems(value: Value): readonly Value[] | undefined {
  if (value.kind !== "object" || value.type === undefined || !isNamedTuple(value.type.item)) return undefined;
  const items = namedFields(value.type.item).map((name) => value.fields.get(name));
  const known = items.filter((one) => one !== undefined);
  return known.length === items.length ? known : undefined;
}
