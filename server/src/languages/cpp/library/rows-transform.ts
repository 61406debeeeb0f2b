// `transform_layout(t, f)` and `transform_layout(t0, t1, f)`: what f gives for each mode, side by side as one layout
// (cute/layout.hpp:750). Modes that only one of two has stay as they are.
import { joinLayouts } from "../../../../../src-engine/algebra/layout/make.ts";
import { layoutModes } from "../../../../../src-engine/algebra/layout/modes.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { arg, type Call, lenientRow, plain, type Row, unknownIn } from "./row.ts";
import { isLayout, itemsIn, layoutIn, plainLayoutIn } from "./values.ts";

export const transformRows: readonly Row[] = lenientRow("transform_layout", (call) => {
  const given = call.args.slice(0, -1).map(plain);
  const missing = given.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (missing !== undefined) return unknown("a layout to transform is not known", missing);
  const [first = [], ...others] = given.map((value) => modesOf(call, value));
  const made = transformed(call, first, others[0]);
  const unclear = made.find((value) => value.kind === "unknown" || value.kind === "alternatives");
  if (unclear !== undefined)
    return unknown("a mode of the transformed layout is not known", unclear.kind === "unknown" ? unclear : undefined);
  return joinLayouts(made.map((value) => plainLayoutIn(call.ctx, value)));
});

function transformed(call: Call, first: readonly Value[], second: readonly Value[] | undefined): readonly Value[] {
  const f = arg(call, call.args.length - 1);
  if (second === undefined) return first.map((mode) => plain(call.raw.invoke(f, [mode])));
  const shared = Math.min(first.length, second.length);
  const pairs = first.slice(0, shared).map((mode, i) => plain(call.raw.invoke(f, [mode, second[i]!])));
  return [...pairs, ...first.slice(shared), ...second.slice(shared)];
}

/** The modes of a layout, the items of a tuple; an integer is its only one. */
function modesOf(call: Call, value: Value): readonly Value[] {
  if (value.kind === "layout") return layoutModes(value);
  if (isLayout(value) || value.kind === "tensor")
    return layoutModes(plainLayoutIn(call.ctx, layoutIn(call.ctx, value)));
  return value.kind === "tuple" || value.kind === "arith" ? itemsIn(call.ctx, value) : [value];
}
