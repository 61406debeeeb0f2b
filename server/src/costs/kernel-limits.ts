// What limits a kernel besides shared memory and threads: the registers that its warps set, its cluster, its tensor memory.
import { tensorColumns } from "../../../src-engine/costs/gpus.ts";
import type { Fact, Instance } from "../../../src-engine/program/facts.ts";
import type { Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { tmemExtents } from "../facts/describe-tmem.ts";
import { clusterExtents, registersIn } from "../languages/launches.ts";
import { namedIn, numberAt } from "./block.ts";
import { integerOf } from "./loop-range.ts";
import { type Evaluated, valuesIn } from "./threads.ts";
import { functionOf } from "./uniform.ts";

export interface KernelLimits {
  /** What setmaxnreg leaves some of its warps, the least first. */
  readonly registersSet: readonly number[];
  /** CTAs of its cluster along x, y and z, where the launch says it. */
  readonly cluster: readonly number[] | undefined;
  /** Columns of tensor memory that its largest tensor there takes: a lower bound. */
  readonly columns: number | undefined;
}

export function kernelLimits(index: Evaluated, instance: Instance, facts: readonly Fact[]): KernelLimits {
  return {
    registersSet: registersSet(index, instance, facts),
    cluster: instance.calls.flatMap(({ item }) => clusterIn(index, item) ?? [])[0],
    columns: columnsOf(facts),
  };
}

function registersSet(index: Evaluated, { item }: Instance, facts: readonly Fact[]): readonly number[] {
  const found = valuesIn(facts);
  const set = new Set<number>();
  visit(functionOf(index.facts.unit.items, item)?.body, (node) => {
    const given = node.kind === "call" ? registersIn(node as Extract<Expr, { kind: "call" }>) : undefined;
    const registers = given === undefined ? undefined : (integerOf(given, found) ?? named(given, facts));
    if (registers?.kind === "num") set.add(registers.value);
  });
  return [...set].sort((a, b) => a - b);
}

/** A constant of the function or its class. */
function named(value: Expr, facts: readonly Fact[]) {
  const name = value.kind === "name" ? value.path.at(-1) : undefined;
  const held = facts.find((fact) => fact.kind === "variable" && fact.name === name);
  return held?.kind === "variable" && held.value.kind === "num" ? held.value : undefined;
}

/** The one cluster that a function launches with; of several none. */
function clusterIn(index: Evaluated, item: string): readonly (readonly number[])[] | undefined {
  const fn = functionOf(index.facts.unit.items, item);
  if (fn === undefined) return undefined;
  const { language } = index.facts.unit;
  const all = new Map<string, readonly number[]>();
  let isOpen = false;
  visit(fn.body, (node) => {
    const extents = clusterExtents[language](node as Expr | Stmt, namedIn(fn));
    if (extents === undefined) return;
    const numbers = extents.map((one) => numberAt(index.facts.facts, item, one));
    const known = numbers.filter((one): one is number => one !== undefined);
    if (known.length < numbers.length) isOpen = true;
    else all.set(known.join(), known);
  });
  const [only, ...more] = all.values();
  return only === undefined || more.length > 0 || isOpen ? undefined : [only];
}

function columnsOf(facts: readonly Fact[]): number | undefined {
  const taken = facts.flatMap((fact) => {
    const value = fact.kind === "variable" ? fact.value : undefined;
    if (value?.kind !== "tensor" || value.layout.kind !== "layout" || value.engine.kind !== "pointer") return [];
    const { space, dtype } = value.engine;
    if (space !== "tmem" || dtype.kind !== "dtype") return [];
    return tmemExtents(value.layout, dtype.bits)?.columns ?? [];
  });
  // What reaches further lies nowhere: a layout of shared memory that fragments are made by.
  const held = taken.filter((columns) => columns <= tensorColumns);
  return held.length === 0 ? undefined : Math.max(...held);
}
