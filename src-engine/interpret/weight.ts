// How much a value is: its parts, those of its parts, and so on. A value may hold another twice, `t = (t, t)`, and forty lines of
// that are a tree that nobody can print, compare or compute with.
import { unknown, type Value } from "../algebra/value.ts";

/** More parts than these no tuple, layout or type of people's has. */
const most = 20_000;

const tooMuch = unknown("a value of too many parts");

/** The value, if it can be worked with. */
export const bounded = (value: Value): Value => (weightOf(value) > most ? tooMuch : value);

const weights = new WeakMap<Value, number>();

function weightOf(value: Value): number {
  const parts = partsOf(value);
  if (parts.length === 0) return 1;
  const known = weights.get(value);
  if (known !== undefined) return known;
  let weight = 1;
  for (const part of parts) weight += weightOf(part);
  weights.set(value, weight);
  return weight;
}

function partsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case "tuple":
    case "arith":
      return value.items;
    case "layout":
      return [value.shape, value.stride];
    case "composed":
      return [value.outer, value.inner];
    case "tensor":
      return [value.layout];
    case "type":
      return [value.of];
    case "class":
      return value.targs;
    case "dict":
      return value.entries.flat();
    case "alternatives":
      return value.options.map((one) => one.value);
    default:
      return none;
  }
}

const none: readonly Value[] = [];
