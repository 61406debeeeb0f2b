// What CuTe DSL refuses while it traces and the algebra would compute: arguments that its Python wrappers cannot pack, coordinates
// that are not weakly congruent, projections that leave a mode without a coordinate.
//
// Each row looks at the arguments of one operation and says what is wrong, or nothing where it fits or cannot be told: a symbol may be
// a tuple, a tensor that nobody passes may have more modes. Source: cutlass/cute/core.py and the traces of nvidia-cutlass-dsl 4.7.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { refusedOperand } from "./operand-kinds.ts";
import type { Bound } from "./row.ts";
import { isLayout } from "./values.ts";

type Refusal = (b: Bound) => string | undefined;

/** Stops where CuTe DSL would not trace the operation. */
export function refuseUntraceable(name: string, b: Bound): void {
  const why = refusedOperand(name, b.value) ?? refusals.get(name)?.(b);
  if (why !== undefined) refuse(b.ctx, name, why);
}

export const refuse = (ctx: Context, name: string, message: string): never =>
  ctx.stop({ code: "not-traced", message, at: `dsl:${name}` });

/** Why a coordinate does not fit a shape: an integer or None fits any mode, a tuple has an item for each mode. */
export function misfit(coord: Value, shape: Value, depth = 0): string | undefined {
  if (coord.kind !== "tuple" || depth > 16) return undefined;
  if (shape.kind === "num" || (shape.kind === "sym" && depth > 0 && shape.know === "static"))
    return "the coordinate is a tuple where the layout has a single mode: give an integer there";
  if (shape.kind !== "tuple") return undefined;
  if (coord.items.length !== shape.items.length)
    return `the coordinate has ${coord.items.length} ${coord.items.length === 1 ? "item" : "items"} for ${shape.items.length} modes: give one for each mode, nested alike`;
  for (const [i, item] of coord.items.entries()) {
    const found = misfit(item, shape.items[i]!, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The shape that an argument certainly has; undefined where its rank is open. */
export function certainShape(value: Value): Value | undefined {
  switch (value.kind) {
    case "layout":
      return value.shape.kind === "sym" ? undefined : value.shape;
    case "composed":
      return certainShape(value.inner);
    case "tensor":
      // What nobody passes has the rank that its uses show.
      if (value.engine.kind === "unknown" || isOfOpenType(value)) return undefined;
      return certainShape(value.layout);
    case "tuple":
    case "num":
      return value;
    default:
      return undefined;
  }
}

const isOfOpenType = ({ engine }: Value & { kind: "tensor" }): boolean =>
  engine.kind === "pointer" && engine.dtype.kind === "unknown";

function certainRank(value: Value): number | undefined {
  const shape = certainShape(value);
  return shape === undefined ? undefined : shape.kind === "tuple" ? shape.items.length : 1;
}

const isCoordinates = (value: Value): boolean =>
  value.kind === "tensor" && value.engine.kind !== "pointer" && value.engine.kind !== "unknown";

// ---- the rows ---------------------------------------------------------------------------------------------------------

const divide: Refusal = (b) =>
  b.value("tiler").kind === "num"
    ? "the tiler is a plain number: write it as a tuple, (8,), or as a layout"
    : undefined;

const product: Refusal = (b) => {
  const { kind } = b.value("tiler");
  if (kind === "tuple") return "the tiler is a tuple: this product takes a layout";
  return kind === "num" ? "the tiler is a plain number: this product takes a layout" : staticBlock(b);
};

const staticBlock: Refusal = (b) => staticShape("block")(b);

/** Blocked and raked products pair mode with mode: the first of a pair may be a leaf beside a tuple of one, not the other way round. */
const paired =
  (first: "block" | "tiler"): Refusal =>
  (b) => {
    const [left, right] = [certainShape(b.value(first)), certainShape(b.value(first === "block" ? "tiler" : "block"))];
    const isOne = left?.kind === "tuple" && left.items.length === 1;
    return isOne && right !== undefined && right.kind !== "tuple"
      ? `the ${first} is a tuple of one mode and the other layout none: write both alike`
      : product(b);
  };

function localPartition(b: Bound): string | undefined {
  const [target, tiler, index] = ["target", "tiler", "index"].map((name) => b.value(name));
  if (index?.kind === "num" && index.know === "static")
    return `the index is the plain number ${index.value}: CuTe DSL takes a run-time integer, Int32(${index.value})`;
  if (index?.kind === "tuple") return "the index is a tuple: it is the number of one thread";
  if (tiler?.kind === "tuple") return "the threads are a tuple: give them as a layout";
  if (target !== undefined && isLayout(target)) return "the target is a layout: it takes a tensor";
  const [rank, threads] = [certainRank(target!), certainRank(tiler!)];
  if (b.optional("proj") !== undefined || rank === undefined || threads === undefined || threads <= rank)
    return undefined;
  return `the threads have ${threads} modes and the tensor has ${rank}`;
}

/** One coordinate for each mode of the tensor, behind the projection. */
function localTile(b: Bound): string | undefined {
  const [input, tiler, coord] = ["input", "tiler", "coord"].map((name) => b.value(name));
  if (input === undefined || tiler === undefined || coord === undefined) return undefined;
  if (isLayout(input)) return "the input is a layout: it takes a tensor";
  const rank = certainRank(input);
  if (rank === undefined || tiler.kind !== "tuple") return undefined;
  if (coord.kind === "underscore" || coord.kind === "num")
    return `the coordinate is no tuple: give one item for each of the tensor's ${rank} modes`;
  // A tiler of too many modes, and a projection that does not fit it, are conditions of the algebra.
  const proj = b.optional("proj");
  const isAlgebras =
    proj === undefined ? tiler.items.length > rank : proj.kind !== "tuple" || proj.items.length !== tiler.items.length;
  if (coord.kind !== "tuple" || isAlgebras) return undefined;
  const count = projected(b, coord.items.length);
  if (count === undefined || count === rank) return undefined;
  return `the coordinate has ${count} ${count === 1 ? "item" : "items"}${b.optional("proj") === undefined ? "" : " behind the projection"} and the tensor ${rank} ${rank === 1 ? "mode" : "modes"}: give one for each`;
}

/** Items of the coordinate that the projection keeps; those past its end stay. */
function projected(b: Bound, items: number): number | undefined {
  const proj = b.optional("proj");
  if (proj === undefined) return items;
  if (proj.kind !== "tuple") return undefined;
  return items - proj.items.slice(0, items).filter((one) => one.kind === "underscore").length;
}

function groupModes(b: Bound): string | undefined {
  const rank = certainRank(b.value("input"));
  const [begin, end] = [b.optional("begin"), b.optional("end")];
  if (rank === undefined || begin?.kind !== "num" || (end !== undefined && end.kind !== "num")) return undefined;
  const first = begin.value < 0 ? begin.value + rank : begin.value;
  const given = end?.value ?? rank;
  const last = given < 0 ? given + rank : given;
  return last === first ? `no mode stands from ${first} to ${last}: begin must be less than end` : undefined;
}

const onlyTensor: Refusal = (b) =>
  isLayout(b.value("t"))
    ? "it takes a tensor only: prepend(layout, cute.make_layout(1), up_to_rank) does it for a layout"
    : undefined;

const withType: Refusal = (b) =>
  isCoordinates(b.value("src")) && b.optional("dtype") === undefined
    ? "a coordinate tensor has no element type: give one, dtype=…"
    : undefined;

const recast: Refusal = (b) =>
  isCoordinates(b.value("src")) ? "a coordinate tensor has no elements that could be recast" : undefined;

const isDynamic = (value: Value): boolean =>
  value.kind === "tuple" ? value.items.some(isDynamic) : isInt(value) && value.know === "dynamic";

/** Of the layouts named, the one whose shape is known only at run time. */
const staticShape =
  (name: string): Refusal =>
  (b) => {
    const shape = certainShape(b.value(name));
    return shape !== undefined && isDynamic(shape)
      ? "the shape is known only at run time: it takes a static one"
      : undefined;
  };

const dice: Refusal = (b) =>
  isDynamic(b.value("dicer"))
    ? "the coordinate is known only at run time: dice takes a static one"
    : misfitOf(b, "src", "dicer");

function misfitOf(b: Bound, of: string, coord: string): string | undefined {
  const shape = certainShape(b.value(of));
  return shape === undefined ? undefined : misfit(b.value(coord), shape);
}

function ceilDiv(b: Bound): string | undefined {
  const [input, tiler] = [b.value("input"), b.value("tiler")];
  const rank = certainRank(input);
  if (rank === undefined || tiler.kind !== "tuple" || tiler.items.length <= rank) return undefined;
  return `the tiler has ${tiler.items.length} modes and the shape ${rank}`;
}

const shapeDiv: Refusal = (b) =>
  hasTupleOverLeaf(b.value("lhs"), b.value("rhs"))
    ? "a mode of modes is divided by a single number: nest both alike"
    : undefined;

/** Inside a tuple a tuple is not divided by a number. */
const hasTupleOverLeaf = (a: Value, b: Value): boolean =>
  a.kind === "tuple" &&
  b.kind === "tuple" &&
  a.items.some((item, i) => {
    const by = b.items[i];
    return by !== undefined && ((item.kind === "tuple" && by.kind === "num") || hasTupleOverLeaf(item, by));
  });

function coalesce(b: Bound): string | undefined {
  const rank = certainRank(b.value("input"));
  const profile = b.optional("target_profile");
  if (rank === undefined || profile?.kind !== "tuple" || profile.items.length <= rank) return undefined;
  return `the profile has ${profile.items.length} modes and the layout ${rank}`;
}

function ordered(b: Bound): string | undefined {
  const [shape, order] = [b.value("shape"), b.value("order")];
  if (shape.kind !== "tuple" || order.kind !== "tuple" || order.items.length === shape.items.length) return undefined;
  return `the order has ${order.items.length} ${order.items.length === 1 ? "item" : "items"} for ${shape.items.length} modes`;
}

const hasBases = (value: Value): boolean =>
  value.kind === "tuple" ? value.items.some(hasBases) : value.kind === "basis";

const basesOf = (value: Value | undefined): boolean => value?.kind === "layout" && hasBases(value.stride);

const coordinateOf: Refusal = ({ call }) =>
  basesOf(call.object?.value) ? "the layout gives coordinates, so no coordinate follows from an index" : undefined;

const composed: Refusal = (b) =>
  b.value("inner").kind === "swizzle" && basesOf(b.value("outer"))
    ? "a swizzle works on offsets, and the layout gives coordinates"
    : undefined;

const pointerTo: Refusal = (b) =>
  b.value("iterator").kind === "pointer" && basesOf(b.value("layout"))
    ? "the iterator is a pointer, and the layout gives coordinates"
    : undefined;

const likeCoordinates: Refusal = (b) => {
  const input = b.value("input");
  return basesOf(input.kind === "tensor" ? input.layout : input)
    ? "the layout gives coordinates, which have no order of strides"
    : undefined;
};

const refusals: ReadonlyMap<string, Refusal> = new Map([
  ...["zipped_divide", "tiled_divide", "flat_divide"].map((name): [string, Refusal] => [`cute.${name}`, divide]),
  ["cute.local_partition", localPartition],
  ["cute.local_tile", localTile],
  ["cute.group_modes", groupModes],
  ["cute.prepend_ones", onlyTensor],
  ["cute.make_rmem_tensor_like", withType],
  ["cute.make_fragment_like", withType],
  ["cute.recast_tensor", recast],
  ["cute.make_tensor", pointerTo],
  ["cute.make_layout_like", likeCoordinates],
  ["cute.logical_product", staticBlock],
  ...["zipped_product", "tiled_product", "flat_product"].map((name): [string, Refusal] => [`cute.${name}`, product]),
  ["cute.blocked_product", paired("block")],
  ["cute.raked_product", paired("tiler")],
  ["cute.max_common_layout", staticShape("b")],
  ["cute.max_common_vector", staticShape("b")],
  ["cute.right_inverse", staticShape("input")],
  ["cute.dice", dice],
  // Slices of layouts and tensors are the algebra's.
  ["cute.slice_", (b) => (b.value("src").kind === "tuple" ? misfitOf(b, "src", "coord") : undefined)],
  ["cute.ceil_div", ceilDiv],
  ["cute.shape_div", shapeDiv],
  ["cute.coalesce", coalesce],
  ["cute.make_ordered_layout", ordered],
  ["cute.make_composed_layout", composed],
  ["layout.get_flat_coord", coordinateOf],
  ["layout.get_hier_coord", coordinateOf],
]);
