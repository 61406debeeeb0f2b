// What CuTe DSL refuses while it traces and the algebra would compute: arguments that its Python wrappers cannot pack, coordinates
// that are not weakly congruent, projections that leave a mode without a coordinate.
//
// Each row looks at the arguments of one operation and says what is wrong, or nothing where it fits or cannot be told: a symbol may be
// a tuple, a tensor that nobody passes may have more modes. Source: cutlass/cute/core.py and the traces of nvidia-cutlass-dsl 4.7.
import type { Context, Stop } from "../../../../../src-engine/algebra/context.ts";
import { isCertainInteger, symbolsOf } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { leavesOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import type { Stride, Value } from "../../../../../src-engine/algebra/value.ts";
import { certainRank, certainShape, misfit } from "./certain-shape.ts";
import { refusedOperand } from "./operand-kinds.ts";
import { refusedCopies } from "./refusals-copies.ts";
import { positiveShape, refusedShapes } from "./refusals-shapes.ts";
import type { Bound } from "./row.ts";
import { isLayout } from "./values.ts";

export type Refusal = (b: Bound) => string | undefined;

/** Stops where CuTe DSL would not trace the operation. */
export function refuseUntraceable(name: string, b: Bound): void {
  const why = refusedOperand(name, (argument) => b.argument(argument)?.value) ?? refusals.get(name)?.(b);
  if (why !== undefined) refuse(b.ctx, name, why);
  // A rule of its own says which extent it is.
  const extent = name === "cute.make_layout" ? positiveShape(b) : undefined;
  if (extent !== undefined) b.ctx.stop({ code: "layout-extent", message: extent, at: `dsl:${name}` });
}

export const refuse = (ctx: Context, name: string, message: string): never => ctx.stop(refusal(name, message));

export const refusal = (name: string, message: string): Stop => ({ code: "not-traced", message, at: `dsl:${name}` });

const isCoordinates = (value: Value): boolean =>
  value.kind === "tensor" && value.engine.kind !== "pointer" && value.engine.kind !== "unknown";

// ---- the rows ---------------------------------------------------------------------------------------------------------

const divide: Refusal = (b) =>
  b.value("tiler").kind === "num"
    ? "the tiler is a plain number: write it as a tuple, (8,), or as a layout"
    : (logicalDivide(b) ?? leftWhole(certainShape(b.value("target")), b.value("tiler")));

const logicalDivide: Refusal = (b) => {
  const tiler = b.value("tiler");
  return tiler.kind === "sym" && tiler.know === "dynamic" && isCertainInteger(tiler)
    ? "the tiler is an integer of the run: tile by a static size, (8,), or by a layout"
    : notNone("tiler")(b);
};

const notNone =
  (name: string): Refusal =>
  (b) =>
    b.value(name).kind === "underscore" ? `the ${name} is None: None stands for a mode inside a tuple only` : undefined;

/** A divide takes each mode that the tiler names apart into the tile and the rest, also one that it leaves as it is. */
function leftWhole(shape: Value | undefined, tiler: Value): string | undefined {
  if (shape?.kind !== "tuple" || tiler.kind !== "tuple") return undefined;
  const at = tiler.items.findIndex((item, i) => {
    const mode = shape.items[i];
    const pair = mode?.kind === "tuple" ? mode.items.length === 2 : mode?.kind === "sym" && mode.know === "static";
    return item.kind === "underscore" && mode !== undefined && !pair;
  });
  return at < 0
    ? undefined
    : `the tiler leaves mode ${at} whole, which has not two modes: give a size or use logical_divide`;
}

const product: Refusal = (b) => {
  const { kind } = b.value("tiler");
  if (kind === "tuple") return "the tiler is a tuple: this product takes a layout";
  return kind === "num" ? "the tiler is a plain number: this product takes a layout" : staticBlock(b);
};

const staticBlock: Refusal = (b) => {
  const block = b.value("block");
  return block.kind === "layout" && certainShape(block) !== undefined && isDynamic(block.stride)
    ? "the block's strides are known only at run time: it takes static ones"
    : staticShape("block")(b);
};

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
  if (tiler?.kind === "num") return `the threads are the plain number ${tiler.value}: give them as a layout`;
  if (target !== undefined && isLayout(target)) return "the target is a layout: it takes a tensor";
  const [rank, threads] = [certainRank(target!), certainRank(tiler!)];
  const [proj, shape] = [b.optional("proj"), certainShape(tiler!)];
  const items = shape?.kind === "tuple" ? shape.items.length : 0;
  if (proj?.kind === "tuple" && shape !== undefined && items !== proj.items.length)
    return `the projection has ${proj.items.length} items and the threads have ${items || "no"} modes`;
  if (proj !== undefined || rank === undefined || threads === undefined || threads <= rank) return undefined;
  return `the threads have ${threads} modes and the tensor has ${rank}`;
}

/** One coordinate for each mode of the tensor, behind the projection. */
function localTile(b: Bound): string | undefined {
  const [input, tiler, coord] = ["input", "tiler", "coord"].map((name) => b.value(name));
  if (input === undefined || tiler === undefined || coord === undefined) return undefined;
  if (isLayout(input)) return "the input is a layout: it takes a tensor";
  const rank = certainRank(input);
  if (rank === undefined || tiler.kind !== "tuple") return undefined;
  if (coord.kind === "underscore" || isCertainInteger(coord))
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
  const input = b.value("input");
  if (input.kind === "swizzle") return noSwizzle;
  // A symbol may be a tuple, and what grouped it has then other modes.
  if (input.kind === "tuple" && input.items.some((item) => item.kind === "sym")) return undefined;
  const rank = certainRank(input);
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

const recastBases: Refusal = (b) => {
  const [bits, before] = [b.value("new_type_bits"), b.value("old_type_bits")];
  const differ = bits.kind === "num" && before.kind === "num" && bits.value !== before.value;
  return differ && basesOf(b.value("src_layout")) ? "the layout gives coordinates, which have no bits" : undefined;
};

const recast: Refusal = (b) =>
  isCoordinates(b.value("src")) ? "a coordinate tensor has no elements that could be recast" : undefined;

/** A right side that gives coordinates names modes of the left one. */
const composition: Refusal = (b) => {
  if (b.value("lhs").kind === "swizzle") return noSwizzle;
  const [rank, right] = [certainRank(b.value("lhs")), b.value("rhs")];
  const named =
    right.kind === "layout"
      ? leavesOf<Stride>(right.stride).flatMap((d) => (d.kind === "basis" ? (d.path[0] ?? []) : []))
      : [];
  const most = Math.max(...named);
  return rank !== undefined && most >= rank
    ? `the right side gives coordinates of ${most + 1} modes and the left side has ${rank}`
    : notNone("rhs")(b);
};

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

/** Of shapes without symbols the algebra's own conditions speak. */
const slice: Refusal = (b) => {
  const { kind } = b.value("src");
  if (kind === "swizzle") return noSwizzle;
  const shape = certainShape(b.value("src"));
  const isOpen = shape !== undefined && leavesOf<Value>(shape).some((leaf) => leaf.kind === "sym");
  return kind === "tuple" || isInt(b.value("src")) || isOpen ? misfitOf(b, "src", "coord") : undefined;
};

const noSwizzle = "a swizzle is given where a layout is taken";

const wholeElement: Refusal = (b) => {
  const elem = b.argument("elem")?.value;
  if (b.value("input").kind === "swizzle") return noSwizzle;
  if (!isLayout(b.value("input")) || elem === undefined) return undefined;
  if (elem.kind === "num") return "the element is a plain number: a layout grows by layouts";
  if (elem.kind === "tuple") return "the element is a tuple: a layout grows by layouts";
  return elem.kind === "composed" || elem.kind === "tensor"
    ? "the element is no plain layout: a layout grows by plain layouts"
    : undefined;
};

const noInteger: Refusal = (b) =>
  b.value("input").kind === "num" ? "an integer is given where a tuple, a layout or a tensor is taken" : undefined;

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

/** Only a thread's part of a tiled copy or MMA partitions. */
const ofNoSlice: Refusal = ({ call }) =>
  call.self?.kind === "tiled-copy" || call.self?.kind === "tiled-mma"
    ? "it is asked of all threads together: take one thread's part first, .get_slice(tidx)"
    : undefined;

/** A number that the trace does not have: a thread's index, an extent that is marked dynamic. */
const isOfRun = (value: Value | undefined): boolean =>
  value?.kind === "sym" && value.know === "dynamic" && symbolsOf(value).some(({ onlyRun }) => onlyRun === true);

/** It is unrolled while the function is traced. */
const unrolled: Refusal = (b) =>
  ["start", "stop", "step"].some((name) => isOfRun(b.optional(name)))
    ? "how often it goes round only the run knows: take cutlass.range"
    : undefined;

/** `if const_expr(…)` is Python's own `if`. */
const decided: Refusal = (b) =>
  isOfRun(b.value("expression"))
    ? "only the run knows it: leave const_expr out, or ask what the trace knows"
    : undefined;

const refusals: ReadonlyMap<string, Refusal> = new Map([
  ...refusedCopies,
  ...refusedShapes,
  ...["zipped_divide", "tiled_divide", "flat_divide"].map((name): [string, Refusal] => [`cute.${name}`, divide]),
  ["cute.local_partition", localPartition],
  ["cute.local_tile", localTile],
  ["cute.group_modes", groupModes],
  ["cute.prepend_ones", onlyTensor],
  ["cute.make_rmem_tensor_like", withType],
  ["cute.make_fragment_like", withType],
  ["cute.recast_tensor", recast],
  ["cute.recast_layout", recastBases],
  ["cute.logical_divide", logicalDivide],
  ["cute.composition", composition],
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
  ["cute.select", (b) => (b.value("input").kind === "swizzle" ? noSwizzle : noInteger(b))],
  ["cute.slice_", slice],
  ["cute.append", wholeElement],
  ["cute.prepend", wholeElement],
  ["cute.make_composed_layout", composed],
  ...["S", "D"].map((side): [string, Refusal] => [`copy.partition_${side}`, ofNoSlice]),
  ...["S", "D"].map((side): [string, Refusal] => [
    `copy.retile_${side}`,
    () => "CuTe DSL has one for both sides: .retile",
  ]),
  ...[..."ABC"].map((which): [string, Refusal] => [`mma.partition_${which}`, ofNoSlice]),
  ["cutlass.range_constexpr", unrolled],
  ["cutlass.const_expr", decided],
  ["layout.get_flat_coord", coordinateOf],
  ["layout.get_hier_coord", coordinateOf],
]);
