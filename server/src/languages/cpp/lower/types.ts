// Types as expressions: `Layout<Shape<_4>> const&` is the template with its arguments; references and cv-qualifiers are dropped.
import type { Node } from "web-tree-sitter";
import { arrayKey } from "../../../../../src-engine/algebra/atoms/element-arrays.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { type Cursor, codeChildren, deeper, field, opaque, spanOf, textOf, tooDeep } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { expandName } from "./macro-names.ts";
import { lowerName, nameNodes } from "./names.ts";

export function lowerType(c: Cursor, node: Node): Expr {
  if (tooDeep(c)) return opaque(c, node, "nested too deeply");
  switch (node.type) {
    case "type_descriptor":
      return lowerDescriptor(deeper(c), node);
    case "decltype":
      return lowerDecltype(deeper(c), node);
    case "type_identifier":
    case "identifier":
      return expandName(c, node) ?? lowerName(c, node);
    case "struct_specifier":
    case "class_specifier":
    case "union_specifier":
    case "enum_specifier":
      return lowerElaborated(c, node);
    default:
      return nameNodes.has(node.type)
        ? lowerName(c, node)
        : opaque(c, node, `the type ${textOf(c, node).slice(0, 60)}`);
  }
}

/** A type in front of its declarator: `T const* x` gives `T*`. `undefined` for `auto`. */
export function lowerDeclaredType(c: Cursor, type: Node | undefined, declarator: Node | undefined): Expr | undefined {
  if (type === undefined || type.type === "placeholder_type_specifier" || type.type === "auto") return undefined;
  let lowered = lowerType(c, type);
  for (let level = pointerLevels(declarator); level > 0; level--) {
    lowered = { kind: "pointer-type", of: lowered, span: lowered.span };
  }
  return lowered;
}

function lowerDescriptor(c: Cursor, node: Node): Expr {
  const type = field(node, "type");
  const declarator = field(node, "declarator");
  if (type === undefined) return opaque(c, node, "a type is missing");
  if (type.type === "placeholder_type_specifier") return { kind: "name", path: ["auto"], span: spanOf(c, type) };
  if (declarator?.type.includes("array") === true) return arrayType(c, node, type, declarator);
  if (declarator?.type.includes("function") === true) return functionType(c, node, type, declarator);
  return lowerDeclaredType(c, type, declarator) ?? opaque(c, node, "a deduced type");
}

/** `T[2]`: the library's array of so many. */
function arrayType(c: Cursor, node: Node, type: Node, declarator: Node): Expr {
  const size = field(declarator, "size");
  if (declarator.type !== "abstract_array_declarator" || size === undefined || field(declarator, "declarator"))
    return opaque(c, node, "an array type", [lowerType(c, type)]);
  const span = spanOf(c, node);
  const args = [{ value: lowerType(c, type) }, { value: lowerExpression(c, size) }];
  return { kind: "template", callee: { kind: "name", path: ["std", arrayKey], span }, args, span };
}

/** `void(int)`: nothing of CuTe's, kept so that its parts are still looked at. */
function functionType(c: Cursor, node: Node, type: Node, declarator: Node): Expr {
  const params = field(declarator, "parameters");
  // `conditional_t<is_major<0, S>(), …>`: the grammar sees a function type where a function is called.
  if (type.type !== "primitive_type" && params !== undefined && codeChildren(params).length === 0)
    return { kind: "call", callee: lowerType(c, type), args: [], span: spanOf(c, node) };
  // `Int<size(layout)>`, `Int<ns::f(ns::x)>`: of a name, with names, it is a call.
  const called = params === undefined ? [] : codeChildren(params);
  if (type.type !== "primitive_type" && called.length > 0 && called.every(isBareName)) {
    const args = called.map((param) => ({ value: lowerType(c, field(param, "type")!) }));
    return { kind: "call", callee: lowerType(c, type), args, span: spanOf(c, node) };
  }
  const types = params === undefined ? [] : codeChildren(params).map((param) => field(param, "type"));
  const parts = [type, ...types].flatMap((part) => (part === undefined ? [] : [lowerType(c, part)]));
  return opaque(c, node, "a function type", parts);
}

/** A parameter that is a type without a name, no keyword among them: as well an argument. */
function isBareName(param: Node): boolean {
  const type = field(param, "type");
  return (
    param.type === "parameter_declaration" &&
    type !== undefined &&
    codeChildren(param).length === 1 &&
    (type.type === "type_identifier" || type.type === "qualified_identifier")
  );
}

function lowerDecltype(c: Cursor, node: Node): Expr {
  const inner = codeChildren(node)[0];
  if (inner === undefined || inner.type === "auto") return { kind: "name", path: ["auto"], span: spanOf(c, node) };
  return { kind: "typeof", of: lowerExpression(c, inner), span: spanOf(c, node) };
}

function lowerElaborated(c: Cursor, node: Node): Expr {
  const name = field(node, "name");
  if (name !== undefined) return lowerName(c, name);
  const own = field(node, "body") === undefined ? undefined : unnamedClass(c, node);
  return own === undefined
    ? opaque(c, node, "a type without a name")
    : { kind: "name", path: [own], span: spanOf(c, node) };
}

/** What a class is called that only its variable names: `union { … } tensors;`. */
export function unnamedClass(c: Cursor, node: Node): string | undefined {
  let at = node.parent === null ? undefined : field(node.parent, "declarator");
  for (let steps = 0; at !== undefined && steps < 64; steps++) {
    const inner = field(at, "declarator");
    if (inner === undefined) break;
    at = inner;
  }
  return at === undefined ? undefined : `(${node.type.replace("_specifier", "")} of ${textOf(c, at)})`;
}

/** How many `*` a declarator puts on its type. */
export function pointerLevels(declarator: Node | undefined): number {
  let levels = 0;
  for (let at = declarator, steps = 0; at !== undefined && steps < 64; steps++) {
    if (at.type === "pointer_declarator" || at.type === "abstract_pointer_declarator") levels++;
    at = innerDeclarator(at);
  }
  return levels;
}

/** The declarator inside a declarator, `undefined` at the name. */
export function innerDeclarator(node: Node): Node | undefined {
  const named = field(node, "declarator");
  if (named !== undefined) return named;
  const wraps =
    /^(?:reference|pointer|parenthesized|variadic|attributed|abstract_reference|abstract_pointer|abstract_parenthesized)_declarator$/;
  if (!wraps.test(node.type)) return undefined;
  return codeChildren(node).find((child) => /declarator|identifier$/.test(child.type));
}
