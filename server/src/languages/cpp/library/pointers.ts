// Pointers as CuTe tags them: memory space, element type, the swizzle that a flagged layout leaves on a shared-memory pointer.
import { isSubByte } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { div, dynamicInt, mul, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { composition } from "../../../../../src-engine/algebra/layout/composition.ts";
import { recastLayout } from "../../../../../src-engine/algebra/layout/recast.ts";
import {
  type DType,
  type Pointer,
  type Space,
  type Swizzle,
  type Tensor,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { written } from "../../../../../src-engine/interpret/null-pointer.ts";
import { overlaid } from "../../../../../src-engine/interpret/overlay.ts";
import { layoutOfTensor, typeOf } from "./values.ts";

/** `make_gmem_ptr(p)`, `make_smem_ptr<T>(p)`: what is pointed at stays, where it lies is said. */
export function tagged(space: Space, value: Value, dtype?: DType | Unknown): Pointer {
  if (value.kind === "pointer") {
    const { rows: _, ...pointer } = written(value);
    return { ...pointer, space, ...(dtype === undefined ? {} : iterated(dtype)) };
  }
  const element =
    dtype ?? unknown("the element type of the pointer is not known", value.kind === "unknown" ? value : undefined);
  return { kind: "pointer", space, offset: ZERO, ...(dtype === undefined ? { dtype: element } : iterated(dtype)) };
}

/** What is cast to elements smaller than a byte is an iterator over them (cute/pointer.hpp:66). */
export const iterated = (dtype: DType | Unknown): Pick<Pointer, "dtype" | "packed"> => ({
  dtype,
  packed: dtype.kind === "dtype" && isSubByte(dtype),
});

/** The bytes of an array of `count` elements, where both are known. */
export function roomFor(dtype: DType | Unknown, count: Value | undefined): Pick<Pointer, "room"> {
  const n = count?.kind === "type" ? count.of : count;
  return dtype.kind === "dtype" && n?.kind === "num" && n.value > 0
    ? { room: Math.ceil((n.value * dtype.bits) / 8) }
    : {};
}

/** `remove_pointer_t<T>`, of a value: what a pointer to layouts or strides leads to; anything else as it is. */
export const pointedAt = (value: Value): Value => {
  if (value.kind !== "pointer" || value.of === undefined) return value;
  return value.of.kind === "type" ? value.of.of : value.of;
};

/** A pointer to layouts or strides, one per group, as a type. */
export const pointerTo = (of: Value): Value =>
  typeOf({ kind: "pointer", space: "generic", dtype: unknown("no element type"), offset: dynamicInt(0), of });

/** `recast_ptr<T>(p)`: offsets count elements, so they scale with the widths. */
export function recastPointer(given: Pointer, dtype: DType | Unknown): Pointer {
  const pointer = overlaid(given, dtype);
  const from = pointer.dtype;
  if (from.kind !== "dtype" || dtype.kind !== "dtype") return { ...pointer, ...iterated(dtype) };
  const { offset } = pointer;
  if (from.bits === dtype.bits || offset.kind === "unknown") return { ...pointer, ...iterated(dtype) };
  const bits = mul(offset, staticInt(from.bits));
  return { ...pointer, ...iterated(dtype), offset: div(bits, staticInt(dtype.bits)) };
}

/** `recast<T>(tensor)`: engine and layout in elements of the new type. */
export function recastTensor(ctx: Context, tensor: Tensor, dtype: DType | Unknown): Tensor {
  const { engine } = tensor;
  if (engine.kind !== "pointer") return ctx.stop({ code: "unsupported", message: "recast of a coordinate tensor" });
  if (engine.dtype.kind !== "dtype" || dtype.kind !== "dtype") {
    return { ...tensor, engine: { ...engine, dtype }, layout: unknown("recast between types that are not known") };
  }
  const layout = recastLayout(ctx, layoutOfTensor(ctx, tensor), engine.dtype.bits, dtype.bits);
  return { kind: "tensor", engine: recastPointer(engine, dtype), layout };
}

/** `as_position_independent_swizzle_tensor(t)`: the pointer's swizzle, which is in bytes, goes back to the layout, in elements. */
export function positionIndependent(ctx: Context, tensor: Tensor): Tensor {
  const { engine } = tensor;
  if (engine.kind !== "pointer" || engine.swizzle === undefined) return tensor;
  if (engine.dtype.kind !== "dtype") return { ...tensor, layout: unknown("a swizzle in elements of an unknown type") };
  const { swizzle, ...bare } = engine;
  const layout = composition(ctx, inElements(swizzle, engine.dtype.bits), layoutOfTensor(ctx, tensor));
  return layout.kind === "swizzle" ? tensor : { kind: "tensor", engine: bare, layout };
}

const inElements = (swizzle: Swizzle, bits: number): Swizzle => ({ ...swizzle, m: swizzle.m + 3 - Math.log2(bits) });
