// The named parts of a TMA construction that the goldens list: the driver's arguments, the tiled copy, and the partitions
// of one CTA's local tile.
import type { TiledCopy, TiledMma, TmaAtom } from "../../algebra/atoms/types.ts";
import type { Context } from "../../algebra/context.ts";
import { dynamicInt, isInt, mul, ONE, sub, ZERO } from "../../algebra/int/int.ts";
import { zippedDivide } from "../../algebra/layout/divide.ts";
import { makeLayout } from "../../algebra/layout/make.ts";
import { type AnyTiler, groupLayout, rankOfLayout, shapeOf } from "../../algebra/layout/modes.ts";
import { print } from "../../algebra/notation/print.ts";
import { makeTensor } from "../../algebra/tiled/engine.ts";
import { copySlice, mmaSlice, partitionCopy, partitionMma, sliceTensor } from "../../algebra/tiled/partition.ts";
import { sizeOfMma } from "../../algebra/tiled/tiled-mma.ts";
import { tmaOperation } from "../../algebra/tma/operations.ts";
import { tmaPartition } from "../../algebra/tma/partition.ts";
import { appendTo, get, isTuple, rankOf, remove, tupleOf, tupleRepeat } from "../../algebra/tuple/tree.ts";
import type {
  AnyLayout,
  Coord,
  Int,
  Layout,
  Shape,
  Tensor,
  Tree,
  Tuple,
  Underscore,
  Value,
} from "../../algebra/value.ts";
import { tuple, underscore } from "../../algebra/value.ts";

export interface CaseInput {
  readonly want: readonly string[];
  readonly tiler: AnyTiler;
  readonly block: Coord | undefined;
  readonly cta: Coord | undefined;
}

type Parts = Record<string, unknown>;

/** Only what the case asks for, all of it when it asks for nothing. */
function wanted(ctx: Context, parts: Parts, want: readonly string[]): Parts {
  if (want.length === 0) return parts;
  return Object.fromEntries(
    want.map((key) => [key, parts[key] ?? ctx.stop({ code: "unsupported", message: `no ${key} here` })]),
  );
}

const text = (ctx: Context, value: Value): string => print(value, ctx.dialect);

/** What reached cuTensorMapEncodeTiled, and what describes one instruction. */
function driverParts(ctx: Context, atom: TmaAtom): Parts {
  const { descriptor, bitsPerTma, auxStride, tensor } = atom;
  if (descriptor === undefined || bitsPerTma === undefined || auxStride === undefined || tensor === undefined)
    return ctx.stop({ code: "internal", message: "a TMA atom without its descriptor" });
  return {
    dataType: descriptor.dtype,
    rank: descriptor.rank,
    globalDim: descriptor.globalDim.map((x) => number(ctx, x)),
    globalStrides: descriptor.globalStrides.map((x) => number(ctx, x)),
    boxDim: descriptor.boxDim.map((x) => number(ctx, x)),
    elementStrides: descriptor.elementStrides.map((x) => number(ctx, x)),
    interleave: descriptor.interleave,
    swizzle: descriptor.swizzle,
    l2Promotion: "L2_128B",
    oobFill: "NONE",
    num_bits_per_tma: text(ctx, bitsPerTma),
    g_stride: auxStride.kind === "unknown" ? auxStride.why : strideText(ctx, auxStride),
    tma_tensor: text(ctx, tensor),
  };
}

/** A number as JSON has it; a symbolic one as its notation. */
const number = (ctx: Context, value: Int): number | string => (value.kind === "num" ? value.value : text(ctx, value));

const strideText = (ctx: Context, stride: Value): string => text(ctx, stride);

/** make_tma_copy and its A/B/C forms. */
export function copyParts(ctx: Context, copy: TiledCopy, input: CaseInput): Parts {
  const { atom } = copy;
  if (atom.kind !== "tma-atom") return ctx.stop({ code: "internal", message: "a TMA copy without a TMA atom" });
  const parts: Parts = {
    ...driverParts(ctx, atom),
    Tiler_MN: text(ctx, copy.tilerMN),
    TiledLayout_TV: text(ctx, copy.layoutTV),
  };
  const { block, cta } = input;
  if (block !== undefined && cta !== undefined && !isTuple(cta) && isInt(cta)) {
    const tile = localTile(ctx, tensorOf(ctx, atom), input.tiler, block);
    const thr = copySlice(copy, cta);
    const smem = makeTensor(sharedPointer(atom), atom.smem);
    const load = tmaOperation(atom.op)?.direction === "load";
    parts.gA = text(ctx, tile);
    if (load) {
      parts.partition_S = text(ctx, partitionCopy(ctx, thr, "S", tile));
      parts.partition_D_layout = layoutText(ctx, partitionCopy(ctx, thr, "D", smem));
    } else {
      parts.partition_D_gmem = text(ctx, partitionCopy(ctx, thr, "D", tile));
      parts.partition_S_layout = layoutText(ctx, partitionCopy(ctx, thr, "S", smem));
    }
  }
  return wanted(ctx, parts, input.want);
}

const layoutText = (ctx: Context, tensor: Tensor): string => text(ctx, tensor.layout);

const tensorOf = (ctx: Context, atom: TmaAtom): Tensor =>
  atom.tensor ?? ctx.stop({ code: "internal", message: "a TMA atom without its tensor" });

const sharedPointer = (atom: TmaAtom): Tensor["engine"] => ({
  kind: "pointer",
  space: "smem",
  dtype: atom.dtype,
  offset: ZERO,
});

/** `local_tile(tensor, tiler, coord)`: inner_partition. */
export function localTile(ctx: Context, tensor: Tensor, tiler: AnyTiler, coord: Coord): Tensor {
  if (tensor.layout.kind === "unknown") return tensor;
  const tiled = zippedDivide(ctx, tensor.layout, tiler);
  const shape = shapeOf(ctx, tiled);
  const tileRank = rankOf<Int>(get<Int>(ctx, shape, 0));
  const restRank = rankOf<Int>(get<Int>(ctx, shape, 1));
  const inside = tileRank === 1 ? underscore : tupleRepeat<Underscore>(tileRank, underscore);
  const outside = isTuple(coord) ? appendTo<Int | Underscore>(ctx, coord, underscore, restRank) : coord;
  return sliceTensor(ctx, { ...tensor, layout: tiled }, tupleOf<Int | Underscore>(inside, outside));
}

/** make_tma_atom with the whole (pipelined) shared-memory layout, and tma_partition of one CTA's tile. */
export function atomParts(
  ctx: Context,
  { atom, smem, cluster }: { readonly atom: TmaAtom; readonly smem: AnyLayout; readonly cluster: Shape },
  input: CaseInput,
): Parts {
  const parts = driverParts(ctx, atom);
  if (input.block !== undefined && input.cta !== undefined) {
    const tile = localTile(ctx, tensorOf(ctx, atom), input.tiler, input.block);
    const stensor = groupModes(ctx, makeTensor(sharedPointer(atom), smem), 2);
    const gtensor = groupModes(ctx, tile, 2);
    const cut = tmaPartition(ctx, atom, input.cta, makeLayout(cluster), stensor, [gtensor]);
    parts.gA = text(ctx, tile);
    parts.tma_partition_gmem = text(ctx, cut.gmem[0] ?? tile);
    parts.tma_partition_smem_layout = layoutText(ctx, cut.smem);
    parts.tma_partition_smem_bytes = text(ctx, byteOffset(ctx, cut.smem, atom.dtype.bits));
  }
  return wanted(ctx, parts, input.want);
}

function groupModes(ctx: Context, tensor: Tensor, modes: number): Tensor {
  if (tensor.layout.kind === "unknown") return tensor;
  return { ...tensor, layout: groupLayout(ctx, tensor.layout, 0, Math.min(modes, rankOfLayout(ctx, tensor.layout))) };
}

function byteOffset(ctx: Context, tensor: Tensor, bits: number): Int {
  if (tensor.engine.kind !== "pointer" || tensor.engine.offset.kind === "unknown")
    return ctx.stop({ code: "internal", message: "a shared-memory tensor without a pointer" });
  const { offset } = tensor.engine;
  return offset.kind === "num" ? dynamicInt((offset.value * bits) / 8) : mul(offset, dynamicInt(bits / 8));
}

export interface MmaAtomCase {
  readonly operand: "A" | "B";
  readonly atom: TmaAtom;
  readonly mma: TiledMma;
  readonly tiler: Tree<Int | Layout | Underscore>;
  readonly cluster: Shape;
}

/** make_tma_atom_A|B_sm100: the partition of the local tile by the MMA's last CTA, then tma_partition for CTA 0. */
export function mmaAtomParts(ctx: Context, made: MmaAtomCase, input: CaseInput): Parts {
  const { atom, operand, mma, cluster } = made;
  const tensor = tensorOf(ctx, atom);
  const tiler = remove<Int | Layout | Underscore>(ctx, made.tiler, operand === "A" ? 1 : 0);
  const tile = localTile(ctx, tensor, tiler, blockCoord(ctx, tensor));
  const last = mmaSlice(ctx, mma, dynamic(sub(sizeOfMma(mma), ONE)));
  const partition = partitionMma(ctx, last, operand, tile);
  const stensor = groupModes(ctx, makeTensor(sharedPointer(atom), atom.smem), 3);
  const gtensor = groupModes(ctx, partition, 3);
  const sharing = get<Int>(ctx, cluster, operand === "A" ? 2 : 1);
  const cut = tmaPartition(ctx, atom, ZERO, makeLayout(sharing), stensor, [gtensor]);
  const parts: Parts = {
    ...driverParts(ctx, atom),
    mma_partition: text(ctx, partition),
    tma_partition_gmem: text(ctx, cut.gmem[0] ?? partition),
    tma_partition_smem_layout: layoutText(ctx, cut.smem),
  };
  return wanted(ctx, parts, input.want);
}

/** (1,_) and a 0 for each further mode. */
function blockCoord(ctx: Context, tensor: Tensor): Tuple<Int | Underscore> {
  const rank = tensor.layout.kind === "unknown" ? 2 : rankOfLayout(ctx, tensor.layout);
  const rest = Array.from({ length: Math.max(rank - 2, 0) }, () => dynamicInt(0));
  return tuple<Int | Underscore>([dynamicInt(1), underscore, ...rest]);
}

const dynamic = (value: Int): Int => (value.kind === "num" ? dynamicInt(value.value) : value);
