// What a parameter is that no caller binds: what its type says, else a symbol or an unknown under its own name.

import { symbol } from "../algebra/int/ask.ts";
import { dynamicInt, isInt, staticInt } from "../algebra/int/int.ts";
import { mapInts } from "../algebra/tuple/map-ints.ts";
import { type Tree, tupleLike, type Unknown, unknown, type Value } from "../algebra/value.ts";
import { type Accepted, acceptedBy, type Literal } from "../program/accepted.ts";
import type { FunctionCore, FunctionItem, Param, TypeParam } from "../program/ir.ts";
import type { ObjectValue } from "../program/values.ts";
import { basesOf, classFrame, classInstance, newObject } from "./class.ts";
import { methodsOf } from "./covered.ts";
import { elementOfParameter, elementTaken } from "./elements.ts";
import { makesTraced, ofRun } from "./entry.ts";
import { exampleFor, examplePython, isExample, tellExample } from "./examples.ts";
import { evaluate } from "./expression.ts";
import { lift } from "./join.ts";
import { placeId } from "./place.ts";
import { accepting } from "./preset.ts";
import type { ClassInstance, Frame, Session } from "./session.ts";
import { silently } from "./silent.ts";
import { mint, symbolOf } from "./symbol.ts";
import { callUnbound } from "./unbound-call.ts";

/** A template parameter that nothing binds: a value is a static symbol, a type is unknown under its name. */
export function genericTypeParameter(frame: Frame, param: TypeParam): Value {
  const example = frame.dialect.semantics.templates ? exampleFor(frame.session, param) : undefined;
  if (example !== undefined) return example;
  if (param.form !== "value") {
    const element = elementOfParameter(frame, param);
    if (element !== undefined) return element;
    return {
      kind: "type",
      of: unknown(`the template parameter ${param.name} is not bound by any use`),
      name: param.name,
    };
  }
  const bound = frame.session.bindings.get(param.name);
  if (bound !== undefined) return dynamicInt(bound);
  return symbol(`${param.name}@${placeId(frame, param.span.start)}`, param.name, { ofCompiler: true });
}

export const genericParameter = (frame: Frame, param: Param): Value => asAccepted(frame, param, unbound(frame, param));

/** What a launch hands over is the run's, unless it is declared to be the trace's. */
const isKernel = (code: FunctionCore): boolean => "isKernel" in code && code.isKernel === true;

function unbound(frame: Frame, param: Param): Value {
  const annotation = param.type === undefined ? undefined : silently(frame, () => evaluate(frame, param.type!));
  const code = codeOf(frame);
  const own =
    code &&
    frame.dialect.parameter?.({
      unit: frame.file.linked.unit,
      code,
      param,
      ...(annotation === undefined ? {} : { annotation }),
      ...(isExample(frame.session.assume) ? { isExample: true, said: (text) => tellExample(frame.session, text) } : {}),
      own: (method) => callUnbound(frame, method),
      element: () => elementTaken(frame),
      symbol: (name, options) =>
        mint(frame.session, {
          ...options,
          id: `${name}@${placeId(frame, param.span.start)}`,
          name,
          ofRun: ofRun(frame),
          ...(options?.isInteger === true && isKernel(code) ? { onlyRun: true } : {}),
        }),
    });
  if (own !== undefined) {
    if (own.why !== "") frame.instance.assumes.push(`${param.name}: ${own.why}`);
    // Beside the arguments of a class that some use has bound, what is assumed here may be of another shape than theirs.
    if (own.why !== "" && frame.owner?.record.generic === false) doubtModes(frame);
    return !frame.dialect.semantics.typed && code !== undefined
      ? examplePython(frame.session, param.name, own.value, code)
      : own.value;
  }
  if (!frame.dialect.semantics.typed) {
    const value = untypedParameter(frame, param, annotation, code);
    return code === undefined ? value : examplePython(frame.session, param.name, value, code);
  }
  return typedValue(frame, annotation, param.name, param.span.start, `the parameter ${param.name}`);
}

function doubtModes({ instance }: Frame): void {
  if (instance.certain) instance.assumed = true;
  instance.certain = false;
}

/**
 * A constructor that nobody calls with known arguments: what its class refuses says what they may be, and the first that it takes
 * stands for all. A check of the class names its parameters as the constructor does: it is asked about them before.
 */
function asAccepted(frame: Frame, param: Param, value: Value): Value {
  const { instance, owner, dialect, session } = frame;
  if (owner === undefined || owner.value.file !== session.program.target) return value;
  if (!dialect.semantics.makers.includes(instance.name)) return value;
  for (const check of checksOf(session, owner)) {
    const open = acceptedBy(check).filter((one) => one.param === param.name && isOpen(partOf(value, one)));
    if (open.length === 0) continue;
    const assumed = accepting(param.name, check.name);
    for (const record of [instance, owner.record]) if (!record.assumes.includes(assumed)) record.assumes.push(assumed);
    return open.reduce<Value>(withFirst, value);
  }
  return value;
}

const mostBases = 16;

/** Its own functions, then those of the project's classes that it is made from. */
function checksOf(session: Session, of: ClassInstance): readonly FunctionItem[] {
  const classes = new Set([of]);
  for (const one of classes) {
    if (classes.size > mostBases) break;
    const frame = classFrame(session, one);
    for (const base of basesOf(session, one)) if (base.kind === "class") classes.add(classInstance(frame, base));
  }
  return [...classes].flatMap((one) => methodsOf(one.value.item));
}

const partOf = (value: Value, { item }: Accepted): Value | undefined =>
  item === undefined ? value : value.kind === "tuple" ? value.items[item] : undefined;

function withFirst(value: Value, { item, values }: Accepted): Value {
  const first = literal(values[0]!);
  if (item === undefined || value.kind !== "tuple") return first;
  return tupleLike(
    value,
    value.items.map((one: Tree<Value>, i) => (i === item ? first : one)),
  );
}

const isOpen = (value: Value | undefined): boolean => value?.kind === "unknown" || value?.kind === "sym";

const literal = (value: Literal): Value => (typeof value === "number" ? staticInt(value) : { kind: "text", value });

function untypedParameter(
  frame: Frame,
  param: Param,
  annotation: Value | undefined,
  code: FunctionCore | undefined,
): Value {
  if (annotation?.kind === "class") return { ...newObject(frame, annotation, param.name), foreign: true };
  const value = symbolOf(frame, param.name, param.span.start);
  return code !== undefined && value.kind === "sym" && makesTraced(code) ? { ...value, know: "static" } : value;
}

/** What a variable of a type is when nothing is known about its value. */
export function typedValue(frame: Frame, type: Value | undefined, name: string, place: number, what: string): Value {
  switch (type?.kind) {
    case undefined:
      return unknown(`${what} has no known value`);
    case "dtype":
      if (type.family === "float" || type.family === "complex" || type.family === "other") {
        return unknown(`${what} is known at run time only`);
      }
      return symbolOf(frame, name, place);
    case "class":
      return { ...newObject(frame, type, name), foreign: true };
    case "type":
      return ofType(frame, type.of, name, place, what);
    case "unknown":
      return ofUnknown(what, type);
    case "alternatives":
      return lift(frame, [type], name, ([one]) => typedValue(frame, one, name, place, what));
    default:
      return unknown(`${what} has no known value`);
  }
}

/** Of a type that is not known: which way its TMA copies is the type's. */
const ofUnknown = (what: string, of: Unknown): Unknown => {
  const why = unknown(`${what} has a type that is not known`, of);
  return of.tma === undefined ? why : { ...why, tma: of.tma };
};

function ofType(frame: Frame, of: Value, name: string, place: number, what: string): Value {
  if (of.kind === "pointer") return { ...of, base: name };
  if (of.kind === "class") return { ...newObject(frame, of, name), foreign: true };
  if (of.kind === "unknown") return ofUnknown(what, of);
  if (isInt(of)) return of.know === "static" ? of : symbolOf(frame, name, place);
  if (of.kind === "object" && of.type === undefined) return someObject(frame, of, name, place);
  if (isStatic(of)) return of;
  return freshParts(frame, of, name, place, what);
}

/** An object of the library that was made elsewhere: its run-time numbers are not those of a new one. */
function someObject(frame: Frame, of: ObjectValue, name: string, place: number): ObjectValue {
  const fields = [...of.fields].map(([field, value]): [string, Value] => {
    const isOwn = value.kind === "num" && value.know === "dynamic";
    return [field, isOwn ? symbolOf(frame, `${name}.${field}`, place) : value];
  });
  return { ...of, fields: new Map(fields) };
}

/** Shapes and strides with run-time parts get a symbol for each: `problem_shape.0`. */
function freshParts(frame: Frame, of: Value, name: string, place: number, what: string): Value {
  if (of.kind === "tuple") {
    return { kind: "tuple", items: of.items.map((one, i) => ofType(frame, one, `${name}.${i}`, place, what)) };
  }
  if (of.kind === "layout") {
    const shape = ofType(frame, of.shape, `${name}.shape`, place, what);
    const stride = ofType(frame, of.stride, `${name}.stride`, place, what);
    if ((shape.kind === "tuple" || isInt(shape)) && (stride.kind === "tuple" || isInt(stride))) {
      return { kind: "layout", shape: shape as typeof of.shape, stride: stride as typeof of.stride };
    }
  }
  if (of.kind === "tensor") {
    const layout = ofType(frame, of.layout, name, place, what);
    const engine = ofType(frame, of.engine, `${name}.data`, place, what);
    return { ...of, engine: engine as typeof of.engine, layout: layout as typeof of.layout };
  }
  let count = 0;
  return mapInts(of, (one) => (one.know === "static" ? one : symbolOf(frame, `${name}.${count++}`, place)));
}

/** Are all integers in it the compiler's? A pointer's offset is none: where it leads nobody has said. */
function isStatic(value: Value): boolean {
  if (value.kind === "class") return false;
  let found = true;
  const plain = value.kind === "tensor" && value.engine.kind === "pointer" ? value.layout : value;
  mapInts(plain, (one) => {
    if (one.know === "dynamic") found = false;
    return one;
  });
  return found;
}

export function codeOf(frame: Frame): FunctionCore | undefined {
  const value = frame.scope.names.get("<function>");
  return value?.kind === "function" ? value.code : undefined;
}
