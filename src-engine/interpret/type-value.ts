// Types as values: `decltype(x)`, `T<args>`, `T*`, and the value of `T{}`.

import { OpStop, type Stop } from "../algebra/context.ts";
import { symbol, symbolsOf } from "../algebra/int/ask.ts";
import { dynamicInt } from "../algebra/int/int.ts";
import { mapInts } from "../algebra/tuple/map-ints.ts";
import {
  type DType,
  type Int,
  isSameObject,
  type Tuple,
  tuple,
  type Unknown,
  unknown,
  type Value,
} from "../algebra/value.ts";
import { decidedEarly } from "../program/compiled.ts";
import type { Condition } from "../program/condition.ts";
import type { Expr, Span } from "../program/ir.ts";
import type { ClassValue } from "../program/values.ts";
import { isAtom } from "./address.ts";
import { classInstance } from "./class.ts";
import { contextOf } from "./context-of.ts";
import { copyObject } from "./copy.ts";
import { noteDonor } from "./donors.ts";
import { elementTaken } from "./elements.ts";
import { isExample } from "./examples.ts";
import { evaluate } from "./expression.ts";
import { callWithValues } from "./function-call.ts";
import { type Branch, join, lift } from "./join.ts";
import { causeOf } from "./operator.ts";
import { recordCall } from "./record.ts";
import type { Frame } from "./session.ts";
import { isOpen, specialisation } from "./specialise.ts";
import { declaredClass, noteUse } from "./stands.ts";
import { test, under } from "./truth.ts";

/** `decltype(x)`: element types and classes stand for themselves, all else is the type of its value. */
export function typeOf(value: Value): Value {
  switch (value.kind) {
    case "type":
    case "dtype":
    case "class":
    case "builtin":
      return value;
    case "alternatives":
      return { ...value, options: value.options.map((one) => ({ ...one, value: typeOf(one.value) })) };
    case "unknown":
      return { kind: "type", of: value };
    case "object":
      return value.type ?? { kind: "type", of: value };
    case "float":
      return value.dtype ?? { kind: "type", of: value };
    default:
      return { kind: "type", of: value };
  }
}

/** `T{}`: static parts stay, what only the run knows is zero. */
export function defaultOf(type: Value): Value {
  if (type.kind !== "type") return type;
  return zeroed(type.of);
}

function zeroed(value: Value): Value {
  switch (value.kind) {
    case "num":
    case "sym":
      return value.know === "static" ? value : dynamicInt(0);
    case "object":
      return copyObject(value);
    case "tuple":
      return value.items.every((one) => isSameObject(zeroed(one), one)) ? value : tuple(value.items.map(zeroed));
    case "tensor":
      return { ...value, engine: value.engine.kind === "pointer" ? value.engine : value.engine };
    default:
      return value;
  }
}

/** What is shown of a type at a place: its static parts, and `int` where a value of it has a number of its own. */
export function shownType(type: Value, place: string): Value {
  if (type.kind !== "type") return type;
  let count = 0;
  return withInts(type.of, (value) => anyInt(value, `${place}.${count++}`));
}

/** In a layout the numbers that are known by name stay: they say where the type comes from. */
function withInts(value: Value, own: (value: Int) => Int): Value {
  switch (value.kind) {
    case "num":
    case "sym":
    case "tuple":
      return mapInts(value, (one) => (one.know === "static" ? one : own(one)));
    case "layout":
      return mapInts(value, (one) => (one.know === "static" || isNamed(one) ? one : own(one)));
    default:
      return value;
  }
}

const isNamed = (value: Int): boolean =>
  value.kind === "num" || symbolsOf(value).every((one) => one.name !== "" && one.name !== "?");

/** Each its own: two dynamic numbers of a type need not be equal. The same place met again has the same ones. */
function anyInt(value: Int, place: string): Int {
  const isWide = value.kind === "sym" && symbolsOf(value).some((one) => one.width === 64);
  const name = isWide ? "int64_t" : "int";
  return symbol(`type ${name}#${place}`, name, { ofType: true });
}

/** `f<0>`, `Layout<Shape<_4>>`, `Traits<T>`. */
export function instantiate(frame: Frame, expr: Expr & { kind: "template" }): Value {
  const callee = evaluate(frame, expr.callee);
  const [condition, then, other] = expr.args;
  if (callee.kind === "builtin" && frame.dialect.chooses?.(callee.name) && condition && then && other) {
    return choose(frame, [condition.value, then.value, other.value]);
  }
  const targs = templateArguments(frame, expr);
  if (targs.kind === "unknown") return { kind: "type", of: targs };
  return lift(frame, [callee, ...targs.items], "the template", ([template, ...plain]) =>
    instantiateOf(frame, template!, plain, expr.span),
  );
}

/** `conditional_t<test, A, B>`: what is not chosen is not looked at; an open test gives both. */
function choose(frame: Frame, [condition, then, other]: readonly [Expr, Expr, Expr]): Value {
  const { truth, whenTrue, whenFalse } = test(frame, condition);
  if (truth === "yes") return evaluate(frame, then);
  if (truth === "no") return evaluate(frame, other);
  const side = (conditions: readonly Condition[], type: Expr): Branch => {
    const early = decidedEarly(conditions);
    return { under: early, value: under(frame, early, () => evaluate(frame, type)) };
  };
  return join(frame, [side(whenTrue, then), side(whenFalse, other)], "the type");
}

/** Unknown where a pack among them is: it may be any number of arguments. */
function templateArguments(frame: Frame, expr: Expr & { kind: "template" }): Tuple<Value> | Unknown {
  const items: Value[] = [];
  for (const arg of expr.args) {
    const value = evaluate(frame, arg.value);
    const pack = arg.star !== undefined && value.kind === "type" ? value.of : value;
    if (arg.star !== undefined && pack.kind === "unknown") return pack;
    items.push(...(arg.star !== undefined && pack.kind === "tuple" ? pack.items : [value]));
  }
  return tuple(items);
}

/** The kernel of the program that the library launches: its body is run, whatever file it stands in. */
function noteKernel(frame: Frame, template: string, kernel: Value | undefined, span: Span | undefined): void {
  const only = kernel?.kind === "class" ? frame.dialect.kernelOf?.(template) : undefined;
  if (only === undefined || kernel?.kind !== "class" || isOpen(kernel) || frame.session.silent > 0) return;
  const by = { instance: frame.instance, file: frame.file.file, item: frame.item, start: span?.start ?? 0 };
  frame.session.instantiated.push({ instance: classInstance(frame, kernel), by, only });
}

/** The library's template, where the program has nothing but specialisations of it and none of them is meant. */
function primaryOf(frame: Frame, cls: ClassValue): Value | undefined {
  const { item, targs } = cls;
  if (item.specialises === undefined || targs.length === 0 || specialisation(frame, cls).none === undefined)
    return undefined;
  const value = frame.dialect.lookup(frame.file.linked.unit, [...item.scope, item.name]);
  return value?.kind === "builtin" ? value : undefined;
}

/** `span`: where the type is written, for what CuTe refuses of it. */
export function instantiateOf(frame: Frame, template: Value, targs: readonly Value[], span?: Span): Value {
  switch (template.kind) {
    case "function":
      return template.isAlias ? callWithValues(frame, { ...template, targs }, []) : { ...template, targs };
    case "class": {
      const made = { ...template, targs };
      const primary = primaryOf(frame, made);
      if (primary !== undefined) return instantiateOf(frame, primary, targs, span);
      noteUse(frame, made);
      return made;
    }
    case "builtin": {
      const made = guarded(
        () => frame.dialect.instantiate(template, targs, contextOf(frame)),
        (stop) => recordRefusal(frame, template.name, span, stop),
      );
      if (isExample(frame.session.assume)) noteDonor(frame.session, made);
      noteKernel(frame, template.name, targs[0], span);
      return declaredClass(frame, made);
    }
    case "unknown":
      return template;
    default:
      return unknown(`a ${template.kind} takes no template arguments`, causeOf(template));
  }
}

/** An operation's refusal is an unknown with its message. */
export function guarded(run: () => Value, refused: (stop: Stop) => void = () => {}): Value {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof OpStop)) throw error;
    refused(error.stop);
    return unknown(error.stop.message);
  }
}

/** `Swizzle<4,2,3>`: a type whose static_assert trips is a refused call as well. */
function recordRefusal(frame: Frame, name: string, span: Span | undefined, stop: Stop): void {
  if (span === undefined || stop.at === undefined) return;
  const result = unknown(stop.message);
  recordCall(frame, { span, nameSpan: span, op: name, args: [], result, needs: [], stop });
}

const pointerToTag = (tag: string): Value => ({
  kind: "type",
  of: { kind: "text", value: `${tag}*` },
  name: `${tag}*`,
});

export function pointerType(frame: Frame, of: Value): Value {
  return lift(frame, [of], "the pointer type", ([one]) => {
    if (one!.kind === "class" || one!.kind === "function") return one!;
    // A pointer to a tag is a tag as well: `RowMajor*` says that there is one layout per group.
    if (one!.kind === "type" && one!.of.kind === "text") return pointerToTag(one!.of.value);
    const taken = isUnknownType(one!) ? elementTaken(frame) : undefined;
    const dtype = elementOf(one!) ?? taken ?? unknown("a pointer to something that is no element type", causeOf(one));
    const of = one!.kind === "type" && hasValues(one!.of) ? { of: one! } : {};
    return { kind: "type", of: { kind: "pointer", space: "generic", dtype, offset: dynamicInt(0), ...of } };
  });
}

const isUnknownType = (type: Value): boolean =>
  type.kind === "unknown" || (type.kind === "type" && type.of.kind === "unknown");

/** Library values that a pointer may lead to one of, with what their type says of them. */
const hasValues = ({ kind }: Value): boolean => kind === "layout" || isAtom(kind);

/** What memory of such things consists of: an element type, or a library object of known size (`float4`, `Array<half_t,8>`). */
export function elementOf(type: Value): DType | undefined {
  const object = type.kind === "type" ? type.of : type;
  if (object.kind === "dtype") return object;
  if (object.kind !== "object" || object.type !== undefined || object.size === undefined) return undefined;
  const name = (type.kind === "type" && type.name) || object.name;
  return { kind: "dtype", name, bits: object.size.bytes * 8, family: "other" };
}
