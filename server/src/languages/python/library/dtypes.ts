// Element types: `cutlass.Float16` and its kin, their torch and numpy counterparts.
import { asDynamic, dynamicInt, isInt, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import type { DType, Value } from "../../../../../src-engine/algebra/value.ts";
import { bool, text } from "./values.ts";

const row = (name: string, bits: number, family: DType["family"]): readonly [string, DType] => [
  name,
  { kind: "dtype", name, bits, family },
];

/** The DSL's names. TFloat32 is stored in 32 bits; a Boolean takes a byte in memory and has width 1. */
export const dtypes: ReadonlyMap<string, DType> = new Map([
  row("Float64", 64, "float"),
  row("Float32", 32, "float"),
  row("TFloat32", 32, "float"),
  row("Float16", 16, "float"),
  row("BFloat16", 16, "float"),
  row("Float8E5M2", 8, "float"),
  row("Float8E4M3FN", 8, "float"),
  row("Float8E4M3", 8, "float"),
  row("Float8E4M3B11FNUZ", 8, "float"),
  row("Float8E8M0FNU", 8, "float"),
  row("Float6E3M2FN", 6, "float"),
  row("Float6E2M3FN", 6, "float"),
  row("Float4E2M1FN", 4, "float"),
  row("Int64", 64, "int"),
  row("Int32", 32, "int"),
  row("Int16", 16, "int"),
  row("Int8", 8, "int"),
  row("Int4", 4, "int"),
  row("Uint64", 64, "uint"),
  row("Uint32", 32, "uint"),
  row("Uint16", 16, "uint"),
  row("Uint8", 8, "uint"),
  row("Boolean", 1, "bool"),
]);

/** The type as tensors hold it: a Boolean is a byte there. */
export const inMemory = (dtype: DType): DType => (dtype.family === "bool" ? { ...dtype, bits: 8 } : dtype);

const torchNames: Readonly<Record<string, string>> = {
  float64: "Float64",
  double: "Float64",
  float32: "Float32",
  float: "Float32",
  float16: "Float16",
  half: "Float16",
  bfloat16: "BFloat16",
  float8_e5m2: "Float8E5M2",
  float8_e4m3fn: "Float8E4M3FN",
  float8_e8m0fnu: "Float8E8M0FNU",
  float4_e2m1fn_x2: "Float4E2M1FN",
  int64: "Int64",
  long: "Int64",
  int32: "Int32",
  int: "Int32",
  int16: "Int16",
  int8: "Int8",
  uint8: "Uint8",
  bool: "Boolean",
};

export const torchDType = (name: string): DType | undefined => dtypes.get(torchNames[name] ?? "");

/** `cutlass.dtype("Float16")`. */
export const dtypeNamed = (name: string): DType | undefined => dtypes.get(name) ?? torchDType(name.toLowerCase());

export function dtypeMember(dtype: DType, name: string): Value | undefined {
  switch (name) {
    case "mlir_type":
      return dtype;
    case "width":
      return staticInt(dtype.family === "bool" ? 1 : dtype.bits);
    case "__name__":
      return text(dtype.name);
    case "is_float":
      return bool(dtype.family === "float");
    case "is_integer":
      return bool(dtype.family === "int" || dtype.family === "uint" || dtype.family === "bool");
    case "is_signed":
      return bool(dtype.family === "int" || dtype.family === "float");
    case "is_floating_point":
      return bool(dtype.family === "float");
    case "inf":
      return { kind: "float", value: Number.POSITIVE_INFINITY };
    case "itemsize":
      return staticInt(Math.ceil(dtype.bits / 8));
    case "signed":
      return bool(dtype.family === "int");
    default:
      return undefined;
  }
}

/** `cutlass.Int32(x)`: the number in this many bits, from now on one that the run knows. Floats carry no number here. */
export function convertTo(dtype: DType, value: Value): Value | undefined {
  if (dtype.family !== "int" && dtype.family !== "uint" && dtype.family !== "bool") return undefined;
  if (value.kind === "num") return dynamicInt(wrapped(dtype, value.value));
  if (isInt(value)) return asDynamic(value);
  if (value.kind === "float" && Number.isFinite(value.value))
    return dynamicInt(wrapped(dtype, Math.trunc(value.value)));
  return undefined;
}

/** Two's complement: `Int8(300)` is 44. */
function wrapped({ family, bits }: DType, value: number): number {
  if (family === "bool") return value === 0 ? 0 : 1;
  if (bits > 32) return value;
  const range = 2 ** bits;
  const rest = ((value % range) + range) % range;
  return family === "int" && rest >= range / 2 ? rest - range : rest;
}
