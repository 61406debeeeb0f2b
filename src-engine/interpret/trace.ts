// One evaluation of a call serves every look at it. A loop looks at its body silently before it runs it with facts, and so does
// each loop around; a call met on such a look is evaluated once, with facts, and put aside as a `Trace`.
//
// What a call makes in the session (instances, waiting jobs, functions reached, places of calls counted) is noted while it runs.
// A call put aside takes that back; when the same call comes in earnest, it is adopted: its instances and what they made stand
// where a fresh evaluation would have put them. What may have come out otherwise there (another caller's certainty, a crowded
// place, an instance that is missing) refuses the adoption, and the call runs.

import type { ObjectValue } from "../program/values.ts";
import type { Call } from "./call-record.ts";
import { isCrowded } from "./novelty.ts";
import { type Copies, type Reach, reachOf, sealed } from "./replay.ts";
import type { Caller, InstanceRecord, Job, Session, Shows } from "./session.ts";

type Cells = ObjectValue["fields"];

/** What one instance's evaluation did to the session, in its order. */
export type Made =
  | {
      readonly kind: "instance";
      readonly record: InstanceRecord;
      readonly caller: Caller | undefined;
      readonly context: string;
      /** The place of the call. */
      readonly place: string;
      readonly call: Call;
      readonly made: Made[];
      /** What it may write to, where the same call could be adopted. */
      aside?: Reach;
    }
  /** A call that got no instance, because its place had shown enough. */
  | { readonly kind: "crowded"; readonly place: string; readonly call: Call }
  /** An instance that was there already. */
  | { readonly kind: "known"; readonly key: string }
  | { readonly kind: "reached"; readonly name: string }
  | { readonly kind: "counted"; readonly place: string; readonly before: number | undefined }
  /** A lambda that its function never calls, shown in this instance. */
  | { readonly kind: "uncalled"; readonly shown: Set<string>; readonly instance: string }
  | { readonly kind: "job"; readonly job: Job };

export type MadeInstance = Made & { readonly kind: "instance" };

/** A call evaluated with facts on a silent look, and taken back. */
export interface Trace {
  readonly root: MadeInstance;
  /** The cells of the objects that it was given: facts name them. */
  readonly given: readonly Cells[];
  readonly shape: string;
}

/** What an instance inherits from where it is called, as text: facts depend on it. */
export const contextOf = (record: InstanceRecord): string =>
  JSON.stringify(
    Object.entries(record).filter(
      ([name, value]) => name !== "state" && (typeof value === "boolean" || name === "assumes"),
    ),
  ) + standingOf(record);

/** Is a generic instance, or traced code, among the callers? */
function standingOf(record: InstanceRecord): string {
  let generic = false;
  let traced = false;
  let at = record.caller?.instance;
  for (let depth = 0; at !== undefined && depth < deepest; depth++) {
    generic ||= at.generic;
    traced ||= at.traced === true;
    at = at.caller?.instance;
  }
  return `${generic} ${traced}`;
}

const deepest = 1000;
/** Objects in the facts of one call. */
const mostCopies = 20_000;

/** Takes back what was made since the list began. */
export function takeBack(session: Session, made: readonly Made[]): void {
  for (const one of [...made].reverse()) {
    switch (one.kind) {
      case "instance":
        takeBack(session, one.made);
        session.instances.delete(one.record.key);
        break;
      case "reached":
        session.seen.items.delete(one.name);
        break;
      case "counted":
        if (one.before === undefined) session.sites.delete(one.place);
        else session.sites.set(one.place, one.before);
        break;
      case "job":
        session.queue.splice(session.queue.lastIndexOf(one.job), 1);
        break;
      case "uncalled":
        one.shown.delete(one.instance);
        break;
      case "known":
      case "crowded":
        break;
      default:
        one satisfies never;
    }
  }
}

/** Facts show objects that a call made as they are at its end: whoever gets them may write to them, or take writes back. */
export function sealFacts(root: MadeInstance, { places }: Reach): void {
  const copies: Copies = {
    given: (fields) => (places.has(fields) ? fields : undefined),
    made: new Map(),
    most: mostCopies,
  };
  eachRecord(root, (record) => replaceFacts(record, copies));
}

/** Puts a finished call aside, where the same call could be adopted. */
export function putAside(session: Session, root: MadeInstance): void {
  if (root.aside === undefined) return;
  const { cells: given, shape } = root.aside;
  session.traces.set(root.record.key, { root, given, shape });
}

/** The instance of a call as it was put aside, made part of the session; undefined where it may have come out otherwise. */
export function adopt(session: Session, call: Call, like: InstanceRecord): MadeInstance | undefined {
  const trace = session.traces.get(call.key);
  if (trace === undefined) return undefined;
  session.traces.delete(call.key);
  if (trace.root.context !== contextOf(like)) return undefined;
  const reach = reachOf(call);
  if (reach === undefined || reach.shape !== trace.shape) return undefined;
  const { record } = trace.root;
  const root: MadeInstance = { ...trace.root, caller: like.caller, made: [] };
  const outer = session.made;
  session.made = root.made;
  session.instances.set(record.key, record);
  const isWhole = trace.root.made.every((one) => makeAgain(session, one));
  session.made = outer;
  if (!isWhole) {
    takeBack(session, root.made);
    session.instances.delete(record.key);
    return undefined;
  }
  if (like.caller !== undefined) record.caller = like.caller;
  const places = new Map(trace.given.map((fields, i) => [fields, reach.cells[i]] as const));
  const copies: Copies = { given: (fields) => places.get(fields), made: new Map(), most: mostCopies };
  if (trace.given.some((fields, i) => fields !== reach.cells[i])) eachRecord(root, (one) => replaceFacts(one, copies));
  return root;
}

/** False where the evaluation would have gone otherwise. */
function makeAgain(session: Session, one: Made): boolean {
  switch (one.kind) {
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
      session.queue.push(one.job);
      session.made.push(one);
      return true;
    case "uncalled":
      one.shown.add(one.instance);
      session.made.push(one);
      return true;
    case "instance":
      return instanceAgain(session, one);
    default:
      return one satisfies never;
  }
}

function instanceAgain(session: Session, one: MadeInstance): boolean {
  const { record } = one;
  const known = session.instances.get(record.key);
  if (known !== undefined) return known.state !== "running";
  if (session.instances.size >= session.limits.instances || isCrowded(session, one.place, one.call)) return false;
  session.instances.set(record.key, record);
  if (one.caller !== undefined) record.caller = one.caller;
  const again: MadeInstance = { ...one, made: [] };
  session.made.push(again);
  const outer = session.made;
  session.made = again.made;
  const isWhole = one.made.every((each) => makeAgain(session, each));
  session.made = outer;
  return isWhole;
}

export function noteReached(session: Session, name: string): void {
  if (session.seen.items.has(name)) return;
  session.seen.items.add(name);
  session.made.push({ kind: "reached", name });
}

/** Under which the calls of an instance are counted that a choice takes apart. */
export const choicesOf = (instance: string): string => `choices ${instance}`;

/** Counts at a place of a call. */
export function countAt(session: Session, place: string, count: number): void {
  session.made.push({ kind: "counted", place, before: session.sites.get(place) });
  session.sites.set(place, count);
}

/** Facts show these objects in place of the copies with which the instance ran; others as they are now. */
export const showObjects = (record: InstanceRecord, shows: Shows | undefined): void =>
  replaceFacts(record, { given: (fields) => shows?.get(fields), made: new Map(), most: mostCopies });

/** The record of an instance, and those of the instances that it made. */
export function eachRecord(root: MadeInstance, run: (record: InstanceRecord) => void): void {
  run(root.record);
  for (const one of root.made) if (one.kind === "instance") eachRecord(one, run);
}

function replaceFacts(record: InstanceRecord, copies: Copies): void {
  for (const [key, fact] of record.facts) {
    const after = sealed(fact, copies);
    if (after !== fact) record.facts.set(key, after);
  }
}
