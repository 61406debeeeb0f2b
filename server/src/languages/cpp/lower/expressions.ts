// Expressions. Calls and casts are in calls.ts, lambdas in functions.ts, names in names.ts.

import type { Node } from "web-tree-sitter";
import type { Expr, Pattern } from "../../../../../src-engine/program/ir.ts";
import { sharedName } from "../../names.ts";
import { lowerCall, lowerConstruct } from "./calls.ts";
import { lowerCaptures } from "./captures.ts";
import { type Cursor, codeChildren, deeper, field, opaque, spanOf, textOf, tooDeep } from "./cursor.ts";
import { lowerLambda } from "./functions.ts";
import { lowerCharacter, lowerNumber, lowerString } from "./literals.ts";
import { expandName } from "./macro-names.ts";
import { lowerArgument, lowerName, nameNodes } from "./names.ts";
import { lowerFold } from "./packs.ts";
import { sharedExpression } from "./shared-arguments.ts";
import { lowerType } from "./types.ts";

export function lowerExpression(outer: Cursor, node: Node): Expr {
  if (tooDeep(outer)) return opaque(outer, node, "nested too deeply");
  const c = deeper(outer);
  switch (node.type) {
    case "number_literal":
      return isBraced(c, node) ? { kind: "construct", args: [], span: spanOf(c, node) } : lowerNumber(c, node);
    case "char_literal":
      return lowerCharacter(c, node);
    case "string_literal":
    case "raw_string_literal":
    case "concatenated_string":
      return lowerString(c, node);
    case "true":
    case "false":
      return { kind: "bool", value: node.type === "true", span: spanOf(c, node) };
    case "null":
    case "nullptr":
      return { kind: "none", span: spanOf(c, node) };
    case "this":
      return { kind: "name", path: ["this"], span: spanOf(c, node) };
    case "identifier":
    case "type_identifier":
      return sharedExpression(c, node) ?? expandName(c, node) ?? lowerName(c, node);
    case "type_descriptor":
    case "decltype":
      return lowerType(c, node);
    default:
      return nameNodes.has(node.type) ? lowerName(c, node) : lowerCompound(c, node);
  }
}

function lowerCompound(c: Cursor, node: Node): Expr {
  switch (node.type) {
    case "parenthesized_expression":
    case "condition_clause":
      return isBraced(c, node) ? lowerBraced(c, node) : lowerOnly(c, node);
    case "call_expression":
      return lowerCall(c, node);
    case "compound_literal_expression":
    case "initializer_list":
      return lowerConstruct(c, node);
    case "field_expression":
      return lowerField(c, node);
    case "subscript_expression":
      return lowerSubscript(c, node);
    case "binary_expression":
      return lowerBinary(c, node);
    case "unary_expression":
    case "pointer_expression":
      return lowerUnary(c, node);
    case "conditional_expression":
      return lowerConditional(c, node);
    case "assignment_expression":
      return lowerAssignment(c, node);
    case "update_expression":
      return lowerUpdate(c, node);
    case "cast_expression":
      return lowerCast(c, node);
    case "lambda_expression":
      return lambdaOf(c, node);
    case "sizeof_expression":
      return lowerSizeof(c, node);
    case "fold_expression":
      return lowerFold(c, node, lowerExpression);
    case "comma_expression":
    case "argument_list":
      return lowerComma(c, node);
    default:
      return lowerUnfamiliar(c, node);
  }
}

/** Braces that the grammar has read as `0` or in round ones. */
const isBraced = (c: Cursor, node: Node): boolean => c.text[node.startIndex] === "{";

function lowerBraced(c: Cursor, node: Node): Expr {
  const parts = (one: Node): Node[] => (one.type === "comma_expression" ? codeChildren(one).flatMap(parts) : [one]);
  const args = codeChildren(node).flatMap(parts);
  return { kind: "construct", args: args.map((arg) => lowerArgument(c, arg)), span: spanOf(c, node) };
}

function lowerOnly(c: Cursor, node: Node): Expr {
  const inner = field(node, "value") ?? codeChildren(node)[0];
  return inner === undefined ? opaque(c, node, "an expression is missing") : lowerExpression(c, inner);
}

/** `a.b`, `a->b`, `a.template f<3>`. */
function lowerField(c: Cursor, node: Node): Expr {
  const object = field(node, "argument");
  let name = field(node, "field");
  if (object === undefined || name === undefined) return opaque(c, node, "a member is missing");
  while (name.type === "dependent_name") name = codeChildren(name)[0] ?? name.children[0] ?? name;
  const list = name.type === "template_method" ? field(name, "arguments") : undefined;
  const plain = name.type === "template_method" ? (field(name, "name") ?? name) : name;
  const span = spanOf(c, node);
  const nameSpan = spanOf(c, plain);
  const lowered = lowerExpression(c, object);
  const member: Expr = {
    kind: "member",
    object: lowered,
    name: sharedName(textOf(c, plain).replace(/^.*::/, "")),
    nameSpan,
    span,
  };
  if (list === undefined) return member;
  const args = codeChildren(list).map((arg) => lowerArgument(c, arg));
  return { kind: "template", callee: { ...member, span: { start: span.start, end: nameSpan.end } }, args, span };
}

function lowerSubscript(c: Cursor, node: Node): Expr {
  const object = field(node, "argument");
  const indices = field(node, "indices");
  if (object === undefined) return opaque(c, node, "an expression is missing");
  const args = indices === undefined ? [] : codeChildren(indices).map((arg) => lowerArgument(c, arg));
  return { kind: "index", object: lowerExpression(c, object), args, span: spanOf(c, node) };
}

function lowerBinary(c: Cursor, node: Node): Expr {
  const left = field(node, "left");
  const right = field(node, "right");
  const operator = field(node, "operator");
  if (left === undefined || right === undefined || operator === undefined) return lowerUnfamiliar(c, node);
  const op = symbolOf(textOf(c, operator));
  return {
    kind: "binary",
    op,
    left: lowerExpression(c, left),
    right: lowerExpression(c, right),
    span: spanOf(c, node),
  };
}

function lowerUnary(c: Cursor, node: Node): Expr {
  const value = field(node, "argument");
  const operator = field(node, "operator") ?? node.children[0] ?? undefined;
  if (value === undefined || operator === undefined) return lowerUnfamiliar(c, node);
  return { kind: "unary", op: symbolOf(textOf(c, operator)), value: lowerExpression(c, value), span: spanOf(c, node) };
}

/** C++ has words for some operators: `N == 8 or N == 16`. */
const symbolOf = (operator: string): string =>
  (Object.hasOwn(spelled, operator) ? spelled[operator] : undefined) ?? operator;

const spelled: Readonly<Record<string, string>> = {
  and: "&&",
  or: "||",
  not: "!",
  not_eq: "!=",
  xor: "^",
  bitand: "&",
  bitor: "|",
  compl: "~",
};

function lowerConditional(c: Cursor, node: Node): Expr {
  const [test, then, otherwise] = ["condition", "consequence", "alternative"].map((name) => field(node, name));
  if (test === undefined || then === undefined || otherwise === undefined) return lowerUnfamiliar(c, node);
  const parts = { test: lowerExpression(c, test), then: lowerExpression(c, then), else: lowerExpression(c, otherwise) };
  return { kind: "cond", ...parts, span: spanOf(c, node) };
}

function lowerAssignment(c: Cursor, node: Node): Expr {
  const left = field(node, "left");
  const right = field(node, "right");
  const operator = field(node, "operator");
  if (left === undefined || right === undefined) return lowerUnfamiliar(c, node);
  const op = operator === undefined ? "" : textOf(c, operator).replace(/=$/, "");
  return { kind: "assign", target: targetOf(c, left), op, value: lowerExpression(c, right), span: spanOf(c, node) };
}

function targetOf(c: Cursor, node: Node): Pattern {
  const span = spanOf(c, node);
  if (node.type === "identifier") return { kind: "bind", name: sharedName(textOf(c, node)), span };
  return { kind: "place", expr: lowerExpression(c, node), span };
}

function lowerUpdate(c: Cursor, node: Node): Expr {
  const target = field(node, "argument");
  const operator = field(node, "operator");
  if (target === undefined || operator === undefined) return lowerUnfamiliar(c, node);
  const span = spanOf(c, node);
  const one: Expr = { kind: "int", value: 1, span };
  const op = textOf(c, operator).slice(0, 1);
  const isAfter = operator.startIndex > target.startIndex;
  return {
    kind: "assign",
    target: targetOf(c, target),
    op,
    value: one,
    ...(isAfter ? { givesBefore: true } : {}),
    span,
  };
}

function lowerCast(c: Cursor, node: Node): Expr {
  const type = field(node, "type");
  const value = field(node, "value");
  if (type === undefined || value === undefined) return lowerUnfamiliar(c, node);
  return { kind: "cast", how: "c", type: lowerType(c, type), value: lowerExpression(c, value), span: spanOf(c, node) };
}

function lowerSizeof(c: Cursor, node: Node): Expr {
  const of = field(node, "type") ?? field(node, "value") ?? codeChildren(node)[0];
  if (of === undefined) return lowerUnfamiliar(c, node);
  const span = spanOf(c, node);
  const value = of.type === "type_descriptor" ? lowerType(c, of) : lowerExpression(c, of);
  if (!/^sizeof\s*\.\.\./.test(textOf(c, node))) return { kind: "sizeof", of: value, span };
  return { kind: "template", callee: { kind: "name", path: ["sizeof..."], span }, args: [{ value }], span };
}

/** `a, b` where one expression stands: all are evaluated. */
function lowerComma(c: Cursor, node: Node): Expr {
  const items = codeChildren(node).map((item) => ({ value: lowerExpression(c, item) }));
  const only = items[0];
  if (items.length === 1 && only !== undefined) return only.value;
  if (node.type === "comma_expression")
    return items
      .map((one) => one.value)
      .reduce((left, right) => ({ kind: "binary", op: ",", left, right, span: spanOf(c, node) }));
  return { kind: "tuple", items, list: false, span: spanOf(c, node) };
}

/** What lowering has no form for: its parts are still looked at. */
function lowerUnfamiliar(c: Cursor, node: Node): Expr {
  const words = node.type === "ERROR" ? "code that does not parse" : node.type.replace(/_/g, " ");
  const reads = codeChildren(node)
    .filter((child) => /expression$|identifier$|literal$|^argument_list$/.test(child.type))
    .slice(0, 50)
    .map((child) => lowerExpression(c, child));
  return opaque(c, node, words, reads);
}

const isMutable = (c: Cursor, node: Node): boolean =>
  codeChildren(field(node, "declarator") ?? node).some(
    (child) => child.type === "type_qualifier" && textOf(c, child) === "mutable",
  );

const lambdaOf = (c: Cursor, node: Node): Expr => ({
  kind: "lambda",
  function: lowerLambda(c, node),
  captures: lowerCaptures(c, node, lowerExpression),
  ...(isMutable(c, node) ? { mutable: true } : {}),
  span: spanOf(c, node),
});
