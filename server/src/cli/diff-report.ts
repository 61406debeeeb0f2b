// What `diff` found, and the words that all its formats share.
import { type At, type Change, type FileDiff, isEqual, type ProblemLine } from "../features/diff/compare.ts";
import { count } from "../features/diff/words.ts";
import type { Document } from "../project/analyse.ts";
import { lineTable } from "../project/linked.ts";

export interface ComparedFile {
  readonly file: string;
  readonly documents: { readonly before: Document | undefined; readonly after: Document | undefined };
  readonly diff: FileDiff;
}

export interface DiffReport {
  /** What the sides are called. */
  readonly before: string;
  readonly after: string;
  readonly files: readonly ComparedFile[];
}

/** 1-based, on the side that the place is of. */
export function lineAt({ documents }: ComparedFile, side: "before" | "after", { fragment, start }: At): number {
  const document = documents[side];
  return document === undefined ? 1 : lineTable(document)(fragment, start).line;
}

export const lineOf = (file: ComparedFile, change: Change): number =>
  lineAt(file, change.after === undefined ? "before" : "after", change.at);

export const problemText = (
  file: ComparedFile,
  side: "before" | "after",
  { code, severity, message, place }: ProblemLine,
): string => `${lineAt(file, side, place)}: ${severity}: ${message} [${code}]`;

/** The files that differ in something, and a line about all of them. */
export function summary({ before, after, files }: DiffReport): {
  readonly changed: readonly ComparedFile[];
  readonly closing: string;
} {
  const changed = files.filter(({ diff }) => !isEqual(diff));
  const equal = files.length - changed.length;
  const parts = [
    ...(changed.length === 0 ? [] : [`${count(changed.length, "file")} changed`]),
    ...(equal === 0 ? [] : [`the same layouts, costs and problems in ${count(equal, "file")}`]),
  ];
  const said = files.length === 0 ? "no file with CuTe code differs" : parts.join(", ");
  return { changed, closing: `${before} → ${after}: ${said}` };
}
