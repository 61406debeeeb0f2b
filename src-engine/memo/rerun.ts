// After an edit in functions' bodies: their instances run again with what they began with, and nothing else does.
//
// An instance answers its callers by its result, its writes and the calls it makes. Where all of them are as before, so is every
// other instance, and the facts are those of a fresh evaluation; else they are a preview for the edited functions alone, and the
// program is evaluated anew. The session of the version before is left as it is: a revision works on a copy of its tables.

import { runUncalled } from "../explore/roots.ts";
import type { Aside } from "../interpret/aside.ts";
import { runAgain, runAsideAgain, runSilentlyAgain } from "../interpret/call-now.ts";
import type { Call } from "../interpret/call-record.ts";
import { canReturnTo, readTheSame } from "../interpret/changing-names.ts";
import { asksTooEarly } from "../interpret/file-scope.ts";
import { textOf } from "../interpret/footprint.ts";
import { runNext } from "../interpret/instance.ts";
import { attempt } from "../interpret/journal.ts";
import { isLasting } from "../interpret/lasting.ts";
import { wordsOf } from "../interpret/local-names.ts";
import { copyOf } from "../interpret/seen.ts";
import type { Entry, FileScope, InstanceRecord, LinkedUnit, Session } from "../interpret/session.ts";
import { choicesOf, showObjects } from "../interpret/trace.ts";
import type { Fact } from "../program/facts.ts";
import type { FunctionItem, ItemId } from "../program/ir.ts";
import { outlineIn } from "../program/program.ts";
import type { FunctionValue } from "../program/values.ts";
import { isAsBefore } from "./as-before.ts";
import type { Edited } from "./edited.ts";
import { mover } from "./moved.ts";

export interface Revision {
  /** The session as it is with the edit. An instance that waits to run again has its facts of before, moved along with the code. */
  readonly session: Session;
  /** Runs one more instance; false when none is left. */
  step(): boolean;
  /** What an editor can show: the first instance of each edited function, then all of them. What follows decides `isWhole` alone. */
  reached(): "nothing" | "first" | "all";
  /** When all have run: is everything else as it was? */
  isWhole(): boolean;
}

/** Undefined where an edited function has no instance that could run by itself. */
export function revise(session: Session, linked: LinkedUnit, edited: Edited): Revision | undefined {
  const { target } = session.program;
  const { records, inside } = instancesOf(session, edited);
  if (!records.every((one) => canBegin(session, one)) || !seesTheSame(session, linked)) return undefined;
  const copy = revised(session, linked, edited);
  const before = session.program.units.get(target);
  const move = before === undefined ? (fact: Fact): Fact => fact : mover(before, linked);
  for (const one of records) forget(copy, one, move);
  for (const { key } of inside) copy.instances.delete(key);
  const ran = new Set([...edited.functions.keys()].map((id) => `${target}|${id}`));
  const beside = [...session.aside].filter(([key, { of }]) => ran.has(of) && !session.instances.has(key));
  const [first, others] = firstOfEach(records);
  const waiting = [...first, ...others, ...beside.map(([, aside]) => aside)];
  // Classes of one run are kept for as long as the session: where there are any, a fresh one follows.
  let isSame = inside.length === 0;
  return {
    session: copy,
    step: () => {
      const next = waiting.shift();
      if (next === undefined) return false;
      if ("of" in next) {
        if (isSame) isSame = isStill(session, copy, next, edited.functions);
      } else {
        if (!runOne(session, copy, next, edited.functions)) isSame = false;
        if (leaveOthers(copy, next)) isSame = false;
      }
      return waiting.length > 0;
    },
    reached: () =>
      waiting.length <= beside.length ? "all" : waiting.length <= beside.length + others.length ? "first" : "nothing",
    isWhole: () =>
      isSame &&
      waiting.length === 0 &&
      copy.incomplete === session.incomplete &&
      !mentionsItems(copy, edited.mentions) &&
      !isSearched(session, copy),
  };
}

const canBegin = (session: Session, { state, entry }: InstanceRecord): boolean =>
  state === "done" && entry !== undefined && canReturnTo(session, entry);

/** Do calls of the file's functions see of its variables what they saw? */
const seesTheSame = (session: Session, linked: LinkedUnit, file = session.files.get(session.program.target)): boolean =>
  file === undefined || (!asksTooEarly(file) && readTheSame(session, file, linked));

/** Those of the edited functions, and of the classes inside them, which are of one run: the next one makes others. */
function instancesOf(session: Session, { functions }: Edited) {
  const classes = new Set([...session.classes.values()].map(({ record }) => record));
  const all = [...session.instances.values()].filter((one) => one.recording && functions.has(one.item));
  return { records: all.filter((one) => !classes.has(one)), inside: all.filter((one) => classes.has(one)) };
}

/** The first instance of each function, and the others. */
function firstOfEach(records: readonly InstanceRecord[]): readonly [InstanceRecord[], InstanceRecord[]] {
  const first = new Map<ItemId, InstanceRecord>();
  for (const one of records) if (!one.speculative && !first.has(one.item)) first.set(one.item, one);
  for (const one of records) if (!first.has(one.item)) first.set(one.item, one);
  const isFirst = (one: InstanceRecord): boolean => first.get(one.item) === one;
  return [records.filter(isFirst), records.filter((one) => !isFirst(one))];
}

/** Tables of its own over the same scopes and objects, and the edited file in place of the one before. */
function revised(session: Session, linked: LinkedUnit, edited: Edited): Session {
  const { program, limits } = session;
  const units = new Map(program.units).set(program.target, linked);
  const { words: _, ...rest } = session;
  const copy: Session = {
    ...rest,
    program: { ...program, units },
    queue: [],
    instances: new Map(session.instances),
    files: new Map(session.files),
    results: new Map(session.results),
    effects: new Map(session.effects),
    traces: new Map(),
    sites: new Map(session.sites),
    seen: copyOf(session.seen),
    // What an instance has shown of its own code: it runs again with other code, more than once where a run is given up.
    called: new WeakSet(),
    uncalled: new WeakMap(),
    aside: new Map(session.aside),
    searched: new Set(session.searched),
    rewritten: new Map(session.rewritten),
    derived: new Map(),
    edited: new Map([...session.edited, ...edited.functions]),
    made: [],
    steps: 0,
    stepsOutside: 0,
    nextBreath: 0,
    instanceSteps: 0,
    mostSteps: limits.instanceSteps,
  };
  const file = session.files.get(program.target);
  if (file !== undefined) copy.files.set(program.target, withUnit(file, linked));
  return copy;
}

function withUnit(file: FileScope, linked: LinkedUnit): FileScope {
  const byId = new Map(linked.unit.items.map((item) => [item.id, item]));
  const index = new Map([...file.index].map(([name, items]) => [name, items.map((one) => byId.get(one.id) ?? one)]));
  return { ...file, linked, index };
}

/** The instance without what it gave: it waits to run again, in its place among the others. */
function forget(session: Session, before: InstanceRecord, move: (fact: Fact) => Fact): void {
  const facts = new Map([...before.facts].map(([key, fact]) => [key, move(fact)]));
  session.instances.set(before.key, { ...renewed(session, before), facts });
}

function renewed(session: Session, before: InstanceRecord): InstanceRecord {
  const { returned: _, result: __, gave: ___, ...rest } = before;
  session.results.delete(before.key);
  session.effects.delete(before.key);
  session.sites.delete(choicesOf(before.key));
  return {
    ...rest,
    facts: new Map(),
    elsewhere: new Map(),
    calls: new Set(),
    callees: new Map(),
    state: "waiting",
    minted: 0,
    pure: true,
  };
}

/** Does a call without an instance of its own give what it gave? */
function isStill(
  session: Session,
  copy: Session,
  { root, silently }: Aside,
  functions: ReadonlyMap<ItemId, FunctionItem>,
): boolean {
  if (silently !== undefined) {
    const { call, record, footprint } = silently;
    const again = withCodeOf(call, functions);
    const run = (): string | undefined => runSilentlyAgain(copy, again, renewed(copy, record));
    return footprint === runAlone(session, copy, call.fn.name, run);
  }
  if (root?.record.entry?.kind !== "call") return false;
  const again = { ...root, record: renewed(copy, root.record), made: [] };
  const call = withCodeOf(root.record.entry.call, functions);
  const run = (): boolean => {
    runAsideAgain(copy, call, again);
    return isAsBefore(session, copy, root.record, again.record);
  };
  return runAlone(session, copy, call.fn.name, run) ?? false;
}

function withCodeOf(call: Call, functions: ReadonlyMap<ItemId, FunctionItem>): Call {
  const code = functions.get(call.fn.item);
  return code === undefined ? call : { ...call, fn: withCode(call.fn, code) };
}

/** As an entry of the work list; undefined where it stops before its end. */
function runAlone<T>(session: Session, copy: Session, what: string, run: () => T): T | undefined {
  // What finds names on demand belongs to the session that made it.
  Object.assign(session, {
    instanceSteps: 0,
    callDepth: 0,
    expressionDepth: 0,
    silent: 0,
    mostSteps: session.limits.instanceSteps,
  });
  let result: T | undefined;
  copy.queue.push({
    what,
    run: () => {
      result = attempt(copy.journal, run).result;
    },
  });
  while (runNext(copy));
  return result;
}

/** Runs an instance again; is it as it was? Asked before what it has written is taken back, the objects that it gives with it. */
function runOne(
  session: Session,
  copy: Session,
  before: InstanceRecord,
  functions: ReadonlyMap<ItemId, FunctionItem>,
): boolean {
  const { entry } = before;
  const record = copy.instances.get(before.key);
  const code = functions.get(before.item);
  if (entry === undefined || code === undefined || record === undefined || record.state !== "waiting")
    return isAsBefore(session, copy, before, record);
  record.facts.clear();
  record.elsewhere.clear();
  const run = (): boolean => {
    const leaves = runEntry(copy, entry, code, record);
    showObjects(record, entry.shows);
    return leaves === "nothing" && isAsBefore(session, copy, before, record);
  };
  const isSame = runAlone(session, copy, record.name, run) ?? false;
  if (isSame) Object.assign(record, givenBy(before));
  return isSame;
}

/** What it gave, of which the objects are whole. */
const givenBy = ({ result, gave, returned }: InstanceRecord): Pick<InstanceRecord, "result" | "gave" | "returned"> => ({
  ...(result === undefined ? {} : { result }),
  ...(gave === undefined ? {} : { gave }),
  ...(returned === undefined ? {} : { returned }),
});

/** Whether a method that nobody calls has written to the object that the class's other methods see. */
type Leaves = "nothing" | "another object";

function runEntry(session: Session, entry: Entry, code: FunctionItem, record: InstanceRecord): Leaves {
  if (entry.kind === "uncalled") {
    const { self } = entry.fn;
    const before = self === undefined ? "" : textOf(session, self);
    runUncalled(session, withCode(entry.fn, code), code, entry.values, record);
    return self === undefined || textOf(session, self) === before ? "nothing" : "another object";
  }
  const call = { ...entry.call, fn: withCode(entry.call.fn, code) };
  runAgain(session, call, {
    kind: "instance",
    record,
    caller: record.caller,
    context: "",
    place: "",
    call,
    made: session.made,
  });
  return "nothing";
}

function withCode(fn: FunctionValue, code: FunctionItem): FunctionValue {
  const { overloads: _, ...one } = fn;
  return { ...one, code };
}

/** Instances that it called by names of one run alone: where it calls others by now, they are shown no more. Were there any? */
function leaveOthers({ instances }: Session, before: InstanceRecord): boolean {
  const after = instances.get(before.key);
  const left = [...before.callees.keys()].filter(
    (key) =>
      !isLasting(key) && after?.callees.has(key) !== true && instances.get(key)?.caller?.instance.key === before.key,
  );
  for (const key of left) instances.delete(key);
  return left.length > 0;
}

/** Does one of the names lead to an item? Then another function may be one that nobody calls, or no longer. */
function mentionsItems({ files, program }: Session, names: ReadonlySet<string>): boolean {
  if ([...files.values()].some(({ index }) => [...names].some((one) => index.has(one)))) return true;
  const unread = program.roots
    .filter((path) => !files.has(path))
    .flatMap((path) => outlineIn(program, path)?.parts ?? []);
  return unread.some((part) => part.names.some((one) => names.has(one)));
}

/** Has the file's text come by a word, or lost one, that decides under which name an integer is shown? */
function isSearched(session: Session, copy: Session): boolean {
  const [old, now] = [wordsOf(session), wordsOf(copy)];
  return [...session.searched].some((one) => old.has(one) !== now.has(one));
}
