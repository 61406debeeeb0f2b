// Swizzles among layouts: recasting them, and products over a swizzled tiler (swizzle_layout.hpp:411-587).
import type { Context } from "../context.ts";
import { bitAnd, isConstant, ONE, staticInt, sub, ZERO } from "../int/int.ts";
import { composition } from "../layout/composition.ts";
import { layoutAt, size } from "../layout/coords.ts";
import { withInner } from "../layout/modes.ts";
import { logicalProduct } from "../layout/product.ts";
import { tupleOf } from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Int, Layout, Swizzle } from "../value.ts";
import { layout } from "../value.ts";
import { makeSwizzle, makeSwizzleValue, yyy, zzz } from "./swizzle.ts";

function logOf(ctx: Context, n: number, at: string): number {
  const log = Math.log2(n);
  return Number.isInteger(log) ? log : ctx.stop({ code: "not-a-power-of-two", message: `${n} is no power of two`, at });
}

/** n elements become one: the base moves down, and what falls below 0 costs bits. */
export function swizzleUpcast(ctx: Context, sw: Swizzle, n: number): Swizzle {
  const m = sw.m - logOf(ctx, n, "swizzle_layout.hpp:416");
  return m >= 0 ? { ...sw, m } : makeSwizzleValue(ctx, Math.max(sw.b + m, 0), 0, sw.s);
}

export const swizzleDowncast = (ctx: Context, sw: Swizzle, n: number): Swizzle => ({
  ...sw,
  m: sw.m + logOf(ctx, n, "swizzle_layout.hpp:433"),
});

/** `make_layout(Swizzle)`: over as many elements as it has bits (swizzle_layout.hpp:67). */
export function makeSwizzleLayout(sw: Swizzle): AnyLayout {
  const inner = layout(staticInt(sw.m + sw.b + Math.abs(sw.s)), ONE);
  return withInner({ kind: "composed", outer: sw, offset: ZERO, inner }, inner);
}

/** The layout that keeps of an offset the swizzle's bits Y and Z only. */
export function onlyZY(sw: Swizzle): Layout {
  const size = (bits: number): Int => staticInt(2 ** bits);
  return layout(
    tupleOf<Int>(size(sw.m), size(sw.b), size(Math.abs(sw.s) - sw.b), size(sw.b), ONE),
    tupleOf<Int>(ZERO, size(sw.m), ZERO, size(sw.m + Math.abs(sw.s)), ZERO),
  );
}

/** `logical_product(layout, swizzled tiler)`: the swizzle acts on where the tiler's bits have gone. */
export function productUnderSwizzle(ctx: Context, block: Layout, tiler: ComposedLayout): AnyLayout {
  const { outer, inner } = tiler;
  if (outer.kind !== "swizzle" || inner.kind !== "layout") {
    return ctx.stop({ code: "no-overload", message: "a composed layout is no tiler here" });
  }
  if (tiler.offset.kind !== "flag" && !isConstant(tiler.offset, 0)) {
    ctx.stop({
      code: "offset-not-zero",
      message: "the swizzled tiler's offset must be _0",
      at: "swizzle_layout.hpp:556",
    });
  }
  const product = logicalProduct(ctx, block, inner);
  const active = activeBits(ctx, outer, inner);
  const moved = (bits: number): number => {
    const at = layoutAt(ctx, inner, bitAnd(active, staticInt(bits)));
    const index = at.kind === "num" || at.kind === "sym" ? layoutAt(ctx, product, tupleOf<Int>(ZERO, at)) : at;
    return index.kind === "num" && index.know === "static"
      ? index.value
      : ctx.stop({ code: "not-static", message: "a swizzle's bits must map to static numbers" });
  };
  const swizzle = makeSwizzle(ctx, moved(yyy(outer)), moved(zzz(outer)));
  return withInner({ kind: "composed", outer: swizzle, offset: ZERO, inner: product }, product);
}

/** The bits of Y and Z that a layout's results reach. */
export function activeBits(ctx: Context, sw: Swizzle, a: Layout): Int {
  const only = composition(ctx, onlyZY(sw), a);
  const last = layoutAt(ctx, only, sub(size(ctx, only), ONE));
  return last.kind === "num" || last.kind === "sym"
    ? last
    : ctx.stop({ code: "no-overload", message: "a swizzle of coordinates" });
}
