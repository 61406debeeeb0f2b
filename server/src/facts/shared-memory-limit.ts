// How much shared memory a block may have, by architecture.
import type { Arch } from "../settings/schema.ts";

/** Bytes of shared memory that a block may have (CUDA programming guide, compute capabilities; opt-in limit). */
export const sharedMemoryLimit: Readonly<Record<Arch, number>> = {
  auto: 232_448,
  sm_70: 98_304,
  sm_75: 65_536,
  sm_80: 166_912,
  sm_86: 101_376,
  sm_87: 166_912,
  sm_89: 101_376,
  sm_90: 232_448,
  sm_90a: 232_448,
  sm_100a: 232_448,
  sm_100f: 232_448,
  sm_101a: 232_448,
  sm_103a: 232_448,
  sm_110a: 232_448,
  sm_120a: 101_376,
  sm_121a: 101_376,
};
