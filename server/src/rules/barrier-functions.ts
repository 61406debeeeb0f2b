// The functions of a file that work with barriers, each with its certain instances and what their expressions are worth.
import type { Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Block, FunctionItem, Item, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../costs/uniform.ts";
import { barrierCalls } from "../languages/barrier-calls.ts";
import { type BarrierEvents, barrierEvents } from "./barrier-events.ts";
import { overlaps } from "./barrier-names.ts";
import { factsByInstance } from "./by-instance.ts";
import { type InstanceValues, instanceValues } from "./instance-values.ts";
import type { RuleContext } from "./rule.ts";

export interface BarrierFunction extends BarrierEvents {
  readonly fn: FunctionItem;
  /** Names that the function declares, its parameters with them. */
  readonly locals: ReadonlySet<string>;
  readonly runs: readonly Run[];
}

/** One binding of the function's parameters. */
export interface Run {
  readonly instance: Instance;
  readonly facts: readonly Fact[];
  readonly values: InstanceValues;
  /** Source text of a place in the function. */
  text(at: Span): string;
}

/** Several rules ask for the same facts. */
const found = new WeakMap<FileFacts, readonly BarrierFunction[]>();

/** Those with a TMA copy, a barrier or a fence. */
export function barrierFunctions(facts: FileFacts, context: RuleContext): readonly BarrierFunction[] {
  const known = found.get(facts) ?? functionsOf(facts, context);
  found.set(facts, known);
  return known;
}

type Code = Omit<BarrierFunction, "runs">;

/** By the function as it was lowered: with another text it is another object. */
const read = new WeakMap<FunctionItem, Code>();

function codeOf(fn: FunctionItem, context: RuleContext): Code {
  const text = (of: { readonly span: Span }): string => context.text({ item: fn.id, span: of.span });
  const code = read.get(fn) ?? {
    fn,
    ...barrierEvents(fn, barrierCalls[context.language], text),
    locals: localsOf(fn),
  };
  read.set(fn, code);
  return code;
}

function functionsOf(facts: FileFacts, context: RuleContext): readonly BarrierFunction[] {
  const found = functionsIn(facts.unit.items)
    .map((fn) => codeOf(fn, context))
    .filter(({ events }) => events.some(({ kind }) => kind !== "call"));
  if (found.length === 0) return [];
  const runs = runsOf(facts, new Set(found.map(({ fn }) => fn.id)), context);
  return found.map((one) => ({ ...one, runs: runs.get(one.fn.id) ?? [] }));
}

export const functionsIn = (items: readonly Item[]): readonly FunctionItem[] =>
  items.flatMap((item) => (item.kind === "function" ? [item] : item.kind === "class" ? functionsIn(item.members) : []));

function localsOf(fn: FunctionItem): ReadonlySet<string> {
  const names = new Set(fn.params.map(({ name }) => name));
  visit(fn.body satisfies Block | undefined, (node) => {
    const { name } = node as { readonly name?: unknown };
    if (node.kind === "bind" && typeof name === "string") names.add(name);
  });
  return names;
}

/** The certain instances of functions, each with what its expressions are worth. */
export function runsOf(
  facts: FileFacts,
  items: ReadonlySet<string>,
  context: RuleContext,
): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>();
  for (const { instance, facts: own } of factsByInstance(facts)) {
    if (!instance.certain || !items.has(instance.item)) continue;
    const run = {
      instance,
      facts: own,
      values: instanceValues({ instance, facts: own }),
      text: (span: Span) => context.text({ item: instance.item, span }),
    };
    runs.set(instance.item, [...(runs.get(instance.item) ?? []), run]);
  }
  return runs;
}

/** Nothing but the events themselves has to do with this barrier: it is a local place that nobody is handed. */
export function isOwn(root: string, { locals, mentioned }: BarrierFunction): boolean {
  const [first = ""] = root.split(".");
  return locals.has(first) && ![...mentioned].some((name) => overlaps(name, root));
}
