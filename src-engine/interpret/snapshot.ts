// A call that waits sees its objects as they are when it is made, not as later code leaves them.
import { type Cell, tuple, type Value } from "../algebra/value.ts";
import type { FunctionValue, ObjectValue } from "../program/values.ts";
import type { Matched } from "./bind.ts";

export function snapshot(
  fn: FunctionValue,
  matched: Matched,
): { readonly fn: FunctionValue; readonly matched: Matched } {
  const copies = new Map<ObjectValue["fields"], ObjectValue>();
  const byParam = matched.byParam.map((one) =>
    one === undefined ? one : { ...one, value: copyOf(one.value, copies) },
  );
  const self = fn.self === undefined ? undefined : copyOf(fn.self, copies);
  return { fn: self === undefined ? fn : { ...fn, self }, matched: { ...matched, byParam } };
}

function copyOf(value: Value, copies: Map<ObjectValue["fields"], ObjectValue>): Value {
  switch (value.kind) {
    case "object": {
      const known = copies.get(value.fields);
      if (known !== undefined) return known;
      const copy: ObjectValue = { ...value, fields: new Map() };
      copies.set(value.fields, copy);
      for (const [name, field] of value.fields) copy.fields.set(name, copyOf(field, copies));
      return copy;
    }
    case "tuple":
      return value.items.some(hasObject) ? tuple(value.items.map((one) => copyOf(one, copies))) : value;
    case "alternatives":
      return { ...value, options: value.options.map((one) => ({ ...one, value: copyOf(one.value, copies) })) };
    case "pointer":
      return value.to === undefined ? value : { ...value, to: { ...value.to, cells: cellNow(value.to, copies) } };
    case "function":
      return value.self === undefined ? value : { ...value, self: copyOf(value.self, copies) };
    default:
      return value;
  }
}

function cellNow({ cells, name }: Cell, copies: Map<ObjectValue["fields"], ObjectValue>): Cell["cells"] {
  const now = cells.get(name);
  return new Map(now === undefined ? [] : [[name, copyOf(now, copies)]]);
}

const hasObject = (value: Value): boolean =>
  value.kind === "object" || value.kind === "alternatives" || (value.kind === "tuple" && value.items.some(hasObject));
