// Element types as the DSL's IR spells them: `f16`, `bf16`, `tf32`, `f8E4M3FN`, `i8` for both signs.
import type { DType } from "../value.ts";

const short: Readonly<Record<string, string>> = { BFloat16: "bf16", TFloat32: "tf32" };

/** A Boolean is `i1` by itself and `i8` as a tensor holds it. */
export function irTypeName({ name, bits, family }: DType): string {
  const narrow = /^Float(\d+E\w+)$/.exec(name)?.[1];
  if (narrow !== undefined) return `f${narrow}`;
  return short[name] ?? `${family === "float" ? "f" : "i"}${bits}`;
}
