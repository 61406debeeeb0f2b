// Making layouts: from a shape and strides, compact in some order, like another one, or from several
// (layout.hpp:332-488, stride.hpp:283-481).
import type { Context } from "../context.ts";
import { before } from "../int/ask.ts";
import { add, isConstant, isStatic, mul, ONE, staticInt, ZERO } from "../int/int.ts";
import { filterZerosTree, product, productLike } from "../tuple/int-tuple.ts";
import { basis } from "../tuple/scalar.ts";
import { flattenToTuple, isTuple, mapLeaves, rankOf, take, tupleOf, unflatten, zipModes } from "../tuple/tree.ts";
import type { Int, Layout, Shape, Stride, Strides, Tree } from "../value.ts";
import { layout } from "../value.ts";
import { tiledProduct } from "./product.ts";

/** How a shape is run through: `LayoutLeft` (column major), `LayoutRight` (row major), or by an order of modes. */
export type Order = "left" | "right" | Tree<Int>;

/** `make_layout(shape)`: compact, leftmost mode fastest. */
export const makeLayout = (shape: Shape): Layout => layout(shape, compactColMajor(shape));
export const makeLayoutRight = (shape: Shape): Layout => layout(shape, compactRowMajor(shape));

/** `make_layout(a, b, …)`: the layouts become the modes. */
export const joinLayouts = (modes: readonly Layout[]): Layout =>
  layout({ kind: "tuple", items: modes.map((m) => m.shape) }, { kind: "tuple", items: modes.map((m) => m.stride) });

interface Compact {
  readonly stride: Tree<Int>;
  readonly next: Int;
}

/** Strides of a compact layout from `current` on; a static size 1 gets `_0` and takes nothing. */
function compactLeft(shape: Shape, current: Int): Compact {
  if (!isTuple(shape)) {
    return isConstant(shape, 1) ? { stride: ZERO, next: current } : { stride: current, next: mul(current, shape) };
  }
  const items: Tree<Int>[] = [];
  let next = current;
  for (const item of shape.items) {
    const mode = compactLeft(item, next);
    items.push(mode.stride);
    next = mode.next;
  }
  return { stride: { kind: "tuple", items }, next };
}

function compactRight(shape: Shape, current: Int): Compact {
  if (!isTuple(shape)) {
    return isConstant(shape, 1) ? { stride: ZERO, next: current } : { stride: current, next: mul(current, shape) };
  }
  const items: Tree<Int>[] = [];
  let next = current;
  for (let i = shape.items.length - 1; i >= 0; i--) {
    const mode = compactRight(shape.items[i]!, next);
    items.unshift(mode.stride);
    next = mode.next;
  }
  return { stride: { kind: "tuple", items }, next };
}

/** `compact_col_major(shape, current)`; a tuple of currents works mode by mode. */
export const compactColMajor = (shape: Shape, current: Int = ONE): Tree<Int> => compactLeft(shape, current).stride;
export const compactRowMajor = (shape: Shape, current: Int = ONE): Tree<Int> => compactRight(shape, current).stride;

export function compactMajor(ctx: Context, shape: Shape, current: Shape, side: "left" | "right"): Tree<Int> {
  if (!isTuple(current)) return side === "left" ? compactColMajor(shape, current) : compactRowMajor(shape, current);
  if (!isTuple(shape)) {
    return ctx.stop({
      code: "invalid-parameters",
      message: "a tuple of strides for an integer shape",
      at: "stride.hpp:352",
    });
  }
  if (rankOf(shape) !== rankOf(current)) {
    ctx.stop({ code: "mismatched-ranks", message: "shape and strides of unequal rank", at: "stride.hpp:353" });
  }
  return zipModes<Int, Int, Int>(ctx, shape, current, (s, c) => compactMajor(ctx, s, c, side));
}

/** `compact_order(shape, order)`: smaller static orders first, dynamic ones after all static ones, left to right. */
export function compactOrder(ctx: Context, shape: Shape, order: Order): Tree<Int> {
  if (order === "left") return compactColMajor(shape);
  if (order === "right") return compactRowMajor(shape);
  const sizes = flattenToTuple(productLike(ctx, shape, order)).items.map(product);
  const given = flattenToTuple(order).items.map(product);
  let largest: Int = ZERO;
  for (const o of given) if (isStatic(o) && isOrderedBefore(ctx, largest, o)) largest = o;
  const orders = given.map((o, i) => (isStatic(o) ? o : add(largest, staticInt(i + 1))));
  return orderedStrides(ctx, shape, unflatten<Int, Int>(ctx, tupleOf<Int>(...orders), order), sizes, orders);
}

function orderedStrides(
  ctx: Context,
  shape: Shape,
  order: Tree<Int>,
  sizes: readonly Int[],
  orders: readonly Int[],
): Tree<Int> {
  if (isTuple(order)) {
    if (!isTuple(shape) || rankOf(shape) !== rankOf(order)) {
      ctx.stop({ code: "mismatched-ranks", message: "need equal rank of shape and order", at: "stride.hpp:416" });
    }
    return zipModes<Int, Int, Int>(ctx, shape, order, (s, o) => orderedStrides(ctx, s, o, sizes, orders));
  }
  let start: Int = ONE;
  ctx.step(sizes.length);
  sizes.forEach((size, i) => {
    if (isOrderedBefore(ctx, orders[i]!, order)) start = mul(start, size);
  });
  return compactColMajor(shape, start);
}

function isOrderedBefore(ctx: Context, a: Int, b: Int): boolean {
  const answer = before(a, b);
  if (answer !== "unknown") return answer === "yes";
  return ctx.stop({ code: "unsupported", message: "the order of symbolic strides is not known" });
}

export const makeOrderedLayout = (ctx: Context, shape: Shape, order: Order): Layout =>
  layout(shape, compactOrder(ctx, shape, order));

/** `make_layout_like`: compact in the order of the strides; static zeros stay. */
export function makeLayoutLike(ctx: Context, a: Layout): Layout {
  const order = orderOf(ctx, a.stride);
  return layout(a.shape, compactOrder(ctx, filterZerosTree(ctx, a.stride, a.shape), order));
}

/** `make_fragment_like`: mode 0 compact from 1, the rest in the order of its strides; plain compact where anything is dynamic. */
export function makeFragmentLike(ctx: Context, a: Layout): Layout {
  if (rankOf(a.shape) === 1 || !isTuple(a.shape) || !isTuple(a.stride) || !isStaticTree(a.shape))
    return makeLayout(a.shape);
  const first = a.shape.items[0]!;
  const atom = layout(first, compactColMajor(filterZerosTree(ctx, a.stride.items[0]!, first)));
  const rank = a.shape.items.length;
  const order = orderOf(ctx, take(ctx, a.stride, 1, rank));
  return tiledProduct(ctx, atom, makeOrderedLayout(ctx, take(ctx, a.shape, 1, rank), order));
}

/** Strides as an order. In C++ coordinates have none: no `<` is defined for scaled bases (stride.hpp:442). */
const orderOf = (ctx: Context, strides: Strides): Tree<Int> =>
  mapLeaves<Stride, Int>(strides, (d) => {
    if (d.kind !== "basis") return d;
    if (ctx.dialect !== "cpp") return d.value;
    return ctx.stop({ code: "no-overload", message: "steps of coordinates have no order", at: "stride.hpp:442" });
  });

export const isStaticTree = (t: Tree<Stride>): boolean =>
  isTuple(t) ? t.items.every(isStaticTree) : isStatic(t.kind === "basis" ? t.value : t);

/** `make_basis_like`: E<I…> at the leaf with path I…; for an integer C++'s `E<>`, which prints as 1 and is none, the DSL's 1. */
export function makeBasisLike({ dialect }: Pick<Context, "dialect">, shape: Shape): Strides {
  return isTuple(shape) || dialect === "cpp" ? basesBelow(shape, []) : ONE;
}

/** `E<path, I…>` at the leaf with path I…. */
export function basesBelow(shape: Shape, path: readonly number[]): Strides {
  if (!isTuple(shape)) return basis(ONE, path);
  return { kind: "tuple", items: shape.items.map((item, i) => basesBelow(item, [...path, i])) };
}

/** `make_identity_layout`: maps a coordinate to itself. */
export const makeIdentityLayout = (ctx: Pick<Context, "dialect">, shape: Shape): Layout =>
  layout(shape, makeBasisLike(ctx, shape));
