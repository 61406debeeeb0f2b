// A picture as plain JSON: each panel's description and the cells of a window of it.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { callPicture, isPartition } from "../../../src-engine/views/call-picture.ts";
import { cornersOf, stepOf } from "../../../src-engine/views/svg-metrics.ts";
import { type Cell, type Picture, tonedCell, type View, type ViewKind, whole } from "../../../src-engine/views/view.ts";
import { isPicture, type NoPicture } from "../../../src-engine/views/view-of.ts";
import { attempt } from "../facts/attempt.ts";
import { dialectOf } from "../facts/notation.ts";
import { oneLine } from "../facts/source-text.ts";
import { packed } from "../protocol/packed-cells.ts";
import type { PanelJson, PictureJson, ViewParams, WindowJson } from "../protocol/requests.ts";
import { pictureOf } from "./picture.ts";

/** A view with more cells is sent window by window, with the colours of the whole at first. */
const mostCells = 4096;
/** Without labels a cell is a tenth as long. */
const mostUnlabelled = 1 << 15;

export function pictureJson(
  value: Value,
  language: Language,
  params: ViewParams,
): { readonly picture: PictureJson } | { readonly why: string } {
  const kind = viewKinds.find((known) => known === params.kind);
  return drawnJson(pictureOf(value, language, kind === undefined ? {} : { view: kind }), language, params);
}

/** The tensor that a partition shares out, by its threads: undefined for other calls. */
export function partitionJson(
  call: CallFact,
  language: Language,
  params: ViewParams,
): { readonly picture: PictureJson } | undefined {
  if (!isPartition(call.op)) return undefined;
  const inputs = call.args.map(({ text, value }) => ({ name: oneLine(text, 24), value }));
  const made = { op: call.op, inputs, result: call.result };
  const picture = attempt(language, (ctx) => callPicture(ctx, made, { dialect: dialectOf(language) }));
  const drawn = picture === undefined ? undefined : drawnJson(picture, language, params);
  return drawn !== undefined && "picture" in drawn ? drawn : undefined;
}

export function drawnJson(
  picture: Picture | NoPicture,
  language: Language,
  params: ViewParams,
): { readonly picture: PictureJson } | { readonly why: string } {
  if (!isPicture(picture)) return picture;
  const { title, summary } = picture;
  const total = picture.panels.reduce((sum, { view }) => sum + view.rows.extent * view.columns.extent, 0);
  const panels = picture.panels.map(({ view, row, column }, i): PanelJson => {
    const window = windowOf(view, i, params, total);
    const { color } = window;
    const found = attempt(language, () => view.cells(color === undefined ? window : { ...window, only: color })) ?? [];
    const cells = found.map(color === undefined ? (window.unlabelled ? unlabelled : sent) : coloured(color));
    const isFirst = params.window === undefined && window.unlabelled === true;
    const corners = isFirst ? attempt(language, () => cornersOf(view).map(sent)) : undefined;
    const panel = { row, column, view: described(view), window, ...(corners === undefined ? {} : { corners }) };
    return params.packed === true ? { ...panel, cells: [], packed: packed(cells) } : { ...panel, cells };
  });
  return { picture: { title, summary, panels } };
}

/** A function crosses no border: the thread that a cell names is the one that holds it there. */
function sent({ isHeldBy: _, labels, ...cell }: Cell): Cell {
  return { ...cell, labels };
}

const unlabelled = (cell: Cell): Cell => tonedCell(cell, cell.tones);

const coloured =
  (mode: string) =>
  (cell: Cell): Cell =>
    tonedCell(cell, { [mode]: cell.tones[mode] ?? 0 });

/** A large picture is seen by its colours first, its small panels too. */
function windowOf(view: View, panel: number, { window, packed: packs }: ViewParams, total: number): WindowJson {
  const all = whole(view);
  const none = { ...all, rows: 0, columns: 0 };
  if (window !== undefined) return (window.panel ?? panel) === panel ? clipped(view, window) : none;
  const [color] = view.colorModes;
  if (total > mostCells && packs === true && served.has(view.kind) && color !== undefined)
    return { ...all, step: stepFor(view, total), unlabelled: true, color };
  // Larger layouts the page draws itself.
  return all.rows * all.columns <= mostCells ? all : none;
}

const served: ReadonlySet<ViewKind> = new Set(["mma", "copy", "tma", "partition", "access"]);

/** Of a very large picture every n-th cell, as the page draws it; of its small panels more of them. */
function stepFor(view: View, cells: number): number {
  let step = 1;
  while (cells / step ** 2 > mostUnlabelled) step *= 2;
  return stepOf(view, step);
}

/** No request makes more cells than the limit. */
function clipped(view: View, wanted: WindowJson): WindowJson {
  const step = Math.max(1, Math.trunc(wanted.step));
  const color = view.colorModes.find((mode) => mode === wanted.color);
  const rows = Math.min(wanted.rows, view.rows.extent - wanted.row);
  const columns = Math.min(
    wanted.columns,
    view.columns.extent - wanted.column,
    ((wanted.unlabelled ? mostUnlabelled : mostCells) * step * step) / Math.max(1, rows),
  );
  return {
    row: wanted.row,
    column: wanted.column,
    rows: Math.max(0, rows),
    columns: Math.max(0, Math.trunc(columns)),
    step,
    ...(wanted.unlabelled ? { unlabelled: true, ...(color === undefined ? {} : { color }) } : {}),
  };
}

function described(view: View): PanelJson["view"] {
  const { kind, title, rows, columns, labelModes, colorModes, scales, stacked, summary } = view;
  const own = { kind, title, rows, columns, labelModes, colorModes, summary };
  return { ...own, ...(scales === undefined ? {} : { scales }), ...(stacked === undefined ? {} : { stacked }) };
}

const viewKinds: readonly ViewKind[] = ["layout", "tiles", "tv", "swizzle", "banks", "tma", "mma", "copy"];
