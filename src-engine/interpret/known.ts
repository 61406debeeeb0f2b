// Does a value say anything? A tensor of unknown layout does not, nor does a tuple with an unknown part.
import type { Value } from "../algebra/value.ts";

export function isKnown(value: Value): boolean {
  switch (value.kind) {
    case "unknown":
      return value.type !== undefined;
    case "type":
      return isKnown(value.of);
    case "tensor":
      return value.layout.kind !== "unknown";
    case "tuple":
      return value.items.every(isKnown);
    case "alternatives":
      return value.options.every((one) => isKnown(one.value));
    default:
      return true;
  }
}
