// `x[…]` on values that have items: the modes of a layout, the numbers of a range.

import { getLayout } from "../../../../../src-engine/algebra/layout/modes.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall } from "../../../../../src-engine/interpret/dialect.ts";
import { elements } from "./rows-python.ts";

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
