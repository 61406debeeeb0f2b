// The functions of a file that work with barriers, each with its certain instances and what their expressions are worth.
import type { Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { Block, FunctionItem, Span, Unit } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { barrierCalls } from "../languages/barrier-calls.ts";
import { dialectOf } from "../languages/dialects.ts";
import { namedBarriers } from "../languages/named-barriers.ts";
import { type Code, functionsIn, isCallAt, type ReachedEvents, throughCalls } from "./barrier-callees.ts";
import { type Around, type BarrierEvent, type BarrierEvents, barrierEvents, nameOf } from "./barrier-events.ts";
import { overlaps } from "./barrier-names.ts";
import { noWrappers, wrappersIn } from "./barrier-wrappers.ts";
import { factsByInstance } from "./by-instance.ts";
import { type InstanceValues, instanceValues } from "./instance-values.ts";
import { reachedBy } from "./reached-functions.ts";
import type { Finding, InstanceFacts, RuleContext } from "./rule.ts";
import { isUniform } from "./uniform-tests.ts";

export interface BarrierFunction extends BarrierEvents {
  readonly fn: FunctionItem;
  /** Names that the function declares, its parameters with them. */
  readonly locals: ReadonlySet<string>;
  readonly runs: readonly Run[];
  /** With what happens in the functions that it hands its barriers to. */
  readonly throughCalls: ReachedEvents;
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

/** Kernels, and functions with a TMA copy, a barrier or a fence. */
export function barrierFunctions(facts: FileFacts, context: RuleContext): readonly BarrierFunction[] {
  const known = found.get(facts) ?? functionsOf(facts, context);
  found.set(facts, known);
  return known;
}

/** By the function as it was lowered, with another text it is another object; and apart as another file's: an editor may have both open. */
const read = {
  here: new WeakMap<FunctionItem, KnownEvents>(),
  elsewhere: new WeakMap<FunctionItem, KnownEvents>(),
};

interface KnownEvents {
  readonly events: BarrierEvents;
  /** The project's functions that were known by then. */
  readonly wrappers: string;
}

/** Of a function in another file the text is not at hand: its stages have no names. */
function codeOf(fn: FunctionItem, unit: Unit, facts: FileFacts, context: RuleContext): Code {
  const isHere = unit === facts.unit;
  const text = ({ span }: { readonly span: Span }): string => (isHere ? context.text({ item: fn.id, span }) : "");
  const known = isHere ? read.here : read.elsewhere;
  const wrappers = wrappersFor(facts);
  const before = known.get(fn);
  if (before?.wrappers === wrappers.key) return { ...before.events, fn, unit };
  const events = barrierEvents(fn, barrierCalls[context.language], text, wrappers);
  known.set(fn, { events, wrappers: wrappers.key });
  return { ...events, fn, unit };
}

const wrappersFor = remembered(({ unit, reached = [] }: FileFacts) =>
  unit.language === "cpp" ? wrappersIn([...new Set([unit, ...reached.map((one) => one.unit)])]) : noWrappers,
);

type Read = Omit<BarrierFunction, "locals" | "runs">;

const readOf = new WeakMap<FileFacts, readonly Read[]>();

/** All functions of the file. */
function readIn(facts: FileFacts, context: RuleContext): readonly Read[] {
  const reader = (fn: FunctionItem, unit: Unit): Code => codeOf(fn, unit, facts, context);
  const known =
    readOf.get(facts) ??
    functionsIn(facts.unit.items)
      .map((fn) => reader(fn, facts.unit))
      .map((code) => ({ ...code, throughCalls: throughCalls(code, facts, reader) }));
  readOf.set(facts, known);
  return known;
}

const ofRuns = remembered((_facts: FileFacts) => new Map<string, ReachedEvents>());

/** What happens by way of calls in this binding alone: it may call another class's functions than the next. */
export function throughCallsOf(
  { fn, throughCalls: ofAll }: BarrierFunction,
  { instance }: Run,
  facts: FileFacts,
  context: RuleContext,
): ReachedEvents {
  const own = reachedBy(fn, instance, facts);
  if (own === undefined) return ofAll;
  const known = ofRuns(facts);
  const found = known.get(instance.id);
  if (found !== undefined) return found;
  const reader = (of: FunctionItem, unit: Unit): Code => codeOf(of, unit, facts, context);
  const events = throughCalls(reader(fn, facts.unit), own, reader);
  known.set(instance.id, events);
  return events;
}

function functionsOf(facts: FileFacts, context: RuleContext): readonly BarrierFunction[] {
  const found = readIn(facts, context).filter(
    ({ fn, throughCalls: { events } }) =>
      fn.isKernel || events.some(({ kind, call }) => kind !== "call" || isNamed(call)),
  );
  if (found.length === 0) return [];
  const runs = runsOf(facts, new Set(found.map(({ fn }) => fn.id)), context);
  return found.map((one) => ({ ...one, locals: localsOf(one.fn), runs: runs.get(one.fn.id) ?? [] }));
}

/** It may be an operation of a named barrier. */
const isNamed = (call: BarrierEvent["call"]): boolean => named.has(nameOf(call));

const named: ReadonlySet<string> = new Set(
  Object.values(namedBarriers).flatMap(({ methods, functions }) =>
    [...methods.keys(), ...functions.keys()].map((name) => name.split(".").at(-1) ?? name),
  ),
);

/** A function of the file in one of its instances, whatever it does. */
export function functionIn(
  item: string,
  instance: string,
  facts: FileFacts,
  context: RuleContext,
): { readonly one: BarrierFunction; readonly run: Run } | undefined {
  const read = readIn(facts, context).find(({ fn }) => fn.id === item);
  const runs = runsOf(facts, new Set([item]), context, (one) => one.instance.certain && one.instance.id === instance);
  const [run] = runs.get(item) ?? [];
  return read && run && { one: { ...read, locals: localsOf(read.fn), runs: [run] }, run };
}

const localsOf = remembered((fn: FunctionItem): ReadonlySet<string> => {
  const names = new Set(fn.params.map(({ name }) => name));
  visit(fn.body satisfies Block | undefined, (node) => {
    const { name } = node as { readonly name?: unknown };
    if (node.kind === "bind" && typeof name === "string") names.add(name);
  });
  return names;
});

/** The certain instances of functions, or others, each with what its expressions are worth. */
export function runsOf(
  facts: FileFacts,
  items: ReadonlySet<string>,
  context: RuleContext,
  isMeant: (one: InstanceFacts) => boolean = ({ instance }) => instance.certain,
): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>();
  for (const { instance, facts: own } of factsByInstance(facts)) {
    if (!items.has(instance.item) || !isMeant({ instance, facts: own })) continue;
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

/** Instances that are uncertain only for what parameters are taken to be: what rests on the class alone is certain there. */
export function assumedRuns({ id }: FunctionItem, facts: FileFacts, context: RuleContext): readonly Run[] {
  const known = assumedIn(facts);
  const runs = known.get(id) ?? runsOf(facts, new Set([id]), context, isAssumed).get(id) ?? [];
  known.set(id, runs);
  return runs;
}

const assumedIn = remembered((_facts: FileFacts) => new Map<string, readonly Run[]>());

const isAssumed = ({ instance, facts }: InstanceFacts): boolean =>
  !instance.certain && facts.some((fact) => fact.kind === "call" && fact.assumed === true);

/** What is found in each function's certain instances, and in those that rest on what parameters are taken to be. */
export const inAllRuns = (
  facts: FileFacts,
  context: RuleContext,
  find: (one: BarrierFunction, run: Run) => readonly Finding[],
): readonly Finding[] =>
  barrierFunctions(facts, context).flatMap((one) =>
    [...one.runs, ...assumedRuns(one.fn, facts, context)].flatMap((run) => find(one, run)),
  );

/**
 * What holds in its certain instances; of a kernel that has none what holds in each of those that rest on what parameters are taken to
 * be, else in all of its instances alike: whichever of them is launched.
 */
export function inRuns(
  { fn, runs }: BarrierFunction,
  facts: FileFacts,
  context: RuleContext,
  find: (run: Run) => readonly Finding[],
): readonly Finding[] {
  const known = [...runs, ...(fn.isKernel ? assumedRuns(fn, facts, context) : [])];
  if (known.length > 0 || !fn.isKernel) return known.flatMap(find);
  const open = runsOf(facts, new Set([fn.id]), context, () => true).get(fn.id) ?? [];
  const [first = [], ...others] = open.map(find);
  return first.filter((one) => others.every((found) => found.some((other) => isSameFinding(one, other))));
}

const isSameFinding = (one: Finding, other: Finding): boolean =>
  one.item === other.item && one.span.start === other.span.start && one.message === other.message;

/** One of its instances, certain or not: for what the code shows whatever the template is given. */
export const anyRun = ({ id }: FunctionItem, facts: FileFacts, context: RuleContext): readonly Run[] =>
  (runsOf(facts, new Set([id]), context, () => true).get(id) ?? []).slice(0, 1);

/** A kernel, or a function that a kernel leaves everything to: all threads of the block come to it. */
export function isEntered(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): boolean {
  if (isMadeByDefaults(run.instance, facts)) return false;
  if (one.fn.isKernel) return true;
  const last = run.instance.calls.at(-1);
  const caller = barrierFunctions(facts, context).find(({ fn }) => fn.isKernel && fn.id === last?.item);
  const call = caller?.events.find((event) => last !== undefined && isCallAt(event.call, last.start));
  if (caller === undefined || call === undefined || !isOnce(call.around)) return false;
  const runs = caller.runs.length > 0 ? caller.runs : assumedRuns(caller.fn, facts, context);
  return runs.length > 0 && runs.every((from) => isUniform(call, caller, from));
}

/** Of an object that nobody makes in sight the fields are what the defaults say: who makes it may launch other threads. */
export function isMadeByDefaults({ function: name }: Instance, { unit, instances }: FileFacts): boolean {
  const { makers, separator } = dialectOf(unit.language).semantics;
  const names = makers.map((one) => name.slice(0, name.lastIndexOf(separator) + separator.length) + one);
  const made = instances.filter((one) => names.includes(one.function));
  return made.some(({ byDefaults }) => byDefaults === true) && made.every(isUncalled);
}

const isUncalled = ({ generic }: Instance): boolean => generic;

const isOnce = ({ via, outer }: Around): boolean =>
  (via === "body" || via === "if") && (outer === undefined || isOnce(outer));

/** Nothing but the events themselves has to do with this barrier: it is a local place that nobody else is handed. */
export function isOwn(
  root: string,
  { locals }: BarrierFunction,
  { mentioned }: Pick<BarrierEvents, "mentioned">,
): boolean {
  const [first = ""] = root.split(".");
  return locals.has(first) && ![...mentioned].some((name) => overlaps(name, root));
}
