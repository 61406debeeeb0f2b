// An instance runs again with what it began with.

import { runUncalled } from "../explore/roots.ts";
import { runAgain } from "../interpret/call-now.ts";
import { textOf } from "../interpret/footprint.ts";
import { runNext } from "../interpret/instance.ts";
import { attempt } from "../interpret/journal.ts";
import type { Entry, InstanceRecord, Session } from "../interpret/session.ts";
import type { FunctionItem } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";

/** As an entry of the work list; undefined where it stops before its end. */
export function runAlone<T>(session: Session, copy: Session, what: string, run: () => T): T | undefined {
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

/** Whether a method that nobody calls has written to the object that the class's other methods see. */
export type Leaves = "nothing" | "another object";

export function runEntry(session: Session, entry: Entry, code: FunctionItem, record: InstanceRecord): Leaves {
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

export function withCode(fn: FunctionValue, code: FunctionItem): FunctionValue {
  const { overloads: _, ...one } = fn;
  return { ...one, code };
}
