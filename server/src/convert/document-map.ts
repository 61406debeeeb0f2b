// Which texts a document has and where its offsets are in the editor: one URI and line table a fragment.
import type { Place } from "../../../src-engine/program/ir.ts";
import type { Where } from "../facts/fact-index.ts";
import type { Position, Range } from "../protocol/requests.ts";
import { type Lines, linesOf } from "./lines.ts";

export interface DocumentMap {
  readonly uris: readonly string[];
  readonly texts: readonly string[];
  readonly lines: readonly Lines[];
}

export function documentMap(fragments: readonly { readonly uri: string; readonly text: string }[]): DocumentMap {
  return {
    uris: fragments.map((f) => f.uri),
    texts: fragments.map((f) => f.text),
    lines: fragments.map((f) => linesOf(f.text)),
  };
}

/** The position in the editor as fragment and offset; undefined when the URI is none of the document's. */
export function whereOf(map: DocumentMap, uri: string, position: Position): Where | undefined {
  const fragment = map.uris.indexOf(uri);
  const lines = map.lines[fragment];
  return lines === undefined ? undefined : { fragment, offset: lines.offset(position) };
}

export function rangeOf(map: DocumentMap, place: Place): Range {
  const lines = map.lines[place.fragment];
  if (lines === undefined) return { start: origin, end: origin };
  return { start: lines.at(place.start), end: lines.at(place.end) };
}

export function positionOf(map: DocumentMap, where: Where): Position {
  return map.lines[where.fragment]?.at(where.offset) ?? origin;
}

export function locationOf(map: DocumentMap, place: Place): { readonly uri: string; readonly range: Range } {
  return { uri: map.uris[place.fragment] ?? "", range: rangeOf(map, place) };
}

const origin: Position = { line: 0, character: 0 };
