// Which cells are meant: `(2,_)` a slice, `(_,1:3)` with a range, `T5`, `V0`, `bank 7`, `offset 12`, `tile 2`.
//
// A slice is asked of the natural coordinate where it is nested, else of row and column. Words are label or colour modes.
import { type Cell, isTogether, type Picture } from "./view.ts";

export type Query = (cell: Cell) => boolean;

/** Undefined for what is no query. */
export function markQuery(text: string): Query | undefined {
  const asked = text.trim().replace(/None/g, "_");
  if (asked === "") return undefined;
  if (asked.startsWith("(")) return sliceQuery(asked);
  const short = /^([TV])(\d+)$/i.exec(asked);
  if (short?.[1]?.toUpperCase() === "T") return heldBy(short[2] ?? "");
  if (short !== null) return moded("value", short[2] ?? "");
  const words = /^(.*?)[\s=:]+(-?\d+(?:\.\d+)?)$/.exec(asked);
  return words === null ? undefined : moded(words[1]?.trim().toLowerCase() ?? "", words[2] ?? "");
}

function heldBy(thread: string): Query {
  const labelled = moded("thread", thread);
  return (cell) => cell.isHeldBy?.(Number(thread)) ?? labelled(cell);
}

/** By the label where there is one of that name, by the colour elsewhere. */
const moded =
  (mode: string, wanted: string): Query =>
  (cell) => {
    const label = cell.labels[mode]?.replace(/^[TV]/, "").replace(/\+\d+$/, "");
    return label === undefined ? cell.tones[mode] === Number(wanted) : label === wanted;
  };

function sliceQuery(text: string): Query | undefined {
  const wanted = coordinate(text, true);
  if (wanted === undefined || !Array.isArray(wanted)) return undefined;
  return (cell) => {
    const natural = coordinate(cell.labels.natural ?? "", false);
    if (Array.isArray(natural) && natural.length === wanted.length && matches(natural, wanted)) return true;
    const { row, column } = cell.at ?? cell;
    return wanted.length === 2 && wanted.every((w) => !Array.isArray(w)) && matches([row, column], wanted);
  };
}

/** A number, `_`, `a:b` from a to before b, or a tuple. */
type Part = number | "_" | { readonly from: number; readonly to: number } | readonly Part[];

function matches(at: Part, wanted: Part): boolean {
  if (wanted === "_") return true;
  if (Array.isArray(wanted))
    return Array.isArray(at) && at.length === wanted.length && wanted.every((w, i) => matches(at[i], w));
  const number = Array.isArray(at) && at.length === 1 ? at[0] : at;
  if (typeof number !== "number") return false;
  return typeof wanted === "object" && "from" in wanted
    ? number >= wanted.from && number < wanted.to
    : number === wanted;
}

/** Coordinates of pictures are a few levels deep; deeper text is none. */
const deepest = 16;

function coordinate(text: string, slices: boolean): Part | undefined {
  let at = 0;
  const read = (depth: number): Part | undefined => {
    while (text[at] === " ") at++;
    if (text[at] === "(") {
      if (depth > deepest) return undefined;
      const items: Part[] = [];
      at++;
      for (;;) {
        const item = read(depth + 1);
        if (item === undefined) return undefined;
        items.push(item);
        while (text[at] === " ") at++;
        if (text[at] === ")") break;
        if (text[at++] !== ",") return undefined;
      }
      at++;
      return items;
    }
    const leaf = (slices ? /^(?:_(?!\d)|:|_?(\d+)(?:\s*:\s*(\d+))?)/ : /^(\d+)/).exec(text.slice(at));
    if (leaf === null) return undefined;
    at += leaf[0].length;
    if (leaf[1] === undefined) return "_";
    return leaf[2] === undefined ? Number(leaf[1]) : { from: Number(leaf[1]), to: Number(leaf[2]) };
  };
  const part = read(0);
  return at === text.trimEnd().length ? part : undefined;
}

/** What one can ask for in a picture, for the field's help. */
export const markWords = (picture: Picture): readonly string[] => [
  ...new Set(
    picture.panels.flatMap(({ view }) => [...view.labelModes.filter((one) => !isTogether(one)), ...view.colorModes]),
  ),
];
