// The error texts that `explain` knows: what each means, the way out, and the rule page it belongs to.
//
// A text is recognised by a short pattern over its fixed words. `means` and `fix` are our own sentences; the numbers
// that the text carries are shown by explain.ts.

export interface KnownText {
  /** What the tool prints, as a pattern over its fixed words. */
  readonly pattern: RegExp;
  readonly title: string;
  readonly means: string;
  readonly fix: string;
  /** The code of the rule page, where there is one. */
  readonly rule?: string;
}

export const knownTexts: readonly KnownText[] = [
  {
    pattern: /TMA requires CTA_Tile and SLayout top-level (size|shape) equivalence/,
    title: "The shared-memory tile and the CTA tile of a TMA differ",
    means:
      "make_tma_copy / make_tma_atom copies one CTA tile into the shared-memory layout it is given; both must have the same number of elements. Most often the layout still has its pipeline stages.",
    fix: "Pass one stage, `slayout(_,_,_0{})` or `cute.slice_(slayout, (None, None, 0))`, or the tiler that the layout was made from.",
    rule: "TMA060",
  },
  {
    pattern: /Could not find a common tile-gmem vectorization/,
    title: "Shared and global memory are contiguous along different modes",
    means:
      "TMA walks shared memory in address order and needs the first mode of that walk to be a whole, unscaled mode of global memory. Here the tile selects every n-th element, or starts in the middle of a mode.",
    fix: "Give the shared-memory layout the major-ness of the global tensor (K-major or MN-major), and tile with plain extents, not with strided layouts.",
    rule: "TMA002",
  },
  {
    pattern: /Majorness of smem doesn't match majorness of gmem/,
    title: "The contiguous mode of shared memory is not contiguous in global memory",
    means:
      "The descriptor has no stride for its first dimension: it is 1 by definition. The mode that shared memory is contiguous along has another stride in global memory.",
    fix: "Choose the layout atom of the other major-ness (Layout_MN_SW*_Atom or Layout_K_SW*_Atom), or make the tensor's strides match.",
    rule: "TMA002",
  },
  {
    pattern: /gmem_prob_stride\[\d\]\s*&\s*0b1111/,
    title: "A global stride is not a multiple of 16 bytes",
    means: "Every stride of a tensor map except the first is in bytes and must be a multiple of 16.",
    fix: "Pad the leading dimension: its element count times the element size must be a multiple of 16 B (8 elements of half_t, 4 of float).",
    rule: "TMA004",
  },
  {
    pattern: /gmem_prob_stride\[\d\]\)?\s*<\s*\(?uint64_t\(1\)\s*<<\s*40/,
    title: "A global stride is 2^40 bytes or more",
    means: "Strides of a tensor map are 40-bit numbers of bytes.",
    fix: "Check the unit of the stride (elements, not bytes) and for an uninitialised value.",
    rule: "TMA004",
  },
  {
    pattern: /gmem_prob_shape\[\d\]\s*[<>]=/,
    title: "A global extent is not between 1 and 2^32",
    means: "Every dimension of a tensor map must have 1 to 2^32 elements: empty problems cannot be described.",
    fix: "Do not build the descriptor for an empty problem.",
    rule: "TMA003",
  },
  {
    pattern: /smem_box_shape\[\d\]\s*[<>]=/,
    title: "A box extent is not between 1 and 256",
    means: "One TMA instruction copies at most 256 elements along each dimension.",
    fix: "Make the tile's contiguous mode 256 elements or fewer, or use a swizzled layout atom, which splits it.",
    rule: "TMA008",
  },
  {
    pattern: /smem_box_shape\[i\]\s*%\s*multicast/,
    title: "The multicast size does not divide the box",
    means:
      "Multicast splits the box from its last dimension backwards; each extent must divide the cluster size or be divided by it.",
    fix: "Use a power-of-two cluster size that divides the tile.",
    rule: "TMA065",
  },
  {
    pattern: /gmem_address\)\s*&\s*0b1111/,
    title: "The global address is not 16-byte aligned",
    means: "The base address of a tensor map must be a multiple of 16 B (32 B for INTERLEAVE_32B).",
    fix: "Offset the pointer by whole 16-byte units, or describe the offset as a coordinate instead.",
    rule: "TMA005",
  },
  {
    pattern: /Unsupported layout swizzle|Expected [BS] = .*when M ==|Expected 128b=16B/,
    title: "TMA does not know this swizzle",
    means: "TMA swizzles 16-byte units: Swizzle<0..3,4,3> in bytes, on sm_100 also Swizzle<2,5,2> and Swizzle<2,6,S>.",
    fix: "Build the layout from a Layout_*_SW*_Atom with tile_to_shape instead of composing a swizzle by hand.",
    rule: "TMA064",
  },
  {
    pattern: /Unknown TMA Format!/,
    title: "The element type has no tensor map type",
    means: "Signed 8- and 16-bit, bool and complex types have no CUtensorMapDataType (int8_t is taken as uint8_t).",
    fix: "Name the type the copy shall use: make_tma_copy<uint16_t>(…), or `internal_type=` in the DSL.",
    rule: "TMA018",
  },
  {
    pattern: /IM2COL expects at least 2 modes of the smem/,
    title: "An im2col tile vectorises along one mode only",
    means: "im2col needs a channel mode and a pixel mode that both run contiguously through shared memory.",
    fix: "Order the shared-memory layout channel first, pixel second, with plain extents.",
    rule: "TMA040",
  },
  {
    pattern: /TMA Gather\/Scatter only supports 2D tensors/,
    title: "Gather4 and scatter4 need a rank-2 tensor",
    means: "The gather forms take one column coordinate and four row indices.",
    fix: "Slice or group the tensor to two modes first.",
    rule: "TMA068",
  },
  {
    pattern: /requires 4 indices/,
    title: "Gather4 and scatter4 take exactly four row indices",
    means: "One instruction moves four rows.",
    fix: "Tile the index tensor by four.",
    rule: "TMA068",
  },
  {
    pattern: /requires the destination be shared memory|Expected smem (src|dst)/,
    title: "A TMA copy's shared-memory side is not in shared memory",
    means:
      "A TMA load writes to shared memory and a TMA store reads from it; the tensor given has another pointer type.",
    fix: "Make the tensor with make_smem_ptr, and check the order of source and destination.",
    rule: "TMA071",
  },
  {
    pattern: /use of deleted function.*copy_unpack|attempting to reference a deleted function.*copy_unpack/s,
    title: "A TMA load without a barrier",
    means:
      "The traits of SM90_TMA_LOAD are not executable until `.with(mbarrier)` binds the barrier that counts the bytes.",
    fix: "copy(tma.with(*mbar, mask), src, dst).",
    rule: "PIP002",
  },
  {
    pattern: /CUDA_ERROR_INVALID_VALUE|Failed to initialize the TMA descriptor/,
    title: "The driver rejected a tensor map",
    means: "cuTensorMapEncodeTiled answers every broken rule with the same code (1, CUDA_ERROR_INVALID_VALUE).",
    fix: "Paste the whole `TMA Desc Addr …` dump here: the rule that is broken is then named.",
  },
  {
    pattern: /Static shape_div failure|shape_div failure/,
    title: "Two static sizes do not divide each other",
    means: "shape_div needs one of its two numbers to divide the other.",
    fix: "Choose a tile that divides the shape, or pad the shape.",
    rule: "LAY023",
  },
  {
    pattern: /Stride Divisibility Condition|Shape Divisibility Condition|Divisibility [Cc]ondition/,
    title: "A composition does not divide",
    means: "A∘B needs each stride and each shape of B to divide into the modes of A.",
    fix: "Pick a B whose strides are multiples of A's mode sizes, or coalesce A first.",
    rule: "LAY010",
  },
  {
    pattern: /Dynamic-stride complement only for rank-1|Non-injective Layout detected in complement/,
    title: "complement has no answer for this layout",
    means: "A complement exists for injective layouts; run-time strides are allowed for one mode only.",
    fix: "Make strides static (Int<N>{}), and remove stride-0 modes with filter.",
    rule: "LAY013",
  },
  {
    pattern: /[Tt]oo many modes in tiler|tuple_size.*Tiler|rank\(?_?v?<?Tiler/,
    title: "The tiler has more modes than the layout",
    means: "A by-mode tiler is applied mode by mode; a mode of the tiler has no partner.",
    fix: "Drop the tiler's extra modes, or give the layout the missing mode with append.",
    rule: "LAY015",
  },
  {
    pattern: /Mismatched [Rr]anks?\b/,
    title: "A coordinate and a shape have different ranks",
    means: "Each mode of a coordinate indexes the mode of the shape at its place.",
    fix: "Give one coordinate per mode, or a single integer for all.",
    rule: "LAY021",
  },
  {
    pattern: /Not an SM90 TMA op|requires? SM ?90|needs? arch/i,
    title: "The operation needs another architecture",
    means: "TMA needs sm_90 or newer, tcgen05 forms sm_100a.",
    fix: "Set the architecture (-arch=sm_90a, CUTE_DSL_ARCH) or choose the older copy.",
    rule: "MMA001",
  },
  {
    pattern: /TiledCopy uses too few thrs|TiledCopy uses too few vals/,
    title: "The TiledCopy is smaller than its atom",
    means: "A TiledCopy's threads and values must be multiples of the copy atom's.",
    fix: "Enlarge the thread layout or the value layout, or choose a narrower copy atom.",
    rule: "CPY002",
  },
  {
    pattern: /src failed to vectorize into registers|dst failed to vectorize into registers/,
    title: "A copy atom does not fit the tensor it copies",
    means: "The tensor's first mode cannot be read as whole registers of the atom: its layout is not contiguous there.",
    fix: "Check that the tensor was partitioned by this TiledCopy, and that its unit stride is static.",
    rule: "CPY001",
  },
  {
    pattern: /CopyAtom: Src\/Dst partitioning does not match the instruction/,
    title: "The partition does not match the copy instruction",
    means: "The tensors given to copy have another value layout than the copy atom.",
    fix: "Partition both sides with the same tiled copy, or retile.",
    rule: "CPY001",
  },
  {
    pattern: /swizzle.*(inner|pointer).*composed|composed layout.*swizzle/i,
    title: "The swizzle must sit on the pointer here",
    means: "Descriptor fragments read the swizzle from the pointer type, not from a composed layout.",
    fix: "`allocate_tensor(dtype, layout.outer, align, layout.inner)` or recast_ptr with `swizzle_=`.",
    rule: "SMEM017",
  },
  {
    pattern: /exceeds? .*shared memory/i,
    title: "More shared memory than a block may have",
    means:
      "Static shared memory is limited to 48 KiB; dynamic to what the architecture allows (227 KiB on sm_90 and sm_100).",
    fix: "Use extern shared memory with cudaFuncSetAttribute, or fewer stages.",
    rule: "SMEM001",
  },
  {
    pattern: /uses too much shared data|too much shared data/,
    title: "More than 48 KiB of static shared memory",
    means: "Arrays declared __shared__ with a size have at most 48 KiB a block; ptxas counts them all.",
    fix: "Declare extern __shared__, pass the bytes at the launch, and allow them with cudaFuncSetAttribute.",
    rule: "SMEM002",
  },
  {
    pattern: /CopyOperation is not valid for (Src|Dst|Ref) of ValType/,
    title: "The copy atom's element type does not fit its instruction",
    means:
      "The bits that each thread moves are counted in elements of the type, and they hold no whole number of them.",
    fix: "Take an operation as wide as the element, or the element type that the tensors have.",
    rule: "CPY012",
  },
  {
    pattern: /Not a canonical \w*(GMMA|UMMA)\w* Layout|Expected SMEM Tensor to construct a GMMA Desc Tensor/,
    title: "Shared memory that no MMA descriptor describes",
    means:
      "wgmma and tcgen05 read tiles of the canonical layouts only; this one has another major mode, type or build.",
    fix: "Tile GMMA::Layout_K_SW128_Atom<T> (or Layout_MN_…, UMMA::…) of the operand's own type and major mode.",
    rule: "MMA010",
  },
  {
    pattern: /Expected [gs]mem (src|dst) for SM90_BULK/,
    title: "A bulk copy between the wrong memories",
    means: "cp.async.bulk goes from global to shared memory, or back.",
    fix: "Tag the pointers: make_gmem_ptr on one side, make_smem_ptr on the other.",
    rule: "CPY020",
  },
  {
    pattern: /abs\(SShift\) must be more than BBits|(MBase|BBits) must be positive/,
    title: "Three numbers that make no swizzle",
    means: "Swizzle<B,M,S> XORs B bits onto others S places away: S must be at least B, or the bits would overlap.",
    fix: "Use the atoms' swizzles, Swizzle<1..3,4,3> in bytes, or Swizzle<3,3,3> for half_t in elements.",
    rule: "LAY019",
  },
];
