// The sizes that comments give names to: `BLK_M` is 128 where `// (BLK_M,BLK_K)` stands beside a (_128,_64) tensor.

import { isInt, mul } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import { attempt } from "../../../src-engine/calculator/context.ts";
import type { Contract } from "./contracts.ts";
import { fits, shapeToFit } from "./fit.ts";
import type { Part } from "./shape-comment.ts";

export interface NamedSize {
  readonly name: string;
  readonly size: Int;
}

/** The names of a comment that fits its value in the instance, each with the size of its mode. */
export function namedSizes(contract: Contract, instance: string): readonly NamedSize[] {
  const found = contract.values.find((one) => one.instance === instance);
  const shape = found === undefined ? undefined : shapeToFit(found.value);
  if (shape === undefined || fits(contract.said.shape, shape) !== "yes") return [];
  return pairs(contract.said.shape, shape);
}

function pairs(part: Part, shape: Value): readonly NamedSize[] {
  if (part.kind === "name") {
    const size = isWord(part.text) ? sizeOf(shape) : undefined;
    return size === undefined ? [] : [{ name: part.text, size }];
  }
  if (shape.kind !== "tuple") return part.items[0] === undefined ? [] : pairs(part.items[0], shape);
  return part.items.flatMap((item, i) => {
    const mode = shape.items[i];
    return mode === undefined ? [] : pairs(item, mode);
  });
}

/** A name, neither a number nor a formula. */
export const isWord = (text: string): boolean => /^[A-Za-z_][\w']*$/.test(text) && text !== "_";

/** The product of a mode's extents; none where one of them is no integer. */
export function sizeOf(shape: Value): Int | undefined {
  if (isInt(shape)) return shape;
  if (shape.kind !== "tuple" || shape.items.length === 0) return undefined;
  const sizes = shape.items.map(sizeOf);
  const outcome = attempt(() => sizes.reduce((all, one) => (all && one ? mul(all, one) : undefined)));
  return "value" in outcome ? outcome.value : undefined;
}
