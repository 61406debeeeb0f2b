// A shared-memory layout as memory sees it: rows of 128 bytes, 32 banks of 4 bytes (or others), and which element lies where.
//
// The picture turns the layout round: a cell is a place in memory, its label the coordinate that lives there.

import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { idx2crd, layoutAt, size } from "../algebra/layout/coords.ts";
import { shapeOf } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, Shape } from "../algebra/value.ts";
import { type Memory, nvidia } from "../costs/access.ts";
import { cellsOf } from "./layout-view.ts";
import type { View } from "./view.ts";

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
  const last = Math.max(0, ...homes.keys());
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
    summary: `${title}: ${total.value} elements in ${rows.extent} rows of ${rowBytes} bytes, ${banks} banks of ${bankBytes} bytes`,
    cells: (window) =>
      cellsOf(window, rows, columns, (row, column) => {
        const offset = row * perRow + column;
        const home = homes.get(offset);
        const bank = Math.floor((column * elementBits) / (8 * bankBytes));
        const labels: Record<string, string> = { offset: String(offset), bank: String(bank) };
        if (home !== undefined) Object.assign(labels, { index: String(home.index), coordinate: home.coordinate });
        return {
          row,
          column,
          labels,
          tones: { bank, "row of the tile": home?.first ?? 0, "column of the tile": home?.second ?? 0 },
        };
      }),
  };
}

interface Home {
  readonly index: number;
  readonly coordinate: string;
  readonly first: number;
  readonly second: number;
}

/** Offset → the first element that lives there; undefined when an offset has no number. */
function homesOf(ctx: Context, a: AnyLayout, total: number): ReadonlyMap<number, Home> | undefined {
  const shape = shapeOf(ctx, a);
  const flat: Shape = { kind: "tuple", items: modesOf(shape).map((mode) => product(mode)) };
  const homes = new Map<number, Home>();
  for (let index = 0; index < total; index++) {
    const offset = layoutAt(ctx, a, index);
    if (offset.kind !== "num") return undefined;
    if (homes.has(offset.value)) continue;
    const crd = idx2crd(ctx, staticInt(index), flat);
    const [first, second] = modesOf(crd).map((c) => (c.kind === "num" ? c.value : 0));
    const coordinate = print(modesOf(crd).length === 1 ? (modesOf(crd)[0] ?? crd) : crd, "dsl");
    homes.set(offset.value, { index, coordinate, first: first ?? 0, second: second ?? 0 });
  }
  return homes;
}
