// A tensor as the threads of a tiled copy or a tiled MMA see it: which thread holds which element, and in which access.
//
// The tile's TV layout stands above the tensor that it is laid over. The partition is taken of the tensor's own indices, so
// that the tensor's strides may be symbols. Colours go by thread, value, tile, access (all threads' same instruction), or by
// what the memory sees of it: bank and 32-byte sector.
import type { TiledCopy, TiledMma } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import { makeLayout } from "../algebra/layout/make.ts";
import { layoutModes, modeOf, rankOfLayout, shapeOf } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import { mmaSlice } from "../algebra/tiled/partition.ts";
import { copyAtomOf, copyLayoutTV, type Side, tidfrg, tilerShape } from "../algebra/tiled/tiled-copy.ts";
import { layoutTV, modesOfOperand, type Operand, thrfrg, tileSizeMma } from "../algebra/tiled/tiled-mma.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import { type AnyLayout, type Coord, type Int, type Layout, type Tree, tuple } from "../algebra/value.ts";
import { layoutView } from "./layout-view.ts";
import { offsetAtIndex } from "./offset-table.ts";
import { nobody, threadScale, tvView, valueScale } from "./tv-view.ts";
import { type Cell, changedCell, indexOf, offsetOf, type Picture, tonedCell, type View } from "./view.ts";
import type { NoPicture, ViewOptions } from "./view-options.ts";

/** (thread, value, tile) triples that are counted out. */
const most = 1 << 17;
/** Columns above which tile and tensor do not stand beside each other. */
const wide = 16;

export type Holder =
  | { readonly kind: "copy"; readonly tiled: TiledCopy; readonly side: Side }
  | { readonly kind: "mma"; readonly tiled: TiledMma; readonly operand: Operand };

interface Owner {
  readonly thread: number;
  readonly value: number;
  readonly tile: number;
  readonly access: number;
  others: number;
}

export function partitionPicture(
  ctx: Context,
  holder: Holder,
  whole: AnyLayout,
  name: string,
  options: ViewOptions,
): Picture | NoPicture {
  const tensor = withNumbers(ctx, whole);
  const owners = ownersOf(ctx, holder, tensor);
  if (owners === undefined) return { why: "The tensor's extents have no numbers, or too many elements to follow." };
  const bits = options.elementBits;
  const rank = rankOfLayout(ctx, tensor);
  const title = `${name} = ${print(whole, options.dialect)}`;
  const plain = layoutView(ctx, tensor, {
    title,
    dialect: options.dialect,
    flatten: rank > 2,
    ...(bits === undefined ? {} : { elementBits: bits }),
  });
  const tile = tileView(ctx, holder, options);
  const held = tiled(owned(plain, owners, bits), tile);
  const { threads, values, tiles } = owners;
  const summary = `${threads} threads with ${values} values each in a tile, ${tiles} ${tiles === 1 ? "tile" : "tiles"} over ${title}`;
  if (tile === undefined) return { title, summary, panels: [{ view: held, row: 0, column: 0 }] };
  const beside = tile.columns.extent <= wide && held.columns.extent <= 2 * wide;
  return {
    title,
    summary,
    panels: [
      { view: linked(tile), row: 0, column: 0 },
      { view: held, ...(beside ? { row: 0, column: 1 } : { row: 1, column: 0 }), input: 1 },
    ],
  };
}

/** Of a mode behind the tile's that counts what is known at run time only (`⌈k/64⌉` tiles), the first one. */
function withNumbers(ctx: Context, whole: AnyLayout): AnyLayout {
  if (whole.kind !== "layout") return whole;
  const modes = layoutModes(whole);
  const kept = modes.filter((mode, i) => i < 2 || size(ctx, mode).kind === "num");
  if (kept.length === modes.length) return whole;
  return {
    kind: "layout",
    shape: tuple(kept.map(({ shape }) => shape)),
    stride: tuple(kept.map(({ stride }) => stride)),
  };
}

interface Owners {
  readonly map: ReadonlyMap<number, Owner>;
  readonly threads: number;
  readonly values: number;
  readonly tiles: number;
}

function ownersOf(ctx: Context, holder: Holder, tensor: AnyLayout): Owners | undefined {
  const own = makeLayout(shapeOf(ctx, tensor));
  const { threadOffsets, values, rest, perAccess } =
    holder.kind === "copy" ? copyParts(ctx, holder, own) : mmaParts(ctx, holder, own);
  const [valueOffsets, tileOffsets] = [offsets(ctx, values), offsets(ctx, rest)];
  if (threadOffsets === undefined || valueOffsets === undefined || tileOffsets === undefined) return undefined;
  if (threadOffsets.length * valueOffsets.length * tileOffsets.length > most) return undefined;
  const map = new Map<number, Owner>();
  tileOffsets.forEach((tileOffset, tile) => {
    valueOffsets.forEach((valueOffset, value) => {
      threadOffsets.forEach((threadOffset, thread) => {
        const index = threadOffset + valueOffset + tileOffset;
        const first = map.get(index);
        const access = Math.floor(value / perAccess);
        if (first === undefined) map.set(index, { thread, value, tile, access, others: 0 });
        else if (first.thread !== thread) first.others++;
      });
    });
  });
  return { map, threads: threadOffsets.length, values: valueOffsets.length, tiles: tileOffsets.length };
}

interface Parts {
  readonly threadOffsets: readonly number[] | undefined;
  readonly values: Layout;
  readonly rest: Layout;
  /** Values that one instruction moves for a thread. */
  readonly perAccess: number;
}

/** (Thr,(FrgV,FrgX),(RestM,RestN,…)). */
function copyParts(ctx: Context, { tiled, side }: Extract<Holder, { kind: "copy" }>, own: Layout): Parts {
  const whole = tidfrg(ctx, tiled, side, own);
  const atom = copyAtomOf(ctx, tiled);
  const perAccess = size(ctx, modeOf(ctx, side === "S" ? atom.layoutSrc : atom.layoutDst, 1));
  return {
    threadOffsets: offsets(ctx, modeOf(ctx, whole, 0)),
    values: modeOf(ctx, whole, 1),
    rest: modeOf(ctx, whole, 2),
    perAccess: perAccess.kind === "num" ? Math.max(1, perAccess.value) : 1,
  };
}

const threadModes: Readonly<Record<Operand, readonly [number, number]>> = { A: [1, 3], B: [2, 3], C: [1, 2] };

/** ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK))). */
function mmaParts(ctx: Context, { tiled, operand }: Extract<Holder, { kind: "mma" }>, own: Layout): Parts {
  const whole = thrfrg(ctx, tiled, operand, own);
  const threads = modeOf(ctx, whole, 0);
  const values = modeOf(ctx, whole, 1);
  const count = product(tiled.thrLayoutVMNK.shape);
  const [i, j] = threadModes[operand];
  const at = (thread: number): number => {
    const vmnk = mmaSlice(ctx, tiled, staticInt(thread)).thrVmnk.items;
    const coord = tuple<Int>([vmnk[0], tuple([vmnk[i], vmnk[j]])] as readonly Tree<Int>[]) satisfies Coord;
    const offset = layoutAt(ctx, threads, coord);
    return offset.kind === "num" ? offset.value : Number.NaN;
  };
  const listed =
    count.kind === "num" && count.value <= most ? Array.from({ length: count.value }, (_, t) => at(t)) : [];
  const fragment = modeOf(ctx, values, 0);
  const perAccess = size(ctx, fragment);
  return {
    threadOffsets: listed.length === 0 || listed.some(Number.isNaN) ? undefined : listed,
    values: fragment,
    rest: modeOf(ctx, values, 1),
    perAccess: perAccess.kind === "num" ? Math.max(1, perAccess.value) : 1,
  };
}

/** The mode as a function; undefined where it has symbols or is too long. */
function offsets(ctx: Context, mode: Layout): readonly number[] | undefined {
  const count = size(ctx, mode);
  if (count.kind !== "num" || count.value > most) return undefined;
  const offsetAt = offsetAtIndex(ctx, mode);
  const found = Array.from({ length: count.value }, (_, i) => offsetAt(i));
  return found.every((offset) => offset !== undefined) ? found : undefined;
}

/** A line at every tile's edge. */
function tiled(view: View, tile: View | undefined): View {
  if (tile === undefined) return view;
  const edged = (axis: View["rows"], edge: number): View["rows"] =>
    edge < axis.extent && !axis.periods.includes(edge) ? { ...axis, periods: [...axis.periods, edge] } : axis;
  return { ...view, rows: edged(view.rows, tile.rows.extent), columns: edged(view.columns, tile.columns.extent) };
}

const sectorBytes = 32;

function owned(view: View, { map, threads, values }: Owners, bits: number | undefined): View {
  const labels = ["thread value", "thread", "value", "tile", "access"];
  const colors = threads === 1 ? ["value", "thread", "tile", "access"] : ["thread", "value", "tile", "access"];
  const memory = bits === undefined ? [] : ["bank", "sector"];
  return {
    ...view,
    kind: "partition",
    labelModes: [...labels, ...view.labelModes],
    stacked: "thread value",
    colorModes: [...colors, ...memory, ...view.colorModes.filter((m) => ![...colors, ...memory].includes(m))],
    scales: { ...view.scales, ...threadScale(threads), ...valueScale(threads, values) },
    cells: (window) => {
      const cells = view.cells(window);
      const isOwn = window.only !== undefined && colors.includes(window.only);
      return cells.map((cell) => {
        const owner = map.get(indexOf(cell));
        if (window.only === undefined) return ownedCell(cell, owner, bits);
        return tonedCell(cell, isOwn ? tonesOfOwner(owner) : tonesOf(cell, owner, bits));
      });
    },
  };
}

function tonesOfOwner(owner: Owner | undefined): Cell["tones"] {
  const { thread = nobody, value = 0, tile = 0, access = 0 } = owner ?? {};
  return { thread, value, tile, access };
}

function tonesOf(cell: Cell, owner: Owner | undefined, bits: number | undefined): Cell["tones"] {
  const byte = bits === undefined ? Number.NaN : (offsetOf(cell) * bits) / 8;
  const tones = { ...cell.tones, ...tonesOfOwner(owner) };
  return Number.isNaN(byte) ? tones : { ...tones, sector: Math.floor(byte / sectorBytes) };
}

function ownedCell(cell: Cell, owner: Owner | undefined, bits: number | undefined): Cell {
  const tones = tonesOf(cell, owner, bits);
  if (owner === undefined) return changedCell(cell, { tones });
  const { thread, value, tile, access, others } = owner;
  const who = `T${thread}${others > 0 ? `+${others}` : ""}`;
  return changedCell(
    cell,
    {
      link: `T${thread} V${value} ${tile}`,
      from: [`T${thread} V${value}`],
      tones,
    },
    () => ({
      ...cell.labels,
      "thread value": `${who} V${value}`,
      thread: who,
      value: `V${value}`,
      tile: String(tile),
      access: String(access),
    }),
  );
}

/** A cell of the tile goes with its elements in every tile of the tensor. */
const linked = (view: View): View => ({
  ...view,
  kind: "partition",
  cells: (window) => {
    const cells = view.cells(window);
    return window.only === undefined ? cells.map(linkedCell) : cells;
  },
});

function linkedCell(cell: Cell): Cell {
  const { thread, value } = cell.labels;
  return thread === undefined ? cell : changedCell(cell, { link: `${thread.replace(/\+\d+$/, "")} ${value}` });
}

function tileView(ctx: Context, holder: Holder, options: ViewOptions): View | undefined {
  const { kind, tiled } = holder;
  const sizes: readonly Int[] =
    kind === "copy"
      ? modesOf(tilerShape(tiled.tilerMN)).map((mode) => product(mode))
      : modesOfOperand[holder.operand].map((mode) => tileSizeMma(ctx, tiled, mode));
  const [rows, columns] = sizes.map((n) => (n.kind === "num" ? n.value : undefined));
  if (rows === undefined) return undefined;
  const tv = kind === "copy" ? copyLayoutTV(ctx, tiled, holder.side) : layoutTV(ctx, tiled, holder.operand);
  return tvView(ctx, tv, {
    title: `tile of ${tiled.atom.kind === "tma-atom" ? tiled.atom.op : tiled.atom.name}`,
    kind: "tv",
    rows,
    columns: columns ?? 1,
    rowName: "m",
    columnName: "n",
    transposed: false,
    ...(options.thread === undefined ? {} : { thread: options.thread }),
  });
}
