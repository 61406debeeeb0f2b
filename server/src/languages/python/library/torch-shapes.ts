// Shapes of host tensors under torch's own indexing, broadcasting and reshaping: what reaches a kernel through host code.
//
// A part that the run decides (a mask, an index tensor) makes the result unknown.
import { difference } from "../../../../../src-engine/algebra/int/ask.ts";
import { div, isInt, mul, ONE, staticInt, sub, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { runtimeInteger } from "./runtime-objects.ts";
import { contiguous, isContiguous, isDense, type TorchParts, torchParts, torchTensor } from "./torch-tensor.ts";
import { list } from "./values.ts";

interface Axes {
  readonly shape: Int[];
  readonly stride: Int[];
}

/** `x[..., :64]`, `x[0]`, `x[None, :, 1:]`. */
export function indexTorch(tensor: TorchParts, args: readonly Value[]): Value {
  const [only] = args;
  const items = args.length === 1 && only?.kind === "tuple" ? only.items : args;
  const taken = items.filter((one) => one.kind !== "underscore" && !isEllipsis(one)).length;
  if (taken > tensor.shape.length) return unknown("more indices than the tensor has dimensions");
  const axes: Axes = { shape: [], stride: [] };
  let at = 0;
  const keep = (count: number): void => {
    for (let i = 0; i < count; i++, at++) push(axes, tensor.shape[at], tensor.stride[at]);
  };
  for (const item of items) {
    if (isEllipsis(item)) keep(tensor.shape.length - taken - at);
    else if (item.kind === "underscore") push(axes, ONE, ZERO);
    else if (isInt(item)) at++;
    else {
      const extent = sliceExtent(item, tensor.shape[at]);
      if (extent === undefined) return unknown("an index whose extent only the run knows");
      push(axes, extent, tensor.stride[at++]);
    }
  }
  keep(tensor.shape.length - at);
  return torchTensor(axes.shape, axes.stride, tensor.dtype);
}

const isEllipsis = (value: Value): boolean => value.kind === "builtin" && value.name === "Ellipsis";

function push(axes: Axes, extent: Int | undefined, stride: Int | undefined): void {
  if (extent === undefined || stride === undefined) return;
  axes.shape.push(extent);
  axes.stride.push(stride);
}

/** `a:b` of an axis; a step other than 1 is not followed. */
function sliceExtent(item: Value, extent: Int | undefined): Int | undefined {
  if (item.kind !== "range" || extent === undefined) return undefined;
  const { start, stop, step } = item;
  if (step.kind !== "underscore") return undefined;
  const bound = (value: Value, missing: Int): Int | undefined => {
    if (value.kind === "underscore") return missing;
    if (!isInt(value)) return undefined;
    return value.kind === "num" && value.value < 0 ? sub(extent, staticInt(-value.value)) : value;
  };
  const [from, to] = [bound(start, ZERO), bound(stop, extent)];
  if (from === undefined || to === undefined) return undefined;
  const beyond = difference(to, extent);
  return sub(beyond !== undefined && beyond > 0 ? extent : to, from);
}

/** Sizes with one -1 in them. */
function inferred(tensor: TorchParts, sizes: readonly Int[]): readonly Int[] {
  const open = sizes.findIndex((size) => size.kind === "num" && size.value === -1);
  if (open < 0) return sizes;
  const all = tensor.shape.reduce<Int>(mul, ONE);
  const others = sizes.filter((_, i) => i !== open).reduce<Int>(mul, ONE);
  return sizes.map((size, i) => (i === open ? div(all, others) : size));
}

/** `x.expand(-1, 4, -1)`: broadcast axes have stride 0. */
export function expanded(tensor: TorchParts, sizes: readonly Int[]): Value {
  const added = sizes.length - tensor.shape.length;
  const shape: Int[] = [];
  const stride: Int[] = [];
  sizes.forEach((size, i) => {
    const old = tensor.shape[i - added];
    const keeps = old !== undefined && ((size.kind === "num" && size.value === -1) || sameInt(size, old));
    shape.push(keeps ? old : size);
    stride.push(keeps ? (tensor.stride[i - added] ?? ZERO) : ZERO);
  });
  return torchTensor(shape, stride, tensor.dtype);
}

const sameInt = (a: Int, b: Int): boolean => difference(a, b) === 0;

/** A contiguous tensor under another shape is contiguous; of another it depends on its strides whether torch copies it. */
export function reshaped(tensor: TorchParts, sizes: readonly Int[]): Value {
  return isContiguous(tensor) === true
    ? contiguous(inferred(tensor, sizes), tensor.dtype)
    : unknown("the strides of a reshaped tensor that is not known to be contiguous");
}

/** Axes `from` to `to` become one. */
export function flattened(tensor: TorchParts, from: number, to: number): Value {
  const merged = tensor.shape.slice(from, to + 1).reduce<Int>(mul, ONE);
  return reshaped(tensor, [...tensor.shape.slice(0, from), merged, ...tensor.shape.slice(to + 1)]);
}

export function squeezed(tensor: TorchParts, axis: number | undefined): Value {
  const kept = tensor.shape.flatMap((extent, i) => ((axis === undefined || axis === i) && isUnit(extent) ? [] : [i]));
  const of = (items: readonly Int[]): Int[] => kept.flatMap((i) => items[i] ?? []);
  return torchTensor(of(tensor.shape), of(tensor.stride), tensor.dtype);
}

/** `x.chunk(2, dim=-1)` and `x.split(n)` give views of equal extents. */
export function chunks(tensor: TorchParts, count: number, axis: number): Value {
  const extent = tensor.shape[axis];
  if (extent?.kind !== "num" || extent.value % count !== 0) return unknown("parts of extents that are not known");
  const shape = tensor.shape.map((one, i) => (i === axis ? staticInt(extent.value / count) : one));
  return list(Array.from({ length: count }, () => torchTensor(shape, tensor.stride, tensor.dtype)));
}

/**
 * Elementwise arithmetic keeps the strides of a tensor without gaps, and so of two that agree; contiguous tensors broadcast to a
 * contiguous one. Which axis is contiguous in the rest is torch's to choose.
 */
export function arithmeticOf(left: Value, right: Value): Value | undefined {
  const [a, b] = [torchParts(left), torchParts(right)];
  if (a === undefined && b === undefined) return undefined;
  const [first, second, other] = a === undefined ? [b, undefined, left] : [a, b, right];
  if (first === undefined) return undefined;
  if (second === undefined && !isNumber(other))
    return unknown("an operand whose shape is not known", other.kind === "unknown" ? other : undefined);
  if (second === undefined || isAlike(first, second))
    return isDense(withoutUnits(first)) ? computed(first) : unknown(notDense);
  if (isContiguous(withoutUnits(first)) !== true || isContiguous(withoutUnits(second)) !== true)
    return unknown(notDense);
  const result = torchParts(contiguous(broadcast(first.shape, second.shape), first.dtype));
  return result === undefined ? undefined : computed(result);
}

/** A number leaves the shape; what is not known to be one may be a tensor that broadcasts it. */
const isNumber = (value: Value): boolean =>
  value.kind === "num" || value.kind === "float" || (value.kind === "unknown" && value.type?.kind === "dtype");

/** A result of torch's arithmetic: which stride an axis of 1 has there is torch's affair, `(64,1,65536)` may become `(64,1,1)`. */
const computed = ({ shape, stride, dtype }: TorchParts): Value =>
  torchTensor(
    shape,
    stride.map((d, i) => (shape.length > 1 && isUnit(shape[i]) ? someStride : d)),
    dtype,
  );

const someStride: Int = { ...runtimeInteger("stride"), know: "static" };

const isUnit = (extent: Int | undefined): boolean => extent?.kind === "num" && extent.value === 1;

/** The axes whose strides matter. */
function withoutUnits({ shape, stride, dtype }: TorchParts): TorchParts {
  const kept = <T>(items: readonly T[]): T[] => items.filter((_, i) => !isUnit(shape[i]));
  return { shape: kept(shape), stride: kept(stride), dtype };
}

const notDense = "the strides of what torch computes from a tensor that is not known to be contiguous";

const isAlike = (a: TorchParts, b: TorchParts): boolean =>
  a.shape.length === b.shape.length &&
  a.shape.every((extent, i) => sameInt(extent, b.shape[i] ?? ZERO)) &&
  a.stride.every((d, i) => isUnit(a.shape[i]) || sameInt(d, b.stride[i] ?? ZERO));

/** Axes are matched from the last; an extent of 1 gives way. */
function broadcast(a: readonly Int[], b: readonly Int[]): readonly Int[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((extent, i) => {
    const other = short[i - (long.length - short.length)];
    return other !== undefined && extent.kind === "num" && extent.value === 1 ? other : extent;
  });
}
