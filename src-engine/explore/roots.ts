// Where the evaluation starts: file scope, functions that nobody calls, and at the end what no call has reached.
//
// Such a function gets one generic instance: its parameters are what presets, defaults and types say, else symbols under their names.
// Methods run on an object of its own: in Python as some use has made it, else by `__init__` with generic arguments.

import { functionName } from "../interpret/call-record.ts";
import { bindAll, calleeFrame, finish } from "../interpret/callee.ts";
import { outerOf, restoreOuter } from "../interpret/changing-names.ts";
import { runBody } from "../interpret/checkpoint.ts";
import { classFrame, classInstance, classMember, classOf, isOnlyAsserted, newObject } from "../interpret/class.ts";
import { methodsOf } from "../interpret/covered.ts";
import { isTraced } from "../interpret/entry.ts";
import { fileScope, functionOf } from "../interpret/files.ts";
import { bindSelf } from "../interpret/function-value.ts";
import { enqueue, isFull, newRecord } from "../interpret/instance.ts";
import { observe, timeIn } from "../interpret/journal.ts";
import { valueKey } from "../interpret/key.ts";
import { fileFrame, runModule, showStatementItem } from "../interpret/module.ts";
import { presetsIn, presetsOf, takenIn } from "../interpret/preset.ts";
import { semanticsOf } from "../interpret/semantics.ts";
import {
  type Caller,
  type ClassInstance,
  type Entry,
  type FileScope,
  type Frame,
  type InstanceRecord,
  isFunctionItem,
  type Job,
  type LinkedUnit,
  type Session,
} from "../interpret/session.ts";
import { snapshot } from "../interpret/snapshot.ts";
import { execute } from "../interpret/statement.ts";
import type { ClassItem, Expr, FunctionItem, Item, ItemId } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import { eachNode } from "../program/nodes.ts";
import type { Outline } from "../program/outline.ts";
import type { FunctionValue, ObjectValue } from "../program/values.ts";
import { type Case, casesOf } from "./cases.ts";
import { borrow, inCallOrder, type Made, make, unboundArguments } from "./makers.ts";
import type { Mentioned } from "./mentioned.ts";

/** A file's scope and its uncalled functions, as entries for the work list. */
export function rootJobs(
  session: Session,
  file: FileScope,
  mentioned: Mentioned,
  only?: ReadonlySet<ItemId>,
): readonly Job[] {
  const { items } = file.linked.unit;
  const wanted = only === undefined ? items : items.filter((item) => only.has(item.id));
  const startable = wanted.filter((item) => item.kind === "function" || item.kind === "class");
  const uncalled = startable.filter((item) => !mentioned(file.file, item));
  return [
    { what: "file scope", run: () => runFileScope(session, file, only) },
    ...uncalled.map((item): Job => ({ what: item.name, run: () => startItem(session, file, item) })),
  ];
}

/** Functions and classes of other files that name one of the target: they launch it, whoever calls them. */
export function launcherJobs(session: Session): readonly Job[] {
  const { program } = session;
  const target = fileScope(session, program.target)?.linked.unit;
  if (target === undefined || !program.dialect(target.language).semantics.traced) return [];
  const own = target.items.flatMap((item) => (item.kind === "class" || item.kind === "function" ? [item.name] : []));
  const isUser = ({ unit, links }: LinkedUnit): boolean =>
    [...links.values()].includes(program.target) && program.library?.moduleOf(unit.file) === undefined;
  return [...program.units].flatMap(([path, linked]) => {
    if (!isUser(linked) || !mentionsOneOf(linked.outline(), own)) return [];
    const file = fileScope(session, path);
    const launchers = linked.unit.items.filter(
      (item) =>
        (item.kind === "function" || item.kind === "class") && own.some((name) => remembered(session, item).has(name)),
    );
    return launchers.map((item): Job => ({ what: item.name, run: () => file && startItem(session, file, item) }));
  });
}

const mentionsOneOf = ({ parts }: Outline, names: readonly string[]): boolean =>
  parts.some(({ mentions }) => names.some((name) => mentions.has(name)));

/** Once the list is empty: what is left in the target without an instance, each item once. True when something was added. */
export function enqueueRest(session: Session, only?: ReadonlySet<ItemId>): boolean {
  const file = fileScope(session, session.program.target);
  if (file === undefined) return false;
  const { rest: tried } = session.seen;
  const rest = file.linked.unit.items
    .filter((item) => only?.has(item.id) !== false && !tried.has(`${file.file}|${item.id}`))
    .filter((item) => hasUnreached(session, file, item));
  for (const item of rest) {
    tried.add(`${file.file}|${item.id}`);
    enqueue(session, item.name, () => startItem(session, file, item));
  }
  return rest.length > 0;
}

function hasUnreached(session: Session, file: FileScope, item: Item): boolean {
  if (item.kind === "function")
    return item.owner === undefined && item.body !== undefined && !isReached(session, file, item);
  if (item.kind !== "class") return false;
  return !isReached(session, file, item) || methodsOf(item).some((one) => !isReached(session, file, one));
}

const isReached = (session: Session, file: FileScope, item: Item): boolean =>
  session.seen.items.has(`${file.file}|${item.id}`) || session.seen.generic.has(`${file.file}|${item.id}`);

function remembered(session: Session, item: Item): ReadonlySet<string> {
  const { mentions } = session.program;
  const known = mentions?.get(item);
  if (known !== undefined) return known;
  const names = mentionsOf(item);
  mentions?.set(item, names);
  return names;
}

function runFileScope(session: Session, file: FileScope, only?: ReadonlySet<ItemId>): void {
  if (!semanticsOf(session, file).includes) return runModule(session, file);
  const frame = fileFrame(session, file);
  const { items } = file.linked.unit;
  for (const item of items)
    if (item.kind === "statement" && only?.has(item.id) !== false) showStatementItem(frame, item, items);
}

function startItem(session: Session, file: FileScope, item: Item): void {
  if (item.kind === "function") {
    if (item.owner === undefined && item.body !== undefined && !isReached(session, file, item)) {
      startFunction(session, functionOf(file, [item]));
    }
  } else if (item.kind === "class") startClass(session, file, item);
}

/** Who started it, and what it takes its object to be. */
interface Start {
  readonly by?: Caller | undefined;
  readonly borrowed?: string | undefined;
  readonly isAsserted?: boolean | undefined;
}

/** A test by its listed cases, else one generic instance of a function. */
function startFunction(session: Session, fn: FunctionValue, start: Start = {}): void {
  const { code } = fn;
  if (!isFunctionItem(code) || code.body === undefined) return;
  session.seen.generic.add(`${fn.file}|${code.id}`);
  const file = code.decorators === undefined ? undefined : fileScope(session, fn.file);
  const cases = file === undefined ? [] : casesOf(fileFrame(session, file), code);
  const [first = new Map()] = cases;
  startCase(session, fn, code, first, start);
  for (const one of cases.slice(1)) enqueue(session, code.name, () => startCase(session, fn, code, one));
}

function startCase(
  session: Session,
  fn: FunctionValue,
  code: FunctionItem,
  values: Case,
  { by, borrowed, isAsserted }: Start = {},
): void {
  const self = fn.self === undefined ? "" : valueKey(session.identities, fn.self, "content");
  const begun = snapshot(fn, { byParam: [] });
  const entry: Entry = { kind: "uncalled", fn: begun.fn, values, shows: begun.shows };
  const record = newRecord(session, {
    key: `generic ${fn.file}|${fn.owner?.key ?? ""}|${code.id}|${self}${caseKey(session, values)}`,
    file: fn.file,
    item: fn.item,
    function: functionName(fn),
    name: code.name,
    generic: true,
    // Not every method is for every object of the class.
    certain: borrowed === undefined && isAsserted !== true,
    speculative: code.typeParams.length > 0 || fn.owner?.record.generic === true,
    owner: fn.owner?.record,
    assumes: [
      ...presetsIn(fn.owner?.record),
      ...(fn.self === undefined ? [] : takenIn(fn.owner?.record)),
      ...(borrowed === undefined ? [] : [borrowed]),
    ],
    entry,
    ...(by === undefined ? {} : { caller: by }),
  });
  if (isTraced(fn)) record.traced = true;
  if (borrowed !== undefined && !isOwnCall(fn, code.name)) record.assumed = true;
  runUncalled(session, fn, code, values, record);
}

/** What the class calls itself and has not come to with this object is for others: `if self.is_fp8: self.reduce_fp8()`. */
function isOwnCall({ owner }: FunctionValue, name: string): boolean {
  return owner !== undefined && calledIn(owner.value.item).has(name);
}

/** By class: the names of the members that its code calls. */
const calledMembers = new WeakMap<ClassItem, ReadonlySet<string>>();

function calledIn(item: ClassItem): ReadonlySet<string> {
  const known = calledMembers.get(item);
  if (known !== undefined) return known;
  const names = new Set<string>();
  eachNode(item.members, (node) => {
    const { kind, callee } = node as { readonly kind?: unknown; readonly callee?: Expr };
    if (kind === "call" && callee?.kind === "member") names.add(callee.name);
  });
  calledMembers.set(item, names);
  return names;
}

/** The body with nothing bound but what a case lists. */
export function runUncalled(
  session: Session,
  fn: FunctionValue,
  code: FunctionItem,
  values: Case,
  record: InstanceRecord,
): void {
  record.state = "running";
  const frame = calleeFrame(session, fn, record, []);
  const outer = outerOf(session, fn);
  const presets = presetsOf(session, fn, code);
  const { result } = observe(session.journal, () => {
    const bind = (): void => bindAll(frame, fn, unboundArguments(frame, fn, values), presets);
    const ran = runBody(frame, { block: code.body ?? [], begin: timeIn(session.journal), bind, execute });
    return finish(ran.frame, ran.end);
  });
  // What it has written is there for those that it called: the next one begins as the file does.
  restoreOuter(session, { fn, outer });
  record.result = result;
  record.state = "done";
}

const caseKey = (session: Session, values: Case): string =>
  [...values].map(([name, value]) => `|${name}=${valueKey(session.identities, value, "content")}`).join("");

function startClass(session: Session, file: FileScope, item: ClassItem): void {
  const cls = classOf(file, [item], file.scope);
  session.seen.generic.add(`${file.file}|${item.id}`);
  const frame = fileFrame(session, file);
  const instance = existingInstance(session, file, item) ?? classInstance(frame, cls);
  const isAsserted = isOnlyAsserted(instance);
  runClassScope(session, instance);
  const made = newObject(frame, { ...cls, targs: instance.value.targs });
  // What makes the object may give its fields other values than their defaults.
  const object: ObjectValue = { ...made, foreign: true };
  const own: Made = { instance, object, isAsserted };
  for (const method of inCallOrder(semanticsOf(session, file), methodsOf(item))) {
    enqueue(session, `${item.name}.${method.name}`, () => startMethod(session, file, own, method));
  }
}

/** An instance that some use has made is better than a generic one. */
function existingInstance(session: Session, file: FileScope, item: ClassItem): ClassInstance | undefined {
  for (const one of session.classes.values()) {
    if (one.value.file === file.file && one.value.item.id === item.id) return one;
  }
  return undefined;
}

/** The facts of class scope: aliases, constants, fields. */
function runClassScope(session: Session, instance: ClassInstance): void {
  const frame = classFrame(session, instance);
  const { members } = instance.value.item;
  for (const member of members) {
    if (member.kind === "statement") showStatementItem(frame, member, members);
    else if (member.kind === "class" && member.typeParams.length === 0) nestedInstance(frame, instance, member.name);
  }
}

/** A struct inside a class is there with the class, whether or not something makes one: its own scope comes up in its turn. */
function nestedInstance(frame: Frame, instance: ClassInstance, name: string): void {
  const value = classMember(frame.session, instance, name);
  if (value?.kind === "class") classInstance(frame, value);
}

function startMethod(session: Session, file: FileScope, made: Made, method: FunctionItem): void {
  const isDone = isReached(session, file, method);
  const { traced, makers } = semanticsOf(session, file);
  if (isDone && traced && makers.includes(method.name)) {
    return void (borrow(session, made, method) || make(session, made, method));
  }
  if (!isDone) startMember(session, made, method);
}

function startMember(session: Session, made: Made, method: FunctionItem, by?: Caller): void {
  const { instance, object } = made;
  const value = classMember(session, instance, method.name);
  if (value?.kind !== "function") return;
  const one = value.overloads?.find((each) => isFunctionItem(each.code) && each.code.id === method.id) ?? value;
  const { overloads: _, ...fn } = one;
  if (isStatic(method)) return startFunction(session, fn, { by });
  startFunction(session, bindSelf(fn, object), { by, borrowed: made.borrowed, isAsserted: made.isAsserted });
}

const isStatic = (method: FunctionItem): boolean =>
  method.attributes.some((one) => one === "static" || one === "staticmethod");

/** What the code instantiates by name has all its members, be they called or not; a kernel that the library launches its body. */
export function enqueueInstantiated(session: Session): boolean {
  const { target } = session.program;
  const own = session.instantiated
    .splice(0)
    .filter(({ instance, only }) => only !== undefined || instance.value.file === target);
  for (const { instance, by, only } of own) {
    const object = newObject(classFrame(session, instance), instance.value);
    for (const method of methodsOf(instance.value.item)) {
      if (method.body === undefined || method.typeParams.length > 0) continue;
      if (only !== undefined && method.name !== only) continue;
      enqueue(session, `${instance.value.item.name}.${method.name}`, () => {
        if (!hasInstance(session, instance, method)) startMember(session, { instance, object }, method, by);
      });
    }
  }
  return own.length > 0;
}

/** By a call: one that nobody calls knows less of its object. */
const hasInstance = (session: Session, { record }: ClassInstance, method: FunctionItem): boolean =>
  [...session.instances.values()].some((one) => one.owner === record && one.item === method.id && !one.generic);

/** Class instances that uses have made get their class-scope facts too, before what waits on the work list: they take little time. */
export function enqueueClassScopes(session: Session, seen: Set<ClassInstance>): void {
  const { target } = session.program;
  const made = [...session.classes.values()].filter((one) => one.value.file === target && !seen.has(one));
  if (made.length === 0 || isFull(session, target)) return;
  for (const one of made) seen.add(one);
  session.queue.unshift(
    ...made.map((one): Job => ({ what: one.value.item.name, run: () => runClassScope(session, one) })),
  );
}
