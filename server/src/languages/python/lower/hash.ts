// The hash of an item's own text: equal text, equal hash, so that an edit elsewhere leaves it alone.
import type { Node } from "web-tree-sitter";
import { textHash } from "../../../text-hash.ts";
import type { Source } from "./source.ts";

/** `without` are the members that hash for themselves; the comment behind the item and the preset above belong to it. */
export function hashOf(source: Source, node: Node, without: readonly Node[]): string {
  const lineEnd = source.text.indexOf("\n", node.endIndex);
  const lineStart = source.text.lastIndexOf("\n", node.startIndex - 1);
  const aboveStart = lineStart < 0 ? 0 : source.text.lastIndexOf("\n", lineStart - 1) + 1;
  const above = lineStart < 0 ? "" : source.text.slice(aboveStart, lineStart);
  const parts = [above.includes("#") ? above : ""];
  let at = node.startIndex;
  for (const member of without) {
    parts.push(source.text.slice(at, member.startIndex));
    at = member.endIndex;
  }
  parts.push(source.text.slice(at, lineEnd < 0 ? source.text.length : lineEnd));
  // An error elsewhere may change what the grammar makes of the same text.
  if (node.hasError) parts.push(node.toString());
  return textHash(parts.join("\u0000"));
}
