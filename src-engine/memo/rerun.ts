// After an edit in functions' bodies: their instances run again with what they began with, and nothing else does.
//
// An instance answers its callers by its result, its writes and the calls it makes. Where all of them are as before, so is every
// other instance, and the facts are those of a fresh evaluation; else they are a preview for the edited functions alone, and the
// program is evaluated anew. The session of the version before is left as it is: a revision works on a copy of its tables.

import type { Aside } from "../interpret/aside.ts";
import { runAsideAgain, runSilentlyAgain } from "../interpret/call-now.ts";
import type { Call } from "../interpret/call-record.ts";
import { canReturnTo, readTheSame } from "../interpret/changing-names.ts";
import type { Checkpoint } from "../interpret/checkpoint.ts";
import { asksTooEarly } from "../interpret/file-scope.ts";
import { isLasting } from "../interpret/lasting.ts";
import { wordsOf } from "../interpret/local-names.ts";
import type { InstanceRecord, LinkedUnit, Session } from "../interpret/session.ts";
import { showObjects } from "../interpret/trace.ts";
import type { FunctionItem, ItemId } from "../program/ir.ts";
import { outlineIn } from "../program/program.ts";
import { isAsBefore } from "./as-before.ts";
import { type Begun, begin, type Checkpoints, newCheckpoints } from "./checkpoints.ts";
import type { Edited } from "./edited.ts";
import { renewed } from "./revised.ts";
import { runAlone, runEntry, withCode } from "./run.ts";

export interface Revision {
  /** The session as it is with the edit. An instance that waits to run again has its facts of before, moved along with the code. */
  readonly session: Session;
  /** Who may ask for the thread back. */
  readonly watch: Session["watch"];
  /** Runs one more instance; false when none is left. */
  step(): boolean;
  /** What an editor can show: the first instance of each edited function, then all of them. What follows decides `isWhole` alone. */
  reached(): "nothing" | "first" | "all";
  /** When all have run: is everything else as it was? */
  isWhole(): boolean;
}

/** Undefined where an edited function has no instance that could run by itself. `kept` serves the next edits as well. */
export function revise(
  session: Session,
  linked: LinkedUnit,
  edited: Edited,
  kept: Checkpoints = newCheckpoints(),
): Revision | undefined {
  const found = instancesOf(session, edited);
  if (!found.records.every((one) => canBegin(session, one)) || !seesTheSame(session, linked)) return undefined;
  const [first, others] = firstOfEach(found.records);
  const beside = besideOf(session, edited);
  const waiting = [...first, ...others, ...beside];
  // Classes of one run are kept for as long as the session: where there are any, a fresh one follows.
  let isSame = found.inside.length === 0;
  let begun: Begun | undefined;
  const now = (): Begun => {
    begun ??= begin({ session, linked, edited, ...found }, first.length === 1 ? first[0] : undefined, kept);
    return begun;
  };
  return {
    watch: session.watch,
    get session() {
      return now().copy;
    },
    step: () => {
      const next = waiting.shift();
      if (next === undefined) return false;
      if (!stepOver(session, now(), next, isSame)) isSame = false;
      return waiting.length > 0;
    },
    reached: () =>
      waiting.length <= beside.length ? "all" : waiting.length <= beside.length + others.length ? "first" : "nothing",
    isWhole: () => isSame && waiting.length === 0 && standsAround(session, now().copy, edited),
  };
}

/** Runs an instance again, or a call that had none; is all as it was? */
function stepOver(session: Session, begun: Begun, next: InstanceRecord | Aside, isSame: boolean): boolean {
  const { copy, functions, from } = begun;
  if ("of" in next) return isSame && isStill(session, copy, next, functions);
  const isAsItWas = runOne(session, copy, next, functions, from?.record.key === next.key ? from : undefined);
  return !leaveOthers(copy, next) && isAsItWas;
}

/** Does what the edit says to others than its functions' callers leave them as they were? */
const standsAround = (session: Session, copy: Session, { mentions }: Edited): boolean =>
  copy.incomplete === session.incomplete && !mentionsItems(copy, mentions) && !isSearched(session, copy);

/** Calls of the edited functions that had no instance of their own. */
function besideOf({ program, aside, instances }: Session, { functions }: Edited): readonly Aside[] {
  const ran = new Set([...functions.keys()].map((id) => `${program.target}|${id}`));
  return [...aside].flatMap(([key, one]) => (ran.has(one.of) && !instances.has(key) ? [one] : []));
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

/** Runs an instance again; is it as it was? Asked before what it has written is taken back, the objects that it gives with it. */
function runOne(
  session: Session,
  copy: Session,
  before: InstanceRecord,
  functions: ReadonlyMap<ItemId, FunctionItem>,
  from?: Checkpoint,
): boolean {
  const { entry } = before;
  const record = copy.instances.get(before.key);
  const code = functions.get(before.item);
  if (entry === undefined || code === undefined || record === undefined || record.state !== "waiting")
    return isAsBefore(session, copy, before, record);
  record.facts.clear();
  record.elsewhere.clear();
  if (from !== undefined) record.stages = { from };
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
