// The cells that a value leads to: fields of objects, what pointers point to, what closures have captured.
import type { Value } from "../algebra/value.ts";
import { type FunctionValue, isClosure } from "../program/values.ts";
import { captured, capturedScopes } from "./captured.ts";

export function reachable(value: Value, found: Set<Map<string, Value>>): void {
  switch (value.kind) {
    case "object":
      if (found.has(value.fields) || found.size > 200) return;
      found.add(value.fields);
      for (const field of value.fields.values()) reachable(field, found);
      return;
    case "tuple":
      for (const item of value.items) reachable(item, found);
      return;
    case "alternatives":
      for (const option of value.options) reachable(option.value, found);
      return;
    case "pointer":
      if (value.to !== undefined) found.add(value.to.cells);
      return;
    case "function":
      if (isClosure(value)) reachableFrom(value, found);
      if (value.self !== undefined) reachable(value.self, found);
      return;
    case "builtin":
      if (value.self !== undefined) reachable(value.self, found);
      return;
    default:
      return;
  }
}

function reachableFrom(closure: FunctionValue, found: Set<Map<string, Value>>): void {
  for (const { names } of capturedScopes(closure)) {
    if (found.has(names)) return;
    found.add(names);
  }
  for (const [, value] of captured(closure)) reachable(value, found);
}
