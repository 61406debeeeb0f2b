// What made a tensor, as the source says it: `thr.partition_S(…)` behind names and slices, whether its value is known or not.
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, Item, ItemId, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";

/** The method that gave the tensor its modes, and where its name stands. */
export interface Made {
  readonly method: string;
  readonly span: Span;
}

export interface Names {
  /** Names that are given a value in one place of the function, with it. */
  readonly values: ReadonlyMap<string, Expr>;
  /** Expressions by where they stand. */
  readonly at: ReadonlyMap<string, Expr>;
}

/** The items that are evaluated, each with those of its calls that certainly happen. */
export function itemsWithCalls(
  facts: FileFacts,
): readonly { readonly item: Item; readonly calls: readonly CallFact[] }[] {
  const calls = new Map<ItemId, Map<string, CallFact>>();
  for (const fact of facts.facts) {
    if (fact.kind !== "call" || !fact.certain) continue;
    const own = calls.get(fact.item) ?? new Map<string, CallFact>();
    calls.set(fact.item, own.set(key(fact.span), fact));
  }
  return itemsOf(facts).flatMap((item) => {
    const own = calls.get(item.id);
    return own === undefined ? [] : [{ item, calls: [...own.values()] }];
  });
}

function itemsOf({ unit }: FileFacts): readonly Item[] {
  const found: Item[] = [];
  const todo: Item[] = [...unit.items];
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    found.push(item);
    if (item.kind === "class") todo.push(...item.members);
  }
  return found;
}

/** The names and expressions of a function; a name that is bound twice, in whatever block, has no value here. */
export function namesIn(item: Item): Names {
  const values = new Map<string, Expr>();
  const bound = new Map<string, number>();
  const at = new Map<string, Expr>();
  eachNode(item, (node) => {
    if (isBind(node)) bound.set(node.name, (bound.get(node.name) ?? 0) + 1);
    const given = givenBy(node);
    if (given !== undefined) values.set(given.name, given.value);
    if (isExpr(node)) at.set(key(node.span), node);
  });
  const params = item.kind === "function" ? item.params.map(({ name }) => name) : [];
  for (const [name, count] of bound) if (count > 1 || params.includes(name)) values.delete(name);
  return { values, at };
}

const key = ({ start, end }: Span): string => `${start}-${end}`;

const isBind = (node: object): node is { readonly kind: "bind"; readonly name: string } =>
  "kind" in node && node.kind === "bind" && "name" in node;

function givenBy(node: object): { readonly name: string; readonly value: Expr } | undefined {
  if (!("kind" in node) || (node.kind !== "let" && node.kind !== "assign")) return undefined;
  const stmt = node as Extract<Stmt, { kind: "let" }> | Extract<Expr, { kind: "assign" }>;
  const value = stmt.kind === "let" ? stmt.init : stmt.op === "" ? stmt.value : undefined;
  return stmt.target.kind === "bind" && value !== undefined ? { name: stmt.target.name, value } : undefined;
}

const exprKinds: ReadonlySet<string> = new Set(["name", "call", "index"]);

const isExpr = (node: object): node is Expr => "kind" in node && exprKinds.has(String(node.kind)) && "span" in node;

/** Of what a call is given: the method behind its names and slices, where it is one of these. */
export function madeBy(names: Names, span: Span, methods: ReadonlySet<string>): Made | undefined {
  let expr = names.at.get(key(span));
  for (let steps = 0; expr !== undefined && steps < most; steps++) {
    const method = methodOf(expr);
    if (method !== undefined) return methods.has(method.name) ? { method: method.name, span: method.span } : undefined;
    expr = behind(names, expr);
  }
  return undefined;
}

const most = 12;

function methodOf(expr: Expr): { readonly name: string; readonly span: Span } | undefined {
  if (expr.kind !== "call") return undefined;
  const { callee } = expr;
  return callee.kind === "member" ? { name: callee.name, span: callee.nameSpan } : undefined;
}

/** One step: what a name was given, what a slice is taken of. */
function behind({ values }: Names, expr: Expr): Expr | undefined {
  switch (expr.kind) {
    case "name":
      return expr.path.length === 1 ? values.get(expr.path[0]!) : undefined;
    case "index":
      return expr.object;
    case "call":
      return expr.callee.kind === "name" && values.has(expr.callee.path.join("::")) ? expr.callee : undefined;
    default:
      return undefined;
  }
}
