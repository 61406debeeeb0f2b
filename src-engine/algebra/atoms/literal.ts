// Static layouts for the tables of atoms: as text where they are constant, as nested arrays of numbers where a formula makes them.
// `fixed("((4,8),2):((16,1),8)")` and `lit([[4, 8], 2], [[16, 1], 8])` are both `((_4,_8),_2):((_16,_1),_8)`.
import { staticInt } from "../int/int.ts";
import { parse } from "../notation/parse.ts";
import type { Int, Layout, Tree, Tuple } from "../value.ts";
import { layout, tuple } from "../value.ts";

/** A layout in CuTe's notation without the `_` of static numbers: `fixed("((4,8),2):((16,1),8)")`. */
export function fixed(text: string): Layout {
  const value = parse(text, { dialect: "dsl" });
  if (value.kind !== "layout") throw new Error(`no layout: ${text}`);
  return value;
}

/** A number, or a tuple of these; `[8]` is a tuple of one. */
export type Nested = number | readonly Nested[];

export function nested(tree: Nested): Tree<Int> {
  return typeof tree === "number" ? staticInt(tree) : tuple(tree.map(nested));
}

/** Without strides: compact, leftmost fastest, `_0` where the size is 1. */
export function lit(shape: Nested, stride?: Nested): Layout {
  return layout(nested(shape), nested(stride ?? compact(shape, 1).stride));
}

export function shapeOf(...sizes: readonly number[]): Tuple<Int> {
  return tuple(sizes.map(staticInt));
}

function compact(shape: Nested, from: number): { readonly stride: Nested; readonly next: number } {
  if (typeof shape === "number") return { stride: shape === 1 ? 0 : from, next: from * shape };
  let next = from;
  const stride = shape.map((item) => {
    const inner = compact(item, next);
    next = inner.next;
    return inner.stride;
  });
  return { stride, next };
}
