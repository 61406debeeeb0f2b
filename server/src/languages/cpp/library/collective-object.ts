// Objects that model a class of CUTLASS's, with the template and the arguments that they stand for.

import type { Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";

type Storage = NonNullable<ObjectValue["size"]>;

export type Fields = Readonly<Record<string, Value | undefined>>;

export const object = (name: string, fields: Fields, size?: Storage): ObjectValue => ({
  kind: "object",
  name,
  fields: known(fields),
  ...(size === undefined ? {} : { size }),
});

const known = (fields: Fields): Map<string, Value> =>
  new Map(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/** The object as the model of a class template of CUTLASS's. */
export const standing = (of: ObjectValue, namespaces: string, targs: readonly Value[] | Fields): ObjectValue => ({
  ...of,
  stands: { path: [...namespaces.split(" "), of.name], targs: isList(targs) ? targs : known(targs) },
});

const isList = (targs: readonly Value[] | Fields): targs is readonly Value[] => Array.isArray(targs);
