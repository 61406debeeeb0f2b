// The copies of the epilogues that CollectiveBuilder makes: between accumulators, registers, shared and global memory
// (CUTLASS 4.7 include/cutlass/epilogue/collective/builders/sm90_common.inl, sm100_builder.inl).
import type { Context } from "../../context.ts";
import { widestRepeat } from "./tmem-repeat.ts";
import type { BuilderArch, Operand } from "./types.ts";

/** Operations by their spelling; undefined where the builder has none or the case is not modelled. */
export interface EpilogueCopies {
  /** Tensor memory to registers, Blackwell only. */
  readonly t2r?: string;
  readonly g2s: string;
  readonly s2r: string;
  readonly s2g: string;
  readonly r2s: string;
  /** The copy of `half_t` that shares out the accumulators, Hopper only. */
  readonly atomC?: string;
  /** Within registers, before they are stored; undefined for `void`. */
  readonly r2r?: string;
}

export interface CopiesSpec {
  readonly arch: BuilderArch;
  readonly c: Operand;
  readonly d: Operand;
  readonly accumulatorBits: number;
  readonly tile: readonly [m: number, n: number];
  /** Pairs of warps beside each other in tensor memory. */
  readonly warps: readonly [m: number, n: number];
}

const vectorized = "AutoVectorizingCopyWithAssumedAlignment<128>";
const moves = { g2s: "SM90_TMA_LOAD", s2g: "SM90_TMA_STORE" };

export function epilogueCopies(ctx: Context, spec: CopiesSpec): EpilogueCopies | undefined {
  if (spec.arch === "Sm90") return hopper(spec);
  const t2r = tmemLoad(ctx, spec);
  if (t2r === undefined) return undefined;
  const stored = (matrix: Operand): string => matrixStore(matrix, spec.accumulatorBits, t2r) ?? vectorized;
  const r2r = spec.d.type.bits === 4 && spec.d.major === "MN" ? "SM50_Shuffle_U32_2x2Trans_XOR1" : vectorized;
  return { ...moves, t2r, r2r, r2s: stored(spec.d), s2r: loadOf(stored(spec.c)) };
}

// ---- Hopper -----------------------------------------------------------------------------------------------------------

function hopper({ c, d, tile: [, n] }: CopiesSpec): EpilogueCopies | undefined {
  const times = n % 16 === 0 ? 4 : n % 8 === 0 ? 2 : undefined;
  if (times === undefined) return undefined;
  const stored = ({ type, major }: Operand): string =>
    type.bits !== 16 ? vectorized : major === "MN" ? `SM90_U16x${times * 2}_STSM_T` : `SM90_U32x${times}_STSM_N`;
  return { ...moves, r2s: stored(d), s2r: loadOf(stored(c)), atomC: `SM90_U32x${times}_STSM_N` };
}

/** The load that is the mirror of a store; 8-bit matrices of one have none. */
function loadOf(store: string): string {
  if (store === vectorized || /U8x4_/.test(store)) return vectorized;
  return store.replace(/^SM90/, "SM75").replace("STSM", "LDSM");
}

// ---- Blackwell --------------------------------------------------------------------------------------------------------

/** By the bits of accumulators and results, and by the lanes that a warp has of the tile. */
function tmemLoad(ctx: Context, { d, accumulatorBits, tile, warps }: CopiesSpec): string | undefined {
  const lanes = tile[0] / warps[0];
  const bits = (tile[1] / warps[1]) * accumulatorBits;
  const isMMajor = d.major === "MN";
  const half = lanes === 16;
  if (lanes !== 16 && lanes !== 32) return undefined;
  const repeat = (name: string): string => widestRepeat(ctx, `SM100_TMEM_LOAD_${name}`, bits);
  switch (`${accumulatorBits} to ${d.type.bits}`) {
    case "32 to 32":
      return repeat(half ? (isMMajor ? "16dp256b1x" : "16dp128b1x") : "32dp32b1x");
    case "32 to 16":
      return repeat(half || isMMajor ? "16dp256b1x" : "32dp32b1x");
    case "32 to 8":
      // Lanes of 16 and rows: an operation of 32 bits by 16 lanes, which is not modelled.
      return half ? (isMMajor ? repeat("16dp256b1x") : undefined) : repeat("32dp32b1x");
    case "16 to 16":
      return repeat(half || isMMajor ? "16dp128b1x_16b" : "32dp32b1x_16b");
    case "32 to 6":
    case "32 to 4":
      return half ? undefined : repeat("32dp32b1x");
    default:
      return undefined;
  }
}

/** `stmatrix` where the load from tensor memory leaves registers as it wants them. */
function matrixStore({ type, major }: Operand, accumulatorBits: number, load: string): string | undefined {
  const match = /_(16dp128|16dp256)b(\d+)x(_16b)?$/.exec(load);
  if (match === null) return undefined;
  const [, lanes, repeats] = match;
  const times = Number(repeats);
  const key = `${accumulatorBits} to ${type.bits} ${lanes}`;
  const isWord = key === "32 to 32 16dp128" && major === "K";
  if (isWord || key === "32 to 16 16dp256" || key === "16 to 16 16dp128") {
    if (major === "K") return times > 1 ? "SM90_U32x4_STSM_N" : "SM90_U32x2_STSM_N";
    return times > 1 ? "SM90_U16x8_STSM_T" : "SM90_U16x4_STSM_T";
  }
  if (key !== "32 to 8 16dp256" || major !== "MN") return undefined;
  return times > 2 ? "SM100_U8x16_STSM_T" : times > 1 ? "SM100_U8x8_STSM_T" : "SM100_U8x4_STSM_T";
}
