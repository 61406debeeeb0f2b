// Everything that is counted about a layout, as rows of name and text: for the preview and the command line.
import type { Context } from "../algebra/context.ts";
import { layoutModes } from "../algebra/layout/modes.ts";
import type { AnyLayout } from "../algebra/value.ts";
import { bankConflicts, coalescing, type Memory, nvidia, threadStrides } from "./access.ts";
import { bitMatrix, bitMatrixText } from "./bit-matrix.ts";
import { contiguity, footprint } from "./memory.ts";
import { mostElements, offsetsOf, type Threads, threadsOf } from "./offsets.ts";
import { permutation } from "./permutation.ts";

export type Row = readonly [name: string, text: string];

/** Warps whose figures are said one by one. */
const mostWarps = 8;
const mostCycles = 6;

/** `bits` of an element. The one row of a layout that cannot be counted says why. */
export function analysis(ctx: Context, a: AnyLayout, bits: number, memory: Memory = nvidia): readonly Row[] {
  const offsets = offsetsOf(ctx, a);
  if (offsets === undefined || offsets.length === 0)
    return [["analysis", `needs a layout with numbers, of at most ${mostElements} elements`]];
  const threads = threadsOf(ctx, a, offsets);
  return [
    ...memoryRows(ctx, a, offsets, bits),
    ...accessRows(threads, bits, memory),
    ...permutationRows(offsets),
    ...matrixRows(offsets),
  ];
}

function memoryRows(ctx: Context, a: AnyLayout, offsets: readonly number[], bits: number): readonly Row[] {
  const f = footprint(offsets);
  const sharing = f.shared === 0 ? "none" : `${f.shared} offsets, up to ${f.mostShared} elements each`;
  const gaps = f.runs === 1 ? "none" : `${f.runs} runs, longest gap ${f.longestGap}, ${f.holes} holes`;
  const modes = a.kind === "layout" ? layoutModes(a).map((mode) => offsetsOf(ctx, mode)) : [];
  const byMode = modes.map((mode) => (mode === undefined ? "?" : String(contiguity(mode)))).join(", ");
  return [
    ["footprint", `offsets ${f.first} to ${f.last}: ${f.unique} of ${f.span}, ${(f.span * bits) / 8} bytes`],
    ["gaps", gaps],
    ["aliasing", f.shared === 0 ? sharing : `${sharing}; each offset used ${round(f.reuse)} times`],
    ["contiguous", `${count(contiguity(offsets), "element")}${modes.length > 1 ? `; by mode ${byMode}` : ""}`],
  ];
}

export function accessRows(threads: Threads, bits: number, memory: Memory = nvidia): readonly Row[] {
  const { warp } = memory;
  const warps = Math.min(mostWarps, Math.ceil(threads.count / warp));
  const starts = Array.from({ length: warps }, (_, i) => i * warp);
  const conflicts = starts.map((first) => bankConflicts(threads, bits, first, memory));
  const worst = conflicts.reduce((a, b) => (b.ways > a.ways ? b : a));
  const lines = starts.map((first) => coalescing(threads, bits, first, memory));
  const strides = threadStrides(threads);
  const same = (list: readonly string[]): string => (new Set(list).size === 1 ? (list[0] ?? "") : list.join(", "));
  const where = worst.worst === undefined ? "" : `, bank ${worst.worst.bank} by threads ${some(worst.worst.threads)}`;
  return [
    ["threads", `mode 0: ${threads.count}, ${count(threads.values, "value")} each; steps ${some(strides)}`],
    [
      "shared memory",
      `${same(conflicts.map(({ ways }) => (ways === 1 ? "no bank conflict" : `${ways}-way bank conflict`)))}${where}; ${worst.bytes}-byte accesses, ${worst.phase} threads at a time`,
    ],
    [
      "global memory",
      `${same(lines.map(({ sectors, lines: n, wanted, moved }) => `${sectors} sectors in ${n} lines, ${Math.round((100 * wanted) / moved)}% used`))} by ${warp === nvidia.warp ? "a warp" : `${warp} threads`}`,
    ],
  ];
}

function permutationRows(offsets: readonly number[]): readonly Row[] {
  const p = permutation(offsets);
  if (p === undefined) return [["permutation", "none: offsets are shared or left out"]];
  const moving = p.cycles.filter((cycle) => cycle.length > 1);
  const shown = moving.slice(0, mostCycles).map((cycle) => `(${some(cycle)})`);
  const cycles = moving.length === 0 ? "identity" : `${shown.join(" ")}${moving.length > mostCycles ? " …" : ""}`;
  return [
    ["permutation", `order ${p.order}, ${p.even ? "even" : "odd"}, ${count(p.fixed, "fixed point")}; cycles ${cycles}`],
  ];
}

function matrixRows(offsets: readonly number[]): readonly Row[] {
  const matrix = bitMatrix(offsets);
  return matrix === undefined ? [] : [["bits of the offset", bitMatrixText(matrix)]];
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const round = (n: number): string => String(Math.round(n * 100) / 100);
const some = (list: readonly number[]): string =>
  list.length > 8 ? `${list.slice(0, 8).join(" ")} …` : list.join(" ");
