// Functions and classes of an earlier version of the program as this evaluation has them.
//
// Values that were taken over name the code of the evaluation that made them; where one is used, its code and its scope are
// looked up again. Only for what stands in a file or class by itself: closures are never taken over.
import type { ClassItem, FunctionItem, Item } from "../ir.ts";
import { isSameObject } from "../value.ts";
import { classInstance, classMember, classOf } from "./class.ts";
import { fileScope, functionOf } from "./files.ts";
import { type FileScope, type Frame, isFunctionItem, type Session } from "./session.ts";
import type { ClassValue, FunctionValue } from "./types.ts";

export function currentClass(session: Session, cls: ClassValue): ClassValue {
  if (session.kept === undefined || cls.within !== undefined) return cls;
  const outer = cls.outer === undefined ? undefined : session.classes.get(cls.outer);
  const file = fileScope(session, cls.file);
  if (file === undefined || (cls.outer !== undefined && outer === undefined)) return cls;
  if (cls.scope === (outer?.scope ?? file.scope)) return cls;
  const found = outer === undefined ? fileClass(file, cls.item) : classMember(session, outer, cls.item.name);
  if (found?.kind !== "class") return cls;
  const all = found.overloads ?? [found];
  const one = all.find(({ item }) => item.id === cls.item.id) ?? found;
  const family = found.overloads === undefined ? {} : { overloads: found.overloads };
  return { ...one, ...family, targs: cls.targs };
}

function fileClass(file: FileScope, { name, id }: ClassItem): ClassValue | undefined {
  const isClass = (item: Item): item is ClassItem => item.kind === "class";
  const all = (file.index.get(name) ?? []).filter(isClass);
  const items = file.linked.unit.language === "python" ? all.filter((one) => one.id === id) : all;
  return items.length === 0 ? undefined : classOf(file, items, file.scope);
}

export function currentFunction(frame: Frame, fn: FunctionValue): FunctionValue {
  const { session } = frame;
  if (session.kept === undefined || !isFunctionItem(fn.code) || fn.item !== fn.code.id) return fn;
  const { owner } = fn;
  const found = owner === undefined ? fileFunction(session, fn) : ownFunction(frame, fn, owner);
  if (isSameObject(found, fn) || found?.kind !== "function") return fn;
  const { code } = fn;
  const all = found.overloads ?? [found];
  const one = all.find((each) => isFunctionItem(each.code) && each.code.id === code.id) ?? found;
  const given = { targs: fn.targs, ...(fn.self === undefined ? {} : { self: fn.self }) };
  const { overloads: _, ...plain } = one;
  if (fn.overloads === undefined) return { ...plain, ...given };
  return { ...plain, ...given, overloads: all.map((each) => ({ ...each, ...given })) };
}

function fileFunction(session: Session, fn: FunctionValue): FunctionValue | undefined {
  const file = fileScope(session, fn.file);
  if (file === undefined || fn.scope === file.scope) return fn;
  const isFunction = (item: Item): item is FunctionItem => item.kind === "function";
  const items = (file.index.get(fn.name) ?? []).filter(isFunction);
  return items.length === 0 ? undefined : functionOf(file, items);
}

function ownFunction(frame: Frame, fn: FunctionValue, owner: NonNullable<FunctionValue["owner"]>) {
  const { session } = frame;
  const known = session.classes.get(owner.key);
  if (known === owner) return fn;
  return classMember(session, known ?? classInstance(frame, owner.value), fn.name);
}
