// Python statements to the IR. A statement may become none (a docstring, `pass`) or several.
import type { Node } from "web-tree-sitter";
import type { Block, Expr, Stmt } from "../../../../../src-engine/program/ir.ts";
import { takenOver } from "../../edited-statements.ts";
import { lowerArguments, lowerExpression } from "./expressions.ts";
import { isItem, lowerItem } from "./items.ts";
import { lowerMatch } from "./match.ts";
import { boundNames, lowerPattern } from "./patterns.ts";
import { codeChildren, deeper, lineEnd, noteOf, opaque, type Source, spanOf, textOf, tooDeep } from "./source.ts";

type Lower = (source: Source, node: Node) => Stmt[];

const lowerings: Readonly<Record<string, Lower>> = {
  expression_statement: lowerExpressionStatement,
  return_statement: (s, n) => [{ kind: "return", ...resultOf(s, n), span: spanOf(s, n) }],
  raise_statement: (s, n) => [{ kind: "raise", ...resultOf(s, n), span: spanOf(s, n) }],
  assert_statement: lowerAssert,
  break_statement: (s, n) => [{ kind: "break", span: spanOf(s, n) }],
  continue_statement: (s, n) => [{ kind: "continue", span: spanOf(s, n) }],
  pass_statement: () => [],
  if_statement: lowerIf,
  for_statement: lowerFor,
  while_statement: lowerWhile,
  with_statement: lowerWith,
  try_statement: lowerTry,
  match_statement: (s, n) => lowerMatch(s, n, lowerBlock) ?? opaqueMatch(s, n),
  delete_statement: lowerDelete,
  global_statement: (s, n) => [{ kind: "outer", of: "file", names: lowerNames(s, n), span: spanOf(s, n) }],
  nonlocal_statement: (s, n) => [{ kind: "outer", of: "function", names: lowerNames(s, n), span: spanOf(s, n) }],
};

export function lowerBlock(source: Source, node: Node | null): Block {
  if (node === null) return [];
  if (tooDeep(source)) return [beyondDepth(source, node)];
  const inner = deeper(source);
  return codeChildren(node).flatMap((child) => lowerStatement(inner, child));
}

export function lowerStatement(source: Source, node: Node): Stmt[] {
  const { edited, registry } = source;
  if (edited === undefined || isItem(node) || node.type === "ERROR") return lowerAnew(source, node);
  const { places } = registry;
  const declared = places.size;
  return takenOver(
    edited,
    {
      start: node.startIndex - source.base,
      type: node.type,
      ends: () => [lineEnd(source, node) - source.base, node.endIndex - source.base],
    },
    () => lowerAnew(source, node),
    () => places.size === declared,
  );
}

function lowerAnew(source: Source, node: Node): Stmt[] {
  if (isItem(node)) return lowerItem(source, node).map((item) => ({ kind: "item", item, span: spanOf(source, node) }));
  // A broken piece may still hold whole statements.
  if (node.type === "ERROR") return [...lowerBlock(source, node)];
  const lower = lowerings[node.type];
  return lower === undefined ? [] : lower(source, node);
}

/** How a generator ends: what calling it gives are the values that it yields. */
export const yielded = (source: Source, node: Node): Stmt => ({
  kind: "return",
  value: opaque(source, node, "what a generator yields"),
  span: { ...spanOf(source, node), start: spanOf(source, node).end },
});

function resultOf(source: Source, node: Node): { readonly value?: Expr } {
  if (source.yields === true && node.type === "return_statement")
    return { value: opaque(source, node, "what a generator yields") };
  const child = codeChildren(node)[0];
  return child === undefined ? {} : { value: lowerExpression(source, child) };
}

/** What it sets is unknown, and where a case returns, so is whether the function goes on and what it gives. */
function opaqueMatch(source: Source, node: Node): Stmt[] {
  const why = "a match statement that takes its subject apart";
  const returns = node.descendantsOfType("return_statement").length > 0;
  const span = spanOf(source, node);
  const end: Stmt = { kind: "return", value: opaque(source, node, why), span };
  const test = opaque(source, node.childForFieldName("subject") ?? node, why);
  const mayEnd: Stmt = { kind: "if", test, constexpr: false, then: [end], else: [], span };
  return [opaqueStatement(source, node, why), ...(returns ? [mayEnd] : [])];
}

/** `del xs[i]` calls `xs.__delitem__(i)`. */
function lowerDelete(source: Source, node: Node): Stmt[] {
  const targets = codeChildren(node).flatMap((one) => (one.type === "expression_list" ? codeChildren(one) : [one]));
  return targets.flatMap((target): Stmt[] => {
    if (target.type === "identifier")
      return [opaqueStatement(source, target, "a deleted name", [textOf(source, target)])];
    const expr = lowerExpression(source, target);
    if (expr.kind !== "index") return [];
    const { span } = expr;
    const callee: Expr = { kind: "member", object: expr.object, name: "__delitem__", nameSpan: span, span };
    return [{ kind: "expr", value: { kind: "call", callee, args: expr.args, span }, span }];
  });
}

const lowerNames = (source: Source, node: Node): string[] =>
  codeChildren(node)
    .filter((child) => child.type === "identifier")
    .map((child) => textOf(source, child));

function lowerExpressionStatement(source: Source, node: Node): Stmt[] {
  const children = codeChildren(node);
  const child = children[0];
  if (child === undefined || (children.length === 1 && isDocstring(child))) return [];
  if (child.type === "assignment" && child.childForFieldName("right") === null)
    return [lowerDeclaration(source, child)];
  if (child.type === "call" && /^(pytest\.(skip|xfail|fail)|sys\.exit|exit|quit)\s*\(/.test(textOf(source, child)))
    return [{ kind: "raise", value: lowerExpression(source, child), span: spanOf(source, node) }];
  const note = noteOf(source, node);
  const value = children.length > 1 ? looseTuple(source, node) : lowerEffect(source, child, note);
  return [{ kind: "expr", value, ...(note === undefined ? {} : { note }), span: spanOf(source, node) }];
}

/** `a, b` as a statement has no node of its own. */
const looseTuple = (source: Source, node: Node): Expr => ({
  kind: "tuple",
  items: lowerArguments(source, codeChildren(node)),
  list: false,
  span: spanOf(source, node),
});

const isDocstring = (node: Node): boolean =>
  node.type === "string" || node.type === "concatenated_string" || node.type === "ellipsis";

/** `x: T` without a value. */
function lowerDeclaration(source: Source, node: Node): Stmt {
  const note = noteOf(source, node);
  const type = node.childForFieldName("type");
  return {
    kind: "let",
    target: lowerPattern(source, node.childForFieldName("left") ?? node),
    ...(type === null ? {} : { type: lowerExpression(source, type) }),
    dims: [],
    attributes: [],
    ...(note === undefined ? {} : { note }),
    span: spanOf(source, node),
  };
}

function lowerEffect(source: Source, node: Node, note: ReturnType<typeof noteOf>): Expr {
  if (node.type !== "assignment" && node.type !== "augmented_assignment") return lowerExpression(source, node);
  const left = node.childForFieldName("left") ?? node;
  const right = node.childForFieldName("right");
  const operator = node.childForFieldName("operator");
  return {
    kind: "assign",
    target: lowerPattern(source, left, note),
    op: operator === null ? "" : textOf(source, operator).replace(/=$/, ""),
    value: right === null ? opaque(source, node, "the code is incomplete here") : lowerEffect(source, right, undefined),
    span: spanOf(source, node),
  };
}

function lowerAssert(source: Source, node: Node): Stmt[] {
  const [test, message] = codeChildren(node);
  if (test === undefined) return [];
  const text = message && lowerExpression(source, message);
  return [
    {
      kind: "assert",
      test: lowerExpression(source, test),
      static: false,
      ...(text?.kind === "text" ? { message: text.value } : {}),
      span: spanOf(source, node),
    },
  ];
}

/** What is below is not followed: whatever it names may be written there. */
function beyondDepth(source: Source, node: Node): Stmt {
  const names = node.descendantsOfType("identifier").flatMap((one) => (one === null ? [] : [textOf(source, one)]));
  return opaqueStatement(source, node, "the code is nested too deeply", [...new Set(names)]);
}

/** Each `elif` is one in another. */
const longestChain = 250;

/** `elif` chains nest to the right; built from the last branch. */
function lowerIf(source: Source, node: Node): Stmt[] {
  const alternatives = node.childrenForFieldName("alternative").filter((child) => child !== null);
  let rest: Block = alternatives.length > longestChain ? [beyondDepth(source, node)] : [];
  for (const branch of alternatives.slice(0, longestChain).reverse()) {
    rest =
      branch.type === "elif_clause"
        ? [conditional(source, branch, rest)]
        : lowerBlock(source, branch.childForFieldName("body"));
  }
  return [conditional(source, node, rest)];
}

function conditional(source: Source, node: Node, otherwise: Block): Stmt {
  const condition = node.childForFieldName("condition") ?? node;
  return {
    kind: "if",
    test: lowerExpression(source, condition),
    constexpr: isConstExpr(source, condition),
    then: lowerBlock(source, node.childForFieldName("consequence")),
    else: otherwise,
    span: spanOf(source, node),
  };
}

const isConstExpr = (source: Source, condition: Node): boolean =>
  /^\(?(\w+\.)*const_expr\(/.test(textOf(source, condition));

const elseOf = (source: Source, node: Node): Block => {
  const alternative = node.childForFieldName("alternative");
  return alternative === null ? [] : lowerBlock(source, alternative.childForFieldName("body"));
};

function lowerFor(source: Source, node: Node): Stmt[] {
  const target = node.childForFieldName("left");
  const iter = node.childForFieldName("right");
  const body = lowerBlock(source, node.childForFieldName("body"));
  if (target === null || iter === null) return [...body];
  return [
    {
      kind: "for",
      target: lowerPattern(source, target),
      iter: lowerExpression(source, iter),
      body,
      else: elseOf(source, node),
      span: spanOf(source, node),
    },
  ];
}

function lowerWhile(source: Source, node: Node): Stmt[] {
  const test = node.childForFieldName("condition");
  return [
    {
      kind: "while",
      ...(test !== null && isConstExpr(source, test) ? { constexpr: true } : {}),
      test: test === null ? { kind: "bool", value: true, span: spanOf(source, node) } : lowerExpression(source, test),
      body: lowerBlock(source, node.childForFieldName("body")),
      else: elseOf(source, node),
      atLeastOnce: false,
      span: spanOf(source, node),
    },
  ];
}

function lowerWith(source: Source, node: Node): Stmt[] {
  const clause = codeChildren(node).find((child) => child.type === "with_clause");
  const items = (clause === undefined ? [] : codeChildren(clause)).flatMap((item) => {
    const value = item.childForFieldName("value");
    if (value === null) return [];
    if (value.type !== "as_pattern") return [{ value: lowerExpression(source, value) }];
    const [made, target] = codeChildren(value);
    if (made === undefined) return [];
    return [
      {
        value: lowerExpression(source, made),
        ...(target === undefined ? {} : { target: lowerPattern(source, target) }),
      },
    ];
  });
  return [
    { kind: "with", items, body: lowerBlock(source, node.childForFieldName("body")), span: spanOf(source, node) },
  ];
}

/** The `else` of a `try` runs after its body when nothing was raised. */
function lowerTry(source: Source, node: Node): Stmt[] {
  const clauses = codeChildren(node);
  const last = (clause: Node): Node | null => codeChildren(clause).at(-1) ?? null;
  const otherwise = clauses.find((clause) => clause.type === "else_clause");
  const final = clauses.find((clause) => clause.type === "finally_clause");
  return [
    {
      kind: "try",
      body: [
        ...lowerBlock(source, node.childForFieldName("body")),
        ...(otherwise === undefined ? [] : lowerBlock(source, otherwise.childForFieldName("body"))),
      ],
      handlers: clauses
        .filter((clause) => clause.type.startsWith("except"))
        .map((clause) => lowerBlock(source, last(clause))),
      finally: final === undefined ? [] : lowerBlock(source, last(final)),
      span: spanOf(source, node),
    },
  ];
}

/** What a statement that is not followed may write: every name assigned in it. */
function opaqueStatement(source: Source, node: Node, why: string, writes?: readonly string[]): Stmt {
  return { kind: "opaque", why, writes: writes ?? writtenIn(source, node), reads: [], span: spanOf(source, node) };
}

function writtenIn(source: Source, node: Node): string[] {
  const targets = node.descendantsOfType(["assignment", "augmented_assignment", "for_statement", "case_pattern"]);
  const names = targets.flatMap((target) => {
    if (target === null) return [];
    if (target.type === "case_pattern")
      return target.descendantsOfType("identifier").flatMap((n) => (n ? [textOf(source, n)] : []));
    const left = target.childForFieldName("left");
    return left === null ? [] : boundNames(lowerPattern(source, left));
  });
  return [...new Set(names)];
}
