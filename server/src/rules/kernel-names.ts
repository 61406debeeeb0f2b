// The names of a kernel: its own, and those that a function gives it, `auto kernel = &gemm<T>`.

import type { Block, Expr, FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import type { InstanceValues } from "./instance-values.ts";

/** The kernel that a launch starts. */
export function launchedKernel(callee: Expr, values: InstanceValues): string | undefined {
  const value = values.value(callee);
  return value?.kind === "function" ? value.name : nameIn(callee);
}

/** The kernel is handed to something, which may allow it more; another name for it is no more than that. */
export const isHanded = (kernel: string, functions: readonly FunctionItem[]): boolean =>
  functions.some(({ body }) => body !== undefined && isHandedIn(body, kernel));

function isHandedIn(body: Block, kernel: string): boolean {
  const names = new Set([kernel]);
  const harmless = new Set<number>();
  visit(body, (node) => {
    if (node.kind !== "let") return;
    const { target, init } = node as Extract<Stmt, { kind: "let" }>;
    const named = init === undefined ? undefined : pointedAt(init);
    if (target.kind !== "bind" || named === undefined || nameIn(named) !== kernel) return;
    names.add(target.name);
    harmless.add(named.span.start);
  });
  const mentions: number[] = [];
  visit(body, (node) => {
    const expr = node as Expr;
    if (expr.kind === "call" && expr.launch !== undefined) harmless.add(expr.callee.span.start);
    if (expr.kind === "name" && names.has(nameIn(expr) ?? "")) mentions.push(expr.span.start);
  });
  return mentions.some((start) => !harmless.has(start));
}

/** `&kernel` is the kernel. */
const pointedAt = (init: Expr): Expr => (init.kind === "unary" && init.op === "&" ? init.value : init);

function nameIn(callee: Expr): string | undefined {
  if (callee.kind === "template") return nameIn(callee.callee);
  return callee.kind === "name" ? callee.path.at(-1) : undefined;
}
