// What lies in tensor memory, as the tile that it is: in which lane and which column of 32 bits each element lies.
//
// The four warps that read it have 32 lanes each, which the colours of threads show; of an MMA of two CTAs each has 128 lanes of its own.

import { tmemFragment } from "../algebra/atoms/tmem.ts";
import type { Fragment, TmemFragment } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { size } from "../algebra/layout/coords.ts";
import { laneStride } from "../algebra/tiled/cotiled-copy.ts";
import type { Shape } from "../algebra/value.ts";
import { attempt } from "../calculator/context.ts";
import { offsetAtIndex } from "./offset-table.ts";
import { type Cell, changedCell, offsetOf, tonedCell, type View } from "./view.ts";

const LANES = 128;
const COLUMN_BITS = 32;

/** The threads of the view are CTAs: by lanes and columns, or by CTAs where the operand lies in shared memory. */
export function ofCtas(ctx: Context, view: View, fragment: Fragment, shape: Shape): View {
  if (fragment.kind !== "tmem") return inSharedMemory(view);
  const placeOf = placesIn(ctx, fragment, shape);
  if (placeOf === undefined) return inSharedMemory(view);
  const isPair = fragment.sms === 2;
  return {
    ...view,
    labelModes: ["lane column", "lane", "column", "value", "index"],
    stacked: "lane column",
    colorModes: ["lane", "column", ...(isPair ? ["CTA"] : [])],
    scales: { lane: { kind: "threads", count: LANES * fragment.sms, of: "lanes" } },
    summary: `${view.title}: lanes and columns of tensor memory over ${view.rows.extent}×${view.columns.extent} elements`,
    cells: (window) => {
      const cells = view.cells(window);
      return window.only === undefined
        ? cells.map((cell) => placed(cell, placeOf, isPair))
        : cells.map((cell) => tonedCell(cell, tonesOf(cell, placeOf)));
    },
  };
}

function inSharedMemory(view: View): View {
  const tonesOf = ({ tones }: Cell): Cell["tones"] => ({ CTA: tones.thread ?? 0 });
  const byCta = (cell: Cell): Cell =>
    changedCell(cell, { tones: tonesOf(cell) }, () => {
      const { value = "", index = "" } = cell.labels;
      return { CTA: `CTA${cell.tones.thread ?? 0}`, value, index };
    });
  const { thread } = view.scales ?? {};
  return {
    ...view,
    labelModes: ["CTA", "value", "index"],
    stacked: undefined,
    colorModes: ["CTA"],
    ...(thread === undefined ? {} : { scales: { CTA: thread } }),
    lies: "in shared memory",
    cells: (window) => {
      const cells = view.cells(window);
      return window.only === undefined ? cells.map(byCta) : cells.map((cell) => tonedCell(cell, tonesOf(cell)));
    },
  };
}

/** A tensor of its own: offsets have the lane in their upper bits and say little. */
export function byLanes(view: View, bits: number): View {
  const own = (mode: string): boolean => !/\boffset\b|^(?:byte|bank|chunk)$/.test(mode);
  const laned = (cell: Cell): Cell => {
    const place = placeAt(offsetOf(cell), bits);
    if (place === undefined) return cell;
    const { lane, column } = place;
    const told = { "lane column": `L${lane} C${column}`, lane: `L${lane}`, column: `C${column}` };
    return changedCell(cell, { tones: { ...cell.tones, lane, column } }, () => ({ ...told, ...cell.labels }));
  };
  return {
    ...view,
    labelModes: ["lane column", "lane", "column", ...view.labelModes.filter(own)],
    stacked: "lane column",
    colorModes: ["lane", "column", ...view.colorModes.filter((mode) => own(mode) && mode !== "column")],
    scales: { lane: { kind: "threads", count: LANES, of: "lanes" } },
    cells: (window) => view.cells(window).map(laned),
  };
}

function placeAt(offset: number, bits: number): Place | undefined {
  if (!Number.isFinite(offset) || offset < 0) return undefined;
  const lane = laneStride(bits);
  return { lane: Math.floor(offset / lane), column: Math.floor(((offset % lane) * bits) / COLUMN_BITS) };
}

interface Place {
  readonly lane: number;
  readonly column: number;
}

/** By the number of a CTA's value; undefined where CuTe refuses the fragment, or where it is no numbers. */
function placesIn(ctx: Context, fragment: TmemFragment, shape: Shape): ((value: number) => Place) | undefined {
  const { bits } = fragment.dtype;
  const made = attempt(() => tmemFragment(ctx, fragment, shape).layout);
  const found = "value" in made ? made.value : undefined;
  if (found?.kind !== "layout") return undefined;
  const count = size(ctx, found);
  if (count.kind !== "num") return undefined;
  const offsetAt = offsetAtIndex(ctx, found);
  const offsets = Float64Array.from({ length: count.value }, (_, value) => offsetAt(value) ?? Number.NaN);
  return (value) => placeAt(offsets[value] ?? Number.NaN, bits) ?? { lane: Number.NaN, column: Number.NaN };
}

function tonesOf({ tones: { thread: cta = 0, value = 0 } }: Cell, placeOf: (value: number) => Place): Cell["tones"] {
  const { lane, column } = placeOf(value);
  return { lane: cta * LANES + lane, column, CTA: cta };
}

function placed(cell: Cell, placeOf: (value: number) => Place, isPair: boolean): Cell {
  const { thread: cta = 0, value = 0 } = cell.tones;
  const { lane, column } = placeOf(value);
  return changedCell(cell, { tones: tonesOf(cell, placeOf) }, () => {
    const own = isPair ? `CTA${cta}:${lane}` : `L${lane}`;
    const { value: number = "", index = "" } = cell.labels;
    return { "lane column": `${own} C${column}`, lane: own, column: `C${column}`, value: number, index };
  });
}
