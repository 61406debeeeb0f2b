// A layout as a View: rows are mode 0, columns mode 1, further modes fixed at a coordinate or flattened into the columns.
//
// Labels: the offset (layout's value), the 1-D index, the 2-D and the natural coordinate, and for swizzled layouts the
// offset before the swizzle; with a known element size the byte, the bank and the 16-byte chunk.
// A symbolic extent is drawn by its first few entries, and said to be so.

import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { crd2idxCompact, idx2crd, layoutAt } from "../algebra/layout/coords.ts";
import { groupLayout, rankOfLayout, shapeOf } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { addIndex, type Offset } from "../algebra/tuple/scalar.ts";
import { leavesOf, modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, ArithTuple, Coord, Int, Shape, Tree } from "../algebra/value.ts";
import { type Memory, nvidia } from "../costs/access.ts";
import { indexTable, offsetTable } from "./offset-table.ts";
import { operandTile } from "./operand-tile.ts";
import { type Axis, type Cell, labelsTogether, noLabels, noTones, type View, type Window } from "./view.ts";

/** Entries drawn of an extent that has no number. */
const SYMBOLIC_EXTENT = 8;
/** More than a screen shows. */
const MOST_REMEMBERED = 1 << 17;

export interface LayoutViewOptions {
  readonly title: string;
  readonly dialect: "cpp" | "dsl";
  /** Bits of an element, where known: gives bytes, banks and 16-byte chunks. */
  readonly elementBits?: number;
  /** Where the memory is not one of 32 banks of 4 bytes. */
  readonly memory?: Memory;
  /** The modes that make rows and columns; the others stand at `fixed` (0 when absent). */
  readonly rowMode?: number;
  readonly columnMode?: number;
  readonly fixed?: Readonly<Record<number, number>>;
  /** Put all modes from 1 on into the columns instead of fixing them. */
  readonly flatten?: boolean;
  /** An operand of an MMA is drawn as its tile: its columns are those of mode 0 and mode 2 together. */
  readonly asOperand?: true;
  /** A layout of one mode stands upright: the tile of a row mode. */
  readonly upright?: boolean;
  /** The coordinate at which a tensor of coordinates starts. */
  readonly start?: ArithTuple;
  /** Elements that make a chunk, coloured first: of a layout that a swizzle is about to permute. */
  readonly chunk?: number;
}

export function layoutView(ctx: Context, given: AnyLayout, options: LayoutViewOptions): View {
  const rank = rankOfLayout(ctx, given);
  const a = options.flatten === true && rank > 2 ? groupLayout(ctx, given, 1, rank) : given;
  const modes = modesOf(shapeOf(ctx, a));
  const one = modes.length === 1;
  const rowMode = options.rowMode ?? 0;
  const columnMode = one ? 0 : (options.columnMode ?? 1);
  const upright = one && options.upright === true;
  const tile = options.asOperand === true ? operandTile(shapeOf(ctx, a)) : undefined;
  const shownRows = tile === undefined ? modes[rowMode] : tile.rows;
  const shownColumns = tile === undefined ? modes[columnMode] : tile.columns;
  const rows = one && !upright ? unitAxis : axis(shownRows, options.dialect, "mode 0");
  const columns = upright
    ? unitAxis
    : axis(shownColumns, options.dialect, `mode ${tile === undefined ? columnMode : 2}`);
  const at = (row: number, column: number): Coord =>
    one
      ? staticInt(upright ? row : column)
      : { kind: "tuple", items: modes.map((_, i) => staticInt(place(i, row, column))) };
  const place = (mode: number, row: number, column: number): number => {
    if (tile !== undefined && mode === 0) return row + tile.rowCount * (column % tile.columnCount);
    if (tile !== undefined && mode === 2) return Math.floor(column / tile.columnCount);
    if (tile !== undefined) return options.fixed?.[mode] ?? 0;
    return mode === rowMode ? row : mode === columnMode ? column : (options.fixed?.[mode] ?? 0);
  };
  const describe = cellDescriber(ctx, a, options, at);
  const seen = remembered(describe.cell, columns.extent);
  const cellIn = ({ only, unlabelled }: Window) =>
    only !== undefined ? describe.coloured(only) : unlabelled === true ? seen : describe.cell;
  return {
    kind: a.kind === "composed" && a.outer.kind === "swizzle" ? "swizzle" : "layout",
    title: options.title,
    rows,
    columns,
    labelModes: describe.labelModes,
    ...colorsOf(describe, rows, columns),
    summary: summary(ctx, a, options, modes.length, tile === undefined ? 2 : 3, rows, columns),
    cells: (window) => cellsOf(window, rows, columns, cellIn(window)),
  };
}

/**
 * Offsets from low to high; where the distance of lines is a symbol (`(_128,_64):(ldA,_1)`) a line has one colour: one sees what lies
 * side by side.
 */
function colorsOf({ colorModes, lastOffset, lines }: Describer, rows: Axis, columns: Axis): Colors {
  const most = lastOffset(rows.extent - 1, columns.extent - 1);
  if (most !== undefined) return { colorModes, scales: { offset: { kind: "ramp", most } } };
  const line = lines();
  if (line === undefined) return { colorModes };
  const { extent } = line === "row" ? rows : columns;
  return { colorModes: [...new Set([line, ...colorModes])], scales: { [line]: { kind: "ramp", most: extent - 1 } } };
}

type Colors = Pick<View, "colorModes" | "scales">;

const unitAxis: Axis = { extent: 1, periods: [], name: "" };

function axis(shape: Shape | undefined, dialect: "cpp" | "dsl", name: string): Axis {
  if (shape === undefined) return unitAxis;
  const total = product(shape);
  const leaves = leavesOf(shape);
  const periods: number[] = [];
  let reach = 1;
  for (const leaf of leaves.slice(0, -1)) {
    if (leaf.kind !== "num") break;
    reach *= leaf.value;
    if (reach > 1 && periods.at(-1) !== reach) periods.push(reach);
  }
  const levels = periods.length === 0 ? {} : ({ nested: true } as const);
  if (total.kind === "num") return { extent: total.value, periods, name, ...levels };
  return { extent: Math.max(reach, SYMBOLIC_EXTENT), text: print(total, dialect), periods, name, ...levels };
}

/** Of a picture that is seen from afar and panned: the next frame asks for most of its cells again. */
function remembered(cell: Describer["cell"], columns: number): Describer["cell"] {
  const known = new Map<number, Cell>();
  return (row, column) => {
    const key = row * columns + column;
    const one = known.get(key) ?? cell(row, column);
    if (known.size > MOST_REMEMBERED) known.clear();
    known.set(key, one);
    return one;
  };
}

/** The cells of a window, every step-th row and column of it that exists. */
export function cellsOf(
  window: Window,
  rows: Axis,
  columns: Axis,
  cell: (row: number, column: number) => Cell | undefined,
): readonly Cell[] {
  const out: Cell[] = [];
  const rowEnd = Math.min(window.row + window.rows, rows.extent);
  const columnEnd = Math.min(window.column + window.columns, columns.extent);
  for (let r = window.row; r < rowEnd; r += window.step)
    for (let c = window.column; c < columnEnd; c += window.step) {
      const one = cell(r, c);
      if (one !== undefined) out.push(one);
    }
  return out;
}

interface Describer {
  readonly labelModes: readonly string[];
  readonly colorModes: readonly string[];
  /** The largest offset at the corners; undefined where they have no numbers. */
  readonly lastOffset: (lastRow: number, lastColumn: number) => number | undefined;
  /** Along which elements lie side by side. */
  readonly lines: () => "row" | "column" | undefined;
  readonly cell: (row: number, column: number) => Cell;
  /** The same without labels, and with the one tone; views that are made of this one go by the element. */
  readonly coloured: (only: string) => (row: number, column: number) => Cell;
}

function cellDescriber(
  ctx: Context,
  a: AnyLayout,
  options: LayoutViewOptions,
  at: (row: number, column: number) => Coord,
): Describer {
  const shape = shapeOf(ctx, a);
  const bits = options.elementBits;
  const plain = a.kind === "composed" && a.outer.kind === "swizzle" && a.inner.kind === "layout" ? a.inner : undefined;
  const labelModes = ["offset", "index", "coordinate", "natural"];
  const chunk = options.chunk ?? chunkElements(a, bits);
  const byChunk = plain !== undefined || options.chunk !== undefined;
  // What a swizzle permutes is seen best by its chunks: they are its first colours.
  const colorModes = [...(byChunk ? ["chunk"] : []), "offset", "row", "column", "tile"];
  labelModes.push(labelsTogether("offset", "index", "coordinate"));
  if (plain !== undefined) labelModes.push("before swizzle", "before → after");
  if (!byChunk && chunk !== undefined) colorModes.push("chunk");
  if (bits !== undefined) {
    labelModes.push("byte", "bank");
    colorModes.push("bank");
  }
  const operand = options.asOperand === true ? operandTile(shape) : undefined;
  const tileRows = tileOf(operand?.rows ?? modesOf(shape)[0]);
  const tileColumns = tileOf(operand?.columns ?? modesOf(shape)[1]);
  const offsetAt = offsetTable(ctx, a, at);
  const memory = options.memory ?? nvidia;
  const toneOf: Readonly<Record<string, (row: number, column: number) => number | undefined>> = {
    offset: (row, column) => offsetAt(row, column) ?? row + column,
    row: (row) => row,
    column: (_, column) => column,
    tile: (row, column) => Math.floor(row / tileRows) + Math.floor(column / tileColumns) * 3,
    chunk: (row, column) => over(offsetAt(row, column), chunk),
    bank: (row, column) => (bits === undefined ? undefined : bankAt(offsetAt(row, column), bits, memory)),
  };
  const tonesAt = (modes: readonly string[], row: number, column: number): Record<string, number> => {
    const tones: Record<string, number> = {};
    for (const mode of modes) {
      const tone = toneOf[mode]?.(row, column);
      if (tone !== undefined) tones[mode] = tone;
    }
    return tones;
  };
  // Each label is made when it is asked for: a picture shows one of them.
  const labelsAt = (row: number, column: number): Record<string, string> => {
    const coord = at(row, column);
    const number = options.start === undefined ? offsetAt(row, column) : undefined;
    const shown = (): string =>
      number === undefined
        ? printOffset(from(ctx, options.start, layoutAt(ctx, a, coord)), options.dialect)
        : String(number);
    const labels: Record<string, string> = {
      get offset() {
        return shown();
      },
      get index() {
        return print(crd2idxCompact(ctx, coord, shape), "dsl");
      },
      coordinate: coord.kind === "tuple" ? `(${row},${column})` : `${Math.max(row, column)}`,
      get natural() {
        return natural(ctx, coord, shape);
      },
    };
    if (plain !== undefined)
      addSwizzled(labels, () => printOffset(layoutAt(ctx, plain, coord), options.dialect), shown);
    if (bits !== undefined && number !== undefined) addByte(labels, (number * bits) / 8, memory);
    return labels;
  };
  const one = modesOf(shape).length === 1;
  const indexAt = indexTable(shape, at);
  const elementAt = (row: number, column: number): readonly number[] =>
    operand === undefined ? (one ? [Math.max(row, column)] : [row, column]) : byMode(at(row, column));
  const toned = Object.keys(toneOf);
  const cell = (row: number, column: number): Cell => ({
    row,
    column,
    tones: tonesAt(toned, row, column),
    index: indexAt(row, column),
    offset: options.start === undefined ? offsetAt(row, column) : undefined,
    element: elementAt(row, column),
    get labels() {
      return labelsAt(row, column);
    },
  });
  const coloured = (only: string) => {
    const own = toneOf[only] === undefined ? [] : [only];
    return (row: number, column: number): Cell => ({
      row,
      column,
      labels: noLabels,
      tones: own.length === 0 ? noTones : tonesAt(own, row, column),
      index: indexAt(row, column),
      offset: options.start === undefined ? offsetAt(row, column) : undefined,
      element: elementAt(row, column),
    });
  };
  const lastOffset = (lastRow: number, lastColumn: number): number | undefined => {
    const corners = [0, lastRow].flatMap((row) => [0, lastColumn].map((column) => offsetAt(row, column)));
    return corners.reduce(
      (most, offset) => (most === undefined || offset === undefined ? undefined : Math.max(most, offset)),
      0,
    );
  };
  const lines = () => (offsetAt(0, 1) === 1 ? "row" : offsetAt(1, 0) === 1 ? "column" : undefined);
  return { labelModes, colorModes, lastOffset, lines, cell, coloured };
}

const byMode = (coord: Coord): readonly number[] =>
  modesOf(coord).map((one) => (one.kind === "num" ? one.value : Number.NaN));

function addSwizzled(labels: Record<string, string>, before: () => string, after: () => string): void {
  const making = { "before swizzle": before, "before → after": () => `${before()}→${after()}` };
  for (const [mode, get] of Object.entries(making)) Object.defineProperty(labels, mode, { get, enumerable: true });
}

/** Elements that a swizzle <B,M,S> moves together: 2^M; without one, those of 16 bytes where the size of one is known. */
function chunkElements(a: AnyLayout, bits: number | undefined): number | undefined {
  if (a.kind === "composed" && a.outer.kind === "swizzle") return 2 ** a.outer.m;
  return bits === undefined ? undefined : Math.max(1, 128 / bits);
}

const over = (offset: number | undefined, count: number | undefined): number | undefined =>
  offset === undefined || count === undefined ? undefined : Math.floor(offset / count);

const bankAt = (offset: number | undefined, bits: number, memory: Memory): number | undefined =>
  offset === undefined ? undefined : bankOf((offset * bits) / 8, memory);

const bankOf = (byte: number, memory: Memory): number => Math.floor(byte / memory.bankBytes) % memory.banks;

function addByte(labels: Record<string, string>, byte: number, memory: Memory): void {
  labels.byte = Number.isInteger(byte) ? String(byte) : byte.toFixed(1);
  labels.bank = String(bankOf(byte, memory));
}

/** The extent of the innermost tile of a mode: of `(8,4)` it is 8, of a flat mode the whole of it. */
function tileOf(part: Shape | undefined): number {
  if (part === undefined) return Number.MAX_SAFE_INTEGER;
  const first = leavesOf(part)[0];
  const whole = leavesOf(part).length === 1;
  return first?.kind === "num" && !whole && first.value > 0 ? first.value : Number.MAX_SAFE_INTEGER;
}

function natural(ctx: Context, coord: Coord, shape: Shape): string {
  const crd = coord.kind === "tuple" ? coord : ({ kind: "tuple", items: [coord] } as const);
  const shapes = modesOf(shape);
  const items: Tree<Int>[] = crd.items.map((c, i) => idx2crd(ctx, c, shapes[i] ?? shape));
  return print({ kind: "tuple", items }, "dsl");
}

function from(ctx: Context, start: ArithTuple | undefined, offset: Offset): Offset {
  return start === undefined || offset.kind === "mixed" ? offset : addIndex(ctx, start, offset);
}

/** Offsets are drawn without static marks: a picture of `_8` and `8` is the same picture. */
function printOffset(offset: Offset, dialect: "cpp" | "dsl"): string {
  return print(offset, offset.kind === "arith" ? dialect : "dsl");
}

function summary(
  _ctx: Context,
  a: AnyLayout,
  options: LayoutViewOptions,
  rank: number,
  drawn: number,
  rows: Axis,
  columns: Axis,
): string {
  const extents =
    rank === 1
      ? `${columns.text ?? columns.extent} elements`
      : `${rows.text ?? rows.extent} rows, ${columns.text ?? columns.extent} columns`;
  const fixed = rank > drawn ? `, modes from ${drawn} on fixed` : "";
  return `${options.title}: layout ${print(a, options.dialect)}, ${extents}${fixed}`;
}
