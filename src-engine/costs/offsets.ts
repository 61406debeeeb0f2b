// The offsets of a layout as plain numbers, index by index: what every analysis counts on.
import type { Context } from "../algebra/context.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import { shapeOf } from "../algebra/layout/modes.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout } from "../algebra/value.ts";

/** Elements that are counted out; a larger layout is not analysed. */
export const mostElements = 1 << 16;

/** Undefined for a layout with symbols, with coordinates as values, or of too many elements. */
export function offsetsOf(ctx: Context, a: AnyLayout): readonly number[] | undefined {
  const total = size(ctx, a);
  if (total.kind !== "num" || total.value > mostElements) return undefined;
  const offsets: number[] = [];
  for (let i = 0; i < total.value; i++) {
    const offset = layoutAt(ctx, a, i);
    if (offset.kind !== "num") return undefined;
    offsets.push(offset.value);
  }
  return offsets;
}

/** A layout read as (thread, value…): offsets by thread, then by value. */
export interface Threads {
  readonly count: number;
  readonly values: number;
  readonly offset: (thread: number, value: number) => number;
}

/** Mode 0 are the threads, the further modes their values. */
export function threadsOf(ctx: Context, a: AnyLayout, offsets: readonly number[]): Threads {
  const first = modesOf(shapeOf(ctx, a))[0];
  const threads = first === undefined ? undefined : product(first);
  const count = threads?.kind === "num" ? threads.value : offsets.length;
  return {
    count,
    values: Math.max(1, offsets.length / count),
    offset: (thread, value) => offsets[thread + value * count] ?? 0,
  };
}
