// coalesce as CuTe DSL has it (cutegen, CUTLASS 4.7): from the left, merging where everything is static, and keeping the
// stride of a size 1 that ends a layout of one mode: `1:6` stays.
import type { Context } from "../context.ts";
import { isConstant, isStatic, mul } from "../int/int.ts";
import { equalScalar, mulScalar } from "../tuple/scalar.ts";
import { leavesOf } from "../tuple/tree.ts";
import type { Int, Layout, Stride } from "../value.ts";
import { layout } from "../value.ts";

export interface FlatModes {
  readonly shapes: readonly Int[];
  readonly strides: readonly Stride[];
}

/** The modes folded from the left; a trailing size 1 stays. */
export function foldModes(ctx: Context, a: Layout): FlatModes {
  const from = leavesOf(a.shape);
  const by = leavesOf(a.stride);
  ctx.step(from.length);
  const shapes: Int[] = [];
  const strides: Stride[] = [];
  for (let i = 0; i < from.length; i++) {
    const before = shapes.at(-1);
    if (before !== undefined && isConstant(before, 1)) {
      shapes.pop();
      strides.pop();
    }
    const last = shapes.length - 1;
    if (last >= 0 && continues(shapes[last]!, strides[last]!, from[i]!, by[i]!)) {
      shapes[last] = mul(shapes[last]!, from[i]!);
      continue;
    }
    shapes.push(from[i]!);
    strides.push(by[i]!);
  }
  return { shapes, strides };
}

const isStaticStride = (d: Stride): boolean => isStatic(d.kind === "basis" ? d.value : d);

function continues(shape: Int, stride: Stride, nextShape: Int, nextStride: Stride): boolean {
  if (!isStatic(shape) || !isStatic(nextShape) || !isStaticStride(stride) || !isStaticStride(nextStride)) return false;
  return isConstant(equalScalar(mulScalar(shape, stride), nextStride), 1);
}

/** `coalesce_z`: what foldModes gives, as a layout. */
export const coalesceZ = (ctx: Context, a: Layout): Layout => fromModes(foldModes(ctx, a));

export function coalesceDsl(ctx: Context, a: Layout): Layout {
  const { shapes, strides } = foldModes(ctx, a);
  const last = shapes.length - 1;
  if (last < 1 || !isConstant(shapes[last]!, 1)) return fromModes({ shapes, strides });
  return fromModes({ shapes: shapes.slice(0, last), strides: strides.slice(0, last) });
}

export const fromModes = (m: FlatModes): Layout =>
  m.shapes.length === 1
    ? layout(m.shapes[0]!, m.strides[0]!)
    : layout({ kind: "tuple", items: m.shapes }, { kind: "tuple", items: m.strides });
