// `GMMA::ss_op_selector` and `rs_op_selector`: the wgmma operation of the widest N that divides the tile
// (CUTLASS 4.7 include/cute/arch/mma_sm90.hpp:366, :4852). Most widths are compiled only with CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED.
import type { Context } from "../../context.ts";
import type { DType } from "../../value.ts";
import type { Major } from "../types.ts";

export interface WgmmaWanted {
  readonly a: DType;
  readonly b: DType;
  readonly accumulator: DType;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly source: "SS" | "RS";
  readonly majorA: Major;
  readonly majorB: Major;
  readonly extended: boolean;
}

const usual = [256, 192, 128, 96, 64, 32, 16, 8];

/** The widest N of an instruction that divides the tile's, or undefined where none does. */
export const wgmmaWidth = (n: number, extended: boolean): number | undefined =>
  (extended ? Array.from({ length: 32 }, (_, i) => 256 - 8 * i) : usual).find((width) => n % width === 0);

const letters: Readonly<Record<string, string>> = {
  half_t: "F16",
  bfloat16_t: "BF16",
  tfloat32_t: "TF32",
  float: "F32",
  float_e4m3_t: "E4M3",
  float_e5m2_t: "E5M2",
  int8_t: "S8",
  uint8_t: "U8",
  int: "S32",
};

/** Inputs that go together, by what they accumulate in. */
const combinations = /^(?:F(?:16|32)F16F16|F32BF16BF16|F32TF32TF32|F(?:16|32)E[45]M[23]E[45]M[23]|S32[SU]8[SU]8)$/;

/** `SM90::GMMA::MMA_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>`; stops with the selector's static_assert. */
export function wgmmaOperation(ctx: Context, wanted: WgmmaWanted): string {
  const refuse = (message: string): never => ctx.stop({ code: "mma-selector", message, at: "mma_sm90.hpp" });
  const { source, majorA, majorB } = wanted;
  if (wanted.m % 64 !== 0) refuse("Tile_M must be a multiple of 64.");
  const types = [wanted.accumulator, wanted.a, wanted.b].map((type) => letters[type.name] ?? "?").join("");
  if (!combinations.test(types)) refuse("No eligible GMMA operator for request configuration.");
  const sixteen = wanted.a.bits === 16;
  if (!sixteen && majorA !== "K") refuse("MajorA must be GMMA::Major::K for this config.");
  if (!sixteen && majorB !== "K") refuse("MajorB must be GMMA::Major::K for this config.");
  const k = 256 / wanted.a.bits;
  const least = source === "SS" ? k : 2 * k;
  if (wanted.k % least !== 0) refuse(`Tile_K must be a multiple of ${least}.`);
  const width = wgmmaWidth(wanted.n, wanted.extended) ?? refuse("Tile_N must be a multiple of 8.");
  const name = `SM90::GMMA::MMA_64x${width}x${k}_${types}_${source}`;
  return sixteen ? `${name}<GMMA::Major::${majorA},GMMA::Major::${majorB}>` : `${name}_TN`;
}
