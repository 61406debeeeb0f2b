// The DSL's constructions: make_tiled_tma_atom and its A/B forms for tcgen05 MMAs.
//
// They compute what make_tma_atom and make_tma_atom_A|B_sm100 do, and take a staged shared-memory layout too: its last
// mode is dropped. A wider `internal_type` (Int16 for scale factors) halves the first coordinate's steps: `1/2@0`.
import type { TiledMma, TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { dynamicInt, ONE } from "../int/int.ts";
import { type AnyTiler, rankOfLayout, selectLayout } from "../layout/modes.ts";
import type { AnyLayout, DType, Int, Layout, Shape, Tree, Underscore } from "../value.ts";
import { makeTmaCopyAtom, type TmaRequest } from "./atom.ts";
import { makeTmaAtom, makeTmaAtomSm100 } from "./make.ts";

/** `cpasync.make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler, num_multicast)`. */
export function makeTiledTmaAtom(ctx: Context, request: TmaRequest, tiler: AnyTiler, multicast: Int = ONE): TmaAtom {
  checkMulticast(ctx, request, multicast);
  const smem = withoutStages(ctx, request.smem, tiler);
  return { ...makeTmaAtom(ctx, { ...packed(request), smem }, tiler, multicast), staged: request.smem };
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
  const atom = makeTmaAtomSm100(ctx, operand, { ...packed(request), smem }, tiler, mma, clusterVMNK);
  return { ...atom, staged: request.smem };
}

/** From a map of the CTA's values to the gmem modes, as the compiler's own operation takes it; `smem` has no stages there. */
export function makeTmaAtomOfMap(ctx: Context, request: TmaRequest, ctaVMap: Layout, multicast: Int = ONE): TmaAtom {
  checkMulticast(ctx, request, multicast);
  return makeTmaCopyAtom(ctx, packed(request), multicast, ctaVMap);
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

const fourBits: DType = { kind: "dtype", name: "Float4E2M1FN", bits: 4, family: "float" };

/** The DSL counts 4-bit elements by themselves, also as bytes: an 8-bit internal type stands for the packed format (traced). */
function packed(request: TmaRequest): TmaRequest {
  const { dtype, internal } = request;
  if (dtype.bits !== 4 || (internal !== undefined && internal.bits !== 8)) return request;
  return { ...request, internal: fourBits };
}
