// Operators that a class of the project defines: `a + b` is `a.__add__(b)`, else `b.__radd__(a)`.

import { tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { classInstance, classMember } from "../../../../../src-engine/interpret/class.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { callWithValues } from "../../../../../src-engine/interpret/function-call.ts";
import { memberFunction } from "../../../../../src-engine/interpret/member.ts";
import type { Protocol } from "../../../../../src-engine/interpret/semantics.ts";
import { itemsOf } from "../../../../../src-engine/interpret/sequence.ts";
import { type Frame, isFunctionItem } from "../../../../../src-engine/interpret/session.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { torchParts } from "../library/torch-tensor.ts";

const names: Readonly<Record<string, string>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "truediv",
  "//": "floordiv",
  "%": "mod",
  "**": "pow",
  "@": "matmul",
  "|": "or",
  "&": "and",
  "^": "xor",
  "<<": "lshift",
  ">>": "rshift",
};

/** `divmod(a, b)` by the class of one of them; undefined for any other call. */
export function ownDivmod(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee, args } = expr;
  if (callee.kind !== "name" || callee.path.join(".") !== "divmod" || args.length !== 2) return undefined;
  const [left, right] = args.map((one) => evaluate(frame, one.value));
  const forward = left?.kind === "object" ? memberFunction(frame, left, "__divmod__") : undefined;
  if (forward !== undefined) return callWithValues(frame, forward, [right!]);
  const backward = right?.kind === "object" ? memberFunction(frame, right, "__rdivmod__") : undefined;
  return backward === undefined ? undefined : callWithValues(frame, backward, [left!]);
}

const protocols = { enter: "__enter__", truth: "__bool__", "set item": "__setitem__" } as const;

/** `with x as y`, `if x`, `x[i] = v` and `x.p = v` by the class of x, where it has methods or a property for them. */
export function ownProtocol(
  frame: Frame,
  object: ObjectValue,
  of: Protocol,
  args: readonly Value[],
): Value | undefined {
  if (typeof of !== "string") {
    const { setAttribute: name } = of;
    return isProperty(object.type && classMember(frame.session, classInstance(frame, object.type), name))
      ? unknown(`${name} is set by a method of its class`)
      : undefined;
  }
  if (of === "trace") return traced(frame, object);
  if (of === "truth" && torchParts(object) !== undefined)
    return unknown("whether a tensor's element is true is known at run time only");
  const method =
    memberFunction(frame, object, protocols[of]) ??
    (of === "truth" ? memberFunction(frame, object, "__len__") : undefined);
  return method && callWithValues(frame, method, args);
}

/** What a class of pointers of its own becomes in traced code, by the compiler's types and values that it gives and takes. */
function traced(frame: Frame, object: ObjectValue): Value | undefined {
  const types = memberFunction(frame, object, "__get_mlir_types__");
  const given = types && itemsOf(callWithValues(frame, types, []));
  if (given === undefined || given.length === 0 || !given.every(({ kind }) => kind === "pointer")) return undefined;
  const rebuild = memberFunction(frame, object, "__new_from_mlir_values__");
  return rebuild && callWithValues(frame, rebuild, [tuple(given)]);
}

const isProperty = (fn: Value | undefined): boolean =>
  fn?.kind === "function" &&
  isFunctionItem(fn.code) &&
  fn.code.attributes.some((one) => /^property$|\.setter$/.test(one));

/** The value of an operator on an object whose class defines it; undefined where none does. */
export function ownOperator(frame: Frame, op: string, left: Value, right: Value): Value | undefined {
  const name = names[op];
  if (name === undefined) return ownAugmented(frame, op, left, right);
  const forward = left.kind === "object" ? memberFunction(frame, left, `__${name}__`) : undefined;
  if (forward !== undefined) return callWithValues(frame, forward, [right]);
  const backward = right.kind === "object" ? memberFunction(frame, right, `__r${name}__`) : undefined;
  return backward === undefined ? undefined : callWithValues(frame, backward, [left]);
}

/** `a += b` by `__iadd__`; undefined where the class leaves it to `__add__`. */
function ownAugmented(frame: Frame, op: string, left: Value, right: Value): Value | undefined {
  const name = op.endsWith("=") ? names[op.slice(0, -1)] : undefined;
  const method = name !== undefined && left.kind === "object" ? memberFunction(frame, left, `__i${name}__`) : undefined;
  return method && callWithValues(frame, method, [right]);
}
