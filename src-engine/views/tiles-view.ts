// A divided layout as its tiles lie: of ((2,4),(3,5)) the first mode is a tile of 2 × 4, the second says where tiles stand, 3 × 5.
//
// It is the layout with its modes zipped, ((2,3),(4,5)): the same offsets as before the divide, with a line around each tile.
import type { Context } from "../algebra/context.ts";
import { print } from "../algebra/notation/print.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { isTuple, modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, Layout, Tree } from "../algebra/value.ts";
import { type LayoutViewOptions, layoutView } from "./layout-view.ts";
import { type Cell, changedCell, type View } from "./view.ts";

/** Undefined for what is no layout of two modes with as many modes each. */
export function tilesView(ctx: Context, a: AnyLayout, options: LayoutViewOptions): View | undefined {
  const swizzled = a.kind === "composed" && a.inner.kind === "layout" ? a.inner : undefined;
  const plain = a.kind === "layout" ? a : swizzled;
  const zipped = plain === undefined ? undefined : zippedModes(plain);
  if (plain === undefined || zipped === undefined) return undefined;
  const view = layoutView(ctx, a.kind === "composed" ? { ...a, inner: zipped } : zipped, options);
  const natural = naturalOf(plain);
  const summary = `${options.title}: tiles of ${print(modesOf(plain.shape)[0] ?? plain.shape, "dsl")} elements`;
  return {
    ...view,
    summary,
    colorModes: ["tile", ...view.colorModes.filter((mode) => mode !== "tile")],
    cells: (window) =>
      view.cells(window).map((cell) => changedCell(cell, {}, () => ({ ...cell.labels, ...natural(cell) }))),
  };
}

function zippedModes({ shape, stride }: Layout): Layout | undefined {
  const [shapes, strides] = [zip(shape), zip(stride)];
  return shapes === undefined || strides === undefined ? undefined : { kind: "layout", shape: shapes, stride: strides };
}

/** ((a,b),(c,d)) to ((a,c),(b,d)). */
function zip<T extends { readonly kind: string }>(tree: Tree<T>): Tree<T> | undefined {
  const [tile, rest, more] = modesOf(tree);
  if (tile === undefined || rest === undefined || more !== undefined || !isTuple(tile) || !isTuple(rest))
    return undefined;
  if (tile.items.length !== 2 || rest.items.length !== 2) return undefined;
  const items = tile.items.map((mode, i): Tree<T> => ({ kind: "tuple", items: [mode, ...rest.items.slice(i, i + 1)] }));
  return { kind: "tuple", items };
}

/** The coordinate in the layout as it was: inside the tile, and of the tile. */
function naturalOf({ shape }: Layout): (cell: Cell) => Readonly<Record<string, string>> {
  const tile = modesOf(shape)[0];
  const [rows, columns] = (tile === undefined ? [] : modesOf(tile)).map((mode) => product(mode));
  if (rows?.kind !== "num" || columns?.kind !== "num") return () => ({});
  const [m, n] = [rows.value, columns.value];
  return ({ row, column }) => ({
    natural: `((${row % m},${column % n}),(${Math.floor(row / m)},${Math.floor(column / n)}))`,
  });
}
