// TiledMMA: how an MMA atom is laid out over threads and repeated over a tile (CUTLASS 4.7 include/cute/atom/mma_atom.hpp:209-541).
import type { MmaAtom, TiledMma } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { isStatic, mul, ONE, ZERO } from "../int/int.ts";
import { complement } from "../layout/complement.ts";
import { composition } from "../layout/composition.ts";
import { logicalDivide, zippedDivide } from "../layout/divide.ts";
import { rightInverse } from "../layout/inverse.ts";
import { joinLayouts, makeLayout } from "../layout/make.ts";
import { appendLayout, rankOfLayout, UNIT } from "../layout/modes.ts";
import { tiledProduct } from "../layout/product.ts";
import { sliceLayout } from "../layout/slice.ts";
import { product } from "../tuple/int-tuple.ts";
import { appendTo, get, isTuple, leavesOf, rankOf, repeat, tupleOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Shape, Tiler, Tuple, Underscore } from "../value.ts";
import { layout, underscore } from "../value.ts";

/** The operand's modes as indices into (M,N,K). */
export type Operand = "A" | "B" | "C";
export const modesOfOperand: Readonly<Record<Operand, readonly [number, number]>> = { A: [0, 2], B: [1, 2], C: [0, 1] };

export type Permutation = Layout | Int | Underscore | Tuple<Layout | Int | Underscore>;

/**
 * `make_tiled_mma(atom, atom_layout, permutations)`; layouts and permutations of rank below 3 are filled up with `_1:_0` and `_`.
 * Stops where CuTe refuses: more than three modes, dynamic permutations.
 */
export function makeTiledMma(
  ctx: Context,
  atom: MmaAtom,
  atomLayout: Layout = makeLayout(tupleOf<Int>(ONE, ONE, ONE)),
  permutations?: Tuple<Layout | Int | Underscore>,
): TiledMma {
  if (ctx.dialect === "dsl") requireThreeModes(ctx, atomLayout, permutations);
  const atoms = appendLayout(ctx, atomLayout, UNIT, 3);
  const given = permutations ?? tupleOf<Layout | Int | Underscore>(underscore, underscore, underscore);
  const permutationMNK = appendTo<Layout | Int | Underscore>(ctx, given, underscore, 3);
  if (permutationMNK.kind !== "tuple") return notIndependent(ctx);
  if (!permutationMNK.items.every((item) => isStaticPermutation(item))) {
    ctx.stop({
      code: "tiled-mma-permutation",
      message: "TiledMMA requires static permutations of MNK.",
      at: "mma_atom.hpp:223",
    });
  }
  if (atoms.kind !== "layout") return notIndependent(ctx);
  const shown =
    ctx.dialect === "dsl" ? { ...permutationMNK, items: permutationMNK.items.map(asLayout) } : permutationMNK;
  return { kind: "tiled-mma", atom, thrLayoutVMNK: tiledProduct(ctx, atom.thrId, atoms), permutationMNK: shown };
}

/** Where C++ fills up with `_1:_0` and `_`, the DSL wants all three modes written. */
function requireThreeModes(ctx: Context, atomLayout: Layout, permutations: Tuple<Permutation> | undefined): void {
  const short = (rank: number, what: string, at: string): void => {
    if (rank !== 3) ctx.stop({ code: "value-error", message: `the DSL wants ${what} of rank 3, not ${rank}`, at });
  };
  short(rankOf(atomLayout.shape), "an atom layout", "mma_atom.hpp:220");
  if (permutations?.kind === "tuple") short(permutations.items.length, "a permutation", "mma_atom.hpp:221");
}

type PermutationItem = Layout | Int | Underscore | Tuple<Layout | Int | Underscore>;

/** The DSL keeps sizes as layouts: `32` is `32:1`. */
const asLayout = (item: PermutationItem): PermutationItem =>
  item.kind === "num" || item.kind === "sym" ? makeLayout(item) : item;

function notIndependent(ctx: Context): never {
  return ctx.stop({
    code: "tiled-mma-permutation",
    message: "TiledMMA requires independent permutations of MNK.",
    at: "mma_atom.hpp:222",
  });
}

function isStaticPermutation(item: Layout | Int | Underscore | Tuple<Layout | Int | Underscore>): boolean {
  switch (item.kind) {
    case "underscore":
      return true;
    case "num":
    case "sym":
      return isStatic(item);
    case "layout":
      return [...leavesOf(item.shape), ...leavesOf(item.stride)].every(
        (leaf) => leaf.kind !== "basis" && isStatic(leaf),
      );
    case "tuple":
      return item.items.every(isStaticPermutation);
    default: {
      const never: never = item;
      return never;
    }
  }
}

/** The permutation of mode `i`: as given, or for `_` the size that the atoms cover. */
export function permutationOf(ctx: Context, mma: TiledMma, i: number): Layout | Int {
  const item = mma.permutationMNK.items[i]!;
  if (item.kind === "underscore") {
    return mul(product(get(ctx, mma.atom.shape, i)), product(get(ctx, mma.thrLayoutVMNK.shape, i + 1)));
  }
  return item.kind === "tuple" ? notIndependent(ctx) : item;
}

/** `tile_size<i>(mma)`. */
export function tileSizeMma(ctx: Context, mma: TiledMma, i: number): Int {
  const item = permutationOf(ctx, mma, i);
  return item.kind === "layout" ? product(item.shape) : item;
}

/** `tile_shape(mma)`. */
export const tileShape = (ctx: Context, mma: TiledMma): Tuple<Int> =>
  tupleOf<Int>(...[0, 1, 2].map((i) => tileSizeMma(ctx, mma, i)));

/** `size(mma)`: how many threads (or SMs, for UMMA) take part. */
export const sizeOfMma = (mma: TiledMma): Int => product(mma.thrLayoutVMNK.shape);

/** `thrfrg_A|B|C`: (M,K,…) to ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK,…))). */
export function thrfrg(ctx: Context, mma: TiledMma, operand: Operand, target: Layout): Layout;
export function thrfrg(ctx: Context, mma: TiledMma, operand: Operand, target: AnyLayout): AnyLayout;
export function thrfrg(ctx: Context, mma: TiledMma, operand: Operand, target: AnyLayout): AnyLayout {
  const [i, j] = modesOfOperand[operand];
  needsTwoModes(ctx, operand, target);
  const permuted = logicalDivide(ctx, target, tile(permuting(ctx, mma, i), permuting(ctx, mma, j)));
  const atoms = zippedDivide(ctx, permuted, tile(atomMode(ctx, mma, i), atomMode(ctx, mma, j)));
  const byThread = composition(ctx, atoms, tile(layoutOf(mma.atom, operand), underscore));
  return zippedDivide(ctx, byThread, tile(underscore, tile(threadMode(ctx, mma, i), threadMode(ctx, mma, j))));
}

/** CuTe DSL divides by no tile where none is given: of a mode with one atom all further ones get the same elements. */
const permuting = (ctx: Context, mma: TiledMma, i: number): Layout | Int | Underscore =>
  ctx.dialect === "dsl" && mma.permutationMNK.items[i]?.kind === "underscore" ? underscore : permutationOf(ctx, mma, i);

function needsTwoModes(ctx: Context, operand: Operand, target: AnyLayout): void {
  if (rankOfLayout(ctx, target) >= 2) return;
  const at = `mma_atom.hpp:${{ A: 293, B: 332, C: 254 }[operand]}`;
  ctx.stop({ code: "rank-too-small", message: "Rank of tensor to be partitioned too small.", at });
}

const tile = (...items: readonly (Tiler | Tuple)[]): Tiler => ({ kind: "tuple", items }) as Tiler;

export const layoutOf = (atom: MmaAtom, operand: Operand): Layout =>
  operand === "A" ? atom.layoutA : operand === "B" ? atom.layoutB : atom.layoutC;

const atomMode = (ctx: Context, mma: TiledMma, i: number): Layout => makeLayout(product(get(ctx, mma.atom.shape, i)));
const threadMode = (ctx: Context, mma: TiledMma, i: number): Layout =>
  makeLayout(product(get(ctx, mma.thrLayoutVMNK.shape, i + 1)));

/** `get_layoutA_TV` and its kin: (thr_idx,val) to a coordinate of the tile. */
export function layoutTV(ctx: Context, mma: TiledMma, operand: Operand): Layout {
  const [i, j] = modesOfOperand[operand];
  const reference = makeLayout(tupleOf<Int>(tileSizeMma(ctx, mma, i), tileSizeMma(ctx, mma, j)));
  const threads = thrfrg(ctx, mma, operand, reference);
  const all = operand === "C" ? threads : composition(ctx, threads, tile(spread(ctx, mma, operand), underscore));
  return composition(ctx, all, tile(threadOrder(ctx, mma), underscore));
}

/** A and B are the same for all threads along the mode they lack: (ThrV,(ThrM,ThrK)) to (ThrV,(ThrM,ThrN,ThrK)). */
function spread(ctx: Context, mma: TiledMma, operand: "A" | "B"): Tiler {
  const sizes = tupleOf<Int>(
    product(get(ctx, mma.thrLayoutVMNK.shape, 1)),
    product(get(ctx, mma.thrLayoutVMNK.shape, 2)),
  );
  const strides = operand === "A" ? tupleOf<Int>(ONE, ZERO) : tupleOf<Int>(ZERO, ONE);
  return tile(underscore, tile(layout(sizes, strides), underscore));
}

/** thr_idx to (ThrV,ThrM,ThrN,ThrK). */
function threadOrder(ctx: Context, mma: TiledMma): Layout {
  const threads = mma.thrLayoutVMNK;
  const known = layout(tupleOf<Int>(product(threads.shape), ONE), tupleOf<Int>(ONE, ZERO));
  return composition(ctx, known, rightInverse(ctx, joinLayouts([threads, complement(ctx, threads)])));
}

/** `partition_shape_A|B|C(mma, shape)`: the shape of what one thread holds of an operand of this shape. */
export function partitionShape(ctx: Context, mma: TiledMma, operand: Operand, given: Shape): Shape {
  // CuTe DSL takes an integer for both modes.
  const shape = ctx.dialect === "dsl" && !isTuple(given) ? tupleOf<Int>(given, given) : given;
  const whole = thrfrg(ctx, mma, operand, makeLayout(shape));
  const coord = tupleOf<Int | Underscore>(
    ZERO,
    tupleOf<Int | Underscore>(underscore, repeat<Int | Underscore>(rankOf(shape), underscore)),
  );
  return sliceLayout(ctx, coord, whole).shape;
}
