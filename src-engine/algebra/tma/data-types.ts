// Element types as TMA knows them: the CUtensorMapDataType enum and which C++ or DSL element type maps to which entry.
//
// Source: arch/copy_sm90_desc.hpp:205-236 (to_CUtensorMapDataType) and the CUDA driver API's enum. A type that is missing
// here has no tensor map type (`Unknown TMA Format!`): signed 16 bit, bool, complex.

/** One entry of CUtensorMapDataType. `bits` are those of one element in global memory. */
export interface TensorMapType {
  readonly name: string;
  readonly bits: number;
  readonly float: boolean;
  /** Packed types are counted in elements of 4 or 6 bits and need sm_100. */
  readonly packed: boolean;
  /** The packed types that are spread to 16 bytes in shared memory have rules of their own. */
  readonly align16: boolean;
}

const plain = (name: string, bits: number): TensorMapType => ({
  name,
  bits,
  float: name.includes("FLOAT"),
  packed: false,
  align16: false,
});

const packed = (name: string, bits: number): TensorMapType => ({
  name,
  bits,
  float: false,
  packed: true,
  align16: name.endsWith("ALIGN16B"),
});

/** The enum in its own order: the index is the enum's value. */
export const tensorMapTypes: readonly TensorMapType[] = [
  plain("UINT8", 8),
  plain("UINT16", 16),
  plain("UINT32", 32),
  plain("INT32", 32),
  plain("UINT64", 64),
  plain("INT64", 64),
  plain("FLOAT16", 16),
  plain("FLOAT32", 32),
  plain("FLOAT64", 64),
  plain("BFLOAT16", 16),
  plain("FLOAT32_FTZ", 32),
  plain("TFLOAT32", 32),
  plain("TFLOAT32_FTZ", 32),
  packed("16U4_ALIGN8B", 4),
  packed("16U4_ALIGN16B", 4),
  packed("16U6_ALIGN16B", 6),
];

/** Element type names of both languages, by the tensor map type that CuTe gives them. */
const names: Readonly<Record<string, readonly string[]>> = {
  UINT8: [
    "int8_t uint8_t signed char unsigned char float_e4m3_t float_e5m2_t float_ue8m0_t float_ue4m3_t",
    "type_erased_dynamic_float8_t __nv_fp8_e4m3 __nv_fp8_e5m2 Int8 Uint8 Boolean",
    "Float8E4M3 Float8E4M3FN Float8E5M2 Float8E8M0FNU Float8E4M3B11FNUZ",
  ],
  UINT16: ["uint16_t Uint16 Int16"],
  UINT32: ["uint32_t unsigned Uint32"],
  INT32: ["int32_t int Int32"],
  UINT64: ["uint64_t Uint64"],
  INT64: ["int64_t Int64"],
  FLOAT16: ["half_t half __half Float16"],
  FLOAT32: ["float Float32"],
  FLOAT64: ["double Float64"],
  BFLOAT16: ["bfloat16_t nv_bfloat16 __nv_bfloat16 BFloat16"],
  TFLOAT32: ["tfloat32_t TFloat32"],
  "16U4_ALIGN8B": ["float_e2m1_t type_erased_dynamic_float4_t Float4E2M1FN"],
  "16U4_ALIGN16B": ["float_e2m1_unpacksmem_t type_erased_dynamic_float4_unpacksmem_t"],
  "16U6_ALIGN16B": [
    "float_e2m3_t float_e3m2_t type_erased_dynamic_float6_t Float6E2M3FN Float6E3M2FN",
    "float_e2m3_unpacksmem_t float_e3m2_unpacksmem_t type_erased_dynamic_float6_unpacksmem_t",
  ],
};

const byName: ReadonlyMap<string, TensorMapType> = new Map(
  tensorMapTypes.flatMap((type) =>
    (names[type.name] ?? []).flatMap((line) => line.split(" ")).map((name) => [name, type] as const),
  ),
);

/** The tensor map type of an element type, or undefined when TMA has none. Namespaces are ignored. */
export function tensorMapType(elementType: string): TensorMapType | undefined {
  const bare = elementType.replace(/^(?:.*::)/, "").trim();
  return byName.get(bare);
}

/** The enum's value of a tensor map type. */
export const tensorMapTypeIndex = (type: TensorMapType): number => tensorMapTypes.indexOf(type);

/** CUtensorMapSwizzle by value; 4 to 6 need sm_100. */
export const tensorMapSwizzles = [
  "NONE",
  "32B",
  "64B",
  "128B",
  "128B_ATOM_32B",
  "128B_ATOM_32B_FLIP_8B",
  "128B_ATOM_64B",
] as const;

export const tensorMapInterleaves = ["NONE", "16B", "32B"] as const;
