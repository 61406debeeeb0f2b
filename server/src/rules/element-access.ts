// A tensor that is read and written by single elements alone, `t(i, j) = …`: CuTe copies nothing of it.
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, Item, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import type { Around } from "./rule.ts";

type Call = Extract<Expr, { kind: "call" }>;
type Name = Extract<Expr, { kind: "name" }>;

/** Is the name that holds the call's result called with coordinates, and mentioned nowhere else? */
export function isOfElements(call: CallFact, { code, facts }: Around): boolean {
  const name = code === undefined ? undefined : nameHolding(call, facts);
  return name !== undefined && code !== undefined && accessedAlone(code).has(name);
}

const nameHolding = ({ item, span }: CallFact, facts: readonly Fact[]): string | undefined =>
  namesBySource(facts).get(placeKey(item, span));

/** What expressions are given to, by where they stand. */
const namesBySource = remembered((facts: readonly Fact[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const one of facts) {
    const key = one.kind === "variable" && one.source !== undefined ? placeKey(one.item, one.source) : undefined;
    if (one.kind === "variable" && key !== undefined && !found.has(key)) found.set(key, one.name);
  }
  return found;
});

const placeKey = (item: string, { start, end }: Span): string => `${item} ${start}-${end}`;

/** The names that are called with coordinates and mentioned nowhere else. */
const accessedAlone = remembered((code: Item): ReadonlySet<string> => {
  const accessed = new Set<number>();
  const mentions: Name[] = [];
  visit(code, (node) => {
    if (isAccess(node as Expr)) accessed.add((node as Call).callee.span.start);
    const one = node as Name;
    if (one.kind === "name" && one.path.length === 1) mentions.push(one);
  });
  const names = new Set(mentions.map(nameOf));
  for (const one of mentions) if (!accessed.has(one.span.start)) names.delete(nameOf(one));
  return names;
});

const nameOf = ({ path }: Name): string => path[0] ?? "";

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
