// Which calls read shared memory by way of descriptors: wgmma and tcgen05, whose operands are fragments that hold no values.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, FunctionCore, FunctionItem, Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import type { Site } from "./rule.ts";
import { valueAt } from "./scoped-names.ts";
import { memoryOf, pointerOf } from "./tensor-parts.ts";
import type { Tile } from "./tma-store-writes.ts";

/** An MMA that reads a tile of shared memory, or a call that leads to one. */
export interface MmaRead {
  readonly event: BarrierEvent;
  readonly from: Tile;
  readonly site: Site;
  /** The operand as the call is given it. */
  readonly operand: Expr;
}

/** Of the function itself. */
export const mmaReads = (one: BarrierFunction, run: Run): readonly MmaRead[] =>
  one.events.flatMap((event) => {
    const { call } = event;
    if (event.kind !== "call" || !isMultiplying(call.callee, run)) return [];
    return call.args.flatMap(({ value: operand }): readonly MmaRead[] => {
      const of = isDescriptor(run.values.value(operand)) ? tileOf(operand, one.fn, run) : undefined;
      if (of === undefined) return [];
      const from = { text: run.text(of.span), value: run.values.value(of), at: of };
      return [{ event, from, operand, site: { item: one.fn.id, span: nameOf(call.callee) } }];
    });
  });

/** A gemm, or a function that makes one. */
function isMultiplying(callee: Expr, run: Run): boolean {
  const name = lastName(callee);
  if (/gemm|mma/i.test(name)) return !/^(?:make|partition|get)_/.test(name);
  const value = run.values.value(callee);
  return value?.kind === "function" && hasGemm(value.code);
}

const hasGemm = remembered(({ body }: FunctionCore): boolean => {
  let isThere = false;
  visit(body, (node) => {
    const { callee } = node as { readonly callee?: Expr };
    isThere ||= node.kind === "call" && lastName(callee) === "gemm";
  });
  return isThere;
});

/** Of wgmma and tcgen05: the fragment is where the tile lies, not what it holds. */
const isDescriptor = (value: Value | undefined): boolean => pointerOf(value)?.iterator !== undefined;

/** The tile that a fragment of descriptors was made of: `sA` behind names, slices and `thr.partition_fragment_A(sA)`. */
function tileOf(expr: Expr, fn: FunctionItem, run: Run, steps = 16): Expr | undefined {
  if (steps === 0) return undefined;
  const next = (inner: Expr | undefined): Expr | undefined => inner && tileOf(inner, fn, run, steps - 1);
  if (!isDescriptor(run.values.value(expr))) return memoryOf(run.values.value(expr)) === "smem" ? expr : undefined;
  if (expr.kind === "index") return next(expr.object);
  if (expr.kind === "name") return next(onlyValue(expr, fn));
  if (expr.kind !== "call") return undefined;
  if (isDescriptor(run.values.value(expr.callee))) return next(expr.callee);
  const [tile, ...others] = expr.args.filter(({ value }) => memoryOf(run.values.value(value)) === "smem");
  return others.length > 0 ? undefined : next(tile?.value);
}

/** What a name is given that has one part, where that is one thing. */
export const onlyValue = (expr: Expr, fn: FunctionItem): Expr | undefined =>
  expr.kind === "name" && expr.path.length === 1 ? valueAt(expr.path[0] ?? "", expr.span, fn) : undefined;

const nameOf = (callee: Expr): Span => (callee.kind === "member" ? callee.nameSpan : callee.span);
