// Position-dependent swizzled layouts (`smem_ptr[16b](unset)`) in elements from an aligned base, as the hardware resolves them.
import type { Context } from "../algebra/context.ts";
import { ZERO } from "../algebra/int/int.ts";
import { swizzleDowncast, swizzleUpcast } from "../algebra/swizzle/compose.ts";
import type { AnyLayout, Value } from "../algebra/value.ts";

/** The swizzle of a flagged layout acts on byte addresses: in elements it is the recast one. */
export function resolveFlag(ctx: Context, a: AnyLayout): { readonly layout: AnyLayout; readonly bits?: number } {
  if (a.kind !== "composed" || a.offset.kind !== "flag" || a.outer.kind !== "swizzle") return { layout: a };
  const outer = inElements(ctx, a.outer, a.offset.bits);
  return { layout: { kind: "composed", outer, offset: ZERO, inner: a.inner }, bits: a.offset.bits };
}

export const inElements = (ctx: Context, swizzle: Extract<Value, { kind: "swizzle" }>, bits: number) =>
  bits >= 8 ? swizzleUpcast(ctx, swizzle, bits / 8) : swizzleDowncast(ctx, swizzle, 8 / bits);
