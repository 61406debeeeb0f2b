// A torch tensor as a value: an object with `shape`, `strides` (tuples of integers; `stride` is a method) and `dtype`; contents
// do not matter.

import { isInt, mul, ONE } from "../../../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { list, object } from "./values.ts";

export function torchTensor(shape: readonly Int[], stride: readonly Int[], dtype: Value): ObjectValue {
  return object("torch.Tensor", { shape: list(shape), strides: list(stride), dtype });
}

export const contiguous = (shape: readonly Int[], dtype: Value): ObjectValue => {
  const strides: Int[] = [];
  let next: Int = ONE;
  for (const extent of [...shape].reverse()) {
    strides.unshift(next);
    next = mul(next, extent);
  }
  return torchTensor(shape, strides, dtype);
};

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
