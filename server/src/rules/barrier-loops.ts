// Loops around a place: what they run over, to tell whether two of them have the same rounds.
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Expr, FunctionItem, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { printExpr } from "../languages/print.ts";
import type { Around } from "./barrier-events.ts";
import type { InstanceValues } from "./instance-values.ts";
import { tileOf } from "./uniform-tests.ts";

/** What a loop counts and how long; names that are given something else where it stands are that. */
export function loopWords(
  stmt: Extract<Stmt, { kind: "c-for" | "while" }>,
  given: ReadonlyMap<string, string>,
): string {
  const counters = stmt.kind === "c-for" ? countersOf(stmt) : [];
  const begun = stmt.kind === "c-for" ? stmt.init.flatMap((one) => (one.kind === "let" ? (one.init ?? []) : [])) : [];
  // What else a step does is no part of how often the loop goes round.
  const isStep = (one: Expr): boolean => counters.some((name) => printExpr(one).includes(name));
  const steps = stmt.kind === "c-for" ? commaParts(stmt.step).filter(isStep) : [];
  const parts = [...begun, stmt.test, ...steps].flatMap((one) => (one === undefined ? [] : [printExpr(one)]));
  return [...counters, ...parts].join("; ").replace(/[A-Za-z_]\w*/g, (name) => given.get(name) ?? name);
}

const commaParts = (of: Expr | undefined): readonly Expr[] =>
  of?.kind === "binary" && of.op === "," ? [...commaParts(of.left), ...commaParts(of.right)] : of ? [of] : [];

/** Outermost first. */
export const loopsAround = (around: Around): readonly Around[] => [
  ...(around.outer === undefined ? [] : loopsAround(around.outer)),
  ...(around.via === "loop" ? [around] : []),
];

/** What each round of it asks. */
export const loopTest = ({ stmt }: Around): Expr | undefined =>
  stmt?.kind === "c-for" || stmt?.kind === "while" ? stmt.test : undefined;

/** What a loop runs over; undefined where the same words may mean another. */
export function loopHead({ stmt, head }: Around, fn: FunctionItem, values: InstanceValues): string | undefined {
  if (stmt?.kind === "for") {
    const over = values.value(stmt.iter);
    const bounds = over?.kind === "range" ? [over.start, over.stop, over.step] : undefined;
    return bounds?.every(isInt) ? `range ${JSON.stringify(bounds)}` : undefined;
  }
  if (stmt?.kind === "while" && tileOf(stmt.test, values) !== undefined) return `tiles ${printExpr(stmt.test)}`;
  if (head === undefined) return undefined;
  const counter = stmt?.kind === "c-for" ? countersOf(stmt) : [];
  const names = new Set(head.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? []);
  return [...names].every((name) => counter.includes(name) || isGivenOnce(name, fn)) ? head : undefined;
}

const countersOf = ({ init }: Extract<Stmt, { kind: "c-for" }>): readonly string[] =>
  init.flatMap((one) => (one.kind === "let" && one.target.kind === "bind" ? [one.target.name] : []));

/** Wherever the function gives the name something, it is the same. */
function isGivenOnce(name: string, fn: FunctionItem): boolean {
  const given = new Set<string>();
  visit(fn.body, (node) => {
    const { target, init, value } = node as { readonly target?: Pattern; readonly init?: Expr; readonly value?: Expr };
    if (target === undefined) return;
    const names = target.kind === "unpack" ? target.items : [target];
    if (!names.some((one) => one.kind === "bind" && one.name === name)) return;
    const one = init ?? value;
    given.add(one === undefined ? "" : `${node.kind} ${printExpr(one)}`);
  });
  return given.size <= 1;
}
