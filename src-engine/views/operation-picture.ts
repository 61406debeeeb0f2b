// An operation of the algebra as inputs and result on one sheet, its cells linked: which cells of A and B made this one.
//
// Every panel is a layout view. A cell has an identity (`a:5`, `b:2`, `r:17`) and the identities that it was made of, so
// pointing at one marks the others. Divides and products colour by tile: which tile of A, which copy of the block.
// A tiler by mode has a panel for each mode; a complement is shown with A repeated at its offsets.
import type { Context } from "../algebra/context.ts";
import { size } from "../algebra/layout/coords.ts";
import { rankOfLayout } from "../algebra/layout/modes.ts";
import { print } from "../algebra/notation/print.ts";
import type { AnyLayout, Layout, Value } from "../algebra/value.ts";
import { layoutView } from "./layout-view.ts";
import { accentedInput, framed, positionsOf, titled } from "./operation-accent.ts";
import { complementsOf, copiesOf } from "./operation-complement.ts";
import { families, insideByMode, layoutIn, type Trace, tilerModes, traceOf } from "./operation-trace.ts";
import { type Cell, changedCell, indexOf, offsetOf, offsetText, type Panel, type Picture, type View } from "./view.ts";
import type { NoPicture } from "./view-options.ts";

export interface Operand {
  readonly name: string;
  readonly value: Value;
}

/** Whether `operationPicture` says more about a call than the picture of its result. */
export const isPicturedOperation = (op: string): boolean => families[op] !== undefined || op === "complement";

type Mark = (cell: Cell) => {
  readonly link?: string | undefined;
  readonly from?: readonly string[];
  readonly tone?: number | undefined;
};

interface Sheet {
  readonly ctx: Context;
  readonly dialect: "cpp" | "dsl";
  readonly op: string;
  readonly a: AnyLayout;
  readonly names: readonly [string, string];
  readonly b: Value | undefined;
  readonly result: AnyLayout;
  /** Shows what the tiler leaves, too. */
  readonly complement: boolean;
}

/** Whether an operation has a complement to show: of the tiler for a divide, of the result for a composition. */
export const hasComplement = (op: string): boolean => families[op] === "divide" || families[op] === "composition";

export function operationPicture(
  ctx: Context,
  op: string,
  inputs: readonly Operand[],
  result: AnyLayout,
  dialect: "cpp" | "dsl",
  extra: "complement" | "none" = "none",
): Picture | NoPicture {
  const a = layoutIn(inputs[0]?.value);
  if (a === undefined) return { why: "the first input is no layout" };
  if (size(ctx, a).kind !== "num")
    return { why: "To see the operation drawn, give the first input's sizes numbers under What if." };
  const names = [inputs[0]?.name ?? "A", inputs[1]?.name ?? "B"] as const;
  const sheet: Sheet = { ctx, dialect, op, a, names, b: inputs[1]?.value, result, complement: extra === "complement" };
  const trace = traceOf(ctx, op, [a, ...inputs.slice(1).map((input) => input.value)], a, result);
  const summary = `${op}(${inputs.map((i) => print(i.value, dialect)).join(", ")}) = ${print(result, dialect)}`;
  // What has the link of an element of A is A; a tiler's or B's panels are the second input.
  const panels = panelsOf(sheet, trace).map((one) => ({ ...one, ...inputOf(one) }));
  return { title: op, summary, panels };
}

function inputOf({ view }: Panel): { readonly input?: number } {
  const link = view.cells({ row: 0, column: 0, rows: 1, columns: 1, step: 1 })[0]?.link ?? "";
  if (link.startsWith("a:")) return { input: 0 };
  return link.startsWith("b:") || /^t\d/.test(link) ? { input: 1 } : {};
}

function panelsOf(sheet: Sheet, trace: Trace): readonly Panel[] {
  switch (families[sheet.op]) {
    case "divide":
      return byTiler(sheet, trace, "tile");
    case "composition":
      return sheet.b?.kind === "tuple" ? byTiler(sheet, trace, "element") : composed(sheet, trace);
    case "product":
      return multiplied(sheet, trace);
    case "inverse":
      return inverted(sheet);
    case "same":
      return rearranged(sheet, trace);
    default:
      return completed(sheet);
  }
}

/** A, the tiler's modes, and the result: an element of the result is an element of A at a place inside a tile. */
function byTiler(sheet: Sheet, trace: Trace, what: "tile" | "element"): readonly Panel[] {
  const { ctx, a, b, names } = sheet;
  const modes = b === undefined ? [] : tilerModes(ctx, b);
  const within = (inside: number): readonly string[] => insideByMode(ctx, modes, inside).map((i, m) => `t${m}:${i}`);
  const picked = what === "element" ? reached(sheet, trace) : undefined;
  const markA: Mark = (cell) => {
    const at = trace.tile(indexOf(cell));
    const tone = picked === undefined ? at?.tile : picked(indexOf(cell));
    return { link: `a:${indexOf(cell)}`, tone, ...(at === undefined ? {} : { from: within(at.inside) }) };
  };
  const markResult: Mark = (cell) => {
    const k = indexOf(cell);
    const from = trace.at(k);
    if (from === undefined) return {};
    const at = what === "tile" ? trace.tile(from.a) : { tile: undefined, inside: k };
    const tone = picked === undefined ? at?.tile : picked(from.a);
    return { link: `r:${k}`, from: [`a:${from.a}`, ...(at === undefined ? [] : within(at.inside))], tone };
  };
  const colour = what === "tile" ? "tile of A" : "picked from A";
  const first = accentedInput(ctx, panel(sheet, a, names[0], colour, markA), modes);
  const nameOf = (m: number) => (modes.length === 1 ? names[1] : `${names[1]}[${m}]`);
  const upright = (m: number): boolean => modes.length > 1 && m === 0;
  const tilers = modes.map((mode, m) =>
    titled(
      panel(sheet, mode, nameOf(m), colour, (cell) => ({ link: `t${m}:${indexOf(cell)}` }), upright(m)),
      m,
    ),
  );
  const result = resultPanel(sheet, colour, markResult);
  if (!sheet.complement) return arranged(first, tilers, result);
  if (what === "element") return completedBy(sheet, first, tilers, result);
  const rests = complementsOf(ctx, a, modes).map(({ layout, tiles }, m) => {
    const mark: Mark = (cell) => ({ link: `s${m}:${indexOf(cell)}`, tone: indexOf(cell) * tiles });
    return panel(sheet, layout, `${nameOf(m)}*`, colour, mark, upright(m));
  });
  return arranged(first, [...tilers, ...rests], result);
}

/** What stands beside A stands below it where A is wide; the other way round is told, too. */
function arranged(a: Panel, beside: readonly Panel[], result: Panel): readonly Panel[] {
  const { rows, columns } = a.view;
  const across = beside.reduce((sum, { view }) => sum + view.columns.extent, 0);
  const below = columns.extent > rows.extent && columns.extent + across > widest;
  if (beside.length === 0) return [a, { ...result, row: 1 }];
  const places = (under: boolean) => [
    { row: 0, column: 0 },
    ...beside.map((_, i) => (under ? { row: 1, column: i } : { row: 0, column: i + 1 })),
    { row: under ? 2 : 1, column: 0 },
  ];
  const [first, second] = [places(below), places(!below)];
  return [a, ...beside, result].map((one, i) => {
    const otherwise = second[i];
    return { ...one, ...first[i], ...(otherwise === undefined ? {} : { otherwise }) };
  });
}

/** Cells beside each other that still fit most panes. */
const widest = 36;

/** A composition with the complement of its result: A in copies of what was picked, each from where the complement says. */
function completedBy(sheet: Sheet, a: Panel, beside: readonly Panel[], result: Panel): readonly Panel[] {
  const copies = copiesOf(sheet.ctx, sheet.a, sheet.result);
  if (copies === undefined) return arranged(a, beside, result);
  const { complement, copyAt } = copies;
  const colour = "copy of the result";
  const toned = (one: Panel, tone: (cell: Cell) => number): Panel => ({
    ...one,
    view: marked(one.view, colour, (cell) => ({ link: cell.link, from: cell.from ?? [], tone: tone(cell) })),
  });
  const starts = new Set(positionsOf(sheet.ctx, complement));
  const whole = toned(unaccented(a), (cell) => 1 + (copyAt(offsetOf(cell)) ?? -1));
  const markRest: Mark = (cell) => ({ link: `s:${indexOf(cell)}`, tone: 1 + indexOf(cell) });
  const rest = titled(panel(sheet, complement, "complement", colour, markRest), 0);
  return arranged(
    { ...whole, view: framed(whole.view, (cell) => starts.has(offsetOf(cell))) },
    [...beside.map((one) => toned(one, () => 1)), { ...rest, view: framed(rest.view, () => true) }],
    toned(result, () => 1),
  );
}

function unaccented(one: Panel): Panel {
  const { accent: _rows, ...rows } = one.view.rows;
  const { accent: _columns, ...columns } = one.view.columns;
  return { ...one, view: { ...one.view, rows, columns } };
}

/** Tones of the elements of A that the result has, by their place in the result; 0 for the others. */
function reached({ ctx, result }: Sheet, trace: Trace): (a: number) => number {
  const total = Math.min(numberOf(size(ctx, result)), 1 << 14);
  const first = new Map<number, number>();
  for (let k = 0; k < total; k++) {
    const a = trace.at(k)?.a;
    if (a !== undefined && !first.has(a)) first.set(a, k);
  }
  return (a) => {
    const k = first.get(a);
    return k === undefined ? 0 : 1 + (k % 7);
  };
}

/** R(c) = A(B(c)). */
function composed(sheet: Sheet, trace: Trace): readonly Panel[] {
  const { a, b, names } = sheet;
  const right = layoutIn(b);
  const tone = reached(sheet, trace);
  const markA: Mark = (cell) => ({ link: `a:${indexOf(cell)}`, tone: tone(indexOf(cell)) });
  const markB: Mark = (cell) => ({
    link: `b:${indexOf(cell)}`,
    from: [`a:${offsetText(cell)}`],
    tone: tone(offsetOf(cell)),
  });
  const markResult: Mark = (cell) => {
    const k = indexOf(cell);
    const from = trace.at(k);
    return from === undefined ? {} : { link: `r:${k}`, from: [`b:${k}`, `a:${from.a}`], tone: tone(from.a) };
  };
  const picked = "picked from A";
  const second = right === undefined ? [] : [panel(sheet, right, names[1], picked, markB)];
  const first = panel(sheet, a, names[0], picked, markA);
  const result = resultPanel(sheet, picked, markResult);
  return sheet.complement ? completedBy(sheet, first, second, result) : arranged(first, second, result);
}

/** The block, the layout of its copies, and the result: element i of copy j. */
function multiplied(sheet: Sheet, trace: Trace): readonly Panel[] {
  const { a, b, names } = sheet;
  const copies = sheet.op === "tile_to_shape" ? undefined : layoutIn(b);
  const markResult: Mark = (cell) => {
    const k = indexOf(cell);
    const from = trace.at(k);
    return from === undefined ? {} : { link: `r:${k}`, from: [`a:${from.a}`, `b:${from.copy}`], tone: from.copy };
  };
  // Copy j stands at the value j of B: a cell of B is found by its value.
  const markB: Mark = (cell) => ({ link: `b:${offsetText(cell)}`, tone: offsetOf(cell) });
  const block = panel(sheet, a, names[0], "copy of A", (cell) => ({ link: `a:${indexOf(cell)}`, tone: 0 }));
  const second = copies === undefined ? [] : [panel(sheet, copies, names[1], "copy of A", markB)];
  return arranged(block, second, resultPanel(sheet, "copy of A", markResult));
}

/** A(R(k)) = k for the right inverse, R(A(k)) = k for the left one. */
function inverted(sheet: Sheet): readonly Panel[] {
  const right = sheet.op === "right_inverse";
  const own = (letter: string): Mark => {
    const other = letter === "a" ? "r" : "a";
    const pointsOn = right === (letter === "r");
    return (cell) => ({
      link: `${letter}:${indexOf(cell)}`,
      ...(pointsOn ? { from: [`${other}:${offsetText(cell)}`] } : {}),
    });
  };
  return [panel(sheet, sheet.a, sheet.names[0], "offset", own("a")), resultPanel(sheet, "offset", own("r"))];
}

function rearranged(sheet: Sheet, trace: Trace): readonly Panel[] {
  const markResult: Mark = (cell) => {
    const from = trace.at(indexOf(cell));
    return from === undefined ? {} : { link: `r:${indexOf(cell)}`, from: [`a:${from.a}`] };
  };
  const block = panel(sheet, sheet.a, sheet.names[0], "offset", (cell) => ({ link: `a:${indexOf(cell)}` }));
  return [block, resultPanel(sheet, "offset", markResult)];
}

/** A, its complement, and (A, complement): A's copies at the complement's offsets, every offset once. */
function completed(sheet: Sheet): readonly Panel[] {
  const { a, result, names } = sheet;
  const first = panel(sheet, a, names[0], "copy of A", (cell) => ({ link: `a:${indexOf(cell)}`, tone: 0 }));
  const second = resultPanel(sheet, "copy of A", (cell) => ({ link: `r:${indexOf(cell)}`, tone: indexOf(cell) }));
  if (a.kind !== "layout" || result.kind !== "layout") return [first, second];
  const both: Layout = {
    kind: "layout",
    shape: { kind: "tuple", items: [a.shape, result.shape] },
    stride: { kind: "tuple", items: [a.stride, result.stride] },
  };
  const markBoth: Mark = (cell) => ({
    link: `c:${indexOf(cell)}`,
    from: [`a:${cell.row}`, `r:${cell.column}`],
    tone: cell.column,
  });
  return [
    { ...first, row: 0 },
    { ...second, row: 0, column: 1 },
    panel(sheet, both, `(${names[0]}, complement)`, "copy of A", markBoth, false, 1),
  ];
}

const resultPanel = (sheet: Sheet, color: string, mark: Mark): Panel =>
  panel(sheet, sheet.result, sheet.op, color, mark, false, 1);

function panel(
  { ctx, dialect }: Sheet,
  value: AnyLayout,
  name: string,
  color: string,
  mark: Mark,
  upright = false,
  row = 0,
): Panel {
  const view = layoutView(ctx, value, {
    title: `${name} = ${print(value, dialect)}`,
    dialect,
    upright,
    flatten: rankOfLayout(ctx, value) > 2,
  });
  return { view: marked(view, color, mark), row, column: 0 };
}

function marked(view: View, color: string, mark: Mark): View {
  const colorModes = [color, ...view.colorModes.filter((mode) => mode !== color)];
  return {
    ...view,
    colorModes,
    cells: (window) =>
      view.cells(window).map((cell) => {
        const { link, from, tone } = mark(cell);
        const tones = tone === undefined ? cell.tones : { ...cell.tones, [color]: tone };
        const links = { ...(link === undefined ? {} : { link }), ...(from === undefined ? {} : { from }) };
        return changedCell(cell, { tones, ...links });
      }),
  };
}
const numberOf = (n: { readonly kind: string }): number =>
  n.kind === "num" && "value" in n && typeof n.value === "number" ? n.value : 0;
