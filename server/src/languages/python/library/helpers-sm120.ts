// SM120's block-scaled warp MMAs: the scale factors in shared memory and their fragments (`blockscaled_layout`, `blackwell_helpers`).
import type { TiledMma } from "../../../../../src-engine/algebra/atoms/types.ts";
import { mul, ONE, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { filterZeros } from "../../../../../src-engine/algebra/layout/coalesce.ts";
import { composition } from "../../../../../src-engine/algebra/layout/composition.ts";
import { cosize, flatCoord, size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { logicalDivide, zippedDivide } from "../../../../../src-engine/algebra/layout/divide.ts";
import { rightInverse } from "../../../../../src-engine/algebra/layout/inverse.ts";
import { makeFragmentLike, makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { appendLayout, flattenLayout, groupLayout } from "../../../../../src-engine/algebra/layout/modes.ts";
import { sliceAndOffset } from "../../../../../src-engine/algebra/layout/slice.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { get, getPath } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Int,
  type Layout,
  layout,
  type Shape,
  type Tiler,
  tuple,
  type Underscore,
  underscore,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { smemStoreRow } from "./helpers-sm90.ts";
import { type Bound, type Row, row } from "./row.ts";
import { plain } from "./rows-layout.ts";
import { mmaIn } from "./rows-tiled.ts";
import { elementType, rmemTensor } from "./tensor.ts";
import { intIn, intTreeIn, itemsIn, layoutIn, numberIn, tensorIn } from "./values.ts";

type Operand = "SFA" | "SFB";

/** Which mode of (M,N,K) the operand's rows are. */
const rowMode: Readonly<Record<Operand, 0 | 1>> = { SFA: 0, SFB: 1 };

export const sm120Rows: readonly Row[] = [
  smemStoreRow("sm100.sm120_get_smem_store_op", 2),
  ...operandRows("SFA"),
  ...operandRows("SFB"),
];

function operandRows(operand: Operand): readonly Row[] {
  return [
    row(
      `blockscaled.sm120_make_smem_layout_${operand.toLowerCase()}`,
      "tiled_mma, tile_shape_mnk, sf_vec_size, num_stages",
      (b) => smemLayout(b, operand),
    ),
    row(`sm100.thrfrg_${operand}`, "tensor, tiled_mma", (b) =>
      threadFragments(b, layoutIn(b.ctx, b.value("tensor")), mmaIn(b, b.value("tiled_mma")), operand),
    ),
    row(`sm100.get_layout${operand}_TV`, "tiled_mma", (b) => layoutTV(b, mmaIn(b, b.value("tiled_mma")), operand)),
    row(`sm100.partition_fragment_${operand}`, "tensor, thr_mma, tidx", (b) => fragment(b, operand)),
  ];
}

const ints = (...numbers: readonly number[]): Shape => tuple<Int>(numbers.map(staticInt));
const pair = (a: Shape, b: Shape): Shape => tuple<Int>([a, b]);
const tiler = (...parts: readonly unknown[]): Tiler => ({ kind: "tuple", items: parts }) as Tiler;

/** Blocks of 128 rows by 4 scale factors; those of one instruction stand together, those of one vector are one. */
function smemLayout(b: Bound, operand: Operand): Value {
  const tile = itemsIn(b.ctx, b.value("tile_shape_mnk")).map((each) => numberIn(b.ctx, each));
  const [rows = 0, k = 0] = [tile[rowMode[operand]], tile[2]];
  const vector = numberIn(b.ctx, b.value("sf_vec_size"));
  const perInstruction = numberIn(b.ctx, instruction(b, mmaIn(b, b.value("tiled_mma")), 2)) / vector;
  const blocks = rows / 128;
  if (!Number.isInteger(blocks) || k % (4 * perInstruction) !== 0)
    return b.ctx.stop({ code: "not-divisible", message: "the tile is no multiple of 128 rows or of 4 scale factors" });
  const one = layout(
    pair(
      pair(ints(32, 4), staticInt(blocks)),
      tuple<Int>([ints(vector, perInstruction), staticInt(4 / perInstruction), staticInt(k / vector / 4)]),
    ),
    pair(
      pair(ints(16, 4), staticInt(512)),
      tuple<Int>([ints(0, 1), staticInt(perInstruction), staticInt(blocks * 512)]),
    ),
  );
  const stage = cosize(b.ctx, filterZeros(b.ctx, one));
  return appendLayout(b.ctx, one, layout(intIn(b.ctx, b.value("num_stages")), stage));
}

const instruction = (b: Bound, mma: TiledMma, mode: number): Int =>
  product(getPath<Int>(b.ctx, mma.atom.shape, [mode]));

/** (thread, value) of the instruction onto (row, k): threads of a quad share a scale factor. */
function instructionLayout(operand: Operand, k: number): Layout {
  const rows = operand === "SFA" ? 16 : 8;
  const [threads, strides] = operand === "SFA" ? [ints(2, 2, 8), ints(8, 0, 1)] : [ints(4, 8), ints(0, 1)];
  return k === 32
    ? layout(pair(threads, ints(k, 1)), pair(strides, ints(rows, 0)))
    : layout(pair(threads, staticInt(k)), pair(strides, staticInt(rows)));
}

function threadFragments(b: Bound, from: AnyLayout, mma: TiledMma, operand: Operand): Layout {
  const mode = rowMode[operand];
  const k = numberIn(b.ctx, instruction(b, mma, 2));
  const vmnk = mma.thrLayoutVMNK;
  const permuted = [mode, 2].map((i) => permutationOf(mma, i));
  const tiled = logicalDivide(b.ctx, plain(b, from), tiler(...permuted));
  const atoms = tiler(...[mode, 2].map((i) => makeLayout(instruction(b, mma, i))));
  const values = composition(
    b.ctx,
    zippedDivide(b.ctx, tiled, atoms),
    tiler(instructionLayout(operand, k), underscore),
  );
  const threads = [mode + 1, 3].map((i) => makeLayout(product(get<Int>(b.ctx, vmnk.shape, i))));
  return zippedDivide(b.ctx, plain(b, values), tiler(underscore, tiler(...threads)));
}

const permutationOf = (mma: TiledMma, mode: number): Value => {
  const found = mma.permutationMNK.kind === "tuple" ? mma.permutationMNK.items[mode] : undefined;
  return (found ?? underscore) as Value;
};

function layoutTV(b: Bound, mma: TiledMma, operand: Operand): Value {
  const vmnk = mma.thrLayoutVMNK;
  const extents = [rowMode[operand], 2].map((mode) => {
    const given = permutationOf(mma, mode);
    const repeats = product(get<Int>(b.ctx, vmnk.shape, mode + 1));
    if (given.kind === "underscore") return mul(instruction(b, mma, mode), repeats);
    return given.kind === "layout" ? size(b.ctx, given) : product(intTreeIn(b.ctx, given));
  });
  const fragments = threadFragments(b, makeLayout(tuple<Int>(extents)), mma, operand);
  const counts = [1, 2].map((i) => product(get<Int>(b.ctx, vmnk.shape, i)));
  const shared = layout(tuple<Int>(counts), operand === "SFA" ? pair(ONE, ZERO) : pair(ZERO, ONE));
  const byMode = composition(b.ctx, fragments, tiler(tiler(underscore, tiler(shared, underscore)), underscore));
  return composition(b.ctx, byMode, tiler(rightInverse(b.ctx, vmnk), underscore));
}

/** The scale factors that a thread holds in registers. */
function fragment(b: Bound, operand: Operand): Value {
  const source = tensorIn(b.ctx, b.value("tensor"));
  const mma = mmaIn(b, b.value("thr_mma"));
  const whole = threadFragments(b, layoutIn(b.ctx, source), mma, operand);
  const at = flatCoord(b.ctx, mma.thrLayoutVMNK, intIn(b.ctx, b.value("tidx")));
  const place = (i: number): Int => product(get<Int>(b.ctx, at, i));
  const thread = pair(place(0), pair(place(rowMode[operand] + 1), place(3)));
  const all = tuple<Underscore>([underscore, underscore]);
  const mine = sliceAndOffset(b.ctx, tuple<Int | Underscore>([thread, all]), whole).layout;
  const grouped = groupLayout(b.ctx, flattenLayout(b.ctx, mine), 0, 2);
  const split = operand === "SFA" ? grouped : groupLayout(b.ctx, grouped, 1, 3);
  return rmemTensor(makeFragmentLike(b.ctx, plain(b, split)), elementType(source));
}
