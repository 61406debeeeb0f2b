// Arrays and vectors of the libraries as objects: what their data point to, how large they are and what their addresses are multiples of.
import {
  arrayExtent,
  arrayKey,
  countField,
  cudaVector,
  elementField,
  isArrayName,
} from "../../../../../src-engine/algebra/atoms/element-arrays.ts";
import { asDynamic, dynamicInt, isInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import type { DType, Pointer, Unknown, Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { iterated, roomFor } from "./pointers.ts";
import { plain, type TypeRow, typeRow } from "./row.ts";
import { builtin, elementOrUnknown, typeOf } from "./values.ts";

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
    ["data", "begin", "get", "raw_data", "device_data", "host_data"].map((member) => [member, data]),
  );
  const n = numberIn(count);
  const size = dtype.kind === "dtype" && n !== undefined ? arrayExtent(name, dtype, n, numberIn(align)) : undefined;
  return { kind: "object", name: "a container", fields, ...(size === undefined ? {} : { size }) };
}

/** Only CuTe's own packed array has an iterator; host vectors and CUTLASS's arrays give addresses. */
const held = (name: string, dtype: DType | Unknown): Pick<Pointer, "dtype" | "packed"> =>
  name === "array_subbyte" ? iterated(dtype) : { dtype };

/** A template argument that is a known number. */
export function numberIn(value: Value | undefined): number | undefined {
  const given = value === undefined ? undefined : plain(value);
  return given?.kind === "num" ? given.value : undefined;
}

const names = [
  "host_vector device_vector universal_vector vector DeviceAllocation",
  "array array_aligned Array AlignedArray aligned_array array_subbyte AlignedBuffer",
]
  .join(" ")
  .split(" ");

export const containerTypes: readonly TypeRow[] = [
  ...names.flatMap((name) => typeRow(name, (args) => typeOf(container(name, args), nameOf(name, args)))),
  // Its second argument is how the elements lie, no number of them.
  ...typeRow("HostTensor", (args) => typeOf(container("HostTensor", args.slice(0, 1)))),
  ...typeRow(arrayKey, plainArray),
];

/** `T[N]`: as `array<T, N>`; of a class how large it is whoever asks for the size finds out. */
function plainArray(args: readonly Value[]): Value {
  const made = container("array", args);
  const [of, count] = args;
  if (made.kind !== "object" || made.size !== undefined || of === undefined || count === undefined) return typeOf(made);
  return typeOf({ ...made, fields: new Map([...made.fields, [elementField, of], [countField, count]]) });
}

/** `AlignedArray<half_t,8>`, as an operation on such elements is named. */
function nameOf(name: string, [of, count]: readonly Value[]): string | undefined {
  const dtype = elementOrUnknown(of);
  const n = numberIn(count);
  return isArrayName(name) && dtype.kind === "dtype" && n !== undefined ? `${name}<${dtype.name},${n}>` : undefined;
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

/** `float4`, `uint2`, `__half2`: their components stand one behind the other, aligned together where their number is a power of two. */
export function vectorType(key: string): Value | undefined {
  if (key === "dim3") return typeOf(dim3, key);
  const found = cudaVector(key);
  return found && typeOf({ kind: "object", name: vector, fields: new Map(), size: found }, found.name);
}
