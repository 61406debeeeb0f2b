// Calls that the next version of a file takes over: what a function's instance was is kept where nothing that it may read has
// changed, so that an edit evaluates the function it is in and those that use it.
//
// The driver runs as for a first evaluation, and where it comes to a kept call it puts what that call made: order, places of
// calls and callers come out as they would. Kept data is never written to; instances are copied into the session that takes them.

import type { Affected } from "./affected.ts";
import type { Call } from "./call-record.ts";
import { classInstance } from "./class.ts";
import { currentClass } from "./current.ts";
import { isLasting, valueKey } from "./key.ts";
import { isCrowded } from "./novelty.ts";
import { isPortable } from "./portable.ts";
import { type Copies, type Reach, reachOf, sealed } from "./replay.ts";
import type { Caller, Frame, InstanceRecord, Session } from "./session.ts";
import { contextOf, type Done, type Made, type MadeInstance, noteReached, takeBack } from "./trace.ts";

/** A call of the version before, with all that it made. */
export interface Kept {
  readonly root: MadeInstance;
  readonly done: Done;
}

/** What of this evaluation the next may take over, by binding. */
export function keepCalls(session: Session): ReadonlyMap<string, Kept> {
  const kept = new Map<string, Kept>();
  const known: Keepable = new Map();
  const visit = (made: readonly Made[]): void => {
    for (const one of made) {
      if (one.kind !== "instance") continue;
      visit(one.made);
      if (one.done !== undefined && isKeepable(known, one)) kept.set(one.record.key, { root: one, done: one.done });
    }
  };
  for (const made of session.history ?? []) visit(made);
  return kept;
}

type Keepable = Map<MadeInstance, boolean>;

function isKeepable(known: Keepable, one: MadeInstance): boolean {
  const before = known.get(one);
  if (before !== undefined) return before;
  const is =
    isLasting(one.record.key) &&
    one.record.state === "done" &&
    one.made.every((each) => isMadeAgain(known, each)) &&
    (one.done === undefined || isPortableResult(one, one.done));
  known.set(one, is);
  return is;
}

function isMadeAgain(known: Keepable, one: Made): boolean {
  switch (one.kind) {
    case "instance":
      return isKeepable(known, one);
    case "class":
      return isLasting(one.key);
    case "job":
    case "closed":
      return false;
    default:
      return true;
  }
}

/** Calls that mean the same after an edit: they and what they made rest on nothing that it affects. */
export function unaffected(kept: ReadonlyMap<string, Kept>, affected: Affected): ReadonlyMap<string, Kept> {
  const known = new Map<MadeInstance, boolean>();
  const rests = (one: MadeInstance): boolean => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const { record } = one;
    one.names ??= itemsIn(record.key);
    const own = affected.items.has(`${record.file}|${record.item}`) || one.names.some((id) => affected.ids.has(id));
    const is = own || one.made.some((each) => each.kind === "instance" && rests(each));
    known.set(one, is);
    return is;
  };
  return new Map([...kept].filter(([, one]) => !rests(one.root)));
}

/** Ids of items in a key: of the classes and functions that are bound. */
const itemsIn = (key: string): readonly string[] => [...new Set(key.match(/[a-z]+:[^|,<>(){}[\]=; ]*#\d+/g) ?? [])];

function isPortableResult({ record }: MadeInstance, { effects }: Done): boolean {
  if (effects === undefined) return record.result === undefined || isPortable(record.result);
  const written = effects.writes.every(({ value }) => value === undefined || isPortable(value));
  return written && isPortable(effects.value) && [...effects.parameters.values()].every(isPortable);
}

/** The kept call of the same binding, which the reasons of what is not known are part of. */
export function keptCall(session: Session, call: Call, reach: Reach): Kept | undefined {
  const kept = session.kept?.get(call.key);
  if (kept === undefined || kept.done.reach.shape !== reach.shape) return undefined;
  return kept.done.reasons === reasonsOf(session, call) ? kept : undefined;
}

/** What is not known in the arguments, with the reasons: keys leave them out. */
export function reasonsOf(session: Session, { key, fn, matched }: Call): string {
  if (!/\?|big:/.test(key)) return "";
  const values = [
    ...fn.targs,
    ...(fn.self === undefined ? [] : [fn.self]),
    ...matched.byParam.flatMap((one) => one?.value ?? []),
  ];
  return values.map((one) => valueKey(session.identities, one, "reasons")).join();
}

/** The instance of a kept call, made part of this session; undefined where it may have come out otherwise. */
export function inherit(frame: Frame, call: Call, like: InstanceRecord): MadeInstance | undefined {
  const { session } = frame;
  const reach = session.kept?.has(call.key) === true ? reachOf(call) : undefined;
  const kept = reach === undefined ? undefined : keptCall(session, call, reach);
  if (kept === undefined || reach === undefined || kept.root.context !== contextOf(like)) return undefined;
  const outer = session.made;
  const made: Made[] = [];
  session.made = made;
  const places = new Map(kept.done.reach.cells.map((fields, i) => [fields, reach.cells[i]] as const));
  const copies: Copies = { given: (fields) => places.get(fields), made: new Map(), most: 20_000 };
  const taking: Taking = { frame, copies, records: new Map() };
  const root = taken(taking, kept.root, like.caller);
  session.made = outer;
  if (root === undefined) {
    takeBack(session, made);
    return undefined;
  }
  session.steps += kept.done.steps;
  return { ...root, done: { ...kept.done, reach } };
}

interface Taking {
  readonly frame: Frame;
  readonly copies: Copies;
  /** Instances of the version before and those that stand for them. */
  readonly records: Map<InstanceRecord, InstanceRecord>;
}

function taken(taking: Taking, one: MadeInstance, caller: Caller | undefined): MadeInstance | undefined {
  const { session } = taking.frame;
  const record: InstanceRecord = {
    ...one.record,
    facts: new Map([...one.record.facts].map(([key, fact]) => [key, sealed(fact, taking.copies)])),
    ...(caller === undefined ? {} : { caller }),
  };
  taking.records.set(one.record, record);
  session.instances.set(record.key, record);
  const again: MadeInstance = { ...one, record, caller, made: [] };
  session.made.push(again);
  const outer = session.made;
  session.made = again.made;
  const isWhole = one.made.every((each) => takenOver(taking, each));
  session.made = outer;
  if (isWhole && one.done?.effects !== undefined) session.effects.set(record.key, one.done.effects);
  return isWhole ? again : undefined;
}

/** False where the evaluation would have gone otherwise. */
function takenOver(taking: Taking, one: Made): boolean {
  const { session } = taking.frame;
  switch (one.kind) {
    case "class":
      if (session.classes.get(one.key)?.record.certain === true || (!one.certain && session.classes.has(one.key)))
        session.made.push(one);
      else classInstance(taking.frame, currentClass(session, one.value), one.certain);
      return session.classes.has(one.key);
    case "known":
      session.made.push(one);
      return session.instances.has(one.key);
    case "crowded":
      session.made.push(one);
      return isCrowded(session, one.place, one.call);
    case "reached":
      noteReached(session, one.name);
      return true;
    case "counted":
      return true;
    case "job":
    case "closed":
      return false;
    case "instance": {
      const known = session.instances.get(one.record.key);
      if (known !== undefined) return known.state !== "running";
      if (session.instances.size >= session.limits.instances || isCrowded(session, one.place, one.call)) return false;
      return taken(taking, one, callerNow(taking, one.caller)) !== undefined;
    }
    default:
      return one satisfies never;
  }
}

/** The caller's instance is another object now, and its line may have moved. */
function callerNow({ frame, records }: Taking, caller: Caller | undefined): Caller | undefined {
  if (caller === undefined) return undefined;
  const { session } = frame;
  const instance = records.get(caller.instance) ?? session.instances.get(caller.instance.key) ?? caller.instance;
  const line = session.program.units.get(caller.file)?.line(caller.item, caller.start) ?? caller.line;
  return { ...caller, instance, line };
}
