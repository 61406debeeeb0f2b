// What client and server say to each other besides LSP: names and plain JSON types, used by both sides.
//
// Values cross as notation text (the engine's parser reads it back) and plain JSON. Positions are LSP's: line and
// UTF-16 column from 0.

import type { PackedCells } from "./packed-cells.ts";
import type { EffectsJson, LiteralJson, RemedyJson, SymbolJson } from "./what-if.ts";

export interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Sent as initializationOptions. What a client does not say, it cannot do. */
export interface InitializationOptions {
  /** The client shows `data:image/svg+xml` images in Markdown. */
  readonly pictures?: boolean;
  /** Commands that links and code lenses may name: `cuteLens.openPreview` … */
  readonly commands?: readonly string[];
  /** The client asks again, with `settled`, where the answer to a hover says that another follows. */
  readonly follows?: boolean;
  /** Colours of pictures. */
  readonly theme?: "light" | "dark" | "contrast";
  /** The client answers `cuteLens/host/*`: the server has no file system of its own (browser). */
  readonly host?: boolean;
  /** Where the wasm files are (browser): a URL that ends in a slash. */
  readonly wasm?: string;
  /** The instances chosen before: label by function by URI. */
  readonly choices?: ChoicesParams["choices"];
  /** Languages for which another server says where names are declared. */
  readonly served?: readonly ("cpp" | "python")[];
  /** False where the user does not trust the folders: files are read below them alone, and their cute-lens.json silences nothing. */
  readonly trusted?: boolean;
  /** The `cuteLens` settings section, for clients without `workspace/configuration`. */
  readonly settings?: unknown;
}

// ---- cuteLens/view: what the preview shows --------------------------------------------------------------------------

export const viewRequest = "cuteLens/view";

export interface ViewParams {
  readonly uri: string;
  /** The value under this position, or that of `expression` (the notation or an op call: `eval`'s language). */
  readonly position?: Position;
  readonly expression?: string;
  /** The instance to show when there are several; the first when absent. */
  readonly instance?: string;
  /** What-if: values of symbols, `{ "M": "512" }`; they stay dynamic. */
  readonly bindings?: Readonly<Record<string, string>>;
  /** What-if: numbers for literals of the source, by the ids that an answer's `literals` have. */
  readonly literals?: Readonly<Record<string, string>>;
  /** The kind of picture wanted; the value's natural one when absent. */
  readonly kind?: string;
  /** The part of each panel wanted; the whole when small, nothing when absent and large. */
  readonly window?: WindowJson;
  /** Cells come packed: in `packed` in place of `cells`. */
  readonly packed?: true;
}

export interface WindowJson {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly step: number;
  /** Cells seen from afar: their colours without their labels, of more of them at once. */
  readonly unlabelled?: true;
  /** Of those colours the ones of this mode alone. */
  readonly color?: string;
  /** Of this panel alone; absent of all. */
  readonly panel?: number;
}

/** Null when nothing is known at the position. */
export interface ViewResult {
  readonly name: string;
  readonly language: "cpp" | "python";
  /** The value in its language's notation: the webview's own engine reads it. */
  readonly notation: string;
  /** The same for people: `±8` where a formula of bits has just these values. */
  readonly readable?: string;
  /** What stands for a formula in it: `±8`, and the formula. */
  readonly formulas?: readonly (readonly [string, string])[];
  readonly kind: string;
  /** Facts as the hover says them, name and text. */
  readonly facts: readonly (readonly [string, string])[];
  /** How it came about: the op and its inputs as notation, for pictures of operations. */
  readonly step?: StepJson;
  readonly instance: string;
  readonly instances: readonly { readonly id: string; readonly label: string; readonly notation: string }[];
  /** The expression in the source. */
  readonly range?: Range;
  /** Symbols that the values of the function rest on: fields for what-if. */
  readonly symbols: readonly SymbolJson[];
  /** Sizes that the source writes as numbers, of the function and its callers: fields for what-if. */
  readonly literals?: readonly LiteralJson[];
  readonly picture?: PictureJson;
  /** Why there is no picture. */
  readonly why?: string;
  /** Changes of the source that would free the copy of its conflicts: the picture shows the effect of the first. */
  readonly remedies?: readonly RemedyJson[];
  /** What the values that are tried bring besides the picture. */
  readonly effects?: EffectsJson;
}

export interface StepJson {
  readonly op: string;
  readonly inputs: readonly {
    readonly role: string;
    readonly text: string;
    readonly notation: string;
    /** The same for people. */
    readonly readable?: string;
    readonly range?: Range;
  }[];
  readonly result: string;
  /** The same for people. */
  readonly readableResult?: string;
}

export interface PictureJson {
  readonly title: string;
  readonly summary: string;
  readonly panels: readonly PanelJson[];
}

export type ScaleJson =
  | { readonly kind: "threads"; readonly count: number }
  | { readonly kind: "ramp"; readonly most: number };

export interface PanelJson {
  readonly row: number;
  readonly column: number;
  readonly view: {
    readonly kind: string;
    readonly title: string;
    readonly rows: AxisJson;
    readonly columns: AxisJson;
    readonly labelModes: readonly string[];
    readonly colorModes: readonly string[];
    /** Of colour modes whose tones are threads, or numbers up to the largest. */
    readonly scales?: Readonly<Record<string, ScaleJson>>;
    /** The label mode whose two words stand above each other. */
    readonly stacked?: string;
    readonly summary: string;
  };
  readonly window: WindowJson;
  readonly cells: readonly CellJson[];
  readonly packed?: PackedCells;
  /** Where the colours came alone: some cells with their labels, which say how wide labels are. */
  readonly corners?: readonly CellJson[];
}

export interface AxisJson {
  readonly extent: number;
  readonly text?: string;
  readonly periods: readonly number[];
  readonly name: string;
}

export interface CellJson {
  readonly row: number;
  readonly column: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly tones: Readonly<Record<string, number>>;
  readonly accent?: number;
}

// ---- cuteLens/facts: every fact of a file, as `inspect --json` ------------------------------------------------------

export const factsRequest = "cuteLens/facts";

export interface FactsParams {
  readonly uri: string;
  readonly bindings?: Readonly<Record<string, string>>;
}

export interface FactsResult {
  readonly facts: readonly FactJson[];
}

export interface FactJson {
  readonly function: string;
  readonly instance: string;
  readonly name: string;
  /** The file's, or that of the cell. */
  readonly uri: string;
  readonly range: Range;
  readonly kind: string;
  readonly value: string;
  readonly why?: string;
}

// ---- cuteLens/costs: the Costs view of a file --------------------------------------------------------------------------

export const costsRequest = "cuteLens/costs";

export interface CostsParams {
  readonly uri: string;
}

export interface CostsResult {
  readonly kernels: readonly KernelCostsJson[];
}

export interface KernelCostsJson {
  readonly name: string;
  readonly instance: string;
  /** Of the range: the file's, or that of the cell. */
  readonly uri: string;
  readonly range?: Range;
  readonly facts: readonly (readonly [string, string])[];
  /** Those that lose most first. */
  readonly rows: readonly CostRowJson[];
}

export interface CostRowJson {
  readonly op: string;
  readonly title: string;
  readonly detail: string;
  readonly loss?: string;
  /** The file's, or that of the cell. */
  readonly uri: string;
  readonly range: Range;
}

// ---- cuteLens/why: why there is no layout here ----------------------------------------------------------------------

export const whyRequest = "cuteLens/why";

export interface WhyParams {
  readonly uri: string;
  readonly position: Position;
}

export interface WhyResult {
  /** Sentences, most important first. */
  readonly lines: readonly string[];
}

// ---- cuteLens/untaken: branches that are not compiled ---------------------------------------------------------------

export const untakenRequest = "cuteLens/untaken";

export interface UntakenParams {
  readonly uri: string;
}

export interface UntakenResult {
  /** Each with the sentences that say why. */
  readonly sides: readonly { readonly range: Range; readonly lines: readonly string[] }[];
}

// ---- cuteLens/explain: what a pasted text means ---------------------------------------------------------------------

export const explainRequest = "cuteLens/explain";

export interface ExplainParams {
  readonly text: string;
}

export interface ExplainResult {
  readonly title: string;
  readonly lines: readonly string[];
  readonly table: readonly (readonly [string, string])[];
  readonly rules: readonly string[];
  /** The line of the user's own file, from 1, and the file as the text names it. */
  readonly at?: { readonly file: string; readonly line: string };
}

// ---- notifications, and server → client ------------------------------------------------------------------------------------------------

/** After each analysis: for the status bar and for previews that follow. */
export const statusNotification = "cuteLens/status";

export interface StatusParams {
  readonly uri: string;
  readonly version: number;
  readonly arch: string;
  /** Names with a known layout or tensor. */
  readonly layouts: number;
  readonly problems: number;
  /** The file says nothing about CuTe. */
  readonly silent: boolean;
  /** The CUTLASS that the engine computes, and that of the project where it was found. */
  readonly cutlass: { readonly engine: string; readonly project?: string };
  /** Set when evaluation ended early. */
  readonly incomplete?: string;
  /** Set when the rest is still being evaluated. */
  readonly ongoing?: true;
}

/** An evaluation of the file begins or is over; a client that shows it waits a little, as most take no time. */
export const workingNotification = "cuteLens/working";

export interface WorkingParams {
  readonly uri: string;
  readonly on: boolean;
}

/** A command of the server: shows another instance of a function, `[uri, function, label?]`. */
export const chooseInstanceCommand = "cuteLens.chooseInstance";

/** What a click on the lens of a function with several instances runs, for clients that ask themselves which. */
export const pickInstanceCommand = "cuteLens.pickInstance";

/** After a choice: all of them, for the client to keep and hand over at the next start. */
export const choicesNotification = "cuteLens/choices";

export interface ChoicesParams {
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The editor's theme changed: pictures take its colours. */
export const themeNotification = "cuteLens/didChangeTheme";

export interface ThemeParams {
  readonly theme: "light" | "dark" | "contrast";
}

/** Files for a server that has none (browser): paths are URIs. */
export const hostReadRequest = "cuteLens/host/read";
export const hostListRequest = "cuteLens/host/list";

export interface HostParams {
  readonly uri: string;
}
export interface HostReadResult {
  readonly text: string | null;
}
export interface HostListResult {
  /** Names; a trailing `/` marks a folder. */
  readonly names: readonly string[];
}
