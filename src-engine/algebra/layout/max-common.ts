// What two layouts have in common, and how a size spreads over a shape (layout.hpp:1370-1471, swizzle_layout.hpp:478-544).
import type { Context } from "../context.ts";
import { compare, div, gcd, isConstant, isStatic, min, ONE, staticInt } from "../int/int.ts";
import { isTuple, leavesOf, tupleOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Shape } from "../value.ts";
import { layout } from "../value.ts";
import { coalesce } from "./coalesce.ts";
import { composition } from "./composition.ts";
import { size } from "./coords.ts";
import { rightInverse } from "./inverse.ts";
import { compactColMajor } from "./make.ts";
import { layoutModes, shapeOf, UNIT } from "./modes.ts";

/** `max_common_layout(a, b)`: where a and b have the most adjacent elements in common. */
export function maxCommonLayout(ctx: Context, a: AnyLayout, b: AnyLayout): Layout {
  if (a.kind === "layout" && b.kind === "layout") {
    const inverse = rightInverse(ctx, b);
    const first = staticVector(ctx, a, inverse);
    return first === undefined ? UNIT : composition(ctx, inverse, first);
  }
  if (a.kind === "layout") return maxCommonLayout(ctx, b, a);
  const swizzle = swizzled(ctx, a);
  if (b.kind !== "layout")
    return ctx.stop({ code: "no-overload", message: "max_common_layout of two composed layouts" });
  const common = maxCommonLayout(ctx, swizzle.inner, b);
  return isConstant(compare("<", swizzle.base, size(ctx, common)), 1) ? composition(ctx, common, swizzle.base) : common;
}

/** `max_common_vector(a, b)`: how many. */
export function maxCommonVector(ctx: Context, a: AnyLayout, b: AnyLayout): Int {
  if (a.kind === "layout" && b.kind === "layout") {
    const first = staticVector(ctx, a, rightInverse(ctx, b));
    return first === undefined ? ONE : size(ctx, first);
  }
  if (a.kind === "layout") return maxCommonVector(ctx, b, a);
  const left = swizzled(ctx, a);
  if (b.kind === "layout") return min(maxCommonVector(ctx, left.inner, b), left.base);
  const right = swizzled(ctx, b);
  const vector = maxCommonVector(ctx, left.inner, right.inner);
  const [x, y] = [left.swizzle, right.swizzle];
  if (x.b === y.b && x.m === y.m && x.s === y.s) return vector;
  return min(vector, min(left.base, right.base));
}

/** The first mode of coalesce(a o inverse), if it is static and of stride 1. */
function staticVector(ctx: Context, a: Layout, inverse: Layout): Layout | undefined {
  const first = layoutModes(coalesce(ctx, composition(ctx, a, inverse)))[0];
  if (first === undefined || isTuple(first.shape) || isTuple(first.stride)) return undefined;
  return isStatic(first.shape) && isConstant(first.stride, 1) ? first : undefined;
}

function swizzled(ctx: Context, a: AnyLayout) {
  if (a.kind !== "composed" || a.outer.kind !== "swizzle" || a.inner.kind !== "layout") {
    return ctx.stop({ code: "no-overload", message: "only plain and swizzled layouts have a common part" });
  }
  return { swizzle: a.outer, inner: a.inner, base: staticInt(2 ** a.outer.m) };
}

/** `domain_distribute(shape, n)`: n spread over the modes of the shape, as far as common divisors go. */
export function domainDistribute(ctx: Context, a: Shape | AnyLayout, n: Int): Layout {
  const shape = a.kind === "layout" || a.kind === "composed" ? shapeOf(ctx, a) : a;
  if (!isStatic(n))
    ctx.stop({ code: "not-static", message: "domain_distribute needs a static size", at: "layout.hpp:1454" });
  const sizes = leavesOf(shape);
  if (!sizes.every(isStatic))
    ctx.stop({ code: "not-static", message: "domain_distribute needs a static shape", at: "layout.hpp:1458" });
  const out: Int[] = [];
  let rest = n;
  for (const s of sizes) {
    const part = gcd(s, rest);
    out.push(part);
    rest = div(rest, part);
  }
  const flat = tupleOf<Int>(...sizes);
  return coalesce(ctx, layout(tupleOf<Int>(...out), compactColMajor(flat)));
}
