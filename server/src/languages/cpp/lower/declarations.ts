// Declarations: variables with their initialisers, structured bindings, aliases. One statement per declared name.

import type { Node } from "web-tree-sitter";
import type { Expr, Pattern, Stmt } from "../../../../../src-engine/program/ir.ts";
import { sharedName } from "../../names.ts";
import { argumentsOf, lowerConstruct } from "./calls.ts";
import { type Cursor, codeChildren, deeper, field, has, nameSpanOf, opaque, spanOf, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { nameOf, typeParameters } from "./functions.ts";
import { noteBehind } from "./notes.ts";
import { reparse } from "./reread.ts";
import { innerDeclarator, lowerDeclaredType, lowerType } from "./types.ts";

type Let = Extract<Stmt, { kind: "let" }>;

/** `T const a = 1, *b{2}, c[3];` → a statement per name. A declaration of a type alone has none. */
export function lowerDeclaration(c: Cursor, node: Node): Stmt[] {
  const attributes = attributesOf(c, node);
  const type = field(node, "type");
  const note = noteBehind(c, node);
  return node.childrenForFieldName("declarator").flatMap((declarator): Stmt[] => {
    if (declarator === null) return [];
    const stmt = lowerDeclarator(deeper(c), node, declarator, type, attributes);
    return stmt === undefined ? [] : [note === undefined ? stmt : { ...stmt, note }];
  });
}

/** `static`, `constexpr`, `const`, `__shared__`, `extern`, … as written. */
export function attributesOf(c: Cursor, node: Node): string[] {
  const isAttribute = /^(?:storage_class_specifier|type_qualifier|virtual|explicit_function_specifier)$/;
  const found = node.children.flatMap((child) => {
    if (child === null) return [];
    if (isAttribute.test(child.type)) return [textOf(c, child).replace(/\(.*$/s, "")];
    return /^__\w+__$/.test(child.type) ? [child.type] : [];
  });
  // `__attribute__((aligned(128)))`, before the name or behind it.
  return found.includes("__shared__") && /\baligned\b/.test(textOf(c, node)) ? [...found, "aligned"] : found;
}

/** What `alignas(…)` before a field, a variable or a class's name asks for. */
export function alignmentOf(c: Cursor, node: Node): { readonly alignas?: readonly Expr[] } {
  const children = node.children.flatMap((child) =>
    child?.type === "type_qualifier" ? child.children : child === null ? [] : [child],
  );
  const alignas = children.flatMap((child) =>
    child?.type === "alignas_qualifier" ? codeChildren(child).map((one) => lowerOperand(c, one)) : [],
  );
  return alignas.length === 0 ? {} : { alignas };
}

const lowerOperand = (c: Cursor, node: Node): Expr =>
  node.type === "type_descriptor" ? lowerType(c, node) : lowerExpression(c, node);

function lowerDeclarator(
  c: Cursor,
  node: Node,
  declarator: Node,
  type: Node | undefined,
  attributes: string[],
): Let | undefined {
  const isInit = declarator.type === "init_declarator";
  const inner = isInit ? field(declarator, "declarator") : declarator;
  if (inner === undefined) return undefined;
  const parts = shapeOf(inner);
  const target = targetOf(c, inner, parts.name);
  if (target === undefined) return undefined;
  const declared = lowerDeclaredType(c, type, inner);
  const value = isInit ? field(declarator, "value") : defaultOf(node, declarator);
  const init = parts.call !== undefined ? constructed(c, parts.call, declared) : initialiser(c, value, declared);
  return {
    kind: "let",
    target,
    ...(declared === undefined ? {} : { type: declared }),
    ...(init === undefined ? {} : { init }),
    dims: parts.dims.map((dim) =>
      dim === undefined ? opaque(c, inner, "an array without a size") : lowerExpression(c, dim),
    ),
    attributes: [
      ...attributes,
      ...(parts.reference ? ["reference"] : []),
      ...(has(node, "bitfield_clause") ? ["bit-field"] : []),
    ],
    ...alignmentOf(c, node),
    span: spanOf(c, isInit || node.type === "field_declaration" ? node : declarator),
  };
}

interface DeclaratorShape {
  readonly name: Node | undefined;
  /** Array extents, outermost first; `undefined` for `[]`. */
  readonly dims: readonly (Node | undefined)[];
  readonly reference: boolean;
  /** The list of `T x(a, b)` where the grammar saw a function. */
  readonly call: Node | undefined;
}

function shapeOf(declarator: Node): DeclaratorShape {
  const dims: (Node | undefined)[] = [];
  let reference = false;
  let call: Node | undefined;
  for (let at: Node | undefined = declarator, steps = 0; at !== undefined && steps < 64; steps++) {
    if (at.type === "array_declarator") {
      dims.unshift(field(at, "size"));
    } else if (at.type === "reference_declarator") reference = true;
    else if (at.type === "function_declarator") call = field(at, "parameters");
    at = innerDeclarator(at);
  }
  return { name: nameOf(declarator), dims, reference, call };
}

function targetOf(c: Cursor, declarator: Node, name: Node | undefined): Pattern | undefined {
  if (name !== undefined) return { kind: "bind", name: sharedName(textOf(c, name)), span: nameSpanOf(c, name) };
  const binding = bindingOf(declarator);
  if (binding === undefined) return undefined;
  const items = codeChildren(binding).map(
    (item): Pattern => ({ kind: "bind", name: sharedName(textOf(c, item)), span: nameSpanOf(c, item) }),
  );
  return { kind: "unpack", items, span: spanOf(c, binding) };
}

/** `auto [a, b]`, also behind a reference. */
function bindingOf(declarator: Node): Node | undefined {
  if (declarator.type === "structured_binding_declarator") return declarator;
  return codeChildren(declarator).find((child) => child.type === "structured_binding_declarator");
}

/** `int x = 3;` in a class keeps its value beside the declarator. */
function defaultOf(node: Node, declarator: Node): Node | undefined {
  if (node.type !== "field_declaration") return undefined;
  const next = node.children.findIndex((child) => child?.id === declarator.id);
  const after = node.children.slice(next + 1).find((child) => child?.isNamed && child.type !== "comment");
  const isValue =
    after !== undefined &&
    after !== null &&
    node.childrenForFieldName("default_value").some((value) => value !== null && value.id === after?.id);
  return isValue ? (after ?? undefined) : undefined;
}

/** The value of `= e`, `(a, b)` or `{…}`; with parentheses or braces the declared type is constructed. */
export function initialiser(c: Cursor, value: Node | undefined, type: Expr | undefined): Expr | undefined {
  if (value === undefined) return undefined;
  if (value.type === "argument_list" || value.type === "initializer_list") {
    const args = value.type === "argument_list" ? argumentsOf(c, value) : constructArgs(c, value);
    const span = spanOf(c, value);
    const only = args.length === 1 && type === undefined ? args[0]?.value : undefined;
    return only ?? (type === undefined ? { kind: "construct", args, span } : { kind: "construct", type, args, span });
  }
  return lowerExpression(c, value);
}

function constructArgs(c: Cursor, list: Node): ReturnType<typeof argumentsOf> {
  const lowered = lowerConstruct(c, list);
  return lowered.kind === "construct" ? [...lowered.args] : [];
}

/** `dim3 grid(size(x));` parses as a function declaration; in a body it constructs. */
function constructed(c: Cursor, list: Node, type: Expr | undefined): Expr {
  const build = (inner: Cursor, args: Node): Expr => {
    const span = spanOf(inner, args);
    const values = argumentsOf(inner, args);
    return type === undefined
      ? { kind: "construct", args: values, span }
      : { kind: "construct", type, args: values, span };
  };
  return (
    reparse(c, list, build) ?? {
      kind: "opaque",
      why: "a declaration like a function's",
      reads: [],
      span: spanOf(c, list),
    }
  );
}

/** `using X = T;`, under its template lists. */
export function lowerAlias(c: Cursor, node: Node, templates: readonly Node[]): Stmt | undefined {
  const name = field(node, "name");
  const type = field(node, "type");
  if (name === undefined || type === undefined) return undefined;
  const note = noteBehind(c, node);
  return {
    kind: "alias",
    name: textOf(c, name),
    nameSpan: nameSpanOf(c, name),
    typeParams: templates.flatMap((template) => typeParameters(c, template)),
    type: lowerType(c, type),
    ...(note === undefined ? {} : { note }),
    span: spanOf(c, node),
  };
}

/** `typedef T X, *Y;` */
export function lowerTypedef(c: Cursor, node: Node): Stmt[] {
  return node.childrenForFieldName("declarator").flatMap((declarator): Stmt[] => {
    const name = nameOf(declarator ?? undefined);
    const type = lowerDeclaredType(c, field(node, "type"), declarator ?? undefined);
    if (name === undefined || type === undefined) return [];
    return [
      {
        kind: "alias",
        name: textOf(c, name),
        nameSpan: nameSpanOf(c, name),
        typeParams: [],
        type,
        span: spanOf(c, node),
      },
    ];
  });
}
