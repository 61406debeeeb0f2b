// create_tma_multicast_mask: which CTAs of a cluster receive a multicast, one bit per CTA rank.
//
// The cluster layout is sliced at the CTA's coordinate with `_` in the multicast modes; the rest of the layout lists the
// receivers, the offset shifts them. Source: atom/copy_traits_sm90_tma.hpp:1461-1512.
import type { Context } from "../context.ts";
import { dynamicInt } from "../int/int.ts";
import { crd2idx, layoutAt, size } from "../layout/coords.ts";
import { sliceLayout } from "../layout/slice.ts";
import type { Index } from "../tuple/scalar.ts";
import { depthOf, isTuple, leavesOf, rankOf, replace } from "../tuple/tree.ts";
import type { Coord, Int, Layout, Underscore } from "../value.ts";
import { underscore } from "../value.ts";

/** The 16-bit mask; `modes` are replaced by `_` in the coordinate. */
export function multicastMask(ctx: Context, cluster: Layout, coord: Coord, modes: readonly number[]): Int {
  const at = modes.reduce<Coord>((c, mode) => replace<Int | Underscore>(ctx, c, underscore, mode), coord);
  const ctas = sliceLayout(ctx, at, cluster);
  const offset = crd2idx(ctx, at, cluster.shape, cluster.stride);
  return dynamicInt((receivers(ctx, ctas) << requireNumber(ctx, offset)) & 0xffff);
}

function receivers(ctx: Context, ctas: Layout): number {
  if (isTuple(ctas.shape) && ctas.shape.items.length === 0) return 1;
  return smears(ctas) ? smearedBits(ctx, ctas) : listedBits(ctx, ctas);
}

/** One flat run-time mode is computed by shifts (:1475); unlike the listing, they give nothing for a stride of 0. */
const smears = (ctas: Layout): boolean =>
  rankOf<Int>(ctas.shape) === 1 &&
  depthOf<Int>(ctas.shape) <= 1 &&
  [...leavesOf(ctas.shape), ...leavesOf(ctas.stride)].some((leaf) => leaf.kind !== "basis" && leaf.know === "dynamic");

function smearedBits(ctx: Context, ctas: Layout): number {
  const stride = requireNumber(ctx, layoutAt(ctx, ctas, 1));
  const extent = requireNumber(ctx, size(ctx, ctas));
  let mask = 1;
  for (const times of [1, 2, 4, 8]) mask |= (mask << Math.min(times * stride, 31)) & 0xffff;
  return mask & (0xffff >> Math.min(Math.max(16 - extent * stride, 0), 16));
}

function listedBits(ctx: Context, ctas: Layout): number {
  let mask = 0;
  const count = requireNumber(ctx, size(ctx, ctas));
  for (let i = 0; i < count; i++) {
    ctx.step();
    mask |= (1 << Math.min(requireNumber(ctx, layoutAt(ctx, ctas, i)), 31)) & 0xffff;
  }
  return mask;
}

function requireNumber(ctx: Context, index: Index): number {
  if (index.kind === "num") return index.value;
  return ctx.stop({ code: "unsupported", message: "the multicast mask depends on a run-time coordinate or cluster" });
}
