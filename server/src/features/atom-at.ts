// The operation that a C++ name under the cursor spells: `SM80_16x8x16_F32F16F16F32_TN`, `SM90_64x64x16_F16F16F16_SS<GMMA::Major::K,…>`,
// `UniversalCopy<uint128_t>`, `SM75_U32x4_LDSM_N` in `Copy_Atom<…, half_t>`.
//
// Reads the text alone: an operation is a type without a value of its own, so no fact tells of it.

import { elementType } from "../../../src-engine/algebra/atoms/element-types.ts";
import { copyAtom, mmaAtom } from "../../../src-engine/algebra/atoms/lookup.ts";
import type { CopyAtom, MmaAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { attempt } from "../facts/attempt.ts";

export interface AtomAt {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly atom: MmaAtom | CopyAtom;
  /** What the text does not say and the layouts rest on. */
  readonly notes: readonly string[];
}

/** Bits that a copy operation's layouts are shown for where no value type stands beside it. */
const usualBits = 16;
const reach = 400;

export function atomAt(text: string, offset: number): AtomAt | undefined {
  const start = offset - (/(?:\w|::)*$/.exec(text.slice(Math.max(0, offset - reach), offset))?.[0].length ?? 0);
  const bare = /^(?:\w|::)+/.exec(text.slice(start, start + reach))?.[0];
  if (bare === undefined || !/^(?:cute::)?(?:SM\d|Universal|AutoVectorizing|DefaultCopy)/.test(bare)) return undefined;
  const args = templateArguments(text.slice(start + bare.length, start + bare.length + reach));
  if (args === undefined) return undefined;
  const name = bare + args;
  const mma = attempt("cpp", (ctx) => mmaAtom(ctx, name));
  if (mma !== undefined) return { start, end: start + bare.length, name, atom: mma, notes: [] };
  const given = valueBits(text.slice(Math.max(0, start - 20), start), text.slice(start + name.length));
  const copy = attempt("cpp", (ctx) => copyAtom(ctx, name, given ?? usualBits));
  if (copy === undefined) return undefined;
  const notes = given === undefined ? [`layouts are shown in elements of ${usualBits} bits`] : [];
  return { start, end: start + bare.length, name, atom: copy, notes };
}

/** `<…>` with its brackets balanced, "" where there are none; undefined while they are being typed. */
function templateArguments(rest: string): string | undefined {
  if (!rest.startsWith("<")) return "";
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === "<") depth++;
    else if (rest[at] === ">" && --depth === 0) return rest.slice(0, at + 1);
  }
  return undefined;
}

/** The bits of T in `Copy_Atom<NAME, T>`. */
function valueBits(before: string, after: string): number | undefined {
  const type = /Copy_Atom\s*<\s*$/.test(before) ? /^\s*,\s*([\w:]+)\s*>/.exec(after)?.[1] : undefined;
  return type === undefined ? undefined : elementType(type)?.bits;
}
