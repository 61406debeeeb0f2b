// A torch tensor in CuTe's eyes: a tensor in global memory of its shape and strides, and what its variable is called.
import { ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import {
  type Int,
  layout,
  type Pointer,
  type Shape,
  type Strides,
  type Tensor,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { inMemory } from "./dtypes.ts";
import type { Bound } from "./row.ts";
import { isContiguous, type TorchParts } from "./torch-tensor.ts";

/**
 * A host tensor as DLPack hands it over. Of one that is not contiguous the exporter may write another stride for a size 1,
 * (64,1,65536) becomes (64,1,1): a symbol, unless torch's is 1 already.
 */
export function hostTensor(
  b: Bound,
  parts: TorchParts,
  dtype: Value,
  align: number | undefined,
  base?: string,
): Tensor {
  const exact = isContiguous(parts) === true;
  const stride = parts.stride.map((d, i) =>
    exact || !isOne(parts.shape[i]) || isOne(d) ? d : strideOf(b, base, i, d),
  );
  const tensor = gmemTensor(dtype, { kind: "tuple", items: parts.shape }, { kind: "tuple", items: stride }, align);
  const order = outerToInner({ shape: parts.shape, stride });
  const { engine } = tensor;
  return named(
    engine.kind === "pointer" && order !== undefined ? { ...tensor, engine: { ...engine, order } } : tensor,
    base,
  );
}

function strideOf(b: Bound, base: string | undefined, i: number, torchs: Int): Int {
  const found = b.call.symbol(`${base ?? "from_dlpack"}.stride[${i}]`, { width: 64, fresh: true });
  return found.kind === "sym" ? { ...found, know: torchs.know } : torchs;
}

export function gmemTensor(dtype: Value, shape: Shape, stride: Strides, align: number | undefined): Tensor {
  const element = dtype.kind === "dtype" ? inMemory(dtype) : unknown("the element type is not visible");
  const engine: Pointer = {
    kind: "pointer",
    space: "gmem",
    dtype: element,
    offset: ZERO,
    ...(align === undefined ? {} : { align }),
  };
  return { kind: "tensor", engine, layout: layout(shape, stride) };
}

export const alignIn = (b: Bound): number | undefined => {
  const align = b.optional("assumed_align");
  return align?.kind === "num" ? align.value : undefined;
};

/** Without a word about it the library takes no more than the element's own alignment for granted. */
export function alignFor(b: Bound, dtype: Value): number | undefined {
  const given = b.optional("assumed_align");
  if (given !== undefined && given.kind !== "underscore") return alignIn(b);
  return dtype.kind === "dtype" && dtype.bits >= 8 ? dtype.bits / 8 : undefined;
}

/** The host variable's name, so that its symbols can be shown under it. */
export const nameIn = (b: Bound, parameter: string): string | undefined => {
  const expr = b.argument(parameter)?.expr;
  return expr?.kind === "name" ? expr.path.join(".") : undefined;
};

export const named = (tensor: Tensor, base: string | undefined): Tensor =>
  base === undefined || tensor.engine.kind !== "pointer" ? tensor : { ...tensor, engine: { ...tensor.engine, base } };

export const baseOf = (tensor: Tensor): string =>
  tensor.engine.kind === "pointer" && tensor.engine.base !== undefined ? tensor.engine.base : "from_dlpack";

export interface Flat {
  readonly shape: readonly Int[];
  readonly stride: readonly Int[];
}

/** The modes by falling stride; undefined where a stride is the run's or two are equal: the library does not deduce an order then. */
export function outerToInner(flat: Flat): number[] | undefined {
  const strides = flat.stride.map((d) => (d.kind === "num" ? d.value : undefined));
  if (strides.includes(undefined) || new Set(strides).size < strides.length) return undefined;
  return strides.map((_, i) => i).sort((i, j) => (strides[j] ?? 0) - (strides[i] ?? 0));
}

export const isOne = (extent: Int | undefined): boolean => extent?.kind === "num" && extent.value === 1;
