// Inside a called function: its frame, the binding of its parameters, and what it leaves when it ends.

import { isInt } from "../algebra/int/int.ts";
import { underscore, unknown, type Value } from "../algebra/value.ts";
import type { Condition } from "../program/condition.ts";
import type { Expr, FunctionCore, Param, TypeParam } from "../program/ir.ts";
import { eachNode } from "../program/nodes.ts";
import type { FunctionValue, ObjectValue, Scope } from "../program/values.ts";
import { bindParams, bindTypeParams, conceptsAsTypes, deduceFrom, type Matched } from "./bind.ts";
import { classInstance, classMember } from "./class.ts";
import { copyObject } from "./copy.ts";
import type { Deduced } from "./deduce.ts";
import { fieldOf } from "./field.ts";
import { fileScope } from "./files.ts";
import { bindSelf } from "./function-value.ts";
import { join } from "./join.ts";
import { type Change, cellsOf, valuesAfter, write } from "./journal.ts";
import { find, localScope, newScope } from "./scope.ts";
import {
  type End,
  type Frame,
  type InstanceRecord,
  isFunctionItem,
  newFlow,
  type Preset,
  type Session,
} from "./session.ts";
import { showUncalled } from "./uncalled.ts";

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
  const dialect = session.program.dialect(language);
  const self = fn.self?.kind === "object" ? fn.self : undefined;
  const withFields =
    self !== undefined && dialect.semantics.implicitThis
      ? { ...newScope(fn.scope, (name) => ownField(made(), fn, self, name)), self }
      : aroundClass(fn, dialect.semantics.implicitThis);
  const scope = localScope(session, withFields);
  const owner = fn.owner;
  const made = (): Frame => frame;
  const frame: Frame = {
    session,
    file,
    dialect,
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
  return frame;
}

/** Python: a method's names are those around its class before the class's own, which stand in defaults and annotations alone. */
const aroundClass = ({ scope, owner }: FunctionValue, implicitThis: boolean): Scope =>
  implicitThis || owner === undefined || scope !== owner.scope
    ? scope
    : newScope(scope, (name) => find(scope.parent, name)?.value);

/** A field of the object. One that is an object itself and that nobody has asked for is this object's own from here on. */
function ownField(frame: Frame, fn: FunctionValue, self: ObjectValue, name: string): Value | undefined {
  const known = self.fields.get(name);
  if (known !== undefined) return known;
  const common = find(fn.scope, name)?.value;
  if (common?.kind === "function") return overriding(frame, self, name, common);
  // Of an object that the program does not make nobody knows whether its field has the default.
  if (
    frame.instance.generic &&
    self.foreign === true &&
    common !== undefined &&
    fn.owner !== undefined &&
    isField(fn, name) &&
    isInt(common)
  )
    return fieldOf(frame, self, fn.owner, name, common);
  // An array lies where the object has it.
  if (common?.kind === "pointer" && common.room !== undefined && fn.owner !== undefined && isField(fn, name))
    return fieldOf(frame, self, fn.owner, name, common);
  if (common?.kind !== "object" || common.type === undefined || !isField(fn, name)) return undefined;
  const own = copyObject(common);
  self.fields.set(name, own);
  return own;
}

/** `size()` in a base's method, where the object's own class has another one of that virtual method. */
function overriding(frame: Frame, self: ObjectValue, name: string, { code }: FunctionValue): Value | undefined {
  const isVirtual = isFunctionItem(code) && code.attributes.some((one) => /^(?:virtual|override|final)$/.test(one));
  if (!isVirtual || self.type === undefined) return undefined;
  const own = classMember(frame.session, classInstance(frame, self.type), name);
  return own?.kind === "function" && own.code !== code ? bindSelf(own, self) : undefined;
}

const isField = (fn: FunctionValue, name: string): boolean =>
  fn.owner?.value.item.members.some(
    (one) =>
      one.kind === "statement" &&
      one.name === name &&
      one.statement.kind === "let" &&
      !one.statement.attributes.some((word) => word === "static" || word === "constexpr"),
  ) === true;

export function bindAll(frame: Frame, fn: FunctionValue, matched: Matched, presets: readonly Preset[]): void {
  frame.scope.names.set("<function>", fn);
  const { typeParams, params } = fn.code;
  const ownTypeParams = conceptsAsTypes(frame, outOfClassParams(frame, fn.code, typeParams.length));
  const deduced = deduceFrom(frame, ownTypeParams, params, matched);
  if (!frame.instance.generic) leaveOpen(deduced, ownTypeParams, fn);
  bindTypeParams(frame, ownTypeParams, fn.targs, deduced, presets);
  const copied = frame.dialect.semantics.valueObjects ? copiedArguments(params, matched) : matched;
  bindParams(frame, params, withDefaults(frame, fn, copied), presets);
  for (const param of params) {
    const value = frame.scope.names.get(param.name);
    if (param.passing === "mutable" && value !== undefined) frame.scope.names.set(`<in ${param.name}>`, value);
  }
}

/** A pack that a parameter's type speaks of is empty only where the argument says so. */
function leaveOpen(deduced: Deduced, typeParams: readonly TypeParam[], { code, targs }: FunctionValue): void {
  typeParams.forEach(({ pack, name }, i) => {
    if (!pack || deduced.has(name) || targs.length > i || !namesIn(code).has(name)) return;
    deduced.set(name, { kind: "type", of: unknown(`the parameter pack ${name} is not deduced`), name });
  });
}

const named = new WeakMap<FunctionCore, ReadonlySet<string>>();

/** The names in types that are more than a name. */
function namesIn(code: FunctionCore): ReadonlySet<string> {
  const known = named.get(code);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const { type } of code.params)
    if (type !== undefined && type.kind !== "name")
      eachNode(type, (node) => {
        const { kind, path } = node as Partial<Expr & { kind: "name" }>;
        if (kind === "name" && path?.length === 1) found.add(path[0]!);
      });
  named.set(code, found);
  return found;
}

/** Where nobody gives an argument, what the closure's definition found. */
function withDefaults({ dialect }: Frame, { code, defaults }: FunctionValue, matched: Matched): Matched {
  if (defaults === undefined) return matched;
  const { sharedState } = dialect.semantics;
  const byParam = code.params.map(({ name }, i) => {
    const value = defaults[i];
    if (matched.byParam[i] !== undefined || value === undefined) return matched.byParam[i];
    return { value: sharedState?.defaultOf(code, name, value) ?? value };
  });
  return { ...matched, byParam };
}

/** The template header of an out-of-class body repeats the class's parameters: those are bound by the class. */
function outOfClassParams(frame: Frame, code: FunctionValue["code"], count: number): readonly TypeParam[] {
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
  showUncalled(frame);
  const { returns, path, base } = frame.flow;
  const branches = returns.map((one) => ({ under: one.under, value: one.value }));
  const fallsOff = end !== "return" && end !== "raise";
  if (fallsOff && (returns.length === 0 || frame.dialect.semantics.none)) {
    branches.push({ under: path.slice(base), value: underscore });
  }
  joinStates(frame, end);
  path.length = base;
  if (branches.length === 0) return unknown("the function ends without a value");
  return branches.length === 1 ? branches[0]!.value : join(frame, branches, frame.instance.name || "the result");
}

/** Early returns leave the state as it was then: what later code wrote has two values. */
function joinStates(frame: Frame, end: End): void {
  const { returns, path, base } = frame.flow;
  const early = returns.filter((one) => !one.live);
  if (early.length === 0) return;
  const goesOn = returns.some((one) => one.live) || (end !== "return" && end !== "raise");
  const sets: (readonly Change[])[] = early.map((one) => one.changes);
  const left = early.map((one) => ({ ...one, after: valuesAfter(one.changes) }));
  for (const { map, name } of cellsOf(sets)) {
    if (map === frame.scope.names) continue;
    const branches = left.flatMap((one) => {
      const value = one.after(map, name);
      return value === undefined ? [] : [{ under: one.under, value }];
    });
    const now = map.get(name);
    if (goesOn && now !== undefined) branches.push({ under: path.slice(base), value: now });
    if (branches.length > 0) write(frame.session.journal, map, name, join(frame, branches, name));
  }
}
