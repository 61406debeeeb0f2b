// Evaluating a call at once: its binding's body runs with facts the first time, silently or not at all when it comes again. On a
// silent look it runs with facts too and is put aside, so that it need not run again when the look is over.
//
// A result is kept when the call wrote nothing that the caller sees and made no objects that a second caller would share.
import { underscore, unknown, type Value } from "../algebra/value.ts";
import type { FunctionValue } from "../program/values.ts";
import { noteAside, noteSilent } from "./aside.ts";
import {
  asEdited,
  type Call,
  isLookedAtAgain,
  isOwnItem,
  isVoid,
  madeInstance,
  recordFor,
  recordOf,
} from "./call-record.ts";
import { bindAll, calleeFrame, finish } from "./callee.ts";
import { makesObjects } from "./captured.ts";
import { restoreOuter } from "./changing-names.ts";
import { runBody } from "./checkpoint.ts";
import { forgetArguments, forgetFields } from "./effects.ts";
import { insideClosure } from "./elsewhere.ts";
import { isEntering } from "./entry.ts";
import { footprintOf, textOf } from "./footprint.ts";
import { forgetTwins, leftBy } from "./in-place.ts";
import { type Change, isMadeSince, observe, timeIn } from "./journal.ts";
import { sameValue } from "./key.ts";
import { addedOrigins } from "./origins.ts";
import { assignTo } from "./pattern.ts";
import { overUnknown } from "./preset.ts";
import { reachable } from "./reachable.ts";
import { isEndless } from "./recursion.ts";
import { effectsOf, type Reach, reachOf, replay } from "./replay.ts";
import type { Frame, InstanceRecord, Returned, Session } from "./session.ts";
import { execute } from "./statement.ts";
import { noteClosureRun } from "./symbol.ts";
import { type MadeInstance, putAside, sealFacts, takeBack } from "./trace.ts";

export function callNow(frame: Frame, call: Call): Value {
  const { session } = frame;
  if (session.callDepth >= session.limits.callDepth) return unended(frame, call, "calls nest too deeply");
  const found = recordFor(frame, call);
  if (found === "crowded" && isVoid(call.fn) && call.fn.self === undefined) return skipped(frame, call);
  if (isEntering(frame, call.fn) && (found === "crowded" || isLookedAtAgain(frame, call, found)))
    return spared(frame, call);
  const record = found === "crowded" ? undefined : found;
  if (record?.state === "running" || isEndless(session, call))
    return unended(frame, call, `${call.fn.name} calls itself`);
  const known = record === undefined ? session.results.get(call.key) : record.returned;
  if (known !== undefined) return toldAgain(session, known);
  const own = isOwnItem(call.fn) ? ownRun(call) : undefined;
  const mayRepeat = record === undefined || record.state === "done";
  const again = mayRepeat && own !== undefined ? repeated(session, own) : undefined;
  if (again !== undefined) {
    copyOut(frame, call, again.parameters);
    return again.value;
  }
  const outcome = runOnce(frame, call, own, record);
  copyOut(frame, call, outcome.left);
  return outcome.value;
}

/** The result of a call that did nothing else, with what it needed and rests on. */
function toldAgain(session: Session, { value, needs, origins }: Returned): Value {
  for (const one of needs) if (!session.needs.includes(one)) session.needs.push(one);
  session.origins = addedOrigins(session.origins, origins);
  return value;
}

const returnedOf = ({ value, needs, origins }: Returned): Returned => ({ value, needs, origins });

function runOnce(frame: Frame, call: Call, own: OwnRun | undefined, record: InstanceRecord | undefined): Ended {
  const { session } = frame;
  if (record !== undefined && record.state !== "done")
    return runFor(session, call, own, madeFor(frame, call, record), frame);
  return record !== undefined || own === undefined ? runSilently(frame, call, own) : runAside(frame, call, own);
}

/** An instance by itself, its function's code or what it calls being another than when it ran last. */
export function runAgain(session: Session, call: Call, root: MadeInstance): void {
  restoreOuter(session, call);
  runFor(session, call, ownRun(call), root, undefined);
}

/** With facts: the call's own instance. */
function runFor(
  session: Session,
  call: Call,
  own: OwnRun | undefined,
  root: MadeInstance,
  around: Frame | undefined,
): Ended {
  const { record } = root;
  const outer = session.made;
  session.made = root.made;
  record.state = "running";
  record.minted = 0;
  // Until it ran again it has shown what it did before an edit.
  record.facts.clear();
  record.elsewhere.clear();
  try {
    const outcome = run(session, call, own, record, around);
    record.result = outcome.value;
    if (record.recording && makesObjects(outcome.value)) record.gave = textOf(session, outcome.value);
    record.pure = outcome.pure;
    record.wrote = outcome.writes;
    if (outcome.pure) record.returned = returnedOf(outcome);
    if (own === undefined && record.recording) record.footprint = footprintOf(session, call, outcome);
    if (own !== undefined) sealFacts(root, own.reach);
    if (own !== undefined && !outcome.isFresh && (outcome.pure || session.effects.has(own.key))) root.aside = own.reach;
    return outcome;
  } finally {
    session.made = outer;
    record.state = "done";
  }
}

/** Only for its value and what it writes; a lambda shows its facts in the instance around. */
function runSilently(frame: Frame, call: Call, own: OwnRun | undefined): Ended {
  const { session } = frame;
  const isSilent = isOwnItem(call.fn);
  const known = session.instances.get(call.key);
  if (!isSilent) return run(session, call, own, frame.instance, frame);
  // Its symbols are called as those of the instance that it may become.
  const record = known ?? recordOf(frame, call);
  const told = known === undefined ? noteSilent(session, call, record) : undefined;
  session.silent++;
  try {
    const outcome = renamed(record, () => run(session, call, own, record, frame));
    if (outcome.pure && known === undefined) session.results.set(call.key, returnedOf(outcome));
    told?.(outcome);
    return outcome;
  } finally {
    session.silent--;
  }
}

/** The same call makes the same symbols again. */
function renamed<T>(record: InstanceRecord, again: () => T): T {
  const { minted } = record;
  record.minted = 0;
  try {
    return again();
  } finally {
    record.minted = Math.max(minted, record.minted);
  }
}

/** With facts, for when the same call comes in earnest: until then nothing of it counts. */
function runAside(frame: Frame, call: Call, own: OwnRun): Ended {
  const root = madeInstance(frame, call, recordOf(frame, call));
  noteAside(frame.session, call, root);
  return runBeside(frame.session, call, own, root, frame);
}

/** A call that had no instance of its own, its function's code being another than when it ran. */
export function runAsideAgain(session: Session, call: Call, root: MadeInstance): void {
  restoreOuter(session, call);
  const own = ownRun(call);
  if (own !== undefined) runBeside(session, call, own, root, undefined);
}

/** The same of one that ran only for its value and what it writes; what it left. */
export function runSilentlyAgain(session: Session, call: Call, record: InstanceRecord): string | undefined {
  restoreOuter(session, call);
  session.silent++;
  return footprintOf(session, call, run(session, call, ownRun(call), record, undefined));
}

function runBeside(session: Session, call: Call, own: OwnRun, root: MadeInstance, around: Frame | undefined): Ended {
  const { silent } = session;
  session.silent = 0;
  session.instances.set(call.key, root.record);
  try {
    const outcome = runFor(session, call, own, root, around);
    if (outcome.pure) session.results.set(call.key, returnedOf(outcome));
    putAside(session, root);
    return outcome;
  } finally {
    session.silent = silent;
    takeBack(session, [root]);
  }
}

function run(
  session: Session,
  call: Call,
  own: OwnRun | undefined,
  record: InstanceRecord,
  around: Frame | undefined,
): Ended {
  session.callDepth++;
  session.open.push(call);
  const { needs, origins } = session;
  session.needs = [];
  session.origins = [];
  try {
    const outcome = evaluateCall(session, call, record, around);
    if (own !== undefined) remember(session, own, outcome);
    return { ...outcome, needs: session.needs, origins: session.origins };
  } finally {
    session.needs = [...needs, ...session.needs];
    session.origins = addedOrigins(origins, session.origins);
    session.open.pop();
    session.callDepth--;
  }
}

/** What is made ends with the instance whose turn it is. */
function madeFor(frame: Frame, call: Call, record: InstanceRecord): MadeInstance {
  const last = frame.session.made.at(-1);
  return last?.kind === "instance" && last.record === record ? last : madeInstance(frame, call, record);
}

/** A call of a function of a file, before it runs: under which key its effects are remembered, and what it may write to. */
interface OwnRun {
  readonly key: string;
  readonly reach: Reach;
}

function ownRun(call: Call): OwnRun | undefined {
  const reach = reachOf(call);
  return reach === undefined ? undefined : { key: call.key, reach };
}

function repeated(session: Session, own: OwnRun): ReturnType<typeof replay> {
  const effects = session.effects.get(own.key);
  return effects === undefined ? undefined : replay(session, effects, own.reach);
}

function remember(session: Session, own: OwnRun, outcome: Outcome): void {
  if (outcome.pure || outcome.isFresh) return;
  const { value, changes, left } = outcome;
  const ended = { value, changes, parameters: left, needs: session.needs, origins: session.origins };
  const effects = effectsOf(session, own.reach, ended);
  if (effects !== undefined) session.effects.set(own.key, effects);
}

/** One more call like those that have been shown: only what it may write matters. */
function skipped(frame: Frame, call: Call): Value {
  const args = call.matched.byParam.flatMap((one) => (one?.expr === undefined ? [] : [{ ...one, expr: one.expr }]));
  forgetArguments(frame, args, call.fn.name);
  return underscore;
}

/** The same of a function that plain Python has traced: a kernel's launcher, for one more configuration. */
function spared(frame: Frame, call: Call): Value {
  const given = call.matched.byParam.flatMap((one) => one?.value ?? []);
  forgetFields(frame, given, call.fn.name);
  return unended(frame, call, `${call.fn.name} has been shown for other arguments from here`);
}

/** A call that does not run: nobody knows what it gives, nor what it leaves of what it may write. */
function unended(frame: Frame, call: Call, why: string): Value {
  const { fn, matched, site } = call;
  const { valueObjects } = frame.dialect.semantics;
  const isShared = (i: number, value: Value): boolean =>
    !valueObjects || value.kind === "pointer" || fn.code.params[i]?.passing === "mutable";
  const given = matched.byParam.flatMap((one, i) =>
    one?.expr !== undefined && isShared(i, one.value) ? [{ ...one, expr: one.expr }] : [],
  );
  const self = fn.self === undefined ? [] : [{ value: fn.self, expr: site.expr }];
  forgetArguments(frame, [...given, ...self], fn.name);
  const containers = fn.code.params.filter((_, i) => isContainer(matched.byParam[i]?.value));
  if (!valueObjects) copyOut(frame, call, new Map(containers.map(({ name }) => [name, unknown(why)])));
  return unknown(why);
}

const isContainer = (value: Value | undefined): boolean =>
  value?.kind === "dict" || (value?.kind === "tuple" && value.list === true);

/** What the callee wrote to its non-const references, or changed in its place, reaches the caller's variables. */
function copyOut(frame: Frame, call: Call, left: ReadonlyMap<string, Value>): void {
  call.fn.code.params.forEach((param, i) => {
    const bound = call.matched.byParam[i];
    const after = left.get(param.name);
    if (after === undefined || bound?.expr === undefined || bound.value.kind === "object") return;
    if (sameValue(frame.session.identities, after, bound.value)) return;
    const { expr } = bound;
    const { valueObjects } = frame.dialect.semantics;
    if (expr.kind === "name" || expr.kind === "member" || (expr.kind === "index" && !valueObjects))
      assignTo(frame, { kind: "place", expr, span: expr.span }, after, undefined);
    if (!valueObjects) forgetTwins(frame, bound.value, after);
  });
}

/** With what the call needed and rests on. */
type Ended = Outcome & Returned;

export interface Outcome {
  readonly value: Value;
  readonly pure: boolean;
  /** To what the caller handed over. */
  readonly writes: boolean;
  /** It made symbols of its own. */
  readonly isFresh: boolean;
  readonly changes: readonly Change[];
  readonly scopeNames: ReadonlyMap<string, Value>;
  /** What parameters that the caller shares are at the end, where they changed. */
  readonly left: ReadonlyMap<string, Value>;
}

/** Binds and runs the body in a fresh frame. `around` is the caller, for closures that share its instance. */
export function evaluateCall(session: Session, call: Call, record: InstanceRecord, around?: Frame): Outcome {
  const { fn, matched } = asEdited(session, call);
  const [fresh, begin] = [session.fresh, timeIn(session.journal)];
  session.called.add(fn.code);
  const frame = insideClosure(calleeFrame(session, fn, record, call.path, around), call, record, around);
  if (around !== undefined) noteClosureRun(frame);
  const bind = (): void => {
    const given = overUnknown(frame, fn, matched);
    bindAll(frame, fn, given.matched, given.presets);
  };
  const { result: ran, changes } = observe(session.journal, () => {
    const ran = runBody(frame, { block: fn.code.body ?? [], begin, bind, execute });
    return { ...ran, value: finish(ran.frame, ran.end) };
  });
  const { names } = ran.frame.scope;
  const reach = new Set<Map<string, Value>>([names]);
  if (fn.self !== undefined) reachable(fn.self, reach);
  for (const one of matched.byParam) if (one !== undefined) reachable(one.value, reach);
  const writes = changes.some((one) => isWrite(one, reach, ran.frame, fn));
  // What outlives the call and nobody handed over: a counter of the file, an object that one of its names holds.
  const isGlobal = changes.some(
    ({ map, before }) => before !== undefined && map !== names && !reach.has(map) && !isMadeSince(map, ran.begin),
  );
  const [value, isFresh] = [ran.value, session.fresh !== fresh];
  const pure = isOwnItem(fn) && !writes && !isGlobal && !isFresh && !makesObjects(value);
  return { value, pure, writes, isFresh, changes, scopeNames: names, left: leftBy(ran.frame, call) };
}

/** A change that the caller sees: of an object it handed over, or of a parameter taken by reference. */
function isWrite(change: Change, reach: ReadonlySet<Map<string, Value>>, frame: Frame, fn: FunctionValue): boolean {
  if (change.map !== frame.scope.names) return reach.has(change.map);
  return (
    change.before !== undefined && fn.code.params.some((one) => one.passing === "mutable" && one.name === change.name)
  );
}
