// After an edit in functions' bodies: their instances run again with what they began with, and nothing else does.
//
// An instance answers its callers by its result, its writes and the calls it makes. Where all of them are as before, so is every
// other instance, and the facts are those of a fresh evaluation; else they are a preview for the edited functions alone, and the
// program is evaluated anew. The session of the version before is left as it is: a revision works on a copy of its tables.

import type { Value } from "../algebra/value.ts";
import { runUncalled } from "../explore/roots.ts";
import { runAgain } from "../interpret/call-now.ts";
import { runNext } from "../interpret/instance.ts";
import { attempt } from "../interpret/journal.ts";
import { valueKey } from "../interpret/key.ts";
import { wordsIn } from "../interpret/local-names.ts";
import type { Effects } from "../interpret/replay.ts";
import { copyOf } from "../interpret/seen.ts";
import type { Entry, FileScope, InstanceRecord, LinkedUnit, Session } from "../interpret/session.ts";
import type { FunctionItem, ItemId } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Edited } from "./edited.ts";

export interface Revision {
  /** The session as it is with the edit. */
  readonly session: Session;
  /** Runs one more instance; false when none is left. */
  step(): boolean;
  /** When all have run: is everything else as it was? */
  isWhole(): boolean;
}

/** Undefined where an edited function has no instance that could run by itself. */
export function revise(session: Session, linked: LinkedUnit, edited: Edited): Revision | undefined {
  const { target } = session.program;
  const records = [...session.instances.values()].filter((one) => one.recording && edited.functions.has(one.item));
  if (records.some((one) => one.entry === undefined || one.state !== "done")) return undefined;
  const copy = revised(session, linked);
  for (const one of records) forget(copy, one);
  const waiting = records.map((one) => one.key);
  let isSame = !mentionsItems(copy, edited.mentions) && !isSearched(session, copy);
  const ran = new Set([...edited.functions.keys()].map((id) => `${target}|${id}`));
  for (const [key, item] of session.aside) if (ran.has(item) && !session.instances.has(key)) isSame = false;
  return {
    session: copy,
    step: () => {
      const key = waiting.shift();
      const before = key === undefined ? undefined : session.instances.get(key);
      if (before === undefined) return false;
      const leaves = runOne(session, copy, before, edited.functions);
      isSame &&= leaves === "nothing" && isAsBefore(session, copy, before);
      return waiting.length > 0;
    },
    isWhole: () => isSame && waiting.length === 0 && copy.incomplete === session.incomplete,
  };
}

/** Tables of its own over the same scopes and objects, and the edited file in place of the one before. */
function revised(session: Session, linked: LinkedUnit): Session {
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
    aside: new Map(session.aside),
    searched: new Set(session.searched),
    made: [],
    steps: 0,
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
function forget(session: Session, before: InstanceRecord): void {
  const { returned: _, result: __, ...rest } = before;
  const fresh: InstanceRecord = {
    ...rest,
    facts: new Map(),
    calls: new Set(),
    state: "waiting",
    minted: 0,
    pure: true,
  };
  session.instances.set(before.key, fresh);
  session.results.delete(before.key);
  session.effects.delete(before.key);
}

function runOne(
  session: Session,
  copy: Session,
  before: InstanceRecord,
  functions: ReadonlyMap<ItemId, FunctionItem>,
): Leaves {
  const { entry } = before;
  const record = copy.instances.get(before.key);
  const code = functions.get(before.item);
  if (entry === undefined || code === undefined || record === undefined || record.state !== "waiting") return "nothing";
  // What finds names on demand belongs to the session that made it.
  Object.assign(session, {
    instanceSteps: 0,
    callDepth: 0,
    expressionDepth: 0,
    silent: 0,
    mostSteps: session.limits.instanceSteps,
  });
  let leaves: Leaves = "nothing";
  const run = (): void => {
    leaves = attempt(copy.journal, () => runEntry(copy, entry, code, record)).result;
  };
  copy.queue.push({ what: record.name, run });
  while (runNext(copy));
  return leaves;
}

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

// ---- is it as before? ------------------------------------------------------------------------------------------------

function isAsBefore(session: Session, copy: Session, before: InstanceRecord): boolean {
  const after = copy.instances.get(before.key);
  if (after === undefined || after.state !== "done" || after.pure !== before.pure) return false;
  if (before.wrote !== after.wrote || (after.wrote === true && !copy.effects.has(before.key))) return false;
  if (!isSameSet(before.calls, after.calls) || (before.returned === undefined) !== (after.returned === undefined))
    return false;
  const text = (value: Value | undefined): string => (value === undefined ? "" : textOf(session, value));
  return (
    text(before.result) === text(after.result) &&
    returnedText(session, before) === returnedText(session, after) &&
    effectsText(session, session.effects.get(before.key)) === effectsText(session, copy.effects.get(before.key))
  );
}

/** A value by its contents and by the reasons of what is not known in it. */
const textOf = ({ identities }: Session, value: Value): string =>
  `${valueKey(identities, value, "content")} ${valueKey(identities, value, "reasons")}`;

const returnedText = (session: Session, { returned }: InstanceRecord): string =>
  returned === undefined ? "" : JSON.stringify([textOf(session, returned.value), returned.needs, returned.origins]);

function effectsText(session: Session, effects: Effects | undefined): string {
  if (effects === undefined) return "";
  const { shape, value, writes, parameters, needs, origins } = effects;
  const written = writes.map((one) => [one.place, one.name, one.value && textOf(session, one.value)]);
  const out = [...parameters].map(([name, one]) => [name, textOf(session, one)]);
  return JSON.stringify([shape, textOf(session, value), written, out, needs, origins]);
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

/** Does one of the names lead to an item? Then another function may be one that nobody calls, or no longer. */
const mentionsItems = ({ files }: Session, names: ReadonlySet<string>): boolean =>
  [...files.values()].some(({ index }) => [...names].some((one) => index.has(one)));

/** Has the file's text come by a word, or lost one, that decides under which name an integer is shown? */
function isSearched(session: Session, copy: Session): boolean {
  const [old, now] = [wordsOf(session), wordsOf(copy)];
  return [...session.searched].some((one) => old.has(one) !== now.has(one));
}

const wordsOf = ({ program }: Session): ReadonlySet<string> =>
  wordsIn(program.units.get(program.target)?.text("", { start: 0, end: Number.MAX_SAFE_INTEGER }) ?? "");
