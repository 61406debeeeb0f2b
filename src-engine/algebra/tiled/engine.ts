// What a tensor starts with, and how far along: pointers, counting iterators, coordinates.
import type { Context } from "../context.ts";
import { isInt, ZERO } from "../int/int.ts";
import { movePointer } from "../layout/pointer.ts";
import { addIndex, coordinateOf, type Index, iteratorAt, type Offset } from "../tuple/scalar.ts";
import type { AnyLayout, DType, Pointer, Tensor, Unknown } from "../value.ts";
import { unknown } from "../value.ts";

export type Engine = Tensor["engine"];

/** `data() + offset`. */
export function advance(ctx: Context, engine: Engine, offset: Offset): Engine {
  if (engine.kind === "unknown") return engine;
  if (engine.kind === "lazy-iterator") return { ...engine, of: advance(ctx, engine.of, offset) };
  if (offset.kind === "mixed") return unknown("an offset with swizzled bits cannot be added");
  if (engine.kind === "pointer") return advancePointer(ctx, engine, offset);
  const sum = addIndex(ctx, engine.kind === "arith" ? coordinateOf(engine) : engine, offset);
  if (sum.kind === "basis") return unknown("a scaled basis is no iterator");
  return engine.kind === "arith" && isInt(sum) ? iteratorAt(sum) : sum;
}

function advancePointer(ctx: Context, { to: _, ...pointer }: Pointer, offset: Index): Pointer {
  if (pointer.offset.kind === "unknown") return pointer;
  if (!isInt(offset)) return { ...pointer, offset: unknown("a coordinate is added to a pointer") };
  return movePointer(ctx, pointer, offset);
}

/** A register array that a fragment owns. */
export const registers = (dtype: DType | Unknown): Pointer => ({ kind: "pointer", space: "rmem", dtype, offset: ZERO });

/** `make_tmem_ptr<T>(address)`. */
export const tmemPointer = (dtype: DType, address = 0): Pointer => ({
  kind: "pointer",
  space: "tmem",
  dtype,
  offset: ZERO,
  address,
});

export const smemPointer = (dtype: DType, address: number): Pointer => ({
  kind: "pointer",
  space: "smem",
  dtype,
  offset: ZERO,
  address,
});

/**
 * `make_tensor(pointer, layout)`: a swizzle flagged on a layout for a shared-memory pointer moves to the pointer
 * (pointer_flagged.hpp:118): `Sw<3,4,3> o smem_ptr[16b](unset) o L` becomes `Sw<3,4,3>_smem_ptr[16b](…) o L`.
 */
export function makeTensor(engine: Engine, layout: AnyLayout | Unknown): Tensor {
  if (engine.kind !== "pointer" || layout.kind !== "composed" || layout.offset.kind !== "flag") {
    return { kind: "tensor", engine, layout };
  }
  const { outer, inner } = layout;
  if (outer.kind !== "swizzle" || inner.kind !== "layout") return { kind: "tensor", engine, layout };
  return { kind: "tensor", engine: outer.b === 0 ? engine : { ...engine, swizzle: outer }, layout: inner };
}
