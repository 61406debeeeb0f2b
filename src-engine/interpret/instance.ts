// Instances: one binding of a function's parameters, evaluated once; and the work list that holds those still to come.
//
// An instance of a kernel launch or of a call whose value nobody needs waits in the list. A budget that runs out ends one
// instance, not the file: what it had not reached stays without facts.
import type { ItemId } from "../program/ir.ts";
import { BudgetStop } from "./budget.ts";
import { digest as hash } from "./key.ts";
import type { Caller, Entry, InstanceRecord, Job, Session } from "./session.ts";

export interface NewInstance {
  readonly key: string;
  readonly file: string;
  readonly item: ItemId;
  readonly function: string;
  readonly name: string;
  readonly generic: boolean;
  readonly certain: boolean;
  readonly caller?: Caller;
  readonly owner?: InstanceRecord | undefined;
  readonly isScope?: true;
  readonly assumes?: readonly string[];
  readonly speculative?: boolean;
  readonly entry?: Entry;
  /** It names operations that the program asks for in other files too. */
  readonly asks?: boolean;
}

/** Makes and keeps the record of an instance. */
export function newRecord(session: Session, query: NewInstance): InstanceRecord {
  const record = makeRecord(session, query);
  session.instances.set(query.key, record);
  return record;
}

/** The record of an instance. Its id says what is bound: equal for equal programs. */
export function makeRecord(session: Session, query: NewInstance): InstanceRecord {
  const isShown = query.file === session.program.target;
  return {
    key: query.key,
    id: `i${hash(query.key)}`,
    file: query.file,
    item: query.item,
    function: query.function,
    name: query.name,
    isScope: query.isScope ?? false,
    generic: query.generic,
    speculative: query.speculative ?? query.caller?.instance.speculative ?? false,
    certain: query.certain,
    assumes: [...(query.assumes ?? [])],
    facts: new Map(),
    elsewhere: new Map(),
    recording: isShown,
    isAsked: !isShown && query.asks === true,
    state: "waiting",
    pure: true,
    minted: 0,
    calls: new Set(),
    callees: new Map(),
    ...(query.entry === undefined || !isShown ? {} : { entry: query.entry }),
    ...(query.caller === undefined ? {} : { caller: query.caller }),
    ...(query.caller?.instance.ofOneRun === true ? { ofOneRun: true } : {}),
    ...(query.owner === undefined ? {} : { owner: query.owner }),
  };
}

/** Are there too many instances for one more of this file? What uses the target leaves room for the target's own. */
export function isFull(session: Session, file: string): boolean {
  const { limits, program, instances } = session;
  if (instances.size < limits.instances * (file === program.target ? 1.5 : 1)) return false;
  session.incomplete ??= `more than ${limits.instances} instances`;
  return true;
}

export function enqueue(session: Session, what: string, run: () => void, mostSteps?: number): void {
  if (isFull(session, session.program.target)) return;
  const job: Job = { what, run, ...(mostSteps === undefined ? {} : { mostSteps }) };
  session.queue.push(job);
  session.made.push({ kind: "job", job });
}

/** Runs the next entry of the work list; false when it is empty or the total budget is gone. */
export function runNext(session: Session): boolean {
  const job = session.queue.shift();
  if (job === undefined) return false;
  if (session.steps > session.limits.totalSteps) {
    session.queue.length = 0;
    return false;
  }
  session.instanceSteps = 0;
  session.isUsers = job.mostSteps !== undefined;
  session.mostSteps = job.mostSteps ?? session.limits.instanceSteps;
  session.callDepth = 0;
  session.expressionDepth = 0;
  session.silent = 0;
  session.unevaluated = 0;
  session.needs = [];
  session.origins = [];
  session.made = [];
  try {
    job.run();
  } catch (error) {
    if (!(error instanceof BudgetStop) && !(error instanceof RangeError)) throw error;
    // A user that is left has shown what it has shown, as have those that are not started.
    if (!session.isUsers || !(error instanceof BudgetStop) || error.cutsTarget)
      session.incomplete ??= `${job.what}: ${error instanceof BudgetStop ? error.message : "it nests too deeply"}`;
    session.journal.logs.length = 0;
  }
  return true;
}

export { hash };
