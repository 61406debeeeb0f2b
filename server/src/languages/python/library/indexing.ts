// `x[…]` on values that have items: the modes of a layout, the numbers of a range; and a layout as a function.
import { OpStop } from "../../../../../src-engine/algebra/context.ts";
import { layoutAt } from "../../../../../src-engine/algebra/layout/coords.ts";
import { getLayout } from "../../../../../src-engine/algebra/layout/modes.ts";
import { slice } from "../../../../../src-engine/algebra/layout/slice.ts";
import { asArith, type Offset } from "../../../../../src-engine/algebra/tuple/scalar.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall } from "../../../../../src-engine/interpret/dialect.ts";
import { certainShape, misfit } from "./certain-shape.ts";
import { refuse } from "./refusals.ts";
import { elements } from "./rows-python.ts";
import { coordOf, hasNone, keepSwizzle } from "./tensor.ts";
import { list } from "./values.ts";

export function itemOfRange(range: Value & { readonly kind: "range" }, args: readonly Value[]): Value | undefined {
  const [at] = args;
  const all = elements(range);
  return at?.kind === "num" && all?.kind === "tuple" ? all.items.at(at.value) : undefined;
}

export function indexLayout(
  object: Value & { kind: "layout" | "composed" },
  args: readonly Value[],
  ctx: BuiltinCall["ctx"],
): Value | undefined {
  const [mode] = args;
  return mode?.kind === "num" && args.length === 1 ? getLayout(ctx, object, [mode.value]) : undefined;
}

/** `layout(coord)` is an index, or a slice where the coordinate has None. */
export function callLayout(callee: Value & { kind: "layout" | "composed" }, given: Value, call: BuiltinCall): Value {
  const shape = certainShape(callee);
  const why = shape === undefined ? undefined : misfit(given, shape);
  const [argument] = call.args;
  if (why !== undefined && argument !== undefined) {
    call.record("layout", [{ role: "coord", argument }]);
    return refuse(call.ctx, "layout", why);
  }
  try {
    const coord = coordOf(call.ctx, given);
    if (hasNone(coord)) return keepSwizzle(callee, slice(call.ctx, coord, callee));
    return indexValue(layoutAt(call.ctx, callee, coord));
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}

/** What a layout gives as Python has it: a coordinate is a tuple, 5@1 is (0,5). */
export function indexValue(found: Offset): Value {
  const at = found.kind === "basis" ? asArith(found) : found;
  return at.kind === "arith" ? list(at.items as readonly Value[]) : at;
}
