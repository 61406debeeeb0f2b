// `match` to a chain of `if`s: literals, values with a dot, alternatives of them, a bare name or `_` for the rest, guards.
//
// Patterns that take things apart (classes, sequences, mappings) are not followed: the whole statement is then opaque.
import type { Node } from "web-tree-sitter";
import type { Block, Expr, Stmt } from "../../../../../src-engine/program/ir.ts";
import { lowerExpression } from "./expressions.ts";
import { codeChildren, type Source, spanOf, textOf } from "./source.ts";

interface Case {
  /** Undefined: it matches anything. */
  readonly test: Expr | undefined;
  /** `case x:` gives the subject a name. */
  readonly bound: Stmt | undefined;
  readonly guard: Expr | undefined;
  readonly body: Block;
}

export function lowerMatch(
  source: Source,
  node: Node,
  lowerBlock: (source: Source, node: Node | null) => Block,
): Stmt[] | undefined {
  const subject = node.childForFieldName("subject");
  const body = node.childForFieldName("body");
  if (subject === null || body === null) return undefined;
  const about = lowerExpression(source, subject);
  const cases: Case[] = [];
  for (const clause of codeChildren(body).filter((child) => child.type === "case_clause")) {
    const found = caseOf(source, clause, about, lowerBlock);
    if (found === undefined) return undefined;
    cases.push(found);
  }
  const span = spanOf(source, node);
  return [...cases.reduceRight<Block>((rest, one) => chained(one, rest, span), [])];
}

function chained({ test, bound, guard, body }: Case, rest: Block, span: Stmt["span"]): Block {
  const guarded: Block =
    guard === undefined ? body : [{ kind: "if", test: guard, constexpr: false, then: body, else: rest, span }];
  const then: Block = bound === undefined ? guarded : [bound, ...guarded];
  return test === undefined ? then : [{ kind: "if", test, constexpr: false, then, else: rest, span }];
}

function caseOf(
  source: Source,
  clause: Node,
  about: Expr,
  lowerBlock: (source: Source, node: Node | null) => Block,
): Case | undefined {
  const patterns = codeChildren(clause).filter((child) => child.type === "case_pattern");
  const [pattern] = patterns;
  if (pattern === undefined || patterns.length > 1) return undefined;
  const condition = clause.childForFieldName("guard");
  const guard = condition === null ? undefined : codeChildren(condition)[0];
  const rest = {
    guard: guard === undefined ? undefined : lowerExpression(source, guard),
    body: lowerBlock(source, clause.childForFieldName("consequence")),
  };
  const [inner] = codeChildren(pattern);
  if (inner === undefined) return { test: undefined, bound: undefined, ...rest };
  const values = valuesOf(inner);
  if (values === undefined) return undefined;
  const name = inner.type === "dotted_name" && codeChildren(inner).length === 1 ? inner : undefined;
  if (name !== undefined) return { test: undefined, bound: capture(source, name, about), ...rest };
  const tests = values.map((value): Expr => equal(about, lowerExpression(source, value)));
  const test = tests.reduce((left, right): Expr => ({ kind: "binary", op: "||", left, right, span: right.span }));
  // A guard that fails goes on to the next case, which an `if` inside the first cannot say twice over.
  if (rest.guard !== undefined)
    return {
      ...rest,
      test: { kind: "binary", op: "&&", left: test, right: rest.guard, span: test.span },
      guard: undefined,
      bound: undefined,
    };
  return { test, bound: undefined, ...rest };
}

const literals = new Set([
  "integer",
  "float",
  "string",
  "concatenated_string",
  "true",
  "false",
  "none",
  "unary_operator",
]);

/** The values that a pattern compares with; undefined for one that takes its subject apart. */
function valuesOf(pattern: Node): readonly Node[] | undefined {
  if (pattern.type === "union_pattern") {
    const parts = codeChildren(pattern).map(valuesOf);
    const isSimple = parts.every((part) => part !== undefined) && codeChildren(pattern).every((part) => !isName(part));
    return isSimple ? parts.flatMap((part) => part ?? []) : undefined;
  }
  return literals.has(pattern.type) || pattern.type === "dotted_name" ? [pattern] : undefined;
}

const isName = (node: Node): boolean => node.type === "dotted_name" && codeChildren(node).length === 1;

const equal = (left: Expr, right: Expr): Expr => ({
  kind: "binary",
  op: right.kind === "none" || right.kind === "bool" ? "is" : "==",
  left,
  right,
  span: right.span,
});

function capture(source: Source, name: Node, about: Expr): Stmt {
  const span = spanOf(source, name);
  const value: Expr = {
    kind: "assign",
    target: { kind: "bind", name: textOf(source, name), span },
    op: "",
    value: about,
    span,
  };
  return { kind: "expr", value, span };
}
