// Shapes and coordinates that CuTe DSL refuses while it traces: of other ranks than their partner's, or with extents that are none.

import { isCertainInteger } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { leavesOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { certainRank } from "./certain-shape.ts";
import type { Refusal } from "./refusals.ts";
import type { Bound } from "./row.ts";

/** What is refused of shapes, by operation. */
export const refusedShapes: readonly (readonly [string, Refusal])[] = [
  ["cute.size", sizeOfMode],
  ["cute.ceil_div", ceilDiv],
  ["cute.shape_div", (b) => shapeDiv(b)],
  ["cute.coalesce", coalesce],
  ["cute.make_ordered_layout", (b) => ordered(b, "shape")],
  ["cute.tile_to_shape", (b) => ordered(b, "trg_shape")],
  ["cute.idx2crd", (b) => (b.value("shape").kind === "tuple" ? positiveShape(b) : undefined)],
  ["cute.elem_less", (b) => unlike(b.value("lhs"), b.value("rhs"))],
];

/** Extents are at least 1, and no truths. */
export const positiveShape: Refusal = (b) =>
  isPositive(b.value("shape")) ? undefined : "an extent of the shape is not positive";

const isPositive = (shape: Value): boolean =>
  !leavesOf<Value>(shape).some((leaf) => leaf.kind === "num" && leaf.value <= 0);

function sizeOfMode(b: Bound): string | undefined {
  const [rank, mode] = [certainRank(b.value("a")), b.optional("mode")];
  const [first] = mode?.kind === "tuple" ? mode.items : [];
  return rank !== undefined && first?.kind === "num" && first.value >= rank
    ? `mode ${first.value} of ${rank} ${rank === 1 ? "mode" : "modes"}: the first is 0`
    : undefined;
}

function ceilDiv(b: Bound): string | undefined {
  const [input, tiler] = [b.value("input"), b.value("tiler")];
  const rank = certainRank(input);
  if (rank === undefined || tiler.kind !== "tuple" || tiler.items.length <= rank) return undefined;
  return `the tiler has ${tiler.items.length} modes and the shape ${rank}`;
}

const shapeDiv: Refusal = (b) => {
  const [lhs, rhs] = [b.value("lhs"), b.value("rhs")];
  if (hasTupleOverLeaf(lhs, rhs)) return "a mode of modes is divided by a single number: nest both alike";
  return isPositive(lhs) && isPositive(rhs) ? undefined : "an extent of the shape is not positive";
};

/** Inside a tuple a tuple is not divided by a number. */
const hasTupleOverLeaf = (a: Value, b: Value): boolean =>
  a.kind === "tuple" &&
  b.kind === "tuple" &&
  a.items.some((item, i) => {
    const by = b.items[i];
    return by !== undefined && ((item.kind === "tuple" && isInt(by)) || hasTupleOverLeaf(item, by));
  });

function coalesce(b: Bound): string | undefined {
  const rank = certainRank(b.value("input"));
  const profile = b.optional("target_profile");
  if (rank === undefined || profile?.kind !== "tuple" || profile.items.length <= rank) return undefined;
  return `the profile has ${profile.items.length} modes and the layout ${rank}`;
}

function ordered(b: Bound, of: "shape" | "trg_shape"): string | undefined {
  const [shape, order] = [b.value(of), b.optional("order")];
  if (shape.kind !== "tuple" || order === undefined) return undefined;
  const items = order.kind === "tuple" ? order.items.length : isCertainInteger(order) ? 1 : undefined;
  if (items === undefined || items === shape.items.length) return undefined;
  return `the order has ${items} ${items === 1 ? "item" : "items"} for ${shape.items.length} modes`;
}

/** Coordinates are compared item by item. */
function unlike(a: Value, b: Value): string | undefined {
  if (a.kind === "tuple" && b.kind === "tuple") {
    if (a.items.length !== b.items.length)
      return `the left side has ${a.items.length} items and the right side ${b.items.length}: give both as many, nested alike`;
    return a.items.map((item, i) => unlike(item, b.items[i]!)).find((one) => one !== undefined);
  }
  const isMixed = (a.kind === "tuple" && isCertainInteger(b)) || (b.kind === "tuple" && isCertainInteger(a));
  return isMixed ? "a tuple is compared with an integer: nest both alike" : undefined;
}
