// What a value's sizes are: elements, modes, plain numbers. Undefined where that cannot be written down.
import { equal } from "../../../src-engine/algebra/int/ask.ts";
import { isInt, mul } from "../../../src-engine/algebra/int/int.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { AnyLayout, Int, Value } from "../../../src-engine/algebra/value.ts";
import { attempt } from "../../../src-engine/calculator/context.ts";

/** How many elements a layout, tensor, shape or tiler has; undefined where it has no size, or none that can be written down. */
export function sizeOf(value: Value | undefined): Int | undefined {
  const outcome = attempt(() => elementsOf(value));
  return "value" in outcome ? outcome.value : undefined;
}

function elementsOf(value: Value | undefined): Int | undefined {
  switch (value?.kind) {
    case "num":
    case "sym":
      return value;
    case "layout":
      return product(value.shape);
    case "composed":
      return elementsOf(value.inner);
    case "tensor":
      return elementsOf(value.layout);
    case "tuple":
      return value.items.map(elementsOf).reduce((all, one) => (all && one ? mul(all, one) : undefined));
    case "type":
      return elementsOf(value.of);
    default:
      return undefined;
  }
}

/** How many modes a layout, tensor or tuple has at its top. */
export function rankOf(value: Value | undefined): number | undefined {
  switch (value?.kind) {
    case "layout":
      return rankOf(value.shape);
    case "composed":
      return rankOf(value.inner);
    case "tensor":
      return rankOf(value.layout);
    case "tuple":
      return value.items.length;
    case "num":
    case "sym":
      return 1;
    case "type":
      return rankOf(value.of);
    default:
      return undefined;
  }
}

/** The same, and of what is known of no more than that. */
export function certainRankOf(value: Value | undefined): number | undefined {
  if (value?.kind === "unknown") return value.rank;
  if (value?.kind === "tensor" && value.layout.kind === "unknown") return value.layout.rank;
  return rankOf(value);
}

/** The size of each top-level mode of a layout. */
export function modeSizes(value: Value | undefined): readonly Int[] | undefined {
  const shape = shapeOf(value);
  if (shape === undefined) return undefined;
  const outcome = attempt(() => (shape.kind === "tuple" ? shape.items.map(product) : [shape]));
  return "value" in outcome ? outcome.value : undefined;
}

/** Of each mode inside the first one, where that is nested. */
export function firstModeSizes(value: Value | undefined): readonly Int[] | undefined {
  const shape = shapeOf(value);
  const first = shape?.kind === "tuple" ? shape.items[0] : undefined;
  if (first?.kind !== "tuple") return undefined;
  const outcome = attempt(() => first.items.map(product));
  return "value" in outcome ? outcome.value : undefined;
}

function shapeOf(value: Value | undefined): AnyShape | undefined {
  switch (value?.kind) {
    case "layout":
      return value.shape;
    case "composed":
      return value.inner.kind === "swizzle" ? undefined : shapeOf(value.inner);
    case "tensor":
      return shapeOf(value.layout);
    default:
      return undefined;
  }
}
type AnyShape = Extract<AnyLayout, { kind: "layout" }>["shape"];

/** A number that is known: rules do arithmetic on nothing else. */
export function numberOf(value: Value | undefined): number | undefined {
  return value !== undefined && isInt(value) && value.kind === "num" ? value.value : undefined;
}

/** Certainly different. */
export const differ = (a: Int, b: Int): boolean => equal(a, b) === "no";
