// Whether a coordinate lies inside a layout's shape. CuTe never asks: a coordinate past a mode is an address behind it.
import type { Context } from "../context.ts";
import { staticInt } from "../int/int.ts";
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
    const of = path.length === 0 ? coord.items : carried(coord.items, shape.items, items);
    for (const [i, one] of of.entries()) visit(ctx, one, shape.items[i]!, items[i] ?? stride, [...path, i]);
    return;
  }
  if (coord.kind !== "num") return;
  const size = product(shape);
  if (size.kind !== "num" || size.value < 1 || coord.value < size.value || leavesOf<Stride>(stride).every(isZero))
    return;
  const mode = path.length === 0 ? {} : { mode: { kind: "text", value: path.join(",") } as const };
  ctx.need({ kind: "in-range", holds: "no", facts: { index: coord, size, ...mode } });
}

/**
 * The sub-modes of one mode, `(2,2):(32,64)`: the second goes on where the first ends, so that 3 in the first is (1,1).
 * What a number has too much is added to the next one, and only the end of the whole mode counts.
 */
function carried(coords: readonly Coord[], shapes: readonly Shape[], strides: readonly Strides[]): readonly Coord[] {
  const out = [...coords];
  for (const i of coords.keys()) {
    const [here, next, size] = [out[i]!, out[i + 1], shapes[i]!];
    if (here.kind !== "num" || size.kind !== "num" || here.value < size.value) continue;
    if (!goesOn(size.value, strides[i]!, strides[i + 1])) return coords;
    if (next?.kind === "num") out[i + 1] = staticInt(next.value + Math.floor(here.value / size.value));
    else if (next?.kind !== "sym") return coords;
    out[i] = staticInt(here.value % size.value);
  }
  return out;
}

const goesOn = (size: number, stride: Strides, next: Strides | undefined): boolean =>
  stride.kind === "num" && next?.kind === "num" && next.value === size * stride.value;

const isZero = (stride: Stride): boolean => stride.kind === "num" && stride.value === 0;
