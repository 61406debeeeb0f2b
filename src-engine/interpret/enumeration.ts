// Enumerations of a program: a member by its name, and by its value, `Mode(1)`.
import { asDynamic, isInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import type { ClassValue, ObjectValue } from "../program/values.ts";
import { apply, type Site } from "./call.ts";
import { classMember, isValueEnum } from "./class.ts";
import type { CallArgument } from "./dialect.ts";
import { sameAs } from "./equality.ts";
import { bindSelf } from "./function-value.ts";
import { lift } from "./join.ts";
import { member } from "./member.ts";
import { type ClassInstance, type Frame, isFunctionItem } from "./session.ts";

/** Members of a Python enumeration are single objects; in C++ they are their numbers. */
export function enumMember(frame: Frame, instance: ClassInstance, name: string, value: Value): Value {
  const [cls, { names }] = [instance.value, instance.scope];
  if (cls.item.attributes.some((one) => one.startsWith("enum"))) return value;
  // Those of IntEnum and StrEnum are used as what they are worth.
  if (isValueEnum(cls.item) && (isInt(value) || value.kind === "text")) return value;
  const known = names.get(`<enum ${name}>`);
  if (known !== undefined) return known;
  const object: ObjectValue = {
    kind: "object",
    type: cls,
    name: `${cls.item.name}.${name}`,
    fields: new Map<string, Value>([
      ["value", value],
      ["name", { kind: "text", value: name }],
    ]),
  };
  names.set(`<enum ${name}>`, object);
  initialise(frame, instance, object, value);
  return object;
}

/** The class's own constructor is called with the member's value, a tuple as so many arguments. */
function initialise(frame: Frame, instance: ClassInstance, object: ObjectValue, value: Value): void {
  const maker = classMember(frame.session, instance, frame.dialect.semantics.constructorOf(instance.value.item));
  if (maker?.kind !== "function" || !isFunctionItem(maker.code)) return;
  const expr = { kind: "opaque", why: "a member's value", reads: [], span: maker.code.nameSpan } as const;
  const args = (value.kind === "tuple" ? value.items : [value]).map((one) => ({ value: one, expr }));
  apply(frame, bindSelf(maker, object), args, { span: expr.span, nameSpan: expr.span, expr });
}

/** `Mode(x)`: the member that is x or whose value is x, else what the class's own `_missing_` says; in C++ the number itself. */
export function memberByValue(frame: Frame, instance: ClassInstance, args: readonly CallArgument[], site: Site): Value {
  const cls = instance.value;
  const [given] = args;
  if (frame.dialect.semantics.typed && args.length === 1 && given !== undefined && isInt(given.value))
    return asDynamic(given.value);
  if (frame.dialect.semantics.typed || given === undefined || args.length > 1)
    return unknown(`a member of ${cls.item.name} by value`);
  return lift(frame, [given.value], cls.item.name, ([value]) => {
    const found = memberOf(frame, cls, value!);
    if (found === undefined) return unknown(`which member of ${cls.item.name} has a value that is not known`);
    return found === "none" ? missing(frame, instance, given, value!, site) : found;
  });
}

/** Undefined where it cannot be told. */
function memberOf(frame: Frame, cls: ClassValue, value: Value): Value | "none" | undefined {
  let isOpen = false;
  for (const name of memberNames(cls)) {
    const one = member(frame, cls, name);
    const own = one.kind === "object" ? one.fields.get("value") : one;
    const isSame = own !== undefined && (sameAs(frame, one, value) === true ? true : sameAs(frame, own, value));
    if (isSame === true) return one;
    if (isSame === undefined) isOpen = true;
  }
  return isOpen ? undefined : "none";
}

const memberNames = (cls: ClassValue): readonly string[] =>
  cls.item.members.flatMap((one) => (one.kind === "statement" && !one.name.startsWith("_") ? [one.name] : []));

function missing(frame: Frame, instance: ClassInstance, given: CallArgument, value: Value, site: Site): Value {
  const { item } = instance.value;
  const own = classMember(frame.session, instance, "_missing_");
  return own?.kind === "function"
    ? apply(frame, bindSelf(own, instance.value), [{ ...given, value }], site)
    : unknown(`${item.name} has no member of this value`);
}
