// The shape of a kernel's blocks, where the file's own launches say it: how many threads there are, and which is threadIdx.y.
import type { Called, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Language, Pattern, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { computed } from "../facts/computed.ts";
import { remembered } from "../facts/remembered.ts";
import { blockExtents, type FieldGiven, gridExtents, kernelCall, type Named } from "../languages/launches.ts";
import type { Evaluated } from "./threads.ts";
import { functionOf } from "./uniform.ts";

/** Threads along x, y and z. */
export type Block = readonly [x: number, y: number, z: number];

/** Undefined where the launch stands elsewhere, or is of another shape for each who launches. */
export function blockOf(index: Evaluated, instance: string): Block | undefined {
  const known = blocks(index.facts);
  const found = known.has(instance) ? known.get(instance) : findBlock(index, instance);
  known.set(instance, found);
  return found;
}

/** Costs and rules ask time and again. */
const blocks = remembered((_: Evaluated["facts"]) => new Map<string, Block | undefined>());

function findBlock(index: Evaluated, instance: string): Block | undefined {
  const callers = index.instances.get(instance)?.calls ?? [];
  for (const { item, start } of callers) {
    const launched = launchesIn(index, item).find(({ at }) => at === start);
    if (launched !== undefined) return agreedShapes(index.facts).get(launched.kernel) ?? ofCallers(index, instance);
  }
  return index.instances.get(instance)?.block;
}

/** The block's extents where the instance is launched; undefined where that is in another file. */
export function launchOf(
  index: Evaluated,
  instance: string,
): { readonly item: ItemId; readonly span: Span } | undefined {
  for (const { item, start } of index.instances.get(instance)?.calls ?? []) {
    const [first, ...more] = launchesIn(index, item).find(({ at }) => at === start)?.extents ?? [];
    if (first !== undefined) return { item, span: { start: first.span.start, end: (more.at(-1) ?? first).span.end } };
  }
  return undefined;
}

/** The grids that this file launches the instance with, as they are written in each of the instances that do. */
export function gridsOf(
  index: Evaluated,
  instance: string,
): readonly { readonly launcher: string; readonly item: ItemId; readonly grid: readonly Expr[] | undefined }[] {
  return (callersOf(index.facts.called ?? none).get(instance) ?? []).map(({ from, item, span }) => ({
    launcher: from,
    item,
    grid: launchesIn(index, item).find(({ at }) => span.start <= at && at < span.end)?.grid,
  }));
}

/** Where a function launches with several shapes: that with which all its instances launch this one. */
function ofCallers(index: Evaluated, instance: string): Block | undefined {
  const { facts } = index;
  const shapes = (callersOf(facts.called ?? none).get(instance) ?? []).map(({ from, item, span }) => {
    const launch = launchesIn(index, item).find(({ at }) => span.start <= at && at < span.end);
    return launch && blockFrom(launch.extents.map((extent) => numberIn(facts.facts, item, extent, from)));
  });
  const [first, ...more] = shapes;
  return more.some((shape) => shape?.join() !== first?.join()) ? undefined : first;
}

/** Does a kernel start at the call, where the other instance is what it runs? */
export const isLaunch = (index: Evaluated, { item, span }: Called): boolean =>
  launchesIn(index, item).some(({ at }) => span.start <= at && at < span.end);

const none: readonly Called[] = [];

const callersOf = remembered((called: readonly Called[]): ReadonlyMap<string, readonly Called[]> => {
  const found = new Map<string, Called[]>();
  for (const one of called) found.set(one.to, [...(found.get(one.to) ?? []), one]);
  return found;
});

function blockFrom(extents: readonly (number | undefined)[]): Block | undefined {
  const [x, y, z] = [...extents, 1, 1, 1];
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}

interface Launch {
  /** Where the kernel's name begins, and the name. */
  readonly at: number;
  readonly kernel: string;
  readonly item: ItemId;
  readonly extents: readonly Expr[];
  readonly grid: readonly Expr[] | undefined;
}

/** The one shape that all launches of a kernel in the file have. */
const agreedShapes = remembered((facts: Evaluated["facts"]): ReadonlyMap<string, Block | undefined> => {
  const byKernel = new Map<string, Launch[]>();
  for (const one of functionsOf(facts).flatMap(launches[facts.unit.language]))
    byKernel.set(one.kernel, [...(byKernel.get(one.kernel) ?? []), one]);
  return new Map([...byKernel].map(([kernel, all]) => [kernel, agreed(all, facts)]));
});

function agreed(launches: readonly Launch[], { facts }: Evaluated["facts"]): Block | undefined {
  const shapes = launches.map(({ item, extents }) => extents.map((extent) => numberAt(facts, item, extent)));
  const [first, ...more] = shapes.map((shape) => [...shape, 1, 1, 1].slice(0, 3));
  return first === undefined || more.some((shape) => shape.join() !== first.join()) ? undefined : blockFrom(first);
}

function functionsOf(facts: Evaluated["facts"]): readonly FunctionItem[] {
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
    if (extents !== undefined && name !== undefined) {
      const grid = gridExtents[language](call, namedIn(fn));
      found.push({ ...name, item: fn.id, extents, grid });
    }
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

/** What a field of a local name is given, once and nowhere else: `config.dynamicSmemBytes = bytes;` */
export function fieldGivenIn(fn: FunctionItem): FieldGiven {
  return (name, field) => {
    const given: Expr[] = [];
    visit(fn.body, (node) => {
      const { target, value } = node as { readonly target?: Pattern; readonly value?: Expr };
      const place = node.kind === "assign" && target?.kind === "place" ? target.expr : undefined;
      if (place?.kind !== "member" || place.name !== field || value === undefined) return;
      if (place.object.kind === "name" && place.object.path.join("::") === name) given.push(value);
    });
    return given.length === 1 ? given[0] : undefined;
  };
}

/** The number that an expression has in every instance of its function. */
export const numberAt = (facts: readonly Fact[], item: ItemId, expression: Expr): number | undefined =>
  numberIn(facts, item, expression, undefined);

/** The same in one instance of it. */
function numberIn(
  facts: readonly Fact[],
  item: ItemId,
  expression: Expr,
  instance: string | undefined,
): number | undefined {
  const known = ({ span: { start, end } }: Expr): number | undefined => {
    const isHere = (one: Expression): boolean =>
      one.span.start === start && one.span.end === end && (instance === undefined || one.instance === instance);
    const found = (expressionsOf(facts).get(item) ?? []).filter(isHere);
    const numbers = new Set(found.map(({ value }) => (value.kind === "num" ? value.value : undefined)));
    return numbers.size === 1 ? [...numbers][0] : undefined;
  };
  return known(expression) ?? computed(expression, known);
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
