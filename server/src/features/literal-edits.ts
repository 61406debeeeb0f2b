// Other numbers in the place of literals: the text as it would be with them, and the way between its places and those of the text
// as it is.
//
// The values that another number gives are those of the edited text, so that writing it back changes nothing more.
import type { Place } from "../../../src-engine/program/ir.ts";
import type { Literal } from "./what-if.ts";

/** A number in place of what stands there. */
export interface Edit {
  readonly place: Place;
  readonly text: string;
}

/** The edits that give the literals their new numbers; what is unchanged or no longer there is left out. */
export function editsFor(literals: readonly Literal[], values: Readonly<Record<string, string>>): readonly Edit[] {
  return literals.flatMap((literal) => {
    const value = Number(values[literal.id] ?? Number.NaN);
    if (!Number.isSafeInteger(value) || value < 0 || value === literal.value) return [];
    return [{ place: literal.place, text: written(literal, value) }];
  });
}

/** The fragments with the edits in them, and where an offset of the old text is in the new one. */
export function edited(fragments: readonly string[], edits: readonly Edit[]): readonly string[] {
  return fragments.map((text, fragment) => {
    const here = edits.filter((edit) => edit.place.fragment === fragment);
    const last = [...here].sort((a, b) => b.place.start - a.place.start);
    return last.reduce((t, { place, text: by }) => t.slice(0, place.start) + by + t.slice(place.end), text);
  });
}

export function moved(edits: readonly Edit[], fragment: number, offset: number): number {
  const before = edits.filter(({ place }) => place.fragment === fragment && place.end <= offset);
  return before.reduce((at, { place, text }) => at + text.length - (place.end - place.start), offset);
}

/** The way back: from the edited text to the text as it is. */
export function movedBack(edits: readonly Edit[], place: Place): Place {
  const back = (offset: number): number => {
    let at = offset;
    for (const edit of [...edits].sort((a, b) => a.place.start - b.place.start)) {
      if (edit.place.fragment !== place.fragment || at <= edit.place.start) continue;
      at = Math.max(edit.place.start, at - edit.text.length + (edit.place.end - edit.place.start));
    }
    return at;
  };
  return { fragment: place.fragment, start: back(place.start), end: back(place.end) };
}

/** The constants that CuTe's headers name; any other number is an `Int<>`. */
const named = (n: number): boolean =>
  n <= 10 || n === 12 || n === 16 || (n >= 24 && n <= 256 && n % 8 === 0) || [384, 512, 768].includes(n) || power(n);
const power = (n: number): boolean => n <= 524_288 && Number.isInteger(Math.log2(n));

function written(literal: Literal, value: number): string {
  if (!literal.text.startsWith("_")) return String(value);
  return named(value) ? `_${value}` : `Int<${value}>`;
}
