// Signatures and sentences for the names that are no operation of the algebra: types, pointers, tiled objects, TMA.
// CUTLASS 4.7's parameter names; `[…]` marks what may be left out.

export interface ApiDoc {
  readonly name: string;
  readonly kind: "operation" | "type" | "swizzle" | "module";
  readonly signature: string;
  readonly doc: string;
}

type Row = readonly [name: string, signature: string, doc: string];

const cppTypes: readonly Row[] = [
  [
    "Layout",
    "<Shape, Stride>",
    "A function from coordinates to offsets: `Layout<Shape<_8,_4>, Stride<_4,_1>>`. Without strides the first mode is contiguous.",
  ],
  ["Shape", "<Modes…>", "A tuple of extents, nested where modes are hierarchical: `Shape<_128, Shape<_8,_8>>`."],
  ["Stride", "<Modes…>", "A tuple of strides congruent to a shape: `Stride<_1, int64_t>`."],
  ["Coord", "<Modes…>", "A tuple of coordinates; `_` keeps a mode in a slice."],
  ["Step", "<Modes…>", "Which modes of a tiler a tensor takes: `Step<_1, X, _1>` of (M,N,K) takes M and K."],
  ["Tile", "<Layouts…>", "A tiler, one layout or integer for each mode: `Tile<_64, Layout<_8,_2>>`."],
  ["Int", "<N>", "An integer the compiler knows. `Int<8>{}`, or `_8` for the common ones."],
  [
    "ComposedLayout",
    "<A, Offset, B>",
    "`A o Offset o B`: first the layout B, then the offset, then A, most often a swizzle.",
  ],
  ["Tensor", "<Engine, Layout>", "A pointer or an array with a layout. `make_tensor` makes one."],
  [
    "Copy_Atom",
    "<CopyOperation, T>",
    "One copy instruction with the layouts of its threads and values, in elements of T: `Copy_Atom<SM75_U32x4_LDSM_N, half_t>`.",
  ],
  ["MMA_Atom", "<MMAOperation>", "One MMA instruction with the layouts of A, B and C over its threads and values."],
  [
    "TiledCopy",
    "<Copy_Atom, LayoutTV, Tiler>",
    "A copy atom repeated over threads and values; `make_tiled_copy` makes one.",
  ],
  [
    "TiledMMA",
    "<MMA_Atom, AtomLayout, Permutations>",
    "An MMA atom repeated over threads; `make_tiled_mma` makes one.",
  ],
  ["LayoutLeft", "", "A tag: the first mode is contiguous (column-major). `make_layout(shape, LayoutLeft{})`."],
  ["LayoutRight", "", "A tag: the last mode is contiguous (row-major). `make_layout(shape, LayoutRight{})`."],
];

const swizzleDoc =
  "XORs B bits, S positions higher, into the bits from M on. TMA and WGMMA know, on byte addresses, `Swizzle<1,4,3>` (32 B), `Swizzle<2,4,3>` (64 B) and `Swizzle<3,4,3>` (128 B); in elements of 16 bits M is 3, of 32 bits 2, of 8 bits 4.";

const cppFunctions: readonly Row[] = [
  ["make_shape", "(modes…)", "A tuple of extents, dynamic and static mixed: `make_shape(M, Int<64>{})`."],
  ["make_stride", "(modes…)", "A tuple of strides, congruent to a shape."],
  ["make_coord", "(modes…)", "A coordinate; `_` keeps a mode."],
  ["make_tile", "(layouts…)", "A tiler with one layout or integer for each mode."],
  ["make_tuple", "(items…)", "A tuple of anything."],
  ["make_gmem_ptr", "(pointer)", "A pointer to global memory, so that copies and MMAs find their instruction."],
  ["make_smem_ptr", "(pointer)", "A pointer to shared memory."],
  ["make_rmem_ptr", "(pointer)", "A pointer to registers."],
  [
    "make_tiled_copy",
    "(copy_atom, thr_layout, [val_layout])",
    "Threads over a tile and values for each thread: the tile is their raked product.",
  ],
  [
    "make_tiled_copy_A",
    "(copy_atom, tiled_mma)",
    "Copies what the MMA's threads hold of A: `ldmatrix` into its fragments.",
  ],
  ["make_tiled_copy_B", "(copy_atom, tiled_mma)", "Copies what the MMA's threads hold of B."],
  ["make_tiled_copy_C", "(copy_atom, tiled_mma)", "Copies what the MMA's threads hold of C: accumulators to memory."],
  [
    "make_tiled_mma",
    "(mma_op, [thr_layout], [permutations])",
    "Atoms over (M,N,K): `make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{})`.",
  ],
  [
    "make_tma_copy",
    "(copy_op, gtensor, slayout, [cta_tiler], [cluster_size])",
    "A TMA descriptor for tiles of a global tensor, as a TiledCopy. `slayout` is one stage.",
  ],
  [
    "make_tma_atom",
    "(copy_op, gtensor, slayout, [cta_tiler], [cluster_size])",
    "A TMA descriptor for tiles of a global tensor, as a Copy_Atom for `tma_partition`. `slayout` is one stage.",
  ],
  [
    "make_tma_copy_A_sm90",
    "(copy_op, gtensor, slayout, cta_tiler, cluster_size)",
    "The TMA of a GEMM's A: multicast along the cluster's N.",
  ],
  [
    "make_tma_copy_B_sm90",
    "(copy_op, gtensor, slayout, cta_tiler, cluster_size)",
    "The TMA of a GEMM's B: multicast along the cluster's M.",
  ],
  [
    "make_tma_atom_A_sm100",
    "(copy_op, gtensor, slayout, mma_tiler, mma, [cluster_shape])",
    "The TMA of operand A of a tcgen05 MMA.",
  ],
  [
    "make_tma_atom_B_sm100",
    "(copy_op, gtensor, slayout, mma_tiler, mma, [cluster_shape])",
    "The TMA of operand B of a tcgen05 MMA.",
  ],
  [
    "tma_partition",
    "(copy_atom, cta_coord, cta_layout, stensor, gtensor)",
    "This CTA's part of a TMA: `auto [tAgA, tAsA] = tma_partition(tma_a, Int<0>{}, Layout<_1>{}, group_modes<0,2>(sA), group_modes<0,2>(gA))`.",
  ],
  [
    "create_tma_multicast_mask",
    "<Mode>(cta_layout_vmnk, cta_coord_vmnk)",
    "The CTAs of the cluster that get the same tile.",
  ],
  [
    "group_modes",
    "<Begin, End>(x)",
    "Makes the modes from Begin to End one mode: `group_modes<0,2>(sA)` has the tile as its first mode.",
  ],
  ["recast", "<T>(tensor)", "The same bytes as elements of another type."],
  [
    "copy",
    "([copy_policy], src, dst)",
    "Copies by an atom or tiled copy, else by what the pointers and alignment allow.",
  ],
  ["copy_if", "([copy_atom], pred, src, dst)", "Copies where the predicate tensor says so."],
  ["gemm", "(mma, [D], A, B, C)", "C += A·B over partitioned fragments."],
  ["axpby", "(alpha, x, beta, y)", "y = alpha·x + beta·y, element by element."],
  ["clear", "(tensor)", "Sets every element to zero."],
  ["fill", "(tensor, value)", "Sets every element."],
  ["cosize_v", "<Layout>", "How many elements an array needs for this layout: `T smem[cosize_v<SLayout>]`."],
  ["print_layout", "(layout)", "Prints the offsets as a table."],
  ["print_latex", "(layout)", "Prints the layout as a TikZ picture."],
];

const dslFunctions: readonly Row[] = [
  [
    "cute.copy",
    "(atom, src, dst, *, [pred], …)",
    "Copies by an atom or a tiled copy; `tma_bar_ptr` and `mcast_mask` for TMA.",
  ],
  ["cute.gemm", "(atom, d, a, b, c)", "d = a·b + c over partitioned fragments."],
  ["cute.compile", "(function, *args)", "Compiles a jit function for these arguments."],
  ["cute.printf", "(*values)", "Prints at run time, on the device too."],
  [
    "cute.make_composed_layout",
    "(inner, offset, outer)",
    "`inner o offset o outer`: first the layout `outer`, then the offset, then `inner`, most often a swizzle.",
  ],
  [
    "cute.slice_",
    "(src, coord)",
    "Fixes the modes that have a number; `None` keeps a mode: `cute.slice_(sA, (None, None, 0))`.",
  ],
  ["cute.group_modes", "(input, begin, [end])", "Makes the modes from begin to end one mode."],
  ["cute.assume", "(src, [divby])", "Tells that a number is divisible."],
  ["cute.make_rmem_tensor", "(layout_or_shape, dtype)", "A tensor in registers."],
  ["cute.make_fragment", "(layout_or_shape, dtype)", "A tensor in registers."],
  ["cute.recast_tensor", "(src, dtype)", "The same bytes as elements of another type."],
  ["cute.size_in_bytes", "(dtype, layout)", "Bytes that a layout takes."],
  [
    "cute.make_copy_atom",
    "(op, copy_internal_type, *, [num_bits_per_copy])",
    "One copy instruction with the layouts of its threads and values.",
  ],
  ["cute.make_mma_atom", "(op)", "One MMA instruction with the layouts of A, B and C."],
  ["cute.make_tiled_mma", "(op_or_atom, [atom_layout_mnk], [permutation_mnk])", "Atoms over (M,N,K)."],
  ["cute.make_tiled_copy_tv", "(atom, thr_layout, val_layout)", "Threads over a tile and values for each thread."],
  ["cute.make_layout_tv", "(thr_layout, val_layout)", "The tiler and the thread-value layout of threads over values."],
  ["cute.make_tiled_copy", "(atom, layout_tv, tiler_mn)", "A tiled copy from its thread-value layout."],
  ["cute.make_tiled_copy_A", "(atom, tiled_mma)", "Copies what the MMA's threads hold of A."],
  ["cute.make_tiled_copy_B", "(atom, tiled_mma)", "Copies what the MMA's threads hold of B."],
  ["cute.make_tiled_copy_C", "(atom, tiled_mma)", "Copies what the MMA's threads hold of C."],
  ["cute.E", "(mode)", "The basis of a mode: strides of coordinate tensors."],
  [
    "cute.sym_int",
    "([width], *, [divisibility])",
    "An integer that only the run knows, for compiling without tensors.",
  ],
  [
    "cpasync.make_tiled_tma_atom",
    "(op, gmem_tensor, smem_layout, cta_tiler, [num_multicast])",
    "A TMA atom and the tensor of its coordinates. `smem_layout` is one stage.",
  ],
  [
    "cpasync.tma_partition",
    "(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)",
    "This CTA's part of a TMA, shared memory first; the tile is the first mode of both tensors.",
  ],
  [
    "cpasync.create_tma_multicast_mask",
    "(cta_layout_vmnk, cta_coord_vmnk, mcast_mode)",
    "The CTAs of the cluster that get the same tile.",
  ],
  [
    "nvgpu.make_tiled_tma_atom_A",
    "(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, [cluster_shape_vmnk])",
    "The TMA of operand A of a tcgen05 MMA.",
  ],
  [
    "nvgpu.make_tiled_tma_atom_B",
    "(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, [cluster_shape_vmnk])",
    "The TMA of operand B of a tcgen05 MMA.",
  ],
  [
    "runtime.from_dlpack",
    "(tensor, [assumed_align])",
    "A tensor of another framework as a CuTe tensor, its layout static until `mark_layout_dynamic`.",
  ],
  ["cutlass.const_expr", "(expression)", "A condition or value of the compile time: only the branch taken is traced."],
  ["cutlass.range_constexpr", "(start, [stop], [step])", "A loop that is unrolled while tracing."],
  ["cutlass.range", "(start, [stop], [step])", "A loop of the run."],
];

const documented = (rows: readonly Row[], kind: ApiDoc["kind"]): readonly ApiDoc[] =>
  rows.map(([name, signature, doc]) => ({ name, kind, signature, doc }));

const swizzles = [
  ["Swizzle", "<B, M, S>"],
  ["Swizzle<3,4,3>", " 128 B, byte addresses"],
  ["Swizzle<3,3,3>", " 128 B, 16-bit elements"],
  ["Swizzle<2,3,3>", " 64 B, 16-bit elements"],
  ["Swizzle<1,3,3>", " 32 B, 16-bit elements"],
].map(([name = "", signature = ""]): ApiDoc => ({ name, kind: "swizzle", signature, doc: swizzleDoc }));

export const cppDocs: readonly ApiDoc[] = [
  ...documented(cppTypes, "type"),
  ...swizzles,
  ...documented(cppFunctions, "operation"),
];

/** By canonical name: `cute.copy`, `cpasync.tma_partition`. */
export const dslDocs: ReadonlyMap<string, ApiDoc> = new Map(
  documented(dslFunctions, "operation").map((doc) => [doc.name, doc]),
);
