// The part of the tile that an epilogue stores at a time, where the builder chooses it (`EpilogueTileAuto`).
import type { Context } from "../../context.ts";
import { coalesce } from "../../layout/coalesce.ts";
import type { Layout, Shape } from "../../value.ts";
import { lit, shapeOf } from "../literal.ts";
import type { EpilogueSpec } from "./epilogue.ts";
import type { Operand } from "./types.ts";

/** Two modes, each a size or a layout that picks rows or columns. */
export interface EpilogueTile {
  readonly kind: "tuple";
  readonly items: readonly (Shape | Layout)[];
}

interface CtaTile {
  readonly m: number;
  readonly n: number;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

export function sm90EpilogueTile(cta: CtaTile, { d }: EpilogueSpec, cooperative: boolean): EpilogueTile {
  const wide = !cooperative && d.type.bits === 8 && cta.n % 64 === 0;
  const n = gcd(Math.min(wide ? 64 : 32, cta.n), cta.n);
  return shapeOf(Math.min(cooperative ? 128 : 64, cta.m), n);
}

/** `besides`: two pairs of warps lie beside each other in tensor memory (M = 128 of two SMs). */
export function sm100EpilogueTile(ctx: Context, cta: CtaTile, spec: EpilogueSpec, besides: boolean): EpilogueTile {
  const [warpsM, warpsN] = besides ? [2, 2] : [4, 1];
  const m = Math.min(cta.m, 32 * warpsM);
  // Half of the widest tile at a time, so that the next one can be accumulated into the other.
  if (spec.blockScaled === true && cta.n === 256) return shapeOf(m, 128);
  const least = Math.max(leastN(spec.c, warpsN), leastN(spec.d, warpsN));
  if (cta.n < least) ctx.stop({ code: "tile-shape", message: "CTA tile too small", at: "sm100_builder.inl:1045" });
  const wanted = Math.min(cta.n, Math.max(usualN(cta, spec, m), least));
  const n = cta.n % wanted === 0 ? wanted : cta.n;
  return { kind: "tuple", items: [lit(m, 1), coalesce(ctx, lit([n / warpsN, warpsN], [1, cta.n / warpsN]))] };
}

/** Widths that were fast: by work per iteration without a source, by room in shared memory with one. */
function usualN(cta: CtaTile, { c, d }: EpilogueSpec, m: number): number {
  const bits = Math.max(c?.type.bits ?? d.type.bits, d.type.bits);
  if (c === undefined) return (bits === 4 ? 8192 : 4096) / m;
  if (bits === 32) return cta.m > 64 && cta.n <= 128 ? 16 : 32;
  return bits === 16 && cta.n <= 128 ? 32 : 64;
}

/** Columns that a 16-byte access of every pair of warps takes. */
function leastN(matrix: Operand | undefined, warps: number): number {
  if (matrix === undefined || matrix.major === "MN") return 8 * warps;
  return (matrix.type.bits === 6 ? 128 : 128 / matrix.type.bits) * warps;
}
