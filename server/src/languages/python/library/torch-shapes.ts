// Shapes of host tensors under torch's own indexing, broadcasting and reshaping: what reaches a kernel through host code.
//
// A part that the run decides (a mask, an index tensor) makes the result unknown.
import { difference } from "../../../../../src-engine/algebra/int/ask.ts";
import { div, isInt, mul, ONE, staticInt, sub, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { elementwise, isUnit, sameInt, viewStrides } from "./torch-strides.ts";
import { contiguous, isContiguous, type TorchParts, torchParts, torchTensor } from "./torch-tensor.ts";
import { typeOfArithmetic } from "./torch-types.ts";
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
    else if (item.kind === "underscore") push(axes, ONE, strideOfNew(tensor, at));
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

/** Of a new axis before the one at `at`. */
export const strideOfNew = ({ shape, stride }: TorchParts, at: number): Int => mul(shape[at] ?? ONE, stride[at] ?? ONE);

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

/** A view where the strides allow one, else a copy. */
export function reshaped(tensor: TorchParts, sizes: readonly Int[]): Value {
  const shape = inferred(tensor, sizes);
  if (isContiguous(tensor) === true) return contiguous(shape, tensor.dtype);
  const strides = viewStrides(tensor, shape);
  if (strides === undefined) return unknown("the strides of a reshaped tensor that is not known to be contiguous");
  return strides === "copied" ? contiguous(shape, tensor.dtype) : torchTensor(shape, strides, tensor.dtype);
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

/** `x + y` of tensors and numbers; undefined where no operand is a tensor. */
export function arithmeticOf(op: string, left: Value, right: Value): Value | undefined {
  const parts = [left, right].map(torchParts);
  if (parts.every((one) => one === undefined)) return undefined;
  const open = [left, right].find((one, i) => parts[i] === undefined && !isNumber(one));
  return open === undefined ? computedOf([left, right], typeOfArithmetic(op, [left, right])) : notShaped(open);
}

/** A function of elements; operands that are no tensors are numbers. */
export const computedOf = (operands: readonly Value[], dtype: Value): Value =>
  elementwise(
    operands.flatMap((one) => torchParts(one) ?? []),
    dtype,
  );

export const notShaped = (operand: Value): Value =>
  unknown("an operand whose shape is not known", operand.kind === "unknown" ? operand : undefined);

/** A number leaves the shape; what is not known to be one may be a tensor that broadcasts it. */
export const isNumber = (value: Value): boolean =>
  value.kind === "num" || value.kind === "float" || (value.kind === "unknown" && value.type?.kind === "dtype");
