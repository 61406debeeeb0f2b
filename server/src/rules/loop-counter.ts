// What counts with a loop: its counter, and `counter + 1`, with or without a name of its own.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Block, Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { type Range, rangeOf } from "../costs/uniform.ts";
import { visit } from "../facts/code-nodes.ts";
import { numberOf } from "../facts/sizes.ts";
import { cudaConstants } from "../languages/thread-symbols.ts";
import { givenIn, namesGiven } from "./barrier-names.ts";
import type { InstanceValues } from "./instance-values.ts";

type Loop = Extract<Stmt, { kind: "c-for" | "for" }>;

export interface Counter {
  readonly name: string;
  /** Names that each round gives one sum of the counter: `next = k + 1` is 1 ahead behind that statement. */
  readonly sums: ReadonlyMap<string, { readonly ahead: number; readonly from: number }>;
}

export function counterOf(loop: Loop): Counter | undefined {
  const [first] = loop.kind === "c-for" ? loop.init : [];
  const target = loop.kind === "for" ? loop.target : first?.kind === "let" ? first.target : undefined;
  return target?.kind === "bind" ? { name: target.name, sums: sumsIn(loop.body, target.name) } : undefined;
}

/** It runs to its end, and only its head counts. */
export function isPlain(body: Block, counter: string): boolean {
  let plain = true;
  visit(body, (node) => {
    if (/^(?:break|continue|return|raise)$/.test(node.kind)) plain = false;
    const { target } = node as { readonly target?: { readonly kind: string; readonly name?: string } };
    if (target?.kind === "bind" && target.name === counter) plain = false;
  });
  return plain;
}

/** What a `for` runs over, where all of it is numbers. */
function overRange(value: Value | undefined): Range | undefined {
  if (value?.kind !== "range") return undefined;
  const [from, to, step] = [value.start, value.stop, value.step].map(numberOf);
  return from === undefined || to === undefined || step === undefined ? undefined : { from, to, step };
}

/** What the loop counts through; undefined where nobody knows. */
export function rangeIn(loop: Loop, { value, number }: Pick<InstanceValues, "value" | "number">): Range | undefined {
  const name = counterOf(loop)?.name ?? "";
  const range = loop.kind === "for" ? overRange(value(loop.iter)) : rangeOf(loop, name, (one) => one && number(one));
  return range === "none" ? undefined : range;
}

/** How far the expression is ahead of the counter; undefined where it is no such sum. */
export function aheadOf(expr: Expr, counter: Counter): number | undefined {
  if (expr.kind === "name") {
    const name = expr.path.join("::");
    const sum = counter.sums.get(name);
    if (sum !== undefined) return expr.span.start > sum.from ? sum.ahead : undefined;
    return name === counter.name ? 0 : undefined;
  }
  if (expr.kind !== "binary" || (expr.op !== "+" && expr.op !== "-") || expr.right.kind !== "int") return undefined;
  const of = aheadOf(expr.left, counter);
  return of === undefined ? undefined : of + (expr.op === "+" ? expr.right.value : -expr.right.value);
}

type Call = Extract<Expr, { kind: "call" }>;

/** What may differ from round to round: the counter, what the body gives a value, and what it hands to a call that may write it. */
export function changingIn(body: Block, { name }: Counter, isReading: (call: Call) => boolean): ReadonlySet<string> {
  const changing = new Set([name, ...namesGiven(body)]);
  visit(body, (node) => {
    if (node.kind !== "call" || isReading(node as Call)) return;
    const { callee, args } = node as Call;
    for (const part of [callee, ...args.map(({ value }) => value)]) for (const one of namesIn(part)) changing.add(one);
  });
  return changing;
}

/** The same in every round, as far as names say: no calls, and nothing that changes. */
export function isSteady(test: Expr, changing: ReadonlySet<string>): boolean {
  switch (test.kind) {
    case "int":
    case "bool":
    case "none":
      return true;
    case "name":
      return !changing.has(test.path.join("::"));
    case "member":
      return isSteady(test.object, changing);
    case "unary":
    case "cast":
      return isSteady(test.value, changing);
    case "binary":
      return isSteady(test.left, changing) && isSteady(test.right, changing);
    default:
      return false;
  }
}

function namesIn(part: Expr): readonly string[] {
  if (part.kind === "name") {
    const name = part.path.join("::");
    return cudaConstants.has(name) ? [] : [name];
  }
  if (part.kind === "member") return namesIn(part.object);
  return part.kind === "unary" ? namesIn(part.value) : [];
}

/** Of the loop's own block: what stands in an inner one may hang on a condition. */
function sumsIn(body: Block, name: string): Counter["sums"] {
  const given = namesGiven(body);
  const sums = new Map<string, { ahead: number; from: number }>();
  for (const stmt of body) {
    const [own, value] = isPlainly(stmt) ? (givenIn(stmt) ?? []) : [];
    if (own === undefined || value === undefined || given.filter((one) => one === own).length > 1) continue;
    const ahead = aheadOf(value, { name, sums });
    if (ahead !== undefined) sums.set(own, { ahead, from: stmt.span.start });
  }
  return sums;
}

/** Not `sum += k`. */
const isPlainly = (stmt: Stmt): boolean =>
  stmt.kind !== "expr" || (stmt.value.kind === "assign" && stmt.value.op === "");
