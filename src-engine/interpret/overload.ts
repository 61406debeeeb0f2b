// Overloads: which declaration of a name a call means, by the number of arguments and by the element types that both sides know.

import type { DType, Float, Int, Value } from "../algebra/value.ts";
import type { Expr, Param } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import type { CallArgument } from "./dialect.ts";
import { evaluate } from "./expression.ts";
import { fileScope } from "./files.ts";
import { bindSelf } from "./function-value.ts";
import { newScope } from "./scope.ts";
import { type Frame, inner, isFunctionItem } from "./session.ts";
import { isSpecialised } from "./specialise.ts";

/** The best overload with a body that takes these arguments; without any, the name as it stands. */
export function chooseOverload(frame: Frame, callee: FunctionValue, args: readonly CallArgument[]): FunctionValue {
  const { overloads } = callee;
  if (overloads === undefined) return callee;
  const possible = overloads.filter((one) => takes(one, args));
  const fits = frame.dialect.semantics.enabled?.(frame, possible, callee.targs, args) ?? possible;
  const scored = fits.map((fn) => ({ fn, score: scoreOf(frame, fn, args) })).filter((one) => one.score !== refused);
  scored.sort(
    (a, b) =>
      Number(b.fn.code.body !== undefined) - Number(a.fn.code.body !== undefined) ||
      b.score - a.score ||
      namedBeforePack(b.fn, a.fn),
  );
  const { overloads: _, ...best } = { ...(scored[0]?.fn ?? callee), targs: callee.targs };
  const plain = callee.targs.length === 0 ? best : specialised(frame, overloads, best);
  return callee.self === undefined ? plain : bindSelf(plain, callee.self);
}

/** The explicit specialisation that is meant; without a body where one may be. */
function specialised(frame: Frame, overloads: readonly FunctionValue[], primary: FunctionValue): FunctionValue {
  for (const { code, item, file } of overloads) {
    if (!isFunctionItem(code) || code.specialises === undefined) continue;
    const answer = isSpecialised(frame, code, primary);
    if (answer === "yes") return { ...primary, code, item, file, targs: [] };
    const { body: _, ...declared } = primary.code;
    if (answer === "unknown") return { ...primary, code: declared };
  }
  return primary;
}

/** Of two that end in packs the one with more parameters before it is more specialised: `f(A, B, Ops...)` before `f(A, Ops...)`. */
function namedBeforePack(a: FunctionValue, b: FunctionValue): number {
  const [first, second] = [a, b].map(({ code }) => code.params.filter(({ form }) => form === "plain").length);
  const packs = [a, b].every(({ code }) => code.params.some(({ form }) => form === "pack"));
  return packs && first !== undefined && second !== undefined ? first - second : 0;
}

function takes(fn: FunctionValue, args: readonly CallArgument[]): boolean {
  const { params, typeParams } = fn.code;
  if (fn.targs.length > typeParams.length && !typeParams.some((one) => one.pack)) return false;
  const open = params.some((one) => one.form === "pack" || one.form === "star");
  const required = params.filter((one) => one.fallback === undefined && one.form === "plain").length;
  return args.length >= required && (open || args.length <= params.length);
}

/** How well a parameter fits its argument: a pointer to anything fits one closer than anything does. */
const worth = { same: 2, closer: 1, open: 0, converts: -1 } as const;
type Match = keyof typeof worth | "contradicts";

const refused = Number.NEGATIVE_INFINITY;

/** How well the parameters say the arguments' own types; `refused` when one contradicts it. */
function scoreOf(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): number {
  const names = new Set(fn.code.typeParams.map((one) => one.name));
  const file = fileScope(frame.session, fn.file) ?? frame.file;
  const at = inner({ ...frame, file, item: fn.item }, newScope(fn.scope));
  let score = 0;
  for (const [i, param] of fn.code.params.entries()) {
    const match = args[i] === undefined ? "open" : matchOf(at, param, args[i].value, names);
    if (match === "contradicts") return refused;
    score += worth[match];
  }
  return layoutsWanted(fn).every((i) => isLayoutOrOpen(args[i]?.value)) ? score : refused;
}

/** Parameters that `enable_if_t<is_layout<A>…>` in the return type wants to be layouts. */
function layoutsWanted({ code }: FunctionValue): readonly number[] {
  const wanted = new Set(typesWith("is_layout", code.returns, 0));
  return code.params.flatMap(({ type }, i) =>
    type?.kind === "name" && type.path.length === 1 && wanted.has(type.path[0]!) ? [i] : [],
  );
}

/** The names T of `trait<T>` anywhere in a type. */
function typesWith(trait: string, type: Expr | undefined, depth: number): readonly string[] {
  if (depth > 8 || type?.kind !== "template") return [];
  const [first] = type.args;
  if (type.callee.kind === "name" && type.callee.path.at(-1) === trait && first?.value.kind === "name")
    return first.value.path.slice(-1);
  return type.args.flatMap((arg) => typesWith(trait, arg.value, depth + 1));
}

function isLayoutOrOpen(value: Value | undefined): boolean {
  if (value === undefined || value.kind === "unknown" || value.kind === "alternatives") return true;
  const plain = value.kind === "type" ? value.of : value;
  return plain.kind === "layout" || plain.kind === "composed";
}

function matchOf(frame: Frame, param: Param, value: Value, typeParams: ReadonlySet<string>): Match {
  const type = param.type;
  if (type?.kind === "pointer-type") {
    if (value.kind !== "pointer" || value.dtype.kind !== "dtype") return "open";
    const pointee = compare(frame, type.of, value.dtype, typeParams);
    return pointee === "open" ? "closer" : pointee;
  }
  if (type?.kind === "template") return matchTemplate(frame, type, value, 0);
  if (type?.kind !== "name") return "open";
  if (value.kind === "num" || value.kind === "sym" || value.kind === "float")
    return numberMatch(frame, type, value, typeParams);
  return value.kind === "object" && value.type !== undefined ? compare(frame, type, value.type, typeParams) : "open";
}

/** A number is no object of a class of the project; an integer becomes a float, and the other way, where no parameter is nearer. */
function numberMatch(
  frame: Frame,
  type: Expr & { kind: "name" },
  value: Int | Float,
  typeParams: ReadonlySet<string>,
): Match {
  if (type.path.length === 1 && typeParams.has(type.path[0]!)) return "open";
  frame.session.silent++;
  const wanted = evaluate(frame, type);
  frame.session.silent--;
  if (wanted.kind === "class") return wanted.item.attributes.includes("enum") ? "open" : "contradicts";
  if (wanted.kind !== "dtype" || (value.kind !== "float" && value.know === "static")) return "open";
  const isWhole = wanted.family === "int" || wanted.family === "uint";
  if (!isWhole && wanted.family !== "float") return "open";
  if (isWhole !== (value.kind !== "float")) return "converts";
  return isOfType(wanted, value) ? "same" : isWhole ? "open" : "closer";
}

/** Where the number's own type is known: `f(long)` for `1L`, `f(double)` for `1.0`. */
function isOfType({ family, bits, name }: DType, value: Int | Float): boolean {
  if (value.kind === "float") return value.dtype === undefined || value.dtype.name === name;
  const machine = value.kind === "num" ? value.machine : undefined;
  return machine === undefined || machine === `${family === "uint" ? "u" : "i"}${bits}`;
}

/** `TiledMMA<MMA_Atom<OP<…>>>` against a value: library templates are taken apart as far as both sides reach. */
function matchTemplate(
  frame: Frame,
  type: Expr & { kind: "template" },
  value: Value,
  depth: number,
): "same" | "open" | "contradicts" {
  if (depth > 8 || value.kind === "unknown" || value.kind === "alternatives") return "open";
  frame.session.silent++;
  const template = evaluate(frame, type.callee);
  frame.session.silent--;
  if (template.kind !== "builtin") return "open";
  const plain = value.kind === "type" ? value.of : value;
  const parts = frame.dialect.unapply?.(template, plain);
  if (parts === undefined) return frame.dialect.contradicts?.(template, plain) === true ? "contradicts" : "open";
  const inside = type.args.map((arg, i): "same" | "open" | "contradicts" => {
    const part = parts[i];
    const isTemplate = arg.star === undefined && arg.value.kind === "template" && part !== undefined;
    return isTemplate && arg.value.kind === "template" ? matchTemplate(frame, arg.value, part, depth + 1) : "open";
  });
  return inside.includes("contradicts") ? "contradicts" : "same";
}

function compare(
  frame: Frame,
  type: NonNullable<Param["type"]>,
  value: Value,
  typeParams: ReadonlySet<string>,
): "same" | "open" | "contradicts" {
  if (type.kind === "name" && type.path.length === 1 && typeParams.has(type.path[0]!)) return "open";
  frame.session.silent++;
  const wanted = evaluate(frame, type);
  frame.session.silent--;
  if (wanted.kind === "dtype" && value.kind === "dtype") {
    const isOpen = wanted.assumed === true || value.assumed === true;
    return isOpen ? "open" : wanted.name === value.name ? "same" : "contradicts";
  }
  if (wanted.kind === "class" && value.kind === "class") {
    return wanted.item.id === value.item.id ? "same" : "open";
  }
  return "open";
}
