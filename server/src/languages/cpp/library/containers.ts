// Arrays and vectors of the libraries as objects: what their data point to, how large they are and what their addresses are multiples of.
import { elementType, isSubByte, storageOf } from "../../../../../src-engine/algebra/atoms/element-types.ts";
import { asDynamic, dynamicInt, isInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import type { DType, Pointer, Unknown, Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { iterated, roomFor } from "./pointers.ts";
import { plain, type TypeRow, typeRow } from "./row.ts";
import { builtin, elementOrUnknown, typeOf } from "./values.ts";

interface Extent {
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
  array: (type, count) => ({ bytes: count * storageOf(type).bytes, align: storageOf(type).align }),
  array_subbyte: (type, count) => ({ bytes: packedBytes(type, count), align: 1 }),
  array_aligned: aligned,
  aligned_array: aligned,
  AlignedBuffer: aligned,
};

/** A container of `T`: its data are a pointer to `T`. */
function container(name: string, [of, count, align]: readonly Value[]): Value {
  const dtype = elementOrUnknown(of);
  const pointer: Pointer = {
    kind: "pointer",
    space: "generic",
    offset: ZERO,
    ...held(name, dtype),
    ...roomFor(dtype, count),
  };
  const data = builtin("pointer.get", pointer);
  const fields = new Map<string, Value>(
    ["data", "begin", "get", "raw_data", "device_data"].map((member) => [member, data]),
  );
  const n = numberIn(count);
  const size = dtype.kind === "dtype" && n !== undefined ? extents[name]?.(dtype, n, numberIn(align)) : undefined;
  return { kind: "object", name: "a container", fields, ...(size === undefined ? {} : { size }) };
}

/** Only CuTe's own packed array has an iterator; host vectors and CUTLASS's arrays give addresses. */
const held = (name: string, dtype: DType | Unknown): Pick<Pointer, "dtype" | "packed"> =>
  name === "array_subbyte" ? iterated(dtype) : { dtype };

function numberIn(value: Value | undefined): number | undefined {
  const given = value === undefined ? undefined : plain(value);
  return given?.kind === "num" ? given.value : undefined;
}

const names = [
  "host_vector device_vector universal_vector vector DeviceAllocation",
  "array array_aligned Array AlignedArray aligned_array array_subbyte AlignedBuffer",
]
  .join(" ")
  .split(" ");

export const containerTypes: readonly TypeRow[] = names.flatMap((name) =>
  typeRow(name, (args) => typeOf(container(name, args), nameOf(name, args))),
);

/** `AlignedArray<half_t,8>`, as an operation on such elements is named. */
function nameOf(name: string, [of, count]: readonly Value[]): string | undefined {
  const dtype = elementOrUnknown(of);
  const n = numberIn(count);
  return name in extents && dtype.kind === "dtype" && n !== undefined ? `${name}<${dtype.name},${n}>` : undefined;
}

const vector = "a vector of CUDA";

/** Its components are 1 where none are given. */
const dim3: ObjectValue = {
  kind: "object",
  name: vector,
  fields: new Map(["x", "y", "z"].map((name) => [name, dynamicInt(1)])),
  size: { bytes: 12, align: 4 },
};

export const isVector = (object: ObjectValue): boolean => object.name === vector;

/** `uint2{a, b}`, `dim3(a)`: its components by name, run-time numbers. */
export function withComponents(object: ObjectValue, items: readonly Value[]): ObjectValue {
  const given = items
    .slice(0, 4)
    .map((item, i): [string, Value] => ["xyzw"[i] ?? "", isInt(item) ? asDynamic(item) : item]);
  return { ...object, fields: new Map([...object.fields, ...given]) };
}

const letters: Readonly<Record<string, string>> = { u: "unsigned ", longlong: "long long" };

/** `float4`, `uint2`, `__half2`: their components stand one behind the other, aligned together where their number is a power of two. */
export function vectorType(key: string): Value | undefined {
  if (key === "dim3") return typeOf(dim3, key);
  const match = /^(u)?(char|short|int|long|longlong|float|double)([1-4])$/.exec(key);
  const half = /^(?:__half2|half2|__nv_bfloat162|nv_bfloat162)$/.test(key);
  if (match === null && !half) return undefined;
  const part = half ? "__half" : `${letters[match?.[1] ?? ""] ?? ""}${letters[match?.[2] ?? ""] ?? match?.[2]}`;
  const each = elementType(part);
  const count = half ? 2 : Number(match?.[3]);
  const bytes = ((each?.bits ?? 0) / 8) * count;
  const size = { bytes, align: count === 3 ? bytes / 3 : Math.min(bytes, 16) };
  const name = half ? `__${key.replace(/^__/, "")}` : key;
  return typeOf({ kind: "object", name: vector, fields: new Map(), size }, name);
}
