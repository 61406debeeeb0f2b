// A run with facts that counts only where what came out of it is kept; else it is taken back as if it had not been.
//
// A loop's round is one: whether it says what holds in every round is known at its end.
import { noteAside } from "./aside.ts";
import { attempt, type Change, write } from "./journal.ts";
import type { Frame, Session } from "./session.ts";
import { type Made, putAside, takeBack } from "./trace.ts";

export interface Tentative<T> {
  readonly result: T;
  /** What it would write. */
  readonly changes: readonly Change[];
  keep(): void;
  drop(): void;
}

/** Its writes are taken back until they are kept; its facts and instances stand until they are dropped. */
export function tentative<T>(frame: Frame, run: () => T): Tentative<T> {
  const { session, instance } = frame;
  const { journal } = session;
  const isKept = instance.recording || instance.isAsked;
  const facts = session.silent === 0 && isKept ? new Map(instance.facts) : undefined;
  const elsewhere = facts === undefined ? undefined : new Map(instance.elsewhere);
  const callees = isKept ? [...instance.callees].map(([key, places]) => [key, [...places]] as const) : undefined;
  const from = session.made.length;
  const drop = (): void => {
    if (facts !== undefined) restore(instance.facts, facts);
    if (elsewhere !== undefined) restore(instance.elsewhere, elsewhere);
    if (callees !== undefined) restore(instance.callees, callees);
    forget(session, session.made.splice(from));
  };
  try {
    const { result, changes } = attempt(journal, run);
    const keep = (): void => {
      for (const { map, name, after } of changes) write(journal, map, name, after);
    };
    return { result, changes, keep, drop };
  } catch (error) {
    drop();
    throw error;
  }
}

function restore<T>(map: Map<string, T>, before: Iterable<readonly [string, T]>): void {
  map.clear();
  for (const [key, value] of before) map.set(key, value);
}

/** Calls that were made stand aside: the same may come again. */
function forget(session: Session, made: readonly Made[]): void {
  takeBack(session, made);
  for (const one of made) {
    if (one.kind !== "instance") continue;
    const { record, call } = one;
    noteAside(session, call, one);
    if (record.returned !== undefined) session.results.set(record.key, record.returned);
    putAside(session, one);
  }
}
