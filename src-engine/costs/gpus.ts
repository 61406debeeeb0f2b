// What GPUs offer a kernel: the numbers that rooflines and occupancy are made of.
//
// Sources: NVIDIA's data sheets (A100 80GB SXM, H100 SXM, H200 SXM, B200 in HGX, GeForce RTX 4090 and 5090) for dense rates and memory;
// CUDA programming guide, compute capabilities, for what an SM and a block may have. Rates are those of the boost clock.

import { blockKilobytes } from "./block-shared.ts";

export interface Gpu {
  readonly name: string;
  readonly arch: string;
  readonly sms: number;
  /** Boost clock in Hz. */
  readonly clock: number;
  /** Dense FLOP/s of 16-bit MMAs that add in 32 bits; 8-bit ones have twice, TF32 half of it. */
  readonly mma: number;
  /** FLOP/s of FP32 without MMAs. */
  readonly fma: number;
  /** Bytes a second of the memory. */
  readonly memory: number;
  /** Bytes of shared memory of an SM, and the most that a block may have. */
  readonly sharedOfSm: number;
  readonly sharedOfBlock: number;
  readonly threadsOfSm: number;
  readonly blocksOfSm: number;
}

const kib = 1024;
const ofBlock = (arch: string): number => kib * (blockKilobytes(arch) ?? 0);
const hopper = {
  sms: 132,
  clock: 1.83e9,
  mma: 989.4e12,
  fma: 66.9e12,
  sharedOfSm: 228 * kib,
  sharedOfBlock: ofBlock("sm_90"),
  threadsOfSm: 2048,
  blocksOfSm: 32,
};
const geforce = { sharedOfSm: 100 * kib, sharedOfBlock: ofBlock("sm_89"), threadsOfSm: 1536, blocksOfSm: 24 };

export const gpus: Readonly<Record<string, Gpu>> = {
  a100: {
    name: "A100",
    arch: "sm_80",
    sms: 108,
    clock: 1.41e9,
    mma: 312e12,
    fma: 19.5e12,
    memory: 2.039e12,
    sharedOfSm: 164 * kib,
    sharedOfBlock: ofBlock("sm_80"),
    threadsOfSm: 2048,
    blocksOfSm: 32,
  },
  h100: { name: "H100", arch: "sm_90a", memory: 3.35e12, ...hopper },
  h200: { name: "H200", arch: "sm_90a", memory: 4.8e12, ...hopper },
  b200: {
    name: "B200",
    arch: "sm_100a",
    sms: 148,
    clock: 1.85e9,
    mma: 2250e12,
    fma: 75e12,
    memory: 8e12,
    sharedOfSm: 228 * kib,
    sharedOfBlock: ofBlock("sm_100"),
    threadsOfSm: 2048,
    blocksOfSm: 32,
  },
  rtx4090: {
    name: "RTX 4090",
    arch: "sm_89",
    sms: 128,
    clock: 2.52e9,
    mma: 165.2e12,
    fma: 82.6e12,
    memory: 1.008e12,
    ...geforce,
  },
  rtx5090: {
    name: "RTX 5090",
    arch: "sm_120a",
    sms: 170,
    clock: 2.41e9,
    mma: 209.5e12,
    fma: 104.8e12,
    memory: 1.792e12,
    ...geforce,
  },
};

/** What every block takes besides its own (CUDA programming guide, shared memory of compute capability 8 and up). */
const reserved = kib;
const registersOfSm = 65536;
/** Registers are given to warps in units of 256. */
const registerUnit = 256;

/** The most that each of so many threads of an SM can have: at most 255, in units of 8. */
export const registersOfThread = (threads: number): number =>
  Math.min(255, Math.floor(registersOfSm / Math.max(32, Math.ceil(threads / 32) * 32) / 8) * 8);

export interface Footprint {
  readonly shared: number | undefined;
  readonly threads: number | undefined;
  readonly registers: number | undefined;
  /** Of tensor memory. */
  readonly columns?: number | undefined;
}

export interface Occupancy {
  readonly blocks: number;
  readonly by: "shared memory" | "threads" | "registers" | "tensor memory" | "blocks";
}

/** Columns of 32 bits that an SM's tensor memory has; they are given out in powers of two. */
export const tensorColumns = 512;
const fewestColumns = 32;

const allocated = (columns: number): number => Math.max(fewestColumns, 2 ** Math.ceil(Math.log2(columns)));

/** How many blocks fit on an SM at most: what is not known does not bind. */
export function occupancy(gpu: Gpu, { shared, threads, registers, columns }: Footprint): Occupancy {
  const warps = threads === undefined ? undefined : Math.ceil(threads / 32);
  const perWarp = registers === undefined ? undefined : Math.ceil((registers * 32) / registerUnit) * registerUnit;
  const limits: readonly (readonly [Occupancy["by"], number])[] = [
    ["blocks", gpu.blocksOfSm],
    ...(shared === undefined ? [] : [["shared memory", Math.floor(gpu.sharedOfSm / (shared + reserved))] as const]),
    ...(warps === undefined ? [] : [["threads", Math.floor(gpu.threadsOfSm / (warps * 32))] as const]),
    ...(columns === undefined ? [] : [["tensor memory", Math.floor(tensorColumns / allocated(columns))] as const]),
    ...(warps === undefined || perWarp === undefined
      ? []
      : [["registers", Math.floor(registersOfSm / (perWarp * warps))] as const]),
  ];
  const [by, blocks] = limits.reduce((a, b) => (b[1] < a[1] ? b : a));
  return { blocks, by };
}

/** What one round of a loop does, in one block. */
export interface Round {
  /** From and to global memory, and those of them that are stored. */
  readonly bytes: number;
  readonly stored: number;
  readonly wavefronts: number;
  readonly flops: number;
  /** Bits of the MMA's operands; undefined for FMAs of the ordinary cores. */
  readonly operandBits: number | undefined;
}

export interface Roofline {
  /** FLOP a byte from global memory or L2, and where memory stops being the bound. */
  readonly intensity: number | undefined;
  readonly ridge: number;
  readonly bound: "memory" | "shared memory" | "MMA";
}

/** What bounds the loop at best: as if everything overlapped and every byte came from memory. */
export function roofline(gpu: Gpu, { bytes, wavefronts, flops, operandBits }: Round): Roofline {
  const rate = operandBits === undefined ? gpu.fma : (gpu.mma * 16) / operandBits;
  const times: readonly (readonly [Roofline["bound"], number])[] = [
    ["MMA", flops / (rate / gpu.sms)],
    ["memory", bytes / (gpu.memory / gpu.sms)],
    ["shared memory", wavefronts / gpu.clock],
  ];
  const [bound] = times.reduce((a, b) => (b[1] > a[1] ? b : a));
  return { intensity: bytes === 0 ? undefined : flops / bytes, ridge: rate / gpu.memory, bound };
}
