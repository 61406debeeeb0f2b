// Numbers of floating point of a known C++ type: a `float` keeps 24 bits of what a `double` holds.
import { roundedTo } from "../algebra/float.ts";
import type { DType, Float, Num } from "../algebra/value.ts";

const single: DType = { kind: "dtype", name: "float", bits: 32, family: "float" };
const double: DType = { kind: "dtype", name: "double", bits: 64, family: "float" };

/** `1.5f`, `1.5`. */
export const floatLiteral = (value: number, isSingle: boolean): Float =>
  isSingle ? { kind: "float", value: Math.fround(value), dtype: single } : { kind: "float", value, dtype: double };

/** A number as one of the type. */
export function floatOf(value: number, dtype: DType): Float {
  return { kind: "float", value: roundedTo(dtype.name, value), dtype };
}

/** What an operation makes of two numbers, in the wider of their types; an integer has that of the other one. */
export function floatResult(a: Float | Num, b: Float | Num, compute: (a: number, b: number) => number): Float {
  const types = [a, b].flatMap((one) => (one.kind === "float" ? [one.dtype] : []));
  if (types.some((one) => one?.name === double.name)) return floatOf(compute(a.value, b.value), double);
  if (types.every((one) => one?.name === single.name))
    return floatOf(compute(Math.fround(a.value), Math.fround(b.value)), single);
  return { kind: "float", value: compute(a.value, b.value) };
}
