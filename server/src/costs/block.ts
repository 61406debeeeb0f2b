// The shape of a kernel's blocks, where the file's own launches say it: how many threads there are, and which is threadIdx.y.
import type { Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Language } from "../../../src-engine/program/ir.ts";
import { remembered } from "../facts/remembered.ts";
import { blockExtents, kernelCall, type Named } from "../languages/launches.ts";
import type { Evaluated } from "./threads.ts";
import { functionOf, visit } from "./uniform.ts";

/** Threads along x, y and z. */
export type Block = readonly [x: number, y: number, z: number];

/** Undefined where the launch stands elsewhere, or another launch of the same kernel in the file has another shape. */
export function blockOf(index: Evaluated, instance: string): Block | undefined {
  const callers = index.instances.get(instance)?.calls ?? [];
  for (const { item, start } of callers) {
    const launched = launchesIn(index, item).find(({ at }) => at === start);
    if (launched !== undefined) return agreed(index, launched.kernel);
  }
  return undefined;
}

interface Launch {
  /** Where the kernel's name begins, and the name. */
  readonly at: number;
  readonly kernel: string;
  readonly item: ItemId;
  readonly extents: readonly Expr[];
}

function agreed(index: Evaluated, kernel: string): Block | undefined {
  const all = functionsOf(index).flatMap(({ id }) => launchesIn(index, id).filter((one) => one.kernel === kernel));
  const shapes = all.map(({ item, extents }) => extents.map((extent) => numberAt(index.facts.facts, item, extent)));
  const [first, ...more] = shapes.map((shape) => [...shape, 1, 1, 1].slice(0, 3));
  if (first === undefined || more.some((shape) => shape.join() !== first.join())) return undefined;
  const [x, y, z] = first;
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}

function functionsOf({ facts }: Evaluated): readonly FunctionItem[] {
  const found: FunctionItem[] = [];
  const collect = (items: typeof facts.unit.items): void => {
    for (const item of items)
      if (item.kind === "function") found.push(item);
      else if (item.kind === "class") collect(item.members);
  };
  collect(facts.unit.items);
  return found;
}

function launchesIn({ facts }: Evaluated, item: ItemId): readonly Launch[] {
  const { items, language } = facts.unit;
  const fn = functionOf(items, item);
  return fn === undefined ? [] : launches[language](fn);
}

/** Each instance that is started from there is asked about. */
const launches: Readonly<Record<Language, (fn: FunctionItem) => readonly Launch[]>> = {
  cpp: remembered((fn: FunctionItem) => launchesOf(fn, "cpp")),
  python: remembered((fn: FunctionItem) => launchesOf(fn, "python")),
};

function launchesOf(fn: FunctionItem, language: Language): readonly Launch[] {
  const found: Launch[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "call") return;
    const call = node as Extract<Expr, { kind: "call" }>;
    const extents = blockExtents[language](call, namedIn(fn));
    const name = extents === undefined ? undefined : nameOf(kernelCall(call).callee);
    if (extents !== undefined && name !== undefined) found.push({ ...name, item: fn.id, extents });
  });
  return found;
}

function nameOf(callee: Expr): Pick<Launch, "at" | "kernel"> | undefined {
  if (callee.kind === "template") return nameOf(callee.callee);
  if (callee.kind === "member") return { at: callee.nameSpan.start, kernel: callee.name };
  return callee.kind === "name" ? { at: callee.span.start, kernel: callee.path.at(-1) ?? "" } : undefined;
}

/** What a local name is given, once and nowhere else. */
export function namedIn(fn: FunctionItem): Named {
  return (name) => {
    const given: Expr[] = [];
    visit(fn.body, (node) => {
      const { target, init, value } = node as {
        readonly target?: { readonly kind: string; readonly name?: string };
        readonly init?: Expr;
        readonly value?: Expr;
      };
      const one = node.kind === "let" ? init : node.kind === "assign" ? value : undefined;
      if (target?.kind === "bind" && target.name === name && one !== undefined) given.push(one);
    });
    return given.length === 1 ? given[0] : undefined;
  };
}

/** The number that an expression has in every instance of its function. */
export function numberAt(facts: readonly Fact[], item: ItemId, expression: Expr): number | undefined {
  if (expression.kind === "int") return expression.value;
  const { start, end } = expression.span;
  const found = (expressionsOf(facts).get(item) ?? []).filter(({ span }) => span.start === start && span.end === end);
  const numbers = new Set(found.map(({ value }) => (value.kind === "num" ? value.value : undefined)));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

type Expression = Extract<Fact, { kind: "expression" }>;

/** Each instance of a kernel asks for its launch. */
const expressionsOf = remembered((facts: readonly Fact[]): ReadonlyMap<ItemId, readonly Expression[]> => {
  const found = new Map<ItemId, Expression[]>();
  for (const fact of facts) {
    if (fact.kind !== "expression") continue;
    const own = found.get(fact.item);
    if (own === undefined) found.set(fact.item, [fact]);
    else own.push(fact);
  }
  return found;
});
