// Binding a call: template parameters by explicit arguments, deduction and defaults; parameters by position, keyword and default.
//
// A parameter that nobody binds (a generic instance) is what its type says, or a symbol under its own name.
import { asDynamic, isInt } from "../algebra/int/int.ts";
import { type DType, tuple, unknown, type Value } from "../algebra/value.ts";
import type { Expr, Param, TypeParam } from "../program/ir.ts";
import { fromBraces, isBraces } from "./braces.ts";
import { castElement } from "./cast.ts";
import { constructWith } from "./construct.ts";
import { asArgument, type Deduced, deduce } from "./deduce.ts";
import type { CallArgument } from "./dialect.ts";
import { insideTraced } from "./entry.ts";
import { exampleByAssertion, isExample } from "./examples.ts";
import { evaluate } from "./expression.ts";
import { boundParts } from "./local-names.ts";
import { isNull, nullOf } from "./null-pointer.ts";
import { codeOf, genericParameter, genericTypeParameter } from "./parameter.ts";
import { placeId } from "./place.ts";
import { recordVariable } from "./record.ts";
import { declare } from "./scope.ts";
import type { Frame, Preset } from "./session.ts";
import { aloud, silently } from "./silent.ts";
import { symbolOf } from "./symbol.ts";
import { shownType } from "./type-value.ts";

/** Arguments sorted to parameters: undefined where no argument came. */
export interface Matched {
  readonly byParam: readonly (Bound | undefined)[];
  /** More arguments than the function takes, or an unknown keyword. */
  readonly misfit?: string;
}

export interface Bound {
  readonly value: Value;
  readonly expr?: Expr;
}

/** Keywords that CuTe DSL's tracer takes beside the function's own. */
const tracing = new Set(["no_cache", "compile_only", "no_jit_engine", "options"]);

export function matchArguments(params: readonly Param[], args: readonly CallArgument[]): Matched {
  const byParam: (Bound | undefined)[] = params.map(() => undefined);
  const positional = args.filter((one) => one.name === undefined);
  const named = args.filter((one) => one.name !== undefined);
  let at = 0;
  let misfit: string | undefined;
  params.forEach((param, i) => {
    if (param.form === "star" || param.form === "pack") {
      byParam[i] = { value: tuple(positional.slice(at).map((one) => one.value)) };
      at = positional.length;
    } else if (param.form === "plain" && at < positional.length) byParam[i] = positional[at++]!;
  });
  const tooMany = positional.length - at;
  if (tooMany > 0) misfit = `${tooMany} ${tooMany === 1 ? "argument" : "arguments"} more than it takes`;
  const rest: (readonly [Value, Value])[] = [];
  let strange: string | undefined;
  for (const one of named) {
    const i = params.findIndex(
      (param) => param.name === one.name && param.form !== "star" && param.form !== "double-star",
    );
    if (i >= 0) byParam[i] = one;
    else if (!tracing.has(one.name ?? "")) {
      strange ??= one.name;
      rest.push([{ kind: "text", value: one.name! }, one.value]);
    }
  }
  const sink = params.findIndex((param) => param.form === "double-star");
  if (sink >= 0) byParam[sink] = { value: { kind: "dict", entries: rest } };
  else if (strange !== undefined) misfit = `it takes no argument ${strange}`;
  const missing = params.findIndex(
    (param, i) =>
      byParam[i] === undefined &&
      param.fallback === undefined &&
      (param.form === "plain" || param.form === "keyword-only"),
  );
  if (missing >= 0) misfit ??= `no argument for ${params[missing]!.name || `parameter ${missing + 1}`}`;
  return misfit === undefined ? { byParam } : { byParam, misfit };
}

/** The parameters with those of a concept, `template <Big T>`, as the types that they are. */
export function conceptsAsTypes(frame: Frame, typeParams: readonly TypeParam[]): readonly TypeParam[] {
  const { isConcept } = frame.dialect.semantics;
  if (isConcept === undefined || !typeParams.some(mayBeOfConcept)) return typeParams;
  return typeParams.map((param) => {
    const { type, ...rest } = param;
    if (type === undefined || !mayBeOfConcept(param)) return param;
    return isConcept(silently(frame, () => evaluate(frame, type))) ? { ...rest, form: "type" } : param;
  });
}

const mayBeOfConcept = ({ form, type }: TypeParam): boolean => form === "value" && type?.kind === "name";

/** Binds template parameters in the frame's scope; those that nothing gives stay generic. */
export function bindTypeParams(
  frame: Frame,
  typeParams: readonly TypeParam[],
  explicit: readonly Value[],
  deduced: Deduced,
  presets: readonly Preset[] = [],
): void {
  let at = 0;
  for (const param of typeParams) {
    if (param.name === "") {
      at++;
      continue;
    }
    const value = ofOwnType(frame, param, typeArgument(frame, param, explicit, at, deduced, presets));
    at += param.pack ? explicit.length : 1;
    declare(frame.scope, param.name, frame.item, param.span);
    frame.scope.names.set(param.name, value);
    const shown = shownType(value, placeId(frame, param.span.start));
    const record = (): void =>
      recordVariable(frame, { name: param.name, span: param.span, value: shown, role: "parameter" });
    // A class is bound once: who asks for it first, be it on the side, is no matter.
    if (frame.instance.isScope) aloud(frame, record);
    else record();
  }
}

/** A value parameter of a built-in type is a number of that type: `template <int N>` given `_128{}` has 128. */
function ofOwnType(frame: Frame, param: TypeParam, value: Value): Value {
  if (!frame.dialect.semantics.typed || param.type === undefined || value.kind !== "num" || value.know === "dynamic")
    return value;
  frame.session.silent++;
  const type = evaluate(frame, param.type);
  frame.session.silent--;
  return type.kind === "dtype" ? asDynamic(value) : value;
}

function typeArgument(
  frame: Frame,
  param: TypeParam,
  explicit: readonly Value[],
  at: number,
  deduced: Deduced,
  presets: readonly Preset[],
): Value {
  if (param.pack) return deduced.get(param.name) ?? packArgument(frame, param, explicit.slice(at));
  const preset = presets.find((one) => one.name === param.name);
  const given = explicit[at] ?? deduced.get(param.name);
  // Of an argument that is not known a preset says more.
  if (given !== undefined && (preset === undefined || !isNothing(given)))
    return explicit[at] === undefined ? given : (unnamed(frame, param, given) ?? asArgument(param, given));
  if (preset !== undefined) {
    frame.instance.assumes.push(`${param.name} by preset`);
    return asArgument(param, evaluate(frame, preset.value));
  }
  if (param.fallback !== undefined) {
    if (frame.instance.generic && frame.owner?.record !== frame.instance) assumeDefault(frame, param);
    return asArgument(param, evaluate(frame, param.fallback));
  }
  return genericTypeParameter(frame, param);
}

/** A pack that nobody gives has any number of items; of one that is given none it is empty. */
const packArgument = (frame: Frame, param: TypeParam, rest: readonly Value[]): Value =>
  rest.length === 0 && frame.instance.generic && frame.dialect.semantics.templates
    ? { kind: "type", of: unknown(`the parameter pack ${param.name} is not bound by any use`), name: param.name }
    : tuple(rest);

/** An integer that no code in sight tells (a build step's `HEAD_DIM`): the parameter's own name stands for it. */
function unnamed(frame: Frame, param: TypeParam, given: Value): Value | undefined {
  if (param.form !== "value" || !isNothing(given)) return undefined;
  const generic = genericTypeParameter(frame, param);
  return isInt(generic) ? generic : undefined;
}

const isNothing = (value: Value): boolean =>
  value.kind === "unknown" || (value.kind === "type" && value.of.kind === "unknown");

export function deduceFrom(
  frame: Frame,
  typeParams: readonly TypeParam[],
  params: readonly Param[],
  matched: Matched,
): Deduced {
  const byName = new Map(typeParams.map((one): [string, TypeParam] => [one.name, one]));
  const found: Deduced = new Map();
  if (byName.size === 0) return found;
  frame.session.silent++;
  try {
    params.forEach((param, i) => {
      const bound = matched.byParam[i];
      if (bound === undefined || param.type === undefined) return;
      if (param.form === "pack") deducePack(param, bound.value, byName, found);
      else deduce(frame, param.type, bound.value, byName, found);
    });
  } finally {
    frame.session.silent--;
  }
  return found;
}

/** `Ts const&... ts`: the pack of types is the types of the values. */
function deducePack(param: Param, value: Value, byName: ReadonlyMap<string, TypeParam>, found: Deduced): void {
  const { type } = param;
  const name = type?.kind === "name" ? type.path[0]! : undefined;
  const typeParam = name === undefined ? undefined : byName.get(name);
  if (typeParam === undefined || value.kind !== "tuple") return;
  found.set(typeParam.name, tuple(value.items.map((one) => asArgument(typeParam, one))));
}

/** Binds parameters in the frame's scope, in order: defaults and types may name earlier ones. */
export function bindParams(
  frame: Frame,
  params: readonly Param[],
  matched: Matched,
  presets: readonly Preset[] = [],
): void {
  params.forEach((param, i) => {
    if (param.name === "") return;
    const bound = matched.byParam[i];
    const type = typeIfKnown(frame, param);
    const given =
      bound === undefined ? unboundParam(frame, param, presets) : received(frame, param, bound.value, bound.expr, type);
    const value = boundParts(frame.session, given, param.name);
    if (bound !== undefined) doubtCall(frame, param, value);
    declare(frame.scope, param.name, frame.item, param.span, {
      ...(type === undefined ? {} : { type }),
      ...(param.type?.kind === "pointer-type" ? { pointer: true } : {}),
    });
    frame.scope.names.set(param.name, value);
    recordVariable(frame, { name: param.name, span: param.span, value, role: "parameter", note: param.note });
  });
}

/** What a traced function is called with in a place that asks for something else says nothing about the function. */
function doubtCall(frame: Frame, param: Param, value: Value): void {
  const { refusesArgument } = frame.dialect;
  if (refusesArgument === undefined || param.type === undefined || !insideTraced(frame.instance)) return;
  if (value.kind === "tensor" || value.kind === "unknown" || value.kind === "underscore") return;
  frame.session.silent++;
  if (refusesArgument(evaluate(frame, param.type), value)) frame.instance.certain = false;
  frame.session.silent--;
}

function typeIfKnown(frame: Frame, param: Param): Value | undefined {
  if (!frame.dialect.semantics.typed || param.type === undefined) return undefined;
  frame.session.silent++;
  const type = evaluate(frame, param.type);
  frame.session.silent--;
  return type;
}

function unboundParam(frame: Frame, param: Param, presets: readonly Preset[]): Value {
  const preset = presets.find((one) => one.name === param.name);
  if (preset !== undefined) {
    frame.instance.assumes.push(`${param.name} by preset`);
    return evaluate(frame, preset.value);
  }
  if (param.fallback !== undefined) {
    const made = defaultValue(frame, param, param.fallback);
    const value = ownDefault(frame, param.name, made);
    if (frame.instance.generic) assumeDefault(frame, param);
    return frame.dialect.semantics.typed ? received(frame, param, value) : value;
  }
  return genericParameter(frame, param);
}

/** A default may be one list for all calls. */
function ownDefault(frame: Frame, name: string, value: Value): Value {
  const code = codeOf(frame);
  return code === undefined ? value : (frame.dialect.semantics.sharedState?.defaultOf(code, name, value) ?? value);
}

function assumeDefault({ instance }: Frame, { name }: Pick<Param, "name">): void {
  instance.assumes.push(`${name} by its default`);
  instance.byDefaults = true;
}

/** `Stages stages = {}`: bare braces make a value of the parameter's type. */
function defaultValue(frame: Frame, { type }: Param, fallback: Expr): Value {
  if (type === undefined || fallback.kind !== "construct" || fallback.type !== undefined)
    return evaluate(frame, fallback);
  return constructWith(frame, evaluate(frame, type), fallback.args, fallback);
}

/** C++ converts to the parameter's type: a static integer passed as `int` is dynamic, an unknown one is a symbol. */
function received(frame: Frame, param: Param, value: Value, expr?: Expr, type = typeIfKnown(frame, param)): Value {
  if (!frame.dialect.semantics.typed) return exampleOfUnknown(frame, param, value);
  if (type === undefined) return value;
  if (
    value.kind === "float" ||
    (value.kind === "num" && value.know === "dynamic" && param.type?.kind !== "pointer-type")
  )
    return isNumeric(type) ? castElement(frame, type, value) : value;
  if (value.kind === "tuple" && isBraces(expr)) return fromBraces(frame, type, value, expr);
  if (value.kind !== "unknown" && !isInt(value) && value.kind !== "type" && !isNull(value)) return value;
  const empty = nullOf(type, value);
  if (empty !== undefined) return empty;
  if (type.kind !== "dtype")
    return value.kind === "unknown" && type.kind !== "unknown" ? genericOr(frame, param, value) : value;
  const plain = value.kind === "type" && isInt(value.of) ? value.of : value;
  if (plain.kind === "num" && isNumeric(type)) return castElement(frame, type, plain);
  if (isInt(plain)) return type.family === "float" ? plain : asDynamic(plain);
  const integral = type.family === "int" || type.family === "uint" || type.family === "bool";
  return integral ? symbolOf(frame, param.name, param.span.start) : value;
}

const isNumeric = (type: Value): type is DType => type.kind === "dtype" && type.family !== "other";

/** With examples what a constructor is given and is not known is what the parameter's annotation says, `head_dim: int`. */
function exampleOfUnknown(frame: Frame, param: Param, value: Value): Value {
  const { session, instance, dialect } = frame;
  const isMaker = dialect.semantics.makers.includes(instance.name);
  if (!isExample(session.assume) || !isMaker || insideTraced(instance)) return value;
  const code = codeOf(frame);
  if (value.kind === "unknown" && param.type !== undefined) return genericOr(frame, param, value);
  const given = code === undefined ? value : exampleByAssertion(session, param.name, value, code);
  // What plain Python counts is no run-time number of the kernel.
  return isInt(given) && given.know === "dynamic" ? { ...given, know: "static" } : given;
}

/** Of an unknown argument the parameter's own type may still say something. */
function genericOr(frame: Frame, param: Param, value: Value): Value {
  const generic = genericParameter(frame, param);
  return generic.kind === "unknown" ? value : generic;
}
