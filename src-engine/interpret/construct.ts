// Making things: `T{}`, `T{a, b}`, `T(a, b)`, and objects of the project's classes with their constructors.

import { dynamicInt, isInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import type { Arg, Expr, StatementItem } from "../program/ir.ts";
import type { ClassValue, FunctionValue, ObjectValue } from "../program/values.ts";
import { matchArguments } from "./bind.ts";
import { callBuiltin, callLibraryValue } from "./builtin-call.ts";
import { apply, evaluateArguments, ofType, type Site } from "./call.ts";
import { castTo } from "./cast.ts";
import { basesOf, classFrame, classInstance, classMember, isEnum, isStorage, newObject } from "./class.ts";
import type { CallArgument } from "./dialect.ts";
import { memberByValue } from "./enumeration.ts";
import { evaluate } from "./expression.ts";
import { typedField } from "./field.ts";
import { bindSelf } from "./function-value.ts";
import { lift } from "./join.ts";
import { newFields, write } from "./journal.ts";
import { storageObject } from "./member.ts";
import { fromArgs } from "./sequence.ts";
import type { ClassInstance, Frame } from "./session.ts";
import { defaultOf } from "./type-value.ts";

/** `T{…}`, or a bare `{…}`, which is a tuple until something says its type. */
export function construct(frame: Frame, expr: Expr & { kind: "construct" }): Value {
  if (expr.type === undefined) return fromArgs(frame, expr.args);
  return constructWith(frame, evaluate(frame, expr.type), expr.args, expr);
}

export function constructWith(frame: Frame, type: Value, args: readonly Arg[], expr: Expr): Value {
  const given = evaluateArguments(frame, args);
  if (given === undefined) return unknown("a starred argument has an unknown number of items");
  const site: Site = { span: expr.span, nameSpan: expr.span, expr };
  return lift(frame, [type], "the object", ([one]) => constructOf(frame, one!, given, site));
}

function constructOf(frame: Frame, type: Value, args: readonly CallArgument[], site: Site): Value {
  switch (type.kind) {
    case "class":
      return constructObject(frame, type, args, site);
    case "type":
      if (args.length === 0)
        return type.of.kind === "unknown" ? ofType("a value of a type that is not known", type.of) : defaultOf(type);
      if (isInt(type.of) && args.length === 1) return castTo(frame, type, args[0]!.value);
      return callLibraryValue(frame, type, args, site);
    case "dtype":
      if (args.length === 1) return castTo(frame, type, args[0]!.value);
      return type.family === "float" ? { kind: "float", value: 0, dtype: type } : dynamicInt(0);
    case "builtin":
      return callBuiltin(frame, type, args, site);
    case "unknown":
      return ofType("an object of a type that is not known", type);
    default:
      return args.length === 0 ? type : unknown(`a ${type.kind} cannot be constructed with arguments`);
  }
}

/** An object of a class of the project: by its constructor, else its fields in order. */
export function constructObject(frame: Frame, given: ClassValue, args: readonly CallArgument[], site: Site): Value {
  const cls = frame.dialect.semantics.deducedClass?.(frame, given, args) ?? given;
  const instance = classInstance(frame, cls);
  if (isEnum(cls.item)) return memberByValue(frame, instance, args, site);
  const object = { ...newObject(frame, cls), fields: newFields(frame.session.journal) };
  // `SharedStorage(pointer)` lays the storage over memory: its fields are what they always are.
  if (isStorage(cls.item)) return storageObject(frame, cls);
  const maker = classMember(frame.session, instance, frame.dialect.semantics.constructorOf(cls.item));
  if (maker?.kind === "function") {
    // A value whose constructor is only declared is made without it.
    const takes = !frame.dialect.semantics.valueObjects || args.length > 0 || hasBody(maker);
    if (takes) apply(frame, bindSelf(maker, object), args, site);
    return object;
  }
  if (
    frame.dialect.semantics.valueObjects &&
    args.length === 1 &&
    args[0]!.value.kind === "object" &&
    args[0]!.name === undefined
  ) {
    const [only] = args;
    if (only!.value.kind === "object" && only!.value.type?.item.id === cls.item.id)
      return { ...only!.value, fields: new Map(only!.value.fields) };
  }
  if (frame.dialect.semantics.madeByBase?.(frame, object, instance, args, site) !== true)
    setFields(frame, object, instance, args);
  return object;
}

const hasBody = (fn: FunctionValue): boolean =>
  (fn.overloads ?? [fn]).some((one) => one.code.body !== undefined && one.code.params.length === 0);

/** Fields by order and by name, those of the bases first: aggregates, dataclasses, named tuples. */
function setFields(frame: Frame, object: ObjectValue, instance: ClassInstance, args: readonly CallArgument[]): void {
  const { dataFields } = frame.dialect.semantics;
  const fields = fieldsOf(frame, instance).filter(({ item }) => dataFields?.isField(item) !== false);
  const given = fields.filter(({ item }) => dataFields?.isGiven(item) !== false);
  const params = given.map(({ item }) => ({
    name: item.name,
    span: item.nameSpan,
    passing: "value" as const,
    form: "plain" as const,
  }));
  const matched = matchArguments(params, args);
  const handedOn: CallArgument[] = [];
  const expr: Expr = { kind: "none", span: { start: 0, end: 0 } };
  for (const { item, owner } of fields) {
    const bound = matched.byParam[given.findIndex((one) => one.item === item)];
    const value =
      bound === undefined
        ? dataFields && defaultOfField(frame, item, owner)
        : typedField(frame, object, item.name, bound.value, bound.expr);
    if (dataFields?.isInitOnly(item)) handedOn.push({ value: value || unknown("an argument that is not given"), expr });
    else if (value) write(frame.session.journal, object.fields, item.name, value);
  }
  const post = classMember(frame.session, instance, "__post_init__");
  if (post?.kind === "function")
    apply(frame, bindSelf(post, object), handedOn, { span: expr.span, nameSpan: expr.span, expr });
}

function defaultOfField(frame: Frame, item: StatementItem, owner: ClassInstance): Value | undefined {
  if (item.statement.kind !== "let" || item.statement.init === undefined) return undefined;
  const own = { ...classFrame(frame.session, owner), item: owner.value.within ?? item.id };
  return evaluate(own, item.statement.init);
}

interface Field {
  readonly item: StatementItem;
  readonly owner: ClassInstance;
}

function fieldsOf(frame: Frame, instance: ClassInstance, depth = 0): readonly Field[] {
  if (depth > 8) return [];
  const inherited = basesOf(frame.session, instance).flatMap((base) =>
    base.kind === "class" ? fieldsOf(frame, classInstance(frame, base), depth + 1) : [],
  );
  const own = instance.value.item.members.filter(isField).map((item) => ({ item, owner: instance }));
  const names = new Set(own.map((one) => one.item.name));
  return [...inherited.filter((one) => !names.has(one.item.name)), ...own];
}

const isField = (item: ClassInstance["value"]["item"]["members"][number]): item is StatementItem =>
  item.kind === "statement" &&
  item.statement.kind === "let" &&
  !item.statement.attributes.some((one) => one === "static" || one === "constexpr");
