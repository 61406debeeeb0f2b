// tma_partition: shared- and global-memory tensors cut into TMA instructions, `((TMA,TMA_Iter),Rest...)`, with the
// multicast offset of one CTA.
//
// Source: atom/copy_traits_sm90_tma.hpp:1412-1458.
import type { TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { divides, equal, less } from "../int/ask.ts";
import { div, mul, ONE, ZERO } from "../int/int.ts";
import { coalesce } from "../layout/coalesce.ts";
import { composition } from "../layout/composition.ts";
import { cosize, layoutAt, size } from "../layout/coords.ts";
import { logicalDivide } from "../layout/divide.ts";
import { rightInverse } from "../layout/inverse.ts";
import { joinLayouts, makeLayout } from "../layout/make.ts";
import { modeOf, rankOfLayout, shapeOf } from "../layout/modes.ts";
import { tileToShape } from "../layout/product.ts";
import { domainOffset } from "../layout/slice.ts";
import { advance } from "../tiled/engine.ts";
import { product } from "../tuple/int-tuple.ts";
import type { Offset } from "../tuple/scalar.ts";
import { get, tupleOf, tupleRepeat } from "../tuple/tree.ts";
import type { AnyLayout, Coord, Int, Layout, Tensor, Underscore } from "../value.ts";
import { tuple, underscore } from "../value.ts";
import { swizzlePortions } from "./atom.ts";

export interface TmaPartition {
  /** In the order given. */
  readonly gmem: readonly Tensor[];
  readonly smem: Tensor;
}

/** `tma_partition(atom, cta_coord, cta_layout, stensor, gtensors...)`; tensors are (TMATile, Rest...). */
export function tmaPartition(
  ctx: Context,
  atom: TmaAtom,
  ctaCoord: Coord,
  ctaLayout: Layout,
  stensor: Tensor,
  gtensors: readonly Tensor[],
): TmaPartition {
  const tile = modeOf(ctx, swizzlePortions(ctx, known(ctx, stensor)).plain, 0);
  const walk = tileToShape(ctx, joinLayouts([rightInverse(ctx, tile)]), size(ctx, tile));
  const values = instructionValues(ctx, atom);
  const layoutV = logicalDivide(ctx, walk, makeLayout(values));
  const ctas = cosize(ctx, ctaLayout);
  const at = "copy_traits_sm90_tma.hpp:1434";
  ctx.need({ kind: "divides", holds: divides(ctas, values), facts: { divisor: ctas, of: values }, at });
  const step = div(values, ctas);
  const offset = mul(requireInt(ctx, layoutAt(ctx, ctaLayout, ctaCoord)), step);
  const cut = (tensor: Tensor) => cutTensor(ctx, tensor, size(ctx, tile), layoutV, offset);
  const parts = { gmem: gtensors.map(cut), smem: cut(stensor) };
  if (ctx.dialect === "dsl") requireInstruction(ctx, size(ctx, tile), values);
  return parts;
}

/** NumValSrc: elements that one instruction copies. */
function instructionValues(ctx: Context, atom: TmaAtom): Int {
  const values = atom.copyAtom?.layoutSrc;
  if (values !== undefined) return size(ctx, modeOf(ctx, values, 1));
  return ctx.stop({ code: "unsupported", message: "the size of this TMA instruction is not known" });
}

function cutTensor(ctx: Context, tensor: Tensor, tileSize: Int, layoutV: Layout, offset: Int): Tensor {
  const from = known(ctx, tensor);
  const rank = rankOfLayout(ctx, from);
  requireTile(ctx, tileSize, product(get<Int>(ctx, shapeOf(ctx, from), 0)));
  const rest = tupleRepeat<Underscore>(rank - 1, underscore).items;
  const tiled = composition(ctx, from, tuple<Layout | Underscore>([layoutV, ...rest]));
  const cut = coalesce(ctx, tiled, tupleOf<Int>(tupleOf<Int>(ONE, ONE)));
  const coord: Coord = tuple<Int>([tupleOf<Int>(offset, ZERO), ...rest.map(() => ZERO)]);
  return offsetTensor(ctx, tensor, cut, coord);
}

function requireTile(ctx: Context, smem: Int, tensor: Int): void {
  const holds = equal(smem, tensor);
  const at = "copy_traits_sm90_tma.hpp:1440";
  if (holds === "unknown") ctx.need({ kind: "equal", holds, facts: { left: smem, right: tensor }, at });
  if (holds !== "no") return;
  ctx.stop({
    code: "static_assert",
    message: "tma_partition needs the first mode of both tensors to have the same size",
    at,
    facts: { smem, tensor },
  });
}

/** The DSL refuses tiles that one instruction would reach past ("shared-memory operand stride at mode 1"); C++ copies from there on. */
function requireInstruction(ctx: Context, smem: Int, values: Int): void {
  if (less(smem, values) !== "yes") return;
  const message = "tma_partition needs the tile that one instruction copies in the first mode of both tensors";
  ctx.stop({ code: "static_assert", message, at: "copy_traits_sm90_tma.hpp:1440", facts: { smem, values } });
}

/** `domain_offset`: the engine moved to where the coordinate is; a composed layout takes the offset inside. */
function offsetTensor(ctx: Context, tensor: Tensor, cut: AnyLayout, coord: Coord): Tensor {
  const { layout, offset } = domainOffset(ctx, coord, cut);
  return { kind: "tensor", engine: advance(ctx, tensor.engine, offset), layout };
}

function requireInt(ctx: Context, index: Offset): Int {
  if (index.kind === "num" || index.kind === "sym") return index;
  return ctx.stop({ code: "unsupported", message: "an offset that is a coordinate" });
}

function known(ctx: Context, tensor: Tensor): AnyLayout {
  if (tensor.layout.kind !== "unknown") return tensor.layout;
  return ctx.stop({ code: "unsupported", message: `the tensor's layout is unknown: ${tensor.layout.why}` });
}
