// Coordinates and indices: crd2idx, idx2crd, crd2crd, and a layout as a function (stride.hpp:47-270, layout.hpp:245-310).
//
// Coordinates count colexicographically: the leftmost mode is fastest. An underscore in a coordinate counts as `_0`.
import type { Context } from "../context.ts";
import { add, div, dynamicInt, isConstant, isInt, mod, mul, ONE, ZERO } from "../int/int.ts";
import { applySwizzle } from "../swizzle/swizzle.ts";
import { innerProduct, minusOne, plusOne, product, productLike, sum } from "../tuple/int-tuple.ts";
import {
  absScalar,
  addIndex,
  asArith,
  coordInt,
  type Index,
  mulScalar,
  type Offset,
  type Scalar,
} from "../tuple/scalar.ts";
import { isTuple, leavesOf, mapLeaves, repeatLike, tupleRepeat } from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Coord, Int, Layout, Shape, Strides, Swizzle, Tree } from "../value.ts";
import { compactColMajor, makeBasisLike } from "./make.ts";
import { domainOf } from "./modes.ts";

const mismatched = (ctx: Context, at: string): never =>
  ctx.stop({ code: "mismatched-ranks", message: "coordinate and shape of unequal rank", at });

/** `crd2idx(coord, shape, stride)`. */
export function crd2idx(ctx: Context, coord: Coord, shape: Shape, stride: Strides): Index {
  if (isTuple(coord)) {
    if (!isTuple(shape) || !isTuple(stride)) {
      return ctx.stop({
        code: "invalid-parameters",
        message: "a tuple coordinate for an integer mode",
        at: "stride.hpp:112",
      });
    }
    if (coord.items.length !== shape.items.length) return mismatched(ctx, "stride.hpp:108");
    if (coord.items.length !== stride.items.length) return mismatched(ctx, "stride.hpp:109");
    return addModes(ctx, coord.items, shape.items, stride.items);
  }
  const c = coordInt(coord);
  if (!isTuple(shape)) return isTuple(stride) ? mismatched(ctx, "stride.hpp:116") : mulScalar(c, stride);
  if (!isTuple(stride) || shape.items.length !== stride.items.length) return mismatched(ctx, "stride.hpp:116");
  return splitIndex(ctx, c, shape.items, stride.items);
}

function addModes(
  ctx: Context,
  coords: readonly Coord[],
  shapes: readonly Shape[],
  strides: readonly Strides[],
): Index {
  let out: Index | undefined;
  for (let i = 0; i < coords.length; i++) {
    const term = crd2idx(ctx, coords[i]!, shapes[i]!, strides[i]!);
    out = out === undefined ? term : addIndex(ctx, out, term);
  }
  return out ?? ZERO;
}

/** An integral coordinate is divided by each mode's size in turn; the last mode takes what is left. */
function splitIndex(ctx: Context, coord: Int, shapes: readonly Shape[], strides: readonly Strides[]): Index {
  const terms: Index[] = [];
  let rest = coord;
  for (let i = 0; i < shapes.length; i++) {
    const last = i === shapes.length - 1;
    if (last || isConstant(rest, 0)) {
      terms.push(crd2idx(ctx, rest, shapes[i]!, strides[i]!));
      continue;
    }
    const size = product(shapes[i]!);
    terms.push(crd2idx(ctx, mod(rest, size), shapes[i]!, strides[i]!));
    rest = div(rest, size);
  }
  if (terms.length === 0) return ZERO;
  return terms.reduceRight((sumOfRest, term) => addIndex(ctx, term, sumOfRest));
}

/** `crd2idx(coord, shape)`: the colexicographic index, by Horner's rule. */
export function crd2idxCompact(ctx: Context, coord: Coord, shape: Shape): Int {
  if (!isTuple(coord)) return coordInt(coord);
  if (!isTuple(shape)) {
    return ctx.stop({
      code: "invalid-parameters",
      message: "a tuple coordinate for an integer mode",
      at: "stride.hpp:158",
    });
  }
  if (coord.items.length !== shape.items.length) return mismatched(ctx, "stride.hpp:160");
  const coords = leavesOf(coord).map(coordInt);
  const sizes = leavesOf(productLike(ctx, shape, coord));
  let out = coords[coords.length - 1] ?? ZERO;
  for (let i = coords.length - 2; i >= 0; i--) out = add(coords[i]!, mul(sizes[i]!, out));
  return out;
}

/** `idx2crd(index, shape)`: the natural coordinate of an index; a tuple of indices works mode by mode. */
export function idx2crd(ctx: Context, index: Coord, shape: Shape): Tree<Int> {
  if (isTuple(index)) {
    if (!isTuple(shape)) {
      return ctx.stop({
        code: "invalid-parameters",
        message: "a tuple index for an integer mode",
        at: "stride.hpp:236",
      });
    }
    if (index.items.length !== shape.items.length) return mismatched(ctx, "stride.hpp:233");
    return { kind: "tuple", items: index.items.map((c, i) => idx2crd(ctx, c, shape.items[i]!)) };
  }
  if (!isTuple(shape)) return coordInt(index);
  if (shape.items.length === 0) return shape;
  const at = asArith(crd2idx(ctx, index, shape, makeBasisLike(ctx, shape)));
  return at.kind === "arith" ? { kind: "tuple", items: at.items } : at;
}

/** `idx2crd(index, shape, stride)` for compact strides: `(i / d) % s` per mode. */
export function idx2crdStrided(ctx: Context, index: Coord, shape: Shape, stride: Tree<Int>): Tree<Int> {
  if (isTuple(index)) {
    if (!isTuple(shape)) {
      return ctx.stop({
        code: "invalid-parameters",
        message: "a tuple index for an integer mode",
        at: "stride.hpp:195",
      });
    }
    if (index.items.length !== shape.items.length) return mismatched(ctx, "stride.hpp:191");
    if (!isTuple(stride) || stride.items.length !== shape.items.length) return mismatched(ctx, "stride.hpp:192");
    return {
      kind: "tuple",
      items: index.items.map((c, i) => idx2crdStrided(ctx, c, shape.items[i]!, stride.items[i]!)),
    };
  }
  if (!isTuple(shape))
    return isTuple(stride) ? mismatched(ctx, "stride.hpp:200") : oneMode(ctx, coordInt(index), shape, stride);
  const strides = isTuple(stride) ? stride : compactColMajor(shape, stride);
  if (!isTuple(strides) || strides.items.length !== shape.items.length) return mismatched(ctx, "stride.hpp:200");
  return { kind: "tuple", items: shape.items.map((s, i) => idx2crdStrided(ctx, index, s, strides.items[i]!)) };
}

/** A static size 1 has the coordinate `_0`, whatever its stride (which may be 0); in the DSL also a stride 0. */
function oneMode(ctx: Context, index: Int, size: Int, stride: Int): Int {
  const still = isConstant(size, 1) || (ctx.dialect !== "cpp" && isConstant(stride, 0));
  return still ? ZERO : mod(div(index, stride), size);
}

/** `crd2crd(coord, from, to)`. */
export function crd2crd(ctx: Context, coord: Coord, from: Shape, to: Shape): Tree<Int> {
  if (isTuple(coord) && isTuple(from) && isTuple(to)) {
    if (coord.items.length !== from.items.length) return mismatched(ctx, "stride.hpp:261");
    if (coord.items.length !== to.items.length) return mismatched(ctx, "stride.hpp:262");
    return { kind: "tuple", items: coord.items.map((c, i) => crd2crd(ctx, c, from.items[i]!, to.items[i]!)) };
  }
  return idx2crd(ctx, crd2idxCompact(ctx, coord, from), to);
}

/** `layout(coord)`; a plain number is a run-time coordinate. A composed layout gives outer(offset + inner(coord)). */
export function layoutAt(ctx: Context, a: Layout, coord: Coord | number): Index;
export function layoutAt(ctx: Context, a: AnyLayout | Swizzle, coord: Coord | number): Offset;
export function layoutAt(ctx: Context, a: AnyLayout | Swizzle, coord: Coord | number): Offset {
  const c = typeof coord === "number" ? dynamicInt(coord) : coord;
  if (a.kind === "layout") return crd2idx(ctx, c, a.shape, a.stride);
  if (a.kind === "swizzle") return applySwizzle(ctx, a, asOffset(ctx, c));
  return composedAt(ctx, a, c);
}

function composedAt(ctx: Context, a: ComposedLayout, coord: Coord): Offset {
  const inner = layoutAt(ctx, a.inner, coord);
  if (inner.kind === "mixed")
    return ctx.stop({ code: "no-overload", message: "a mixed-bits offset inside a composition" });
  const offset = offsetPlus(ctx, a.offset, inner);
  if (a.outer.kind === "swizzle") return applySwizzle(ctx, a.outer, offset);
  if (offset.kind === "mixed") return ctx.stop({ code: "no-overload", message: "a layout of mixed bits" });
  const at = asArith(offset);
  return layoutAt(ctx, a.outer, at.kind === "arith" ? { kind: "tuple", items: at.items } : at);
}

/** offset + index; a pointer flag counts as 0, mixed bits decay to their run-time value. */
export function offsetPlus(ctx: Context, offset: ComposedLayout["offset"], index: Index): Offset {
  switch (offset.kind) {
    case "flag":
      return index;
    case "mixed":
      return isInt(index)
        ? add(mixedNumber(offset), index)
        : ctx.stop({ code: "no-overload", message: "mixed bits plus a coordinate" });
    case "tuple":
      return addIndex(ctx, { kind: "arith", items: offset.items.map((t) => mapLeaves(t, asIntLeaf)) }, index);
    default:
      return addIndex(ctx, offset, index);
  }
}

const asIntLeaf = (leaf: Scalar): Int => (leaf.kind === "basis" ? leaf.value : leaf);
const mixedNumber = (m: { readonly staticBits: number; readonly dynamic: Int }): Int =>
  add(dynamicInt(m.staticBits), m.dynamic);

function asOffset(ctx: Context, c: Coord): Int {
  return isTuple(c) ? ctx.stop({ code: "invalid-parameters", message: "a swizzle takes an integer" }) : coordInt(c);
}

/** `size(layout)`. */
export function size(ctx: Context, a: AnyLayout): Int {
  let at = a;
  while (at.kind === "composed") at = domainOf(ctx, at);
  return product(at.shape);
}

/** `coshape`: the smallest shape that holds every result; uses the strides' absolute values. */
export function coshape(ctx: Context, a: AnyLayout): Shape {
  if (a.kind === "composed") return coshape(ctx, domainOf(ctx, a));
  return plusOne(innerProduct(ctx, minusOne(a.shape), mapLeaves<Scalar, Scalar>(a.stride, absScalar)));
}

/** `cosize`: the product of the coshape. */
export const cosize = (ctx: Context, a: AnyLayout): Int => product(coshape(ctx, a));

/** `coprofile`: `_0` at every place where results live. */
export function coprofile(ctx: Context, stride: Strides): Shape {
  const at = asArith(sum(ctx, stride));
  return at.kind === "arith" ? repeatLike<Int, Int>({ kind: "tuple", items: at.items }, ZERO) : ZERO;
}

export interface CoordForms {
  /** 1-D: the colexicographic index. */
  readonly index: Int;
  /** One integer a mode: 2-D for a matrix. */
  readonly modes: Tree<Int>;
  /** The shape's own nesting. */
  readonly natural: Tree<Int>;
}

/** A coordinate in all its forms: 16 in (3,(2,3)) is 16, (1,5) and (1,(1,2)). */
export function coordForms(ctx: Context, coord: Coord, shape: Shape): CoordForms {
  const natural = idx2crd(ctx, coord, shape);
  const modes =
    isTuple(natural) && isTuple(shape)
      ? { kind: "tuple" as const, items: natural.items.map((c, i) => crd2idxCompact(ctx, c, shape.items[i]!)) }
      : natural;
  return { index: crd2idxCompact(ctx, natural, shape), modes, natural };
}

/** `get_hier_coord`, `get_flat_coord` and `get_1d_coord` of an index, for compact layouts. */
export function hierCoord(ctx: Context, a: Layout, index: Int): Tree<Int> {
  return idx2crdStrided(ctx, index, a.shape, integerStrides(ctx, a.stride));
}

export function flatCoord(ctx: Context, a: Layout, index: Int): Tree<Int> {
  const rank = isTuple(a.shape) ? a.shape.items.length : 1;
  const ones: Shape = rank === 1 ? ONE : tupleRepeat<Int>(rank, ONE);
  return crd2crd(ctx, hierCoord(ctx, a, index), a.shape, ones);
}

export const coord1d = (ctx: Context, a: Layout, index: Int): Int =>
  crd2idxCompact(ctx, hierCoord(ctx, a, index), a.shape);

export function integerStrides(ctx: Context, stride: Strides): Tree<Int> {
  return mapLeaves<Scalar, Int>(stride, (d) =>
    d.kind === "basis" ? ctx.stop({ code: "no-overload", message: "division by a coordinate stride" }) : d,
  );
}
