// What a tiling leaves at the end of each mode: how many tiles are whole, and how much of the last one lies in the tensor.
//
// CuTe rounds the number of tiles up and never looks at the end: the kernel has to predicate the last tile.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";

const tilings: ReadonlySet<string> = new Set(["local_tile", "zipped_divide", "tiled_divide", "flat_divide"]);

/** One sentence for each mode of known size that its tile does not divide. */
export function lastTiles(call: CallFact): readonly string[] {
  if (!tilings.has(call.op)) return [];
  const [tensor, tiler] = call.args;
  const modes = modesOf(shapeOf(tensor?.value));
  return modesOf(tiler?.value).flatMap((tile, i) => {
    const [extent, length] = [sizeOf(modes[i]), sizeOf(tile)];
    if (extent === undefined || length === undefined || length < 1 || extent % length === 0) return [];
    const whole = Math.floor(extent / length);
    const before = whole === 0 ? "no tile is whole" : `${whole} whole ${whole === 1 ? "tile" : "tiles"} of ${length}`;
    return [`mode ${i}: ${before}, the last has ${extent % length} of ${length}`];
  });
}

function shapeOf(value: Value | undefined): Value | undefined {
  if (value?.kind === "tensor") return shapeOf(value.layout);
  if (value?.kind === "composed") return shapeOf(value.inner);
  return value?.kind === "layout" ? value.shape : undefined;
}

const modesOf = (value: Value | undefined): readonly Value[] =>
  value === undefined ? [] : value.kind === "tuple" ? value.items : [value];

/** Of a number or a nested tuple of numbers. */
function sizeOf(value: Value | undefined): number | undefined {
  if (value?.kind === "num") return value.value;
  if (value?.kind !== "tuple") return undefined;
  let size = 1;
  for (const item of value.items) {
    const one = sizeOf(item);
    if (one === undefined) return undefined;
    size *= one;
  }
  return size;
}
