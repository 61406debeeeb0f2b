// Registers that hold nothing yet: a function makes them, and until something reads them it asks for their shape alone.
import type { Expr, FunctionItem, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { asksForShape } from "../languages/quiet-calls.ts";
import type { Run } from "./barrier-functions.ts";
import { hasOpaque } from "./leads-to.ts";
import { onlyValue } from "./mma-reads.ts";
import { pointerOf } from "./tensor-parts.ts";
import { closureAround } from "./unfenced.ts";

/** What is asked of an expression that registers are named by. */
export interface Place {
  readonly fn: FunctionItem;
  readonly run: Run;
  /** Sides of `if constexpr` that are not compiled in this run. */
  readonly untaken: () => readonly Span[];
}

/** Made of nothing in this function, and read only for its shape until `use`. */
export function isUnset(expr: Expr & { kind: "name" }, use: Span, { fn, run, untaken }: Place): boolean {
  const made = onlyValue(expr, fn);
  if (made?.kind !== "call" || !makesRegisters(made.callee) || closureAround(use, fn) !== undefined) return false;
  if (pointerOf(run.values.value(expr))?.space !== "rmem") return false;
  if (hasOpaque(fn, made.span, use, () => false)) return false;
  const isBetween = ({ start }: Span): boolean => start > made.span.end && start < use.start;
  const isCompiled = ({ start }: Span): boolean => !untaken().some((one) => one.start <= start && start < one.end);
  const { asked } = mentionsIn(fn);
  return mentionsBehind(expr, made.span, fn).every(
    (one) => !isBetween(one) || !isCompiled(one) || asked.has(one.start),
  );
}

/** Where a name stands behind a place. */
export const mentionsBehind = ({ path }: Expr & { kind: "name" }, { start }: Span, fn: FunctionItem): readonly Span[] =>
  (mentionsIn(fn).named.get(path[0] ?? "") ?? []).filter((one) => one.start > start);

/** Sides of `if constexpr` that are not compiled in this instance. */
export function untakenIn({ body }: FunctionItem, { values }: Run): readonly Span[] {
  const found: Span[] = [];
  visit(body, (node) => {
    const stmt = node as Stmt;
    const test = stmt.kind === "if" && stmt.constexpr ? values.number(stmt.test) : undefined;
    if (stmt.kind !== "if" || test === undefined) return;
    const side = test !== 0 ? stmt.else : stmt.then;
    found.push(...side.map(({ span }) => span));
  });
  return found;
}

/** Calls that make registers and put nothing into them; `make_tensor(pointer, …)` without a type looks at what is there. */
const makesRegisters = (callee: Expr): boolean =>
  lastName(callee) === "make_tensor" ? callee.kind === "template" : makers.test(lastName(callee));

const makers = /^(?:(?:partition|make)_fragment_[ABC]|make_(?:rmem_tensor|tensor_like)|make_fragment(?:_like)?)$/;

interface Mentions {
  /** Where each name stands. */
  readonly named: ReadonlyMap<string, readonly Span[]>;
  /** Where those begin that ask for nothing but the shape: `size(acc)`, `acc.layout()`, `acc.shape`. */
  readonly asked: ReadonlySet<number>;
}

const mentionsIn = remembered((fn: FunctionItem): Mentions => {
  const named = new Map<string, Span[]>();
  const asked = new Set<number>();
  visit(fn.body, (node) => {
    const { path, span, object, name: member, callee, args } = node as Partial<Asking>;
    const [name] = path?.length === 1 ? path : [];
    if (node.kind === "name" && name !== undefined && span !== undefined) {
      const before = named.get(name);
      if (before === undefined) named.set(name, [span]);
      else before.push(span);
    }
    if (node.kind === "member" && object?.kind === "name" && asksForShape.test(member ?? ""))
      asked.add(object.span.start);
    if (node.kind !== "call" || callee === undefined || !asksForShape.test(lastName(callee))) return;
    for (const { value } of args ?? []) if (value.kind === "name") asked.add(value.span.start);
  });
  return { named, asked };
});

interface Asking {
  readonly path: readonly string[];
  readonly span: Span;
  readonly object: Expr;
  readonly name: string;
  readonly callee: Expr;
  readonly args: readonly { readonly value: Expr }[];
}
