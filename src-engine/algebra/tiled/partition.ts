// What one thread holds: slices of a TiledMMA or TiledCopy, and the partitions of tensors that they give.
//
// With a symbolic thread index the layout is exact and only the offset is symbolic.
import type { ThrCopy, ThrMma, TiledCopy, TiledMma } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { flatCoord } from "../layout/coords.ts";
import { needInRange } from "../layout/in-range.ts";
import { shapeOf } from "../layout/modes.ts";
import { sliceAndOffset } from "../layout/slice.ts";
import { product } from "../tuple/int-tuple.ts";
import { getPath, isTuple, modesOf, rankOf, repeat } from "../tuple/tree.ts";
import type { Coord, Int, Tensor, Tree, Tuple, Underscore } from "../value.ts";
import { tuple, underscore } from "../value.ts";
import { advance } from "./engine.ts";
import { retile, type Side, tidfrg } from "./tiled-copy.ts";
import { type Operand, thrfrg } from "./tiled-mma.ts";

/** `mma.get_slice(thr_idx)`, `mma.get_thread_slice(thr_idx)`. */
export function mmaSlice(ctx: Context, tiled: TiledMma, thr: Int): ThrMma {
  return { kind: "thr-mma", tiled, thr, thrVmnk: flatTuple(flatCoord(ctx, tiled.thrLayoutVMNK, thr)) };
}

const flatTuple = (coord: Tree<Int>): Tuple<Int> => tuple(modesOf(coord).map((c) => (isTuple(c) ? product(c) : c)));

/** `copy.get_slice(thr_idx)`. */
export const copySlice = (tiled: TiledCopy, thr: Int): ThrCopy => ({ kind: "thr-copy", tiled, thr });

const modes: Readonly<Record<Operand, readonly [number, number]>> = { A: [1, 3], B: [2, 3], C: [1, 2] };

/** `thr_mma.partition_A|B|C(tensor)`. */
export function partitionMma(ctx: Context, thr: ThrMma, operand: Operand, tensor: Tensor): Tensor {
  if (tensor.layout.kind === "unknown") return tensor;
  const whole = thrfrg(ctx, thr.tiled, operand, tensor.layout);
  const [i, j] = modes[operand];
  const coord = thr.thrVmnk.items;
  const rest = repeat<Int | Underscore>(rankOf(getPath(ctx, shapeOf(ctx, whole), [1, 1])), underscore);
  const thrCoord = tuple<Int | Underscore>([coord[0]!, tuple([coord[i]!, coord[j]!])]);
  return asOperand(
    sliceTensor(ctx, { ...tensor, layout: whole }, tuple([thrCoord, tuple([underscore, rest])])),
    operand,
  );
}

/** The tensor, with what it is to an MMA. */
export const asOperand = (tensor: Tensor, operand: Operand): Tensor => {
  const { engine } = tensor;
  return engine.kind === "pointer" || engine.kind === "arith" ? { ...tensor, engine: { ...engine, operand } } : tensor;
};

/** `thr_copy.partition_S|D(tensor)`. */
export function partitionCopy(ctx: Context, thr: ThrCopy, side: Side, tensor: Tensor): Tensor {
  if (tensor.layout.kind === "unknown") return tensor;
  const whole = tidfrg(ctx, thr.tiled, side, tensor.layout);
  const rank = rankOf(shapeOf(ctx, tensor.layout));
  const rest = repeat<Int | Underscore>(rank, underscore);
  return sliceTensor(ctx, { ...tensor, layout: whole }, tuple<Int | Underscore>([thr.thr, underscore, rest]));
}

/** `thr_copy.retile_S|D(tensor)`: the same values, in the order that the atom takes them. */
export function retileTensor(ctx: Context, copy: TiledCopy, tensor: Tensor): Tensor {
  return tensor.layout.kind === "unknown" ? tensor : { ...tensor, layout: retile(ctx, copy, tensor.layout) };
}

/** Memory behind a tensor: `tensor(coord)` does not ask whether the coordinate is inside. */
export function needInside(ctx: Context, tensor: Tensor, coord: Coord): void {
  if (tensor.engine.kind === "pointer" && tensor.layout.kind !== "unknown") needInRange(ctx, coord, tensor.layout);
}

/** `tensor(coord)` with at least one `_` in the coordinate. */
export function sliceTensor(ctx: Context, tensor: Tensor, coord: Coord): Tensor {
  if (tensor.layout.kind === "unknown") return tensor;
  const { layout, offset } = sliceAndOffset(ctx, coord, tensor.layout);
  return { kind: "tensor", engine: advance(ctx, tensor.engine, offset), layout };
}
