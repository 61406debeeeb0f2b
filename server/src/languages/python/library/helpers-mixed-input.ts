// `cutlass.utils.mixed_input_helpers` and the layout helpers of `cutlass.utils.gemm`, as built-in models.
import { ceilDiv, mul, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { cosize } from "../../../../../src-engine/algebra/layout/coords.ts";
import { appendLayout, onDomain } from "../../../../../src-engine/algebra/layout/modes.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { get, modesOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type Int,
  type Layout,
  layout,
  type Stride,
  type Tree,
  tuple,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { plain } from "./rows-layout.ts";
import { onLayout } from "./tensor.ts";
import { bool, dtypeIn, intIn, intTreeIn, itemsIn, list, numberIn, object, text, textIn, truth } from "./values.ts";

export const mixedInputRows: readonly Row[] = [
  row(
    "utils.get_gmem_layout_scale",
    "scale_shape_mkl, scale_granularity_m, scale_granularity_k, scale_major_mode",
    (b) => {
      const [m, k, l] = itemsIn(b.ctx, b.value("scale_shape_mkl")).map((each) => intIn(b.ctx, each));
      if (m === undefined || k === undefined || l === undefined)
        return b.ctx.stop({ code: "type-error", message: "a problem shape (M,K,L) is wanted" });
      const grain = grains(b);
      const scales = scaleLayout(b, [m, k], grain);
      return appendLayout(b.ctx, scales, layout(l, cosize(b.ctx, scales)));
    },
  ),
  row(
    "utils.get_smem_layout_scale",
    "mma_tiler, use_2cta_instrs, scale_granularity_m, scale_granularity_k, scale_major_mode, a_scale_dtype, num_scale_load2trans_stage",
    smemScale,
  ),
  row("utils.get_divisibility", "contiguous_dim_size, upper_bound?", (b) => {
    const [extent, bound] = [numberIn(b.ctx, b.value("contiguous_dim_size")), b.optional("upper_bound")];
    return staticInt(Math.min(extent & -extent, bound === undefined ? 128 : numberIn(b.ctx, bound)));
  }),
  row(
    "utils.is_valid_scale_granularity",
    "scale_granularity_m, scale_granularity_k, a_dtype, k, mma_tiler_k",
    validGranularity,
  ),
  row("utils.get_transform_a_source", "a_major_mode", (b) =>
    text(`OperandSource.${isK(b.value("a_major_mode")) ? "TMEM" : "SMEM"}`),
  ),
  row("utils.get_tma_atom_kind", "mcast, use_2cta_instrs, is_b", (b) => {
    const [multicast, pair, isB] = ["mcast", "use_2cta_instrs", "is_b"].map((name) => truth(b.value(name)));
    const cta_group = text(`CtaGroup.${pair === true && isB === true ? "TWO" : "ONE"}`);
    return object(`cpasync.CopyBulkTensorTileG2S${multicast === true ? "Multicast" : ""}Op`, { cta_group });
  }),
  row("utils.gemm.sm100.transform_partitioned_tensor_layout", "tensor", (b) =>
    onLayout(b.ctx, b.value("tensor"), (a) => onDomain(b.ctx, a, (inner) => byTileMode(b, plain(b, inner)))),
  ),
  row("sm100.get_permutation_mnk", "tile_shape_mnk, sf_vec_size, use_mxf8f6f4", (b) => {
    const [m] = itemsIn(b.ctx, b.value("tile_shape_mnk")).map((each) => numberIn(b.ctx, each));
    const eights = layout(numbers(8, 2, 2), numbers(1, 16, 8));
    return list([
      staticInt(Math.min(m ?? 0, 128)),
      eights,
      staticInt(truth(b.value("use_mxf8f6f4")) === true ? 32 : 64),
    ]);
  }),
  row("sm100.get_smem_layout_atom_ab", "major_mode, element_type, smem_shape_mn_k, sparsity?", operandAtom),
  lenientRow("cpasync.group_bulk_copy_modes", "src, dst", (b) =>
    list(
      ["src", "dst"].map((name) =>
        onLayout(b.ctx, b.value(name), (a) => onDomain(b.ctx, a, (inner) => grouped(plain(b, inner)))),
      ),
    ),
  ),
];

const numbers = (...all: readonly number[]): Tree<Int> & { readonly kind: "tuple" } => tuple<Int>(all.map(staticInt));
const isK = (mode: Value): boolean => textIn(mode) === "OperandMajorMode.K";
const grains = (b: Bound): readonly Int[] =>
  ["scale_granularity_m", "scale_granularity_k"].map((name) => intIn(b.ctx, b.value(name)));

/** Elements of one grain share a scale: stride 0 inside it. Along the major mode the scales stand side by side. */
function scaleLayout(b: Bound, [rows, k]: readonly [Int, Int], [grainM, grainK]: readonly Int[]): Layout {
  const [m, depth] = [grainM ?? rows, grainK ?? k];
  const [across, along] = [ceilDiv(rows, m), ceilDiv(k, depth)];
  const strides = isK(b.value("scale_major_mode")) ? [along, staticInt(1)] : [staticInt(1), across];
  const shape = tuple<Int>([tuple<Int>([m, across]), tuple<Int>([depth, along])]);
  return layout(shape, tuple<Int>(strides.map((d) => tuple<Int>([ZERO, d]))));
}

function smemScale(b: Bound): Value {
  const tiler = itemsIn(b.ctx, b.value("mma_tiler")).map((each) => product(intTreeIn(b.ctx, each)));
  const [m, k] = [numberIn(b.ctx, tiler[0] ?? ZERO), numberIn(b.ctx, tiler[2] ?? ZERO)];
  const rows = truth(b.value("use_2cta_instrs")) === true ? m / 2 : m;
  const clipped = grains(b).map((grain, i) => staticInt(Math.min(numberIn(b.ctx, grain), i === 0 ? rows : k)));
  const plainScale = scaleLayout(b, [staticInt(rows), staticInt(k)], clipped);
  const swizzle = { kind: "swizzle", b: 0, m: 4, s: 3 } as const;
  const stages = layout(intIn(b.ctx, b.value("num_scale_load2trans_stage")), cosize(b.ctx, plainScale));
  const whole = (inner: Layout): Value => ({ kind: "composed", outer: swizzle, offset: ZERO, inner });
  return list([numbers(rows, k), whole(plainScale), whole(plain(b, appendLayout(b.ctx, plainScale, stages)))]);
}

/** 8-bit A has no scales; 4-bit A has one for each row and whole tiles of K. */
function validGranularity(b: Bound): Value {
  const [m = 0, grain = 0, k = 0, tile = 1] = ["scale_granularity_m", "scale_granularity_k", "k", "mma_tiler_k"].map(
    (name) => numberIn(b.ctx, b.value(name)),
  );
  const bits = dtypeIn(b.ctx, b.value("a_dtype")).bits;
  if (bits === 8) return bool(m === 0 && grain === 0);
  return bool(bits !== 4 || (m === 1 && grain !== 0 && k % grain === 0 && grain % tile === 0));
}

/** ((atom_M,atom_N),MMA_M,MMA_N,…) → ((atom_M,MMA_M),(atom_N,MMA_N),…). */
function byTileMode(b: Bound, a: Layout): Layout {
  const turned = <T extends { readonly kind: string }>(t: Tree<T>): Tree<T> => {
    const [m, n] = [0, 1].map((i) => get<T>(b.ctx, get<T>(b.ctx, t, 0), i));
    const rest = modesOf<T>(t).slice(1);
    const [restM, restN] = rest;
    if (m === undefined || n === undefined || restM === undefined || restN === undefined)
      return b.ctx.stop({ code: "mismatched-ranks", message: "the partition of an accumulator is wanted" });
    return tuple<T>([tuple<T>([m, restM]), tuple<T>([n, restN]), ...rest.slice(2)]);
  };
  return layout(turned<Int>(a.shape), turned<Stride>(a.stride));
}

/** The widest swizzle whose rows the contiguous extent fills. */
function operandAtom(b: Bound): Value {
  const bits = dtypeIn(b.ctx, b.value("element_type")).bits;
  const kMajor = isK(b.value("major_mode"));
  const shape = itemsIn(b.ctx, b.value("smem_shape_mn_k")).map((each) => product(intTreeIn(b.ctx, each)));
  const sparsity = b.optional("sparsity");
  const extent = numberIn(b.ctx, mul(shape[kMajor ? 1 : 0] ?? ZERO, staticInt(bits)));
  const row = kMajor && sparsity !== undefined ? Math.floor(extent / numberIn(b.ctx, sparsity)) : extent;
  if (row % 128 !== 0)
    return b.ctx.stop({ code: "not-divisible", message: "rows of shared memory are multiples of 16 bytes" });
  const width = [1024, 512, 256].find((one) => row % one === 0);
  const name = width === undefined ? "INTER" : `SW${width / 8}`;
  return text(
    `SmemLayoutAtomKind.${kMajor ? "K" : "MN"}_${name}${!kMajor && bits === 32 && width === 1024 ? "_32B" : ""}`,
  );
}

/** All modes as one: what a bulk copy takes. */
const grouped = (a: Layout): Layout => layout(tuple<Int>([a.shape]), tuple<Stride>([a.stride]));
