// What each language calls the symbols that only a running thread knows: which differ within a warp, and which do not.
import type { Language } from "../../../src-engine/program/ir.ts";

export interface ThreadSymbols {
  /** The thread's indices in its block along x, y and z. */
  readonly thread: readonly [x: RegExp, y: RegExp, z: RegExp];
  /** The block's extents along x, y and z. */
  readonly extent: readonly [x: RegExp, y: RegExp, z: RegExp];
  /** The thread's place in its warp. */
  readonly lane: RegExp;
  /** Which warp of the block it is. */
  readonly warp: RegExp;
  /** The same for all threads of a warp. */
  readonly uniform: RegExp;
  /** Differs from thread to thread, nobody says how. */
  readonly differs: RegExp;
}

export const threadSymbols: Readonly<Record<Language, ThreadSymbols>> = {
  cpp: {
    thread: [/^threadIdx\.x$/, /^threadIdx\.y$/, /^threadIdx\.z$/],
    extent: [/^blockDim\.x$/, /^blockDim\.y$/, /^blockDim\.z$/],
    lane: /^(?:canonical_lane_idx|lane_id|thread_idx_in_warp)\(\)$/,
    warp: /^canonical_warp(?:_group)?_idx(?:_sync)?\(\)$/,
    uniform:
      /^(?:(?:blockIdx|blockDim|gridDim)\.[xyz]|(?:canonical_warp_idx(?:_sync)?|canonical_warp_group_idx|block_rank_in_cluster|get_sm_count)\(\)|(?:block_id_in_cluster|cluster_\w+)\(\)(?:\.[xyz])?)$/,
    differs: /^(?:elect_one_\w+\(\)|rand\(\))$/,
  },
  python: {
    thread: [/^thread_idx\.x$/, /^thread_idx\.y$/, /^thread_idx\.z$/],
    extent: [/^block_dim\.x$/, /^block_dim\.y$/, /^block_dim\.z$/],
    lane: /^lane_idx$/,
    warp: /^warp_idx$/,
    uniform:
      /^(?:(?:block_idx|block_dim|grid_dim|cluster_idx|cluster_dim|block_in_cluster_idx|block_in_cluster_dim)\.[xyz]|warp_idx|block_idx_in_cluster|cluster_size|dynamic_smem_size)$/,
    differs: /^$/,
  },
};
