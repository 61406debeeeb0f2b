// The shape that a value certainly has, and whether a coordinate fits it: what refusals rest on.
import { isCertainInteger } from "../../../../../src-engine/algebra/int/ask.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";

/** Why a coordinate does not fit a shape: an integer or None fits any mode, a tuple has an item for each mode. */
export function misfit(coord: Value, shape: Value, depth = 0): string | undefined {
  if (coord.kind !== "tuple" || depth > 16) return undefined;
  if (isCertainInteger(shape) || (shape.kind === "sym" && depth > 0 && shape.know === "static"))
    return "the coordinate is a tuple where the layout has a single mode: give an integer there";
  if (shape.kind !== "tuple") return undefined;
  if (coord.items.length !== shape.items.length) return otherCount(coord.items.length, shape.items.length);
  for (const [i, item] of coord.items.entries()) {
    const found = misfit(item, shape.items[i]!, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const otherCount = (items: number, modes: number): string =>
  `the coordinate has ${items} ${items === 1 ? "item" : "items"} for ${modes} modes: give one for each mode, nested alike`;

/** The same of a coordinate with items that are not known: each of them is one all the same. */
export function openMisfit(args: readonly Value[], shape: Value | undefined): string | undefined {
  const [only] = args;
  const items = args.length === 1 && only?.kind === "tuple" ? only.items : args;
  if (items.length < 2 || shape?.kind !== "tuple" || !items.some(({ kind }) => kind === "unknown")) return undefined;
  return items.length === shape.items.length ? undefined : otherCount(items.length, shape.items.length);
}

/** The shape that an argument certainly has; undefined where its rank is open. */
export function certainShape(value: Value): Value | undefined {
  switch (value.kind) {
    case "layout":
      return value.shape.kind === "sym" && !isCertainInteger(value.shape) ? undefined : value.shape;
    case "composed":
      return certainShape(value.inner);
    case "tensor":
      // What nobody passes has the rank that its uses show.
      if (value.engine.kind === "unknown" || isOfOpenType(value)) return undefined;
      return certainShape(value.layout);
    case "tuple":
    case "num":
      return value;
    case "sym":
      return isCertainInteger(value) ? value : undefined;
    default:
      return undefined;
  }
}

const isOfOpenType = ({ engine }: Value & { kind: "tensor" }): boolean =>
  engine.kind === "pointer" && engine.dtype.kind === "unknown";

export function certainRank(value: Value): number | undefined {
  if (value.kind === "unknown") return value.rank;
  if (value.kind === "tensor" && value.layout.kind === "unknown") return value.layout.rank;
  const shape = certainShape(value);
  return shape === undefined ? undefined : shape.kind === "tuple" ? shape.items.length : 1;
}
