// The named constructions: make_tma_copy, make_tma_atom, their A/B/C forms for sm90 and those for sm100's MMAs.
//
// Each turns a tiler into the map "CTA value → gmem mode" and says how many CTAs share a box.
// Source: atom/copy_traits_sm90_tma.hpp:1330-1410, :1515-1625; atom/copy_traits_sm100_tma.hpp:560-830.
import type { TiledCopy, TiledMma, TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { isInt, ONE, ZERO } from "../int/int.ts";
import { coalesce } from "../layout/coalesce.ts";
import { composition } from "../layout/composition.ts";
import { compactMajor, makeIdentityLayout, makeLayout } from "../layout/make.ts";
import type { AnyTiler } from "../layout/modes.ts";
import { modeOf, shapeOf } from "../layout/modes.ts";
import { slice } from "../layout/slice.ts";
import { thrfrg } from "../tiled/tiled-mma.ts";
import { product, productEach } from "../tuple/int-tuple.ts";
import { get, rankOf, remove, tupleOf, tupleRepeat } from "../tuple/tree.ts";
import {
  type Int,
  type Layout,
  layout,
  type Shape,
  type Tree,
  tuple,
  type Underscore,
  underscore,
  type Value,
} from "../value.ts";
import { makeTmaCopyAtom, makeTmaCopyTiled, swizzlePortions, type TmaRequest } from "./atom.ts";
import { requireSameSize } from "./gbasis.ts";

/** `make_tma_copy(op, gtensor, slayout [, cta_tiler [, cluster_size]])`. */
export function makeTmaCopy(ctx: Context, request: TmaRequest, tiler?: AnyTiler, cluster: Shape = ONE): TiledCopy {
  const tile = tiler ?? productEach(shapeOf(ctx, request.smem));
  return makeTmaCopyTiled(ctx, request, makeLayout(cluster), wholeTileOf(ctx, request, tile));
}

/** `make_tma_atom(op, gtensor, slayout, cta_tiler [, cluster_size])`. */
export function makeTmaAtom(ctx: Context, request: TmaRequest, tiler: AnyTiler, cluster: Shape = ONE): TmaAtom {
  return makeTmaCopyAtom(ctx, request, product(cluster), wholeTileOf(ctx, request, tiler));
}

export type TmaOperand = "A" | "B" | "C";

/** The mode of an (M,N,K) tiler that an operand lacks. */
const missingMode: Readonly<Record<TmaOperand, number>> = { A: 1, B: 0, C: 2 };

/** `make_tma_copy_A|B|C_sm90(op, gtensor, slayout, cta_tiler_mnk, cluster_shape_mnk)`. */
export function makeTmaCopySm90(
  ctx: Context,
  operand: TmaOperand,
  request: TmaRequest,
  tiler: Tree<Int | Layout | Underscore>,
  cluster: Shape = ONE,
): TiledCopy {
  const tile = wholeTileOf(ctx, request, remove(ctx, tiler, missingMode[operand]));
  if (operand === "C") return makeTmaCopyTiled(ctx, request, layout(ONE, ZERO), tile);
  const sharing = product(get<Int>(ctx, cluster, missingMode[operand]));
  return makeTmaCopyTiled(ctx, request, makeLayout(sharing), tile);
}

/** The tile of a copy that takes all of it: its size goes with shared memory, whatever the tensor in global memory is. */
function wholeTileOf(ctx: Context, request: TmaRequest, tiler: AnyTiler): Layout {
  const isOpen = request.gmem.layout.kind === "unknown";
  if (isOpen && isShape(tiler)) requireSameSize(ctx, swizzlePortions(ctx, request.smem).plain, makeLayout(tiler));
  return tileOf(ctx, request, tiler);
}

const isShape = (tiler: AnyTiler): tiler is Shape =>
  tiler.kind === "tuple" ? tiler.items.every((one) => isShape(one as AnyTiler)) : isInt(tiler as Value);

/** gmem coordinate of the tile: the identity of the tensor's shape composed with the tiler. */
export function tileOf(ctx: Context, request: TmaRequest, tiler: AnyTiler): Layout {
  const gmem = request.gmem.layout;
  if (gmem.kind === "unknown")
    return ctx.stop({ code: "unsupported", message: `the gmem tensor's layout is unknown: ${gmem.why}` });
  return composition(ctx, makeIdentityLayout(ctx, shapeOf(ctx, gmem)), tiler);
}

// ---- sm100 ---------------------------------------------------------------------------------------------------------

/** `make_tma_copy_A|B|C_sm100(op, gtensor, slayout, cluster_tiler_mnk, tiled_mma)`. */
export function makeTmaCopySm100(
  ctx: Context,
  operand: TmaOperand,
  request: TmaRequest,
  tiler: Tree<Int | Layout | Underscore>,
  mma: TiledMma,
): TiledCopy {
  const values = mmaValues(ctx, operand, request, tiler, mma);
  if (operand === "C") {
    requireOperation(ctx, request, ["SM90_TMA_LOAD", "SM90_TMA_STORE", "SM100_TMA_2SM_LOAD"], 703);
    return makeTmaCopyTiled(ctx, request, layout(ONE, ZERO), values);
  }
  requireOperation(ctx, request, [...plainLoads, ...multicastLoads], operand === "A" ? 625 : 669);
  const sharing = request.operation.multicast ? 1 + missingMode[operand] : -1;
  const shape = mma.thrLayoutVMNK.shape;
  const starts = tuple<Int>([0, 1, 2, 3].map((mode) => (mode === sharing ? ONE : ZERO)));
  const ctas = coalesce(ctx, layout(shape, compactMajor(ctx, shape, starts, "left")));
  return makeTmaCopyTiled(ctx, request, ctas, values);
}

/** `make_tma_atom_A|B_sm100(op, gtensor, slayout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk)`. */
export function makeTmaAtomSm100(
  ctx: Context,
  operand: "A" | "B",
  request: TmaRequest,
  tiler: Tree<Int | Layout | Underscore>,
  mma: TiledMma,
  clusterVMNK: Shape,
): TmaAtom {
  const values = mmaValues(ctx, operand, request, tiler, mma);
  const gathers = ["SM100_TMA_LOAD_2D_GATHER4", "SM100_TMA_LOAD_MULTICAST_2D_GATHER4"];
  requireOperation(ctx, request, [...plainLoads, ...multicastLoads, ...gathers], operand === "A" ? 766 : 819);
  const sharing = product(get<Int>(ctx, clusterVMNK, 1 + missingMode[operand]));
  return { ...makeTmaCopyAtom(ctx, request, request.operation.multicast ? sharing : ONE, values), operand };
}

const plainLoads = ["SM90_TMA_LOAD", "SM90_TMA_STORE", "SM100_TMA_2SM_LOAD"];
const multicastLoads = ["SM90_TMA_LOAD_MULTICAST", "SM100_TMA_2SM_LOAD_MULTICAST"];

function requireOperation(ctx: Context, request: TmaRequest, allowed: readonly string[], line: number): void {
  if (allowed.includes(request.operation.name)) return;
  const message = line === 703 ? "Unsupported TMA Op, expected a non-multicast TMA" : "Unsupported TMA";
  ctx.stop({ code: "static_assert", message, at: `copy_traits_sm100_tma.hpp:${line}` });
}

/** The values of one CTA as the MMA takes them, (MMA, MMA_M, MMA_K), mapped to gmem modes. */
function mmaValues(
  ctx: Context,
  operand: TmaOperand,
  request: TmaRequest,
  tiler: Tree<Int | Layout | Underscore>,
  mma: TiledMma,
): Layout {
  const tile = tileOf(ctx, request, remove(ctx, tiler, missingMode[operand]));
  const values = modeOf(ctx, thrfrg(ctx, mma, operand, tile), 1);
  const all = tupleOf<Int | Underscore>(underscore, tupleRepeat<Underscore>(rankOf<Int>(tile.shape), underscore));
  return slice(ctx, all, values);
}
