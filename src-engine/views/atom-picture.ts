// Pictures of MMA atoms and of the tiled MMAs made of them: which thread holds which element.
import type { Fragment, MmaAtom, TiledMma } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { ONE, staticInt } from "../algebra/int/int.ts";
import { layoutTV, partitionShape, tileShape } from "../algebra/tiled/tiled-mma.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import { type Int, type Layout, type Shape, tuple } from "../algebra/value.ts";
import { ofCtas } from "./tmem-view.ts";
import { tvView } from "./tv-view.ts";
import type { Picture, View } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

/** A (M×K) left of C (M×N), B above it as K×N: the sheet of print_latex. */
export function mmaPicture(ctx: Context, atom: MmaAtom, options: ViewOptions): Picture | NoPicture {
  const [m, n, k] = modesOf(atom.shape).map((mode) => product(mode));
  if (m?.kind !== "num" || n?.kind !== "num" || k?.kind !== "num") return { why: "the atom's shape has no numbers" };
  return mmaSheet(ctx, options.title ?? atom.name, options, {
    a: { layout: atom.layoutA, rows: m.value, columns: k.value, kept: keptBy(atom.fragmentA, atom.layoutA) },
    b: { layout: atom.layoutB, rows: n.value, columns: k.value, kept: keptBy(atom.fragmentB, atom.layoutB) },
    c: { layout: atom.layoutC, rows: m.value, columns: n.value, kept: keptBy(atom.fragmentC, atom.layoutC) },
  });
}

/** One instruction's part, `((M,N),1,1)`. */
function keptBy(fragment: Fragment, { shape }: Layout): Operand["kept"] {
  const values = modesOf(shape)[1] ?? ONE;
  return { fragment, shape: tuple<Int>([values, ONE, ONE]) };
}

interface Operand {
  readonly layout: Layout;
  /** Where it is kept, and what a thread or a CTA has of it. */
  readonly kept: { readonly fragment: Fragment; readonly shape: Shape };
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
  const kept = (view: View, { kept: by }: Operand): View =>
    c.kept.fragment.kind === "tmem" ? ofCtas(ctx, view, by.fragment, by.shape) : view;
  if (viewA === undefined || viewB === undefined || viewC === undefined) return { why: "the MMA is too large to draw" };
  return {
    title,
    summary: `${title}: A ${a.rows}×${a.columns}, B ${b.rows}×${b.columns}, C ${c.rows}×${c.columns}, by ${c.kept.fragment.kind === "tmem" ? "where it lies" : "thread and value"}`,
    panels: [
      { view: kept(viewB, b), row: 0, column: 1 },
      { view: kept(viewA, a), row: 1, column: 0 },
      { view: kept(viewC, c), row: 1, column: 1 },
    ],
  };
}

/** The whole tile of a TiledMMA: A, B and C by thread of the tile. */
export function tiledMmaPicture(ctx: Context, mma: TiledMma, options: ViewOptions): Picture | NoPicture {
  const [m, n, k] = numbers(tileShape(ctx, mma));
  if (m === undefined || n === undefined || k === undefined) return { why: "the tile has no numbers" };
  const { fragmentA, fragmentB, fragmentC } = mma.atom;
  const part = (operand: "A" | "B" | "C", fragment: Fragment, rows: number, columns: number) => ({
    fragment,
    shape: partitionShape(ctx, mma, operand, tuple<Int>([staticInt(rows), staticInt(columns)])),
  });
  return mmaSheet(ctx, options.title ?? `TiledMMA ${mma.atom.name}`, options, {
    a: { layout: layoutTV(ctx, mma, "A"), rows: m, columns: k, kept: part("A", fragmentA, m, k) },
    b: { layout: layoutTV(ctx, mma, "B"), rows: n, columns: k, kept: part("B", fragmentB, n, k) },
    c: { layout: layoutTV(ctx, mma, "C"), rows: m, columns: n, kept: part("C", fragmentC, m, n) },
  });
}

const numbers = (shape: Shape): readonly (number | undefined)[] =>
  modesOf(shape).map((mode) => {
    const total = product(mode);
    return total.kind === "num" ? total.value : undefined;
  });
