// Python expressions of tree-sitter to the language-neutral IR.
//
// Dotted names are `member` expressions: only evaluation knows what is a module. What has no counterpart is `opaque`,
// with the sub-expressions that still deserve a fact.

import type { Node } from "web-tree-sitter";
import type { Arg, Expr } from "../../../../../src-engine/program/ir.ts";
import { sharedPath } from "../../names.ts";
import { lowerComprehension, lowerDictComprehension, lowerSetComprehension } from "./comprehensions.ts";
import { lowerNumber, lowerString } from "./literals.ts";
import { lowerLambda } from "./parameters.ts";
import { lowerPattern } from "./patterns.ts";
import { codeChildren, deeper, nameIn, opaque, type Source, spanOf, textOf, tooDeep } from "./source.ts";

type Lower = (source: Source, node: Node) => Expr;

/** One lowering per node type of tree-sitter-python. */
const lowerings: Readonly<Record<string, Lower>> = {
  identifier: (s, n) => ({ kind: "name", path: sharedPath(textOf(s, n)), span: spanOf(s, n) }),
  dotted_name: lowerDotted,
  integer: lowerNumber,
  float: lowerNumber,
  true: (s, n) => ({ kind: "bool", value: true, span: spanOf(s, n) }),
  false: (s, n) => ({ kind: "bool", value: false, span: spanOf(s, n) }),
  none: (s, n) => ({ kind: "none", span: spanOf(s, n) }),
  ellipsis: (s, n) => ({ kind: "name", path: ["Ellipsis"], span: spanOf(s, n) }),
  string: lowerString,
  concatenated_string: lowerString,
  parenthesized_expression: lowerOnlyChild,
  type: lowerOnlyChild,
  await: lowerOnlyChild,
  list_splat: lowerOnlyChild,
  tuple: (s, n) => tupleOf(s, n, false),
  expression_list: (s, n) => tupleOf(s, n, false),
  pattern_list: (s, n) => tupleOf(s, n, false),
  list: (s, n) => tupleOf(s, n, true),
  set: (s, n) => tupleOf(s, n, "set"),
  dictionary: lowerDictionary,
  attribute: lowerAttribute,
  subscript: lowerSubscript,
  generic_type: lowerGenericType,
  member_type: lowerMemberType,
  union_type: lowerUnion,
  slice: lowerSlice,
  call: lowerCall,
  binary_operator: lowerBinary,
  boolean_operator: lowerBinary,
  comparison_operator: lowerComparison,
  not_operator: (s, n) => ({ kind: "unary", op: "!", value: field(s, n, "argument"), span: spanOf(s, n) }),
  unary_operator: (s, n) => ({
    kind: "unary",
    op: operatorOf(s, n),
    value: field(s, n, "argument"),
    span: spanOf(s, n),
  }),
  conditional_expression: lowerConditional,
  named_expression: (s, n) => ({
    kind: "assign",
    target: lowerPattern(s, childOr(n, "name")),
    op: "",
    value: field(s, n, "value"),
    span: spanOf(s, n),
  }),
  lambda: lowerLambda,
  list_comprehension: lowerComprehension,
  generator_expression: lowerComprehension,
  set_comprehension: lowerSetComprehension,
  dictionary_comprehension: lowerDictComprehension,
};

export function lowerExpression(source: Source, node: Node): Expr {
  if (node.isMissing || node.type === "ERROR") return opaque(source, node, "the code is incomplete here");
  if (tooDeep(source)) return opaque(source, node, "the code is nested too deeply");
  const lower = lowerings[node.type];
  if (lower === undefined) return opaque(source, node, `${node.type.replaceAll("_", " ")} is not followed`);
  return lower(deeper(source), node);
}

export const lowerAll = (source: Source, node: Node): Expr[] =>
  codeChildren(node)
    .filter((child) => child.type !== "ERROR")
    .map((child) => lowerExpression(source, child));

function lowerOnlyChild(source: Source, node: Node): Expr {
  const child = codeChildren(node).find((each) => each.type !== "ERROR");
  return child === undefined ? opaque(source, node, "the code is incomplete here") : lowerExpression(source, child);
}

function field(source: Source, node: Node, name: string): Expr {
  return lowerExpression(source, childOr(node, name));
}

/** The field's node; the node's own last child where the tree is broken. */
function childOr(node: Node, name: string): Node {
  return node.childForFieldName(name) ?? node.lastChild ?? node;
}

const operatorOf = (source: Source, node: Node): string => {
  const operator = node.childForFieldName("operator");
  return operator === null ? "?" : textOf(source, operator);
};

function tupleOf(source: Source, node: Node, list: boolean | "set"): Expr {
  return { kind: "tuple", items: lowerArguments(source, codeChildren(node)), list, span: spanOf(source, node) };
}

/** Arguments, tuple items and subscripts: plain, `*rest`, `**options` or `name=value`. */
export function lowerArguments(source: Source, nodes: readonly Node[]): Arg[] {
  return nodes.filter((node) => node.type !== "ERROR").map((node) => lowerArgument(source, node));
}

/** The grammar reads `*f(x), 1` as a call of `*f`: the star belongs to the whole. */
function beginsWithStar(node: Node): boolean {
  let at: Node | null = node;
  while (at !== null && at.type !== "list_splat") {
    if (at.type !== "call" && at.type !== "attribute" && at.type !== "subscript") return false;
    at = at.firstNamedChild;
  }
  return at !== null;
}

function lowerArgument(source: Source, node: Node): Arg {
  if (node.type !== "list_splat" && beginsWithStar(node)) return { value: lowerExpression(source, node), star: "*" };
  switch (node.type) {
    case "list_splat":
      return { value: lowerOnlyChild(source, node), star: "*" };
    case "dictionary_splat":
      return { value: lowerOnlyChild(source, node), star: "**" };
    case "keyword_argument":
      return { value: field(source, node, "value"), name: nameIn(source, childOr(node, "name")) };
    default:
      return { value: lowerExpression(source, node) };
  }
}

function lowerDotted(source: Source, node: Node): Expr {
  const [first, ...rest] = codeChildren(node);
  if (first === undefined) return opaque(source, node, "the code is incomplete here");
  return rest.reduce<Expr>(
    (object, name) => ({
      kind: "member",
      object,
      name: nameIn(source, name),
      nameSpan: spanOf(source, name),
      span: { start: first.startIndex - source.base, end: name.endIndex - source.base },
    }),
    lowerExpression(source, first),
  );
}

function lowerAttribute(source: Source, node: Node): Expr {
  const name = childOr(node, "attribute");
  return {
    kind: "member",
    object: field(source, node, "object"),
    name: nameIn(source, name),
    nameSpan: spanOf(source, name),
    span: spanOf(source, node),
  };
}

function lowerMemberType(source: Source, node: Node): Expr {
  const [object, name] = codeChildren(node);
  if (object === undefined || name === undefined) return opaque(source, node, "the code is incomplete here");
  return {
    kind: "member",
    object: lowerExpression(source, object),
    name: nameIn(source, name),
    nameSpan: spanOf(source, name),
    span: spanOf(source, node),
  };
}

/** `int | None` in an annotation. */
function lowerUnion(source: Source, node: Node): Expr {
  const [first, ...rest] = lowerAll(source, node);
  if (first === undefined) return opaque(source, node, "the code is incomplete here");
  const span = spanOf(source, node);
  return rest.reduce<Expr>((left, right) => ({ kind: "binary", op: "|", left, right, span }), first);
}

function lowerSubscript(source: Source, node: Node): Expr {
  const object = childOr(node, "value");
  const subscripts = node.childrenForFieldName("subscript").filter((child): child is Node => child?.isNamed === true);
  const args = lowerArguments(source, subscripts);
  const span = spanOf(source, node);
  // `t[None,]` hands over a tuple of one: not the same as `t[None]`.
  const isTuple = args[0]?.value.kind === "none" && args.length === 1 && /,\s*\]$/.test(textOf(source, node));
  return {
    kind: "index",
    object: lowerExpression(source, object),
    args: isTuple ? [{ value: { kind: "tuple", items: args, list: false, span } }] : args,
    span,
  };
}

/** `Optional[int]` in an annotation. */
function lowerGenericType(source: Source, node: Node): Expr {
  const [object, parameters] = codeChildren(node);
  if (object === undefined) return opaque(source, node, "the code is incomplete here");
  return {
    kind: "index",
    object: lowerExpression(source, object),
    args: parameters === undefined ? [] : lowerArguments(source, codeChildren(parameters)),
    span: spanOf(source, node),
  };
}

/** The parts of `a:b:c` have no field names: the colons between them tell which is which. */
function lowerSlice(source: Source, node: Node): Expr {
  const parts: (Expr | undefined)[] = [undefined, undefined, undefined];
  let at = 0;
  for (const child of node.children) {
    if (child === null || child.type === "comment") continue;
    if (child.type === ":") at++;
    else if (at < 3) parts[at] = lowerExpression(source, child);
  }
  const [lower, upper, step] = parts;
  return {
    kind: "slice",
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    ...(step === undefined ? {} : { step }),
    span: spanOf(source, node),
  };
}

function lowerCall(source: Source, node: Node): Expr {
  const args = childOr(node, "arguments");
  const listed = args.type === "argument_list" ? codeChildren(args) : [args];
  return {
    kind: "call",
    callee: field(source, node, "function"),
    args: lowerArguments(source, listed),
    span: spanOf(source, node),
  };
}

const renamed: Readonly<Record<string, string>> = { and: "&&", or: "||", "<>": "!=" };

/** `a + b + c …` leans to the left in the tree: a loop, so that a long sum costs no stack. */
function lowerBinary(source: Source, node: Node): Expr {
  const chain: Node[] = [];
  let left = node;
  while (left.type === "binary_operator" || left.type === "boolean_operator") {
    chain.push(left);
    left = childOr(left, "left");
  }
  let value = lowerExpression(source, left);
  for (const each of chain.reverse().slice(0, 300)) {
    const op = operatorOf(source, each);
    value = {
      kind: "binary",
      op: renamed[op] ?? op,
      left: value,
      right: field(source, each, "right"),
      span: spanOf(source, each),
    };
  }
  return chain.length > 300 ? opaque(source, node, "the expression is too long") : value;
}

/** `a < b < c` means `a < b and b < c`. */
function lowerComparison(source: Source, node: Node): Expr {
  const operands = codeChildren(node).map((child) => lowerExpression(source, child));
  const operators = node.childrenForFieldName("operators").map((child) => (child === null ? "?" : child.type));
  const span = spanOf(source, node);
  const pairs = operands.slice(1).map(
    (right, i): Expr => ({
      kind: "binary",
      op: renamed[operators[i] ?? "?"] ?? operators[i] ?? "?",
      left: operands[i] ?? right,
      right,
      span,
    }),
  );
  const [first, ...rest] = pairs;
  if (first === undefined) return opaque(source, node, "the code is incomplete here", operands);
  return rest.reduce((left, right): Expr => ({ kind: "binary", op: "&&", left, right, span }), first);
}

function lowerConditional(source: Source, node: Node): Expr {
  const [then, test, otherwise] = lowerAll(source, node);
  if (then === undefined || test === undefined || otherwise === undefined)
    return opaque(source, node, "the code is incomplete here");
  return { kind: "cond", test, then, else: otherwise, span: spanOf(source, node) };
}

function lowerDictionary(source: Source, node: Node): Expr {
  const entries = codeChildren(node).map((child) =>
    child.type === "dictionary_splat"
      ? { value: lowerOnlyChild(source, child) }
      : { key: field(source, child, "key"), value: field(source, child, "value") },
  );
  return { kind: "dict", entries, span: spanOf(source, node) };
}
