// Slicing a swizzled layout (swizzle_layout.hpp:227-299): where the sliced modes do not touch both Y and Z, the swizzle
// is linear on them and the slice decays to a plain layout, its strides negative where the offset's bits are set.
// Otherwise the swizzle stays, with the offset's Y and Z bits inside as MixedBits.
import type { Context } from "../context.ts";
import { bitAnd, bitNot, choose, compare, isStatic, mul, neg, not, ONE, staticInt, sub, ZERO } from "../int/int.ts";
import { composition } from "../layout/composition.ts";
import { idx2crd, layoutAt } from "../layout/coords.ts";
import { makeLayout } from "../layout/make.ts";
import { withInner } from "../layout/modes.ts";
import { allUnderscore, diceLayout, diceTree, type Sliced, sliceLayout } from "../layout/slice.ts";
import { addIndex, coordInt, type Index, type Offset } from "../tuple/scalar.ts";
import { isTuple, mapLeaves, repeat, tupleOf } from "../tuple/tree.ts";
import type { ComposedLayout, Coord, Int, Layout, MixedBits, Swizzle, Tree, Underscore } from "../value.ts";
import { layout } from "../value.ts";
import { activeBits, onlyZY } from "./compose.ts";
import { makeMixedBits, mixedAnd, mixedValue, mixedXor } from "./mixed-bits.ts";
import { applySwizzle, popcount, yyy, zzz } from "./swizzle.ts";

export function sliceSwizzled(ctx: Context, coord: Coord, a: ComposedLayout, sw: Swizzle, inner: Layout): Sliced {
  const sliced = sliceLayout(ctx, coord, inner);
  if (allUnderscore(coord)) return { layout: withInner(a, sliced), offset: ZERO };
  const diced = diceLayout(ctx, coord, inner);
  const at = mapLeaves<Int | Underscore, Int>(diceTree(ctx, coord, coord), coordInt);
  const [bits, outside] = splitBits(ctx, sw, diced, at);
  const inside = mixedXor(offsetBits(ctx, a.offset), bits);
  const active = activeBits(ctx, sw, sliced);
  if (isStaticZero(not(bitAnd(active, bitNot(plain(ctx, applySwizzle(ctx, sw, active))))))) {
    return { layout: withInner({ ...a, offset: inside, inner: sliced }, sliced), offset: outside };
  }
  const linear = linearSwizzle(sw, inside);
  const offset = addIndex(ctx, toNumber(ctx, applySwizzle(ctx, sw, inside)), outside);
  return { layout: composition(ctx, linear, sliced), offset };
}

const isStaticZero = (x: Int): boolean => isStatic(x) && x.kind === "num" && x.value === 0;

function offsetBits(ctx: Context, offset: ComposedLayout["offset"]): Int | MixedBits {
  if (offset.kind === "num" || offset.kind === "sym" || offset.kind === "mixed") return offset;
  return ctx.stop({ code: "no-overload", message: "a swizzle of a coordinate offset" });
}

function plain(ctx: Context, x: Offset): Int {
  return x.kind === "num" || x.kind === "sym" ? x : ctx.stop({ code: "no-overload", message: "mixed bits here" });
}

const toNumber = (ctx: Context, x: Offset): Index => (x.kind === "mixed" ? mixedValue(x) : plain(ctx, x));

/** The slice's index as its bits Y and Z and all others: the layout is taken apart, and where it is no sum of bits the result may be another index. */
function splitBits(ctx: Context, sw: Swizzle, diced: Layout, at: Tree<Int>): readonly [Int | MixedBits, Index] {
  const bits = toMixedBits(ctx, composition(ctx, onlyZY(sw), diced), at);
  return [bits, layoutAt(ctx, composition(ctx, antiZY(sw), diced), at)];
}

/** The layout that keeps everything but the swizzle's bits Y and Z. */
function antiZY(sw: Swizzle): Layout {
  const only = onlyZY(sw);
  const size = (bits: number): Int => staticInt(2 ** bits);
  const all = makeLayout(only.shape);
  const [s0, , s2] = isTuple(all.stride) ? all.stride.items : [];
  return layout(only.shape, tupleOf(s0!, ZERO, s2!, ZERO, size(sw.m + sw.b + Math.abs(sw.s))));
}

/** The swizzle as a linear layout of bits, right for offsets that agree with `offset` in the bits that select. */
function linearSwizzle(sw: Swizzle, offset: Int | MixedBits): Layout {
  const low = (x: number): number => Number(BigInt(x) & -BigInt(x));
  const z = low(zzz(sw));
  const y = low(yyy(sw));
  const size = (bits: number): Int => staticInt(2 ** bits);
  const twos = repeat<Int>(sw.b, staticInt(2));
  return layout(
    tupleOf<Int>(size(sw.m), twos, size(Math.abs(sw.s) - sw.b), twos, ONE),
    tupleOf<Int>(
      ONE,
      swizzleStrides(z < y, z, y, offset, sw.b),
      size(sw.m + sw.b),
      swizzleStrides(z > y, z, y, offset, sw.b),
      size(sw.m + sw.b + Math.abs(sw.s)),
    ),
  );
}

/** Strides of the bits of Z (±Z by the offset's Y bits) or of Y (Y±Z by its Z bits). */
function swizzleStrides(ofZ: boolean, z: number, y: number, offset: Int | MixedBits, bits: number): Tree<Int> {
  const strides = Array.from({ length: bits }, (_, i): Int => {
    const factor = staticInt(2 ** i);
    const selects = mixedAnd(offset, mul(staticInt(ofZ ? y : z), factor));
    const clear = compare("==", selects.kind === "mixed" ? mixedValue(selects) : selects, ZERO);
    const whenClear = mul(staticInt(ofZ ? z : y + z), factor);
    const whenSet = mul(ofZ ? neg(staticInt(z)) : staticInt(y - z), factor);
    return choose(clear, whenClear, whenSet);
  });
  return strides.length === 1 ? strides[0]! : { kind: "tuple", items: strides };
}

/** `to_mixed_bits(layout, coord)`: the layout's result with its static bits apart from the dynamic ones. */
export function toMixedBits(ctx: Context, a: Layout, coord: Coord): Int | MixedBits {
  return mixedModes(ctx, a.shape, a.stride, idx2crd(ctx, coord, a.shape));
}

function mixedModes(ctx: Context, shape: Layout["shape"], stride: Layout["stride"], coord: Tree<Int>): Int | MixedBits {
  if (isTuple(shape) && isTuple(stride) && isTuple(coord)) {
    if (shape.items.length !== stride.items.length) unequal(ctx, "swizzle.hpp:437");
    if (shape.items.length !== coord.items.length) unequal(ctx, "swizzle.hpp:438");
    const modes = shape.items.map((s, i) => mixedModes(ctx, s, stride.items[i]!, coord.items[i]!));
    return modes.length === 0 ? ZERO : modes.reduceRight((rest, x) => mixedXor(x, rest));
  }
  if (isTuple(shape) || isTuple(stride) || isTuple(coord) || stride.kind === "basis") {
    return ctx.stop({
      code: "invalid-parameters",
      message: "shape, stride and coordinate must be integers or tuples alike",
      at: "swizzle.hpp:445",
    });
  }
  const extent = mul(shape, stride);
  if (extent.kind !== "num" || !isStatic(extent)) {
    return ctx.stop({ code: "not-static", message: "mixed bits need static shapes and strides" });
  }
  if (ctx.dialect !== "cpp" && coord.kind === "num" && isStatic(coord)) return mul(coord, stride);
  if (extent.value !== 0 && popcount(extent.value) !== 1) {
    ctx.stop({ code: "not-a-power-of-two", message: "mixed bits need power-of-two extents", at: "swizzle.hpp:442" });
  }
  const mask = mul(sub(shape, ONE), stride);
  return makeMixedBits(0, mul(coord, stride), mask.kind === "num" ? mask.value : 0);
}

function unequal(ctx: Context, at: string): never {
  return ctx.stop({ code: "mismatched-ranks", message: "shape, stride and coordinate of unequal rank", at });
}
