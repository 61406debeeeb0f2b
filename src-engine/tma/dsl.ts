// The DSL's constructions: make_tiled_tma_atom and its A/B forms for tcgen05 MMAs.
//
// They compute what make_tma_atom and make_tma_atom_A|B_sm100 do, and take a staged shared-memory layout too: its last
// mode is dropped. A wider `internal_type` (Int16 for scale factors) halves the first coordinate's steps: `1/2@0`.
import type { TiledMma, TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { dynamicInt, ONE } from "../int/int.ts";
import { type AnyTiler, rankOfLayout, selectLayout } from "../layout/modes.ts";
import type { AnyLayout, Int, Layout, Shape, Tree, Underscore } from "../value.ts";
import type { TmaRequest } from "./atom.ts";
import { makeTmaAtom, makeTmaAtomSm100 } from "./make.ts";

/** `cpasync.make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler, num_multicast)`. */
export function makeTiledTmaAtom(ctx: Context, request: TmaRequest, tiler: AnyTiler, multicast: Int = ONE): TmaAtom {
  checkMulticast(ctx, request, multicast);
  const smem = withoutStages(ctx, request.smem, tiler);
  return { ...makeTmaAtom(ctx, { ...checked(ctx, request), smem }, tiler, multicast), staged: request.smem };
}

/** `nvgpu.make_tiled_tma_atom_A|B(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk)`. */
export function makeTiledTmaAtomMma(
  ctx: Context,
  operand: "A" | "B",
  request: TmaRequest,
  tiler: Tree<Int | Layout | Underscore>,
  mma: TiledMma,
  clusterVMNK: Shape,
): TmaAtom {
  const smem = firstModes(ctx, request.smem, 3);
  const atom = makeTmaAtomSm100(ctx, operand, { ...request, smem }, tiler, mma, clusterVMNK);
  return { ...atom, staged: request.smem };
}

function tilerRank(ctx: Context, tiler: AnyTiler): number {
  if (tiler.kind === "layout" || tiler.kind === "composed") return rankOfLayout(ctx, tiler);
  return tiler.kind === "tuple" ? tiler.items.length : 1;
}

/** A staged layout has one mode more than the tiler; more or fewer are refused (cpasync/helpers.py:473). */
export const withoutStages = (ctx: Context, smem: AnyLayout, tiler: AnyTiler): AnyLayout =>
  firstModes(ctx, smem, tilerRank(ctx, tiler));

function firstModes(ctx: Context, smem: AnyLayout, modes: number): AnyLayout {
  const rank = rankOfLayout(ctx, smem);
  if (rank === modes) return smem;
  if (rank === modes + 1)
    return selectLayout(
      ctx,
      smem,
      Array.from({ length: modes }, (_, i) => i),
    );
  return ctx.stop({
    code: "assert",
    message: "smem_layout must have the tiler's modes, or one more for its stages",
    at: "cpasync/helpers.py:473",
    facts: { smem, smemRank: dynamicInt(rank), tilerRank: dynamicInt(modes) },
  });
}

function checkMulticast(ctx: Context, { operation }: TmaRequest, multicast: Int): void {
  if (operation.multicast && multicast.kind === "num" && multicast.value < 1)
    ctx.stop({
      code: "value-error",
      message: `a multicast has num_multicast 1 or more, not ${multicast.value}`,
      at: "cpasync/helpers.py:544",
      facts: { multicast },
    });
  if (operation.direction === "store" || operation.multicast || multicast.kind !== "num" || multicast.value === 1)
    return;
  ctx.stop({
    code: "value-error",
    message: `a TMA load without multicast has num_multicast 1, not ${multicast.value}`,
    at: "cpasync/helpers.py:523",
    facts: { multicast },
  });
}

/** A narrower internal type counts the box in its own units, as in C++; what a wider one does outside an MMA is not known here. */
function checked(ctx: Context, request: TmaRequest): TmaRequest {
  if (request.internal === undefined || request.dtype.bits % request.internal.bits === 0) return request;
  return ctx.stop({ code: "unsupported", message: "an internal_type that is wider than the tensor's elements" });
}
