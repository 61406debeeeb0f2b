// What a function's decorators make of it: under `@schedule` of a library, `load(x)` gives what the library makes of it, no value of `load`.
//
// Some of the libraries' hand the function on, or call it with what they are called with and give what it gives. One of the project is
// called with the function. What any other makes of it is not known.

import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { apply } from "../../../../../src-engine/interpret/call.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { fileScope } from "../../../../../src-engine/interpret/files.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { causeOf } from "../../../../../src-engine/interpret/operator.ts";
import { type Frame, isFunctionItem } from "../../../../../src-engine/interpret/session.ts";
import { silently } from "../../../../../src-engine/interpret/silent.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { FunctionValue } from "../../../../../src-engine/program/values.ts";
import { passesFunctionOn } from "../library/decorators.ts";

/** Undefined where the function is left as it is. */
export function decoratedFunction(frame: Frame, fn: FunctionValue): Value | undefined {
  const decorators = isFunctionItem(fn.code) ? (fn.code.decorators ?? []) : [];
  if (decorators.length === 0 || fn.undecorated) return undefined;
  const { self: _, ...unbound } = fn;
  const itself: FunctionValue = { ...unbound, undecorated: true };
  const around = frameAround(frame, fn);
  const made = once(around, `@${itself.name} ${itself.item}`, () =>
    silently(frame, () => [...decorators].reverse().reduce<Value>((value, one) => madeBy(around, one, value), itself)),
  );
  return made.kind === "function" && made.undecorated && made.code === fn.code ? undefined : made;
}

/** A decorator may have decorators of its own, but not itself. */
function once({ file }: Frame, name: string, run: () => Value): Value {
  if (file.busy.has(name)) return unknown("a function decorates itself");
  file.busy.add(name);
  try {
    return run();
  } finally {
    file.busy.delete(name);
  }
}

/** Where the decorators stand: they see what the function sees. */
function frameAround(frame: Frame, fn: FunctionValue): Frame {
  const { owner: _, self: __, ...outer } = frame;
  const { scope, item, owner } = fn;
  const file = fileScope(frame.session, fn.file) ?? frame.file;
  return { ...outer, file, item, scope, functionScope: scope, ...(owner === undefined ? {} : { owner }) };
}

function madeBy(frame: Frame, decorator: Expr, fn: Value): Value {
  if (fn.kind === "unknown" || isAccessor(decorator)) return fn;
  const called = decorator.kind === "call" ? decorator.callee : decorator;
  const given = evaluate(frame, called);
  return lift(frame, [given], "the decorator", ([one]) => {
    const name = nameInLibrary(frame, one!);
    if (name === "functools.partial" && decorator.kind === "call" && decorator.args[0] !== undefined)
      return madeBy(frame, decorator.args[0].value, fn);
    if (name !== undefined && passesFunctionOn(name)) return fn;
    if (name === "contextlib.contextmanager")
      return { kind: "builtin", name: "contextmanager.call", self: fn, targs: [] };
    return name === undefined ? madeByProject(frame, decorator, one!, fn) : notKnown(one!);
  });
}

/** `@size.setter`: of a property's functions the number of arguments tells which is called. */
const isAccessor = (decorator: Expr): boolean =>
  decorator.kind === "member" && ["getter", "setter", "deleter"].includes(decorator.name);

function nameInLibrary({ session }: Frame, decorator: Value): string | undefined {
  if (decorator.kind === "builtin") return decorator.name;
  const isOwn = decorator.kind === "function" && session.program.library?.isOwn(decorator.file) === true;
  return isOwn ? `cutlass.${decorator.name}` : undefined;
}

function madeByProject(frame: Frame, expr: Expr, named: Value, fn: Value): Value {
  const decorator = expr.kind === "call" ? evaluate(frame, expr) : named;
  if (!["function", "class", "object", "builtin"].includes(decorator.kind)) return notKnown(decorator);
  return apply(frame, decorator, [{ value: fn, expr }], { span: expr.span, nameSpan: expr.span, expr });
}

const notKnown = (decorator: Value): Value =>
  unknown("it is not known what its decorator makes of the function", causeOf(decorator));
