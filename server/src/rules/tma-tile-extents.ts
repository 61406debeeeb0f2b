// How far a tile of a TMA's tensor of coordinates reaches along each dimension of the tensor map, beside the box of the atom.
import type { TmaAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { layoutModes } from "../../../src-engine/algebra/layout/modes.ts";
import { boxExtents } from "../../../src-engine/algebra/tma/descriptor.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import { numberOf } from "../facts/sizes.ts";

export interface OtherBox {
  /** Both by dimension of the tensor map, the contiguous one first. */
  readonly tile: readonly number[];
  readonly box: readonly number[];
}

/** The tile in the first mode is no whole number of the atom's boxes; undefined where it is, or nobody knows. */
export function otherBox(atom: TmaAtom | undefined, gmem: Value | undefined): OtherBox | undefined {
  if (atom?.gbasis === undefined || atom.descriptor?.im2col !== undefined || gmem?.kind !== "tensor") return undefined;
  const box = boxExtents(atom.gbasis).map(numberOf);
  const tile = extentsOf(gmem.layout, box.length);
  if (tile === undefined || !box.every((extent) => extent !== undefined)) return undefined;
  return box.some((extent, at) => (tile[at] ?? 0) % extent !== 0) ? { tile, box } : undefined;
}

/** The extents of the first mode: each of its leaves walks one dimension in steps that are numbers. */
function extentsOf(layout: Value, rank: number): readonly number[] | undefined {
  const first = layout.kind === "layout" ? layoutModes(layout)[0] : undefined;
  if (first === undefined) return undefined;
  const sizes = leavesOf<Int>(first.shape);
  const strides = leavesOf(first.stride);
  const last = Array.from({ length: rank }, () => 0);
  for (const [i, stride] of strides.entries()) {
    const size = numberOf(sizes[i]);
    if (size === undefined) return undefined;
    if (size === 1) continue;
    const [dimension, ...deeper] = stride.kind === "basis" ? stride.path : [];
    const step = stride.kind === "basis" && stride.over === undefined ? numberOf(stride.value) : undefined;
    if (dimension === undefined || deeper.length > 0 || step === undefined || dimension >= rank) return undefined;
    last[dimension] = (last[dimension] ?? 0) + (size - 1) * step;
  }
  return last.map((each) => each + 1);
}
