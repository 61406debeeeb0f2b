// Writes that can be taken back: how both sides of a branch start from the same state.
//
// Every cell of the program's state is a name in a Map (a scope's or an object's). All writes go through `write`, which
// remembers the value before in the innermost open log. `attempt` runs something and rolls its writes back, handing them out.
import { isSameObject, type Value } from "../algebra/value.ts";

export interface Change {
  readonly map: Map<string, Value>;
  readonly name: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** What was in the cells of older maps when they were first written. */
interface Log {
  readonly opened: number;
  readonly before: Map<Map<string, Value>, Map<string, Value | undefined>>;
}

/** The open logs, innermost last, and a count of what has been opened and made. */
export interface Journal {
  readonly logs: Log[];
  count: number;
}

const newLog = (journal: Journal): Log => ({ opened: timeIn(journal), before: new Map() });

/** Cells that the program makes while it runs, with when that was. */
class MadeCells extends Map<string, Value> {
  readonly made: number;

  constructor(journal: Journal) {
    super();
    this.made = ++journal.count;
  }
}

/**
 * The names of a block or of a call. Who takes back the writes of a run takes back what reaches its blocks too: a log that was
 * opened before them need not say what they held.
 */
export class LocalNames extends MadeCells {}

/** The fields of an object that is made where the program is: one that each round of a loop makes is no other round's. */
class ObjectFields extends MadeCells {}

/** What a class or module finds out once is everybody's, whenever that was. */
export const newFields = (journal: Journal): Map<string, Value> =>
  journal.logs.length > 0 ? new ObjectFields(journal) : new Map();

/** A time between what has been made and what will be. */
export const timeIn = (journal: Journal): number => ++journal.count;

export const isMadeSince = (map: Map<string, Value>, time: number): boolean =>
  map instanceof MadeCells && map.made > time;

const isNewer = (map: Map<string, Value>, log: Log): boolean =>
  map instanceof LocalNames && isMadeSince(map, log.opened);

export const newJournal = (): Journal => ({ logs: [], count: 0 });

export function write(journal: Journal, map: Map<string, Value>, name: string, value: Value | undefined): void {
  const log = journal.logs[journal.logs.length - 1];
  if (log !== undefined) remember(log, map, name);
  if (value === undefined) map.delete(name);
  else map.set(name, value);
}

function remember(log: Log, map: Map<string, Value>, name: string): void {
  if (isNewer(map, log)) return;
  let cells = log.before.get(map);
  if (cells === undefined) {
    cells = new Map();
    log.before.set(map, cells);
  }
  if (!cells.has(name)) cells.set(name, map.get(name));
}

/** Runs and takes its writes back; they are returned with what was before. */
export function attempt<T>(
  journal: Journal,
  run: () => T,
): { readonly result: T; readonly changes: readonly Change[] } {
  const log = newLog(journal);
  journal.logs.push(log);
  try {
    const result = run();
    return { result, changes: changesOf(log) };
  } finally {
    journal.logs.pop();
    undo(log);
  }
}

/**
 * Runs what a class or module finds out once, whoever asks first. It depends on nothing that a branch or loop around the asker
 * assumes, so that these neither see it as their change nor take it back.
 */
export function unlogged<T>(journal: Journal, run: () => T): T {
  const logs = journal.logs.splice(0);
  try {
    return run();
  } finally {
    journal.logs.push(...logs);
  }
}

/** Runs, keeps its writes, and tells them. */
export function observe<T>(
  journal: Journal,
  run: () => T,
): { readonly result: T; readonly changes: readonly Change[] } {
  const log = newLog(journal);
  journal.logs.push(log);
  let result: T;
  try {
    result = run();
  } finally {
    journal.logs.pop();
    const outer = journal.logs[journal.logs.length - 1];
    if (outer !== undefined) mergeLog(outer, log);
  }
  return { result, changes: changesOf(log) };
}

function mergeLog(outer: Log, log: Log): void {
  for (const [map, cells] of log.before) {
    if (isNewer(map, outer)) continue;
    const known = outer.before.get(map) ?? new Map<string, Value | undefined>();
    outer.before.set(map, known);
    for (const [name, before] of cells) if (!known.has(name)) known.set(name, before);
  }
}

/** What has been written since the log at this depth was opened, as it stands now. */
export function changesSince(journal: Journal, depth: number): readonly Change[] {
  const logs = journal.logs.slice(depth);
  const seen: Log = { opened: logs[0]?.opened ?? 0, before: new Map() };
  for (const log of logs) mergeLog(seen, log);
  return changesOf(seen);
}

function changesOf(log: Log): readonly Change[] {
  const changes: Change[] = [];
  for (const [map, cells] of log.before) {
    for (const [name, before] of cells) {
      const after = map.get(name);
      if (!isSameObject(after, before)) changes.push({ map, name, before, after });
    }
  }
  return changes;
}

function undo(log: Log): void {
  for (const [map, cells] of log.before) {
    for (const [name, before] of cells) {
      if (before === undefined) map.delete(name);
      else map.set(name, before);
    }
  }
}

/** The union of the cells of several sets of changes. */
export function cellsOf(sets: readonly (readonly Change[])[]): readonly { map: Map<string, Value>; name: string }[] {
  const seen = new Map<Map<string, Value>, Set<string>>();
  const cells: { map: Map<string, Value>; name: string }[] = [];
  for (const { map, name } of sets.flat()) {
    const names = seen.get(map) ?? new Set();
    seen.set(map, names);
    if (names.has(name)) continue;
    names.add(name);
    cells.push({ map, name });
  }
  return cells;
}

/** The value that a set of changes leaves in a cell, as a question. */
export function valuesAfter(changes: readonly Change[]): (map: Map<string, Value>, name: string) => Value | undefined {
  const index = new Map<Map<string, Value>, Map<string, Change>>();
  for (const change of changes) {
    const names = index.get(change.map) ?? new Map<string, Change>();
    index.set(change.map, names.set(change.name, change));
  }
  return (map, name) => {
    const change = index.get(map)?.get(name);
    return change === undefined ? map.get(name) : change.after;
  };
}
