// Whether what threads wrote to a tile certainly is not made visible to the async proxy before something of it reads the tile.

import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Block, Expr, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isQuietOperation } from "../languages/quiet-calls.ts";
import { isLeftOut } from "./barrier-callees.ts";
import type { BarrierEvent, Test } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import type { Threads } from "./barrier-threads.ts";
import { isFenceFree } from "./fence-free.ts";
import { hasOpaque, leadsTo, leaves } from "./leads-to.ts";
import type { Write } from "./tma-store-writes.ts";

export function mayFenceBefore(
  store: BarrierEvent,
  { fn, events }: BarrierFunction,
  run: Run,
  facts: FileFacts,
): boolean {
  const [first] = fn.body ?? [];
  return (
    first === undefined ||
    hasOpaque(fn, { start: first.span.start - 1, end: first.span.start }, store.at) ||
    events.some((event) => event.order < store.order && mayFence(event, fn, run, facts))
  );
}

export const mayFence = (event: BarrierEvent, fn: FunctionItem, run: Run, facts: FileFacts): boolean =>
  event.kind === "fence" ||
  (event.kind === "call" && isForeign(event, run) && !isFenceFree(event.call, fn, run, facts));

export interface Around {
  readonly one: BarrierFunction;
  readonly run: Run;
  readonly threads: Threads;
  readonly facts: FileFacts;
}

/** The last write of the tile comes before the store on every way to it, and nothing between the two may be a fence. */
export function isUnfenced({ site }: Write, store: BarrierEvent, around: Around): boolean {
  const { one, run, facts } = around;
  const way = wayTo(site.span, store, one);
  return (
    way !== undefined &&
    !way.between.some(
      (event) => !isLeftOut(event, run.values) && !excludes(event, store) && mayFence(event, one.fn, run, facts),
    ) &&
    isWritten(site.span, store, way.at, around) &&
    !hasOpaque(one.fn, site.span, way.at)
  );
}

/** The write stands before what comes later, in the closure that both stand in or in the function. */
export const isBefore = (write: Span, { at, call }: BarrierEvent, fn: FunctionItem): boolean =>
  write.start < (closureAround(write, fn) === undefined ? at.start : call.span.start);

/** Whoever comes to the one does not come to the other: they stand on two sides of a branch. */
const excludes = (one: BarrierEvent, other: BarrierEvent): boolean =>
  one.tests.some(({ test, holds }) =>
    other.tests.some((second) => second.test.span.start === test.span.start && second.holds !== holds),
  );

interface Way {
  /** Where the store happens, as the function that holds the write says it. */
  readonly at: Span;
  readonly between: readonly BarrierEvent[];
}

/** Of a write in a closure the store is asked for in the same closure, in each call of it. */
function wayTo(write: Span, store: BarrierEvent, { fn, events }: BarrierFunction): Way | undefined {
  const closure = closureAround(write, fn);
  if (closure === undefined) {
    const between = events.filter((event) => event.at.start > write.start && event.order < store.order);
    return { at: store.at, between };
  }
  const isInside = ({ call }: BarrierEvent): boolean => closureAround(call.span, fn) === closure;
  if (!isInside(store) || store.call.span.start < write.start) return undefined;
  const ofCall = events.filter(({ at, order }) => at.start === store.at.start && order < store.order);
  const before = ofCall.filter((event) => isInside(event) && event.call.span.start <= write.start);
  const last = Math.max(-1, ...before.map(({ order }) => order));
  return { at: store.call.span, between: ofCall.filter(({ order }) => order > last) };
}

/** The innermost closure that a place stands in. */
export function closureAround({ start, end }: Span, fn: FunctionItem): Span | undefined {
  const around = closuresOf(fn).filter((one) => one.start <= start && end <= one.end);
  const [first, ...others] = around;
  return first && others.reduce((a, b) => (b.start > a.start ? b : a), first);
}

const closuresOf = remembered((fn: FunctionItem): readonly Span[] => {
  const found: Span[] = [];
  visit(fn.body, (node) => {
    if (node.kind === "lambda") found.push((node as Extract<Expr, { kind: "lambda" }>).span);
  });
  return found;
});

/** Whoever comes to the store has come past the write, or some thread of the block certainly has: `if (tid < 64) s(tid) = x;`. */
function isWritten(write: Span, store: BarrierEvent, at: Span, { one, run, threads }: Around): boolean {
  if (leadsTo(one.fn, write, at, run.values.number)) return true;
  const tests = testsTo(one.fn.body ?? [], write);
  const [own = [], others = []] = [tests, testsTo(one.fn.body ?? [], at)];
  const isExcluded = others.some(({ test, holds }) =>
    own.some((one) => one.test.span.start === test.span.start && one.holds !== holds),
  );
  if (!one.fn.isKernel || tests === undefined || isExcluded || write.start > at.start) return false;
  const reached = threads.most({ ...store, around: { id: 0, via: "body", tests }, tests });
  return reached.isExact && reached.threads > 0;
}

/** The conditions above a place; undefined where it stands in another function. */
function testsTo(block: Block, place: Span): readonly Test[] | undefined {
  const left: Test[] = [];
  for (const stmt of block) {
    if (stmt.span.start > place.start || place.end > stmt.span.end) {
      if (stmt.kind === "if" && stmt.else.length === 0 && leaves(stmt.then))
        left.push({ test: stmt.test, holds: false });
      continue;
    }
    const inside = blocksOf(stmt).flatMap((each, index) => {
      const found = holdsPlace(each, place) ? testsTo(each, place) : undefined;
      if (found === undefined) return [];
      return [stmt.kind === "if" ? [{ test: stmt.test, holds: index === 0 }, ...found] : found];
    });
    const isOwn = stmt.kind === "expr" || stmt.kind === "let";
    return inside[0] === undefined ? (isOwn ? left : undefined) : [...left, ...inside[0]];
  }
  return undefined;
}

const holdsPlace = (block: Block, place: Span): boolean =>
  block.some(({ span }) => span.start <= place.start && place.end <= span.end);

export function isForeign({ call }: BarrierEvent, run: Run): boolean {
  const { callee } = call;
  if (isQuietOperation(lastName(callee))) return false;
  const value = run.values.value(callee);
  return value === undefined || value.kind === "function" || value.kind === "unknown";
}
