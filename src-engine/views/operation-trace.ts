// Where each element of an operation's result comes from: which element of A, which of B.
//
// The operation is run once more on A with its own index as value, so that the result's values are indices into A. For a
// product those of copy j follow the size(A) · j before. What was found is checked against the real result, at every
// element up to a limit: where it does not hold there is no trace, and a picture links nothing.
import type { Context } from "../algebra/context.ts";
import { isInt } from "../algebra/int/int.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import { zippedDivide } from "../algebra/layout/divide.ts";
import { rightInverse } from "../algebra/layout/inverse.ts";
import { makeLayout } from "../algebra/layout/make.ts";
import { innermost, modeOf, shapeOf } from "../algebra/layout/modes.ts";
import type { AnyLayout, Layout, Value } from "../algebra/value.ts";
import { attempt } from "../calculator/context.ts";
import { tiler } from "../calculator/ops/arguments.ts";
import { ops } from "../calculator/ops/table.ts";
import { offsetAtIndex } from "./offset-table.ts";

export type Family = "divide" | "product" | "composition" | "inverse" | "same";

/** Families of the operations that have a picture of their own. */
export const families: Readonly<Record<string, Family>> = {
  logical_divide: "divide",
  zipped_divide: "divide",
  tiled_divide: "divide",
  flat_divide: "divide",
  local_tile: "divide",
  logical_product: "product",
  zipped_product: "product",
  tiled_product: "product",
  flat_product: "product",
  blocked_product: "product",
  raked_product: "product",
  tile_to_shape: "product",
  composition: "composition",
  local_partition: "same",
  coalesce: "same",
  filter: "same",
  group_modes: "same",
  flatten: "same",
  right_inverse: "inverse",
  left_inverse: "inverse",
};

export interface Trace {
  /** Element k of the result: the index of A's element, and of the copy for a product. */
  readonly at: (k: number) => { readonly a: number; readonly copy: number } | undefined;
  /** Divides: element of A → its tile, and the index inside the tile. */
  readonly tile: (a: number) => { readonly tile: number; readonly inside: number } | undefined;
}

/** Elements that are followed; a larger picture is not linked. */
const most = 1 << 24;
/** Elements that are counted out where there is no inverse. */
const mostCounted = 1 << 16;
/** Elements at which the trace is compared with the result. */
const checked = 1 << 12;

const nothing: Trace = { at: () => undefined, tile: () => undefined };

export function traceOf(ctx: Context, op: string, inputs: readonly Value[], a: AnyLayout, result: AnyLayout): Trace {
  const family = families[op];
  const run = ops.get(op)?.run;
  const own = makeLayout(shapeOf(ctx, a));
  const elements = size(ctx, own);
  if (family === undefined || run === undefined || elements.kind !== "num" || elements.value > most) return nothing;
  const again = attempt(() => run(ctx, [own, ...inputs.slice(1)]));
  const counted = "value" in again ? again.value : undefined;
  const indices = layoutIn(counted);
  if (indices === undefined || family === "inverse") return nothing;
  const origin = originOf(counted);
  const stepAt = offsetAtIndex(ctx, indices);
  const at = (k: number) => {
    const step = stepAt(k);
    if (step === undefined) return undefined;
    const index = origin + step;
    return family === "product"
      ? { a: index % elements.value, copy: Math.floor(index / elements.value) }
      : { a: index, copy: 0 };
  };
  if (!holds(ctx, innermost(ctx, a), innermost(ctx, result), at)) return nothing;
  return { at, tile: family === "divide" ? tiles(ctx, own, inputs[1]) : () => undefined };
}

export function layoutIn(value: Value | undefined): AnyLayout | undefined {
  if (value?.kind === "layout" || value?.kind === "composed") return value;
  return value?.kind === "tensor" && value.layout.kind !== "unknown" ? value.layout : undefined;
}

/** Where a tile begins; a tile at a symbolic coordinate is shown at the first. */
const originOf = (counted: Value | undefined): number =>
  counted?.kind === "tensor" && counted.engine.kind === "num" ? counted.engine.value : 0;

function indexAt(ctx: Context, layout: AnyLayout, k: number): number | undefined {
  const index = layoutAt(ctx, layout, k);
  return index.kind === "num" ? index.value : undefined;
}

/** Within a copy, result and A differ by one number. */
function holds(ctx: Context, a: AnyLayout, result: AnyLayout, at: Trace["at"]): boolean {
  const total = size(ctx, result);
  if (total.kind !== "num") return false;
  const shift = new Map<number, number>();
  for (let k = 0; k < Math.min(total.value, checked); k++) {
    const from = at(k);
    const [value, origin] = [indexAt(ctx, result, k), from && indexAt(ctx, a, from.a)];
    if (from === undefined || value === undefined || origin === undefined) return false;
    const by = value - origin;
    if ((shift.get(from.copy) ?? by) !== by) return false;
    shift.set(from.copy, by);
  }
  return true;
}

function tiles(ctx: Context, own: Layout, by: Value | undefined): Trace["tile"] {
  const divided = attempt(() => zippedDivide(ctx, own, tiler(ctx, by)));
  if (!("value" in divided)) return () => undefined;
  const zipped = divided.value;
  const [inside, total] = [size(ctx, modeOf(ctx, zipped, 0)), size(ctx, zipped)];
  if (inside.kind !== "num" || total.kind !== "num") return () => undefined;
  const place = inverseOf(ctx, zipped, total.value);
  return (index) => {
    const k = place(index);
    return k === undefined ? undefined : { tile: Math.floor(k / inside.value), inside: k % inside.value };
  };
}

/** Value → index: by the inverse layout where it covers all, else counted out once. */
function inverseOf(ctx: Context, layout: Layout, total: number): (value: number) => number | undefined {
  const inverse = attempt(() => rightInverse(ctx, layout));
  if ("value" in inverse) {
    const covered = size(ctx, inverse.value);
    if (covered.kind === "num" && covered.value === total)
      return (value) => (value < total ? indexAt(ctx, inverse.value, value) : undefined);
  }
  if (total > mostCounted) return () => undefined;
  let map: Map<number, number> | undefined;
  const fill = () => {
    const found = new Map<number, number>();
    for (let k = total - 1; k >= 0; k--) found.set(indexAt(ctx, layout, k) ?? -1, k);
    return found;
  };
  return (value) => {
    map ??= fill();
    return map.get(value);
  };
}

/** The modes of a tiler as layouts: `(_2,_4)` is 2:1 and 4:1, by mode; a layout is one. */
export function tilerModes(ctx: Context, by: Value): readonly Layout[] {
  if (by.kind === "layout") return [by];
  if (isInt(by)) return [makeLayout(by)];
  if (by.kind !== "tuple") return [];
  const modes = by.items.map((item) => tilerModes(ctx, item));
  return modes.every((mode) => mode.length === 1) ? modes.flat() : [];
}

/** An index inside a tile, by the modes of its tiler. */
export function insideByMode(ctx: Context, modes: readonly Layout[], inside: number): readonly number[] {
  let rest = inside;
  return modes.map((mode) => {
    const extent = size(ctx, mode);
    const n = extent.kind === "num" ? extent.value : 1;
    const here = rest % n;
    rest = Math.floor(rest / n);
    return here;
  });
}
