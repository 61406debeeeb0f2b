// The MMA operations that CuTe DSL refuses to make: element types and instruction shapes that the hardware does not have.
//
// Source: cutlass/cute/nvgpu/{warp,warpgroup,tcgen05}/mma.py, `__post_init__` (nvidia-cutlass-dsl 4.8). What is not known fits.
import type { Value } from "../../../../../src-engine/algebra/value.ts";

type Fields = ReadonlyMap<string, Value>;

interface Operation {
  /** Element types by parameter. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** The whole shape, where there are few. */
  readonly shapes?: readonly string[];
  /** Its K, where M and N are free within limits. */
  readonly k?: number;
  /** With scale factors: one SM has no instruction of 64 rows. */
  readonly isScaled?: true;
}

const halves = ["Float16", "BFloat16"];
const floats = ["Float16", "Float32"];
const eights = ["Float8E5M2", "Float8E4M3FN"];
const bytes = ["Int8", "Uint8"];

const operations: Readonly<Record<string, Operation>> = {
  "warp.MmaF16BF16Op": { types: { ab_dtype: halves, acc_dtype: floats }, shapes: ["16,8,8", "16,8,16"] },
  "warp.MmaTF32Op": { types: {}, shapes: ["16,8,4", "16,8,8"] },
  "warp.MmaFP8Op": { types: { ab_dtype: eights, acc_dtype: floats }, shapes: ["16,8,16", "16,8,32"] },
  "warpgroup.MmaF16BF16Op": { types: { ab_dtype: halves, acc_dtype: floats }, k: 16 },
  "warpgroup.MmaF8Op": { types: { a_dtype: eights, b_dtype: eights, acc_dtype: floats }, k: 32 },
  "warpgroup.MmaI8Op": { types: { a_dtype: bytes, b_dtype: bytes, acc_dtype: ["Int32"] }, k: 32 },
  "tcgen05.MmaTF32Op": { types: {}, k: 8 },
  "tcgen05.MmaF16BF16Op": { types: { ab_dtype: halves, acc_dtype: floats }, k: 16 },
  "tcgen05.MmaI8Op": { types: { ab_dtype: bytes }, k: 32 },
  "tcgen05.MmaFP8Op": { types: { ab_dtype: eights, acc_dtype: floats }, k: 32 },
  "tcgen05.MmaF8F6F4Op": { types: { acc_dtype: floats }, k: 32 },
  "tcgen05.MmaMXF8Op": { types: {}, k: 32, isScaled: true },
  "tcgen05.MmaMXF8F6F4Op": { types: {}, k: 32, isScaled: true },
  "tcgen05.MmaMXF4Op": { types: {}, k: 64, isScaled: true },
  "tcgen05.MmaMXF4NVF4Op": { types: {}, k: 64, isScaled: true },
};

/** Why there is no such operation; undefined where there is one, or nobody knows. */
export function refusedMma(name: string, fields: Fields): string | undefined {
  const operation = operations[name];
  if (operation === undefined) return undefined;
  return wrongType(operation, fields) ?? wrongPair(name, fields) ?? wrongShape(name, operation, fields);
}

const typeOf = (fields: Fields, name: string): string | undefined => {
  const value = fields.get(name);
  return value?.kind === "dtype" && value.assumed !== true ? value.name : undefined;
};

function wrongType({ types }: Operation, fields: Fields): string | undefined {
  for (const [name, known] of Object.entries(types)) {
    const given = typeOf(fields, name);
    if (given !== undefined && !known.includes(given)) return `${name} is ${given}: it takes ${known.join(" or ")}`;
  }
  return undefined;
}

function wrongPair(name: string, fields: Fields): string | undefined {
  const isPaired = name === "warp.MmaF16BF16Op" || name === "warpgroup.MmaF16BF16Op";
  return isPaired && typeOf(fields, "ab_dtype") === "BFloat16" && typeOf(fields, "acc_dtype") === "Float16"
    ? "BFloat16 is accumulated in Float32 only, acc_dtype is Float16"
    : undefined;
}

function wrongShape(name: string, { shapes, k, isScaled }: Operation, fields: Fields): string | undefined {
  const given = fields.get("shape_mnk") ?? fields.get("instruction_shape");
  const numbers = given?.kind === "tuple" ? given.items.map((one) => (one.kind === "num" ? one.value : undefined)) : [];
  if (shapes !== undefined) {
    if (numbers.length !== 3 || numbers.includes(undefined) || shapes.includes(numbers.join(","))) return undefined;
    const known = shapes.map((shape) => `(${shape})`).join(" or ");
    return `the operation has no instruction of shape (${numbers.join(",")}): take ${known}`;
  }
  const [m, n, given_k] = numbers;
  const all = rowsOf(name, fields);
  const rows = isScaled === true ? all?.filter((one) => one > 64) : all;
  if (m !== undefined && rows !== undefined && !rows.includes(m))
    return `M of the instruction is ${m}: it takes ${rows.join(" or ")}`;
  const step = rows?.includes(256) ? 16 : 8;
  if (n !== undefined && rows !== undefined && (n < step || n > 256 || n % step !== 0))
    return `N of the instruction is ${n}: it takes multiples of ${step}, up to 256`;
  return given_k === undefined || given_k === k ? undefined : `K of the instruction is ${given_k}: it takes ${k}`;
}

/** The M that the instruction may have; a pair of SMs shares its rows. */
function rowsOf(name: string, fields: Fields): readonly number[] | undefined {
  if (name.startsWith("warpgroup.")) return [64];
  const group = fields.get("cta_group");
  const text = group?.kind === "text" ? group.value : "";
  return text.endsWith("TWO") ? [128, 256] : text.endsWith("ONE") ? [64, 128] : undefined;
}
