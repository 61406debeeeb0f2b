// What each language calls the symbols that only a running thread knows: which differ within a warp, and which do not.
//
// They are told by what made a symbol, which its identity begins with: a variable or parameter of such a name is another.
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import type { Language } from "../../../src-engine/program/ir.ts";

/** What made a symbol: `threadIdx.x`, a library's call `warp_idx()`; else the name of the variable that holds it. */
export const originOf = ({ id }: Pick<SymbolAtom, "id">): string => id.replace(/^cuda /, "").replace(/@.*$/s, "");

export interface ThreadSymbols {
  /** The thread's indices in its block along x, y and z. */
  readonly thread: readonly [x: RegExp, y: RegExp, z: RegExp];
  /** The block's indices in its grid along x, y and z. */
  readonly block: readonly [x: RegExp, y: RegExp, z: RegExp];
  /** The block's extents along x, y and z. */
  readonly extent: readonly [x: RegExp, y: RegExp, z: RegExp];
  /** The thread's place in its warp. */
  readonly lane: RegExp;
  /** Which warp of the block it is, or which group of warps. */
  readonly warp: RegExp;
  /** The number of its warp: along x alone, and over the whole block. */
  readonly warpNumber: readonly [alongX: RegExp, ofBlock: RegExp];
  /** The number of its group of four warps, along x. */
  readonly groupNumber: RegExp;
  /** The same for all threads of a warp. */
  readonly uniform: RegExp;
  /** Differs from thread to thread, nobody says how. */
  readonly differs: RegExp;
}

export const threadSymbols: Readonly<Record<Language, ThreadSymbols>> = {
  cpp: {
    thread: [/^threadIdx\.x$/, /^threadIdx\.y$/, /^threadIdx\.z$/],
    block: [/^blockIdx\.x$/, /^blockIdx\.y$/, /^blockIdx\.z$/],
    extent: [/^blockDim\.x$/, /^blockDim\.y$/, /^blockDim\.z$/],
    lane: /^(?:canonical_lane_idx|lane_id|thread_idx_in_warp)\(\)$/,
    warp: /^canonical_warp(?:_group)?_idx(?:_sync)?\(\)$/,
    warpNumber: [/^canonical_warp_idx(?:_sync)?\(\)$/, /^$/],
    groupNumber: /^canonical_warp_group_idx\(\)$/,
    uniform:
      /^(?:(?:blockIdx|blockDim|gridDim)\.[xyz]|(?:canonical_warp_idx(?:_sync)?|canonical_warp_group_idx|block_rank_in_cluster|get_sm_count)\(\)|(?:block_id_in_cluster|cluster_\w+)\(\)(?:\.[xyz])?)$/,
    differs: /^(?:elect_one_\w+\(\)|rand\(\))$/,
  },
  python: {
    thread: [/^thread_idx\.x$/, /^thread_idx\.y$/, /^thread_idx\.z$/],
    block: [/^block_idx\.x$/, /^block_idx\.y$/, /^block_idx\.z$/],
    extent: [/^block_dim\.x$/, /^block_dim\.y$/, /^block_dim\.z$/],
    lane: /^lane_idx\(\)$/,
    warp: /^warp_idx\(\)$/,
    warpNumber: [/^$/, /^warp_idx\(\)$/],
    groupNumber: /^$/,
    uniform:
      /^(?:(?:block_idx|block_dim|grid_dim|cluster_idx|cluster_dim|block_in_cluster_idx|block_in_cluster_dim)\.[xyz]|(?:warp_idx|block_idx_in_cluster|cluster_size|dynamic_smem_size)\(\))$/,
    differs: /^elect_sync\(\)$/,
  },
};

/** CUDA's own: whoever is handed one cannot write to it. */
export const cudaConstants: ReadonlySet<string> = new Set(["threadIdx", "blockIdx", "blockDim", "gridDim"]);
