// Lambdas that a function names and calls: `auto step = [&](…) { … }; for (…) step(k);`. What they do happens where they are called.
//
// Two lambdas may have one name, each in a branch of its own: a call means the latest before it whose block is around the call too.
import type { Block, Expr, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";

export interface NamedLambda {
  readonly span: Span;
  /** Where the function calls it. */
  readonly calls: readonly Span[];
}

/** `blocks`: what stands in branches and loops of the function. */
export function lambdasOf(body: Block | undefined, blocks: readonly Span[]): readonly NamedLambda[] {
  const named: Named[] = [];
  const calls: Named[] = [];
  visit(body, (node) => {
    const { target, init, callee, span } = node as Partial<Record<"init" | "callee", Expr>> & {
      readonly target?: { readonly kind: string; readonly name?: string };
      readonly span?: Span;
    };
    if (node.kind === "let" && init?.kind === "lambda" && target?.name !== undefined)
      named.push({ name: target.name, span: init.span });
    const isPlain = node.kind === "call" && callee?.kind === "name" && callee.path.length === 1;
    if (isPlain && span !== undefined) calls.push({ name: callee.path[0] ?? "", span });
  });
  if (named.length === 0) return [];
  const around = [...blocks, ...named.map(({ span }) => span)];
  const placed = named.map((one) => ({ one, block: blockAround(around, one.span) }));
  const meant = calls.map(({ name, span }) => ({ span, of: meantBy(placed, name, span) }));
  return named.map((one) => ({
    span: one.span,
    calls: meant.filter(({ of }) => of === one).map(({ span }) => span),
  }));
}

/** The lambda around a place of a function, by the name that the function gives it: the innermost. */
export function lambdaAround(fn: FunctionItem | undefined, place: Span): string | undefined {
  const around = namedIn(fn?.body ?? []).filter(({ span }) => holds(span, place));
  return around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0]?.name;
}

/** Each copy and MMA of a function asks. */
const namedIn = remembered((body: Block): readonly Named[] => {
  const named: Named[] = [];
  visit(body, (node) => {
    const { target, init } = node as { readonly target?: { readonly name?: string }; readonly init?: Expr };
    if (node.kind === "let" && init?.kind === "lambda" && target?.name !== undefined)
      named.push({ name: target.name, span: init.span });
  });
  return named;
});

interface Named {
  readonly name: string;
  readonly span: Span;
}

interface PlacedLambda {
  readonly one: Named;
  readonly block: Span | undefined;
}

function meantBy(placed: readonly PlacedLambda[], name: string, call: Span): Named | undefined {
  const seen = placed.filter(
    ({ one, block }) => one.name === name && one.span.end <= call.start && (block === undefined || holds(block, call)),
  );
  return seen.sort((a, b) => b.one.span.start - a.one.span.start)[0]?.one;
}

const blockAround = (blocks: readonly Span[], span: Span): Span | undefined =>
  blocks.filter((one) => one !== span && holds(one, span)).sort((a, b) => a.end - a.start - (b.end - b.start))[0];

export const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
