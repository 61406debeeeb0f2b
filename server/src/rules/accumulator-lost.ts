// Where each round of a loop starts the accumulator anew: the MMA is told to leave out what was there, and never to add to it.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Arg, Block, Expr, FunctionItem, Language, Pattern, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { argument } from "./arguments.ts";
import type { Run } from "./barrier-functions.ts";
import { numberRounds } from "./barrier-phases.ts";
import { expressionAt, namesIn } from "./made-by.ts";
import type { Finding, RuleContext } from "./rule.ts";
import { closureAround } from "./unfenced.ts";

/** The gemms of a function whose every round but the last is lost. */
export function lostIn(fn: FunctionItem, run: Run, { language }: RuleContext): readonly Finding[] {
  const told = run.facts.flatMap((fact) => {
    if (fact.kind !== "call" || fact.op !== "gemm" || fact.item !== fn.id || fact.stop !== undefined) return [];
    const [mma, acc] = ["mma", "c"].map((role) => nameOf(argument(fact, role)?.span, fn));
    const at = mma === undefined || acc === undefined ? undefined : lostAt(fact, mma, acc, fn, run);
    if (at === undefined) return [];
    const message = `each round of the loop starts ${acc} anew, and what those before have summed is lost: ${ways[language](mma ?? "")} behind the first gemm`;
    return [{ item: fn.id, span: at, message, related: [], fixes: [] }];
  });
  return told.filter(({ span }, i) => told.findIndex((one) => one.span.start === span.start) === i);
}

const ways: Readonly<Record<Language, (mma: string) => string>> = {
  cpp: (mma) => `${mma}.accumulate_ = GMMA::ScaleOut::One`,
  python: (mma) => `${mma}.set(…Field.ACCUMULATE, True)`,
};

function nameOf(span: Span | undefined, fn: FunctionItem): string | undefined {
  const expr = span && expressionAt(namesIn(fn), span);
  return expr?.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;
}

/** What in the loop tells it so last, else the gemm. */
function lostAt({ span, nameSpan }: CallFact, mma: string, acc: string, fn: FunctionItem, run: Run): Span | undefined {
  const settings = settingsIn(fn).get(mma) ?? [];
  if (settings.length === 0 || !settings.every(({ isZero }) => isZero) || closureAround(span, fn) !== undefined)
    return undefined;
  if (!isItsOwn(mma, fn)) return undefined;
  const loops = loopsAround(span, fn.body ?? []);
  const loop = loops.find((one) => {
    const isBefore = [mma, acc].every((name) => declaredAt(name, fn) < one.span.start);
    return isBefore && (roundsOf(one, run) ?? 2) > 1 && isOnlySummed(acc, one);
  });
  if (loop === undefined) return undefined;
  const sure = settings.filter((one) => isAlways(one.span, fn.body ?? [], loop));
  const inside = sure.filter((one) => isInside(one.span, loop.span)).at(-1);
  const isBefore = sure.some((one) => one.span.start < loop.span.start);
  return inside?.span ?? (isBefore ? nameSpan : undefined);
}

interface Setting {
  readonly span: Span;
  /** What was there is left out. */
  readonly isZero: boolean;
}

/** `mma.accumulate_ = GMMA::ScaleOut::Zero`, `mma.set(Field.ACCUMULATE, False)`: by the name that is told. */
const settingsIn = remembered((fn: FunctionItem): ReadonlyMap<string, readonly Setting[]> => {
  const found = new Map<string, Setting[]>();
  const add = (mma: Expr, setting: Setting): void => {
    const [name = ""] = mma.kind === "name" && mma.path.length === 1 ? mma.path : [];
    found.set(name, [...(found.get(name) ?? []), setting]);
  };
  visit(fn.body, (node) => {
    const { target, value } = node as { readonly target?: Pattern; readonly value?: Expr };
    const { callee, args } = node as { readonly callee?: Expr; readonly args?: readonly Arg[] };
    const { span } = node as Expr;
    const place = node.kind === "assign" && target?.kind === "place" ? target.expr : undefined;
    if (place?.kind === "member" && place.name === "accumulate_")
      add(place.object, { span, isZero: value !== undefined && lastNameOf(value) === "Zero" });
    const [field, given] = args ?? [];
    const isZero =
      field !== undefined &&
      lastNameOf(field.value) === "ACCUMULATE" &&
      given?.value.kind === "bool" &&
      !given.value.value;
    if (node.kind === "call" && callee?.kind === "member" && callee.name === "set")
      add(callee.object, { span, isZero });
  });
  return found;
});

const lastNameOf = (expr: Expr): string | undefined =>
  expr.kind === "name" || expr.kind === "member" ? lastName(expr) : undefined;

/** Nothing but what reads it is given the MMA: a function might set it. One that a function is handed may have been set before. */
function isItsOwn(mma: string, fn: FunctionItem): boolean {
  if (!fn.isKernel && fn.params.some(({ name }) => name === mma)) return false;
  let others = 0;
  const isMma = (of: Expr): boolean => of.kind === "name" && of.path.length === 1 && of.path[0] === mma;
  visit(fn.body, (node) => {
    if (isMma(node as Expr)) others++;
    const { object, callee, args } = node as {
      readonly object?: Expr;
      readonly callee?: Expr;
      readonly args?: readonly Arg[];
    };
    if (node.kind === "member" && object !== undefined && isMma(object)) others--;
    if (node.kind === "call" && callee !== undefined && reading.test(lastName(callee)))
      others -= (args ?? []).filter(({ value }) => isMma(value)).length;
  });
  return others === 0;
}

const reading =
  /^(?:gemm|size|rank|shape|print\w*|partition_(?:shape|fragment)_[ABC]|make_tiled_copy_[ABC]|make_tmem_copy|thr_layout\w*)$/;

type Loop = Extract<Stmt, { kind: "for" | "while" | "c-for" }>;

/** From the outermost to the innermost. */
function loopsAround(span: Span, block: Block): readonly Loop[] {
  const stmt = block.find((one) => isInside(span, one.span));
  if (stmt === undefined) return [];
  const own = stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "c-for" ? [stmt] : [];
  return [...own, ...blocksOf(stmt).flatMap((inner) => loopsAround(span, inner))];
}

const isInside = (span: Span, around: Span): boolean => around.start <= span.start && span.end <= around.end;

/** Whoever comes to the loop, or goes round with it, comes to the statement: no branch stands around it alone. */
function isAlways(span: Span, block: Block, loop: Loop): boolean {
  const stmt = block.find((one) => isInside(span, one.span));
  if (stmt === undefined || stmt.kind === "expr") return stmt !== undefined;
  const isShared = stmt.kind === "block" || isInside(loop.span, stmt.span);
  const isRound = isInside(stmt.span, loop.span) && loopsAround(span, [stmt])[0] === stmt;
  return (isShared || isRound) && blocksOf(stmt).some((inner) => isAlways(span, inner, loop));
}

function declaredAt(name: string, fn: FunctionItem): number {
  let at = fn.params.some((param) => param.name === name) ? -1 : Number.POSITIVE_INFINITY;
  eachNode(fn.body ?? [], (node) => {
    const one = node as Pattern;
    if (one.kind === "bind" && one.name === name) at = at < 0 ? at : one.span.start;
  });
  return at;
}

/** The loop names it for its gemms alone. */
function isOnlySummed(acc: string, loop: Loop): boolean {
  let others = 0;
  const isAcc = (of: Expr): boolean => of.kind === "name" && of.path.length === 1 && of.path[0] === acc;
  visit(loop.body, (node) => {
    if (isAcc(node as Expr)) others++;
    const { callee, args } = node as { readonly callee?: Expr; readonly args?: readonly Arg[] };
    if (node.kind === "call" && callee !== undefined && /^(?:gemm|warpgroup_fence_operand)$/.test(lastName(callee)))
      others -= (args ?? []).filter(({ value }) => isAcc(value)).length;
  });
  return others === 0;
}

/** Of a loop that counts to a number. */
function roundsOf(loop: Loop, run: Run): number | undefined {
  if (loop.kind !== "c-for") return numberRounds(loop, run.values);
  const { test } = loop;
  return test?.kind === "binary" && test.op === "<" ? run.values.number(test.right) : undefined;
}
