// What functions and lambdas have in common: template parameters, parameters, the return type, the body.
import type { Node } from "web-tree-sitter";
import type { Expr, FunctionCore, Param, Stmt, TypeParam } from "../../../../../src-engine/program/ir.ts";
import { requirementType } from "../prepare/macro-names.ts";
import { type Cursor, childOf, codeChildren, deeper, field, has, nameSpanOf, spanOf, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { lowerName } from "./names.ts";
import { noteBehind } from "./notes.ts";
import { lowerBlock } from "./statements.ts";
import { innerDeclarator, lowerDeclaredType, lowerType, pointerLevels } from "./types.ts";

export function lowerLambda(c: Cursor, node: Node): FunctionCore {
  const declarator = field(node, "declarator");
  const list = declarator === undefined ? undefined : field(declarator, "parameters");
  const templates = field(node, "template_parameters");
  const body = field(node, "body");
  const returns = declarator === undefined ? undefined : trailingReturn(c, declarator);
  return {
    typeParams: templates === undefined ? [] : typeParameters(c, templates),
    params: list === undefined ? [] : parameters(c, list),
    ...(returns === undefined ? {} : { returns }),
    body: body === undefined ? [] : lowerBlock({ ...deeper(c), returns }, body),
  };
}

/** The parts of a function definition or declaration under its (maybe nested) `template<…>` lists. */
export function functionCore(c: Cursor, node: Node, declarator: Node, templates: readonly Node[]): FunctionCore {
  const list = field(declarator, "parameters");
  const type = field(node, "type");
  const returns = trailingReturn(c, declarator) ?? lowerDeclaredType(c, type, field(node, "declarator"));
  const body = field(node, "body");
  const initialised = childOf(node, "field_initializer_list");
  const core = {
    typeParams: templates.flatMap((template) => typeParameters(c, template)),
    params: list === undefined ? [] : parameters(c, list),
    ...(returns === undefined ? {} : { returns }),
    ...requirements(c, declarator, templates),
  };
  if (body === undefined) return core;
  const members = initialised === undefined ? [] : memberInitialisers(c, initialised);
  return { ...core, body: [...members, ...lowerBlock({ ...c, returns }, body)] };
}

/** `template <class T> requires C<T>`, `void f(T) requires C<T>`. */
function requirements(c: Cursor, declarator: Node, templates: readonly Node[]): Pick<FunctionCore, "requires"> {
  const heads = templates.flatMap(({ parent }) => parent ?? []);
  const clauses = [...heads, declarator].flatMap((node) => childOf(node, "requires_clause") ?? []);
  const requires = clauses.flatMap((clause) => codeChildren(clause).map((one) => lowerConstraint(c, one)));
  return requires.length === 0 ? {} : { requires };
}

/** `A<T> && (B<T> || N > 3)`. */
function lowerConstraint(c: Cursor, node: Node): Expr {
  const parts = codeChildren(node);
  const [left, right] = parts;
  if (/^constraint_(?:con|dis)junction$/.test(node.type) && left !== undefined && right !== undefined)
    return {
      kind: "binary",
      op: node.type === "constraint_conjunction" ? "&&" : "||",
      left: lowerConstraint(deeper(c), left),
      right: lowerConstraint(deeper(c), right),
      span: spanOf(c, node),
    };
  return /^(?:type_identifier|template_type|qualified_identifier)$/.test(node.type)
    ? lowerName(c, node)
    : lowerExpression(c, node);
}

/** `template <class T> concept C = …;`: a value for each T. */
export function lowerConcept(c: Cursor, node: Node, templates: readonly Node[]): Stmt | undefined {
  const [name, condition] = [field(node, "name"), codeChildren(node).at(-1)];
  if (name === undefined || condition === undefined || condition.id === name.id) return undefined;
  const typeParams = templates.flatMap((template) => typeParameters(c, template));
  const type = lowerConstraint(c, condition);
  return {
    kind: "alias",
    name: textOf(c, name),
    nameSpan: nameSpanOf(c, name),
    typeParams,
    type,
    span: spanOf(c, node),
  };
}

function trailingReturn(c: Cursor, declarator: Node): Expr | undefined {
  const trailing = childOf(declarator, "trailing_return_type");
  const type = trailing === undefined ? undefined : codeChildren(trailing)[0];
  if (type === undefined || field(type, "type")?.type === "placeholder_type_specifier") return undefined;
  return lowerType(c, type);
}

/** `: a(x), b{y}` of a constructor: assignments to `this->a`, `this->b` before the body. */
function memberInitialisers(c: Cursor, list: Node): Stmt[] {
  return codeChildren(list).flatMap((node): Stmt[] => {
    const [name, init] = codeChildren(node);
    if (name === undefined || init === undefined) return [];
    const span = spanOf(c, node);
    const nameSpan = nameSpanOf(c, name);
    const self: Expr = { kind: "name", path: ["this"], span: nameSpan };
    const member: Expr = { kind: "member", object: self, name: textOf(c, name), nameSpan, span: nameSpan };
    const args = codeChildren(init).map((arg) => ({ value: lowerExpression(c, arg) }));
    const only = args.length === 1 ? args[0]?.value : undefined;
    const value: Expr = only ?? { kind: "construct", args, span: spanOf(c, init) };
    const target = { kind: "place", expr: member, span: nameSpan } as const;
    return [{ kind: "expr", value: { kind: "assign", target, op: "", value, span }, span }];
  });
}

// ---- template parameters -------------------------------------------------------------------------------------------

export function typeParameters(c: Cursor, list: Node): TypeParam[] {
  return codeChildren(list).flatMap((node) => typeParameter(c, node) ?? []);
}

function typeParameter(c: Cursor, node: Node): TypeParam | undefined {
  switch (node.type) {
    case "type_parameter_declaration":
    case "variadic_type_parameter_declaration":
    case "optional_type_parameter_declaration":
      return namedTypeParameter(c, node, "type");
    case "template_template_parameter_declaration": {
      const inner = codeChildren(node).find((child) => child.type.endsWith("type_parameter_declaration"));
      return inner === undefined ? undefined : namedTypeParameter(c, inner, "template");
    }
    case "parameter_declaration":
    case "optional_parameter_declaration":
    case "variadic_parameter_declaration":
      return valueParameter(c, node);
    default:
      return undefined;
  }
}

function namedTypeParameter(c: Cursor, node: Node, form: "type" | "template"): TypeParam {
  const name = field(node, "name") ?? codeChildren(node).find((child) => child.type === "type_identifier");
  const fallback = field(node, "default_type");
  return {
    name: name === undefined ? "" : textOf(c, name),
    span: nameSpanOf(c, name ?? node),
    form,
    pack: node.type.startsWith("variadic"),
    ...(fallback === undefined ? {} : { fallback: lowerType(c, fallback) }),
  };
}

function valueParameter(c: Cursor, node: Node): TypeParam {
  const declarator = field(node, "declarator");
  const name = nameOf(declarator);
  const fallback = field(node, "default_value");
  const type = requirementIn(c, node) ?? lowerDeclaredType(c, field(node, "type"), declarator);
  return {
    name: name === undefined ? "" : textOf(c, name),
    span: nameSpanOf(c, name ?? node),
    form: "value",
    pack: node.type.startsWith("variadic"),
    ...(type === undefined ? {} : { type }),
    ...(fallback === undefined ? {} : { fallback: lowerExpression(c, fallback) }),
  };
}

/** `__CUTE_REQUIRES(C)`, as the preparation has written it. */
function requirementIn(c: Cursor, node: Node): Expr | undefined {
  const type = field(node, "type");
  const isOne = type !== undefined && c.read.slice(type.startIndex, type.endIndex) === requirementType;
  return isOne ? { kind: "name", path: [requirementType], span: spanOf(c, type) } : undefined;
}

// ---- parameters ----------------------------------------------------------------------------------------------------

export function parameters(c: Cursor, list: Node): Param[] {
  return codeChildren(list)
    .filter((node) => node.type.endsWith("parameter_declaration") && !isVoid(c, node))
    .map((node) => parameter(c, node));
}

const isVoid = (c: Cursor, node: Node): boolean => textOf(c, node).trim() === "void";

function parameter(c: Cursor, node: Node): Param {
  const declarator = field(node, "declarator");
  const name = nameOf(declarator);
  const type = lowerDeclaredType(c, field(node, "type"), declarator);
  const fallback = field(node, "default_value");
  const note = noteBehind(c, node);
  return {
    name: name === undefined ? "" : textOf(c, name),
    span: nameSpanOf(c, name ?? node),
    ...(type === undefined ? {} : { type }),
    ...(fallback === undefined ? {} : { fallback: lowerExpression(c, fallback) }),
    passing: passingOf(c, node, declarator),
    form: node.type.startsWith("variadic") ? "pack" : "plain",
    ...(note === undefined ? {} : { note }),
  };
}

/** How a callee can write through a parameter: `T const&` and values cannot, `T&`, `T&&` and `T*` can. */
function passingOf(c: Cursor, node: Node, declarator: Node | undefined): Param["passing"] {
  const isConst = node.children.some((child) => child?.type === "type_qualifier" && textOf(c, child) === "const");
  for (let at = declarator, steps = 0; at !== undefined && steps < 64; steps++) {
    if (/reference_declarator$/.test(at.type)) return isConst ? "const-reference" : "mutable";
    at = innerDeclarator(at);
  }
  const pointer = pointerLevels(declarator) > 0 || hasArray(declarator);
  return pointer && !isConst ? "mutable" : "value";
}

const hasArray = (declarator: Node | undefined): boolean =>
  declarator !== undefined && (declarator.type.includes("array_declarator") || has(declarator, "array_declarator"));

/** The declared name at the bottom of a declarator. */
export function nameOf(declarator: Node | undefined): Node | undefined {
  let at = declarator;
  for (let steps = 0; at !== undefined && steps < 64; steps++) {
    if (/identifier$|^operator_name$|^destructor_name$|^template_function$|^operator_cast$/.test(at.type)) return at;
    at = innerDeclarator(at);
  }
  return undefined;
}
