// The main loop of a kernel: the innermost loop around an MMA whose rounds only the run knows, and how often each call happens in a round.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionItem, Item, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { functionOf, rangeOf, visit } from "./uniform.ts";

export interface Loops {
  readonly all: readonly Around[];
}

interface Around {
  readonly kind: "loop" | "if";
  readonly span: Span;
  /** Rounds, where they are known. */
  readonly rounds: number | undefined;
  /** `if (i == 0)` in a loop over i: the name. */
  readonly oneRoundOf: string | undefined;
  readonly variable: string | undefined;
}

type Loop = Extract<Stmt, { kind: "c-for" | "for" | "while" }>;

export function loopsOf(items: readonly Item[], item: string, foundValue: (value: Expr) => Value | undefined): Loops {
  const fn = functionOf(items, item);
  return { all: fn === undefined ? [] : aroundIn(fn, foundValue) };
}

function aroundIn(fn: FunctionItem, foundValue: (value: Expr) => Value | undefined): readonly Around[] {
  const found: Around[] = [];
  const number = (value: Expr | undefined): number | undefined => {
    const known = value === undefined ? undefined : foundValue(value);
    return known?.kind === "num" ? known.value : value?.kind === "int" ? value.value : undefined;
  };
  visit(fn.body, (node) => {
    if (node.kind === "c-for" || node.kind === "for" || node.kind === "while") {
      const loop = node as Loop;
      const variable = variableOf(loop);
      const rounds = roundsOf(loop, variable, number, foundValue);
      found.push({ kind: "loop", span: loop.span, rounds, oneRoundOf: undefined, variable });
    }
    if (node.kind === "if") {
      const { test, span } = node as Extract<Stmt, { kind: "if" }>;
      found.push({ kind: "if", span, rounds: undefined, oneRoundOf: roundOf(test), variable: undefined });
    }
  });
  return found;
}

function roundsOf(
  loop: Loop,
  variable: string | undefined,
  number: (value: Expr | undefined) => number | undefined,
  foundValue: (value: Expr) => Value | undefined,
): number | undefined {
  if (loop.kind === "for") {
    const over = foundValue(loop.iter);
    if (over?.kind !== "range") return undefined;
    const [from, to, step] = [over.start, over.stop, over.step].map((one) =>
      one.kind === "num" ? one.value : undefined,
    );
    return from === undefined || to === undefined || step === undefined ? undefined : Math.ceil((to - from) / step);
  }
  const range = loop.kind === "c-for" && variable !== undefined ? rangeOf(loop, variable, number) : undefined;
  return range === undefined || range === "none" ? undefined : Math.ceil((range.to - range.from) / range.step);
}

function variableOf(loop: Loop): string | undefined {
  if (loop.kind === "while") return undefined;
  if (loop.kind === "for") return loop.target.kind === "bind" ? loop.target.name : undefined;
  const [start] = loop.init;
  return start?.kind === "let" && start.target.kind === "bind" ? start.target.name : undefined;
}

const roundOf = (test: Expr): string | undefined =>
  test.kind === "binary" && test.op === "==" && test.left.kind === "name" ? test.left.path[0] : undefined;

const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** The loop of the run around a place; a loop of known rounds where there is no other. */
export function mainLoopAt({ all }: Loops, place: Span): Span | undefined {
  const around = all.filter(({ kind, span }) => kind === "loop" && holds(span, place));
  const ofRun = around.filter(({ rounds }) => rounds === undefined);
  return (ofRun.at(-1) ?? around[0])?.span;
}

/** How often a place happens in one round of the loop; undefined outside it, or where an inner loop is the run's. */
export function timesIn({ all }: Loops, loop: Span, place: Span): number | undefined {
  if (!holds(loop, place)) return undefined;
  const inside = all.filter(({ span }) => holds(loop, span) && span.start > loop.start && holds(span, place));
  const once = new Set(inside.flatMap(({ oneRoundOf }) => (oneRoundOf === undefined ? [] : [oneRoundOf])));
  let times = 1;
  for (const { kind, rounds, variable } of inside) {
    if (kind !== "loop" || (variable !== undefined && once.has(variable))) continue;
    if (rounds === undefined) return undefined;
    times *= rounds;
  }
  return times;
}
