// A function's body from the function's own text, for when somebody asks for it: the file's tree is gone by then.
import type { Node } from "web-tree-sitter";
import type { Block } from "../../../../../src-engine/program/ir.ts";
import { lineEnd, type Registry, type Source } from "./source.ts";

/** Uses a text's tree, which is gone afterwards. */
export type WithTree = <T>(text: string, use: (root: Node) => T) => T;

/** What `lower` makes of a definition that has a place of its own and no error. */
export function laterBody(
  source: Source,
  definition: Node,
  withTree: WithTree,
  lower: (source: Source, definition: Node) => Block,
): () => Block {
  const { type, startIndex } = definition;
  const end = lineEnd(source, definition);
  return () => {
    const line = source.text.lastIndexOf("\n", startIndex - 1) + 1;
    // What is indented stands below something.
    const above = line === startIndex ? "" : "if 1:\n";
    const text = `${above}${source.text.slice(line, end)}\n`;
    const base = above.length + startIndex - line;
    return withTree(text, (root) => {
      const found = root.descendantForIndex(base);
      const own = found === null ? undefined : outermost(found, type, base);
      if (own === undefined) return [];
      const registry: Registry = { ordinals: new Map(), places: new Map() };
      const body = lower({ ...source, text, base, registry }, own);
      for (const [id, place] of registry.places)
        source.registry.places.set(id, {
          fragment: source.fragment,
          start: place.start - base + startIndex,
          end: place.end - base + startIndex,
        });
      return body;
    });
  };
}

/** The definition that begins here: the node may be its first word. */
function outermost(node: Node, type: string, start: number): Node | undefined {
  let found: Node | undefined;
  for (let at: Node | null = node; at !== null && at.startIndex === start; at = at.parent)
    if (at.type === type) found = at;
  return found;
}
