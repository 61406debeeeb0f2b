// `import a.b as c`, `from ..x import y as z`, `from m import *`.
import type { Node } from "web-tree-sitter";
import type { ImportItem, ItemId } from "../../../../../src-engine/program/ir.ts";
import { hashOf } from "./hash.ts";
import { codeChildren, type Source, spanOf, textOf } from "./source.ts";

type Imported = ImportItem["names"][number];

export function lowerImport(source: Source, node: Node, id: ItemId): ImportItem {
  const module = node.childForFieldName("module_name");
  const names = node
    .childrenForFieldName("name")
    .flatMap((child) => (child === null ? [] : [importedName(source, child)]));
  const star = codeChildren(node).find((child) => child.type === "wildcard_import");
  const target = targetOf(source, node, module);
  return {
    kind: "import",
    id,
    name: target.name,
    nameSpan: spanOf(source, module ?? node),
    scope: source.scope,
    hash: hashOf(source, node, []),
    presets: [],
    form: node.type === "import_statement" ? "import" : "from",
    target: target.name,
    names: star === undefined ? names : [{ name: "*", alias: "*", span: spanOf(source, star) }],
    level: target.level,
  };
}

/** The module of a `from`; for `import a.b, c` every module is in `names` and the target is empty. */
function targetOf(source: Source, node: Node, module: Node | null): { readonly name: string; readonly level: number } {
  if (node.type === "future_import_statement") return { name: "__future__", level: 0 };
  const dotted = module === null ? "" : textOf(source, module).replace(/\s/g, "");
  const dots = /^\.*/.exec(dotted)?.[0].length ?? 0;
  return { name: dotted.slice(dots), level: dots };
}

/** `import a.b` without alias binds `a`: its alias here is `a`, its name `a.b`. */
function importedName(source: Source, node: Node): Imported {
  const isAliased = node.type === "aliased_import";
  const name = isAliased ? (node.childForFieldName("name") ?? node) : node;
  const alias = isAliased ? node.childForFieldName("alias") : null;
  const text = textOf(source, name).replace(/\s/g, "");
  const bound = alias === null ? (text.split(".")[0] ?? text) : textOf(source, alias);
  return { name: text, alias: bound, span: spanOf(source, alias ?? name) };
}
