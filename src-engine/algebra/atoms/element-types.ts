// Element types by name: C++ spellings (with or without namespace, CUDA's own names) and the DSL's numeric types.
//
// `bits` is cute::sizeof_bits, which is 1 for a bool. One row per type: all C++ names of one type give the row's first name, so that
// equal names are equal types (`int` is `int32_t`, cute's `int4_t` is `int4b_t`; `__half` is not `half_t`). Held against the compiler's
// own answers in test/goldens/types.jsonl. The DSL's names stay as they are.
import type { DType } from "../value.ts";

type Row = readonly [names: string, bits: number, family: DType["family"]];

const cppRows: readonly Row[] = [
  ["half_t", 16, "float"],
  ["__half, half, __nv_half", 16, "float"],
  ["at::Half, c10::Half", 16, "float"],
  ["bfloat16_t", 16, "float"],
  ["__nv_bfloat16, nv_bfloat16", 16, "float"],
  ["at::BFloat16, c10::BFloat16", 16, "float"],
  ["tfloat32_t", 32, "float"],
  ["float, float32_t", 32, "float"],
  ["double, float64_t", 64, "float"],
  ["float_e4m3_t", 8, "float"],
  ["__nv_fp8_e4m3", 8, "float"],
  ["float_e5m2_t", 8, "float"],
  ["__nv_fp8_e5m2", 8, "float"],
  ["float_ue4m3_t", 8, "float"],
  ["float_ue8m0_t", 8, "float"],
  ["float_e2m3_t", 6, "float"],
  ["float_e3m2_t", 6, "float"],
  ["float_e2m1_t", 4, "float"],
  ["detail::float_e2m1_unpacksmem_t, float_e2m1_unpacksmem_t", 4, "float"],
  ["detail::float_e2m3_unpacksmem_t, float_e2m3_unpacksmem_t", 6, "float"],
  ["detail::float_e3m2_unpacksmem_t, float_e3m2_unpacksmem_t", 6, "float"],
  ["detail::float_e2m3_unpack8bits_t, float_e2m3_unpack8bits_t", 8, "float"],
  ["detail::float_e3m2_unpack8bits_t, float_e3m2_unpack8bits_t", 8, "float"],
  ["type_erased_dynamic_float8_t", 8, "float"],
  ["type_erased_dynamic_float6_t", 6, "float"],
  ["type_erased_dynamic_float4_t", 4, "float"],
  ["detail::type_erased_dynamic_float6_unpacksmem_t, type_erased_dynamic_float6_unpacksmem_t", 6, "float"],
  ["detail::type_erased_dynamic_float4_unpacksmem_t, type_erased_dynamic_float4_unpacksmem_t", 4, "float"],
  ["bool, bin1_t", 1, "bool"],
  ["char", 8, "int"],
  ["int8_t", 8, "int"],
  ["uint8_t", 8, "uint"],
  ["byte", 8, "uint"],
  ["int16_t", 16, "int"],
  ["uint16_t", 16, "uint"],
  ["int, int32_t", 32, "int"],
  ["uint32_t, unsigned", 32, "uint"],
  // On the machines that CUDA code is written for, 64-bit integers are `long`s; `long long` is another type.
  ["int64_t, long, ptrdiff_t, intptr_t", 64, "int"],
  ["uint64_t, size_t, uintptr_t", 64, "uint"],
  ["long long", 64, "int"],
  ["unsigned long long", 64, "uint"],
  ["uint128_t", 128, "uint"],
  ["int128_t", 128, "int"],
  ["uint256_t", 256, "uint"],
  ["int2b_t, int2_t", 2, "int"],
  ["int4b_t, int4_t", 4, "int"],
  ["int6b_t, int6_t", 6, "int"],
  ["uint1b_t, uint1_t", 1, "uint"],
  ["uint2b_t, uint2_t", 2, "uint"],
  ["uint4b_t, uint4_t", 4, "uint"],
  ["uint6b_t, uint6_t", 6, "uint"],
];

const dslRows: readonly Row[] = [
  ["Float16, Half, fp16", 16, "float"],
  ["BFloat16", 16, "float"],
  ["TFloat32", 32, "float"],
  ["Float32", 32, "float"],
  ["Float64", 64, "float"],
  ["Float8E4M3FN, Float8E4M3, Float8E4M3B11FNUZ, Float8E3M4, Float8E5M2, Float8E8M0FNU", 8, "float"],
  ["Float6E2M3FN, Float6E3M2FN", 6, "float"],
  ["Float4E2M1FN", 4, "float"],
  ["Boolean", 8, "bool"],
  ["Int4", 4, "int"],
  ["Uint4", 4, "uint"],
  ["Int8", 8, "int"],
  ["Uint8", 8, "uint"],
  ["Int16", 16, "int"],
  ["Uint16", 16, "uint"],
  ["Int32", 32, "int"],
  ["Uint32", 32, "uint"],
  ["Int64", 64, "int"],
  ["Uint64", 64, "uint"],
  ["Int128", 128, "int"],
  ["Uint128", 128, "uint"],
];

const typesOf = (rows: readonly Row[], nameOf: (name: string, first: string) => string): readonly [string, DType][] =>
  rows.flatMap(([names, bits, family]) => {
    const all = names.split(", ");
    return all.map((name): [string, DType] => [name, { kind: "dtype", name: nameOf(name, all[0]!), bits, family }]);
  });

const byName: ReadonlyMap<string, DType> = new Map([
  ...typesOf(cppRows, (_, first) => first),
  ...typesOf(dslRows, (name) => name),
]);

/**
 * The element type a name spells: `cutlass::half_t`, `float_e4m3_t`, `unsigned long`, `cutlass.Float16`, `complex<double>`,
 * `sparse_elem<2,half_t>`; undefined when it is none. The name that the DType keeps has no `cutlass::` or `cute::`.
 */
export function elementType(spelling: string): DType | undefined {
  const name = spelling.replace(/\s+/g, "").replace(/^(?:(?:::)?(?:cutlass|cute|platform|std)(?:::|\.))+/, "");
  const known = byName.get(name) ?? byName.get(integerName(spelling) ?? "");
  if (known !== undefined) return known;
  const complex = /^complex<(.+)>$/.exec(name);
  if (complex) return complexOf(elementType(complex[1]!));
  const sparse = /^sparse_elem<(\d+),(.+)>$/.exec(name);
  if (sparse) return sparseOf(Number(sparse[1]), elementType(sparse[2]!));
  return undefined;
}

/** The words of C's integers in any order: `long unsigned int` is `uint64_t`. */
function integerName(spelling: string): string | undefined {
  const words = spelling.trim().split(/\s+/);
  if (!words.every((word) => /^(?:unsigned|signed|char|short|int|long)$/.test(word))) return undefined;
  const unsigned = words.includes("unsigned");
  if (words.includes("char")) return unsigned ? "uint8_t" : words.includes("signed") ? "int8_t" : "char";
  const longs = words.filter((word) => word === "long").length;
  if (longs > 1) return unsigned ? "unsigned long long" : "long long";
  return `${unsigned ? "u" : ""}int${words.includes("short") ? 16 : longs > 0 ? 64 : 32}_t`;
}

const complexOf = (part: DType | undefined): DType | undefined =>
  part && { kind: "dtype", name: `complex<${part.name}>`, bits: 2 * part.bits, family: "complex" };

const sparseOf = (sparsity: number, raw: DType | undefined): DType | undefined =>
  raw && { kind: "dtype", name: `sparse_elem<${sparsity},${raw.name}>`, bits: raw.bits / sparsity, family: "other" };

/** The raw element of a sparse type (`half_t` of `sparse_elem<2,half_t>`), else the type itself. */
export function rawElement(type: DType): DType {
  const sparse = /^sparse_elem<\d+,(.+)>$/.exec(type.name);
  return (sparse && elementType(sparse[1]!)) || type;
}

/** `sizeof` and `alignof`: a byte for what is smaller, the raw element's for a sparse one; a complex number stands as its parts do. */
export function storageOf(type: DType): { readonly bytes: number; readonly align: number } {
  const bytes = Math.ceil(rawElement(type).bits / 8);
  return { bytes, align: type.family === "complex" ? bytes / 2 : bytes };
}

/** `sizeof_bits < 8`; of a sparse element what counts is its storage. */
export const isSubByte = (type: DType): boolean => rawElement(type).bits < 8;

/** `std::is_integral`: C++'s own integers, not the library's classes for others. */
export const isIntegral = (type: DType): boolean =>
  /^(?:bool|char|int|u?int(?:8|16|64)_t|uint32_t|(?:unsigned )?long long)$/.test(type.name);

/** `std::is_signed`, which is false of the library's classes. */
export const isSigned = (type: DType): boolean =>
  type.family === "float" ? /^(?:float|double)$/.test(type.name) : type.family === "int" && isIntegral(type);

/** For the tables: a type that is known to exist. */
export function namedType(name: string): DType {
  const type = elementType(name);
  if (type === undefined) throw new Error(`no element type ${name}`);
  return type;
}
