// The evaluator's face: a program in, a file's facts out, one entry of the work list at a time.
//
// The caller drives: `step` until it says false, looking after its own affairs in between; `facts` may be asked at any time.

import type { DType } from "../algebra/value.ts";
import { startedBy, withoutOthers } from "../interpret/command-line.ts";
import { elementsAre, isOfElements } from "../interpret/elements.ts";
import { isExample } from "../interpret/examples.ts";
import { fileScope } from "../interpret/files.ts";
import { enqueue, runNext } from "../interpret/instance.ts";
import { assumingLimits, exampleLimits, type Limits, thoroughLimits, usualLimits } from "../interpret/limits.ts";
import {
  type ClassInstance,
  type InstanceRecord,
  newSession,
  type Program,
  type Session,
} from "../interpret/session.ts";
import type { Assumption } from "../interpret/untaken.ts";
import type { Fact, FileFacts, Names } from "../program/facts.ts";
import type { ItemId, Unit } from "../program/ir.ts";
import { type Found, isAlone, newWorlds, type Worlds } from "./hypotheses.ts";
import { instancesOf } from "./label.ts";
import { type Mentioned, mentionedIn } from "./mentioned.ts";
import { waysFrom } from "./reached.ts";
import { enqueueClassScopes, enqueueInstantiated, enqueueRest, launcherJobs, rootJobs } from "./roots.ts";
import { userJobs } from "./user-jobs.ts";
import { newUsers } from "./users.ts";

export interface EvaluateOptions {
  readonly bindings?: ReadonlyMap<string, number>;
  readonly limits?: Limits;
  /** Also look at the sides of branches that no instance takes. */
  readonly untaken?: boolean;
  /** Of these only the runs that scripts show. */
  readonly runs?: boolean;
  /** These items of the target alone, and what they lead to: of a file with more than one evaluation goes through. */
  readonly only?: ReadonlySet<ItemId>;
  /** Without the files that use it. */
  readonly alone?: boolean;
  /** What element types are that nobody says: the facts are then not those of the program. */
  readonly element?: DType;
  /** Asked every few steps: true ends the evaluation by `Interrupted`. */
  readonly interrupted?: () => boolean;
}

export interface Evaluation {
  readonly session: Session;
  /** Runs one entry of the work list; false when nothing is left. */
  step(): boolean;
  facts(): FileFacts;
  /** The part of these, 0 to 1, that has a value by now. */
  known(names: Names): number;
  /** Of how many items there are facts so far. */
  reached(): number;
  /** The time is nearly over: no further user and no further assumption, but what nothing has reached of the target itself. */
  hurry(): void;
}

export function newEvaluation(program: Program, options: EvaluateOptions = {}): Evaluation {
  const assume = options.element === undefined ? [] : [elementsAre(options.element)];
  return newPass(
    options.only !== undefined || options.alone === true ? withoutUsers(program) : program,
    options,
    assume,
  );
}

/** One pass over the program; under an assumption only what the program itself reaches. */
function newPass(program: Program, options: EvaluateOptions, assume: readonly Assumption[]): Evaluation {
  const thorough = isExample(assume) ? exampleLimits : assume.length > 0 ? assumingLimits : thoroughLimits;
  const { only } = options;
  const limits = options.limits ?? (options.untaken === true ? thorough : usualLimits);
  const session = newSession(program, options.bindings, limits, assume, options.interrupted);
  if (options.untaken === true) session.sides = new Map();
  let worlds: Worlds | undefined;
  let isLate = false;
  const explore = (): boolean => {
    if (isLate || (options.untaken !== true && options.runs !== true) || assume.length > 0) return false;
    worlds ??= newWorlds(session, factsOf(session).facts, (one) =>
      newPass(isAlone(one) ? withoutUsers(program) : startedBy(program, one), options, one),
    );
    return worlds.step();
  };
  const scopes = new Set<ClassInstance>();
  let classes = 0;
  const target = program.roots[program.roots.length - 1];
  const waiting = [...program.roots];
  const users = newUsers(session);
  let mentioned: Mentioned | undefined;
  const step = (): boolean => {
    if (mentioned === undefined) {
      mentioned = mentionedIn(session, only);
      if (isExample(assume)) users.add(launcherJobs(session));
    }
    if (session.classes.size > classes) enqueueClassScopes(session, scopes);
    classes = session.classes.size;
    if (runNext(session)) return true;
    if (session.steps > session.limits.totalSteps) return false;
    const [path] = waiting;
    const next = path === undefined ? undefined : fileScope(session, path);
    if (path !== undefined && path !== target) {
      waiting.shift();
      if (next !== undefined) users.add(withoutOthers(session, path, userJobs(session, next, mentioned)));
      return true;
    }
    // The target's own functions come after those of its users.
    if (!isLate && users.start()) return true;
    if (next === undefined) {
      if (enqueueInstantiated(session) || explore()) return true;
      const isMore = (assume.length === 0 || isExample(assume) || isOfElements(assume)) && enqueueRest(session, only);
      return isMore || (options.untaken === true && worlds?.stepExample(() => factsOf(session).facts) === true);
    }
    waiting.shift();
    for (const one of withoutOthers(session, next.file, rootJobs(session, next, mentioned, only)))
      enqueue(session, one.what, one.run);
    return true;
  };
  return {
    session,
    step,
    facts: () => {
      const own = factsOf(session);
      return joined(own, worlds?.found(own.facts));
    },
    known: (names) => partKnown([...session.instances.values()].filter(isShown(session)), names),
    reached: () => new Set([...session.instances.values()].filter(isShown(session)).map(({ item }) => item)).size,
    hurry: () => {
      isLate = true;
    },
  };
}

const joined = (facts: FileFacts, more: Found | undefined): FileFacts =>
  more === undefined
    ? facts
    : { ...facts, instances: [...facts.instances, ...more.instances], facts: [...facts.facts, ...more.facts] };

const withoutUsers = (program: Program): Program => ({ ...program, roots: [program.target] });

/** Runs to the end. */
export function evaluateProgram(program: Program, options: EvaluateOptions = {}): FileFacts {
  const evaluation = newEvaluation(program, options);
  while (evaluation.step());
  return evaluation.facts();
}

/** What the session's instances say of the target file, with the ways that lead from one to others unless nobody asks for these. */
export function factsOf(session: Session, withWays = true): FileFacts {
  const { target, units } = session.program;
  const unit = units.get(target)?.unit;
  if (unit === undefined) throw new Error(`${target} is not in the program`);
  const records = worthShowing([...session.instances.values()].filter(isShown(session)));
  return {
    unit,
    instances: instancesOf(session, records),
    facts: records.flatMap((one) => (one.isScope ? inPlace(unit, [...one.facts.values()]) : [...one.facts.values()])),
    ...(!withWays || session.program.askedElsewhere === undefined ? {} : waysFrom(session, records)),
    ...(session.seen.wantsElement ? { wantsElement: true as const } : {}),
    ...([...units.values()].some((one) => one.unit.isPort === true) ? { isPort: true as const } : {}),
    ...(session.program.libraryVersion === undefined ? {} : { libraryVersion: session.program.libraryVersion }),
    ...(session.incomplete === undefined ? {} : { incomplete: session.incomplete }),
  };
}

/** What runs may say something else of its loops when it is done. */
const isShown =
  ({ program }: Session) =>
  ({ file, facts, state }: InstanceRecord): boolean =>
    file === program.target && facts.size > 0 && state !== "running";

function partKnown(records: readonly InstanceRecord[], names: Names): number {
  const open = new Set([...names].flatMap(([name, items]) => [...items].map((item) => `${item} ${name}`)));
  const all = open.size;
  for (const { facts } of records) {
    if (open.size === 0) break;
    for (const fact of facts.values())
      if (fact.kind === "variable" && fact.value.kind !== "unknown" && names.has(fact.name))
        open.delete(`${fact.item} ${fact.name}`);
  }
  return all === 0 ? 1 : 1 - open.size / all;
}

/** Of a class or file what is asked for is evaluated first: who asks is no matter of order. */
function inPlace(unit: Unit, facts: readonly Fact[]): readonly Fact[] {
  const textOf = ({ fact }: Started): string =>
    `${fact.item} ${fact.kind} ${fact.kind === "variable" ? fact.name : fact.kind === "call" ? fact.op : ""}`;
  return facts
    .map((fact): Started => ({ fact, start: (unit.places.get(fact.item)?.start ?? 0) + fact.span.start }))
    .sort((a, b) => a.start - b.start || a.fact.span.end - b.fact.span.end || compareText(textOf(a), textOf(b)))
    .map(({ fact }) => fact);
}

interface Started {
  readonly fact: Fact;
  readonly start: number;
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Speculation about a function is dropped where real instances of it are known. */
function worthShowing(records: readonly InstanceRecord[]): readonly InstanceRecord[] {
  const real = new Set(records.filter((one) => !one.speculative).map((one) => `${one.item}|${one.function}`));
  return records.filter((one) => !one.speculative || !real.has(`${one.item}|${one.function}`));
}
