// Members: fields and methods of objects, members of classes, names of modules, and what the dialect knows of library values.
import { isInt } from "../algebra/int/int.ts";
import { type Unknown, unknown, type Value } from "../algebra/value.ts";
import type { ClassValue, FunctionValue, ObjectValue } from "../program/values.ts";
import { pointee } from "./address.ts";
import { basesOf, classInstance, classMember, isEnum, isStorage, newObject } from "./class.ts";
import { enumMember } from "./enumeration.ts";
import { fieldOf } from "./field.ts";
import { exportOf, submodule } from "./files.ts";
import { callWithValues } from "./function-call.ts";
import { bindSelf } from "./function-value.ts";
import { lift, present, refine } from "./join.ts";
import { enumMemberOfLibrary } from "./library-source.ts";
import { nounOf } from "./operator.ts";
import { type Frame, isFunctionItem } from "./session.ts";
import { isOpen } from "./specialise.ts";
import { declaredClass } from "./stands.ts";
import { guarded } from "./type-value.ts";
import { assumed } from "./untaken.ts";

/** `a.b`. */
export function member(frame: Frame, object: Value, name: string): Value {
  const value = lift(frame, [present(frame, object)], `.${name}`, ([one]) => memberOf(frame, one!, name));
  const { assume } = frame.session;
  return assume.length === 0 ? refine(frame, value) : assumed(frame.session, name, refine(frame, value));
}

/** `A::b`. */
export function scopeMember(frame: Frame, object: Value, name: string): Value {
  return lift(frame, [object], `::${name}`, ([one]) => scopeMemberOf(frame, one!, name));
}

function memberOf(frame: Frame, given: Value, name: string): Value {
  const object = pointee(given);
  switch (object.kind) {
    case "object":
      return objectMember(frame, object, name);
    case "class":
      return staticMember(frame, object, name);
    case "module":
      return moduleMember(frame, object, name);
    case "unknown":
      return (
        (frame.dialect.semantics.typed || isPartlyKnown(object) ? frame.dialect.member(object, name) : undefined) ??
        unknown(`.${name} of something unknown`, object)
      );
    case "function":
      return functionMember(frame, object, name);
    default:
      return libraryMember(frame, object, name);
  }
}

const isPartlyKnown = ({ type, rank, tiled }: Unknown): boolean =>
  type !== undefined || rank !== undefined || tiled !== undefined;

function libraryMember(frame: Frame, object: Value, name: string): Value {
  const who = object.kind === "builtin" ? object.name : nounOf(object);
  return guarded(() => frame.dialect.member(object, name) ?? unknown(`${who} is not known to have a member ${name}`));
}

function functionMember(frame: Frame, fn: FunctionValue, name: string): Value {
  const made = frame.dialect.semantics.decoratedFunction?.(frame, fn);
  if (made !== undefined) return member(frame, made, name);
  return frame.dialect.member(fn, name) ?? unknown(`${fn.name} has no member ${name} that is known`);
}

function moduleMember(frame: Frame, module: Value & { kind: "module" }, name: string): Value {
  if (module.file === undefined) return libraryMember(frame, module, name);
  const value = exportOf(frame.session, module.file, name) ?? submodule(frame.session, module.file, name);
  return value ?? unknown(`${module.name} has no ${name}`);
}

function objectMember(frame: Frame, object: ObjectValue, name: string): Value {
  const field = object.fields.get(name);
  if (object.ofOneRun === true) frame.instance.ofOneRun = true;
  if (field !== undefined) return object.type === undefined ? declaredClass(frame, field) : field;
  if (object.type === undefined) {
    const own = frame.dialect.member(object, name);
    return own ?? unknown(`${object.name} has no ${name} that is known`);
  }
  const instance = classInstance(frame, object.type);
  const value = classMember(frame.session, instance, name);
  if (value?.kind === "function") return boundMethod(frame, object, value);
  if (value !== undefined) return fieldOf(frame, object, instance, name, value);
  const common = frame.dialect.semantics.objectAttribute?.(frame, object, name);
  if (common !== undefined) return common;
  return fromLibraryBase(frame, object, name) ?? unknown(`${object.name}.${name} is not set anywhere that was seen`);
}

/** A base class of the library may have the member. */
function fromLibraryBase(frame: Frame, object: ObjectValue, name: string): Value | undefined {
  if (object.type === undefined) return undefined;
  for (const base of basesOf(frame.session, classInstance(frame, object.type))) {
    if (base.kind === "class" || base.kind === "unknown") continue;
    const value = frame.dialect.member(base, name);
    if (value !== undefined) return value.kind === "builtin" ? { ...value, self: object } : value;
  }
  return frame.dialect.member(object, name);
}

function boundMethod(frame: Frame, object: ObjectValue, method: FunctionValue): Value {
  const attributes = isFunctionItem(method.code) ? method.code.attributes : [];
  if (attributes.some((one) => one === "staticmethod" || one === "static")) return method;
  if (attributes.includes("classmethod")) return object.type === undefined ? method : bindSelf(method, object.type);
  const bound = bindSelf(method, object);
  const isProperty = attributes.some(
    (one) => one === "property" || one === "cached_property" || one.endsWith(".cached_property"),
  );
  return isProperty ? callWithValues(frame, bound, []) : bound;
}

/** The call operator or another method of an object, bound to it. */
export function memberFunction(frame: Frame, object: ObjectValue, name: string): FunctionValue | undefined {
  if (object.type === undefined) return undefined;
  const value = classMember(frame.session, classInstance(frame, object.type), name);
  if (value?.kind !== "function") return undefined;
  const bound = boundMethod(frame, object, value);
  return bound.kind === "function" ? bound : undefined;
}

function staticMember(frame: Frame, cls: ClassValue, name: string): Value {
  const instance = classInstance(frame, cls);
  const value = classMember(frame.session, instance, name);
  const common = value === undefined ? frame.dialect.semantics.classAttribute?.(frame, cls, name) : undefined;
  if (common !== undefined) return common;
  if (value === undefined && isStorage(cls.item)) {
    return frame.dialect.member(storageObject(frame, cls), name) ?? unknown(`${cls.item.name} has no member ${name}`);
  }
  if (value === undefined) return fromLibraryBases(frame, cls, name) ?? missing(instance.value, name);
  if (isEnum(cls.item) && value.kind !== "function")
    return enumMemberOfLibrary(frame, cls, name) ?? enumMember(frame, instance, name, value);
  if (value.kind === "function" && isFunctionItem(value.code) && value.code.attributes.includes("classmethod")) {
    return bindSelf(value, cls);
  }
  return value;
}

const missing = (cls: ClassValue, name: string): Value =>
  unknown(isOpen(cls) ? `which specialisation of ${cls.item.name} is meant` : `${cls.item.name} has no member ${name}`);

/** Storage with all its fields, those of storage inside too: what its size is asked of. */
export function storageObject(frame: Frame, cls: ClassValue): ObjectValue {
  const whole = wholeStorage(frame, cls, 0);
  return frame.dialect.semantics.laidOut?.(whole) ?? whole;
}

function wholeStorage(frame: Frame, cls: ClassValue, depth: number): ObjectValue {
  const object = newObject(frame, cls);
  for (const { name } of declaredFields(cls)) {
    const field = objectMember(frame, object, name);
    const isInside = field.kind === "object" && field.type !== undefined && isStorage(field.type.item) && depth < 8;
    object.fields.set(name, isInside && field.type !== undefined ? wholeStorage(frame, field.type, depth + 1) : field);
  }
  return object;
}

const declaredFields = (cls: ClassValue): readonly { readonly name: string }[] =>
  cls.item.members.flatMap((member) =>
    member.kind === "statement" && member.statement.kind === "let" && member.statement.target.kind === "bind"
      ? [member.statement.target]
      : [],
  );

function fromLibraryBases(frame: Frame, cls: ClassValue, name: string): Value | undefined {
  for (const base of basesOf(frame.session, classInstance(frame, cls))) {
    if (base.kind === "class") continue;
    if (base.kind === "unknown")
      return unknown(`${cls.item.name} may have ${name} from a base that is not known`, base);
    const value =
      frame.dialect.inherited?.(base, name, (one) => classMember(frame.session, classInstance(frame, cls), one)) ??
      frame.dialect.member(base, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function scopeMemberOf(frame: Frame, object: Value, name: string): Value {
  switch (object.kind) {
    case "class":
      return staticMember(frame, object, name);
    case "object":
      return object.type === undefined ? objectMember(frame, object, name) : staticMember(frame, object.type, name);
    case "unknown":
      return (
        (frame.dialect.semantics.typed ? frame.dialect.member(object, name) : undefined) ??
        unknown(`::${name} of something unknown`, object)
      );
    case "type":
      return typeMember(frame, object, name);
    default:
      return libraryMember(frame, object, name);
  }
}

function typeMember(frame: Frame, type: Value & { kind: "type" }, name: string): Value {
  const own = frame.dialect.member(type, name);
  if (own !== undefined) return own;
  if (name === "value" && isInt(type.of)) return type.of;
  if (name === "type") return type;
  if (type.of.kind === "class" || type.of.kind === "object") return scopeMemberOf(frame, type.of, name);
  if (type.of.kind === "unknown") {
    return (
      (frame.dialect.semantics.typed ? frame.dialect.member(type.of, name) : undefined) ??
      unknown(`::${name} of a type that is not known`, type.of)
    );
  }
  return libraryMember(frame, type.of, name);
}
