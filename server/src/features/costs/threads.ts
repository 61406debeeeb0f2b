// Which symbols of an instance are the threads' indices, how many threads there are, and what is only assumed to be uniform.
//
// A thread's index is what the language calls so, and whatever the code hands to get_slice or local_partition.
import { symbol, symbolsOf } from "../../../../src-engine/algebra/int/ask.ts";
import { isInt, sub } from "../../../../src-engine/algebra/int/int.ts";
import type { SymbolAtom } from "../../../../src-engine/algebra/int/poly.ts";
import type { Int, Value } from "../../../../src-engine/algebra/value.ts";
import type { Threads } from "../../../../src-engine/costs/copy-cost.ts";
import type { SymbolMeaning, ThreadNumber } from "../../../../src-engine/costs/term.ts";
import type { Fact } from "../../../../src-engine/program/facts.ts";
import type { Expr, Item } from "../../../../src-engine/program/ir.ts";
import { threadSymbols } from "../../languages/thread-symbols.ts";
import { numberOf, sizeOf } from "../../rules/arguments.ts";
import type { FactIndex } from "../fact-index.ts";
import { loopValues, type Sameness, samenessOf } from "./uniform.ts";

export interface InstanceThreads extends Threads {
  /** Names that were taken to be the same for all threads of a warp, though nothing says so. */
  readonly assumed: ReadonlySet<string>;
}

/** An index, and how many threads share the work that it is given for. */
interface Use {
  readonly index: Int;
  readonly count: number | undefined;
}

export function threadsOf(index: FactIndex, instance: string, facts: readonly Fact[]): InstanceThreads {
  const uses = usesOf(facts);
  const names = threadSymbols[index.facts.unit.language];
  const counts = new Set(uses.flatMap(({ count }) => (count === undefined ? [] : [count])));
  const own = ownIndices(uses, names.thread);
  const assumed = new Set<string>();
  const known = new Map<string, SymbolMeaning>();
  const item = index.instances.get(instance)?.item ?? "";
  const isKernel = isKernelItem(index.facts.unit.items, item);
  const foundValue = valuesIn(facts);
  const classify = (atom: SymbolAtom): SymbolMeaning => {
    const number = own.get(atom.id);
    if (number !== undefined) return number;
    if (names.thread.test(atom.name)) return (thread) => thread;
    if (names.lane.test(atom.name)) return (thread) => thread % 32;
    if (names.uniform.test(atom.name)) return "uniform";
    if (names.differs.test(atom.name) || names.thread.test(atom.id)) return "unsure";
    const builtin = (name: string): Sameness | undefined =>
      names.uniform.test(name)
        ? "uniform"
        : [names.thread, names.lane, names.differs].some((form) => form.test(name))
          ? "differs"
          : undefined;
    // What a kernel did not make itself came in through its parameters.
    if (isKernel && !atom.id.includes(`@${instance}`)) return "uniform";
    const query = { items: index.facts.unit.items, builtin, foundValue };
    const values = atom.id.includes(`@${instance}`) ? loopValues(atom.name, item, query) : undefined;
    if (values !== undefined) return { values };
    const sameness = samenessOf(atom.name, item, query);
    if (sameness === "assumed") assumed.add(atom.name);
    return sameness === "differs" ? "unsure" : "uniform";
  };
  const isThread = (atom: SymbolAtom): SymbolMeaning => {
    const found = known.get(atom.id) ?? classify(atom);
    known.set(atom.id, found);
    return found;
  };
  return { isThread, count: counts.size === 1 ? [...counts][0] : undefined, assumed };
}

const isKernelItem = (items: readonly Item[], id: string): boolean =>
  items.some((one) =>
    one.kind === "class" ? isKernelItem(one.members, id) : one.kind === "function" && one.id === id && one.isKernel,
  );

function valuesIn(facts: readonly Fact[]): (value: Expr) => Value | undefined {
  const values = new Map<string, Value>();
  for (const fact of facts)
    if (fact.kind === "expression") values.set(`${fact.span.start}:${fact.span.end}`, fact.value);
  return ({ span }) => values.get(`${span.start}:${span.end}`);
}

function usesOf(facts: readonly Fact[]): readonly Use[] {
  return facts.flatMap((fact): readonly Use[] => {
    if (fact.kind === "call" && fact.op === "local_partition") {
      const at = fact.args.find(({ role }) => role === "index")?.value;
      const threads = fact.args.find(({ role }) => role === "threads" || role === "tiler")?.value;
      return at !== undefined && isInt(at) ? [{ index: at, count: numberOf(sizeOf(threads)) }] : [];
    }
    return fact.kind === "variable" || fact.kind === "expression" ? sliceUse(fact.value) : [];
  });
}

function sliceUse(value: Value): readonly Use[] {
  if (value.kind === "thr-copy")
    return [{ index: value.thr, count: numberOf(sizeOf(modeSize(value.tiled.layoutTV.shape))) }];
  if (value.kind === "thr-mma") return [{ index: value.thr, count: numberOf(sizeOf(value.tiled.thrLayoutVMNK)) }];
  return [];
}

const modeSize = (shape: Value): Value | undefined => (shape.kind === "tuple" ? shape.items[0] : shape);

/** Symbols by id whose number in thread t is that which makes the index t. */
function ownIndices(uses: readonly Use[], thread: RegExp): ReadonlyMap<string, ThreadNumber> {
  const starts = new Map<string, Set<number>>();
  for (const { index } of uses) {
    const [only, ...more] = symbolsOf(index);
    if (only === undefined || more.length > 0) continue;
    const start = sub(index, symbol(only.id, only.name, only));
    const from = start.kind === "num" ? -start.value : thread.test(only.name) ? 0 : undefined;
    if (from !== undefined) starts.set(only.id, (starts.get(only.id) ?? new Set()).add(from));
  }
  return new Map(
    [...starts].flatMap(([id, from]): readonly [string, ThreadNumber][] => {
      const [first] = from;
      return from.size === 1 && first !== undefined ? [[id, (number) => number + first]] : [];
    }),
  );
}
