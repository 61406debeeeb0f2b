// What MMA operations on registers have in common: the atom from its layouts, and the type letters of operation names.
import type { Layout } from "../value.ts";
import { namedType } from "./element-types.ts";
import { shapeOf } from "./literal.ts";
import type { MmaAtom } from "./types.ts";

const typeOfLetters: Readonly<Record<string, string>> = {
  F16: "half_t",
  BF16: "bfloat16_t",
  TF32: "tfloat32_t",
  F32: "float",
  F64: "double",
  C64: "complex<double>",
  S32: "int32_t",
  S8: "int8_t",
  U8: "uint8_t",
  S4: "int4b_t",
  U4: "uint4b_t",
  U1: "uint1b_t",
  E4M3: "float_e4m3_t",
  E5M2: "float_e5m2_t",
};

/** The element type that the letters in an operation's name stand for: `BF16`, `E4M3`, `S8`. */
export function typeOfLetter(letters: string): MmaAtom["typeA"] {
  // Three doubles: real, imaginary, and the third product of the Gauss trick.
  if (letters === "GC64") return { kind: "dtype", name: "GaussComplex", bits: 192, family: "complex" };
  return namedType(typeOfLetters[letters]!);
}

export interface MmaLayouts {
  readonly mnk: readonly [number, number, number];
  readonly thrId: Layout;
  readonly a: Layout;
  readonly b: Layout;
  readonly c: Layout;
}

export function registerAtom(
  name: string,
  l: MmaLayouts,
  arch: string,
  ptx: string,
  types: readonly MmaAtom["typeA"][],
): MmaAtom {
  const [typeD, typeA, typeB, typeC] = [types[0]!, types[1]!, types[2]!, types[3]!];
  return {
    kind: "mma-atom",
    name,
    shape: shapeOf(...l.mnk),
    thrId: l.thrId,
    layoutA: l.a,
    layoutB: l.b,
    layoutC: l.c,
    typeA,
    typeB,
    typeC,
    typeD,
    arch,
    ptx,
    fragmentA: { kind: "register", dtype: typeA },
    fragmentB: { kind: "register", dtype: typeB },
    fragmentC: { kind: "register", dtype: typeC },
    extra: {},
    parameters: {},
  };
}
