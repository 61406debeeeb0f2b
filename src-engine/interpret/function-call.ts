// Calls of the project's functions: choose the overload, bind, evaluate the body once per binding, hand the value back.
//
// Calls run at once, because their value or effect is needed; a kernel launch and a void call without effects go to the work list.
// A repeated binding is not evaluated again unless it writes to objects; then it runs silently, for its effects.
import { underscore, unknown, type Value } from "../algebra/value.ts";
import type { Condition } from "../program/condition.ts";
import type { FunctionValue } from "../program/values.ts";
import { type Matched, matchArguments } from "./bind.ts";
import { callBuiltin } from "./builtin-call.ts";
import { apply, isKernelLaunch, type Site } from "./call.ts";
import { callNow, evaluateCall } from "./call-now.ts";
import { type Call, functionName, isOwnItem, isVoid, recordFor } from "./call-record.ts";
import { holdsClosure } from "./captured.ts";
import { type Outer, outerOf } from "./changing-names.ts";
import { outcomesOf } from "./configured.ts";
import { isCovered } from "./covered.ts";
import type { CallArgument } from "./dialect.ts";
import { forgetArguments } from "./effects.ts";
import { noteLaunch } from "./entering.ts";
import { entered, insideTraced, isEntering, isTraced } from "./entry.ts";
import { isAmong } from "./footprint.ts";
import { enqueue } from "./instance.ts";
import { join, refine } from "./join.ts";
import { shortened, valueKey } from "./key.ts";
import { noteInstalled } from "./library-source.ts";
import { localArguments } from "./local-names.ts";
import { chooseOverload } from "./overload.ts";
import { placeInCode } from "./place.ts";
import { leadsToTarget } from "./reach.ts";
import { isCompiled, recordCall } from "./record.ts";
import { rewrittenFor } from "./rewritten.ts";
import { type Frame, isFunctionItem, type Session } from "./session.ts";
import { snapshot } from "./snapshot.ts";
import { choicesOf, countAt } from "./trace.ts";
import { along } from "./truth.ts";

/** Calls with plain values: for library functions that take functions. */
export function callWithValues(
  frame: Frame,
  fn: FunctionValue,
  values: readonly Value[],
  named?: ReadonlyMap<string, Value>,
): Value {
  const expr = { kind: "opaque", why: "a value", reads: [], span: { start: 0, end: 0 } } as const;
  const args: CallArgument[] = values.map((value) => ({ value, expr }));
  for (const [name, value] of named ?? []) args.push({ value, name, expr });
  return callFunction(frame, fn, args, { span: expr.span, nameSpan: expr.span, expr });
}

export function callFunction(frame: Frame, callee: FunctionValue, args: readonly CallArgument[], site: Site): Value {
  const outcomes = isChoosing(frame) ? outcomesOf(args) : undefined;
  if (outcomes === undefined || !hasRoom(frame)) return callOnce(frame, callee, args, site);
  const branches = outcomes.map(({ under }) => ({
    under,
    // Each of them is what some run makes.
    value: along(frame, under, () => {
      const chosen = args.map((one) => ({ ...one, value: refine(frame, one.value) }));
      return callOnce(frame, callee, chosen, site);
    }),
  }));
  return join(frame, branches, "the call");
}

/** Host code of Python sets up kernels; what it computes silently is looked at and thrown away. */
const isChoosing = ({ dialect, instance, session }: Frame): boolean =>
  dialect.semantics.traced && !insideTraced(instance) && session.silent === 0;

/** Calls of one instance that are taken apart by a choice. */
const mostChosen = 16;

function hasRoom({ session, instance }: Frame): boolean {
  const key = choicesOf(instance.key);
  const count = (session.sites.get(key) ?? 0) + 1;
  if (count > mostChosen) return false;
  countAt(session, key, count);
  return true;
}

function callOnce(frame: Frame, callee: FunctionValue, args: readonly CallArgument[], site: Site): Value {
  const fn = chooseOverload(frame, callee, args);
  const full = withSelf(frame, fn, args);
  const made = frame.dialect.semantics.decoratedFunction?.(frame, fn);
  if (made !== undefined) return apply(frame, made, full, site);
  if (fn.code.body === undefined) {
    forgetArguments(frame, handedOver(frame, fn, args), fn.name);
    return unknown(`${fn.name} has no body that is visible here`);
  }
  const given = matchArguments(fn.code.params, full);
  if (given.misfit !== undefined) return otherwise(frame, fn, args, site, given.misfit);
  noteInstalled(frame, fn);
  const matched = localArguments(frame.session, fn, entered(frame, fn, given));
  const outer = outerOf(frame.session, fn);
  const binding = bindingKey(frame, fn, matched) + around(outer, rewrittenFor(frame.session, fn, matched));
  const path = relevant(frame, fn, binding);
  const call: Call = { fn, matched, site, path, outer, key: shortened(`${binding} if ${conditionsKey(path)}`) };
  if (isElsewhere(frame, call)) return notFollowed(frame, fn, full);
  if (isLastWord(frame, call) && isBeyond(frame.session, call)) return underscore;
  if (isKernelLaunch(frame, fn, site)) return launch(frame, call);
  if (isDeferrable(frame, fn, args)) return defer(frame, call);
  return callNow(frame, call);
}

/** What a function whose body nobody sees may write: not what it takes by value or by a const reference. */
function handedOver(
  { dialect }: Frame,
  { code }: FunctionValue,
  args: readonly CallArgument[],
): readonly CallArgument[] {
  if (!dialect.semantics.valueObjects) return args;
  const isAddress = ({ value, expr }: CallArgument): boolean =>
    value.kind === "pointer" || (expr.kind === "unary" && expr.op === "&");
  return args.filter((one, i) => isAddress(one) || (code.params[i]?.passing ?? "mutable") === "mutable");
}

/** Host code of a user starts a traced function that cannot lead to the target: what it computes is nobody's question. */
const isElsewhere = (frame: Frame, call: Call): boolean =>
  isEntering(frame, call.fn) && !isOfTarget(frame) && !leadsToTarget(frame.session, call);

/** Neither does it lead to the target, nor is there time to look for what is wrong in other files. */
const isBeyond = (session: Session, call: Call): boolean =>
  session.steps >= session.limits.stepsBeyond && !leadsToTarget(session, call);

/** The last thing that a function does which nobody calls: no code sees what it leaves. */
function isLastWord({ instance, item }: Frame, { fn, site }: Call): boolean {
  const { entry } = instance;
  if (entry?.kind !== "uncalled" || item !== instance.item || !isVoid(fn)) return false;
  const last = entry.fn.code.body?.at(-1);
  return last?.kind === "expr" && last.value.span.end === site.expr.span.end;
}

/** Is this the target's own code, or called by it? */
function isOfTarget(frame: Frame): boolean {
  const { target } = frame.session.program;
  for (let at: Frame["instance"] | undefined = frame.instance; at !== undefined; at = at.caller?.instance) {
    if (at.file === target) return true;
  }
  return frame.file.file === target;
}

function notFollowed(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): Value {
  forgetArguments(frame, args, fn.name);
  return unknown(`${fn.name} does not lead to this file and is not followed`);
}

/** A call that does not fit the project's function of that name may mean the library's: `gemm(a, b, c)` beside one's own gemm. */
function otherwise(frame: Frame, fn: FunctionValue, args: readonly CallArgument[], site: Site, misfit: string): Value {
  const library = fn.owner === undefined ? frame.dialect.lookup(frame.file.linked.unit, [fn.name]) : undefined;
  if (library?.kind === "builtin") return callBuiltin(frame, { ...library, targs: fn.targs }, args, site);
  forgetArguments(frame, args, fn.name);
  const result = unknown(`${fn.name}: ${misfit}`);
  if (isRefusedByPython(frame, fn)) {
    const { span, nameSpan } = site;
    const stop = { code: "not-traced", message: misfit, at: `call:${fn.name}` };
    recordCall(frame, { span, nameSpan, op: fn.name, args: [], result, needs: [], stop });
  }
  return result;
}

/** What is traced calls it, by the parameters that it shows: decorators of others may change them. */
const isRefusedByPython = (frame: Frame, fn: FunctionValue): boolean =>
  frame.dialect.semantics.traced &&
  insideTraced(frame.instance) &&
  isCompiled(frame) &&
  isFunctionItem(fn.code) &&
  (isTraced(fn) || fn.code.decorators === undefined || fn.code.decorators.length === 0);

/** Python passes the object as the first argument. */
function withSelf(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): readonly CallArgument[] {
  if (fn.self === undefined || languageOf(frame, fn) !== "python") return args;
  const expr = { kind: "none", span: { start: 0, end: 0 } } as const;
  return [{ value: fn.self, expr }, ...args];
}

const languageOf = (frame: Frame, fn: FunctionValue): string =>
  frame.session.program.units.get(fn.file)?.unit.language ?? frame.language;

/** What it sees that may change between two calls. */
const around = (outer: Outer, rewritten: string): string =>
  [...outer].map(([name, { holds }]) => ` ${name}=${holds}`).join("") + (rewritten === "" ? "" : ` ${rewritten}`);

function bindingKey(frame: Frame, fn: FunctionValue, matched: Matched): string {
  const { identities } = frame.session;
  const key = (value: Value): string => valueKey(identities, value, "content");
  const self = fn.self === undefined || isAmong(matched, fn.self) ? "" : key(fn.self);
  const own = isFunctionItem(fn.code) ? fn.code.id : lambdaId(frame.session, fn);
  const closure = isFunctionItem(fn.code) && fn.item === fn.code.id ? "" : `@${valueKey(identities, fn)}`;
  const owner = fn.owner?.key ?? "";
  const args = matched.byParam.map((one) => (one === undefined ? "-" : key(one.value))).join(",");
  return `${fn.file}|${owner}|${own}${closure}<${fn.targs.map(key).join(",")}>${self}(${args})`;
}

function lambdaId(session: Session, fn: FunctionValue): string {
  const first = fn.code.params[0];
  return first === undefined ? "lambda" : `lambda ${placeInCode(session, fn, first.span.start)}`;
}

/** The conditions on the path that concern what is passed: the callee may know them. */
function relevant(frame: Frame, fn: FunctionValue, binding: string): readonly Condition[] {
  const { path } = frame.flow;
  if (path.length === 0 || !isOwnItem(fn)) return path;
  return path.filter((one) => concerns(one, binding));
}

/** A condition is about a binding that mentions what it compares, or alternatives under the same test. */
function concerns(one: Condition, binding: string): boolean {
  if (one.kind === "not-all") return one.parts.some((part) => concerns(part, binding));
  return binding.includes((one.equality ?? one.bound)?.subject ?? one.key);
}

const conditionsKey = (path: readonly Condition[]): string =>
  path.map((one) => (one.kind === "test" ? `${one.holds ? "" : "!"}${one.key}` : one.text)).join("&");

// ---- calls that wait ------------------------------------------------------------------------------------------------

/** A kernel that a function declares inside has no instance of its own to wait for: its facts are those of that function. */
function launch(frame: Frame, call: Call): Value {
  if (isOwnItem(call.fn)) deferred(frame, call);
  else callNow(frame, call);
  return frame.dialect.semantics.traced ? launchable(call.fn.name) : underscore;
}

/** What `kernel(…)` gives in Python: something with `.launch(…)`. */
const launchable = (name: string): Value => ({ kind: "object", name: `launch of ${name}`, fields: new Map() });

function defer(frame: Frame, call: Call): Value {
  deferred(frame, call);
  return underscore;
}

function deferred(frame: Frame, call: Call): void {
  const { session } = frame;
  const record = recordFor(frame, call);
  if (record === undefined || record === "crowded" || record.state !== "waiting" || session.silent > 0) return;
  record.state = "running";
  record.isDeferred = true;
  const { fn, matched } = snapshot(call.fn, call.matched);
  // Its objects are its own: what others leave of them is not shown.
  if (record.entry?.kind === "call") record.entry = { kind: "call", call: record.entry.call };
  noteLaunch(session);
  const isKernel = isKernelLaunch(frame, call.fn, call.site);
  enqueue(session, functionName(call.fn), () => {
    if ((isKernel && isBeyond(session, call)) || isRedundant(session, call)) return;
    // Until now it has shown what it did before an edit.
    record.facts.clear();
    record.elsewhere.clear();
    evaluateCall(session, { ...call, fn, matched }, record);
    record.state = "done";
  });
}

/** A kernel that cannot lead to the target; with the target's variables shown, or the users' time gone, a further instance. */
function isRedundant(session: Session, call: Call): boolean {
  const { limits, sites, stepsOutside } = session;
  if (call.site.launches && !leadsToTarget(session, call)) return true;
  if (limits.variedPerSite === 0) return false;
  const key = `started ${call.fn.file}|${call.fn.item}`;
  const isFirst = !sites.has(key);
  sites.set(key, 1);
  return !isFirst && (stepsOutside > limits.userSteps || isCovered(session));
}

/** A function whose calls give nothing and write nothing of the caller's. */
function isDeferrable(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): boolean {
  if (
    !frame.dialect.semantics.valueObjects ||
    !isFunctionItem(fn.code) ||
    fn.item !== fn.code.id ||
    fn.self !== undefined
  )
    return false;
  const { params } = fn.code;
  if (args.some((one) => holdsClosure(one.value))) return false;
  return isVoid(fn) && !params.some((one, i) => one.passing === "mutable" && isPlace(args[i]));
}

const isPlace = (arg: CallArgument | undefined): boolean =>
  arg !== undefined && ["name", "member", "index", "unary"].includes(arg.expr.kind);
