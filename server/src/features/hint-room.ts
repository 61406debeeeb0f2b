// How much room hints have: a line with all its hints takes so many columns, so that no code is ever pushed out of sight.
//
// A hint that does not fit is cut to its layout, then to its shape, then left out; the hover has the whole value.
import type { Hint } from "./inlay-hints.ts";

/** VS Code draws a tab as so many columns where nobody says otherwise. */
const tab = "    ";

export function fitted(hints: readonly Hint[], texts: readonly string[], most: number): readonly Hint[] {
  const taken = new Map<string, number>();
  return [...hints].sort(byPlace).flatMap((hint) => {
    const text = texts[hint.where.fragment] ?? "";
    const start = text.lastIndexOf("\n", hint.where.offset - 1) + 1;
    const key = `${hint.where.fragment}:${start}`;
    const used = taken.get(key) ?? widthOf(text, start);
    const shown = [hint.text, ...(hint.shorter ?? [])].find((one) => used + width(one) <= most);
    taken.set(key, used + (shown === undefined ? 0 : width(shown)));
    return shown === undefined ? [] : [{ ...hint, text: shown }];
  });
}

const byPlace = (a: Hint, b: Hint): number => a.where.fragment - b.where.fragment || a.where.offset - b.where.offset;

/** With the gap before it. */
const width = (text: string): number => text.length + 1;

function widthOf(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return text
    .slice(start, end < 0 ? text.length : end)
    .trimEnd()
    .replaceAll("\t", tab).length;
}
