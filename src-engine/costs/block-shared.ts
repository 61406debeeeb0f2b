// How much shared memory a block may have, by compute capability: the one table that rules, rooflines and what host code asks of its
// device read.
//
// Source: CUDA programming guide, compute capabilities; the opt-in limit, after the driver's own 1 KiB from 8.0 on.

const kilobytes: Readonly<Record<string, number>> = {
  sm_70: 96,
  sm_75: 64,
  sm_80: 163,
  sm_86: 99,
  sm_87: 163,
  sm_89: 99,
  sm_90: 227,
  sm_100: 227,
  sm_101: 227,
  sm_103: 227,
  sm_110: 227,
  sm_120: 99,
  sm_121: 99,
};

/** KiB; of `sm_90a` and `sm_100f` what sm_90 and sm_100 have. Undefined for an architecture that is not known. */
export const blockKilobytes = (arch: string): number | undefined => kilobytes[arch.replace(/[af]$/, "")];
