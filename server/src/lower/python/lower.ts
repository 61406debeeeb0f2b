// A Python document's trees to its Unit: one fragment for a file, one per cell for a notebook.
//
// Lowering never fails. Names flow from cell to cell, so all fragments share one list of items.
import type { Node } from "web-tree-sitter";
import type { Unit } from "../../../../src-engine/ir.ts";
import { lowerPlacedItem } from "./items.ts";
import { directivesOf } from "./presets.ts";
import { codeChildren, type Registry, type Source } from "./source.ts";

export interface PythonFragment {
  readonly text: string;
  /** Root of the fragment's tree-sitter-python tree. */
  readonly root: Node;
}

export function lowerPython(file: string, fragments: readonly PythonFragment[]): Unit {
  const registry: Registry = { ordinals: new Map(), places: new Map() };
  const items = fragments.flatMap(({ text, root }, fragment) => {
    const source: Source = { text, fragment, base: 0, depth: 0, registry, path: "", scope: [] };
    return topLevel(root).flatMap((node) => lowerPlacedItem(source, node));
  });
  const directives = fragments.flatMap(({ text }, fragment) => directivesOf(text, fragment));
  return { language: "python", file, items, places: registry.places, directives };
}

/** Statements of the module; where the parser gave up, those inside its error nodes. */
function topLevel(root: Node): Node[] {
  return codeChildren(root).flatMap((node) => (node.type === "ERROR" ? codeChildren(node) : [node]));
}
