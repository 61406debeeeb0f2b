// What is wrong with an expression of the command line, with its place marked below it.
import type { Stop } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";

export const caret = (text: string, stop: Stop): string => `error: ${pointed(text, stop)}\n`;

/** The message; below it the line of the expression and marks under the place, where one place is wrong. */
export function pointed(text: string, stop: Stop): string {
  const at = stop.at === undefined ? "" : ` (${stop.at})`;
  const head = `${stop.message}${at}`;
  const offset = numberOf(stop.facts?.offset);
  if (offset === undefined) return head;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const line = text.slice(start, end < 0 ? undefined : end);
  const marks = "^".repeat(Math.max(1, Math.min(numberOf(stop.facts?.length) ?? 1, line.length - (offset - start))));
  return `${head}\n  ${line}\n  ${" ".repeat(offset - start)}${marks}`;
}

const numberOf = (v: Value | undefined): number | undefined => (v?.kind === "num" ? v.value : undefined);
