// A unit with what the evaluator asks of its text: spans as text, offsets as lines.
import type { LinkedUnit } from "../../../src-engine/interpret/session.ts";
import type { Place } from "../../../src-engine/program/ir.ts";
import { outlineOf } from "../../../src-engine/program/outline.ts";
import type { Document } from "./analyse.ts";
import { meddles, outlineOfText } from "./python-text.ts";
import type { Loaded } from "./units.ts";

export function linkedUnit({ document, unit }: Loaded, links: ReadonlyMap<string, string>): LinkedUnit {
  let table: ReturnType<typeof lineTable> | undefined;
  const lines: ReturnType<typeof lineTable> = (fragment, offset) => {
    table ??= lineTable(document);
    return table(fragment, offset);
  };
  const placeOf = (item: string): Place | undefined => (item === "" ? undefined : unit.places.get(item));
  return {
    unit,
    links,
    outline: () => (unit.language === "cpp" ? outlineOf(unit.items) : outlineOfText(document)),
    mayName: (word) => document.fragments.some((one) => one.includes(word)),
    get meddles() {
      return unit.language === "python" && meddles(document, links);
    },
    text: (item, span) => {
      const place = placeOf(item);
      const base = place?.start ?? 0;
      return (document.fragments[place?.fragment ?? 0] ?? "").slice(base + span.start, base + span.end);
    },
    line: (item, offset) => {
      const place = placeOf(item);
      return lines(place?.fragment ?? 0, (place?.start ?? 0) + offset).line;
    },
  };
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** 1-based lines and columns; a notebook's cells are read one after another with one empty line between them. */
export function lineTable(document: Document): (fragment: number, offset: number) => Position {
  let first = 1;
  const tables = document.fragments.map((text) => {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    const table = { first, starts };
    first += starts.length + 1;
    return table;
  });
  return (fragment, offset) => {
    const table = tables[fragment];
    if (table === undefined) return { line: 1, column: 1 };
    const row = rowAt(table.starts, offset);
    return { line: table.first + row, column: offset - table.starts[row]! + 1 };
  };
}

function rowAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
