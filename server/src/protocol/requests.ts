// What client and server say to each other besides LSP: names and plain JSON types, used by both sides (the preview's
// request is in view.ts).
//
// Values cross as notation text (the engine's parser reads it back) and plain JSON. Positions are LSP's: line and
// UTF-16 column from 0.
import type { Position } from "./view.ts";

export type { Position };

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
  /** Colours of pictures. */
  readonly theme?: "light" | "dark" | "contrast";
  /** The client answers `cuteLens/host/*`: the server has no file system of its own (browser). */
  readonly host?: boolean;
  /** Where the wasm files are (browser): a URL that ends in a slash. */
  readonly wasm?: string;
  /** The `cuteLens` settings section, for clients without `workspace/configuration`. */
  readonly settings?: unknown;
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
  readonly range: Range;
  readonly kind: string;
  readonly value: string;
  readonly why?: string;
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
}

// ---- server → client ------------------------------------------------------------------------------------------------

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
