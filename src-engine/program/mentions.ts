// Which names an item's code mentions: a function that nobody mentions is where the evaluation starts.
import type { FunctionCore, Item } from "./ir.ts";
import { eachNode } from "./nodes.ts";

/** Names used in code other than the item's own: simple names, last parts of paths, members. */
export function mentionsOf(item: Item | FunctionCore): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(item, (node) => collect(node, names));
  return names;
}

function collect(node: object, names: Set<string>): void {
  if (!("kind" in node)) return;
  if (node.kind === "name" && "path" in node && Array.isArray(node.path)) {
    for (const part of node.path) if (typeof part === "string") names.add(part);
  } else if ((node.kind === "member" || node.kind === "scope") && "name" in node && typeof node.name === "string") {
    names.add(node.name);
  } else if (node.kind === "outer" && "names" in node && Array.isArray(node.names)) {
    for (const name of node.names) if (typeof name === "string") names.add(name);
  }
}
