// Comments that speak about code: the one behind a declaration, and presets (`// cute-lens: NAME = VALUE`) above an item.
import type { Node } from "web-tree-sitter";
import type { Directive, Note } from "../../../../../src-engine/program/ir.ts";
import { type Cursor, placeOf } from "./cursor.ts";

/** `Tensor gA = …;  // (BLK_M,BLK_K,k)`: the comment behind the node on its last line. */
export function noteBehind(c: Cursor, node: Node): Note | undefined {
  if (c.origin?.isExact(node.endIndex - 1, node.endIndex) === false) return undefined;
  const pattern = /[ \t]*(?:[;,)]+[ \t]*)?(?:\/\/[ \t]*([^\n\r]*)|\/\*([^\n\r]*?)\*\/[ \t]*(?=[\n\r]))/y;
  pattern.lastIndex = placeOf(c, node).end;
  const match = pattern.exec(c.file.source);
  const text = (match?.[1] ?? match?.[2] ?? "").trim();
  if (match === null || text === "") return undefined;
  const start = match.index + match[0].indexOf(text) - c.base;
  return { text, span: { start, end: start + text.length } };
}

const marker = /^\s*(?:\/\/+|\/?\*+)\s*cute-lens:(.*)$/;

/** The marked comment lines directly above an item that starts at `start`, top first; other comment lines between them are passed over. */
export function presetsAbove(text: string, start: number): string[] {
  const presets: string[] = [];
  let end = text.lastIndexOf("\n", start - 1);
  while (end > 0) {
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(from, end);
    if (!/^\s*(?:\/\/|\/?\*)/.test(line)) break;
    const words = marker.exec(line)?.[1]?.trim().replace(/\*\/$/, "").trimEnd();
    if (words !== undefined && !words.startsWith("ignore") && words.includes("=")) presets.unshift(words);
    end = from - 1;
  }
  return presets;
}

/** Every marked comment of the file. */
export function directivesOf(text: string): Directive[] {
  const pattern = /(?<!\/)\/(?:\/+|\*+)[ \t]*cute-lens:[ \t]*([^\n\r]*)/g;
  return [...text.matchAll(pattern)].map((match) => {
    const words = (match[1] ?? "").split("*/", 1)[0]!.trimEnd();
    const kind = words.startsWith("ignore") ? "ignore" : words.includes("=") ? "preset" : "other";
    return {
      kind,
      text: words,
      fragment: 0,
      span: { start: match.index, end: match.index + match[0].trimEnd().length },
    };
  });
}
