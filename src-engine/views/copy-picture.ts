// Pictures of copies: which thread reads and which writes which element. Of atoms, of tiled copies, and of two TV layouts.
import type { CopyAtom, TiledCopy } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { cosize } from "../algebra/layout/coords.ts";
import { print } from "../algebra/notation/print.ts";
import { copyLayoutTV, tilerShape } from "../algebra/tiled/tiled-copy.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { Layout, Shape } from "../algebra/value.ts";
import { tmaPicture } from "./tma-picture.ts";
import { type TvViewOptions, tvView } from "./tv-view.ts";
import type { Panel, Picture, View } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

/** Columns above which source and destination stand below each other. */
const WIDE = 16;

/** (thread,value) to an element: of what is read, and of what is written. */
export interface CopySides {
  readonly source: Layout;
  readonly destination: Layout;
}

/** Source and destination of a copy atom. */
export const copyPicture = (ctx: Context, atom: CopyAtom, options: ViewOptions): Picture | NoPicture =>
  atomSheet(ctx, { source: atom.layoutSrc, destination: atom.layoutDst }, atom.valueBits, {
    ...options,
    title: options.title ?? atom.name,
  });

/** Source and destination of a TiledCopy over its tile. */
export function tiledCopyPicture(ctx: Context, copy: TiledCopy, options: ViewOptions): Picture | NoPicture {
  if (copy.atom.kind === "tma-atom") return tmaPicture(ctx, copy.atom, options);
  const sides = { source: copyLayoutTV(ctx, copy, "S"), destination: copyLayoutTV(ctx, copy, "D") };
  const title = options.title ?? `TiledCopy ${copy.atom.name}`;
  return tileSheet(ctx, sides, tilerShape(copy.tilerMN), { ...options, title });
}

/** Both sides of an atom whose values have so many bits, one row for every 16 bytes. */
export function atomSheet(ctx: Context, sides: CopySides, bits: number, options: ViewOptions): Picture | NoPicture {
  const title = options.title ?? "copy";
  const views = [sides.source, sides.destination].map((tv) => {
    // As many elements as there are: threads may hold the same ones.
    const total = cosize(ctx, tv);
    if (total.kind !== "num") return undefined;
    const columns = Math.min(total.value, Math.max(1, Math.floor(128 / bits)));
    const rows = Math.ceil(total.value / columns);
    // Elements of a row follow each other in memory: the index runs along the columns.
    const axes = { rowName: "16 bytes", columnName: "value", transposed: true };
    return tvView(ctx, tv, { title: "destination", kind: "copy", rows, columns, ...axes, ...threadIn(options) });
  });
  const [source, destination] = views;
  if (source === undefined || destination === undefined) return { why: "the atom's layouts have no numbers" };
  return {
    title,
    summary: `${title}: which thread gives and gets which value`,
    panels: [
      { view: { ...source, title: `source: ${title}` }, row: 0, column: 0 },
      { view: destination, ...besideOrBelow(source), ...repeating(sides) },
    ],
  };
}

/** Both sides over a tile (M,N), whose elements the TV layouts count column by column. */
export function tileSheet(ctx: Context, sides: CopySides, tile: Shape, options: ViewOptions): Picture | NoPicture {
  const [rows, columns = 1] = modesOf(tile).map((mode) => {
    const total = product(mode);
    return total.kind === "num" ? total.value : undefined;
  });
  if (rows === undefined) return { why: "the tile has no numbers" };
  const title = options.title ?? "copy";
  const [first, second] = [sides.source, sides.destination].map((tv) => {
    const axes = { rowName: "m", columnName: "n", transposed: false };
    return tvView(ctx, tv, { title: "destination", kind: "tv", rows, columns, ...axes, ...threadIn(options) });
  });
  if (first === undefined || second === undefined) return { why: "the TV layout is too large or has symbols" };
  return {
    title,
    summary: `${title}: which thread reads and writes which element of ${rows}×${columns}`,
    panels: [
      { view: { ...first, title: `source: ${title}` }, row: 0, column: 0 },
      { view: second, ...besideOrBelow(first), ...repeating(sides) },
    ],
  };
}

/** Who reads an element writes it too: one picture says both. */
const repeating = ({ source, destination }: CopySides): Pick<Panel, "repeats"> =>
  print(source, "cpp") === print(destination, "cpp") ? { repeats: true } : {};

const threadIn = ({ thread }: ViewOptions): Pick<TvViewOptions, "thread"> => (thread === undefined ? {} : { thread });

/** Beside each other as in print_latex, below each other where the first is wide; where the room has another form, the other way. */
function besideOrBelow({ columns }: View): Pick<Panel, "row" | "column" | "otherwise"> {
  const [beside, below] = [
    { row: 0, column: 1 },
    { row: 1, column: 0 },
  ];
  return columns.extent <= WIDE ? { ...beside, otherwise: below } : { ...below, otherwise: beside };
}
