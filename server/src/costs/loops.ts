// The loops around a call: the innermost whose rounds only the run knows, how many rounds it has in the code's own sizes, and how
// often the call happens in a round.
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { Block, Expr, FunctionItem, Item, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { nodesOfKind, visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { countDown } from "./countdown.ts";
import { decided } from "./decided.ts";
import { holds, lambdasOf, type NamedLambda } from "./lambdas.ts";
import { integerOf, isStepOnly, type LoopStmt, stepsBetween, stepsOf, variableOf } from "./loop-range.ts";
import { functionOf } from "./uniform.ts";

export interface Loops {
  readonly all: readonly Around[];
  readonly lambdas?: readonly NamedLambda[];
}

type Found = (value: Expr) => Value | undefined;

/** A loop, or a side of an `if`. */
export type Around =
  | {
      readonly kind: "loop";
      readonly span: Span;
      readonly variable: string | undefined;
      /** Rounds, where they are a number. */
      readonly rounds: number | undefined;
      /** Rounds in the code's own sizes: `⌈K/64⌉`. */
      readonly count: Int | undefined;
      /** A `break` or `return` may end it before. */
      readonly mayEnd: boolean;
    }
  | {
      readonly kind: "if";
      readonly span: Span;
      /** `if (i == 0)` in a loop over i: the name. */
      readonly oneRoundOf: string | undefined;
      /** The compiler decides it. */
      readonly isDecided: boolean;
      /** And it leaves this side out. */
      readonly isLeftOut: boolean;
      readonly test: Expr;
      /** What the test is on this side. */
      readonly holds: boolean;
    };

export type Side = Extract<Around, { kind: "if" }>;

/** The sides of branches around a place that the compiler does not decide, outermost first. */
export const sidesAround = ({ all }: Loops, place: Span): readonly Side[] =>
  all.flatMap((one) => (one.kind === "if" && !one.isDecided && isAround(one, place) ? [one] : []));

/** The loop that a call stands in. */
export interface InLoop {
  readonly variable: string | undefined;
  readonly rounds: Int | undefined;
  /** How often the call happens in a round. */
  readonly times: number;
  /** A condition of the run may leave it out, or end the loop before. */
  readonly isMost: boolean;
}

/** `parameter` gives what the function's parameters are. */
export function loopsOf(
  items: readonly Item[],
  item: string,
  foundValue: Found,
  parameter: (name: string) => Value | undefined,
): Loops {
  const fn = functionOf(items, item);
  const loops = loopsIn(fn?.body);
  const all: readonly Around[] = [
    ...loops.map((loop) => loopAround(loop, foundValue)),
    ...nodesOfKind(fn?.body, "if").flatMap((one) => sidesOf(one, foundValue)),
  ];
  if (fn === undefined) return { all };
  const values = { found: foundValue, parameter };
  return {
    lambdas: lambdasIn(fn),
    all: all.map((one) => {
      const loop =
        one.kind === "loop" && one.count === undefined ? loops.find(({ span }) => span === one.span) : undefined;
      const counted = loop && countDown(fn, loop, { all }, values);
      if (one.kind === "if" || counted === undefined) return one;
      const { name: variable, count } = counted;
      return { ...one, variable, count, rounds: count.kind === "num" ? count.value : undefined };
    }),
  };
}

/** The same in each instance of the function. */
const lambdasIn = remembered((fn: FunctionItem): readonly NamedLambda[] => {
  const sides = nodesOfKind(fn.body, "if").flatMap((one) => sidesOf(one, () => undefined));
  const blocks: Span[] = [...loopsIn(fn.body), ...sides].map(({ span }) => span);
  return lambdasOf(fn.body, blocks);
});

/** Outermost first. */
const loopsIn = (body: Block | undefined): readonly LoopStmt[] =>
  [...nodesOfKind(body, "c-for"), ...nodesOfKind(body, "for"), ...nodesOfKind(body, "while")].sort(
    (a, b) => a.span.start - b.span.start,
  );

/** The innermost lambda around a place, where the function calls it by its name. */
const lambdaAt = ({ lambdas = [] }: Loops, place: Span): NamedLambda | undefined =>
  lambdas
    .filter(({ span, calls }) => holds(span, place) && calls.some((one) => !holds(span, one)))
    .sort((a, b) => b.span.start - a.span.start)[0];

type If = Extract<Stmt, { kind: "if" }>;

function loopAround(loop: LoopStmt, foundValue: Found): Around {
  const variable = variableOf(loop);
  const count = countOf(loop, variable, foundValue);
  const rounds = count?.kind === "num" ? count.value : undefined;
  return { kind: "loop", span: loop.span, variable, rounds, count, mayEnd: endsBefore(loop.body) };
}

function countOf(loop: LoopStmt, variable: string | undefined, foundValue: Found): Int | undefined {
  if (loop.kind === "for") {
    const over = foundValue(loop.iter);
    if (over?.kind !== "range" || !isInt(over.start) || !isInt(over.stop) || !isInt(over.step)) return undefined;
    return stepsBetween(over.start, over.stop, over.step);
  }
  if (loop.kind !== "c-for" || variable === undefined || !isStepOnly(loop, variable)) return undefined;
  return stepsOf(loop, variable, (value) => integerOf(value, foundValue));
}

function endsBefore(body: Block): boolean {
  let found = false;
  visit(body, ({ kind }) => {
    if (kind === "break" || kind === "return" || kind === "raise" || kind === "goto") found = true;
  });
  return found;
}

function sidesOf({ test, then, else: other }: If, foundValue: Found): readonly Around[] {
  const found = decided(test, foundValue);
  const isDecided = found !== undefined;
  return [
    ...side(then, { oneRoundOf: roundOf(test), isDecided, isLeftOut: found === false, test, holds: true }),
    ...side(other, { oneRoundOf: undefined, isDecided, isLeftOut: found === true, test, holds: false }),
  ];
}

const side = (body: Block, about: Omit<Side, "kind" | "span">): Around[] =>
  spanOfBlock(body).map((span) => ({ kind: "if", span, ...about }));

function spanOfBlock(body: Block): Span[] {
  const [first, last] = [body[0], body.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [start, end] = [spanOf(first)?.start, spanOf(last)?.end];
  return start === undefined || end === undefined ? [] : [{ start, end }];
}

const spanOf = (statement: Stmt): Span | undefined => ("span" in statement ? statement.span : undefined);

const roundOf = (test: Expr): string | undefined =>
  test.kind === "binary" && test.op === "==" && test.left.kind === "name" ? test.left.path[0] : undefined;

/** A loop that is itself what is asked for is not around it. */
const isAround = ({ kind, span }: Around, place: Span): boolean =>
  holds(span, place) && (kind === "if" || span.start !== place.start || span.end !== place.end);

const isLeftOut = ({ all }: Loops, place: Span): boolean =>
  all.some((one) => one.kind === "if" && one.isLeftOut && isAround(one, place));

/** The loops of the run around a place, also around the calls of the lambda that it stands in; one of known rounds where there is no other. */
export function mainLoopsAt(loops: Loops, place: Span): readonly Span[] {
  if (isLeftOut(loops, place)) return [];
  const direct = mainLoop(loops.all, place);
  const lambda = direct === undefined || direct.rounds !== undefined ? lambdaAt(loops, place) : undefined;
  const ofCalls = lambda?.calls.flatMap((call) => (holds(lambda.span, call) ? [] : mainLoopsAt(loops, call))) ?? [];
  return ofCalls.length > 0 || direct === undefined ? ofCalls : [direct.span];
}

function mainLoop(all: readonly Around[], place: Span): Extract<Around, { kind: "loop" }> | undefined {
  const around = all.flatMap((one) => (one.kind === "loop" && isAround(one, place) ? [one] : []));
  return around.filter(({ rounds }) => rounds === undefined).at(-1) ?? around[0];
}

/** The rounds of the loop, by where it stands. */
export const roundsOf = ({ all }: Loops, span: Span): Int | undefined =>
  all.flatMap((one) => (one.kind === "loop" && one.span.start === span.start ? [one.count] : []))[0];

/** Does a place happen in rounds of the loop, be it by calls of the lambda that it stands in? */
export function isIn(loops: Loops, loop: Span, place: Span): boolean {
  if (holds(loop, place)) return !isLeftOut(loops, place);
  const lambda = lambdaAt(loops, place);
  return lambda?.calls.some((call) => !holds(lambda.span, call) && isIn(loops, loop, call)) === true;
}

/** How often a place happens in one round of the loop; undefined outside it, or where an inner loop is the run's. */
export function timesIn(loops: Loops, loop: Span, place: Span): number | undefined {
  if (isLeftOut(loops, place)) return undefined;
  const lambda = lambdaAt(loops, place);
  if (lambda !== undefined && !holds(lambda.span, loop)) return timesByCalls(loops, loop, place, lambda);
  return holds(loop, place) ? timesWithin(loops, loop, place) : undefined;
}

/** As often as the calls of the lambda happen in a round, times how often the place does in one of them. */
function timesByCalls(loops: Loops, loop: Span, place: Span, { span, calls }: NamedLambda): number | undefined {
  const each = timesWithin(loops, span, place);
  const times = calls.flatMap((call) => (holds(span, call) ? [] : (timesIn(loops, loop, call) ?? [])));
  return each === undefined || times.length === 0 ? undefined : each * times.reduce((sum, one) => sum + one, 0);
}

/** Inside of a loop or lambda, else of the function. */
function timesWithin({ all }: Loops, loop: Span | undefined, place: Span): number | undefined {
  const isInside = ({ span }: Around): boolean => loop === undefined || (holds(loop, span) && span.start > loop.start);
  const inside = all.filter((one) => isInside(one) && isAround(one, place));
  const once = new Set(inside.flatMap((one) => (one.kind === "if" && one.oneRoundOf ? [one.oneRoundOf] : [])));
  let times = 1;
  for (const one of inside) {
    if (one.kind !== "loop" || (one.variable !== undefined && once.has(one.variable))) continue;
    if (one.rounds === undefined) return undefined;
    times *= one.rounds;
  }
  return times;
}

/** How often a place happens in one call of its function, also by the calls of its lambda; undefined where only the run knows. */
export function timesOfCall(loops: Loops, place: Span): number | undefined {
  if (isLeftOut(loops, place)) return 0;
  const lambda = lambdaAt(loops, place);
  if (lambda === undefined) return timesWithin(loops, undefined, place);
  const each = timesWithin(loops, lambda.span, place);
  const calls = lambda.calls.filter((call) => !holds(lambda.span, call)).map((call) => timesOfCall(loops, call));
  return each === undefined || calls.includes(undefined)
    ? undefined
    : calls.reduce<number>((sum, times) => sum + each * (times ?? 0), 0);
}

/** The innermost closure around a place. */
export function closureAround({ body }: FunctionItem, place: Span): Span | undefined {
  const found: Span[] = [];
  visit(body, (node) => {
    const { span, body: inside } = node as { readonly span?: Span; readonly body?: Block };
    if (node.kind === "lambda" && span !== undefined) found.push(span);
    if (node.kind === "function" && inside !== undefined) found.push(...spanOfBlock(inside));
  });
  return found.filter((one) => holds(one, place)).sort((a, b) => b.start - a.start)[0];
}

export const timesInClosure = ({ all }: Loops, closure: Span, place: Span): number | undefined =>
  timesWithin({ all }, { ...closure, start: closure.start - 1 }, place);

/** Does a condition of the run stand around a place? `if (i == 0)` in a loop over i says which round alone. */
export function isGuarded({ all }: Loops, place: Span): boolean {
  const around = all.filter((one) => isAround(one, place));
  const variables = new Set(around.flatMap((one) => (one.kind === "loop" ? [one.variable] : [])));
  return around.some((one) => one.kind === "if" && !one.isDecided && !variables.has(one.oneRoundOf ?? ""));
}

/** The main loop around a call; undefined where it stands in none. */
export function inLoop({ all }: Loops, place: Span): InLoop | undefined {
  const loop = mainLoop(all, place);
  const times = loop === undefined ? undefined : timesIn({ all }, loop.span, place);
  if (loop === undefined || times === undefined) return undefined;
  const inside = all.filter((one) => holds(loop.span, one.span) && isAround(one, place));
  const variables = new Set(inside.flatMap((one) => (one.kind === "loop" ? [one.variable] : [])));
  const isOpen = inside.some((one) =>
    one.kind === "loop"
      ? one.mayEnd
      : !one.isDecided &&
        (one.oneRoundOf === undefined || one.oneRoundOf === loop.variable || !variables.has(one.oneRoundOf)),
  );
  return { variable: loop.variable, rounds: loop.count, times, isMost: isOpen };
}
