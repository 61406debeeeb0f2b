// A layout whose rows of so many elements are each followed by a gap: offset o becomes o + ⌊o/row⌋·by.
import { staticInt } from "../algebra/int/int.ts";
import { leavesOf, mapLeaves } from "../algebra/tuple/tree.ts";
import type { Int, Layout, Stride } from "../algebra/value.ts";

export interface Padding {
  /** Elements of a row, and of the gap behind it. */
  readonly row: number;
  readonly by: number;
}

/** Undefined where a number is not static, or no layout does it: a mode that goes from row to row and not by whole rows. */
export function paddedLayout(a: Layout, { row, by }: Padding): Layout | undefined {
  const extents = leavesOf<Int>(a.shape);
  const strides = leavesOf<Stride>(a.stride);
  let within = 0;
  for (const [i, stride] of strides.entries()) {
    const extent = extents[i];
    if (extent?.kind !== "num" || stride.kind !== "num" || extent.know !== "static" || stride.know !== "static")
      return undefined;
    if (stride.value < 0 || (stride.value >= row && stride.value % row !== 0)) return undefined;
    if (stride.value < row) within += (extent.value - 1) * stride.value;
  }
  if (within >= row) return undefined;
  const padded = mapLeaves<Stride, Stride>(a.stride, (stride) =>
    stride.kind === "num" ? staticInt(stride.value + Math.floor(stride.value / row) * by) : stride,
  );
  return { ...a, stride: padded };
}
