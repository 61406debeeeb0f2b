// A torch tensor as a value: an object with `shape`, `strides` (tuples of integers; `stride` is a method) and `dtype`; contents
// do not matter.

import { difference } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt, mul, ONE } from "../../../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { list, object } from "./values.ts";

export function torchTensor(shape: readonly Int[], stride: readonly Int[], dtype: Value): ObjectValue {
  return object("torch.Tensor", { shape: list(shape), strides: list(stride), dtype });
}

/** The stride of the next outer axis; an axis without elements counts as one of 1. */
export const strideBehind = (stride: Int, extent: Int): Int =>
  extent.kind === "num" && extent.value === 0 ? stride : mul(stride, extent);

export const contiguous = (shape: readonly Int[], dtype: Value): ObjectValue => {
  const strides: Int[] = [];
  let next: Int = ONE;
  for (const extent of [...shape].reverse()) {
    strides.unshift(next);
    next = strideBehind(next, extent);
  }
  return torchTensor(shape, strides, dtype);
};

/** Are the strides those of a tensor just made? Undefined where only the run knows. */
export function isContiguous(parts: TorchParts): boolean | undefined {
  const wanted = torchParts(contiguous(parts.shape, parts.dtype));
  const answers = parts.stride.map((d, i) => {
    const other = wanted?.stride[i];
    return other === undefined ? undefined : difference(d, other);
  });
  if (answers.every((each) => each === 0)) return true;
  return answers.some((each) => each !== undefined && each !== 0) ? false : undefined;
}

/** Is it a contiguous tensor but for the order of its axes? Such strides outlast arithmetic; false where that is not proved. */
export function isDense({ shape, stride }: TorchParts): boolean {
  let left = shape.map((_, i) => i);
  let next: Int = ONE;
  while (left.length > 0) {
    const wanted = next;
    const axis = left.find((i) => stride[i] !== undefined && difference(stride[i], wanted) === 0);
    const extent = axis === undefined ? undefined : shape[axis];
    if (extent === undefined) return false;
    left = left.filter((i) => i !== axis);
    next = mul(next, extent);
  }
  return true;
}

export interface TorchParts {
  readonly shape: readonly Int[];
  readonly stride: readonly Int[];
  readonly dtype: Value;
}

export function torchParts(value: Value): TorchParts | undefined {
  if (value.kind !== "object" || value.name !== "torch.Tensor") return undefined;
  const [shape, stride, dtype] = ["shape", "strides", "dtype"].map((name) => value.fields.get(name));
  if (shape?.kind !== "tuple" || stride?.kind !== "tuple" || dtype === undefined) return undefined;
  return { shape: shape.items.filter(isInt), stride: stride.items.filter(isInt), dtype };
}

/** A tensor of integers with a single element is a number of the run wherever one is wanted: `int(t)`, `t.item()`, a size. */
export function isNumberOfRun(value: Value): boolean {
  const parts = torchParts(value);
  if (parts?.dtype.kind !== "dtype" || !/^u?int$/.test(parts.dtype.family)) return false;
  return parts.shape.every((extent) => extent.kind === "num" && extent.value === 1);
}
