// What CUTLASS's collectives ask of their parameters: which mode is contiguous, the cluster's shape, the accumulator's stages.
import { dynamicInt, isConstant, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { makeFragmentOfShape } from "../../../../../src-engine/algebra/tiled/fragment.ts";
import { append, get, mapLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Shape } from "../../../../../src-engine/algebra/value.ts";
import { tuple, type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { pointedAt } from "./pointers.ts";
import { arg, type Call, lenientRow, modeNumber, plain, type Row, row, targ, unknownIn } from "./row.ts";
import { isStaticValue } from "./types-compared.ts";
import { bool, shapeIn, stridesIn } from "./values.ts";

export const collectiveRows: readonly Row[] = [
  ...row("is_major", (call) => major(call, modeNumber(call.ctx, targ(call, 0)), call.targs[1])),
  ...row("is_mn_major is_m_major is_n_major", (call) => major(call, 0, call.targs[0])),
  ...row("is_k_major", (call) => major(call, 1, call.targs[0])),
  ...row("is_sm10x_runtime_f8f6f4", (call) => {
    const type = targ(call, 0);
    return type.kind === "dtype" ? bool(type.name.startsWith("type_erased_dynamic")) : unknown("an element type");
  }),
  // The atom itself unless B is transposed on its way (transform/collective/sm90_wgmma_transpose.hpp:51).
  ...lenientRow("gmma_smem_transpose_or_passthrough", (call) => {
    const transposes = targ(call, 0);
    if (transposes.kind === "num" && transposes.value === 0) return targ(call, 1);
    return unknown("an atom that may be transposed", transposes.kind === "unknown" ? transposes : undefined);
  }),
  ...lenientRow("select_cluster_shape", clusterShape),
  ...lenientRow("make_sm100_accumulator", accumulator),
  // An iterator over coordinates stands at one: `make_coord_iterator(shape)` at the first, with a start at that.
  ...row("make_coord_iterator", (call) => {
    const [first] = call.args;
    if (call.args.length > 1) return plain(first ?? unknown("a coordinate is missing"));
    return mapLeaves<Int, Int>(shapeIn(call.ctx, arg(call, 0)), () => dynamicInt(0)) as Value;
  }),
];

/** A mode is major when the first of its strides is the static 1; strides by their type or as an argument (cutlass/detail/layout.hpp:198). */
function major(call: Call, mode: number, type: Value | undefined): Value {
  const given = pointedAt(plain(type ?? arg(call, 0)));
  const strides = given.kind === "layout" ? given.stride : stridesIn(call.ctx, given);
  let at = get(call.ctx, strides, mode);
  while (at.kind === "tuple" && at.items[0] !== undefined) at = at.items[0];
  return bool(isConstant(at, 1));
}

/** A static shape stays (cutlass/detail/cluster.hpp:51); of a dynamic one x and y are the run's. */
function clusterShape(call: Call): Value {
  const shape = arg(call, 0);
  const missing = unknownIn(shape, 0);
  if (missing !== undefined) return unknown("the shape of the cluster is not known", missing);
  if (isStaticValue(shape)) return shape;
  return tuple([call.raw.symbol("cluster_shape.x"), call.raw.symbol("cluster_shape.y"), staticInt(1)]);
}

const causeIn = (value: Value): Unknown | undefined => (value.kind === "unknown" ? value : undefined);

/** `make_sm100_accumulator<Stages, IsOverlapping>(mma, shape, tile)`: with the stages as last mode (cutlass/detail/sm100_tmem_helper.hpp:58). */
function accumulator(call: Call): Value {
  // The epilogue's tile counts only where accumulators overlap.
  const mma = plain(call.args[0] ?? unknown("an MMA is missing"));
  if (mma.kind !== "tiled-mma") return unknown("an accumulator of something that is no TiledMMA", causeIn(mma));
  const missing = [call.args[1], ...call.targs]
    .map((one) => (one === undefined ? undefined : unknownIn(one, 0)))
    .find((one) => one !== undefined);
  if (missing !== undefined) return unknown("an accumulator of unknown extents", missing);
  const overlapping = plain(call.targs[1] ?? bool(false));
  if (overlapping.kind !== "num" || overlapping.value !== 0)
    return unknown("accumulators that overlap are not modelled");
  const stages = staticInt(modeNumber(call.ctx, targ(call, 0)));
  const shape = append<Int>(shapeIn(call.ctx, arg(call, 1)), stages) as Shape;
  return makeFragmentOfShape(call.ctx, mma.atom, "C", shape);
}
