// Which way a TMA copy goes whose atom is not known, told from what its tensors were cut from.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Language, Pattern } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { givesCoordinates, isTmaPartition, partitionedSides, type TmaSide } from "../languages/tma-calls.ts";
import { argument } from "./arguments.ts";
import { expressionAt, isOfTma, type Names, namesIn, tensorBehind } from "./made-by.ts";
import { memoryOf } from "./tensor-parts.ts";

/** A tensor of coordinates is read by nothing but a TMA: the side that it stands on says which way the copy goes. */
export function directionByUse(call: CallFact, fn: FunctionItem, language: Language): "load" | "store" | undefined {
  // What lies in shared memory is another copy's just as well.
  const { from, to } = sidesOf(call, fn, language, { coordinates: "global" });
  if (from === to) return undefined;
  if (from === "global" || (from === undefined && to === "shared")) return "load";
  return "store";
}

const sideOfMemory: Readonly<Record<string, TmaSide>> = { smem: "shared", coordinates: "global" };

interface Sides {
  readonly from: TmaSide | undefined;
  readonly to: TmaSide | undefined;
}

export function sidesOf(call: CallFact, fn: FunctionItem, language: Language, byMemory = sideOfMemory): Sides {
  const names = namesIn(fn);
  const side = (...roles: readonly string[]): TmaSide | undefined => {
    const given = argument(call, ...roles);
    if (given === undefined) return undefined;
    return byMemory[memoryOf(given.value) ?? ""] ?? sideOf(expressionAt(names, given.span), names, fn, language);
  };
  return { from: side("source", "src"), to: side("destination", "dst") };
}

function sideOf(expr: Expr | undefined, names: Names, fn: FunctionItem, language: Language): TmaSide | undefined {
  if (expr === undefined) return undefined;
  if (isOfTma(names, expr)) return "global";
  const name = tensorBehind(names, expr);
  return name === undefined ? undefined : partitioned(fn)[language].get(name);
}

/** `auto [tAgA, tAsA] = tma_partition(…)` */
const partitioned = remembered((fn: FunctionItem): Readonly<Record<Language, ReadonlyMap<string, TmaSide>>> => {
  const found: Record<Language, Map<string, TmaSide>> = { cpp: new Map(), python: new Map() };
  const bound = new Map<string, number>();
  visit(fn.body, (node) => {
    const { name, target, init, value } = node as Partial<Given>;
    if (node.kind === "bind" && name !== undefined) bound.set(name, (bound.get(name) ?? 0) + 1);
    const given = init ?? value;
    if ((node.kind !== "let" && node.kind !== "assign") || target?.kind !== "unpack" || given?.kind !== "call") return;
    const [first, second, ...more] = target.items;
    if (!isTmaPartition(given) || first?.kind !== "bind" || second?.kind !== "bind" || more.length > 0) return;
    for (const language of ["cpp", "python"] as const) {
      const [one, other] = partitionedSides[language];
      found[language].set(first.name, one).set(second.name, other);
    }
  });
  for (const [name, times] of bound) if (times > 1) for (const sides of Object.values(found)) sides.delete(name);
  return found;
});

interface Given {
  readonly name: string;
  readonly target: Pattern;
  readonly init: Expr;
  readonly value: Expr;
}

/** Names that are asked for their tensor of coordinates, which nothing but a TMA's atom has. */
export const tmaByUse = remembered((fn: FunctionItem): ReadonlySet<string> => {
  const found = new Set<string>();
  visit(fn.body, (node) => {
    if (node.kind !== "call") return;
    const call = node as Extract<Expr, { kind: "call" }>;
    const { callee } = call;
    if (callee.kind !== "member" || !givesCoordinates(call)) return;
    if (callee.object.kind === "name" && callee.object.path.length === 1) found.add(callee.object.path[0] ?? "");
  });
  return found;
});
