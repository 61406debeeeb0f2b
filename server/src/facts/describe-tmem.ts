// A tensor in tensor memory: how many of the 128 lanes and of the 512 columns of 32 bits it takes.
//
// An offset has the lane in its upper bits: a step of 2^21 bits is a step to the next lane (CUTLASS's tmem_ptr).

import { size } from "../../../src-engine/algebra/layout/coords.ts";
import { laneStride } from "../../../src-engine/algebra/tiled/cotiled-copy.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Layout } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { attempt } from "./attempt.ts";
import type { Line } from "./describe.ts";
import { printValue } from "./notation.ts";
import { bytesText } from "./swizzle-words.ts";

const columnBits = 32;
const columns = 512;

const line = (label: string, text: string, brief: string): Line => ({ label, text, rank: "first", brief });

export function describeTmem(layout: Layout, bits: number, language: Language): readonly Line[] {
  const count = attempt(language, (ctx) => size(ctx, layout));
  const bytes = count?.kind === "num" ? ` = ${bytesText(Math.ceil((count.value * bits) / 8))}` : "";
  const place = tmemExtents(layout, bits);
  const [elements, next] = [count === undefined ? "" : printValue(count, language), laneStride(bits)];
  const lanes = place === undefined ? "" : `${place.lanes} lanes × ${place.columns} of ${columns} columns`;
  return [
    { label: "shape", text: printValue(layout.shape, language), rank: "first" },
    line("stride", `${printValue(layout.stride, language)}: ${next} is the next lane`, `${next} is the next lane`),
    ...(count === undefined
      ? []
      : [line("size", `${elements}${bytes}`, `${elements.replace(/^_/, "")} elements${bytes}`)]),
    ...(place === undefined ? [] : [line("takes", lanes, lanes)]),
  ];
}

/** Lanes and columns that it reaches over; undefined where only the run knows. */
export function tmemExtents(
  layout: Layout,
  bits: number,
): { readonly lanes: number; readonly columns: number } | undefined {
  const [shapes, strides] = [leavesOf(layout.shape), leavesOf(layout.stride)];
  const lane = laneStride(bits);
  let [lastLane, lastElement] = [0, 0];
  for (const [i, extent] of shapes.entries()) {
    const stride = strides[i];
    if (extent.kind !== "num" || stride?.kind !== "num" || stride.value < 0) return undefined;
    const reach = (extent.value - 1) * stride.value;
    if (stride.value % lane === 0) lastLane += reach / lane;
    else lastElement += reach;
  }
  return { lanes: lastLane + 1, columns: Math.ceil(((lastElement + 1) * bits) / columnBits) };
}
