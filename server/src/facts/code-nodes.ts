// The nodes of a piece of code by their kinds. Rules ask with each letter, and mostly of code that is as it was: each piece is walked once.
import type { Expr, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { grouped } from "./grouped.ts";
import { remembered } from "./remembered.ts";

interface Node {
  readonly kind: string;
}

type Any = Expr | Stmt | Pattern;

/** Every node of a body, in any order. */
export function visit(body: object | undefined, see: (node: Node) => void): void {
  if (body !== undefined) for (const node of nodesOf(body)) see(node);
}

/** Those of one kind, in any order. */
export const nodesOfKind = <K extends Any["kind"]>(
  body: object | undefined,
  kind: K,
): readonly Extract<Any, { readonly kind: K }>[] =>
  // What the walk found under a kind's name is a node of that kind.
  body === undefined ? [] : ((byKind(body).get(kind) ?? []) as readonly Extract<Any, { readonly kind: K }>[]);

const nodesOf = remembered((body: object): readonly Node[] => {
  const found: Node[] = [];
  eachNode(body, (node) => {
    if (hasKind(node)) found.push(node);
  });
  return found;
});

const byKind = remembered((body: object) => grouped(nodesOf(body), ({ kind }) => kind));

const hasKind = (node: object): node is Node => "kind" in node && typeof node.kind === "string";
