// Names: plain, qualified (`cute::size`), inside a type (`Foo<T>::bar`), with template arguments (`f<0>`), and the argument lists.

import type { Node } from "web-tree-sitter";
import type { Arg, Expr } from "../../../../../src-engine/program/ir.ts";
import { sharedName, sharedPath } from "../../names.ts";
import { type Cursor, childOf, codeChildren, deeper, field, opaque, spanOf, textOf, tooDeep } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { lowerPattern } from "./packs.ts";
import { reread, rereadArguments } from "./reread.ts";
import { lowerType } from "./types.ts";

export const nameNodes = new Set([
  "identifier",
  "type_identifier",
  "field_identifier",
  "namespace_identifier",
  "statement_identifier",
  "primitive_type",
  "sized_type_specifier",
  "qualified_identifier",
  "template_function",
  "template_type",
  "template_method",
  "dependent_name",
  "dependent_type",
  "operator_name",
  "destructor_name",
  "operator_cast",
]);

/** The name expression of a node, under a qualifier that was read before it (`cute` in `cute::size`). */
export function lowerName(c: Cursor, node: Node, prefix?: Expr): Expr {
  if (tooDeep(c)) return opaque(c, node, "nested too deeply");
  switch (node.type) {
    case "qualified_identifier":
      return lowerQualified(deeper(c), node, prefix);
    case "template_function":
    case "template_type":
    case "template_method":
      return lowerTemplate(deeper(c), node, prefix);
    case "dependent_name":
    case "dependent_type":
      return lowerDependent(deeper(c), node, prefix);
    case "decltype":
      return lowerType(c, node);
    default:
      return reread(c, node) ?? lowerPlain(c, node, prefix);
  }
}

function lowerPlain(c: Cursor, node: Node, prefix: Expr | undefined): Expr {
  const name = join(c, node, textOf(c, node).replace(/\s+/g, " "), prefix);
  const args = rereadArguments(c, node);
  return args === undefined ? name : { kind: "template", callee: name, args, span: name.span };
}

function lowerQualified(c: Cursor, node: Node, prefix: Expr | undefined): Expr {
  const scope = field(node, "scope");
  const name = field(node, "name");
  const outer = scope === undefined ? prefix : lowerName(c, scope, prefix);
  return name === undefined ? opaque(c, node, "a name is missing") : lowerName(c, name, outer);
}

function lowerTemplate(c: Cursor, node: Node, prefix: Expr | undefined): Expr {
  const name = field(node, "name");
  const list = field(node, "arguments");
  if (name === undefined) return opaque(c, node, "a template's name is missing");
  const callee = lowerName(c, name, prefix);
  const args = list === undefined ? [] : templateArguments(c, list);
  return { kind: "template", callee, args, span: withPrefix(c, node, prefix) };
}

function lowerDependent(c: Cursor, node: Node, prefix: Expr | undefined): Expr {
  const inner = codeChildren(node)[0];
  return inner === undefined ? opaque(c, node, "a name is missing") : lowerName(c, inner, prefix);
}

function join(c: Cursor, node: Node, name: string, prefix: Expr | undefined): Expr {
  const span = withPrefix(c, node, prefix);
  if (prefix === undefined) return { kind: "name", path: sharedPath(name), span };
  if (prefix.kind === "name") return { kind: "name", path: [...prefix.path, name], span };
  return { kind: "scope", object: prefix, name: sharedName(name), span };
}

function withPrefix(c: Cursor, node: Node, prefix: Expr | undefined): Expr["span"] {
  const span = spanOf(c, node);
  return prefix === undefined ? span : { start: Math.min(prefix.span.start, span.start), end: span.end };
}

export function templateArguments(c: Cursor, list: Node): Arg[] {
  return codeChildren(list).map((node) => lowerArgument(c, node));
}

/** What `...` stands behind. Where a specialisation is declared it is matched, not expanded. */
function patternArgument(c: Cursor, pattern: Node): Arg {
  const expanded = isDeclared(pattern)
    ? undefined
    : lowerPattern(c, pattern, (_, node) => lowerArgument(c, node).value);
  return expanded === undefined ? lowerArgument(c, pattern) : { value: expanded };
}

/** `template <class... Ts> struct F<G<Ts>...>`. */
function isDeclared(pattern: Node): boolean {
  const name = pattern.parent?.parent?.parent;
  return name?.type === "template_type" && /^(class|struct)_specifier$/.test(name.parent?.type ?? "");
}

/** An argument of a call, a construction or a template: an expression or a type, maybe a pack. */
export function lowerArgument(c: Cursor, node: Node): Arg {
  switch (node.type) {
    case "parameter_pack_expansion":
    case "type_parameter_pack_expansion": {
      const pattern = field(node, "pattern") ?? codeChildren(node)[0];
      return pattern === undefined
        ? { value: opaque(c, node, "an empty pack") }
        : { ...patternArgument(deeper(c), pattern), star: "pack" };
    }
    case "initializer_pair": {
      const value = field(node, "value");
      const designator = childOf(node, "field_designator");
      const name = designator === undefined ? undefined : codeChildren(designator)[0];
      if (value === undefined) return { value: opaque(c, node, "an initialiser without a value") };
      const lowered = lowerExpression(c, value);
      return name === undefined ? { value: lowered } : { value: lowered, name: textOf(c, name) };
    }
    case "type_descriptor":
      return { value: lowerType(c, node) };
    default:
      return { value: lowerExpression(c, node) };
  }
}
