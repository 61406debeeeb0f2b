// Operations on swizzles and mixed bits.
import type { Op } from "../../algebra/context.ts";
import { ZERO } from "../../algebra/int/int.ts";
import { withInner } from "../../algebra/layout/modes.ts";
import { recastLayout } from "../../algebra/layout/recast.ts";
import { makeMixedBits, mixedAnd, mixedOr, mixedXor } from "../../algebra/swizzle/mixed-bits.ts";
import { toMixedBits } from "../../algebra/swizzle/slice.ts";
import { applySwizzle, makeSwizzle, makeSwizzleValue } from "../../algebra/swizzle/swizzle.ts";
import * as arg from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

export const swizzleOps: readonly Op[] = [
  op("Swizzle", "(B, M, S) → swizzle", "XORs B bits at M+|S| onto those at M.", (ctx, a) => {
    const [b = 0, m = 0, s = b] = arg.numbers(ctx, a);
    return makeSwizzleValue(ctx, b, m, s);
  }),
  op("make_swizzle", "(Y, Z) → swizzle", "The swizzle that XORs the bits Y onto the bits Z.", (ctx, a) =>
    makeSwizzle(ctx, arg.number(ctx, a[0]), arg.number(ctx, a[1])),
  ),
  op("swizzle_apply", "(swizzle, offset) → offset", "The swizzled offset.", (ctx, a) =>
    applySwizzle(ctx, arg.swizzle(ctx, a[0]), arg.mixed(ctx, a[1])),
  ),
  op("get_swizzle_portion", "(layout) → swizzle", "The swizzle of a layout.", (ctx, a) => {
    const l = arg.anyLayout(ctx, a[0]);
    return l.kind === "composed" && l.outer.kind === "swizzle" ? l.outer : { kind: "swizzle", b: 0, m: 4, s: 3 };
  }),
  op("get_nonswizzle_portion", "(layout) → layout", "The layout without its swizzle.", (ctx, a) => {
    const l = arg.anyLayout(ctx, a[0]);
    return l.kind === "composed" ? l.inner : l;
  }),
  op(
    "as_position_independent_swizzle_layout",
    "(layout) → layout",
    "A flagged layout with its swizzle on element offsets.",
    (ctx, a) => {
      const l = arg.anyLayout(ctx, a[0]);
      if (
        l.kind !== "composed" ||
        l.offset.kind !== "flag" ||
        l.outer.kind !== "swizzle" ||
        l.inner.kind === "swizzle"
      ) {
        return arg.bad(ctx, "a flagged swizzled layout", l);
      }
      const outer = recastLayout(ctx, l.outer, 8, l.offset.bits);
      return withInner({ kind: "composed", outer, offset: ZERO, inner: l.inner }, l.inner);
    },
  ),
  op("make_mixed_bits", "(static, dynamic, mask) → bits", "Static bits and dynamic bits under a mask.", (ctx, a) =>
    makeMixedBits(arg.number(ctx, a[0]), arg.integer(ctx, a[1]), arg.number(ctx, a[2])),
  ),
  op("to_mixed_bits", "(layout, coord) → bits", "The layout's result, its static bits apart.", (ctx, a) =>
    toMixedBits(ctx, arg.plainLayout(ctx, a[0]), arg.coord(ctx, a[1])),
  ),
  op("mixed&", "(a, b) → bits", "a & b", (ctx, a) => mixedAnd(arg.mixed(ctx, a[0]), arg.mixed(ctx, a[1]))),
  op("mixed|", "(a, b) → bits", "a | b", (ctx, a) => mixedOr(arg.mixed(ctx, a[0]), arg.mixed(ctx, a[1]))),
  op("mixed^", "(a, b) → bits", "a ^ b", (ctx, a) => mixedXor(arg.mixed(ctx, a[0]), arg.mixed(ctx, a[1]))),
];
