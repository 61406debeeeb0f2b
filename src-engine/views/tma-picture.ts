// A TMA atom: the CTA's tile of global memory, and the shared memory that it fills, side by side.
//
// Shared memory is drawn as it lies there: rows of 128 bytes, 32 banks of 4 bytes, and which element of the tile stands where.
// Both sides are coloured by the 16-byte chunks of the tile's contiguous mode, so that one sees what the swizzle does with
// them; or by instruction: one TMA instruction moves one box, whose elements follow each other in unswizzled shared memory.
import type { TmaAtom } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { makeIdentityLayout } from "../algebra/layout/make.ts";
import { shapeOf } from "../algebra/layout/modes.ts";
import { recastLayout } from "../algebra/layout/recast.ts";
import { print } from "../algebra/notation/print.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { isTuple, modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Coord, Shape } from "../algebra/value.ts";
import { banksView } from "./banks-view.ts";
import { layoutView } from "./layout-view.ts";
import { offsetTable } from "./offset-table.ts";
import { asTile } from "./operand-tile.ts";
import { resolveFlag } from "./resolve-flag.ts";
import { type Cell, changedCell, noTones, type Picture, tonedCell, type View } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

export function tmaPicture(ctx: Context, atom: TmaAtom, options: ViewOptions): Picture | NoPicture {
  const smemLayout = regrouped(whereItLies(ctx, atom.smem, atom.dtype.bits));
  const shape = shapeOf(ctx, smemLayout);
  // Global memory knows nothing of the swizzle atom's modes: rows and columns are plain.
  const flat: Shape = isTuple(shape) ? { kind: "tuple", items: shape.items.map((mode) => product(mode)) } : shape;
  const bits = atom.dtype.bits;
  const marks = marksOf(ctx, atom, smemLayout);
  const dialect = options.dialect;
  const boxes = atom.descriptor?.boxDim.map((extent) => print(extent, "dsl")).join("×");
  const gmem = layoutView(ctx, makeIdentityLayout(ctx, flat), {
    title: `gmem tile${boxes === undefined ? "" : `, box ${boxes}`}`,
    dialect,
  });
  const smemTitle = `smem ${print(atom.smem, dialect)}`;
  const memory = banksView(ctx, smemLayout, smemTitle, bits);
  const smem = memory ?? layoutView(ctx, smemLayout, { title: smemTitle, dialect, elementBits: bits });
  const title = options.title ?? atom.op;
  return {
    title,
    summary: `${title}: the tile in global memory and in shared memory${boxes === undefined ? "" : `, one box is ${boxes}`}`,
    panels: [
      { view: marked(gmem, marks), row: 0, column: 0 },
      { view: marked(smem, marks), row: 0, column: 1 },
    ],
  };
}

/** A partition's own view of swizzled shared memory: where the elements of its first copy come to lie, by their place in it. */
export function landedPicture(
  ctx: Context,
  smem: ComposedLayout,
  bits: number,
  dialect: "cpp" | "dsl",
): Picture | undefined {
  const title = `one copy in shared memory: ${print(smem, dialect)}`;
  const memory = banksView(ctx, smem, title, bits);
  if (memory === undefined) return undefined;
  const marks = { ...marksOf(ctx, { smem, dtype: { bits } }, smem), single: true };
  return { title, summary: memory.summary, panels: [{ view: marked(memory, marks), row: 0, column: 0 }] };
}

/**
 * Where the elements come to lie. TMA swizzles bytes: what a layout without a pointer's flag names (CuTe DSL's `S<3,4,3>`, CuTe C++'s
 * `Sw<3,4,3> o 0 o …` of a slice) is that of bytes, too; in elements of 16 bits it is `S<3,3,3>`.
 */
function whereItLies(ctx: Context, smem: AnyLayout, bits: number): AnyLayout {
  if (smem.kind !== "composed" || smem.outer.kind !== "swizzle" || smem.offset.kind === "flag")
    return resolveFlag(ctx, smem).layout;
  const outer = recastLayout(ctx, smem.outer, 8, bits);
  return outer.kind === "swizzle" ? { ...smem, outer } : smem;
}

function regrouped(a: AnyLayout): AnyLayout {
  if (a.kind === "layout") return asTile(a);
  return a.inner.kind === "layout" ? { ...a, inner: asTile(a.inner) } : a;
}

interface Mark {
  readonly instruction: number | undefined;
  readonly chunk: number | undefined;
}

interface Marks {
  readonly at: (row: number, column: number) => Mark;
  /** One instruction moves all: the colours had better say something else. */
  readonly single: boolean;
}

function marked(view: View, marks: Marks): View {
  const first = marks.single ? ["chunk", "instruction"] : ["instruction", "chunk"];
  const own = (mode: string): boolean => mode !== "coordinate" && mode !== "natural";
  return {
    ...view,
    kind: "tma",
    labelModes: ["coordinate", ...view.labelModes.filter(own), "instruction"],
    colorModes: [...first, ...view.colorModes.filter((mode) => !first.includes(mode))],
    cells: (window) => {
      const { only } = window;
      const cells = view.cells(window);
      return cells.map(
        only === undefined ? (cell) => markedCell(cell, marks) : (cell) => colouredCell(cell, marks, only),
      );
    },
  };
}

function colouredCell(cell: Cell, marks: Marks, only: string): Cell {
  if (only !== "instruction" && only !== "chunk") return cell;
  const [first, second = 0] = cell.element ?? [];
  const { [only]: tone } = first === undefined ? nowhere : marks.at(first, second);
  return tonedCell(cell, tone === undefined ? noTones : { [only]: tone });
}

const nowhere: Mark = { instruction: 0, chunk: 0 };

const told = ({ instruction, chunk }: Mark): Cell["tones"] => ({
  ...(instruction === undefined ? {} : { instruction }),
  ...(chunk === undefined ? {} : { chunk }),
});

/** A cell of either side is known by the tile's coordinate: it is the link, and what the colours go by. */
function markedCell(cell: Cell, marks: Marks): Cell {
  const { row, column, element = [] } = cell;
  if (element.length === 0) return changedCell(cell, { tones: { ...cell.tones, ...told(nowhere) } });
  const [first = 0, second = 0, ...rest] = element;
  const { instruction, chunk } = marks.at(first, second);
  return {
    row,
    column,
    element,
    link: rest.every((n) => n === 0) ? `${first},${second}` : `(${element.join(",")})`,
    get labels() {
      return instruction === undefined ? cell.labels : { ...cell.labels, instruction: String(instruction) };
    },
    tones: { ...cell.tones, ...told({ instruction, chunk }) },
  };
}

interface Moved extends Pick<TmaAtom, "smem" | "descriptor"> {
  readonly dtype: Pick<TmaAtom["dtype"], "bits">;
}

function marksOf(ctx: Context, atom: Moved, smem: AnyLayout): Marks {
  const plain = unswizzled(smem);
  const box = atom.descriptor?.boxDim.map((extent) => (extent.kind === "num" ? extent.value : Number.NaN));
  const elements = box?.reduce((all, extent) => all * extent, 1) ?? Number.NaN;
  const total = product(shapeOf(ctx, smem));
  const known = plain !== undefined && Number.isFinite(elements) && elements > 0;
  const rank = plain === undefined ? 1 : modesOf(shapeOf(ctx, plain)).length;
  const coordOf = (row: number, column: number): Coord => {
    const items = Array.from({ length: rank }, (_, i) => staticInt(i === 0 ? row : i === 1 ? column : 0));
    return rank === 1 ? staticInt(row) : { kind: "tuple", items };
  };
  const offsetAt = plain === undefined ? () => undefined : offsetTable(ctx, plain, coordOf);
  const chunkElements = Math.max(1, 128 / atom.dtype.bits);
  const rowElements = Math.max(1, 1024 / atom.dtype.bits);
  const markOf = (offset: number | undefined): Mark => ({
    instruction: offset === undefined || !known ? undefined : Math.floor(offset / elements),
    // Its chunk in a row of 128 bytes before the swizzle.
    chunk: offset === undefined ? undefined : Math.floor((offset % rowElements) / chunkElements),
  });
  return {
    single: known && total.kind === "num" && total.value <= elements,
    at: (row, column) => markOf(offsetAt(row, column)),
  };
}

const unswizzled = (a: AnyLayout): AnyLayout | undefined =>
  a.kind === "layout" ? a : a.outer.kind === "swizzle" && a.inner.kind !== "swizzle" ? a.inner : undefined;
