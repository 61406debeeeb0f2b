// Rounds of a loop that counts a variable from elsewhere: `for (; k_tile_count > 0; --k_tile_count)`, `while (left > -2) { … --left; }`.
//
// What the variable is when the loop begins follows from what sets it before: a parameter, a declaration, steps on the way, also those
// of loops whose rounds are known. Where anything else may have set it (a branch, a lambda, a call that is handed it), nothing is said.
import { add, dynamicInt, isInt, mul, sub } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { holds } from "./lambdas.ts";
import { integerOf, type LoopStmt, roundsBy } from "./loop-range.ts";
import { type Around, type Loops, timesIn } from "./loops.ts";

export interface Counted {
  readonly name: string;
  readonly count: Int;
}

export interface Values {
  readonly found: (value: Expr) => Value | undefined;
  /** What a parameter is in this instance. */
  readonly parameter: (name: string) => Value | undefined;
}

/** `all`: the loops and branches of the function, as far as their rounds are known. */
export function countDown(fn: FunctionItem, loop: LoopStmt, loops: Loops, values: Values): Counted | undefined {
  if (loop.kind === "for" || (loop.kind === "while" && loop.atLeastOnce)) return undefined;
  const { test } = loop;
  if (test?.kind !== "binary" || test.left.kind !== "name" || test.left.path.length !== 1) return undefined;
  const name = test.left.path[0] ?? "";
  const sets = setsOf(fn, name);
  if (sets === undefined) return undefined;
  const by = stepOf(loop, sets, loops, values);
  const from = entryOf(fn, name, loop, sets, { ...values, loops });
  const last = integerOf(test.right, values.found);
  if (by === undefined || from === undefined || last === undefined) return undefined;
  const count = roundsBy(by.sign, test.op, { from, last, by: by.size });
  return count === undefined ? undefined : { name, count };
}

/** A place that gives the name a value: `op` is "=" of a plain one. */
interface Setting {
  readonly span: Span;
  readonly op: string;
  readonly value: Expr | undefined;
}

/** By name: the same for each loop, and in each instance. */
const knownSets = remembered((_: FunctionItem) => new Map<string, readonly Setting[] | undefined>());

function setsOf(fn: FunctionItem, name: string): readonly Setting[] | undefined {
  const known = knownSets(fn);
  if (!known.has(name)) known.set(name, foundSets(fn, name));
  return known.get(name);
}

/** In the order of the source; undefined where something else may set the name. */
function foundSets(fn: FunctionItem, name: string): readonly Setting[] | undefined {
  const sets: Setting[] = [];
  const lambdas: Span[] = [];
  let isHanded = false;
  visit(fn.body, (node) => {
    const { target, span } = node as { readonly target?: { kind: string; name?: string }; readonly span?: Span };
    if (node.kind === "lambda" && span !== undefined) lambdas.push(span);
    if (node.kind === "call" && isHandedTo(node as Call, name)) isHanded = true;
    if (node.kind === "unary" && isAddressOf(node as Unary, name)) isHanded = true;
    if (target?.kind !== "bind" || target.name !== name || span === undefined) return;
    const { init, value, op } = node as { readonly init?: Expr; readonly value?: Expr; readonly op?: string };
    if (node.kind === "let") sets.push({ span, op: "=", value: init });
    if (node.kind === "assign") sets.push({ span, op: op ?? "=", value });
  });
  const isSplit = lambdas.some((one) => sets.some(({ span }) => holds(one, span)));
  if (isHanded || isSplit || sets.filter(({ op }) => op === "=").length > 3) return undefined;
  return sets.sort((a, b) => a.span.start - b.span.start);
}

type Call = Extract<Expr, { kind: "call" }>;

type Unary = Extract<Expr, { kind: "unary" }>;

const isName = (value: Expr, name: string): boolean =>
  value.kind === "name" && value.path.length === 1 && value.path[0] === name;

const isHandedTo = ({ args }: Call, name: string): boolean => args.some(({ value }) => isName(value, name));
const isAddressOf = ({ op, value }: Unary, name: string): boolean => op === "&" && isName(value, name);

interface Step {
  readonly sign: "+" | "-";
  readonly size: Int;
}

/** Once in every round. */
function stepOf(loop: LoopStmt, sets: readonly Setting[], loops: Loops, { found }: Values): Step | undefined {
  const [only, ...more] = sets.filter(({ span }) => holds(loop.span, span));
  if (only === undefined || more.length > 0 || (only.op !== "+" && only.op !== "-")) return undefined;
  const size = integerOf(only.value, found);
  if (size?.kind !== "num" || size.value < 1) return undefined;
  if (loop.kind === "while" && mayGoOn(loop)) return undefined;
  const inside = loops.all.filter((one) => holds(loop.span, one.span) && one.span.start > loop.span.start);
  const around = inside.filter((one) => holds(one.span, only.span));
  const variables = new Set(around.flatMap((one) => (one.kind === "loop" ? [one.variable] : [])));
  const isSure = around.every((one) => one.kind === "loop" || one.isDecided || variables.has(one.oneRoundOf ?? ""));
  return isSure && timesIn(loops, loop.span, only.span) === 1 ? { sign: only.op, size } : undefined;
}

function mayGoOn({ body }: LoopStmt): boolean {
  let found = false;
  visit(body, ({ kind }) => {
    if (kind === "continue") found = true;
  });
  return found;
}

function entryOf(
  fn: FunctionItem,
  name: string,
  loop: LoopStmt,
  sets: readonly Setting[],
  { loops: { all }, found, parameter }: Values & { readonly loops: Loops },
): Int | undefined {
  const isParameter = fn.params.some((one) => one.name === name);
  const given = isParameter ? parameter(name) : undefined;
  let value = given !== undefined && isInt(given) ? given : undefined;
  let base: Span | undefined;
  for (const one of sets.filter(({ span }) => span.start < loop.span.start && !holds(span, loop.span))) {
    const around = all.filter((each) => holds(each.span, one.span) && !holds(each.span, loop.span));
    const by = integerOf(one.value, found);
    if (one.op === "=" && around.length === 0) {
      value = by;
      base = one.span;
    } else value = one.op === "=" ? undefined : stepped(value, one.op, by, around);
  }
  const isAgain = all.some(
    (one) =>
      one.kind === "loop" &&
      holds(one.span, loop.span) &&
      one.span.start !== loop.span.start &&
      !(base && holds(one.span, base)),
  );
  return isAgain ? undefined : value;
}

/** `left -= 1`, as often as the loops around it go round. */
function stepped(value: Int | undefined, op: string, by: Int | undefined, around: readonly Around[]): Int | undefined {
  if (value === undefined || by === undefined || (op !== "+" && op !== "-")) return undefined;
  let times: Int = dynamicInt(1);
  for (const one of around) {
    if (one.kind === "if" || one.mayEnd || one.count === undefined) return undefined;
    times = mul(times, one.count);
  }
  return op === "+" ? add(value, mul(by, times)) : sub(value, mul(by, times));
}
