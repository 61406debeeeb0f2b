// Arguments of operations as what CuTe takes there: a layout, a shape, a tiler, a number. What does not fit stops with
// code "bad-argument".
import type { Context } from "../../algebra/context.ts";
import { dynamicInt, isInt } from "../../algebra/int/int.ts";
import { isShape } from "../../algebra/layout/divide.ts";
import type { Order } from "../../algebra/layout/make.ts";
import type { AnyTiler } from "../../algebra/layout/modes.ts";
import { isTuple } from "../../algebra/tuple/tree.ts";
import type {
  AnyLayout,
  Coord,
  Int,
  Layout,
  MixedBits,
  Shape,
  Strides,
  Swizzle,
  Tensor,
  Tree,
  Tuple,
  Value,
} from "../../algebra/value.ts";

export type Args = readonly Value[];

export function bad(ctx: Context, what: string, got: Value | undefined): never {
  return ctx.stop({
    code: "bad-argument",
    message: `expected ${what}, got ${got === undefined ? "nothing" : `a ${got.kind}`}`,
  });
}

export function anyLayout(ctx: Context, v: Value | undefined): AnyLayout {
  return v?.kind === "layout" || v?.kind === "composed" ? v : bad(ctx, "a layout", v);
}

export function plainLayout(ctx: Context, v: Value | undefined): Layout {
  return v?.kind === "layout" ? v : bad(ctx, "a plain layout", v);
}

export function layoutOrSwizzle(ctx: Context, v: Value | undefined): AnyLayout | Swizzle {
  return v?.kind === "swizzle" ? v : anyLayout(ctx, v);
}

export function isLayout(v: Value | undefined): v is AnyLayout {
  return v?.kind === "layout" || v?.kind === "composed";
}

export function swizzle(ctx: Context, v: Value | undefined): Swizzle {
  return v?.kind === "swizzle" ? v : bad(ctx, "a swizzle", v);
}

export function shape(ctx: Context, v: Value | undefined): Shape {
  return v !== undefined && isShape(v) ? v : bad(ctx, "an integer or a tuple of integers", v);
}

export function integer(ctx: Context, v: Value | undefined): Int {
  return v !== undefined && isInt(v) ? v : bad(ctx, "an integer", v);
}

/** A template parameter: a known number. */
export function number(ctx: Context, v: Value | undefined): number {
  return v?.kind === "num" ? v.value : bad(ctx, "a number", v);
}

export const numbers = (ctx: Context, args: Args): readonly number[] => args.map((v) => number(ctx, v));

export function tiler(ctx: Context, v: Value | undefined): AnyTiler {
  switch (v?.kind) {
    case "layout":
    case "composed":
    case "num":
    case "sym":
    case "underscore":
      return v;
    case "tuple":
      return v as Tuple;
    default:
      return bad(ctx, "a tiler", v);
  }
}

/** A coordinate: integers, tuples and underscores; a coordinate tuple counts as a tuple. */
export function coord(ctx: Context, v: Value | undefined): Coord {
  if (v?.kind === "arith") return { kind: "tuple", items: v.items };
  return v !== undefined && isCoord(v) ? v : bad(ctx, "a coordinate", v);
}

function isCoord(v: { readonly kind: string }): v is Coord {
  if (v.kind === "underscore" || v.kind === "num" || v.kind === "sym") return true;
  return isTuple(v as Tree<{ readonly kind: string }>) && (v as Tuple<{ readonly kind: string }>).items.every(isCoord);
}

export function tree(ctx: Context, v: Value | undefined): Tree<Value> {
  return v === undefined ? bad(ctx, "a tuple", v) : v;
}

export function order(ctx: Context, v: Value | undefined): Order {
  if (v === undefined) return "left";
  if (v.kind === "text") return v.value === "LayoutRight" ? "right" : "left";
  return shape(ctx, v);
}

export function tensor(ctx: Context, v: Value | undefined): Tensor {
  if (v?.kind === "tensor") return v;
  if (isLayout(v)) return { kind: "tensor", engine: dynamicInt(0), layout: v };
  return bad(ctx, "a tensor", v);
}

export function mixed(ctx: Context, v: Value | undefined): Int | MixedBits {
  return v?.kind === "mixed" ? v : integer(ctx, v);
}

/** Strides: integers, bases and tuples of them. */
export function strides(ctx: Context, v: Value | undefined): Strides {
  if (v !== undefined && (v.kind === "basis" || isInt(v))) return v;
  if (v?.kind !== "tuple") return bad(ctx, "strides", v);
  return { kind: "tuple", items: v.items.map((item) => strides(ctx, item)) };
}
