// A TMA atom: the CTA's tile of global memory and the shared-memory tile it fills, side by side.
//
// Both panels are coloured by instruction: a descriptor's box covers so many elements, and one TMA instruction moves one box.
// The elements of one box follow each other in the unswizzled shared-memory layout; that gives the instruction of an element.
import type { TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { staticInt } from "../int/int.ts";
import { layoutAt } from "../layout/coords.ts";
import { makeIdentityLayout } from "../layout/make.ts";
import { shapeOf } from "../layout/modes.ts";
import { print } from "../notation/print.ts";
import { product } from "../tuple/int-tuple.ts";
import { isTuple, modesOf } from "../tuple/tree.ts";
import type { AnyLayout, Coord, Shape } from "../value.ts";
import { layoutView } from "./layout-view.ts";
import { resolveFlag } from "./resolve-flag.ts";
import type { Picture, View } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

export function tmaPicture(ctx: Context, atom: TmaAtom, options: ViewOptions): Picture | NoPicture {
  const smemLayout = resolveFlag(ctx, atom.smem).layout;
  const shape = shapeOf(ctx, smemLayout);
  // Global memory knows nothing of the swizzle atom's modes: rows and columns are plain.
  const flat: Shape = isTuple(shape) ? { kind: "tuple", items: shape.items.map((mode) => product(mode)) } : shape;
  const bits = atom.dtype.bits;
  const instruction = instructionOf(ctx, atom, smemLayout);
  const dialect = options.dialect;
  const boxes = atom.descriptor?.boxDim.map((extent) => print(extent, "dsl")).join("×");
  const gmem = layoutView(ctx, makeIdentityLayout(flat), {
    title: `gmem tile${boxes === undefined ? "" : `, box ${boxes}`}`,
    dialect,
  });
  const smem = layoutView(ctx, smemLayout, { title: `smem ${print(atom.smem, dialect)}`, dialect, elementBits: bits });
  const title = options.title ?? atom.op;
  return {
    title,
    summary: `${title}: the tile in global memory and in shared memory${boxes === undefined ? "" : `, one box is ${boxes}`}`,
    panels: [
      { view: byInstruction(gmem, "coordinate", instruction), row: 0, column: 0 },
      { view: byInstruction(smem, "offset", instruction), row: 0, column: 1 },
    ],
  };
}

function byInstruction(
  view: View,
  label: string,
  instruction: (row: number, column: number) => number | undefined,
): View {
  return {
    ...view,
    kind: "tma",
    labelModes: [label, ...view.labelModes.filter((mode) => mode !== label), "instruction"],
    colorModes: ["instruction", ...view.colorModes],
    cells: (window) =>
      view.cells(window).map((cell) => {
        const number = instruction(cell.row, cell.column);
        const link = `${cell.row},${cell.column}`;
        if (number === undefined) return { ...cell, link };
        return {
          ...cell,
          link,
          labels: { ...cell.labels, instruction: String(number) },
          tones: { ...cell.tones, instruction: number },
        };
      }),
  };
}

function instructionOf(
  ctx: Context,
  atom: TmaAtom,
  smem: AnyLayout,
): (row: number, column: number) => number | undefined {
  const plain = unswizzled(smem);
  const box = atom.descriptor?.boxDim.map((extent) => (extent.kind === "num" ? extent.value : Number.NaN));
  const elements = box?.reduce((product, extent) => product * extent, 1) ?? Number.NaN;
  if (plain === undefined || !Number.isFinite(elements) || elements <= 0) return () => undefined;
  const rank = modesOf(shapeOf(ctx, plain)).length;
  return (row, column) => {
    const coord: Coord =
      rank === 1
        ? staticInt(column)
        : {
            kind: "tuple",
            items: Array.from({ length: rank }, (_, i) => staticInt(i === 0 ? row : i === 1 ? column : 0)),
          };
    const offset = layoutAt(ctx, plain, coord);
    return offset.kind === "num" ? Math.floor(offset.value / elements) : undefined;
  };
}

const unswizzled = (a: AnyLayout): AnyLayout | undefined =>
  a.kind === "layout" ? a : a.outer.kind === "swizzle" && a.inner.kind !== "swizzle" ? a.inner : undefined;
