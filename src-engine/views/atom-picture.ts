// Pictures of MMA and copy atoms and of the tiled objects made of them: which thread holds which element.
import type { CopyAtom, MmaAtom, TiledCopy, TiledMma } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { print } from "../algebra/notation/print.ts";
import { copyLayoutTV, tilerShape } from "../algebra/tiled/tiled-copy.ts";
import { layoutTV, tileShape } from "../algebra/tiled/tiled-mma.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { Layout, Shape } from "../algebra/value.ts";
import { tmaPicture } from "./tma-picture.ts";
import { tvView } from "./tv-view.ts";
import type { Picture, View } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

/** Columns above which source and destination stand below each other. */
const WIDE = 32;

/** A (M×K) left of C (M×N), B above it as K×N: the sheet of print_latex. */
export function mmaPicture(ctx: Context, atom: MmaAtom, options: ViewOptions): Picture | NoPicture {
  const [m, n, k] = modesOf(atom.shape).map((mode) => product(mode));
  if (m?.kind !== "num" || n?.kind !== "num" || k?.kind !== "num") return { why: "the atom's shape has no numbers" };
  return mmaSheet(ctx, options.title ?? atom.name, options, {
    a: { layout: atom.layoutA, rows: m.value, columns: k.value },
    b: { layout: atom.layoutB, rows: n.value, columns: k.value },
    c: { layout: atom.layoutC, rows: m.value, columns: n.value },
  });
}

interface Operand {
  readonly layout: Layout;
  readonly rows: number;
  readonly columns: number;
}

function mmaSheet(
  ctx: Context,
  title: string,
  options: ViewOptions,
  operands: { readonly a: Operand; readonly b: Operand; readonly c: Operand },
): Picture | NoPicture {
  const { a, b, c } = operands;
  const thread = options.thread === undefined ? {} : { thread: options.thread };
  const base = { kind: "mma" as const, transposed: false, ...thread };
  const viewA = tvView(ctx, a.layout, {
    ...base,
    title: `A ${a.rows}×${a.columns}`,
    rows: a.rows,
    columns: a.columns,
    rowName: "m",
    columnName: "k",
  });
  const viewB = tvView(ctx, b.layout, {
    ...base,
    title: `B ${b.rows}×${b.columns}, as K×N`,
    rows: b.columns,
    columns: b.rows,
    rowName: "k",
    columnName: "n",
    transposed: true,
  });
  const viewC = tvView(ctx, c.layout, {
    ...base,
    title: `C ${c.rows}×${c.columns}`,
    rows: c.rows,
    columns: c.columns,
    rowName: "m",
    columnName: "n",
  });
  if (viewA === undefined || viewB === undefined || viewC === undefined) return { why: "the MMA is too large to draw" };
  return {
    title,
    summary: `${title}: A ${a.rows}×${a.columns}, B ${b.rows}×${b.columns}, C ${c.rows}×${c.columns}, by thread and value`,
    panels: [
      { view: viewB, row: 0, column: 1 },
      { view: viewA, row: 1, column: 0 },
      { view: viewC, row: 1, column: 1 },
    ],
  };
}

/** Source and destination of a copy atom, one row for every 16 bytes. */
export function copyPicture(ctx: Context, atom: CopyAtom, options: ViewOptions): Picture | NoPicture {
  const title = options.title ?? atom.name;
  const views = [
    { name: "source", layout: atom.layoutSrc },
    { name: "destination", layout: atom.layoutDst },
  ].map(({ name, layout }) => atomSide(ctx, name, layout, atom.valueBits, options));
  const [source, destination] = views;
  if (source === undefined || destination === undefined) return { why: "the atom's layouts have no numbers" };
  return {
    title,
    summary: `${title}: which thread gives and gets which value`,
    panels: [
      { view: { ...source, title: `source: ${title}` }, row: 0, column: 0 },
      { view: destination, ...besideOrBelow(source) },
    ],
  };
}

function atomSide(ctx: Context, title: string, tv: Layout, bits: number, options: ViewOptions): View | undefined {
  const total = product(tv.shape);
  if (total.kind !== "num") return undefined;
  const columns = Math.min(total.value, Math.max(1, Math.floor(128 / bits)));
  const rows = Math.ceil(total.value / columns);
  // Elements of a row follow each other in memory: the index runs along the columns.
  return tvView(ctx, tv, {
    title,
    kind: "copy",
    rows,
    columns,
    rowName: "16 bytes",
    columnName: "value",
    transposed: true,
    ...(options.thread === undefined ? {} : { thread: options.thread }),
  });
}

/** The whole tile of a TiledMMA: A, B and C by thread of the tile. */
export function tiledMmaPicture(ctx: Context, mma: TiledMma, options: ViewOptions): Picture | NoPicture {
  const [m, n, k] = numbers(tileShape(ctx, mma));
  if (m === undefined || n === undefined || k === undefined) return { why: "the tile has no numbers" };
  return mmaSheet(ctx, options.title ?? `TiledMMA ${mma.atom.name}`, options, {
    a: { layout: layoutTV(ctx, mma, "A"), rows: m, columns: k },
    b: { layout: layoutTV(ctx, mma, "B"), rows: n, columns: k },
    c: { layout: layoutTV(ctx, mma, "C"), rows: m, columns: n },
  });
}

/** Source and destination of a TiledCopy over its tile. */
export function tiledCopyPicture(ctx: Context, copy: TiledCopy, options: ViewOptions): Picture | NoPicture {
  if (copy.atom.kind === "tma-atom") return tmaPicture(ctx, copy.atom, options);
  const [rows, columns] = numbers(tilerShape(copy.tilerMN));
  if (rows === undefined) return { why: "the tile has no numbers" };
  const title = options.title ?? `TiledCopy ${copy.atom.name}`;
  const [source, destination] = [copyLayoutTV(ctx, copy, "S"), copyLayoutTV(ctx, copy, "D")];
  const sides = [
    { name: "source", tv: source },
    { name: "destination", tv: destination },
  ];
  const [first, second] = sides.map(({ name, tv }) =>
    tvView(ctx, tv, {
      title: name,
      kind: "tv",
      rows,
      columns: columns ?? 1,
      rowName: "m",
      columnName: "n",
      transposed: false,
      ...(options.thread === undefined ? {} : { thread: options.thread }),
    }),
  );
  if (first === undefined || second === undefined) return { why: "the TV layout is too large or has symbols" };
  const repeats = print(source, "cpp") === print(destination, "cpp") ? ({ repeats: true } as const) : {};
  return {
    title,
    summary: `${title}: which thread reads and writes which element of ${rows}×${columns ?? 1}`,
    panels: [
      { view: { ...first, title: `source: ${title}` }, row: 0, column: 0 },
      { view: second, ...besideOrBelow(first), ...repeats },
    ],
  };
}

/** Beside each other as in print_latex, below each other where the first is wide. */
const besideOrBelow = ({ columns }: View): { readonly row: number; readonly column: number } =>
  columns.extent <= WIDE ? { row: 0, column: 1 } : { row: 1, column: 0 };

const numbers = (shape: Shape): readonly (number | undefined)[] =>
  modesOf(shape).map((mode) => {
    const total = product(mode);
    return total.kind === "num" ? total.value : undefined;
  });
