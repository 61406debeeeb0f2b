// Calls: what is called decides. A function of the project, a class, a library operation, an object with a call operator, a type.
//
// What is not known may write whatever it is handed: its arguments are forgotten as far as it can reach them.

import { type Unknown, unknown, type Value } from "../algebra/value.ts";
import { contradicts } from "../program/condition.ts";
import type { Arg, Expr, Span } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import { callBuiltin, callLibraryValue } from "./builtin-call.ts";
import { castTo } from "./cast.ts";
import { constructObject } from "./construct.ts";
import type { CallArgument } from "./dialect.ts";
import { forgetArguments } from "./effects.ts";
import { evaluate } from "./expression.ts";
import { callFunction } from "./function-call.ts";
import { join, lift, present } from "./join.ts";
import { memberFunction } from "./member.ts";
import { causeOf } from "./operator.ts";
import { itemsOf, mostItems } from "./sequence.ts";
import { type Frame, isFunctionItem } from "./session.ts";
import { under } from "./truth.ts";

/** Where a call stands. */
export interface Site {
  readonly span: Span;
  readonly nameSpan: Span;
  readonly expr: Expr;
  /** Called with `<<<…>>>` or handed to a launcher. */
  readonly launches?: true;
  /** The block of the launch: a number, or a vector of them. */
  readonly block?: Value;
}

export function call(frame: Frame, expr: Expr & { kind: "call" }): Value {
  const { semantics } = frame.dialect;
  const native = semantics.nativeCall?.(frame, expr);
  if (native !== undefined) return native;
  const callee = present(frame, semantics.superMethod?.(frame, expr.callee) ?? evaluate(frame, expr.callee));
  const [, block] = (expr.launch ?? []).map((part) => evaluate(frame, part));
  const site: Site = {
    span: expr.span,
    nameSpan: calleeNameSpan(expr.callee),
    expr,
    ...(expr.launch === undefined ? {} : { launches: true }),
    ...(block === undefined ? {} : { block }),
  };
  const given = expr.args.map((one) => evaluate(frame, one.value));
  // `f(*args)` where the list differs between branches is a call in each of them.
  const starred = expr.args.flatMap((one, i) => (one.star === undefined ? [] : [given[i]!]));
  return lift(frame, starred, "the call", (spread) => {
    let star = 0;
    const values = expr.args.map((one, i) => (one.star === undefined ? given[i]! : spread[star++]!));
    const args = spreadArguments(expr.args, values);
    if (args === undefined) return unknown("a starred argument has an unknown number of items");
    return args.length > mostItems ? unknown("a call with too many arguments") : apply(frame, callee, args, site);
  });
}

export function calleeNameSpan(callee: Expr): Span {
  if (callee.kind === "member") return callee.nameSpan;
  return callee.kind === "template" ? calleeNameSpan(callee.callee) : callee.span;
}

/** Arguments with stars spread; undefined when a star's length is not known. */
export const evaluateArguments = (frame: Frame, args: readonly Arg[]): readonly CallArgument[] | undefined =>
  spreadArguments(
    args,
    args.map((one) => evaluate(frame, one.value)),
  );

function spreadArguments(args: readonly Arg[], given: readonly Value[]): readonly CallArgument[] | undefined {
  const values: CallArgument[] = [];
  for (const [i, arg] of args.entries()) {
    const value = given[i]!;
    if (arg.star === undefined) {
      values.push({ value, expr: arg.value, ...(arg.name === undefined ? {} : { name: arg.name }) });
    } else if (arg.star === "**") {
      if (value.kind !== "dict") return undefined;
      for (const [key, one] of value.entries) {
        if (key.kind === "text") values.push({ value: one, expr: arg.value, name: key.value });
      }
    } else {
      const items = itemsOf(value.kind === "type" ? value.of : value);
      if (items === undefined) return undefined;
      for (const one of items) values.push({ value: one, expr: arg.value });
    }
  }
  return values;
}

export function apply(frame: Frame, callee: Value, args: readonly CallArgument[], site: Site): Value {
  switch (callee.kind) {
    case "alternatives":
      return applyEach(frame, callee, args, site);
    case "function":
      return callFunction(frame, callee, args, site);
    case "class":
      return constructObject(frame, callee, args, site);
    case "builtin":
      return (
        frame.dialect.semantics.launched?.(frame, callee.name, args, site) ?? callBuiltin(frame, callee, args, site)
      );
    case "object":
      return callObject(frame, callee, args, site);
    case "dtype":
      return args.length === 1 ? convert(frame, callee, args, site) : callLibraryValue(frame, callee, args, site);
    case "type":
      return callType(frame, callee, args, site);
    case "unknown":
      return callUnknown(frame, callee, args, site);
    default: {
      const name = calleeName(site.expr);
      return frame.dialect.semantics.launched?.(frame, name, args, site) ?? callLibraryValue(frame, callee, args, site);
    }
  }
}

function applyEach(
  frame: Frame,
  callee: Value & { kind: "alternatives" },
  args: readonly CallArgument[],
  site: Site,
): Value {
  const possible = callee.options.filter((one) => !contradicts(frame.flow.path, one.under));
  const branches = possible.map((one) => ({
    under: one.under,
    value: under(frame, one.under, () => apply(frame, one.value, args, site)),
  }));
  return join(frame, branches, "the call");
}

/** `int(x)` in C++ converts; the DSL's `Float32(0)` is the dialect's. */
function convert(frame: Frame, type: Value, args: readonly CallArgument[], site: Site): Value {
  if (!frame.dialect.semantics.typed) return callLibraryValue(frame, type, args, site);
  return castTo(frame, type, args[0]!.value);
}

function callType(frame: Frame, callee: Value & { kind: "type" }, args: readonly CallArgument[], site: Site): Value {
  if (callee.of.kind === "unknown") {
    forgetArguments(frame, args, "a type that is not known");
    return ofType("an object of a type that is not known", callee.of);
  }
  return callLibraryValue(frame, callee, args, site);
}

/** An object of an unknown type has as many modes as the type says. */
export const ofType = (why: string, { rank, ...type }: Unknown): Unknown => ({
  ...unknown(why, type),
  ...(rank === undefined ? {} : { rank }),
});

function callObject(
  frame: Frame,
  object: Value & { kind: "object" },
  args: readonly CallArgument[],
  site: Site,
): Value {
  const operator = memberFunction(frame, object, frame.dialect.semantics.callOperator);
  if (operator !== undefined) return apply(frame, operator, args, site);
  forgetArguments(frame, args, object.name);
  return unknown(`${object.name} has no call operator that is visible here`);
}

function callUnknown(
  frame: Frame,
  callee: Value & { kind: "unknown" },
  args: readonly CallArgument[],
  site: Site,
): Value {
  const launched = frame.dialect.semantics.launched?.(frame, calleeName(site.expr), args, site);
  if (launched !== undefined) return launched;
  const isTensor = callee.rank !== undefined || callee.operand !== undefined;
  if (isTensor && frame.dialect.semantics.typed && args.length > 1) return callLibraryValue(frame, callee, args, site);
  forgetArguments(frame, args, calleeName(site.expr));
  return unknown(`what ${calleeName(site.expr)} gives is not known`, causeOf(callee));
}

export function calleeName(expr: Expr): string {
  if (expr.kind === "call") return calleeName(expr.callee);
  if (expr.kind === "template") return calleeName(expr.callee);
  if (expr.kind === "name") return expr.path.at(-1) ?? "it";
  return expr.kind === "member" || expr.kind === "scope" ? expr.name : "the call";
}

/** A kernel starts by `<<<>>>`, through a launcher, or (Python) by calling it. */
export function isKernelLaunch(frame: Frame, fn: FunctionValue, site: Site): boolean {
  if (site.launches) return true;
  return frame.dialect.semantics.traced && isFunctionItem(fn.code) && fn.code.isKernel;
}
