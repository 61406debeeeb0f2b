// The evaluator's face: a program in, a file's facts out, one entry of the work list at a time.
//
// The caller drives: `step` until it says false, looking after its own affairs in between; `facts` may be asked at any time.
import type { FileFacts } from "../facts.ts";
import { type Found, newWorlds, type Worlds } from "./assuming.ts";
import { isExample } from "./examples.ts";
import { enqueue, runNext } from "./instance.ts";
import { instancesOf } from "./label.ts";
import { exampleLimits, type Limits, thoroughLimits, usualLimits } from "./limits.ts";
import { enqueueClassScopes, enqueueRest, isCovered, mentionedIn, rootFiles, rootJobs } from "./roots.ts";
import { type FileScope, type InstanceRecord, type Job, newSession, type Program, type Session } from "./session.ts";
import type { Assumption } from "./untaken.ts";

export interface EvaluateOptions {
  readonly bindings?: ReadonlyMap<string, number>;
  readonly limits?: Limits;
  /** Also look at the sides of branches that no instance takes. */
  readonly untaken?: boolean;
  /** Asked every few steps: true ends the evaluation by `Interrupted`. */
  readonly interrupted?: () => boolean;
}

export interface Evaluation {
  readonly session: Session;
  /** Runs one entry of the work list; false when nothing is left. */
  step(): boolean;
  facts(): FileFacts;
}

export function newEvaluation(program: Program, options: EvaluateOptions = {}): Evaluation {
  return newPass(program, options, []);
}

/** One pass over the program; under an assumption only what the program itself reaches. */
function newPass(program: Program, options: EvaluateOptions, assume: readonly Assumption[]): Evaluation {
  const thorough = isExample(assume) ? exampleLimits : thoroughLimits;
  const limits = options.limits ?? (options.untaken === true ? thorough : usualLimits);
  const session = newSession(program, options.bindings, limits, assume, options.interrupted);
  if (options.untaken === true) session.sides = new Map();
  let worlds: Worlds | undefined;
  const explore = (): boolean => {
    if (options.untaken !== true || assume.length > 0) return false;
    worlds ??= newWorlds(session, factsOf(session).facts, (one) => newPass(program, options, one));
    return worlds.step();
  };
  const scopes = new Set<string>();
  const target = program.roots[program.roots.length - 1];
  let waiting: readonly FileScope[] | undefined;
  let pending: Job[] = [];
  let fruitless = 0;
  let seen = 0;
  let atStart = 0;
  let mentioned: ReturnType<typeof mentionedIn> = () => false;
  const step = (): boolean => {
    if (waiting === undefined) {
      waiting = rootFiles(session);
      mentioned = mentionedIn(session, waiting);
    }
    if (runNext(session)) return true;
    if (session.steps > session.limits.totalSteps) return false;
    // A user's functions start one after another, as long as they may still reach something new.
    const job = pending.shift();
    if (job !== undefined) {
      const shown = recorded(session);
      // Those before the first that shows something say nothing: `main` often stands last.
      fruitless = shown === seen && shown > atStart ? fruitless + 1 : 0;
      seen = shown;
      if (isEnough(session) || fruitless > mostFruitless) pending = [];
      else enqueue(session, job.what, job.run, session.limits.userJobSteps);
      return true;
    }
    fruitless = 0;
    atStart = recorded(session);
    const [next, ...rest] = waiting;
    if (next === undefined) {
      if (explore()) return true;
      const isMore =
        ((assume.length === 0 || isExample(assume)) && enqueueRest(session)) || enqueueClassScopes(session, scopes);
      return isMore || worlds?.stepExample(() => factsOf(session).facts) === true;
    }
    waiting = rest;
    const jobs = rootJobs(session, next, mentioned);
    if (next.file === target) for (const one of jobs) enqueue(session, one.what, one.run);
    else pending = [...jobs];
    return true;
  };
  return { session, step, facts: () => joined(factsOf(session), worlds?.found()) };
}

const joined = (facts: FileFacts, more: Found | undefined): FileFacts =>
  more === undefined
    ? facts
    : { ...facts, instances: [...facts.instances, ...more.instances], facts: [...facts.facts, ...more.facts] };

/** Functions of a user in a row that showed nothing new of the target. */
const mostFruitless = 6;

/** Instances of the target's functions so far. */
const recorded = (session: Session): number => {
  let count = 0;
  for (const one of session.instances.values()) if (one.recording) count++;
  return count;
};

const isEnough = (session: Session): boolean => session.steps > session.limits.userSteps || isCovered(session);

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
