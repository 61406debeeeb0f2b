// Which sizes tcgen05.mma takes: the static_asserts on M, N and majorness of CUTLASS 4.7 include/cute/arch/mma_sm100_umma.hpp,
// and for dense F8F6F4 those of include/cute/atom/mma_traits_sm100.hpp:2475, :2891.
import type { Major } from "./types.ts";

export interface UmmaSizes {
  readonly m: number;
  readonly n: number;
  readonly majorA: Major;
  readonly majorB: Major;
}

interface Limit {
  readonly names: RegExp;
  readonly m: readonly number[];
  /** N is a multiple of this, up to 256; the step may depend on M or on B's majorness. `8 too` where 8 is allowed beside the multiples. */
  step(m: number, majorB: Major): number;
  readonly also8?: true;
  readonly kMajorA?: true;
  readonly kMajorB?: true;
}

/** The first row whose names match decides; operations that match none have no limits in CUTLASS. */
const limits: readonly Limit[] = [
  { names: /_2x1SM_TS_INTERLEAVED/, m: [128, 256], step: () => 32, kMajorA: true, kMajorB: true },
  { names: /_TS_INTERLEAVED/, m: [64, 128], step: (m) => (m === 64 ? 8 : 16), kMajorA: true, kMajorB: true },
  { names: /_2x1SM_TS/, m: [128, 256], step: () => 32, kMajorA: true },
  { names: /_S8_TS/, m: [64, 128], step: () => 16, also8: true, kMajorA: true },
  { names: /_TS/, m: [64, 128], step: (m) => (m === 64 ? 8 : 16), kMajorA: true },
  { names: /MXF8F6F4_2x1SM/, m: [256], step: () => 16 },
  { names: /MXF4_2x1SM|ULTRA_2x1SM/, m: [128, 256], step: () => 16 },
  { names: /MXF4NVF4_2x1SM/, m: [64, 128, 256], step: () => 16 },
  { names: /ULTRA/, m: [128], step: () => 16 },
  { names: /MXF/, m: [128], step: () => 8 },
  { names: /S8_2x1SM|F8F6F4_2x1SM_SS_SPARSE/, m: [128, 256], step: () => 32 },
  { names: /_S8_/, m: [64, 128], step: () => 16, also8: true },
  { names: /F8F6F4_SS_SPARSE/, m: [64, 128], step: (m) => (m === 64 ? 8 : 16) },
  { names: /F8F6F4_2x1SM_SS/, m: [128, 256], step: (_, majorB) => (majorB === "K" ? 16 : 32) },
  { names: /F8F6F4_SS/, m: [64, 128], step: (_, majorB) => (majorB === "K" ? 8 : 16) },
  { names: /(?:TF32|F16BF16)_2x1SM_SS/, m: [128, 256], step: () => 16 },
  { names: /(?:TF32|F16BF16)_SS/, m: [64, 128], step: () => 8 },
];

/** Why CUTLASS refuses these sizes, or undefined. */
export function ummaRefusal(name: string, sizes: UmmaSizes): string | undefined {
  const limit = limits.find((row) => row.names.test(name));
  if (limit === undefined) return undefined;
  const { m, n, majorA, majorB } = sizes;
  if (!limit.m.includes(m)) return `${name} M-mode size should be ${limit.m.join(" or ")}.`;
  const step = limit.step(m, majorB);
  const fits = n % step === 0 && n >= step && n <= 256;
  if (!fits && !(limit.also8 && n === 8)) {
    return `${name} N-mode size should be ${limit.also8 ? "8 or " : ""}a multiple of ${step} between ${step} and 256.`;
  }
  if (limit.kMajorA && majorA !== "K") return `${name} A from TMEM can't be transposed`;
  return limit.kMajorB && majorB !== "K" ? `${name} B from SMEM requires non-transpose` : undefined;
}
