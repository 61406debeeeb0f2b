// What the page shows, as plain data: the whole of it goes into a link. What comes out of a link is checked.

import type { Position } from "../../server/src/protocol/requests.ts";

export type Mode = "code" | "calculator" | "explain";

export interface SourceState {
  /** `sgemm.cu`: the ending says the language. */
  readonly name: string;
  readonly text: string;
  /** Where the cursor is, in UTF-16 units. */
  readonly cursor: number;
}

/** How a picture is drawn: the preview's controls by their names. */
export type Controls = Readonly<Record<string, string>>;

/** One tab of the calculator. */
export interface Sheet {
  readonly form: string;
  readonly values: readonly string[];
  readonly controls: Controls;
}

export interface State {
  readonly mode: Mode;
  readonly source: SourceState;
  /** Of the picture beside the source. */
  readonly controls: Controls;
  /** The place in the source that is drawn, which the cursor may have left. */
  readonly shown?: Position;
  /** Typed into the preview's input line beside the source. */
  readonly expression?: string;
  readonly arch: string;
  readonly sheets: readonly Sheet[];
  readonly sheet: number;
  /** A second picture beside the first, of this sheet. */
  readonly beside?: number;
  readonly pasted: string;
}

/** A state out of a link; what is missing or makes no sense is as in `fallback`. */
export function readState(json: unknown, fallback: State): State {
  if (!isRecord(json)) return fallback;
  const sheets = Array.isArray(json.sheets) ? json.sheets.flatMap(readSheet) : [];
  const kept = sheets.length > 0 ? sheets : fallback.sheets;
  const within = (value: unknown): value is number => isCount(value) && value < kept.length;
  return {
    mode: json.mode === "calculator" || json.mode === "explain" || json.mode === "code" ? json.mode : fallback.mode,
    source: readSource(json.source) ?? fallback.source,
    controls: readControls(json.controls),
    ...(isPosition(json.shown) ? { shown: json.shown } : {}),
    ...(isText(json.expression) ? { expression: json.expression } : {}),
    arch: isText(json.arch) ? json.arch : fallback.arch,
    sheets: kept,
    sheet: within(json.sheet) ? json.sheet : 0,
    ...(within(json.beside) ? { beside: json.beside } : {}),
    pasted: isText(json.pasted) ? json.pasted : fallback.pasted,
  };
}

function readSource(json: unknown): SourceState | undefined {
  if (!isRecord(json) || !isText(json.name) || !isText(json.text)) return undefined;
  const cursor = isCount(json.cursor) ? Math.min(json.cursor, json.text.length) : 0;
  return { name: json.name, text: json.text, cursor };
}

function readSheet(json: unknown): Sheet[] {
  if (!isRecord(json) || !isText(json.form) || !Array.isArray(json.values) || !json.values.every(isText)) return [];
  return [{ form: json.form, values: json.values, controls: readControls(json.controls) }];
}

function readControls(json: unknown): Controls {
  if (!isRecord(json)) return {};
  return Object.fromEntries(Object.entries(json).filter((entry): entry is [string, string] => isText(entry[1])));
}

const isPosition = (json: unknown): json is Position => isRecord(json) && isCount(json.line) && isCount(json.character);
const isText = (json: unknown): json is string => typeof json === "string";
const isCount = (json: unknown): json is number => typeof json === "number" && Number.isInteger(json) && json >= 0;
const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === "object" && json !== null && !Array.isArray(json);
