// An assertion under the cursor: does it hold, and what stands there with the numbers put in.
//
// The cursor is on the keyword or macro; on an operand the operand's own hover answers.

import type { Value } from "../../../src-engine/algebra/value.ts";
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { AssertFact, ExpressionFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Arg, Block, Expr, Item, ItemId, Stmt, Unit } from "../../../src-engine/program/ir.ts";
import { failureText } from "./assertion-words.ts";
import { absolute, type FactIndex, type Placed } from "./fact-index.ts";
import { printValue } from "./notation.ts";
import { oneLine } from "./source-text.ts";

export type AssertStmt = Extract<Stmt, { kind: "assert" }>;

export const verdicts: Readonly<Record<AssertFact["holds"], string>> = {
  yes: "holds",
  no: "fails",
  unknown: "unknown",
};

/** The condition with its operands' values, `_128 == _64`; the source where nothing is known. */
export function conditionText(index: FactIndex, { fact }: Placed<AssertFact>): string {
  const stmt = assertAt(index, fact);
  if (stmt === undefined) return "";
  return oneLine(written(stmt.test, reader(index, fact), 0), 200);
}

/** Why it fails, `size<0>(tile) is 16, asserted 8`; the condition with its values where a side is not known. */
export function failureOf(index: FactIndex, placed: Placed<AssertFact>): string {
  const stmt = assertAt(index, placed.fact);
  if (stmt === undefined) return "";
  return failure(stmt, reader(index, placed.fact)) ?? conditionText(index, placed);
}

/** The same of an assertion in another file, whose text `source` writes. */
export function failureThere(
  unit: Unit,
  facts: readonly Fact[],
  fact: AssertFact,
  source: (expr: Expr) => string,
): string | undefined {
  const stmt = assertIn(unit, fact);
  const own = facts.filter((one) => one.kind === "expression" && one.item === fact.item) as readonly ExpressionFact[];
  const print = (value: Value): string => printValue(value, unit.language);
  return stmt && failure(stmt, { value: (expr) => valueAt(own, expr), print, source });
}

function failure(stmt: AssertStmt, read: Reader): string | undefined {
  const said = failureText(stmt.test, { ...read, known: (expr) => known(expr, read) });
  return said === undefined ? undefined : oneLine(said, 240);
}

export const assertAt = (index: FactIndex, fact: AssertFact): AssertStmt | undefined =>
  assertIn(index.facts.unit, fact);

function assertIn({ items }: Unit, { item, span }: AssertFact): AssertStmt | undefined {
  const found = itemAt(items, item);
  return found === undefined ? undefined : inStatements(statementsOf(found), span.start);
}

const valueAt = (all: readonly ExpressionFact[], { span }: Expr): Value | undefined =>
  all.find((one) => one.span.start === span.start && one.span.end === span.end)?.value;

interface Reader {
  readonly value: (expr: Expr) => Value | undefined;
  readonly print: (value: Value) => string;
  readonly source: (expr: Expr) => string;
}

function reader(index: FactIndex, fact: AssertFact): Reader {
  const own = index.expressions
    .map((one) => one.fact)
    .filter((one) => one.instance === fact.instance && one.item === fact.item);
  const source = (expr: Expr): string => {
    const at = absolute(index.facts, fact.item, expr.span);
    return at === undefined ? "" : (index.texts[at.fragment]?.slice(at.start, at.end) ?? "");
  };
  return {
    value: (expr) => valueAt(own, expr),
    print: (value) => printValue(value, index.facts.unit.language),
    source,
  };
}

const joining: ReadonlySet<string> = new Set([
  "==",
  "!=",
  "<",
  ">",
  "<=",
  ">=",
  "&&",
  "||",
  "in",
  "not in",
  "is",
  "is not",
]);
const deepest = 40;

function written(expr: Expr, read: Reader, depth: number): string {
  if (depth > deepest) return read.source(expr);
  if (expr.kind === "binary" && joining.has(expr.op))
    return `${written(expr.left, read, depth + 1)} ${expr.op} ${written(expr.right, read, depth + 1)}`;
  if (expr.kind === "binary" && known(expr, read) === undefined)
    return `${written(expr.left, read, depth + 1)}${expr.op}${written(expr.right, read, depth + 1)}`;
  if (expr.kind === "unary" && (expr.op === "!" || expr.op === "not"))
    return `${expr.op} ${written(expr.value, read, depth + 1)}`;
  if (expr.kind === "call" && depth === 0) return callText(expr.callee, expr.args, read);
  return known(expr, read) ?? read.source(expr);
}

/** `evenly_divides(_128,_8)`: a question asked by a call. */
function callText(callee: Expr, args: readonly Arg[], read: Reader): string {
  return `${read.source(callee)}(${args.map(({ value }) => known(value, read) ?? read.source(value)).join(", ")})`;
}

function known(expr: Expr, read: Reader): string | undefined {
  const value = read.value(expr);
  return value === undefined || silent.has(value.kind) ? undefined : read.print(value);
}

const silent: ReadonlySet<string> = new Set(["unknown", "function", "builtin", "class", "module", "object", "dict"]);

function itemAt(items: readonly Item[], id: ItemId): Item | undefined {
  for (const item of items) {
    if (item.id === id) return item;
    const inside = item.kind === "class" ? itemAt(item.members, id) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function statementsOf(item: Item): Block {
  if (item.kind === "function") return item.body ?? [];
  return item.kind === "statement" ? [item.statement] : [];
}

function inStatements(block: Block, start: number): AssertStmt | undefined {
  for (const stmt of block) {
    if (stmt.kind === "assert" && stmt.span.start === start) return stmt;
    if (start < stmt.span.start || stmt.span.end < start) continue;
    for (const inner of stmt.kind === "item" ? [statementsOf(stmt.item)] : blocksOf(stmt)) {
      const found = inStatements(inner, start);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
