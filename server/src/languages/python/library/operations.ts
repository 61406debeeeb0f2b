// The DSL's MMA and copy operations as objects, and the names that the engine's atom tables know them by.
//
// `warpgroup.MmaF16BF16Op(Float16, Float32, (64,128,16), SMEM, K, K)` is `SM90_64x128x16_F32F16F16_SS<K,K>`.

import { ONE } from "../../../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { refusedMatrices } from "./matrix-refusals.ts";
import { refusedMma } from "./mma-refusals.ts";
import { refuse } from "./refusals.ts";
import { lenientRow, type Row } from "./row.ts";
import { none, object, textIn } from "./values.ts";

/** Parameters by canonical name, as the constructors declare them; `=` gives a default. */
const constructors: Readonly<Record<string, string>> = {
  "nvgpu.MmaUniversalOp": "abacc_dtype",
  "nvgpu.CopyUniversalOp": "",
  "nvgpu.CopyG2ROp": "",
  "nvgpu.CopyR2GOp": "",
  "nvgpu.CopyS2ROp": "",
  "nvgpu.CopyR2SOp": "",
  "warp.MmaF16BF16Op": "ab_dtype, acc_dtype, shape_mnk",
  "warp.MmaTF32Op": "shape_mnk",
  "warp.MmaFP8Op": "ab_dtype, acc_dtype, shape_mnk",
  "warp.MmaMXF8Op": "ab_dtype, acc_dtype, sf_type",
  "warp.MmaMXF8F6F4Op": "a_dtype, b_dtype, acc_dtype, sf_type",
  "warp.MmaMXF4Op": "ab_dtype, acc_dtype, sf_type",
  "warp.MmaMXF4NVF4Op": "ab_dtype, acc_dtype, sf_type",
  "warpgroup.MmaF16BF16Op": "ab_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode",
  "warpgroup.MmaF8Op": "a_dtype, b_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode",
  "warpgroup.MmaI8Op": "a_dtype, b_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaTF32Op": "instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaF16BF16Op": "ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaI8Op": "ab_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaFP8Op": "ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaF8F6F4Op": "a_dtype, b_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaMXF8Op": "ab_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaMXF8F6F4Op": "a_dtype, b_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode",
  "tcgen05.MmaMXF4Op": "instruction_shape, cta_group, a_src",
  "tcgen05.MmaMXF4NVF4Op": "sf_dtype, instruction_shape, cta_group, a_src",
  "tcgen05.SM103MmaMXF4Op": "instruction_shape, cta_group, a_src",
  "tcgen05.SM103MmaMXF4NVF4Op": "sf_dtype, instruction_shape, cta_group, a_src",
  "cpasync.CopyG2SOp": "cache_mode",
  "cpasync.CopyDsmemStoreOp": "",
  "cpasync.CopyBulkG2SOp": "",
  "cpasync.CopyBulkG2SMulticastOp": "",
  "cpasync.CopyBulkS2SOp": "",
  "cpasync.CopyBulkS2GByteMaskOp": "",
  "cpasync.CopyBulkS2GOp": "",
  "cpasync.CopyBulkTensorTileG2SOp": "cta_group",
  "cpasync.CopyBulkTensorTileG2SMulticastOp": "cta_group",
  "cpasync.CopyBulkTensorTileS2GOp": "",
  "cpasync.CopyBulkTensor2DGather4G2SOp": "cta_group",
  "cpasync.CopyBulkTensor2DGather4G2SMulticastOp": "cta_group",
  "cpasync.CopyBulkTensor2DScatter4S2GOp": "",
  "cpasync.CopyBulkTensorIm2ColG2SOp": "cta_group",
  "cpasync.CopyBulkTensorIm2ColG2SMulticastOp": "cta_group",
  "cpasync.CopyBulkTensorIm2ColS2GOp": "",
  "cpasync.CopyReduceBulkTensorTileS2GOp": "reduction_kind",
  "warp.LdMatrix8x8x16bOp": "transpose, num_matrices",
  "warp.LdMatrix8x16x8bOp": "transpose, num_matrices, unpack_bits",
  "warp.LdMatrix16x8x8bOp": "transpose, num_matrices, unpack_bits",
  "warp.LdMatrix16x16x8bOp": "transpose, num_matrices, unpack_bits",
  "warp.StMatrix8x8x16bOp": "transpose, num_matrices",
  "warp.StMatrix16x8x8bOp": "transpose, num_matrices",
  ...Object.fromEntries(
    ["Ld16x64bOp", "Ld16x128bOp", "Ld16x256bOp", "Ld16x32bx2Op", "Ld32x32bOp"].map((name) => [
      `tcgen05.${name}`,
      "repeat, pack",
    ]),
  ),
  "tcgen05.LdRed16x32bx2Op": "repeat, pack, redOp, nan, half_split_off",
  "tcgen05.LdRed32x32bOp": "repeat, pack, redOp, nan",
  ...Object.fromEntries(
    ["St16x64bOp", "St16x128bOp", "St16x256bOp", "St16x32bx2Op", "St32x32bOp"].map((name) => [
      `tcgen05.${name}`,
      "repeat, unpack",
    ]),
  ),
  ...Object.fromEntries(
    ["Cp128x256bOp", "Cp128x128bOp", "Cp4x256bOp", "Cp4x32x128bOp", "Cp2x64x128b0213Op", "Cp2x64x128b0123Op"].map(
      (name) => [`tcgen05.${name}`, "cta_group"],
    ),
  ),
};

export const operationRows: readonly Row[] = Object.entries(constructors).map(([name, params]) => {
  const names = params.split(",").flatMap((part) => part.trim() || []);
  return lenientRow(name, names.map((each) => `${each}?`).join(", "), (b) => {
    const made = object(name, Object.fromEntries(names.map((each) => [each, b.optional(each) ?? none])));
    const why = refusedMma(name, made.fields) ?? refusedMatrices(name, made.fields);
    return why === undefined ? made : refuse(b.ctx, name, why);
  });
});

const letters: Readonly<Record<string, string>> = {
  Float16: "F16",
  BFloat16: "BF16",
  TFloat32: "TF32",
  Float32: "F32",
  Float64: "F64",
  Float8E4M3FN: "E4M3",
  Float8E5M2: "E5M2",
  Int8: "S8",
  Uint8: "U8",
  Int32: "S32",
};

/** Element types as the atom tables spell them. */
const spellings: Readonly<Record<string, string>> = {
  Float16: "half_t",
  BFloat16: "bfloat16_t",
  TFloat32: "tfloat32_t",
  Float32: "float",
  Float64: "double",
  Float8E4M3FN: "float_e4m3_t",
  Float8E5M2: "float_e5m2_t",
  Float8E8M0FNU: "float_ue8m0_t",
  Float6E3M2FN: "float_e3m2_t",
  Float6E2M3FN: "float_e2m3_t",
  Float4E2M1FN: "float_e2m1_t",
  Int8: "int8_t",
  Uint8: "uint8_t",
  Int32: "int32_t",
};

type Fields = ReadonlyMap<string, Value>;

const nameOf = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  return value?.kind === "dtype" ? value.name : "";
};
const letter = (fields: Fields, name: string): string => letters[nameOf(fields, name)] ?? "?";
const spelled = (name: string): string => spellings[name] ?? "?";
const dslNames: ReadonlyMap<string, string> = new Map(Object.entries(spellings).map(([dsl, cpp]) => [cpp, dsl]));
/** An element type that the atom tables spell, by the DSL's name. */
export const unspelled = (name: string): string => dslNames.get(name) ?? name;
const last = (value: Value | undefined): string => (textIn(value) ?? "").replace(/^.*\./, "");
const major = (fields: Fields, name: string): string => `GMMA::Major::${last(fields.get(name)) || "K"}`;
const ummaMajor = (fields: Fields, name: string): string => `UMMA::Major::${last(fields.get(name)) || "K"}`;
const numbers = (value: Value | undefined): number[] =>
  value?.kind === "tuple"
    ? value.items.flatMap((item) => (item.kind === "num" ? [item.value] : []))
    : value?.kind === "num"
      ? [value.value]
      : [];
const number = (fields: Fields, name: string, missing: number): number => numbers(fields.get(name))[0] ?? missing;

const warpMma = (fields: Fields, a: string, arch: string, defaults: readonly number[]): string => {
  const given = numbers(fields.get("shape_mnk"));
  const [m, n, k] = given.length === 3 ? given : defaults;
  const c = letter(fields, "acc_dtype") === "?" ? "F32" : letter(fields, "acc_dtype");
  return `${arch}_${m}x${n}x${k}_${c}${a}${a}${c}_TN`;
};

const source = (fields: Fields): string => ((last(fields.get("a_src")) || "SMEM") === "SMEM" ? "SS" : "RS");

function wgmma(fields: Fields, a: string, b: string, k: number, suffix: string, majors: boolean): string {
  const [m = 64, n = 0] = numbers(fields.get("instruction_shape"));
  const c = letter(fields, "acc_dtype");
  const parameters = majors ? `<${major(fields, "a_major_mode")},${major(fields, "b_major_mode")}>` : "";
  return `SM90_${m}x${n}x${k}_${c}${a}${b}_${source(fields)}${suffix}${parameters}`;
}

interface Umma {
  readonly family: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly scale?: string;
  readonly vector?: number;
}

function umma(fields: Fields, row: Umma): string {
  const [m = 0, n = 0] = numbers(fields.get("instruction_shape"));
  const pair = last(fields.get("cta_group")) === "TWO" ? "2x1SM_" : "";
  const from = (last(fields.get("a_src")) || "SMEM") === "SMEM" ? "SS" : "TS";
  const types = [row.a, row.b, row.c, ...(row.scale === undefined ? [] : [row.scale])].map(spelled);
  const vector = row.vector === undefined ? [] : [row.vector];
  const majors = [ummaMajor(fields, "a_major_mode"), ummaMajor(fields, "b_major_mode")];
  const operation =
    row.family === "ULTRA" ? `SM103::SM103_MXF4_ULTRA_${pair}${from}_VS` : `SM100_MMA_${row.family}_${pair}${from}`;
  return `${operation}<${[...types, m, n, ...vector, ...majors].join(",")}>`;
}

/** Block-scaled mma.sync of SM120. */
function sm120(fields: Fields, shape: string, a: string, b: string, vector: number): string {
  const types = [a, b, nameOf(fields, "acc_dtype"), nameOf(fields, "sf_type")].map(spelled);
  return `SM120::BLOCKSCALED::SM120_${shape}_TN_VS<${types.join(",")},${vector}>`;
}

const scaled = (family: string, a: string, b: string, scale = "Float8E8M0FNU", vector?: number): Umma => ({
  family,
  a,
  b,
  c: "Float32",
  scale,
  ...(vector === undefined ? {} : { vector }),
});

/** 4-bit floats with one scale factor for `vector` of them; 64 or, `ULTRA` on sm_103, 96 of them at once. */
const fourBit = (family: "MXF4" | "ULTRA", vector: number, scale?: string): Umma =>
  scaled(family, "Float4E2M1FN", "Float4E2M1FN", scale, vector);

/** The engine's name of an MMA operation, or undefined for one it has no name for. */
export function mmaName(op: ObjectValue): string | undefined {
  const f = op.fields;
  const type = (name: string): string => nameOf(f, name);
  switch (op.name) {
    case "nvgpu.MmaUniversalOp": {
      const t = spelled(type("abacc_dtype"));
      return `UniversalFMA<${t},${t},${t},${t}>`;
    }
    case "warp.MmaF16BF16Op":
      return warpMma(f, letter(f, "ab_dtype"), "SM80", [16, 8, 16]);
    case "warp.MmaTF32Op":
      return warpMma(f, "TF32", "SM80", [16, 8, 8]);
    case "warp.MmaFP8Op":
      return warpMma(f, letter(f, "ab_dtype"), "SM89", [16, 8, 32]);
    case "warp.MmaMXF8Op":
      return sm120(f, "16x8x32", type("ab_dtype"), type("ab_dtype"), 32);
    case "warp.MmaMXF8F6F4Op":
      return sm120(f, "16x8x32", type("a_dtype"), type("b_dtype"), 32);
    case "warp.MmaMXF4Op":
      return sm120(f, "16x8x64", type("ab_dtype"), type("ab_dtype"), 32);
    case "warp.MmaMXF4NVF4Op":
      return sm120(f, "16x8x64", type("ab_dtype"), type("ab_dtype"), 16);
    case "warpgroup.MmaF16BF16Op":
      return wgmma(f, letter(f, "ab_dtype"), letter(f, "ab_dtype"), 16, "", true);
    case "warpgroup.MmaF8Op":
    case "warpgroup.MmaI8Op":
      return wgmma(f, letter(f, "a_dtype"), letter(f, "b_dtype"), 32, "_TN", false);
    case "tcgen05.MmaTF32Op":
      return umma(f, { family: "TF32", a: "TFloat32", b: "TFloat32", c: "Float32" });
    case "tcgen05.MmaF16BF16Op":
      return umma(f, { family: "F16BF16", a: type("ab_dtype"), b: type("ab_dtype"), c: type("acc_dtype") });
    case "tcgen05.MmaI8Op":
      return umma(f, { family: "S8", a: type("ab_dtype"), b: type("ab_dtype"), c: "Int32" });
    case "tcgen05.MmaFP8Op":
      return umma(f, { family: "F8F6F4", a: type("ab_dtype"), b: type("ab_dtype"), c: type("acc_dtype") });
    case "tcgen05.MmaF8F6F4Op":
      return umma(f, { family: "F8F6F4", a: type("a_dtype"), b: type("b_dtype"), c: type("acc_dtype") });
    case "tcgen05.MmaMXF8Op":
      return umma(f, scaled("MXF8F6F4", type("ab_dtype"), type("ab_dtype")));
    case "tcgen05.MmaMXF8F6F4Op":
      return umma(f, scaled("MXF8F6F4", type("a_dtype"), type("b_dtype")));
    case "tcgen05.MmaMXF4Op":
      return umma(f, fourBit("MXF4", 32));
    case "tcgen05.MmaMXF4NVF4Op":
      return umma(f, fourBit("MXF4", 16, type("sf_dtype")));
    case "tcgen05.SM103MmaMXF4Op":
      return umma(f, fourBit("ULTRA", 32));
    case "tcgen05.SM103MmaMXF4NVF4Op":
      return umma(f, fourBit("ULTRA", 16, type("sf_dtype")));
    default:
      return undefined;
  }
}

const tmemShape: Readonly<Record<string, string>> = {
  "16x64b": "16dp64b",
  "16x128b": "16dp128b",
  "16x256b": "16dp256b",
  "16x32bx2": "16dp32b",
  "32x32b": "32dp32b",
};
const utccp: Readonly<Record<string, string>> = {
  Cp128x256bOp: "128dp256bit",
  Cp128x128bOp: "128dp128bit",
  Cp4x256bOp: "4dp256bit",
  Cp4x32x128bOp: "4x32dp128bit",
  Cp2x64x128b0213Op: "2x64dp128bitlw0213",
  Cp2x64x128b0123Op: "2x64dp128bitlw0123",
};

/** The engine's name of a copy operation that moves `bits` at once where the operation leaves that open. */
export function copyName(op: ObjectValue, bits: number): string | undefined {
  const f = op.fields;
  const short = op.name.slice(op.name.indexOf(".") + 1);
  const matrices = number(f, "num_matrices", 1);
  const transposed = number(f, "transpose", 0) !== 0;
  // A load that reduces moves what the plain load moves.
  const tmem = /^(Ld|St)(?:Red)?(\d+x\d+b(?:x2)?)Op$/.exec(short);
  if (op.name.startsWith("tcgen05.") && tmem !== null) {
    const packed = /16b/.test(textIn(f.get("pack")) ?? textIn(f.get("unpack")) ?? "") ? "_16b" : "";
    const repeat = repetition(f.get("repeat"));
    return `SM100_TMEM_${tmem[1] === "Ld" ? "LOAD" : "STORE"}_${tmemShape[tmem[2] ?? ""]}${repeat}x${packed}`;
  }
  const copy = utccp[short];
  if (copy !== undefined) return `SM100_UTCCP_${copy}_${last(f.get("cta_group")) === "TWO" ? 2 : 1}cta`;
  switch (short) {
    case "CopyUniversalOp":
    case "CopyG2ROp":
    case "CopyR2GOp":
    case "CopyS2ROp":
    case "CopyR2SOp":
    case "CopyDsmemStoreOp":
      return bits > 0 ? `UniversalCopy<uint${bits}_t>` : "AutoVectorizingCopy";
    case "CopyG2SOp":
      return `SM80_CP_ASYNC_CACHE${last(f.get("cache_mode")) === "GLOBAL" ? "GLOBAL" : "ALWAYS"}<uint${bits}_t>`;
    case "CopyBulkG2SOp":
    case "CopyBulkG2SMulticastOp":
      return bits > 0 ? `SM90_BULK_COPY_G2S,Int<${bits}>` : "SM90_BULK_COPY_AUTO";
    case "CopyBulkS2GOp":
    case "CopyBulkS2SOp":
    case "CopyBulkS2GByteMaskOp":
      return bits > 0 ? `SM90_BULK_COPY_S2G,Int<${bits}>` : "SM90_BULK_COPY_AUTO";
    case "LdMatrix8x8x16bOp":
      return transposed ? `SM75_U16x${2 * matrices}_LDSM_T` : `SM75_U32x${matrices}_LDSM_N`;
    case "LdMatrix8x16x8bOp":
      return `SM100_SU${number(f, "unpack_bits", 4)}_DU8x16_x${matrices}_LDSM_N`;
    case "LdMatrix16x8x8bOp":
      return `SM100_U8x${4 * matrices}_LDSM_T`;
    case "LdMatrix16x16x8bOp":
      return `LDSM_16x16x8b_x${matrices}_T`;
    case "StMatrix8x8x16bOp":
      return transposed ? `SM90_U16x${2 * matrices}_STSM_T` : `SM90_U32x${matrices}_STSM_N`;
    case "StMatrix16x8x8bOp":
      return `SM100_U8x${4 * matrices}_STSM_T`;
    default:
      return undefined;
  }
}

const repetition = (value: Value | undefined): number =>
  value?.kind === "num" ? value.value : Number(/x(\d+)$/.exec(textIn(value) ?? "")?.[1] ?? 1);

/** `op.a_dtype`, `op.shape_mnk`, …: what the object was made with. */
export function operationField(op: ObjectValue, name: string): Value | undefined {
  if (!op.name.endsWith("Op")) return undefined;
  if (name === "_to_ir") return { kind: "builtin", name: "op.same", self: op, targs: [] };
  const own = op.fields.get(name);
  if (own !== undefined) return own;
  if (name === "a_dtype" || name === "b_dtype") return op.fields.get("ab_dtype");
  if (name === "shape_mnk") return op.fields.get("instruction_shape");
  return name === "max_alignment" ? ONE : undefined;
}
