// `cute-lens: ignore[code] reason` in a comment: silences a rule on its line, or on the next line when the comment
// stands alone; `cute-lens: ignore-file[code] reason` silences it in the whole file. Several codes are separated by
// commas; `*` is every rule. Without a reason it works all the same.
import type { Directive, Place } from "../../../src-engine/program/ir.ts";

export interface Suppression {
  readonly codes: readonly string[];
  /** The lines it covers as offsets; the whole file when absent. */
  readonly fragment: number;
  readonly start: number;
  readonly end: number;
  readonly reach: "line" | "file";
}

const form = /cute-lens:\s*(ignore-file|ignore)\s*\[([^\]]*)\]/;

/** The suppressions among a unit's comments. `texts` are the fragments' texts. */
export function suppressionsOf(directives: readonly Directive[], texts: readonly string[]): readonly Suppression[] {
  return directives.flatMap((directive) => {
    const text = texts[directive.fragment];
    if (text === undefined) return [];
    const covered = coveredLines(text, directive.span);
    const match = form.exec(text.slice(covered.start, endOfLine(text, directive.span.end)));
    if (match === null) return [];
    const codes = (match[2] ?? "").split(",").map((code) => code.trim());
    const reach = match[1] === "ignore-file" ? "file" : "line";
    return [{ codes, reach, fragment: directive.fragment, ...covered }];
  });
}

export function suppresses(suppression: Suppression, names: readonly string[], place: Place): boolean {
  if (!suppression.codes.some((code) => code === "*" || names.includes(code))) return false;
  if (suppression.reach === "file") return true;
  const sameFragment = suppression.fragment === place.fragment;
  return sameFragment && place.start <= suppression.end && place.end >= suppression.start;
}

/** The comment's own line when code stands before it, else that line and the next one. */
function coveredLines(text: string, span: { readonly start: number; readonly end: number }) {
  const start = text.lastIndexOf("\n", span.start - 1) + 1;
  const alone = text.slice(start, span.start).trim() === "";
  const own = endOfLine(text, span.end);
  return { start, end: alone && own < text.length ? endOfLine(text, own + 1) : own };
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/** The comment to write above a line for the code action: with the line's own indent. */
export function suppressionComment(code: string, language: "cpp" | "python", indent: string): string {
  return `${indent}${language === "cpp" ? "//" : "#"} cute-lens: ignore[${code}] reason\n`;
}
