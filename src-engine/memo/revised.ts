// A session with an edit in it: tables of its own, the edited file in place of the one before, and the edited functions' instances
// waiting to run again.
import type { Checkpoint } from "../interpret/checkpoint.ts";
import type { FileScope, InstanceRecord, LinkedUnit, Session } from "../interpret/session.ts";
import { withOwnTables } from "../interpret/tables.ts";
import { choicesOf } from "../interpret/trace.ts";
import type { Fact } from "../program/facts.ts";
import type { Edited } from "./edited.ts";
import { mover } from "./moved.ts";

/** An edit, and the instances that it asks for in the evaluation before. */
export interface Change {
  readonly session: Session;
  readonly linked: LinkedUnit;
  readonly edited: Edited;
  readonly records: readonly InstanceRecord[];
  /** Those of classes inside the functions. */
  readonly inside: readonly InstanceRecord[];
}

/** As it is behind a checkpoint's statements, where there is one. */
export function revised({ session, linked, edited, records, inside }: Change, at?: Checkpoint): Session {
  const copy = withEdit(session, linked, edited, at);
  const before = session.program.units.get(session.program.target);
  const move = before === undefined ? (fact: Fact): Fact => fact : mover(before, linked);
  for (const one of records) forget(copy, one, move);
  for (const { key } of inside) copy.instances.delete(key);
  return copy;
}

function withEdit(session: Session, linked: LinkedUnit, { functions }: Edited, at?: Checkpoint): Session {
  const { program, limits } = session;
  const units = new Map(program.units).set(program.target, linked);
  const { words: _, ...rest } = withOwnTables(at?.session ?? session);
  const copy: Session = {
    ...rest,
    program: { ...program, units },
    queue: [],
    // What an instance has shown of its own code: it runs again with other code, more than once where a run is given up.
    ...(at === undefined ? { called: new Set(), uncalled: new Map() } : {}),
    derived: new Map(),
    edited: new Map([...session.edited, ...functions]),
    made: [],
    steps: 0,
    stepsOutside: 0,
    nextBreath: 0,
    instanceSteps: 0,
    mostSteps: limits.instanceSteps,
    fresh: session.fresh,
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

export function renewed(session: Session, before: InstanceRecord): InstanceRecord {
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
