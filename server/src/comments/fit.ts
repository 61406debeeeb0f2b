// Does a value have the modes that a comment says? Rank and nesting only: a name stands for a mode of any nesting.

import type { Answer } from "../../../src-engine/algebra/context.ts";
import { unknown, type Value } from "../../../src-engine/algebra/value.ts";
import type { Part } from "./shape-comment.ts";

/** The shape of a layout or tensor, a tuple as it is; undefined where the value has no modes or none are known. */
export function shapeIn(value: Value): Value | undefined {
  switch (value.kind) {
    case "layout":
      return value.shape;
    case "composed":
      return value.inner.kind === "swizzle" ? undefined : shapeIn(value.inner);
    case "tensor":
      return value.layout.kind === "unknown" ? undefined : shapeIn(value.layout);
    case "type":
      return shapeIn(value.of);
    case "tuple":
      return value.items.every(isShapeLike) ? value : undefined;
    default:
      return undefined;
  }
}

/** The shape as comments speak of it: of descriptors, whose first mode is one word, the tile behind it is meant. */
export function shapeToFit(value: Value): Value | undefined {
  const shape = shapeIn(value);
  const isDescriptor =
    value.kind === "tensor" && value.engine.kind === "pointer" && value.engine.iterator !== undefined;
  if (!isDescriptor || shape?.kind !== "tuple") return shape;
  return { kind: "tuple", items: [unknown("the tile of a descriptor"), ...shape.items.slice(1)] };
}

/** The values that one may be. */
export const optionsOf = (value: Value): readonly Value[] =>
  value.kind === "alternatives" ? value.options.map((option) => option.value) : [value];

function isShapeLike(value: Value): boolean {
  switch (value.kind) {
    case "num":
    case "sym":
    case "basis":
    case "underscore":
      return true;
    case "tuple":
      return value.items.every(isShapeLike);
    default:
      return false;
  }
}

/** The last modes of a shape that begins with those that are said. */
export function modesBehind(part: Part, shape: Value): readonly Value[] {
  if (part.kind === "name" || shape.kind !== "tuple" || shape.items.length <= part.items.length) return [];
  const first: Value = { kind: "tuple", items: shape.items.slice(0, part.items.length) };
  return fits(part, first) === "no" ? [] : shape.items.slice(part.items.length);
}

/** 1 in the type. */
export const isOne = (shape: Value): boolean =>
  shape.kind === "tuple"
    ? shape.items.every(isOne)
    : shape.kind === "num" && shape.know === "static" && shape.value === 1;

/** `unknown` where a symbol may stand for a mode that is nested itself. */
export function fits(part: Part, shape: Value): Answer {
  if (part.kind === "name") return "yes";
  if (shape.kind === "tuple") {
    if (shape.items.length !== part.items.length) return "no";
    const answers = part.items.map((item, i) => fits(item, shape.items[i] ?? shape));
    return answers.includes("no") ? "no" : answers.includes("unknown") ? "unknown" : "yes";
  }
  if (part.items.length === 1) return fits(part.items[0] ?? part, shape);
  return shape.kind === "num" ? "no" : "unknown";
}
