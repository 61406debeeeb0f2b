// An operation of the algebra as inputs and result on one sheet, its cells linked: which cells of A and B made this one.
//
// Every panel is a layout view. A cell's link is the offset in A's codomain that it stands for, so an element of the
// result points to the same element of A; for a right-hand side B the link goes through A (R(c) = A(B(c))).
// Divides and products colour by tile: which tile of A, which copy of the block.
import type { Context } from "../context.ts";
import { staticInt } from "../int/int.ts";
import { layoutAt, size } from "../layout/coords.ts";
import { zippedDivide } from "../layout/divide.ts";
import { modeOf } from "../layout/modes.ts";
import { zippedProduct } from "../layout/product.ts";
import { print } from "../notation/print.ts";
import type { AnyLayout, Layout, Value } from "../value.ts";
import { layoutView } from "./layout-view.ts";
import type { Cell, Panel, Picture, View } from "./view.ts";
import type { NoPicture } from "./view-options.ts";

/** Elements that are followed from the result back to A; beyond, cells are not coloured by tile. */
const MOST_ELEMENTS = 1 << 16;

export interface Operand {
  readonly name: string;
  readonly value: Value;
}

/** How an operation's cells hang together. */
type Family = "divide" | "product" | "composition" | "other";

const families: Readonly<Record<string, Family>> = {
  logical_divide: "divide",
  zipped_divide: "divide",
  tiled_divide: "divide",
  flat_divide: "divide",
  local_tile: "divide",
  logical_product: "product",
  zipped_product: "product",
  tiled_product: "product",
  flat_product: "product",
  blocked_product: "product",
  raked_product: "product",
  tile_to_shape: "product",
  composition: "composition",
};

/** Whether `operationPicture` says more about a call than the picture of its result. */
export const isPicturedOperation = (op: string): boolean =>
  families[op] !== undefined || ["complement", "right_inverse", "left_inverse", "coalesce", "filter"].includes(op);

export function operationPicture(
  ctx: Context,
  op: string,
  inputs: readonly Operand[],
  result: AnyLayout,
  dialect: "cpp" | "dsl",
): Picture | NoPicture {
  const [a, b] = inputs;
  if (a === undefined || (a.value.kind !== "layout" && a.value.kind !== "composed"))
    return { why: "the first input is no layout" };
  const family = families[op] ?? "other";
  const tileOf = tiles(ctx, family, a.value, b?.value);
  const panel = (value: AnyLayout, name: string, link: (cell: Cell) => string | undefined): View =>
    linked(layoutView(ctx, value, { title: `${name} = ${print(value, dialect)}`, dialect }), link, tileOf);
  const own = (cell: Cell): string | undefined => cell.labels.offset;
  const panels: Panel[] = [{ view: panel(a.value, a.name, own), row: 0, column: 0 }];
  if (b !== undefined && (b.value.kind === "layout" || b.value.kind === "composed")) {
    const through = family === "composition" || family === "divide" ? throughA(ctx, a.value) : () => undefined;
    panels.push({ view: panel(b.value, b.name, through), row: 0, column: 1 });
  }
  panels.push({ view: panel(result, op, own), row: 1, column: 0 });
  const summary = `${op}(${inputs.map((i) => print(i.value, dialect)).join(", ")}) = ${print(result, dialect)}`;
  return { title: op, summary, panels };
}

function linked(
  view: View,
  link: (cell: Cell) => string | undefined,
  tileOf: (offset: string) => number | undefined,
): View {
  return {
    ...view,
    colorModes: ["tile of A", ...view.colorModes],
    cells: (window) =>
      view.cells(window).map((cell) => {
        const to = link(cell);
        const tile = to === undefined ? undefined : tileOf(to);
        const tones = tile === undefined ? cell.tones : { ...cell.tones, "tile of A": tile };
        return to === undefined ? { ...cell, tones } : { ...cell, tones, link: to };
      }),
  };
}

/** A value of B is an index into A; the cell stands for A's element there. */
function throughA(ctx: Context, a: AnyLayout): (cell: Cell) => string | undefined {
  return (cell) => {
    const index = Number(cell.labels.offset);
    if (!Number.isSafeInteger(index)) return undefined;
    const offset = layoutAt(ctx, a, index);
    return offset.kind === "num" ? String(offset.value) : undefined;
  };
}

/** Offset → the tile or copy it belongs to, from the zipped form ((tile),(rest)). */
function tiles(
  ctx: Context,
  family: Family,
  a: AnyLayout,
  b: Value | undefined,
): (offset: string) => number | undefined {
  const zipped = zippedForm(ctx, family, a, b);
  if (zipped === undefined) return () => undefined;
  const inTile = size(ctx, modeOf(ctx, zipped, 0));
  const total = size(ctx, zipped);
  if (inTile.kind !== "num" || total.kind !== "num" || total.value > MOST_ELEMENTS) return () => undefined;
  const count = inTile.value;
  let map: Map<string, number> | undefined;
  return (offset) => {
    map ??= tileMap(ctx, zipped, count, total.value / count);
    return map.get(offset);
  };
}

function zippedForm(ctx: Context, family: Family, a: AnyLayout, b: Value | undefined): Layout | undefined {
  if (a.kind !== "layout" || b === undefined) return undefined;
  if (b.kind !== "layout" && b.kind !== "num" && b.kind !== "tuple") return undefined;
  if (family === "divide") return zippedDivide(ctx, a, b);
  return family === "product" && b.kind === "layout" ? zippedProduct(ctx, a, b) : undefined;
}

function tileMap(ctx: Context, zipped: Layout, inTile: number, tileCount: number): Map<string, number> {
  const map = new Map<string, number>();
  for (let tile = 0; tile < tileCount; tile++)
    for (let i = 0; i < inTile; i++) {
      const offset = layoutAt(ctx, zipped, { kind: "tuple", items: [staticInt(i), staticInt(tile)] });
      if (offset.kind === "num" && !map.has(String(offset.value))) map.set(String(offset.value), tile);
    }
  return map;
}
