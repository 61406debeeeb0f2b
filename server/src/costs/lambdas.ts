// Lambdas that a function names and calls: `auto step = [&](…) { … }; for (…) step(k);`. What they do happens where they are called.
//
// Two lambdas may have one name, each in a branch of its own: a call means the latest before it whose block is around the call too.
import type { Block, Expr, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "./uniform.ts";

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
  const around = [...blocks, ...named.map(({ span }) => span)];
  const meant = calls.map(({ name, span }) => ({ span, of: meantBy(named, around, name, span) }));
  return named.map((one) => ({
    span: one.span,
    calls: meant.filter(({ of }) => of === one).map(({ span }) => span),
  }));
}

interface Named {
  readonly name: string;
  readonly span: Span;
}

function meantBy(named: readonly Named[], blocks: readonly Span[], name: string, call: Span): Named | undefined {
  const seen = named.filter((one) => {
    const block = blockAround(blocks, one.span);
    return one.name === name && one.span.end <= call.start && (block === undefined || holds(block, call));
  });
  return seen.sort((a, b) => b.span.start - a.span.start)[0];
}

const blockAround = (blocks: readonly Span[], span: Span): Span | undefined =>
  blocks.filter((one) => one !== span && holds(one, span)).sort((a, b) => a.end - a.start - (b.end - b.start))[0];

export const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
