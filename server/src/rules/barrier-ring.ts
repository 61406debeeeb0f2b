// A ring of barriers whose phase is asked for as if there were one barrier: `wait(full[k % 4], k & 1)`.
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import type { Around, BarrierEvent } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { givenIn } from "./barrier-names.ts";
import { counterOf, isPlain, rangeIn } from "./loop-counter.ts";
import { onlyValue } from "./mma-reads.ts";
import type { Finding } from "./rule.ts";

/** `phase` is what the wait asks for, `loop` the innermost around it. */
export function ringFinding(
  { fn }: BarrierFunction,
  event: BarrierEvent,
  phase: Expr,
  loop: Around,
  { values, text }: Run,
): Finding | undefined {
  const { stmt } = loop;
  if (stmt?.kind !== "c-for" && stmt?.kind !== "for") return undefined;
  const counter = counterOf(stmt)?.name;
  if (counter === undefined || !isPlain(stmt.body, counter) || !beginsAtZero(stmt, values)) return undefined;
  const rounds = rangeIn(stmt, values);
  if (rounds !== undefined && (rounds.step !== 1 || rounds.to < 2)) return undefined;
  if (!isParity(behind(phase, fn, stmt), counter)) return undefined;
  for (const index of indicesIn(event)) {
    const stage = behind(index, fn, stmt);
    const stages =
      stage.kind === "binary" && stage.op === "%" && isName(stage.left, counter) && values.number(stage.right);
    if (typeof stages !== "number" || stages < 2) continue;
    const message = `round 1 comes to barrier 1 of ${stages} for the first time and asks for phase 1, which counts as ended there: a barrier's phase changes every ${stages} rounds, take the parity of ${counter} divided by ${stages}`;
    const related = text(index.span) === "" ? [] : [{ item: fn.id, span: index.span, message: "which barrier" }];
    return { item: fn.id, span: phase.span, message, related, fixes: [] };
  }
  return undefined;
}

type Loop = Extract<NonNullable<Around["stmt"]>, { kind: "c-for" | "for" }>;

function beginsAtZero(loop: Loop, { number, value }: Run["values"]): boolean {
  if (loop.kind === "c-for") {
    const [first] = loop.init;
    const isStep = loop.step?.kind === "assign" && loop.step.op === "+" && number(loop.step.value) === 1;
    return isStep && first?.kind === "let" && number(first.init) === 0;
  }
  const range = value(loop.iter);
  return range?.kind === "range" && isNumber(range.start, 0) && isNumber(range.step, 1);
}

const isNumber = (value: { readonly kind: string; readonly value?: unknown }, wanted: number): boolean =>
  value.kind === "num" && value.value === wanted;

/** What a name is given in the loop's own block, else once and nowhere else. */
function behind(expr: Expr, fn: FunctionItem, { body }: Loop): Expr {
  if (expr.kind !== "name") return expr;
  const name = expr.path.join("::");
  const given = body.flatMap((stmt) => (givenIn(stmt)?.[0] === name ? [givenIn(stmt)?.[1]] : []));
  return (given.length === 1 ? given[0] : undefined) ?? onlyValue(expr, fn) ?? expr;
}

const isName = (expr: Expr, name: string): boolean => expr.kind === "name" && expr.path.join("::") === name;

/** `k & 1`, `k % 2` */
const isParity = (expr: Expr, counter: string): boolean =>
  expr.kind === "binary" &&
  isName(expr.left, counter) &&
  expr.right.kind === "int" &&
  ((expr.op === "&" && expr.right.value === 1) || (expr.op === "%" && expr.right.value === 2));

/** `&full[s]`, `full + s` */
function indicesIn({ call }: BarrierEvent): readonly Expr[] {
  const found: Expr[] = [];
  for (const { value } of call.args)
    visit(value, (node) => {
      const expr = node as Expr;
      if (expr.kind === "index" && expr.args.length === 1 && expr.args[0] !== undefined) found.push(expr.args[0].value);
      if (expr.kind === "binary" && expr.op === "+") found.push(expr.right);
    });
  return found;
}
