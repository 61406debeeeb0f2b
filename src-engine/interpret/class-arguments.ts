// The arguments of a class with those that its template's defaults add: patterns of specialisations count them all.
import type { Value } from "../algebra/value.ts";
import type { ClassValue } from "../program/values.ts";
import { classInstance } from "./class.ts";
import type { Frame } from "./session.ts";

export function withDefaults(frame: Frame, cls: ClassValue): ClassValue {
  const { typeParams } = cls.item;
  const isPlain = cls.item.specialises === undefined && !typeParams.some((one) => one.pack);
  if (!isPlain || cls.targs.length >= typeParams.length) return cls;
  const { scope } = classInstance(frame, cls);
  const all = typeParams.map((one) => scope.names.get(one.name));
  return all.every((one) => one !== undefined) ? { ...cls, targs: all as readonly Value[] } : cls;
}
