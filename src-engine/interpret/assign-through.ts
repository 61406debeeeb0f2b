// `t.data() = p`, `get<0>(x) = v`: assigning to what a call refers to changes the thing that it is a part of.
//
// What the library refers to the dialect knows; a function of the project may refer to anything that it is handed. Writing an
// element of a tensor, `t(i) = v`, changes no layout.
import type { Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { forgetArguments } from "./effects.ts";
import { evaluate } from "./expression.ts";
import { lift } from "./join.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";

type Call = Expr & { kind: "call" };
type Assign = (place: Expr, value: Value) => void;

export function assignThrough(frame: Frame, place: Call, value: Value, assign: Assign): void {
  const { callee, args } = place;
  const whole = callee.kind === "member" ? callee.object : args[0]?.value;
  if (whole === undefined) return;
  const object = silently(frame, () => evaluate(frame, whole));
  if (object.kind === "unknown") return;
  let isKnown = true;
  const after = lift(frame, [object, value], "it", ([one, part]) => {
    const made = withPart(frame, callee, one!, part!);
    isKnown &&= made !== undefined;
    return made ?? one!;
  });
  if (isKnown) return assign(whole, after);
  const fn = silently(frame, () => evaluate(frame, callee));
  // An element: its coordinate is looked at as where one is read.
  if (fn.kind === "tensor") evaluate(frame, place);
  if (fn.kind !== "function" && fn.kind !== "builtin") return;
  const given = args.map((one) => ({ value: silently(frame, () => evaluate(frame, one.value)), expr: one.value }));
  forgetArguments(frame, callee.kind === "member" ? [{ value: object, expr: whole }, ...given] : given, "the call");
}

/** The thing after one of its parts was written. */
function withPart(frame: Frame, callee: Expr, object: Value, value: Value): Value | undefined {
  if (callee.kind === "member") return frame.dialect.withPart?.(callee.name, [], object, value);
  const fn = silently(frame, () => evaluate(frame, callee));
  return fn.kind === "builtin" ? frame.dialect.withPart?.(fn.name, fn.targs, object, value) : undefined;
}
