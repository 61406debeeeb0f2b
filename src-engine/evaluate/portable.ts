// Values that mean the same in another evaluation: their conditions name nothing by a number of this one.
import type { Value } from "../value.ts";
import type { Condition } from "./condition.ts";
import { isLasting } from "./key.ts";

const deepest = 40;

export function isPortable(value: Value, depth = 0): boolean {
  if (depth > deepest) return false;
  const each = (one: Value): boolean => isPortable(one, depth + 1);
  switch (value.kind) {
    case "alternatives":
      return value.options.every((one) => one.under.every(isLastingCondition) && each(one.value));
    case "tuple":
      return value.items.every(each);
    case "object":
      return (value.type === undefined || each(value.type)) && [...value.fields.values()].every(each);
    case "class":
      return value.within === undefined && value.targs.every(each);
    case "function":
      return "id" in value.code && value.item === value.code.id && (value.self === undefined || each(value.self));
    case "type":
      return each(value.of);
    case "builtin":
      return value.targs.every(each) && (value.self === undefined || each(value.self));
    case "dict":
      return value.entries.every(([key, one]) => each(key) && each(one));
    default:
      return true;
  }
}

const isLastingCondition = (one: Condition): boolean =>
  one.kind === "test"
    ? isLasting(one.key) && isLasting(one.equality?.subject ?? "")
    : one.parts.every(isLastingCondition);
