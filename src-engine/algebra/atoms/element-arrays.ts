// Arrays of elements and CUDA's vectors: how large they are and what their addresses are multiples of. Held against the compiler in
// test/goldens/types.jsonl.
import type { DType } from "../value.ts";
import { elementType, isSubByte, storageOf } from "./element-types.ts";

/** What `T[N]` is as a type, and where it holds `T` and `N` of which it is not known yet how large they are. */
export const arrayKey = "(array)";
export const elementField = "(element)";
export const countField = "(count)";

export interface Extent {
  readonly bytes: number;
  readonly align: number;
}

type ExtentOf = (type: DType, count: number, align: number | undefined) => Extent | undefined;

const upTo = (bytes: number, align: number): Extent => ({ bytes: Math.ceil(bytes / align) * align, align });

const packedBytes = (type: DType, count: number): number =>
  isSubByte(type) ? Math.ceil((count * type.bits) / 8) : count * storageOf(type).bytes;

/** Words of up to four bytes that the elements fill (cutlass/array.h, cutlass/array_subbyte.h); six bits fill none. */
const registers: ExtentOf = (type, count) => {
  if (type.bits === 6) return undefined;
  const bits = type.bits * count;
  const word = bits % 32 === 0 ? 4 : bits % 16 === 0 ? 2 : 1;
  return upTo(packedBytes(type, count), Math.max(storageOf(type).align, word));
};

const aligned: ExtentOf = (type, count, align = 16) => upTo(Math.max(count * storageOf(type).bytes, 1), align);

const extents: Readonly<Record<string, ExtentOf>> = {
  Array: registers,
  AlignedArray: (type, count, align = Math.ceil((type.bits * count) / 8)) => {
    const base = registers(type, count, undefined);
    return base && upTo(base.bytes, Math.max(align, base.align));
  },
  // Of no elements it is an empty class.
  array: (type, count) =>
    count === 0 ? { bytes: 1, align: 1 } : { bytes: count * storageOf(type).bytes, align: storageOf(type).align },
  array_subbyte: (type, count) => ({ bytes: packedBytes(type, count), align: 1 }),
  array_aligned: aligned,
  aligned_array: aligned,
  AlignedBuffer: aligned,
};

export const isArrayName = (name: string): boolean => name in extents;

/** `sizeof` and `alignof` of `Array<T, N>` and its like; undefined where the array is none of these or its packing is not modelled. */
export const arrayExtent = (name: string, type: DType, count: number, align?: number): Extent | undefined =>
  extents[name]?.(type, count, align);

const letters: Readonly<Record<string, string>> = { u: "unsigned ", longlong: "long long" };

/** `float4`, `uint2`, `__half2`: their components stand one behind the other, aligned together where their number is a power of two. */
export function cudaVector(key: string): (Extent & { readonly name: string }) | undefined {
  const match = /^(u)?(char|short|int|long|longlong|float|double)([1-4])$/.exec(key);
  const half = /^(?:__half2|half2|__nv_bfloat162|nv_bfloat162)$/.test(key);
  if (match === null && !half) return undefined;
  const part = half ? "__half" : `${letters[match?.[1] ?? ""] ?? ""}${letters[match?.[2] ?? ""] ?? match?.[2]}`;
  const count = half ? 2 : Number(match?.[3]);
  const bytes = ((elementType(part)?.bits ?? 0) / 8) * count;
  const align = count === 3 ? bytes / 3 : Math.min(bytes, 16);
  return { bytes, align, name: half ? `__${key.replace(/^__/, "")}` : key };
}

/** What one thread moves at once: an element, or an array or a vector of them as one. */
export function unitType(spelling: string): DType | undefined {
  const name = spelling.replace(/\s+/g, "").replace(/^(?:cutlass::|cute::)+/, "");
  const [, array, of, count] = /^(\w+)<(.+),(\d+)>$/.exec(name) ?? [];
  const type = of === undefined ? undefined : elementType(of);
  const extent = array !== undefined && type !== undefined ? arrayExtent(array, type, Number(count)) : cudaVector(name);
  return elementType(spelling) ?? (extent && { kind: "dtype", name, bits: extent.bytes * 8, family: "other" });
}
