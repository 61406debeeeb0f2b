// A shared-memory layout as memory sees it: rows of 128 bytes, 32 banks of 4 bytes (or others), and which element lies where.
//
// The picture turns the layout round: a cell is a place in memory, its label the coordinate that lives there.

import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { size } from "../algebra/layout/coords.ts";
import { groupLayout, shapeOf } from "../algebra/layout/modes.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import { type AnyLayout, type Coord, type Int, tuple } from "../algebra/value.ts";
import { type Memory, nvidia } from "../costs/access.ts";
import { cellsOf } from "./layout-view.ts";
import { offsetTable } from "./offset-table.ts";
import { type Cell, noLabels, type View } from "./view.ts";

const MOST_ELEMENTS = 1 << 16;

export function banksView(
  ctx: Context,
  a: AnyLayout,
  title: string,
  elementBits: number,
  { banks, bankBytes }: Pick<Memory, "banks" | "bankBytes"> = nvidia,
): View | undefined {
  const total = size(ctx, a);
  const rowBytes = banks * bankBytes;
  if (total.kind !== "num" || total.value > MOST_ELEMENTS || elementBits > rowBytes * 8) return undefined;
  const homes = homesOf(ctx, a, total.value);
  if (homes === undefined) return undefined;
  const perRow = Math.max(1, Math.floor((rowBytes * 8) / elementBits));
  const last = [...homes.keys()].reduce((most, offset) => Math.max(most, offset), 0);
  const rows = { extent: Math.floor(last / perRow) + 1, periods: [8], name: `${rowBytes}-byte row` };
  const columns = {
    extent: perRow,
    periods: [Math.max(1, (bankBytes * 8) / elementBits), Math.max(1, 128 / elementBits)],
    name: "element of the row",
  };
  return {
    kind: "banks",
    title,
    rows,
    columns,
    labelModes: ["coordinate", "index", "offset", "bank"],
    colorModes: ["row of the tile", "column of the tile", "bank"],
    chunk: chunkOf(homes, perRow, elementBits, bankBytes),
    summary: `${title}: ${total.value} elements in ${rows.extent} rows of ${rowBytes} bytes, ${banks} banks of ${bankBytes} bytes`,
    cells: (window) =>
      cellsOf(window, rows, columns, (row, column) => {
        const offset = row * perRow + column;
        const home = homes.get(offset);
        const bank = Math.floor((column * elementBits) / (8 * bankBytes));
        return window.only !== undefined
          ? bareCell(row, column, bank, home)
          : cellAt({ row, column, bank, offset }, home);
      }),
  };
}

function bareCell(row: number, column: number, bank: number, home: Home | undefined): Cell {
  const [first = 0, second = 0] = home?.coordinate ?? [];
  const tones = { bank, "row of the tile": first, "column of the tile": second };
  return { row, column, element: home?.coordinate ?? [], labels: noLabels, tones };
}

interface Stands {
  readonly row: number;
  readonly column: number;
  readonly bank: number;
  readonly offset: number;
}

function cellAt({ row, column, bank, offset }: Stands, home: Home | undefined): Cell {
  return {
    ...bareCell(row, column, bank, home),
    get labels() {
      const own = { offset: String(offset), bank: String(bank) };
      return home === undefined ? own : { ...own, index: String(home.index), coordinate: textOf(home.coordinate) };
    },
  };
}

interface Home {
  readonly index: number;
  /** By mode. */
  readonly coordinate: readonly number[];
}

/** The widest access, and what is narrower, in bits. */
const accesses = [128, 64, 32];

/** Most elements of one access that follow each other in one mode wherever they lie. */
function chunkOf(
  homes: ReadonlyMap<number, Home>,
  perRow: number,
  bits: number,
  bankBytes: number,
): NonNullable<View["chunk"]> {
  const fits = (count: number): boolean =>
    count > 1 && perRow % count === 0 && [...homes.keys()].every((offset) => follows(homes, offset, count));
  const count = accesses.map((access) => access / bits).find(fits) ?? 1;
  const banks = (count * bits) / (8 * bankBytes);
  const words = [`${count} elements`, ...(banks < 1 ? [] : [`${banks} bank${banks === 1 ? "" : "s"}`])];
  return { count, text: words.join(", ") };
}

/** The element at an offset is the next of the one before it, in the mode in which those of its chunk are. */
function follows(homes: ReadonlyMap<number, Home>, offset: number, count: number): boolean {
  const within = offset % count;
  const [first, own] = [homes.get(offset - within), homes.get(offset)];
  if (first === undefined || own === undefined) return false;
  const steps = own.coordinate.map((one, i) => one - (first.coordinate[i] ?? 0));
  const moved = steps.filter((step) => step !== 0);
  return within === 0 ? homes.has(offset + count - 1) : moved.length === 1 && moved[0] === within;
}

const textOf = (coordinate: readonly number[]): string =>
  coordinate.length === 1 ? String(coordinate[0]) : `(${coordinate.join(",")})`;

/** Offset → the first element that lives there; undefined when an offset has no number. */
function homesOf(ctx: Context, a: AnyLayout, total: number): ReadonlyMap<number, Home> | undefined {
  const extents = modesOf(shapeOf(ctx, a)).map((mode) => numberIn(product(mode)));
  const [rows = 1] = extents;
  const two = extents.length > 2 ? groupLayout(ctx, a, 1, extents.length) : a;
  const coordOf = (row: number, column: number): Coord =>
    extents.length === 1 ? staticInt(row) : tuple([staticInt(row), staticInt(column)]);
  const offsetAt = offsetTable(ctx, two, coordOf);
  const homes = new Map<number, Home>();
  for (let index = 0; index < total; index++) {
    const offset = offsetAt(index % rows, Math.floor(index / rows));
    if (offset === undefined) return undefined;
    if (!homes.has(offset)) homes.set(offset, { index, coordinate: coordinateOf(index, extents) });
  }
  return homes;
}

function coordinateOf(index: number, extents: readonly number[]): readonly number[] {
  let rest = index;
  return extents.map((extent) => {
    const own = rest % extent;
    rest = Math.floor(rest / extent);
    return own;
  });
}

const numberIn = (n: Int): number => (n.kind === "num" ? n.value : 1);
