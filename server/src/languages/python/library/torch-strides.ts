// The strides that torch gives what it makes of other tensors: views under another shape, copies, results element by element.
//
// Where extents or strides that decide are the run's, nothing is known of the result's.
import { difference } from "../../../../../src-engine/algebra/int/ask.ts";
import { ONE, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { runtimeInteger } from "./runtime-objects.ts";
import { contiguous, isContiguous, isDense, strideBehind, type TorchParts, torchTensor } from "./torch-tensor.ts";

const notDense = "the strides of what torch computes from a tensor that is not known to be contiguous";

export const isUnit = (extent: Int | undefined): boolean => extent?.kind === "num" && extent.value === 1;
export const sameInt = (a: Int, b: Int): boolean => difference(a, b) === 0;

/**
 * The same elements under another shape (ATen's computeStride): the strides of a view; "copied" where there is none, undefined
 * where only the run knows. Axes that lie behind each other without a gap are one chunk, which the new axes must share.
 */
export function viewStrides(tensor: TorchParts, sizes: readonly Int[]): readonly Int[] | Copied | undefined {
  return viewOf(tensor, sizes) ?? viewWithoutUnits(tensor, sizes);
}

function viewOf({ shape, stride }: TorchParts, sizes: readonly Int[]): readonly Int[] | Copied | undefined {
  const [old, strides, wanted] = [shape, stride, sizes].map((all) => all.map(numberOf));
  if (!isKnown(old) || !isKnown(strides) || !isKnown(wanted)) return undefined;
  return view(old, strides, wanted)?.map(staticInt) ?? "copied";
}

const isKnown = (all: readonly (number | undefined)[] | undefined): all is readonly number[] =>
  all?.every((one) => one !== undefined) === true;

/** Axes of 1 decide nothing; the strides of new ones stay open. */
function viewWithoutUnits(tensor: TorchParts, sizes: readonly Int[]): readonly Int[] | Copied | undefined {
  const found = viewOf(
    withoutUnits(tensor),
    sizes.filter((size) => !isUnit(size)),
  );
  if (found === undefined || found === "copied") return found;
  const rest = [...found];
  return sizes.map((size) => (isUnit(size) ? someStride : (rest.shift() ?? ONE)));
}

type Copied = "copied";
const numberOf = (x: Int): number | undefined => (x.kind === "num" ? x.value : undefined);

function view(old: readonly number[], strides: readonly number[], wanted: readonly number[]): readonly number[] | null {
  const found: number[] = [];
  let next = wanted.length - 1;
  let base = strides.at(-1) ?? 1;
  let chunk = 1;
  for (let i = old.length - 1; i >= 0; i--) {
    chunk *= old[i]!;
    if (i > 0 && (old[i - 1] === 1 || strides[i - 1] === chunk * base)) continue;
    let reached = 1;
    for (; next >= 0 && (reached < chunk || wanted[next] === 1); next--) {
      found.unshift(reached * base);
      reached *= wanted[next]!;
    }
    if (reached !== chunk) return null;
    if (i > 0) [base, chunk] = [strides[i - 1]!, 1];
  }
  return next < 0 ? found : null;
}

/** A copy that keeps what it can of the strides (torch.preserve_format): without gaps, the axes in the same order. */
export const preserved = (tensor: TorchParts): Value =>
  isDense(withoutUnits(tensor))
    ? torchTensor(tensor.shape, tensor.stride, tensor.dtype)
    : elementwise([tensor], tensor.dtype);

/** What torch computes element by element of tensors that broadcast to one shape. */
export function elementwise(operands: readonly TorchParts[], dtype: Value): Value {
  const [first, ...others] = operands;
  if (first === undefined) return unknown(notDense);
  if (others.every((one) => isAlike(first, one)) && isDense(withoutUnits(first)))
    return computed(first.shape, first.stride, dtype);
  const shape = operands.map((one) => one.shape).reduce(broadcast);
  if (operands.every((one) => isContiguous(withoutUnits(one)) === true)) return withStrides(shape, undefined, dtype);
  const order = innerToOuter(operands, shape);
  return order === undefined ? unknown(notDense) : withStrides(shape, order, dtype);
}

/** A result of torch's arithmetic: which stride an axis of 1 has there is torch's affair, `(64,1,65536)` may become `(64,1,1)`. */
const computed = (shape: readonly Int[], stride: readonly Int[], dtype: Value): Value =>
  torchTensor(
    shape,
    stride.map((d, i) => (shape.length > 1 && isUnit(shape[i]) ? someStride : d)),
    dtype,
  );

const someStride: Int = { ...runtimeInteger("stride"), know: "static" };

/** Without gaps, the axes in the order given, else as a new tensor has them. */
function withStrides(shape: readonly Int[], order: readonly number[] | undefined, dtype: Value): Value {
  const stride: Int[] = shape.map(() => ONE);
  let next: Int = ONE;
  for (const axis of order ?? shape.map((_, i) => i).reverse()) {
    stride[axis] = next;
    next = strideBehind(next, shape[axis] ?? ONE);
  }
  return computed(shape, stride, dtype);
}

/** The axes whose strides matter. */
function withoutUnits({ shape, stride, dtype }: TorchParts): TorchParts {
  const kept = <T>(items: readonly T[]): T[] => items.filter((_, i) => !isUnit(shape[i]));
  return { shape: kept(shape), stride: kept(stride), dtype };
}

const isAlike = (a: TorchParts, b: TorchParts): boolean =>
  a.shape.length === b.shape.length &&
  a.shape.every((extent, i) => sameInt(extent, b.shape[i] ?? ZERO)) &&
  a.stride.every((d, i) => isUnit(a.shape[i]) || sameInt(d, b.stride[i] ?? ZERO));

/** Axes are matched from the last; an extent of 1 gives way. */
export function broadcast(a: readonly Int[], b: readonly Int[]): readonly Int[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((extent, i) => {
    const other = short[i - (long.length - short.length)];
    return other !== undefined && isUnit(extent) ? other : extent;
  });
}

/** The axes by the strides of the first operand that tells them apart (ATen's reorder_dimensions); undefined where none does. */
function innerToOuter(operands: readonly TorchParts[], shape: readonly Int[]): readonly number[] | undefined {
  const axes = shape.flatMap((extent, i) => (isUnit(extent) ? [] : [i]));
  const inside = (i: number, j: number): number | undefined => {
    for (const one of operands) {
      const [a, b] = [i, j].map((axis) => strideAt(one, shape.length, axis));
      if (a === undefined || b === undefined) return undefined;
      if (a !== 0 && b !== 0 && a !== b) return a - b;
      if (a !== 0 && b !== 0) return undefined;
    }
    return undefined;
  };
  const pairs = axes.flatMap((i) => axes.filter((j) => j !== i).map((j) => inside(i, j)));
  if (pairs.includes(undefined)) return undefined;
  const rank = (i: number): number => axes.filter((j) => j !== i && inside(j, i)! < 0).length;
  const sorted = [...axes].sort((i, j) => rank(i) - rank(j));
  return new Set(axes.map(rank)).size === axes.length ? sorted : undefined;
}

/** The stride along an axis of the result, 0 where the operand is repeated; undefined where only the run knows. */
function strideAt({ shape, stride }: TorchParts, rank: number, axis: number): number | undefined {
  const own = axis - (rank - shape.length);
  if (own < 0 || isUnit(shape[own])) return 0;
  return stride[own] === undefined || shape[own]?.kind !== "num" ? undefined : numberOf(stride[own]);
}

/** A tensor just made, of this shape: what torch gives where it does not keep an order of axes. */
export const fresh = (shape: readonly Int[], dtype: Value): Value => contiguous(shape, dtype);
