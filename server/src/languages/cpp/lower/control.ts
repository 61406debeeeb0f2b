// Loops and switches.
import type { Node } from "web-tree-sitter";
import type { Expr, Pattern, Stmt } from "../../../../../src-engine/program/ir.ts";
import { type Cursor, childOf, codeChildren, field, nameSpanOf, opaque, spanOf, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { nameOf } from "./functions.ts";
import { conditionOf, lowerBlock, lowerStatement } from "./statements.ts";

export function lowerFor(c: Cursor, node: Node): Stmt[] {
  const [init, test, step, body] = ["initializer", "condition", "update", "body"].map((name) => field(node, name));
  const starts =
    init === undefined ? [] : /declaration$/.test(init.type) ? lowerStatement(c, init) : [expressionOf(c, init)];
  return [
    {
      kind: "c-for",
      init: starts,
      ...(test === undefined ? {} : { test: lowerExpression(c, test) }),
      ...(step === undefined ? {} : { step: lowerExpression(c, step) }),
      body: body === undefined ? [] : lowerBlock(c, body),
      span: spanOf(c, node),
    },
  ];
}

const expressionOf = (c: Cursor, node: Node): Stmt => ({
  kind: "expr",
  value: lowerExpression(c, node),
  span: spanOf(c, node),
});

export function lowerRangeFor(c: Cursor, node: Node): Stmt[] {
  const right = field(node, "right");
  const body = field(node, "body");
  const declarator = field(node, "declarator");
  const iter = right === undefined ? opaque(c, node, "a range is missing") : lowerExpression(c, right);
  const statements = body === undefined ? [] : lowerBlock(c, body);
  return [
    { kind: "for", target: loopTarget(c, node, declarator), iter, body: statements, else: [], span: spanOf(c, node) },
  ];
}

function loopTarget(c: Cursor, node: Node, declarator: Node | undefined): Pattern {
  const name = nameOf(declarator);
  if (name !== undefined) return { kind: "bind", name: textOf(c, name), span: nameSpanOf(c, name) };
  const binding =
    declarator === undefined ? undefined : (childOf(declarator, "structured_binding_declarator") ?? declarator);
  const items = binding === undefined ? [] : codeChildren(binding);
  const patterns = items.map((item): Pattern => ({ kind: "bind", name: textOf(c, item), span: nameSpanOf(c, item) }));
  return { kind: "unpack", items: patterns, span: spanOf(c, binding ?? node) };
}

export function lowerWhile(c: Cursor, node: Node): Stmt[] {
  const body = field(node, "body");
  const { before, test } = conditionOf(c, field(node, "condition"), node);
  const statements = body === undefined ? [] : lowerBlock(c, body);
  const atLeastOnce = node.type === "do_statement";
  if (atLeastOnce && isFalse(test) && !statements.some(jumps))
    return [{ kind: "block", body: statements, span: spanOf(c, node) }];
  return [...before, { kind: "while", test, body: statements, else: [], atLeastOnce, span: spanOf(c, node) }];
}

const isFalse = (test: Expr): boolean =>
  (test.kind === "int" && test.value === 0) || (test.kind === "bool" && !test.value);

/** Does a statement of a loop's body end the loop or its round? Loops and switches inside keep their own. */
function jumps(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "break":
    case "continue":
      return true;
    case "block":
      return stmt.body.some(jumps);
    case "if":
      return stmt.then.some(jumps) || stmt.else.some(jumps);
    case "try":
      return [...stmt.body, ...stmt.handlers.flat()].some(jumps);
    default:
      return false;
  }
}

interface Case {
  tests: Expr[];
  isDefault: boolean;
  body: Stmt[];
}

/** Statements of a switch, those that several cases run counted for each: beyond that nobody wrote it by hand. */
const mostStatements = 4096;

/** A case without a `break` goes on with the next one's body. */
function fallingThrough(cases: readonly Case[]): readonly Case[] {
  const found: Case[] = [];
  let behind: readonly Stmt[] = [];
  let count = 0;
  for (const one of [...cases].reverse()) {
    const body = ends(one.body) || count > mostStatements ? one.body : [...one.body, ...behind];
    count += body.length;
    behind = body;
    found.push({ ...one, body });
  }
  return found.reverse();
}

/** Does nothing stand behind these statements? */
function ends(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  switch (last?.kind) {
    case "break":
    case "continue":
    case "return":
    case "raise":
      return true;
    case "block":
      return ends(last.body);
    case "if":
      return ends(last.then) && ends(last.else);
    default:
      return false;
  }
}

/** Cases that share a body (`case 1: case 2: …`) are one with two tests. */
export function lowerSwitch(c: Cursor, node: Node): Stmt[] {
  const { before, test } = conditionOf(c, field(node, "condition"), node);
  const body = field(node, "body");
  const cases: Case[] = [];
  let open: Case = { tests: [], isDefault: false, body: [] };
  for (const child of body === undefined ? [] : codeChildren(body)) {
    if (child.type !== "case_statement") continue;
    const value = field(child, "value");
    if (value === undefined) open.isDefault = true;
    else open.tests.push(lowerExpression(c, value));
    const statements = codeChildren(child).filter((part) => part.id !== value?.id);
    if (statements.length === 0) continue;
    open.body = statements.flatMap((part) => lowerStatement(c, part));
    cases.push(open);
    open = { tests: [], isDefault: false, body: [] };
  }
  if (open.tests.length > 0 || open.isDefault) cases.push(open);
  return [...before, { kind: "switch", subject: test, cases: fallingThrough(cases), span: spanOf(c, node) }];
}
