// Calls of the project's functions: choose the overload, bind, evaluate the body once per binding, hand the value back.
//
// Calls run at once, because their value or effect is needed; a kernel launch and a void call without effects go to the work list.
// A repeated binding is not evaluated again unless it writes to objects; then it runs silently, for its effects.
import type { FunctionItem, Param } from "../ir.ts";
import { underscore, unknown, type Value } from "../value.ts";
import { bindParams, bindTypeParams, deduceFrom, type Matched, matchArguments } from "./bind.ts";
import { callBuiltin } from "./builtin-call.ts";
import { isKernelLaunch, type Site } from "./call.ts";
import { copyObject, ownerName } from "./class.ts";
import type { Condition } from "./condition.ts";
import type { CallArgument } from "./dialect.ts";
import { forgetArguments } from "./effects.ts";
import { entered, isTraced } from "./entry.ts";
import { fileScope } from "./files.ts";
import { enqueue, newRecord } from "./instance.ts";
import { join } from "./join.ts";
import { type Change, cellsOf, observe, valueAfter, write } from "./journal.ts";
import { valueKey } from "./key.ts";
import { chooseOverload } from "./overload.ts";
import { assignTo } from "./pattern.ts";
import { newScope } from "./scope.ts";
import {
  type End,
  type Frame,
  type InstanceRecord,
  isFunctionItem,
  newFlow,
  type Preset,
  type Session,
} from "./session.ts";
import { snapshot } from "./snapshot.ts";
import { execute } from "./statement.ts";
import type { FunctionValue } from "./types.ts";

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
  const fn = chooseOverload(frame, callee, args);
  const full = withSelf(frame, fn, args);
  if (fn.code.body === undefined) {
    forgetArguments(frame, args, fn.name);
    return unknown(`${fn.name} has no body that is visible here`);
  }
  const given = matchArguments(fn.code.params, full);
  if (given.misfit !== undefined) return otherwise(frame, fn, args, site, given.misfit);
  const matched = entered(frame, fn, given);
  const binding = bindingKey(frame, fn, matched);
  const path = relevant(frame, fn, binding);
  const call: Call = { fn, matched, site, path, key: `${binding} if ${conditionsKey(path)}` };
  if (isKernelLaunch(frame, fn, site)) return launch(frame, call);
  if (isDeferrable(frame, fn, args)) return defer(frame, call);
  return callNow(frame, call);
}

/** A call that does not fit the project's function of that name may mean the library's: `gemm(a, b, c)` beside one's own gemm. */
function otherwise(frame: Frame, fn: FunctionValue, args: readonly CallArgument[], site: Site, misfit: string): Value {
  const library = fn.owner === undefined ? frame.dialect.lookup(frame.file.linked.unit, [fn.name]) : undefined;
  if (library?.kind === "builtin") return callBuiltin(frame, { ...library, targs: fn.targs }, args, site);
  forgetArguments(frame, args, fn.name);
  return unknown(`${fn.name}: ${misfit}`);
}

interface Call {
  readonly fn: FunctionValue;
  readonly matched: Matched;
  readonly site: Site;
  readonly key: string;
  readonly path: readonly Condition[];
}

/** Python passes the object as the first argument. */
function withSelf(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): readonly CallArgument[] {
  if (fn.self === undefined || languageOf(frame, fn) !== "python") return args;
  const expr = { kind: "none", span: { start: 0, end: 0 } } as const;
  return [{ value: fn.self, expr }, ...args];
}

const languageOf = (frame: Frame, fn: FunctionValue): string =>
  frame.session.program.units.get(fn.file)?.unit.language ?? frame.language;

function bindingKey(frame: Frame, fn: FunctionValue, matched: Matched): string {
  const { identities } = frame.session;
  const key = (value: Value): string => valueKey(identities, value, "content");
  const self = fn.self === undefined ? "" : key(fn.self);
  const own = isFunctionItem(fn.code) ? fn.code.id : `lambda${fn.code.params[0]?.span.start ?? ""}`;
  const closure = isFunctionItem(fn.code) && fn.item === fn.code.id ? "" : `@${valueKey(identities, fn)}`;
  const owner = fn.owner?.key ?? "";
  const args = matched.byParam.map((one) => (one === undefined ? "-" : key(one.value))).join(",");
  return `${fn.file}|${owner}|${own}${closure}<${fn.targs.map(key).join(",")}>${self}(${args})`;
}

/** The conditions on the path that concern what is passed: the callee may know them. */
function relevant(frame: Frame, fn: FunctionValue, binding: string): readonly Condition[] {
  const { path } = frame.flow;
  if (path.length === 0 || !isOwnItem(fn)) return path;
  return path.filter(
    (one) => one.kind === "test" && one.equality !== undefined && binding.includes(one.equality.subject),
  );
}

const conditionsKey = (path: readonly Condition[]): string =>
  path.map((one) => (one.kind === "test" ? `${one.holds ? "" : "!"}${one.key}` : one.text)).join("&");

// ---- instances of calls ---------------------------------------------------------------------------------------------

function recordFor(frame: Frame, call: Call): InstanceRecord | undefined {
  const { session } = frame;
  const { fn, site, key } = call;
  const known = session.instances.get(key);
  if (known !== undefined || session.silent > 0) return known;
  session.reached.add(`${fn.file}|${isFunctionItem(fn.code) ? fn.code.id : fn.item}`);
  // A lambda or nested function belongs to the function around it: its facts are facts of that instance.
  if (!isFunctionItem(fn.code) || fn.item !== fn.code.id) return undefined;
  if (session.instances.size >= session.limits.instances) {
    session.incomplete ??= `more than ${session.limits.instances} instances`;
    return undefined;
  }
  if (isCrowded(frame, call)) return undefined;
  const record = newRecord(session, {
    key,
    file: fn.file,
    item: fn.item,
    function: functionName(fn),
    name: fn.name,
    generic: false,
    certain: frame.instance.certain && !frame.flow.path.some((one) => isStaticCondition(one)),
    caller: { instance: frame.instance, line: frame.file.linked.line(frame.item, site.nameSpan.start) },
  });
  if (isTraced(fn)) record.traced = true;
  return record;
}

/** One place that calls with ever new arguments (a loop whose state grows) is shown for the first few. */
function isCrowded(frame: Frame, { fn, site }: Call): boolean {
  const { sites, limits } = frame.session;
  const key = `${frame.instance.file}|${frame.item}|${site.nameSpan.start}|${fn.file}|${fn.item}`;
  const count = (sites.get(key) ?? 0) + 1;
  sites.set(key, count);
  return count > limits.instancesPerSite;
}

const isStaticCondition = (one: Condition): boolean => one.kind === "test" && one.static === true;

export function functionName(fn: FunctionValue): string {
  const { code } = fn;
  if (!isFunctionItem(code)) return fn.name;
  const cls = fn.owner?.value.item.name ?? ownerName(code);
  const dot = fn.file.endsWith(".py") || fn.file.endsWith(".ipynb") ? "." : "::";
  return cls === undefined ? code.name : `${cls}${dot}${code.name}`;
}

function launch(frame: Frame, call: Call): Value {
  deferred(frame, call);
  return frame.language === "python" ? launchable(call.fn.name) : underscore;
}

/** What `kernel(…)` gives in Python: something with `.launch(…)`. */
const launchable = (name: string): Value => ({ kind: "object", name: `launch of ${name}`, fields: new Map() });

function defer(frame: Frame, call: Call): Value {
  deferred(frame, call);
  return underscore;
}

function deferred(frame: Frame, call: Call): void {
  const record = recordFor(frame, call);
  if (record === undefined || record.state !== "waiting" || frame.session.silent > 0) return;
  record.state = "running";
  const frozen = snapshot(call.fn, call.matched);
  enqueue(frame.session, functionName(call.fn), () => {
    evaluateCall(frame.session, { ...call, ...frozen }, record);
    record.state = "done";
  });
}

/** A function whose calls give nothing and write nothing of the caller's. */
function isDeferrable(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): boolean {
  if (frame.language !== "cpp" || !isFunctionItem(fn.code) || fn.item !== fn.code.id || fn.self !== undefined)
    return false;
  const { returns, params } = fn.code;
  const isVoid = returns?.kind === "name" && returns.path.at(-1) === "void";
  return isVoid && !params.some((one, i) => one.passing === "mutable" && isPlace(args[i]));
}

const isPlace = (arg: CallArgument | undefined): boolean =>
  arg !== undefined && ["name", "member", "index", "unary"].includes(arg.expr.kind);

function callNow(frame: Frame, call: Call): Value {
  const { session } = frame;
  if (session.callDepth >= session.limits.callDepth) return unknown("calls nest too deeply");
  const record = recordFor(frame, call);
  if (record?.state === "running") return unknown(`${call.fn.name} calls itself`);
  const known = record === undefined ? session.results.get(call.key) : record.result;
  if (known !== undefined && (record === undefined || record.pure)) return known;
  // Without a record of its own (a crowded place, a silent look) a function of a file is evaluated silently.
  const isSilent = record === undefined ? isOwnItem(call.fn) : record.state === "done";
  if (isSilent) session.silent++;
  else if (record !== undefined) record.state = "running";
  session.callDepth++;
  try {
    const outcome = evaluateCall(session, call, record ?? frame.instance, frame);
    keep(session, call, record, outcome, isSilent);
    copyOut(frame, call, outcome.scopeNames);
    return outcome.value;
  } finally {
    session.callDepth--;
    if (isSilent) session.silent--;
    else if (record !== undefined) record.state = "done";
  }
}

/** A function that stands in a file or class by itself: no lambda, nothing nested. */
const isOwnItem = (fn: FunctionValue): boolean => isFunctionItem(fn.code) && fn.item === fn.code.id;

function keep(
  session: Session,
  call: Call,
  record: InstanceRecord | undefined,
  outcome: Outcome,
  isSilent: boolean,
): void {
  if (record !== undefined && !isSilent) {
    record.result = outcome.value;
    record.pure = outcome.pure;
  } else if (record === undefined && outcome.pure) session.results.set(call.key, outcome.value);
}

/** What the callee wrote to its non-const references reaches the caller's variables. */
function copyOut(frame: Frame, call: Call, names: ReadonlyMap<string, Value>): void {
  if (frame.language !== "cpp") return;
  call.fn.code.params.forEach((param, i) => {
    const bound = call.matched.byParam[i];
    const after = names.get(param.name);
    if (param.passing !== "mutable" || bound?.expr === undefined || after === undefined) return;
    if (after === bound.value || bound.value.kind === "object" || names.get(`<in ${param.name}>`) === after) return;
    const { expr } = bound;
    if (expr.kind === "name" || expr.kind === "member") {
      assignTo(frame, { kind: "place", expr, span: expr.span }, after, undefined);
    }
  });
}

export interface Outcome {
  readonly value: Value;
  readonly pure: boolean;
  readonly scopeNames: ReadonlyMap<string, Value>;
}

/** Binds and runs the body in a fresh frame. `around` is the caller, for closures that share its instance. */
function evaluateCall(session: Session, call: Call, record: InstanceRecord, around?: Frame): Outcome {
  const { fn, matched } = call;
  const frame = calleeFrame(session, fn, record, call.path, around);
  const { result, changes } = observe(session.journal, () => {
    bindAll(frame, fn, matched, []);
    const end = execute(frame, fn.code.body ?? []);
    return finish(frame, end);
  });
  const reach = new Set<Map<string, Value>>([frame.scope.names]);
  if (fn.self !== undefined) reachable(fn.self, reach);
  for (const one of matched.byParam) if (one !== undefined) reachable(one.value, reach);
  const writes = changes.some((one) => isWrite(one, reach, frame, fn));
  const pure = isOwnItem(fn) && !writes && !makesObjects(result);
  return { value: result, pure, scopeNames: frame.scope.names };
}

/** A change that the caller sees: of an object it handed over, or of a parameter taken by reference. */
function isWrite(change: Change, reach: ReadonlySet<Map<string, Value>>, frame: Frame, fn: FunctionValue): boolean {
  if (change.map !== frame.scope.names) return reach.has(change.map);
  return (
    change.before !== undefined && fn.code.params.some((one) => one.passing === "mutable" && one.name === change.name)
  );
}

function reachable(value: Value, found: Set<Map<string, Value>>): void {
  switch (value.kind) {
    case "object":
      if (found.has(value.fields) || found.size > 200) return;
      found.add(value.fields);
      for (const field of value.fields.values()) reachable(field, found);
      return;
    case "tuple":
      for (const item of value.items) reachable(item, found);
      return;
    case "alternatives":
      for (const option of value.options) reachable(option.value, found);
      return;
    case "function":
    case "builtin":
      if (value.self !== undefined) reachable(value.self, found);
      return;
    default:
      return;
  }
}

/** A result with objects must not be shared: whoever gets it may write to them. */
const makesObjects = (value: Value): boolean =>
  value.kind === "object" ||
  value.kind === "function" ||
  (value.kind === "builtin" && value.self !== undefined && makesObjects(value.self)) ||
  (value.kind === "tuple" && value.items.some(makesObjects)) ||
  (value.kind === "alternatives" && value.options.some((one) => makesObjects(one.value)));

export function calleeFrame(
  session: Session,
  fn: FunctionValue,
  record: InstanceRecord,
  path: readonly Condition[],
  around?: Frame,
): Frame {
  const file = fileScope(session, fn.file) ?? around?.file;
  if (file === undefined) throw new Error(`no file ${fn.file}`);
  const { language } = file.linked.unit;
  const self = fn.self?.kind === "object" ? fn.self : undefined;
  const withFields =
    self !== undefined && language === "cpp" ? newScope(fn.scope, (name) => self.fields.get(name)) : fn.scope;
  const scope = newScope(withFields);
  const owner = fn.owner;
  return {
    session,
    file,
    dialect: session.program.dialect(language),
    language,
    item: fn.item,
    instance: record,
    scope,
    functionScope: scope,
    namespaces: isFunctionItem(fn.code) ? fn.code.scope : (around?.namespaces ?? []),
    flow: newFlow(
      path,
      around !== undefined && record === around.instance ? around.flow.unsure : 0,
      session.journal.logs.length,
      isFunctionItem(fn.code) && fn.code.attributes.some((one) => one === "constexpr" || one === "consteval"),
    ),
    ...(fn.self === undefined ? {} : { self: fn.self }),
    ...(owner === undefined ? {} : { owner }),
  };
}

export function bindAll(frame: Frame, fn: FunctionValue, matched: Matched, presets: readonly Preset[]): void {
  frame.scope.names.set("<function>", fn);
  const { typeParams, params } = fn.code;
  const ownTypeParams = outOfClassParams(frame, fn.code, typeParams.length);
  const deduced = deduceFrom(frame, ownTypeParams, params, matched);
  bindTypeParams(frame, ownTypeParams, fn.targs, deduced, presets);
  const copied = frame.language === "cpp" ? copiedArguments(params, matched) : matched;
  bindParams(frame, params, copied, presets);
  for (const param of params) {
    const value = frame.scope.names.get(param.name);
    if (param.passing === "mutable" && value !== undefined) frame.scope.names.set(`<in ${param.name}>`, value);
  }
}

/** The template header of an out-of-class body repeats the class's parameters: those are bound by the class. */
function outOfClassParams(frame: Frame, code: FunctionValue["code"], count: number): FunctionItem["typeParams"] {
  if (!isFunctionItem(code) || code.owner?.kind !== "template" || frame.owner === undefined) return code.typeParams;
  const names = code.owner.args.map((one) => (one.value.kind === "name" ? one.value.path[0] : undefined));
  const targs = frame.owner.value.item.typeParams.map((one) => frame.owner!.scope.names.get(one.name));
  names.forEach((name, i) => {
    const value = targs[i];
    if (name !== undefined && value !== undefined) frame.scope.names.set(name, value);
  });
  return count === 0 ? [] : code.typeParams.filter((one) => !names.includes(one.name));
}

/** Objects passed by value are copies. */
function copiedArguments(params: readonly Param[], matched: Matched): Matched {
  const byParam = matched.byParam.map((one, i) =>
    one !== undefined && one.value.kind === "object" && params[i]!.passing === "value"
      ? { ...one, value: copyObject(one.value) }
      : one,
  );
  return { ...matched, byParam };
}

/** The value of the call: the returns joined, with the state each of them leaves. */
export function finish(frame: Frame, end: End): Value {
  const { returns, path, base } = frame.flow;
  const branches = returns.map((one) => ({ under: one.under, value: one.value }));
  const fallsOff = end !== "return" && end !== "raise";
  if (fallsOff && (returns.length === 0 || frame.language === "python")) {
    branches.push({ under: path.slice(base), value: underscore });
  }
  joinStates(frame, end);
  path.length = base;
  if (branches.length === 0) return unknown("the function ends without a value");
  return branches.length === 1 ? branches[0]!.value : join(frame, branches, "the result");
}

/** Early returns leave the state as it was then: what later code wrote has two values. */
function joinStates(frame: Frame, end: End): void {
  const { returns, path, base } = frame.flow;
  const early = returns.filter((one) => !one.live);
  if (early.length === 0) return;
  const goesOn = returns.some((one) => one.live) || (end !== "return" && end !== "raise");
  const sets: (readonly Change[])[] = early.map((one) => one.changes);
  for (const { map, name } of cellsOf(sets)) {
    if (map === frame.scope.names) continue;
    const branches = early.flatMap((one) => {
      const value = valueAfter(one.changes, map, name);
      return value === undefined ? [] : [{ under: one.under, value }];
    });
    const now = map.get(name);
    if (goesOn && now !== undefined) branches.push({ under: path.slice(base), value: now });
    if (branches.length > 0) write(frame.session.journal, map, name, join(frame, branches, name));
  }
}
