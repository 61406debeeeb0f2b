// Where the data of every family of atoms comes from: the one list of sources.
//
// All of it is CUTLASS 4.7 (commit 7107b05535f8977f5ecb9d01ee203205b1fd9bc4), read for its facts; names of PTX instructions are those that
// CUTLASS emits. Adding an atom is one row in the table that `table` names; its golden line checks it.

export interface Source {
  readonly family: string;
  /** The table in this folder. */
  readonly table: string;
  /** Headers under CUTLASS's include/. */
  readonly headers: readonly string[];
}

const atom = (files: string): readonly string[] => files.split(" ").map((file) => `cute/atom/${file}.hpp`);

export const sources: readonly Source[] = [
  {
    family: "mma.sync",
    table: "mma-warp.ts",
    headers: atom(
      "mma_traits mma_traits_sm61 mma_traits_sm70 mma_traits_sm75 mma_traits_sm80 mma_traits_sm89 mma_traits_sm90",
    ),
  },
  { family: "mma.sync of SM120", table: "mma-sm120.ts", headers: atom("mma_traits_sm120 mma_traits_sm120_sparse") },
  {
    family: "wgmma",
    table: "mma-gmma.ts",
    headers: atom(
      "mma_traits_sm90_gmma mma_traits_sm90_gmma_ext mma_traits_sm90_gmma_sparse mma_traits_sm90_gmma_sparse_ext",
    ),
  },
  {
    family: "tcgen05.mma",
    table: "mma-umma.ts",
    headers: [...atom("mma_traits_sm100"), "cute/arch/mma_sm100_desc.hpp"],
  },
  {
    family: "copy",
    table: "copy-warp.ts",
    headers: atom("copy_traits copy_traits_sm50 copy_traits_sm75 copy_traits_sm80 copy_traits_sm90 copy_traits_sm100"),
  },
  {
    family: "cp.async.bulk",
    table: "copy-warp.ts",
    headers: atom("copy_traits_sm90_tma copy_traits_sm90_im2col copy_traits_sm100_tma copy_traits_sm100_im2col"),
  },
  { family: "tcgen05.ld, st, cp", table: "copy-tmem.ts", headers: atom("copy_traits_sm100") },
  { family: "tensor memory", table: "tmem.ts", headers: atom("mma_traits_sm100_frag") },
  {
    family: "shared-memory layouts",
    table: "smem-atom.ts",
    headers: [
      ...atom("mma_traits_sm90_gmma mma_traits_sm90_gmma_sparse mma_traits_sm100"),
      "cutlass/gemm/collective/builders/sm90_common.inl",
      "cutlass/gemm/collective/builders/sm100_common.inl",
    ],
  },
  {
    family: "descriptors",
    table: "descriptor.ts",
    headers: ["cute/arch/mma_sm90_desc.hpp", "cute/arch/mma_sm100_desc.hpp"],
  },
  { family: "scale factors", table: "scale-factor.ts", headers: ["cutlass/detail/sm100_blockscaled_layout.hpp"] },
  {
    family: "mainloops of CollectiveBuilder",
    table: "collective/schedule.ts",
    headers: [
      "cutlass/gemm/dispatch_policy.hpp",
      "cutlass/gemm/collective/builders/sm90_gmma_builder.inl",
      "cutlass/gemm/collective/builders/sm100_umma_builder.inl",
      "cutlass/gemm/collective/builders/sm100_blockwise_umma_builder.inl",
      "cutlass/gemm/collective/builders/sm100_blockscaled_umma_builder.inl",
    ],
  },
];
