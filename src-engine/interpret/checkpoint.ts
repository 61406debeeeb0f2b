// The run of an instance that goes on behind the first statements of its function, with all that these have left: who edits a
// statement does not wait for those before it.
//
// A checkpoint is taken in a run of its own, whose writes are taken back as always. Cells that were there before are written again as
// the statements left them; those that the statements made are theirs alone, and get back what they held.
import type { Value } from "../algebra/value.ts";
import type { Block } from "../program/ir.ts";
import type { Scope } from "../program/values.ts";
import { type Change, changesSince, isMadeSince, write } from "./journal.ts";
import type { End, Execute, Flow, Frame, InstanceRecord, Session } from "./session.ts";
import { withOwnTables } from "./tables.ts";
import { choicesOf } from "./trace.ts";

type Cells = Map<string, Value>;

export interface Checkpoint {
  /** How many of the function's statements have run. */
  readonly at: number;
  readonly frame: Frame;
  /** When the run began: what was made since then is the run's own. */
  readonly begin: number;
  /** Cells that were there before, as the statements left them. */
  readonly changes: readonly Change[];
  /** What the statements have made, whole. */
  readonly made: readonly (readonly [Cells, readonly (readonly [string, Value])[]])[];
  readonly scope: Pick<Scope, "names" | "declared" | "aliases" | "doubts">;
  readonly record: InstanceRecord;
  /** The tables of the session then, which nobody writes to. */
  readonly session: Session;
}

/** How an instance runs that does not just run from its begin to its end. */
export interface Stages {
  readonly from?: Checkpoint;
  /** The run ends here by `Reached`. */
  readonly until?: { readonly at: number; readonly take: (checkpoint: Checkpoint) => void };
}

/** Ends a run that has come to where a checkpoint was asked for. */
export class Reached extends Error {}

export interface Ran {
  readonly frame: Frame;
  readonly end: End;
  readonly begin: number;
}

export interface Body {
  readonly block: Block;
  /** When the call began. */
  readonly begin: number;
  readonly bind: () => void;
  readonly execute: Execute;
}

/** Binds and runs the body, or the part of it that the record asks for. */
export function runBody(frame: Frame, { block, begin, bind, execute }: Body): Ran {
  const { stages } = frame.instance;
  if (stages === undefined) {
    bind();
    return { frame, end: execute(frame, block), begin };
  }
  delete frame.instance.stages;
  const { from, until } = stages;
  if (from === undefined) bind();
  const inside = from === undefined ? frame : reopened(frame, from);
  const own = from?.begin ?? begin;
  const end = execute(inside, block.slice(from?.at ?? 0, until?.at));
  if (until === undefined) return { frame: inside, end, begin: own };
  if (end === "next") until.take(checkpointAt(inside, until.at, own));
  throw new Reached();
}

function checkpointAt(frame: Frame, at: number, begin: number): Checkpoint {
  const { session, scope, instance, flow } = frame;
  const changes = changesSince(session.journal, flow.depth);
  const names = new Map(scope.names);
  for (const { map, name, before } of changes) {
    if (map !== scope.names) continue;
    if (before === undefined) names.delete(name);
    else names.set(name, before);
  }
  const isOwn = ({ map }: Change): boolean => map !== scope.names && isMadeSince(map, begin);
  const made = new Set(changes.filter(isOwn).map(({ map }) => map));
  return {
    at,
    frame: { ...frame, flow: copyOfFlow(flow) },
    begin,
    changes: changes.filter((one) => !isOwn(one)),
    made: [...made].map((cells) => [cells, [...cells]]),
    scope: { ...copyOfScope(scope), names },
    record: copyOfRecord(instance),
    session: withOwnTables(session),
  };
}

/** Where the checkpoint was taken, in another run of the same instance. */
function reopened(frame: Frame, { frame: then, changes, made, scope, record, session: left }: Checkpoint): Frame {
  const { session, instance } = frame;
  for (const [cells, contents] of made) refill(cells, contents);
  refill(then.scope.names, scope.names);
  refill(then.scope.declared, scope.declared);
  if (then.scope.aliases !== undefined) refill(then.scope.aliases, scope.aliases ?? []);
  if (then.scope.doubts !== undefined) refill(then.scope.doubts, scope.doubts ?? []);
  for (const { map, name, after } of changes) write(session.journal, map, name, after);
  goOn(session, left, instance.key);
  Object.assign(instance, copyOfRecord(record));
  for (const key of record.callees.keys()) {
    const callee = session.instances.get(key);
    if (callee?.caller?.instance.key === instance.key) callee.caller = { ...callee.caller, instance };
  }
  const { file } = then.file;
  return { ...then, session, instance, file: session.files.get(file) ?? then.file, flow: copyOfFlow(then.flow) };
}

function refill<T>(map: Map<string, T>, contents: Iterable<readonly [string, T]>): void {
  map.clear();
  for (const [name, value] of contents) map.set(name, value);
}

/** What the session counts while an instance runs, and what it has noted of this one. */
function goOn(session: Session, left: Session, instance: string): void {
  const { steps, stepsOutside, instanceSteps, fresh } = left;
  Object.assign(session, { steps, stepsOutside, instanceSteps, fresh, nextBreath: steps });
  session.needs = [...left.needs];
  session.origins = [...left.origins];
  session.made.splice(0, session.made.length, ...left.made);
  const choices = left.sites.get(choicesOf(instance));
  if (choices !== undefined) session.sites.set(choicesOf(instance), choices);
}

const copyOfFlow = (flow: Flow): Flow => ({
  ...flow,
  path: [...flow.path],
  returns: [...flow.returns],
  exits: [...flow.exits],
  heads: [...flow.heads],
  rounds: [...flow.rounds],
});

const copyOfScope = ({ declared, aliases, doubts }: Scope): Pick<Scope, "declared" | "aliases" | "doubts"> => ({
  declared: new Map(declared),
  ...(aliases === undefined ? {} : { aliases: new Map(aliases) }),
  ...(doubts === undefined ? {} : { doubts: new Map(doubts) }),
});

/** What a run notes in its record, apart from what later statements will note. */
const copyOfRecord = (record: InstanceRecord): InstanceRecord => ({
  ...record,
  facts: new Map(record.facts),
  elsewhere: new Map(record.elsewhere),
  calls: new Set(record.calls),
  callees: new Map([...record.callees].map(([key, places]) => [key, [...places]])),
});
