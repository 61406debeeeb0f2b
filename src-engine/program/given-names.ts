// Names that a statement gives a value, or hands to somebody who may write to what they hold: the variable of `x.a[0] = v` and `f(x)`.
import type { Expr, Pattern, Stmt } from "./ir.ts";
import { eachNode } from "./nodes.ts";

export function namesWritten(statement: Stmt): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(statement, (node) => {
    const one = node as Expr | Stmt;
    const isGiven = one.kind === "assign" || one.kind === "for" || one.kind === "let";
    for (const name of isGiven ? rootsOf(one.target) : handedOver(one)) names.add(name);
  });
  return names;
}

/** `x` of `x.add()`, `f(x)` and `&x`: whoever has it may write to it. */
export function handedOver(node: Expr | Stmt): readonly string[] {
  if (node.kind === "unary" && node.op === "&") return rootOf(node.value);
  if (node.kind !== "call") return [];
  const object = node.callee.kind === "member" ? rootOf(node.callee.object) : [];
  return [...object, ...node.args.flatMap(({ value }) => rootOf(value))];
}

export const rootsOf = (target: Pattern): readonly string[] => {
  if (target.kind === "bind") return [target.name];
  return target.kind === "unpack" ? target.items.flatMap(rootsOf) : rootOf(target.expr);
};

/** `x` of `x.a[0]`. */
function rootOf(place: Expr): readonly string[] {
  let at = place;
  while (at.kind === "member" || at.kind === "index") at = at.object;
  return at.kind === "name" ? at.path.slice(-1) : [];
}
