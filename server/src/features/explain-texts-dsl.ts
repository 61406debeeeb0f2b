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
    pattern: /must be (weakly )?congruent to (src|input|shape)|coord and shape must be congruent/,
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
    pattern: /Expected rank\(target\) >= rank\(tiler\)/,
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
];
