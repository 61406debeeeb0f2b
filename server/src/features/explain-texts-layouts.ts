// The texts of CuTe about layouts, copies and MMAs that `explain` knows, beside those about TMA, and what the driver says at run time.
import type { KnownText } from "./explain-texts.ts";

export const layoutTexts: readonly KnownText[] = [
  {
    pattern:
      /tile_to_shape: block shape does not divide|expects rank of block is equal or less|tile_to_shape.*only works when/,
    title: "tile_to_shape cannot fill the target with whole blocks",
    means: "The block may not have more modes than the target, and each of its modes must divide the target's.",
    fix: "Make the tile a multiple of the atom, or take the atom of a narrower swizzle: SW128 is 64 half_t wide, SW64 32, SW32 16.",
    rule: "LAY016",
  },
  {
    pattern: /BLK_\w+ must be a multiple of size</,
    title: "No shared-memory atom fits the tile",
    means:
      "The collective builder looks for the widest swizzled atom that divides the tile; here not even the smallest one does.",
    fix: "Take a tile whose contiguous mode is a multiple of 16 bytes and whose other mode is a multiple of 8.",
    rule: "LAY016",
  },
  {
    pattern: /Rank of tensor to be partitioned too small|expects rank\(input\) >= rank\(tiler\)/,
    title: "The tensor has fewer modes than the tile that partitions it",
    means: "A tiled copy or MMA cuts the first modes of a tensor; a slice has lost one of them.",
    fix: "Partition the tile with all its modes and slice afterwards.",
    rule: "CPY006",
  },
  {
    pattern: /Major[AB] must be GMMA::Major::K|Register source A operand GMMAs must have K-major/,
    title: "This MMA reads K-major operands only",
    means: "wgmma of tf32 and 8-bit types, and A in registers, have no MN-major form.",
    fix: "Lay the operand out K-major, GMMA::Layout_K_SW128_Atom<T>, and say GMMA::Major::K; transpose while copying where memory is MN-major.",
    rule: "MMA010",
  },
  {
    pattern: /Tile_[MNK] must be a multiple of|No eligible GMMA operator/,
    title: "The tile is no multiple of a wgmma instruction",
    means: "wgmma computes 64 rows, 8 to 256 columns in steps of 8, and 256 bits of K.",
    fix: "Round the tile to these, or pad the problem.",
  },
  {
    pattern: /MMA N-mode size should be|M-mode size should be/,
    title: "The shape of a tcgen05 MMA",
    means: "One CTA computes 64 or 128 rows, a pair 128 or 256; columns go in steps of 8 or 16 up to 256.",
    fix: "Choose the instruction's shape among these.",
  },
  {
    pattern: /TiledMMA requires (?:rank-3|static|independent)|expects rank-3 MNK (?:atom layout|permutation)/,
    title: "The atom layout or permutation of a TiledMMA",
    means:
      "Both have three modes, M, N and K; C++ fills up what is short, the DSL does not. The permutation is static.",
    fix: "Write all three: Layout<Shape<_2,_2,_1>>, cute.make_layout((2, 2, 1)).",
    rule: "MMA050",
  },
  {
    pattern: /CopyAtom rank-mismatch|dst and src must have the same rank|copy.*rank[- ]mismatch/i,
    title: "Source and destination of a copy have other modes",
    means:
      "copy goes mode by mode: both tensors need as many modes, of the same sizes, the first being the atom's values.",
    fix: "Partition both with the same tiled copy, or group what is left: group_modes, filter_zeros.",
  },
  {
    pattern: /cp\.async (?:requires sizeof|sizeof)|Expected (?:gmem source|smem destination) for cp\.async/,
    title: "cp.async copies 4, 8 or 16 bytes from global to shared memory",
    means:
      "Both sides have elements of one size, the source lies in global memory and the destination in shared memory.",
    fix: "Tag the pointers (make_gmem_ptr, make_smem_ptr) and take uint32_t, uint64_t or uint128_t as the copy's type.",
  },
  {
    pattern: /no instance of overloaded function "(?:cute::)?copy"|no matching function for call to '(?:cute::)?copy\b/,
    title: "No copy takes these tensors",
    means:
      "copy wants tensors, not layouts, and a destination that can be written: an rvalue tensor made in the call, or one of const elements, fits no overload.",
    fix: "Look at the note behind each candidate; give the destination a name, and take const off its element type.",
  },
  {
    pattern: /unable to compute the left inverse|Left inverse (?:requires|cannot)/i,
    title: "The layout has no left inverse",
    means: "Its strides are not static, or do not divide one another, or two coordinates share an offset.",
    fix: "Make strides static and the layout injective, or use right_inverse for what is contiguous.",
    rule: "LAY014",
  },
  {
    pattern: /failed to perform a valid division/,
    title: "The tiler does not fit the layout",
    means:
      "logical_divide cuts mode by mode. The projection or the tiler has another number of modes, or does not divide them.",
    fix: "Give the projection one item for each mode of the tiler: 1 for a mode that applies, None for one that does not.",
    rule: "TIL004",
  },
  {
    pattern: /take: (?:range out of bounds|empty range)|Index out of range/,
    title: "A mode that the layout does not have",
    means: "Modes are counted from 0 at the top level; take<B,E>, get<I> and group_modes<B,E> must stay within them.",
    fix: "Count the modes of the value that is passed: rank(layout).",
    rule: "LAY022",
  },
  {
    pattern: /Dynamic owning tensors not supported/,
    title: "A register tensor whose extents only the run knows",
    means:
      "make_tensor<T>(layout) holds its elements itself, in registers, so its layout must be static. Here an extent is a run-time integer.",
    fix: "Make the extents static (Int<8>{}), or give make_tensor a pointer to memory; fragments come from partition_fragment_* and make_fragment_like of static tiles.",
  },
  {
    pattern: /SMEM usage exceeded capacity/,
    title: "The kernel's shared memory is more than a block may have",
    means:
      "Its storage, all stages of all tiles with the epilogue's and the barriers, is larger than the architecture allows.",
    fix: "Take fewer stages or a smaller tile; StageCountAutoCarveout leaves room for what the epilogue holds.",
  },
  {
    pattern: /unable to partition input tensors for TMA/,
    title: "tma_partition got tensors whose first modes are not one tile",
    means:
      "The whole tile must be the first mode in shared and in global memory, both of the size that the TMA copies.",
    fix: "Group the tile's modes in both: cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2).",
    rule: "TMA020",
  },
  {
    pattern: /illegal memory access|cudaErrorIllegalAddress|CUDA_ERROR_ILLEGAL_ADDRESS/,
    title: "An access outside what the kernel was given",
    means:
      "The error is reported at the next call to CUDA, often long after it: an earlier kernel may be the one. At a TMA: a descriptor that was copied, or a barrier that was never initialised.",
    fix: "Run compute-sanitizer, or CUDA_LAUNCH_BLOCKING=1, to find the kernel; then look at coordinates, predicates and extents of its tiles.",
  },
  {
    pattern: /misaligned address|cudaErrorMisalignedAddress|CUDA_ERROR_MISALIGNED_ADDRESS/,
    title: "An access at an address that the instruction cannot use",
    means:
      "A vector access needs addresses of its own width; TMA writes shared memory at multiples of 128 bytes, and each stage must begin at one.",
    fix: "Align the buffer (alignas(128), 1024 where it is swizzled) and look at offsets that are added to pointers.",
    rule: "SMEM011",
  },
  {
    pattern: /illegal instruction|cudaErrorIllegalInstruction|CUDA_ERROR_ILLEGAL_INSTRUCTION/,
    title: "An illegal instruction",
    means:
      "At a TMA: the descriptor in memory is not one (it was copied, or is no __grid_constant__), or the coordinates do not belong to it. Else code for another architecture, sm_90 instead of sm_90a.",
    fix: "Pass the tensor map as `const __grid_constant__`, prefetch it after it is written, and compile for sm_90a or sm_100a.",
    rule: "TMA030",
  },
  {
    pattern: /too many resources requested|CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES|cudaErrorLaunchOutOfResources/,
    title: "The launch asks for more than a multiprocessor has",
    means:
      "Registers of all threads, or shared memory: 227 KiB a block on sm_90 and sm_100, 163 on sm_80, 99 on sm_86, sm_89, sm_120.",
    fix: "Use fewer stages or a smaller tile; above 48 KiB set cudaFuncAttributeMaxDynamicSharedMemorySize; bound registers with __launch_bounds__.",
    rule: "SMEM001",
  },
  {
    pattern: /Expected (?:tmem|desc registers|registers) in MMA_Atom::call/,
    title: "An operand of an MMA lies in the wrong memory",
    means:
      "The atom's name says where its operands are: SS takes two descriptors of shared memory, RS registers and one, TS tensor memory.",
    fix: "Make fragments with thr.make_fragment_A/B/C of the same tiled MMA and pass those to gemm.",
  },
];
