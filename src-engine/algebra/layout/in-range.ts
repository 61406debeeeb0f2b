// Whether a coordinate lies inside a layout's shape. CuTe never asks: a coordinate past a mode is an address behind it.
import type { Context } from "../context.ts";
import { product } from "../tuple/int-tuple.ts";
import { isTuple, leavesOf } from "../tuple/tree.ts";
import type { AnyLayout, Coord, Shape, Stride, Strides } from "../value.ts";

/** Records a need that does not hold for each number of the coordinate that is past its mode; a broadcast mode has no end. */
export function needInRange(ctx: Context, coord: Coord, layout: AnyLayout): void {
  if (layout.kind === "composed") {
    if (layout.inner.kind !== "swizzle") needInRange(ctx, coord, layout.inner);
    return;
  }
  visit(ctx, coord, layout.shape, layout.stride, []);
}

function visit(ctx: Context, coord: Coord, shape: Shape, stride: Strides, path: readonly number[]): void {
  if (isTuple(coord)) {
    if (!isTuple(shape) || !isTuple(stride) || shape.items.length !== coord.items.length) return;
    const { items } = stride;
    for (const [i, one] of coord.items.entries()) visit(ctx, one, shape.items[i]!, items[i] ?? stride, [...path, i]);
    return;
  }
  if (coord.kind !== "num") return;
  const size = product(shape);
  if (size.kind !== "num" || size.value < 1 || coord.value < size.value || leavesOf<Stride>(stride).every(isZero))
    return;
  const mode = path.length === 0 ? {} : { mode: { kind: "text", value: path.join(",") } as const };
  ctx.need({ kind: "in-range", holds: "no", facts: { index: coord, size, ...mode } });
}

const isZero = (stride: Stride): boolean => stride.kind === "num" && stride.value === 0;
