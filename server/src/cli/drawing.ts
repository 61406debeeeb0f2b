// Pictures from text: what stands in `cute-lens draw EXPR`, in the library's `draw` and in the agents' tool.
//
// The text is the calculator's notation, the name of an atom, or an expression as the source would spell it
// (`make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, …)`). What cannot be drawn is a UsageError.
import { copyAtom, mmaAtom } from "../../../src-engine/algebra/atoms/lookup.ts";
import { parseSmemAtom, smemAtom } from "../../../src-engine/algebra/atoms/smem-atom.ts";
import type { Stop } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { attempt, type CollectingContext, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText } from "../../../src-engine/calculator/expression.ts";
import { shape } from "../../../src-engine/calculator/ops/arguments.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { callPicture, isPicturedCall } from "../../../src-engine/views/call-picture.ts";
import { callIn } from "../../../src-engine/views/call-text.ts";
import { colouredBy } from "../../../src-engine/views/color-by.ts";
import { inChunks } from "../../../src-engine/views/gathered-view.ts";
import { gemmPicture } from "../../../src-engine/views/gemm-picture.ts";
import { labelledBy, listOf } from "../../../src-engine/views/label-by.ts";
import { markQuery } from "../../../src-engine/views/mark-query.ts";
import { layoutIn } from "../../../src-engine/views/operation-trace.ts";
import type { Theme } from "../../../src-engine/views/palette.ts";
import { renderPdf } from "../../../src-engine/views/pdf.ts";
import { besideEachOther } from "../../../src-engine/views/sheets.ts";
import { renderSvg } from "../../../src-engine/views/svg.ts";
import { renderText } from "../../../src-engine/views/text.ts";
import { wideMma } from "../../../src-engine/views/thumbnail.ts";
import { renderTikz } from "../../../src-engine/views/tikz.ts";
import type { Cell, Picture, ViewKind } from "../../../src-engine/views/view.ts";
import { isPicture, type NoPicture, type ViewOptions, viewOf } from "../../../src-engine/views/view-of.ts";
import { evaluateSource } from "../features/evaluate-source.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import { createProject } from "../project/create.ts";
import { pointed } from "./caret.ts";
import { type MemoryOptions, memoryOf } from "./memory-options.ts";
import { everywhere, type Reach } from "./reach.ts";
import { UsageError } from "./usage.ts";

export type DrawnView = ViewKind | "operation" | "gemm";

export const views: readonly DrawnView[] = [
  "layout",
  "tiles",
  "tv",
  "swizzle",
  "banks",
  "tma",
  "mma",
  "copy",
  "operation",
  "gemm",
];
export const formats = ["svg", "pdf", "text", "tikz"] as const;
export const themes: readonly Theme[] = ["light", "dark", "high-contrast", "neutral"];

/** A picture on paper or in a file may be large; beyond this it is cut and says so. */
const mostPixels = 8000;
const mostCells = 256;

export interface DrawOptions extends MemoryOptions {
  readonly view?: DrawnView;
  readonly format: (typeof formats)[number];
  readonly theme: Theme;
  readonly label?: string;
  readonly color?: string;
  readonly bits?: number;
  readonly thread?: number;
  readonly tile?: string;
  readonly flatten?: true;
  readonly levels?: true;
  readonly complement?: true;
  readonly title?: string;
  readonly cell?: number;
  readonly with?: readonly string[];
  readonly slice?: string;
  readonly colorBy?: string;
  readonly ownLabels?: string;
  readonly dsl?: true;
  /** What an expression that includes may read. */
  readonly reach?: Reach;
}

/** The picture as text in the wanted format; a PDF is bytes, one a character. */
export async function drawing(text: string, options: DrawOptions): Promise<string> {
  const language: Language = options.dsl === true || /\bcute\./.test(text) ? "python" : "cpp";
  const ctx = makeContext(language === "cpp" ? "cpp" : "dsl", 50_000_000);
  const sheet = coloured(ctx, await sheetIn(ctx, text, language, options), options);
  const { ownLabels } = options;
  const drawn = ownLabels === undefined ? sheet : labelledBy(sheet, listOf(ownLabels));
  checkModes(drawn, options);
  return rendered(drawn, options);
}

/** One expression, or several: beside each other, or as A, B and C of a GEMM. */
async function sheetIn(
  ctx: CollectingContext,
  text: string,
  language: Language,
  options: DrawOptions,
): Promise<Picture> {
  if (options.view === "gemm") return gemmIn(ctx, [text, ...(options.with ?? [])], language, options);
  const pictures: Picture[] = [];
  for (const part of [text, ...(options.with ?? [])]) {
    const picture = await pictureIn(ctx, part, language, options);
    if ("stop" in picture) throw new UsageError(picture.stop.message);
    if (!isPicture(picture.value)) throw new UsageError(picture.value.why);
    pictures.push(picture.value);
  }
  const [only] = pictures;
  return only !== undefined && pictures.length === 1 ? only : besideEachOther(pictures);
}

async function gemmIn(
  ctx: CollectingContext,
  parts: readonly string[],
  language: Language,
  { view: _, tile, ...options }: DrawOptions,
): Promise<Picture> {
  const values: Value[] = [];
  for (const part of parts) values.push(await valueIn(ctx, part, language, options));
  const over = tile === undefined ? undefined : shape(ctx, evaluateText(ctx, tile));
  const sheet = attempt(() => gemmPicture(ctx, values, over, viewOptions(ctx, options)));
  if ("stop" in sheet) throw new UsageError(`--view gemm: ${sheet.stop.message}`);
  if (!isPicture(sheet.value)) throw new UsageError(`--view gemm: ${sheet.value.why}`);
  return sheet.value;
}

function coloured(ctx: CollectingContext, picture: Picture, { colorBy }: DrawOptions): Picture {
  if (colorBy === undefined) return picture;
  const value = attempt(() => evaluateText(ctx, colorBy));
  if ("stop" in value) throw new UsageError(`--color-by: ${value.stop.message}`);
  const layout = layoutIn(value.value);
  if (layout === undefined) throw new UsageError("--color-by: a layout such as '(8,8):(1,0)'");
  return colouredBy(ctx, picture, layout);
}

/** Inputs and result of a call, or a value in the view that is wanted. */
async function pictureIn(ctx: CollectingContext, text: string, language: Language, { view, ...options }: DrawOptions) {
  if (view === "gemm") throw new UsageError("--view gemm is a sheet of three");
  if (view === "operation") return attempt(() => operationIn(ctx, text, viewOptions(ctx, options)));
  const value = await valueIn(ctx, text, language, options);
  return attempt(() => viewOf(ctx, value, viewOptions(ctx, { ...options, ...(view === undefined ? {} : { view }) })));
}

function operationIn(ctx: CollectingContext, text: string, options: ViewOptions): Picture | NoPicture {
  const call = callIn(ctx, text);
  if (call === undefined || !isPicturedCall(call.op))
    return { why: "--view operation: one call such as 'zipped_divide((_8,_8):(_8,_1), (_2,_4))'" };
  return callPicture(ctx, call, options);
}

function viewOptions(ctx: CollectingContext, options: Omit<DrawOptions, "view"> & { readonly view?: ViewKind }) {
  const { view, bits, thread, tile, flatten, complement, title, format, levels } = options;
  const dialect = ctx.dialect === "cpp" ? "cpp" : "dsl";
  return {
    dialect,
    memory: memoryOf(options),
    ...(view === undefined ? {} : { view }),
    ...(bits === undefined ? {} : { elementBits: bits }),
    ...(thread === undefined ? {} : { thread }),
    ...(tile === undefined ? {} : { tile: shape(ctx, evaluateText(ctx, tile)) }),
    ...(flatten === undefined ? {} : { flatten }),
    ...(complement === undefined ? {} : { complement }),
    ...(title === undefined ? {} : { title }),
    // TikZ as print_latex writes it; levels are those of an axis.
    ...(format === "tikz" || levels === true ? ({ strip: true } as const) : {}),
  } as const;
}

/** Notation first, then the names of atoms, then the language itself; the first error is the one that is said. */
export async function valueIn(
  ctx: CollectingContext,
  text: string,
  language: Language,
  options: { readonly bits?: number; readonly reach?: Reach },
): Promise<Value> {
  const atom = attempt(() => atomOf(ctx, text, options.bits ?? 16));
  if ("value" in atom && atom.value !== undefined) return atom.value;
  const notation = attempt(() => evaluateText(ctx, text));
  if ("value" in notation) return notation.value;
  if (!isForeign(notation.stop, text)) throw new UsageError(pointed(text, notation.stop));
  const project = await createProject({ host: (options.reach ?? everywhere).host, roots: [] }, nodeWasmFiles());
  const value = await evaluateSource(project, text, language);
  project.dispose();
  if (value.kind === "unknown") throw new UsageError(`${notation.stop.message} (read as source: ${value.why})`);
  // A call that is not written to its end leaves the name of what was to be called.
  if (value.kind === "builtin" && notation.stop.code === "parse") throw new UsageError(pointed(text, notation.stop));
  return value;
}

/** The calculator does not know the words; the language may. What begins as notation is a mistake in notation. */
const isForeign = (stop: Stop, text: string): boolean =>
  stop.code === "unknown-op" || (stop.code === "parse" && /^\s*[A-Za-z]\w*\s*[.:<({]/.test(text));

function atomOf(ctx: CollectingContext, text: string, bits: number): Value | undefined {
  const name = text.trim().replace(/\{\s*\}$/, "");
  const smem = /^(?:cute::)?((?:GMMA|UMMA)::Layout_\w+_Atom)(?:_Bits|<\s*\w+\s*>)?$/.exec(name);
  const parsed = smem?.[1] === undefined ? undefined : parseSmemAtom(name);
  if (parsed !== undefined) return smemAtom(ctx, parsed.major, parsed.swizzle, bits);
  return mmaAtom(ctx, name) ?? copyAtom(ctx, name, bits);
}

function checkModes(picture: Picture, { label, color }: DrawOptions): void {
  const labels = [...new Set(picture.panels.flatMap((panel) => panel.view.labelModes))];
  const colors = [...new Set(picture.panels.flatMap((panel) => panel.view.colorModes))];
  if (label !== undefined && !labels.includes(label)) throw new UsageError(`--label: one of ${labels.join(", ")}`);
  if (color !== undefined && !colors.includes(color)) throw new UsageError(`--color: one of ${colors.join(", ")}`);
}

/** A copy that writes as it reads is drawn once, under both names. */
function once({ panels, ...picture }: Picture): Picture {
  const kept = panels.flatMap((panel, i) => {
    if (panel.repeats === true) return [];
    const title = panel.view.title.replace(/^source(?=:|$)/, "source and destination");
    return [panels[i + 1]?.repeats === true ? { ...panel, view: { ...panel.view, title } } : panel];
  });
  return { ...picture, panels: kept };
}

function rendered(whole: Picture, { format, theme, label, color, slice, levels, cell }: DrawOptions): string {
  const query = slice === undefined ? undefined : markQuery(slice);
  if (slice !== undefined && query === undefined)
    throw new UsageError(`--slice: "${slice}" is no slice such as '(2,_)' and no label such as 'bank 7'`);
  // Cells that are asked for, pixels without labels, and TikZ, as print_latex writes it, are elements.
  const picture = query === undefined && cell === undefined && format !== "tikz" ? inChunks(once(whole)) : whole;
  const framed = query === undefined ? {} : { highlight: (_: number, cell: Cell) => query(cell) };
  const modes = { ...(label === undefined ? {} : { label }), ...(color === undefined ? {} : { color }) };
  const cut = { maxRows: mostCells, maxColumns: mostCells };
  switch (format) {
    case "svg":
    case "pdf": {
      const asked = [label, color, slice, cell].some((one) => one !== undefined);
      const wide = asked || format === "pdf" ? undefined : wideMma(once(whole), theme);
      if (wide !== undefined) return `${wide}\n`;
      const size = { maxWidth: mostPixels, maxHeight: mostPixels };
      const far = cell === undefined ? {} : { cell, cutTitles: true };
      const drawing = renderSvg(picture, { theme, ...size, levels, ...modes, ...framed, ...far });
      return format === "pdf" ? renderPdf(drawing) : `${drawing.svg}\n`;
    }
    case "text":
      return renderText(picture, { ...cut, ...modes });
    case "tikz":
      return renderTikz(picture, { ...cut, ...modes });
    default:
      return format satisfies never;
  }
}
