// The 32-bit instruction descriptor that tcgen05.mma takes: formats, majorness, sizes.
//
// Bit positions: PTX ISA, "Instruction descriptor" of tcgen05.mma; as in CUTLASS 4.7 include/cute/arch/mma_sm100_desc.hpp
// (UMMA::InstrDescriptor, UMMA::InstrDescriptorBlockScaled).
import type { DType } from "../value.ts";

interface Common {
  readonly m: number;
  readonly n: number;
  readonly typeA: DType;
  readonly typeB: DType;
  readonly transposeA: boolean;
  readonly transposeB: boolean;
  readonly negateA: boolean;
  readonly negateB: boolean;
  readonly sparse: boolean;
}

/** Codes of A's and B's element types; types that are only known at run time have 7. */
const formatCodes: Readonly<Record<string, number>> = {
  half_t: 0,
  bfloat16_t: 1,
  tfloat32_t: 2,
  uint8_t: 0,
  int8_t: 1,
  float_e4m3_t: 0,
  float_e5m2_t: 1,
  float_e2m3_t: 3,
  float_e3m2_t: 4,
  // As the only type of kind::mxf4 it has code 1; beside 6- and 8-bit types it comes unpacked, with code 5.
  float_e2m1_t: 1,
  "detail::float_e2m3_unpacksmem_t": 3,
  "detail::float_e3m2_unpacksmem_t": 4,
  "detail::float_e2m1_unpacksmem_t": 5,
};

const accumulatorCodes: Readonly<Record<string, number>> = { half_t: 0, float: 1, int: 2 };
const scaleCodes: Readonly<Record<string, number>> = { float_ue4m3_t: 0, float_ue8m0_t: 1 };

export function denseDescriptor(d: Common & { readonly typeC: DType; readonly saturate: boolean }): number {
  return (commonBits(d) | (bit(d.saturate) << 3) | ((accumulatorCodes[d.typeC.name] ?? 0) << 4)) >>> 0;
}

export function blockScaledDescriptor(d: Common & { readonly scale: DType }): number {
  return (commonBits(d) | ((scaleCodes[d.scale.name] ?? 0) << 23)) >>> 0;
}

function commonBits(d: Common): number {
  return (
    (bit(d.sparse) << 2) |
    (format(d.typeA) << 7) |
    (format(d.typeB) << 10) |
    (bit(d.negateA) << 13) |
    (bit(d.negateB) << 14) |
    (bit(d.transposeA) << 15) |
    (bit(d.transposeB) << 16) |
    ((d.n >> 3) << 17) |
    ((d.m >> 4) << 24)
  );
}

const bit = (on: boolean): number => (on ? 1 : 0);
const format = (type: DType): number => formatCodes[type.name] ?? 7;

/** `0x8180910`, as printf's %x prints it. */
export const hex = (word: number | bigint): string => `0x${word.toString(16)}`;
