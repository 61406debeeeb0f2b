// Places in the editor's text as LSP says them, and back.
import type { Text } from "@codemirror/state";
import type { Position, Range } from "./lsp-types.ts";

export function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** The nearest place there is: the text may be another by now. */
export function offsetOf(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.from + character, found.to);
}

export const rangeIn = (doc: Text, from: number, to: number): Range => ({
  start: positionOf(doc, from),
  end: positionOf(doc, to),
});
