// Overloads: which declaration of a name a call means, by the number of arguments and by the element types that both sides know.
import type { Expr, Param } from "../ir.ts";
import type { Value } from "../value.ts";
import type { CallArgument } from "./dialect.ts";
import { evaluate } from "./expression.ts";
import { fileScope } from "./files.ts";
import { bindSelf } from "./function-value.ts";
import { newScope } from "./scope.ts";
import { type Frame, inner } from "./session.ts";
import type { FunctionValue } from "./types.ts";

/** The best overload with a body that takes these arguments; without any, the name as it stands. */
export function chooseOverload(frame: Frame, callee: FunctionValue, args: readonly CallArgument[]): FunctionValue {
  const { overloads } = callee;
  if (overloads === undefined) return callee;
  const fits = overloads.filter((one) => takes(one, args));
  const scored = fits.map((fn) => ({ fn, score: scoreOf(frame, fn, args) })).filter((one) => one.score >= 0);
  scored.sort(
    (a, b) => Number(b.fn.code.body !== undefined) - Number(a.fn.code.body !== undefined) || b.score - a.score,
  );
  const { overloads: _, ...plain } = { ...(scored[0]?.fn ?? callee), targs: callee.targs };
  return callee.self === undefined ? plain : bindSelf(plain, callee.self);
}

function takes(fn: FunctionValue, args: readonly CallArgument[]): boolean {
  const { params, typeParams } = fn.code;
  if (fn.targs.length > typeParams.length && !typeParams.some((one) => one.pack)) return false;
  const open = params.some((one) => one.form === "pack" || one.form === "star");
  const required = params.filter((one) => one.fallback === undefined && one.form === "plain").length;
  return args.length >= required && (open || args.length <= params.length);
}

/** How many parameters say the argument's own type; -1 when one contradicts it. */
function scoreOf(frame: Frame, fn: FunctionValue, args: readonly CallArgument[]): number {
  const names = new Set(fn.code.typeParams.map((one) => one.name));
  const file = fileScope(frame.session, fn.file) ?? frame.file;
  const at = inner({ ...frame, file, item: fn.item }, newScope(fn.scope));
  let score = 0;
  for (const [i, param] of fn.code.params.entries()) {
    const match = args[i] === undefined ? "open" : matchOf(at, param, args[i].value, names);
    if (match === "contradicts") return -1;
    if (match === "same") score++;
  }
  return score;
}

function matchOf(
  frame: Frame,
  param: Param,
  value: Value,
  typeParams: ReadonlySet<string>,
): "same" | "open" | "contradicts" {
  const type = param.type;
  if (type?.kind === "pointer-type") {
    if (value.kind !== "pointer" || value.dtype.kind !== "dtype") return "open";
    return compare(frame, type.of, value.dtype, typeParams);
  }
  if (type?.kind === "template") return matchTemplate(frame, type, value, 0);
  if (type?.kind !== "name") return "open";
  if (value.kind === "num" || value.kind === "sym") return isClass(frame, type, typeParams) ? "contradicts" : "open";
  return value.kind === "object" && value.type !== undefined ? compare(frame, type, value.type, typeParams) : "open";
}

/** A number is no object of a class of the project. */
function isClass(frame: Frame, type: Expr & { kind: "name" }, typeParams: ReadonlySet<string>): boolean {
  if (type.path.length === 1 && typeParams.has(type.path[0]!)) return false;
  frame.session.silent++;
  const wanted = evaluate(frame, type);
  frame.session.silent--;
  return wanted.kind === "class" && !wanted.item.attributes.includes("enum");
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
  if (wanted.kind === "dtype" && value.kind === "dtype") return wanted.name === value.name ? "same" : "contradicts";
  if (wanted.kind === "class" && value.kind === "class") {
    return wanted.item.id === value.item.id ? "same" : "open";
  }
  return "open";
}
