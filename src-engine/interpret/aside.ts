// Calls that run without an instance of their own: on a silent look, or because their place has shown enough. An edit of their
// function's code asks whether they would still give what they gave.

import type { Call } from "./call-record.ts";
import { footprintOf, type Left } from "./footprint.ts";
import { type InstanceRecord, isFunctionItem, type Session } from "./session.ts";
import type { MadeInstance } from "./trace.ts";

/** A call that has run without an instance of its own. */
export interface Aside {
  /** File and item of its function. */
  readonly of: string;
  /** What it ran for, where it can run again by itself. */
  readonly root?: MadeInstance;
  /** The same of a call that ran only for its value and its writes. */
  readonly silently?: Silently;
}

export interface Silently {
  readonly call: Call;
  readonly record: InstanceRecord;
  /** What the run left. */
  readonly footprint: string;
}

const itemOf = ({ fn }: Call): string => `${fn.file}|${isFunctionItem(fn.code) ? fn.code.id : fn.item}`;

/** With facts, put aside until the same call comes in earnest. */
export function noteAside(session: Session, call: Call, root: MadeInstance): void {
  if (!isEditable(session, call)) return;
  const isOfTarget = root.record.entry !== undefined;
  session.aside.set(call.key, { of: itemOf(call), ...(isOfTarget ? { root } : {}) });
}

/** Who edits another file than the target has it evaluated anew. */
const isEditable = ({ program }: Session, { fn }: Call): boolean => fn.file === program.target;

/** Only for its value and its writes; gives who takes what it has left. */
export function noteSilent(session: Session, call: Call, record: InstanceRecord): ((left: Left) => void) | undefined {
  if (!isEditable(session, call)) return undefined;
  const of = itemOf(call);
  session.aside.set(call.key, { of });
  const { entry } = record;
  if (entry?.kind !== "call") return undefined;
  return (left) => {
    const silently = { call: entry.call, record, footprint: footprintOf(session, call, left) };
    session.aside.set(call.key, { of, silently });
  };
}
