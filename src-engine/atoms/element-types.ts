// Element types by name: C++ spellings (with or without namespace, CUDA's own names) and the DSL's numeric types.
//
// `bits` is cute::sizeof_bits. One row per type; the spelling of a row's first name is what CUTLASS itself writes.
import type { DType } from "../value.ts";

type Row = readonly [names: string, bits: number, family: DType["family"]];

const rows: readonly Row[] = [
  ["half_t __half half __nv_half fp16 Float16 at::Half c10::Half", 16, "float"],
  ["bfloat16_t __nv_bfloat16 nv_bfloat16 BFloat16 at::BFloat16 c10::BFloat16", 16, "float"],
  ["tfloat32_t TFloat32", 32, "float"],
  ["float Float32 float32_t", 32, "float"],
  ["double Float64 float64_t", 64, "float"],
  ["float_e4m3_t __nv_fp8_e4m3 Float8E4M3FN", 8, "float"],
  ["float_e5m2_t __nv_fp8_e5m2 Float8E5M2", 8, "float"],
  ["float_ue4m3_t", 8, "float"],
  ["float_ue8m0_t Float8E8M0FNU", 8, "float"],
  ["float_e2m3_t Float6E2M3FN", 6, "float"],
  ["float_e3m2_t Float6E3M2FN", 6, "float"],
  ["float_e2m1_t Float4E2M1FN", 4, "float"],
  ["detail::float_e2m1_unpacksmem_t float_e2m1_unpacksmem_t", 4, "float"],
  ["detail::float_e2m3_unpacksmem_t float_e2m3_unpacksmem_t", 6, "float"],
  ["detail::float_e3m2_unpacksmem_t float_e3m2_unpacksmem_t", 6, "float"],
  ["type_erased_dynamic_float8_t", 8, "float"],
  ["type_erased_dynamic_float6_t", 6, "float"],
  ["type_erased_dynamic_float4_t", 4, "float"],
  ["Float8E4M3B11FNUZ", 8, "float"],
  ["Float8E3M4", 8, "float"],
  ["Float8E4M3", 8, "float"],
  ["bool Boolean", 8, "bool"],
  ["char", 8, "int"],
  ["int8_t Int8", 8, "int"],
  ["uint8_t Uint8", 8, "uint"],
  ["byte std::byte", 8, "uint"],
  ["int16_t Int16", 16, "int"],
  ["uint16_t Uint16", 16, "uint"],
  ["int32_t int Int32", 32, "int"],
  ["uint32_t unsigned Uint32", 32, "uint"],
  ["int64_t Int64", 64, "int"],
  ["long longlong", 64, "int"],
  ["uint64_t Uint64", 64, "uint"],
  ["size_t", 64, "uint"],
  ["uint128_t Uint128", 128, "uint"],
  ["int128_t Int128", 128, "int"],
  ["uint256_t", 256, "uint"],
  ["int4b_t int4_t Int4", 4, "int"],
  ["uint4b_t uint4_t Uint4", 4, "uint"],
  ["int2b_t int2_t", 2, "int"],
  ["uint2b_t uint2_t", 2, "uint"],
  ["uint1b_t uint1_t", 1, "uint"],
  ["int6_t", 6, "int"],
  ["uint6_t", 6, "uint"],
];

const byName: ReadonlyMap<string, DType> = new Map(
  rows.flatMap(([names, bits, family]) =>
    names.split(" ").map((name): [string, DType] => [name, { kind: "dtype", name, bits, family }]),
  ),
);

/** CUTLASS's own name of each element type, with its bits. */
export const elementTypeNames: readonly string[] = rows.map(([names]) => names.split(" ")[0]!);

/**
 * The element type a name spells: `cutlass::half_t`, `float_e4m3_t`, `cutlass.Float16`, `complex<double>`,
 * `sparse_elem<2,half_t>`; undefined when it is none. The DType keeps the name without `cutlass::` and `cute::`.
 */
export function elementType(spelling: string): DType | undefined {
  const name = spelling.replace(/\s+/g, "").replace(/^(?:(?:::)?(?:cutlass|cute|platform|std)(?:::|\.))+/, "");
  const known = byName.get(name) ?? byName.get(spelling.trim());
  if (known !== undefined) return known;
  const complex = /^complex<(.+)>$/.exec(name);
  if (complex) return scaled(elementType(complex[1]!), 2, name, "complex");
  const sparse = /^sparse_elem<(\d+),(.+)>$/.exec(name);
  if (sparse) return scaled(elementType(sparse[2]!), 1 / Number(sparse[1]), name, "other");
  return undefined;
}

/** The raw element of a sparse type (`half_t` of `sparse_elem<2,half_t>`), else the type itself. */
export function rawElement(type: DType): DType {
  const sparse = /^sparse_elem<\d+,(.+)>$/.exec(type.name);
  return (sparse && elementType(sparse[1]!)) || type;
}

function scaled(inner: DType | undefined, factor: number, name: string, family: DType["family"]): DType | undefined {
  return inner && { kind: "dtype", name, bits: inner.bits * factor, family };
}

/** For the tables: a type that is known to exist. */
export function namedType(name: string): DType {
  const type = elementType(name);
  if (type === undefined) throw new Error(`no element type ${name}`);
  return type;
}
