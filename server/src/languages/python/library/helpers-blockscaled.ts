// `cutlass.utils.blockscaled_layout` as built-in models: the layouts of scale factors in global and shared memory.

import { scaleFactorAtom } from "../../../../../src-engine/algebra/atoms/scale-factor.ts";
import { tmemFragment } from "../../../../../src-engine/algebra/atoms/tmem.ts";
import { div, isConstant, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { filterZeros } from "../../../../../src-engine/algebra/layout/coalesce.ts";
import { cosize } from "../../../../../src-engine/algebra/layout/coords.ts";
import { logicalDivide, tiledDivide } from "../../../../../src-engine/algebra/layout/divide.ts";
import { appendLayout, selectLayout, shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import { tileToShape } from "../../../../../src-engine/algebra/layout/product.ts";
import { product, roundUp, shapeDiv } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { getPath, zipLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type Int,
  type Layout,
  layout,
  type Shape,
  type Stride,
  tuple,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { type Bound, type Row, row } from "./row.ts";
import { mmaIn } from "./rows-tiled.ts";
import { intIn, intTreeIn, itemsIn, layoutIn, numberIn, object, textIn } from "./values.ts";

export const blockscaledRows: readonly Row[] = [
  row("blockscaled.tile_atom_to_shape_SF", "Shape, sf_vec_size", (b) => {
    const shape = intTreeIn(b.ctx, b.value("Shape"));
    return tileToShape(b.ctx, atomIn(b), shape, ordered([2, 1, 3]));
  }),
  row("blockscaled.BlockScaledBasicChunk", "sf_vec_size, major_mode?", (b) => {
    const atom = atomIn(b);
    const mode = b.optional("major_mode");
    const isTurned = textIn(mode) === "OperandMajorMode.MN";
    return object("BlockScaledBasicChunk", {
      layout: isTurned ? turned(b, atom) : atom,
      sf_vec_size: b.value("sf_vec_size"),
    });
  }),
  row("blockscaled.make_smem_layout_sf", "tile_shape, sf_vec_size, num_stages", (b) =>
    staged(b, tileToShape(b.ctx, atomIn(b), intTreeIn(b.ctx, b.value("tile_shape")), ordered([2, 1])) as Layout),
  ),
  row("blockscaled.make_smem_layout_sfa", "tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages", (b) =>
    operandLayout(b, 0),
  ),
  row("blockscaled.make_smem_layout_sfb", "tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages", (b) =>
    operandLayout(b, 1),
  ),
  row("blockscaled.make_tmem_layout_sfa", "tiled_mma, mma_tiler_mnk, sf_vec_size, smem_layout", (b) =>
    tmemLayout(b, "SFA"),
  ),
  row("blockscaled.make_tmem_layout_sfb", "tiled_mma, mma_tiler_mnk, sf_vec_size, smem_layout", (b) =>
    tmemLayout(b, "SFB"),
  ),
];

/** Where the MMA wants the scale factors of one stage in tensor memory. */
function tmemLayout(b: Bound, operand: "SFA" | "SFB"): Value {
  const fragment = mmaIn(b, b.value("tiled_mma")).atom.extra[operand]?.fragment;
  if (fragment?.kind !== "tmem")
    return b.ctx.stop({ code: "not-block-scaled", message: "the MMA has no scale factors" });
  const { layout: placed } = tmemFragment(b.ctx, fragment, shapeOf(b.ctx, layoutIn(b.ctx, b.value("smem_layout"))));
  if (placed.kind !== "layout") return placed as Value;
  // Where an instruction takes one scale factor, C++ writes the stride 1 of that mode, the DSL 0.
  const { shape, stride } = placed;
  const still = zipLeaves<Int, Stride, Stride>(b.ctx, shape, stride, (size, step) =>
    isConstant(size, 1) ? ZERO : step,
  );
  return layout(shape, still);
}

const ordered = (order: readonly number[]): Shape => tuple<Int>(order.map(staticInt));

const atomIn = (b: Bound): Layout => scaleFactorAtom(numberIn(b.ctx, b.value("sf_vec_size")));

const turned = (b: Bound, a: Layout): Layout => selectLayout(b.ctx, a, [1, 0]) as Layout;

/** One more mode for the stages, each after all that the one before takes up. */
function staged(b: Bound, one: Layout): Value {
  const stages = layout(intIn(b.ctx, b.value("num_stages")), cosize(b.ctx, filterZeros(b.ctx, one)));
  return appendLayout(b.ctx, one, stages);
}

/** (((Atom_Inst, Rest), (Atom_K, Rest_K)), MMA_MN, MMA_K, stage): A is split between the CTAs of a pair, B is rounded up to 128 rows. */
function operandLayout(b: Bound, mode: 0 | 1): Value {
  const { ctx } = b;
  const mma = mmaIn(b, b.value("tiled_mma"));
  const tiler = itemsIn(ctx, b.value("mma_tiler_mnk")).map((each) => intIn(ctx, each));
  const [extent, k] = [tiler[mode], tiler[2]];
  if (extent === undefined || k === undefined)
    return ctx.stop({ code: "type-error", message: "the tile of the MMA has three modes" });
  const ctas = product(mma.atom.thrId.shape);
  const rows = mode === 0 ? div(extent, ctas) : product(roundUp(ctx, extent, staticInt(128)));
  const instruction = (i: number): Int => product(getPath<Int>(ctx, mma.atom.shape, [i]));
  const tile = tuple<Int>([rows, k]);
  const whole = tileToShape(ctx, atomIn(b), tile, ordered([2, 1])) as Layout;
  const perInstruction = shapeDiv(ctx, tile, tuple<Int>([div(extent, instruction(mode)), div(k, instruction(2))]));
  const divided = tiledDivide(ctx, whole, perInstruction as never) as Layout;
  const inner = tuple<Int>([tuple<Int>([staticInt(128), b.value("sf_vec_size") as Int])]);
  return staged(b, logicalDivide(ctx, divided, inner as never) as Layout);
}
