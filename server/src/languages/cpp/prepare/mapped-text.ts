// A text made from a file's: parts of the file as they stand, and parts that stand for something there (a macro's expansion).
//
// Each part knows its place in the file, so that what is read from the text leads back. A part of the file is exact: its offsets
// are the file's but for a shift. Anything else stands for the whole of its place.
import type { Span } from "../../../../../src-engine/program/ir.ts";

interface Part {
  /** Where the part begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  /** Its place in the file. */
  readonly source: Span;
  readonly exact: boolean;
}

export interface MappedText {
  readonly text: string;
  /** In order and without gaps; no empty ones. */
  readonly parts: readonly Part[];
}

/** A file's text as it stands. */
export const verbatim = (text: string): MappedText => ({
  text,
  parts: text === "" ? [] : [{ start: 0, end: text.length, source: { start: 0, end: text.length }, exact: true }],
});

/** A text that stands for a place of the file. */
export const standingFor = (text: string, source: Span): MappedText => ({
  text,
  parts: text === "" ? [] : [{ start: 0, end: text.length, source, exact: false }],
});

export function slice({ text, parts }: MappedText, start: number, end: number): MappedText {
  if (start >= end) return { text: "", parts: [] };
  const cut: Part[] = [];
  for (let i = partAt(parts, start); i < parts.length; i++) {
    const part = parts[i]!;
    if (part.start >= end) break;
    const from = Math.max(part.start, start);
    const to = Math.min(part.end, end);
    const source = part.exact ? shifted(part, from, to) : part.source;
    cut.push({ start: from - start, end: to - start, source, exact: part.exact });
  }
  return { text: text.slice(start, end), parts: cut };
}

export function concat(texts: readonly MappedText[]): MappedText {
  const parts: Part[] = [];
  let at = 0;
  for (const one of texts) {
    for (const part of one.parts) parts.push({ ...part, start: part.start + at, end: part.end + at });
    at += one.text.length;
  }
  return { text: texts.map((one) => one.text).join(""), parts };
}

/** Where a stretch of the text stands in the file: exactly where it is the file's own, else all that its parts stand for. */
export function placeIn({ parts }: MappedText, start: number, end: number): Span {
  const first = partAt(parts, start);
  if (first >= parts.length) return behind(parts);
  const stop = Math.max(start, end);
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let i = first; i < parts.length && (i === first || parts[i]!.start < stop); i++) {
    const part = parts[i]!;
    const source = part.exact ? shifted(part, Math.max(start, part.start), Math.min(stop, part.end)) : part.source;
    from = Math.min(from, source.start);
    to = Math.max(to, source.end);
  }
  return { start: from, end: to };
}

function behind(parts: readonly Part[]): Span {
  const end = parts.at(-1)?.source.end ?? 0;
  return { start: end, end };
}

/** Is this stretch of the text the file's own? */
export function isExact({ parts }: MappedText, start: number, end: number): boolean {
  const part = parts[partAt(parts, start)];
  return part?.exact === true && end <= part.end;
}

const shifted = (part: Part, from: number, to: number): Span => ({
  start: part.source.start + from - part.start,
  end: part.source.start + to - part.start,
});

/** The index of the part that holds an offset; `parts.length` behind the last. */
function partAt(parts: readonly Part[], offset: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
