// A tensor that is read and written by single elements alone, `t(i, j) = …`: CuTe copies nothing of it.
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, Item } from "../../../src-engine/program/ir.ts";
import { visit } from "../costs/uniform.ts";
import type { Around } from "./rule.ts";

type Call = Extract<Expr, { kind: "call" }>;
type Name = Extract<Expr, { kind: "name" }>;

/** Is the name that holds the call's result called with coordinates, and mentioned nowhere else? */
export function isOfElements(call: CallFact, { code, facts }: Around): boolean {
  const name = code === undefined ? undefined : nameHolding(call, facts);
  if (name === undefined || code === undefined) return false;
  const accessed = new Set<number>();
  visit(code, (node) => {
    if (isAccess(node as Expr)) accessed.add((node as Call).callee.span.start);
  });
  const mentions = mentionsOf(name, code);
  return mentions.length > 0 && mentions.every(({ span }) => accessed.has(span.start));
}

const nameHolding = ({ item, span }: CallFact, facts: readonly Fact[]): string | undefined =>
  facts.flatMap((one) => {
    const holds =
      one.kind === "variable" && one.item === item && one.source?.start === span.start && one.source.end === span.end;
    return holds ? [one.name] : [];
  })[0];

function mentionsOf(name: string, code: Item): readonly Name[] {
  const found: Name[] = [];
  visit(code, (node) => {
    const one = node as Name;
    if (one.kind === "name" && one.path.length === 1 && one.path[0] === name) found.push(one);
  });
  return found;
}

/** With a coordinate for each mode: `t(_, j)` is a slice, and so may be `t(coord)`. */
const isAccess = (node: Expr): boolean =>
  node.kind === "call" && node.args.length > 1 && node.args.every(({ value }) => !mentionsUnderscore(value));

function mentionsUnderscore(value: Expr): boolean {
  let found = false;
  visit({ kind: "args", value }, (node) => {
    const one = node as Name;
    if (one.kind === "name" && one.path.at(-1) === "_") found = true;
  });
  return found;
}
