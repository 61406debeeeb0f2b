// Which mode is contiguous: CuTe DSL's is_major, leading_dim and find_if (cute/core.py, cute/tuple.py).
import type { Context } from "../context.ts";
import { isConstant } from "../int/int.ts";
import { front, get, getPath, isTuple, modesOf } from "../tuple/tree.ts";
import type { Int, Shape, Stride, Strides, Tree } from "../value.ts";

/** `is_major(mode, stride)`: the first stride of the mode is a static 1. Run-time strides never are. */
export const isMajor = (ctx: Context, mode: number, stride: Strides): boolean =>
  isConstant(front<Stride>(ctx, get<Stride>(ctx, stride, mode)), 1);

/** `find_if(t, predicate)`: the path of the first leaf that it accepts. */
export function findIf<T extends { readonly kind: string }>(
  t: Tree<T>,
  accepts: (leaf: T, path: readonly number[]) => boolean,
): readonly number[] | undefined {
  const search = (node: Tree<T>, path: readonly number[]): readonly number[] | undefined => {
    if (!isTuple(node)) return accepts(node, path) ? path : undefined;
    for (const [i, item] of node.items.entries()) {
      const found = search(item, [...path, i]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const [i, mode] of modesOf<T>(t).entries()) {
    const found = search(mode, [i]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `leading_dim(shape, stride)`: the path of the first mode of static stride 1 whose size is not 1. */
export function leadingDim(ctx: Context, shape: Shape, stride: Strides): readonly number[] | undefined {
  return findIf<Stride>(stride, (d, path) => isConstant(d, 1) && !isConstant(getPath<Int>(ctx, shape, path), 1));
}
