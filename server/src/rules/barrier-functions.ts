// The functions of a file that work with barriers, each with its certain instances and what their expressions are worth.
import type { Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Block, FunctionItem, Item, Span } from "../../../src-engine/program/ir.ts";
import { visit } from "../costs/uniform.ts";
import { barrierCalls } from "../languages/barrier-calls.ts";
import { type BarrierEvents, barrierEvents } from "./barrier-events.ts";
import { overlaps } from "./barrier-names.ts";
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

/** Those with a TMA copy, a barrier or a fence. */
export function barrierFunctions(facts: FileFacts, context: RuleContext): readonly BarrierFunction[] {
  const found = functionsIn(facts.unit.items).flatMap((fn) => {
    const text = (of: { readonly span: { readonly start: number; readonly end: number } }): string =>
      context.text({ item: fn.id, span: of.span });
    const all = barrierEvents(fn, barrierCalls[context.language], text);
    return all.events.some(({ kind }) => kind !== "call") ? [{ fn, ...all, locals: localsOf(fn) }] : [];
  });
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

function runsOf(
  facts: FileFacts,
  items: ReadonlySet<string>,
  context: RuleContext,
): ReadonlyMap<string, readonly Run[]> {
  const wanted = new Map(
    facts.instances
      .filter(({ item, certain }) => certain && items.has(item))
      .map((instance) => [instance.id, instance]),
  );
  const groups = new Map<string, Fact[]>();
  for (const fact of facts.facts) {
    if (!wanted.has(fact.instance)) continue;
    const group = groups.get(fact.instance);
    if (group === undefined) groups.set(fact.instance, [fact]);
    else group.push(fact);
  }
  const runs = new Map<string, Run[]>();
  for (const [id, instance] of wanted) {
    const own = groups.get(id) ?? [];
    const run = {
      instance,
      facts: own,
      values: instanceValues(own.filter(({ item }) => item === instance.item)),
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
