// The evaluator's face: a program in, a file's facts out, one entry of the work list at a time.
//
// The caller drives: `step` until it says false, looking after its own affairs in between; `facts` may be asked at any time.
import type { FileFacts } from "../facts.ts";
import { runNext } from "./instance.ts";
import { instancesOf } from "./label.ts";
import { enqueueClassScopes, enqueueRest, enqueueRoot, isCovered, mentionedIn, rootFiles } from "./roots.ts";
import { type FileScope, type InstanceRecord, type Limits, newSession, type Program, type Session } from "./session.ts";

export interface EvaluateOptions {
  readonly bindings?: ReadonlyMap<string, number>;
  readonly limits?: Limits;
}

export interface Evaluation {
  readonly session: Session;
  /** Runs one entry of the work list; false when nothing is left. */
  step(): boolean;
  facts(): FileFacts;
}

export function newEvaluation(program: Program, options: EvaluateOptions = {}): Evaluation {
  const session = newSession(program, options.bindings, options.limits);
  const scopes = new Set<string>();
  const target = program.roots[program.roots.length - 1];
  let waiting: readonly FileScope[] | undefined;
  let mentioned: ReturnType<typeof mentionedIn> = () => false;
  const step = (): boolean => {
    if (waiting === undefined) {
      waiting = rootFiles(session);
      mentioned = mentionedIn(session, waiting);
    }
    if (runNext(session)) return true;
    if (session.steps > session.limits.totalSteps) return false;
    const [next, ...rest] = waiting;
    if (next === undefined) return enqueueRest(session) || enqueueClassScopes(session, scopes);
    waiting = rest;
    const isUser = next.file !== target;
    if (!isUser || !(isCovered(session) || session.steps > session.limits.userSteps)) {
      enqueueRoot(session, next, mentioned);
    }
    return true;
  };
  return { session, step, facts: () => factsOf(session) };
}

/** Runs to the end. */
export function evaluateProgram(program: Program, options: EvaluateOptions = {}): FileFacts {
  const evaluation = newEvaluation(program, options);
  while (evaluation.step());
  return evaluation.facts();
}

function factsOf(session: Session): FileFacts {
  const { target, units } = session.program;
  const unit = units.get(target)?.unit;
  if (unit === undefined) throw new Error(`${target} is not in the program`);
  const records = worthShowing(
    [...session.instances.values()].filter((one) => one.file === target && one.facts.size > 0),
  );
  return {
    unit,
    instances: instancesOf(records),
    facts: records.flatMap((one) => [...one.facts.values()]),
    ...(session.incomplete === undefined ? {} : { incomplete: session.incomplete }),
  };
}

/** Speculation about a function is dropped where real instances of it are known. */
function worthShowing(records: readonly InstanceRecord[]): readonly InstanceRecord[] {
  const real = new Set(records.filter((one) => !one.speculative).map((one) => `${one.item}|${one.function}`));
  return records.filter((one) => !one.speculative || !real.has(`${one.item}|${one.function}`));
}
