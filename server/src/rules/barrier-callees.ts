// What a function does with barriers by way of the functions that it hands them to.
//
// The callee is the function whose instance this call made, in this file or another one, else the only function of its name in the
// file. What it does with its parameter is taken to happen at the call; where nobody knows what it does, the barrier is mentioned.
import type { Fact, FileFacts, Instance } from "../../../src-engine/program/facts.ts";
import type { ClassItem, Expr, FunctionItem, Span, Unit } from "../../../src-engine/program/ir.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { grouped } from "../facts/grouped.ts";
import { remembered } from "../facts/remembered.ts";
import { type BarrierEvent, type BarrierEvents, type Handed, nameOf } from "./barrier-events.ts";
import { overlaps } from "./barrier-names.ts";
import { factsByInstance } from "./by-instance.ts";
import type { InstanceValues } from "./instance-values.ts";
import { functionOf, isSame, madeBehind, madeElsewhere } from "./reached-functions.ts";
import type { InstanceFacts } from "./rule.ts";

/** An event in a function that is called, told of the call. */
export interface Within {
  readonly fn: FunctionItem;
  readonly event: BarrierEvent;
  /** What the call hands over. */
  readonly argument: Span;
}

export type ReachedEvent = BarrierEvent & { readonly within?: Within };

export interface ReachedEvents extends BarrierEvents {
  readonly events: readonly ReachedEvent[];
  /** What other code mentions, but for the calls that lead out of sight. */
  readonly mentionedInSight: ReadonlySet<string>;
  /** Places that those are handed. */
  readonly outOfSight: readonly { readonly root: string; readonly by: BarrierEvent }[];
}

/** A function, and what is known of the file that it stands in. */
export interface Code extends BarrierEvents {
  readonly fn: FunctionItem;
  readonly unit: Unit;
}

/** Functions that call each other twice over would be followed without end: what the others do is out of sight. */
const mostCalls = 200;
const mostEvents = 2000;

interface Budget {
  calls: number;
  /** What functions do that were followed before: many calls of one function are one. */
  readonly known: Map<FunctionItem, ReachedEvents>;
}

type Read = (fn: FunctionItem, unit: Unit) => Code;

export function throughCalls(
  code: Code,
  facts: FileFacts,
  read: Read,
  above: readonly FunctionItem[] = [],
  budget: Budget = { calls: mostCalls, known: new Map() },
): ReachedEvents {
  const events: ReachedEvent[] = [];
  const mentioned = new Set(code.mentionedHere);
  const outOfSight: ReachedEvents["outOfSight"][number][] = [];
  for (const event of code.events) {
    events.push(event);
    if (event.handed === undefined || event.handed.length === 0) continue;
    const callee = calleeOf(event.call, code, facts, read);
    const isFollowed = callee !== undefined && callee.fn !== code.fn && !above.includes(callee.fn);
    const inner =
      isFollowed && events.length < mostEvents ? follow(callee, facts, read, [...above, code.fn], budget) : undefined;
    for (const handed of event.handed) {
      if (callee?.fn === code.fn && isHandedOn(handed, event, callee.fn)) continue;
      const found = inner === undefined || callee === undefined ? undefined : there(event, handed, callee.fn, inner);
      if (found === undefined) outOfSight.push({ root: handed.place.root, by: event });
      else events.push(...found.events);
      for (const place of found?.mentioned ?? []) mentioned.add(place);
    }
  }
  const all = new Set([...mentioned, ...outOfSight.map(({ root }) => root)]);
  return { ...code, events, mentioned: all, mentionedInSight: mentioned, outOfSight };
}

function follow(
  callee: Code,
  facts: FileFacts,
  read: Read,
  above: readonly FunctionItem[],
  budget: Budget,
): ReachedEvents | undefined {
  const before = budget.known.get(callee.fn);
  if (before !== undefined) return before;
  if (budget.calls-- <= 0) return undefined;
  const found = throughCalls(callee, facts, read, above, budget);
  budget.known.set(callee.fn, found);
  return found;
}

type InSight = Pick<BarrierEvents, "mentioned">;

const inSightBy = remembered((values: InstanceValues) =>
  remembered((code: ReachedEvents): InSight => {
    const handed = code.outOfSight.flatMap(({ root, by }) => (isLeftOut(by, values) ? [] : [root]));
    return { mentioned: new Set([...code.mentionedInSight, ...handed]) };
  }),
);

/** Without the calls that this binding of the function's parameters leaves out: `if constexpr`. */
export const inSightOf = (code: ReachedEvents, values: InstanceValues): InSight => inSightBy(values)(code);

/** It stands where this binding never comes. */
export const isLeftOut = ({ tests }: BarrierEvent, values: InstanceValues): boolean =>
  tests.some(({ test, holds }) => {
    const number = values.number(test);
    return number !== undefined && (number !== 0) !== holds;
  });

/** What the callee does with what is handed to it; undefined where that is out of sight. */
function there(
  { call, around, tests, at, order }: BarrierEvent,
  handed: Handed,
  fn: FunctionItem,
  inner: ReachedEvents,
): Pick<ReachedEvents, "events" | "mentioned"> | undefined {
  const param = paramOf(handed, call, fn);
  if (param === undefined) return undefined;
  const touched = [...inner.mentioned].filter((name) => overlaps(name, param));
  // Of a struct the callee may mention some fields alone.
  if (touched.some((name) => !name.startsWith(`${param}.`))) return undefined;
  const mentioned = new Set(touched.map((name) => `${handed.place.root}${name.slice(param.length)}`));
  const events = inner.events.flatMap((event): ReachedEvent[] => {
    const { barrier } = event;
    if (barrier === undefined || !overlaps(barrier.root, param) || param.startsWith(`${barrier.root}.`)) return [];
    const root = `${handed.place.root}${barrier.root.slice(param.length)}`;
    const stage = [handed.place.stage, barrier.stage].filter((one) => one !== "").join();
    const within = { ...(event.within ?? { fn, event }), argument: handed.argument.value.span };
    return [
      { ...event, call, around, tests, at, order, amount: undefined, barrier: { ...barrier, root, stage }, within },
    ];
  });
  return { events, mentioned };
}

/** A function that calls itself with the parameter as it is does nothing further with it. */
const isHandedOn = (handed: Handed, { call }: BarrierEvent, fn: FunctionItem): boolean =>
  handed.place.stage === "" && paramOf(handed, call, fn) === handed.place.root;

/** The parameter that takes the argument. */
function paramOf({ argument }: Handed, call: Call, fn: FunctionItem): string | undefined {
  const { params } = fn;
  if (argument.name !== undefined) return params.find(({ name }) => name === argument.name)?.name;
  const isBound = call.callee.kind === "member" && params[0]?.name === "self";
  const param = params[call.args.indexOf(argument) + Number(isBound)];
  return param?.form === "plain" ? param.name : undefined;
}

type Call = Extract<Expr, { kind: "call" }>;

function calleeOf(call: Call, code: Code, facts: FileFacts, read: Read): Code | undefined {
  const found = calledFunction(call, code, facts);
  return found === undefined ? undefined : read(...found);
}

/** The function with a body that the call means, and the file that it stands in. */
export function calledFunction(call: Call, code: Pick<Code, "fn" | "unit">, facts: FileFacts): Called | undefined {
  const known = calledIn(facts);
  if (!known.has(call)) known.set(call, findCalled(call, code, facts));
  return known.get(call);
}

type Called = readonly [FunctionItem, Unit];

/** Several rules ask of the same calls. */
const calledIn = remembered((_facts: FileFacts) => new Map<Call, Called | undefined>());

function findCalled(call: Call, { fn, unit }: Pick<Code, "fn" | "unit">, facts: FileFacts): Called | undefined {
  const name = nameOf(call);
  const made = unit === facts.unit ? madeBy(call, fn, facts) : madeBehind(call, fn, facts);
  const found = new Map(made.flatMap(([item, of]) => (item.name === name ? [[item, of] as const] : [])));
  const known = found.size > 0 ? [...found] : [...byName(name, call, unit, facts), ...byClass(name, call, fn, facts)];
  const [only] = known;
  return known.length === 1 && only?.[0].body !== undefined ? only : undefined;
}

/** The functions whose instances this call made. */
function madeBy(call: Call, fn: FunctionItem, facts: FileFacts): readonly (readonly [FunctionItem, Unit])[] {
  const here = (calledFrom(facts).get(fn.id) ?? [])
    .filter((one) => isMadeAt(one, call, fn, facts))
    .flatMap((one) => functionOf(facts.unit, one.item));
  return [...here, ...madeElsewhere(call, fn, facts)];
}

/** By the function that they are called in. */
const calledFrom = remembered(({ instances }: FileFacts) => grouped(instances, ({ calls }) => calls.at(-1)?.item));

/** The instances of a function that one instance calls there: its own, where they are told apart. */
export function calledBy(
  call: Call,
  fn: FunctionItem,
  { fn: callee }: Within,
  { instance }: { readonly instance: Instance },
  facts: FileFacts,
): readonly InstanceFacts[] {
  // Where the function itself is taken for what its parameters are assumed to be, so is what it calls.
  const isMeant = (one: Instance): boolean => one.certain || !instance.certain;
  const here = factsByInstance(facts).filter((one) => one.instance.item === callee.id && isMeant(one.instance));
  const made = here.filter((one) => isMadeAt(one.instance, call, fn, facts));
  const own = made.filter(({ instance: { calls } }) => isSameData(calls.slice(0, -1), instance.calls));
  const elsewhere = (facts.reached ?? []).filter(
    (one) => one.from === instance.id && isSame(one.span, call.span) && one.instance.item === callee.id,
  );
  return own.length > 0 ? own : made.length > 0 ? made : here.length > 0 ? here : elsewhere;
}

function isMadeAt({ calls }: Instance, call: Call, fn: FunctionItem, { unit }: FileFacts): boolean {
  const last = calls.at(-1);
  return last?.file === unit.file && last.item === fn.id && isCallAt(call, last.start);
}

/** Whether it is the call that stands at the place: a method's is that of its name. */
export const isCallAt = ({ callee, span }: Call, start: number): boolean =>
  start === span.start || start === nameStart(callee);

const nameStart = (callee: Expr): number =>
  callee.kind === "template"
    ? nameStart(callee.callee)
    : callee.kind === "member"
      ? callee.nameSpan.start
      : callee.span.start;

/** Those of its name: of a method, where it is one of the same object; of other files, what another call leads to. */
function byName(
  name: string,
  { callee }: Call,
  unit: Unit,
  facts: FileFacts,
): readonly (readonly [FunctionItem, Unit])[] {
  const of = callee.kind === "template" ? callee.callee : callee;
  const isOwn = of.kind === "name" ? of.path.length === 1 : of.kind === "member" && isSelf(of.object);
  const here = isOwn ? (functionsByName(unit).get(name) ?? []).map((fn) => [fn, unit] as const) : [];
  if (here.length > 0 || of.kind === "member") return here;
  return functionsBehind(facts).get(name) ?? [];
}

/** Of an object, the one method of that name that its class has: of a call that leaves no instance behind. */
function byClass(
  name: string,
  { callee, args }: Call,
  fn: FunctionItem,
  facts: FileFacts,
): readonly (readonly [FunctionItem, Unit])[] {
  const of = callee.kind === "template" ? callee.callee : callee;
  if (of.kind !== "member" || isSelf(of.object)) return [];
  const key = placeKey(fn.id, of.object.span);
  const classes = new Set((classesAt(facts).get(fn.id) ?? []).flatMap((own) => own.get(key) ?? []));
  const [only, ...others] = classes;
  if (only === undefined || others.length > 0) return [];
  const units = [facts.unit, ...(facts.reached ?? []).map((one) => one.unit)];
  const own = units.find(({ items }) => classesIn(items).includes(only));
  const methods = only.members.flatMap((one) =>
    one.kind === "function" && one.name === name && one.params.length === args.length ? [one] : [],
  );
  return own === undefined ? [] : methods.map((method) => [method, own] as const);
}

type ClassesByPlace = ReadonlyMap<string, readonly ClassItem[]>;

/** The classes of the objects that expressions are, for each function by their places in one instance after the other. */
const classesAt = remembered((facts: FileFacts): ReadonlyMap<string, readonly ClassesByPlace[]> => {
  const found = new Map<string, ClassesByPlace[]>();
  for (const one of factsByInstance(facts))
    for (const [item, own] of classesAmong(one.facts)) found.set(item, [...(found.get(item) ?? []), own]);
  return found;
});

/** The same of one instance: an edit leaves most of them as they are. */
const classesAmong = remembered((facts: readonly Fact[]): ReadonlyMap<string, ClassesByPlace> => {
  const found = new Map<string, Map<string, ClassItem[]>>();
  for (const fact of facts) {
    if (fact.kind !== "expression" || fact.value.kind !== "object" || fact.value.type === undefined) continue;
    const own = found.get(fact.item) ?? new Map<string, ClassItem[]>();
    found.set(fact.item, own);
    const key = placeKey(fact.item, fact.span);
    own.set(key, [...(own.get(key) ?? []), fact.value.type.item]);
  }
  return found;
});

const placeKey = (item: string, { start, end }: Span): string => `${item} ${start}-${end}`;

const classesIn = remembered((items: Unit["items"]): readonly ClassItem[] =>
  items.flatMap((item) => (item.kind === "class" ? [item, ...classesIn(item.members)] : [])),
);

const functionsByName = remembered((unit: Unit) => grouped(functionsIn(unit.items), ({ name }) => name));

/** Functions of other files that calls lead to, by name. */
const functionsBehind = remembered((facts: FileFacts) => {
  const found = new Map((facts.reached ?? []).flatMap((one) => functionOf(one.unit, one.instance.item)));
  return grouped(found, ([fn]) => fn.name);
});

const isSelf = (of: Expr): boolean => of.kind === "name" && of.path.length === 1 && of.path[0] === "self";

/** Those of classes too. */
export const functionsIn = (items: Unit["items"]): readonly FunctionItem[] =>
  items.flatMap((item) => (item.kind === "function" ? [item] : item.kind === "class" ? functionsIn(item.members) : []));
