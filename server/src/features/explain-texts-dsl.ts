// The errors of CuTe DSL's front end and verifier that `explain` knows, beside those that it shares with C++.
import type { KnownText } from "./explain-texts.ts";

export const dslTexts: readonly KnownText[] = [
  {
    pattern: /top-level shape equivalence between the SMEM layout and the CTA V-map/,
    title: "The shared-memory layout and the CTA tile have other modes",
    means:
      "The DSL compares the two mode by mode: a (64,128) layout for a (128,64) tile is refused, where C++ scrambles the tile.",
    fix: "Write the tiler and the layout in the same order of modes, or drop the stage mode.",
    rule: "TMA061",
  },
  {
    pattern: /expects num_multicast to be (1|>= 1) for/,
    title: "The multicast count does not go with the TMA operation",
    means: "Operations without multicast take num_multicast=1; the multicast ones any count of CTAs of the cluster.",
    fix: "Use CopyBulkTensorTileG2SMulticastOp, or leave num_multicast out.",
    rule: "TMA065",
  },
  {
    pattern: /cta_(layout|coord)_vmnk must be rank 4/,
    title: "create_tma_multicast_mask wants the cluster as V, M, N, K",
    means:
      "The mask is computed from a cluster layout of four modes; a (M,N,K) shape lacks the V mode of pairs of CTAs.",
    fix: "Pass cute.tiled_divide(cute.make_layout(cluster_shape_mnk), (tiled_mma.thr_id.shape,)) and a coordinate of four.",
    rule: "TMA070",
  },
  {
    pattern: /lower_corner_whd, upper_corner_whd.*to be provided for load mode/,
    title: "An im2col load needs its window",
    means: "A load needs all seven tuples of the convolution's window; only a store can leave them out.",
    fix: "Pass lower_corner_whd, upper_corner_whd, both paddings, stride_whd, lower_srt and stride_srt.",
    rule: "TMA040",
  },
  {
    pattern: /shape and stride must be congruent/,
    title: "Shape and stride are not nested alike",
    means: "Every integer of the shape needs one stride at the same place of the tree.",
    fix: "Give the stride the parentheses of the shape.",
    rule: "LAY001",
  },
  {
    pattern:
      /must be (weakly )?congruent to (src|input|shape)|expects coordinate to be weakly congruent|coord and shape must be congruent|shape of view are weakly congruent/,
    title: "A coordinate is not nested like what it indexes",
    means: "A slice takes one item for each mode, None for a mode that stays.",
    fix: "Count the modes of the tensor at that point; partitions have others than the tensor they come from.",
    rule: "LAY021",
  },
  {
    pattern: /size in shape to be strictly positive|Expected Shape, which is a positive integer/,
    title: "An extent is zero or negative",
    means: "Extents of a layout are at least 1; this one was computed to 0 or less.",
    fix: "Look at the division or subtraction that the extent comes from.",
    rule: "LAY002",
  },
  {
    pattern: /Alignment must be a power of 2|alignment.*(power of (2|two)|<= 1024)/i,
    title: "An alignment is no power of two, or too large",
    means: "Shared memory is aligned to powers of two of at most 1024 bytes.",
    fix: "Take 128 for TMA, 1024 for swizzled buffers.",
    rule: "SMEM014",
  },
  {
    pattern: /Expected rank\(target\) >= rank\(tiler\)|expects rank\(tiler\) <= rank\(input\)/,
    title: "The tiler has more modes than the tensor",
    means: "A tiler cuts the first modes of its target; it cannot have more of them.",
    fix: "Leave out a mode of the tiler, or use a projection.",
    rule: "LAY015",
  },
  {
    pattern: /elements in mode must be less than rank|invalid mode element for input of rank/,
    title: "A mode index lies outside the layout",
    means: "Modes are counted from 0 at the top level.",
    fix: "Count the modes of the value that is passed.",
    rule: "LAY022",
  },
  {
    pattern: /smem_layout must be non-staged/,
    title: "The shared-memory layout has other modes than the tiler",
    means: "make_tiled_tma_atom takes a layout with the tiler's modes, or with one more for its stages.",
    fix: "Pass one stage: cute.slice_(layout, (None, None, 0)).",
    rule: "TMA060",
  },
  {
    pattern: /gmem_coord_tensor is required/,
    title: "Gather4 and scatter4 want the rows' indices",
    means: "The shape of the TMA tensor is that of the index tensor.",
    fix: "Pass gmem_coord_tensor=, with stride 0 in the contiguous mode.",
    rule: "TMA068",
  },
  {
    pattern: /expects arch to be|is not compatible with .*sm_|CTA group of 2 is tcgen05-specific/,
    title: "The operation needs another architecture",
    means: "TMA begins with sm_90; pairs of CTAs, gather and scatter of rows, and tcgen05 with sm_100.",
    fix: "Set CUTE_DSL_ARCH to the GPU's architecture (sm_90a, sm_100a), or take the older operation.",
    rule: "MMA001",
  },
  {
    pattern: /expected copy_bits to be 0|'num_bits_per_copy' must be/,
    title: "The width of a copy is no power of two",
    means: "A copy moves 8, 16, 32, 64, 128 … bits at a time; 0 leaves the width to the tensors.",
    fix: "Take a power of two that the tensor's alignment and contiguous mode allow.",
    rule: "CPY012",
  },
  {
    pattern: /mask may not fit into a 16-bit integer/,
    title: "More CTAs than a multicast mask has bits",
    means: "A multicast reaches the CTAs of one cluster, at most 16.",
    fix: "Use a smaller cluster.",
    rule: "TMA070",
  },
  {
    pattern: /ptr alignment (?:\(\d+ bits\) )?does not meet requirement/,
    title: "The copy is wider than the pointer's alignment",
    means:
      "A copy of 128 bits needs pointers that are known to be aligned to 16 bytes; a slice at a run-time coordinate, or a tensor from a framework without a stated alignment, is known to less.",
    fix: "State it: from_dlpack(t, assumed_align=16), cute.assume(stride, divby=8) for the strides; or copy fewer bits.",
  },
  {
    pattern: /'cute\.gemm' op invalid layout/,
    title: "The operands of a gemm do not fit together",
    means: "A is (V,M,K), B is (V,N,K), D is (V,M,N): equal M, N, K, and a first mode as the MMA's fragments have it.",
    fix: "Pass fragments of the same tiled MMA (make_fragment_A/B/C), sliced to one K block and one stage.",
  },
  {
    pattern: /make_gmma_smem_desc|make_umma_smem_desc|failed to legalize operation 'cute_nvgpu\.make_\w+_desc/,
    title: "Shared memory that no MMA descriptor describes",
    means: "wgmma and tcgen05 read tiles of canonical layouts; a plain or hand-made layout has none.",
    fix: "Tile make_smem_layout_atom(SmemLayoutAtomKind.K_SW128, dtype), and put the swizzle on the pointer.",
    rule: "MMA010",
  },
  {
    pattern: /source and destination tensors to have the same (?:rank|size)|expects same (?:size|rank) in rank/,
    title: "Source and destination of a copy have other modes or extents",
    means:
      "A copy runs over the modes behind the first of both tensors together: it wants as many modes, and as many elements in each.",
    fix: "Partition tiles of one shape, and slice both alike: `tAgA[None, None, None, k]` beside `tAsA[None, None, None, stage]`.",
    rule: "CPY008",
  },
  {
    pattern: /cannot vectorize copy to \d+ elements/,
    title: "What one thread copies is no vector of the copy's instruction",
    means:
      "The atom moves so many elements at once: a thread's first mode must hold them, side by side in memory (stride 1).",
    fix: "Let the values of a thread run along the contiguous mode, (1,4) for row-major tensors, or take num_bits_per_copy smaller.",
    rule: "CPY001",
  },
  {
    pattern: /expects the '\w+' Op parameter|expects the (?:[MN]-mode|instruction extent)/,
    title: "There is no such MMA operation",
    means: "The hardware has this operation for some element types and instruction shapes only.",
    fix: "Take a type and a shape that the sentence names; an element type that comes from a tensor is that of what you passed.",
  },
  {
    pattern: /expects (?:global|shared|register) based memref|src and dst need be MemRefType/,
    title: "A copy's instruction does not go between these memories",
    means:
      "cp.async reads global memory and writes shared memory; TMA goes between shared memory and the tensor that comes with its atom.",
    fix: "Check the order of source and destination, and that the atom is that of a load or a store as you use it.",
    rule: "CPY014",
  },
  {
    pattern: /unable to compute the following composition/,
    title: "A composition does not divide",
    means: "A∘B needs each stride and each shape of B to divide into the modes of A.",
    fix: "Pick a B whose strides are multiples of A's mode sizes, or coalesce A first.",
    rule: "LAY010",
  },
  {
    pattern: /using value defined outside the region/,
    title: "A kernel uses a value of the host function",
    means:
      "Layouts, tensors and atoms that `@cute.jit` code made belong to it: the kernel cannot read them from `self` or an outer name.",
    fix: "Pass them to the kernel as arguments: `self.kernel(tma_atom, smem_layout).launch(…)`. Plain Python numbers and types may stay in `self`.",
  },
];
