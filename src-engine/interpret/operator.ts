// Operators: on integers the engine's, on texts and tuples the language's, on library values the dialect's.
//
// `&&`, `||` and `not` are in logical.ts; a comparison in Python that is not known is a flag under its own conditions.
import { OpStop } from "../algebra/context.ts";
import * as int from "../algebra/int/int.ts";
import { type Float, type Int, type Num, unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { addressOf, atomAt, pointee } from "./address.ts";
import { contextOf } from "./context-of.ts";
import { identity } from "./equality.ts";
import { evaluate } from "./expression.ts";
import { variableCell } from "./files.ts";
import { flagOf } from "./flag.ts";
import { lift, refine } from "./join.ts";
import { isComparison, logical, truthValue } from "./logical.ts";
import { floatResult } from "./machine-float.ts";
import { machineBinary, typed } from "./machine-integer.ts";
import { loaded } from "./memory.ts";
import { staticWithinInt } from "./overflow.ts";
import type { Frame } from "./session.ts";
import { symbolOf } from "./symbol.ts";
import { describeTest } from "./test-text.ts";
import { testOfComparison } from "./truth.ts";
import { showAddressed } from "./unbound-call.ts";

export function unary(frame: Frame, expr: Expr & { kind: "unary" }): Value {
  if (expr.op === "!" || expr.op === "not") return truthValue(frame, expr);
  // A pointer to an object stands for the object: kernels and shared storage are passed so.
  if (expr.op === "&") {
    const variable = (path: readonly string[]) => variableCell(frame.session, frame.file, path);
    const address = addressOf(frame, expr.value, (part) => evaluate(frame, part), variable);
    showAddressed(frame, address, expr.value);
    return address;
  }
  const value = evaluate(frame, expr.value);
  if (expr.op === "*") return lift(frame, [value], "what it points to", ([one]) => dereference(frame, expr, one!));
  return lift(frame, [value], "result", ([one]) => unaryOf(frame, expr.op, one!));
}

function dereference(frame: Frame, expr: Expr, value: Value): Value {
  if (value.kind === "pointer" && value.to !== undefined) return refine(frame, pointee(value));
  if (value.kind === "object" || value.kind === "function") return value;
  if (value.kind === "class" || value.kind === "type" || value.kind === "unknown") return value;
  const atom = atomAt(value);
  if (atom !== undefined) return atom;
  // An iterator over coordinates stands at one; a pointer to a library's object is that object.
  if (value.kind === "arith") return { kind: "arith", items: value.items };
  if (value.kind !== "pointer" && frame.dialect.semantics.typed) return value;
  const number = value.kind === "pointer" ? loaded(frame, value, [], expr) : undefined;
  return number ?? unknown("what a pointer points to is not known");
}

function unaryOf(frame: Frame, op: string, value: Value): Value {
  const plain = asOperand(value);
  if (!int.isInt(plain)) {
    const own = frame.dialect.binary?.(`unary${op}`, plain, plain, contextOf(frame));
    if (own !== undefined) return own;
    if (plain.kind === "float" && op === "-") return { ...plain, value: -plain.value };
    if (plain.kind === "float" && op === "+") return plain;
    return unknown(`${op} of ${nounOf(value)}`, causeOf(value));
  }
  if (op === "+") return plain;
  if (op === "-" || op === "~") {
    const made = op === "-" ? int.neg(plain) : int.bitNot(plain);
    return plain.kind === "num" && plain.machine !== undefined && made.kind === "num"
      ? typed(made, plain.machine)
      : made;
  }
  return unknown(`the operator ${op} is not understood`);
}

export function binary(frame: Frame, expr: Expr & { kind: "binary" }): Value {
  const { op } = expr;
  if (op === "&&" || op === "||" || op === "and" || op === "or") return logical(frame, expr);
  const [left, right] = scaling(frame, expr, evaluate(frame, expr.left), evaluate(frame, expr.right));
  const value = binaryValues(frame, op, left, right);
  if (value.kind !== "unknown" || !frame.dialect.semantics.traced || !isComparison(expr)) return value;
  const tested = testOfComparison(frame, expr, left, right, value);
  return tested.truth === "unknown"
    ? flagOf(tested, describeTest(frame, expr))
    : int.pythonTruth(tested.truth === "yes");
}

/** What scales a step of coordinates is an integer, if nothing else is known of it: `i * stride<2>(coords)`. */
function scaling(frame: Frame, expr: Expr & { kind: "binary" }, left: Value, right: Value): readonly [Value, Value] {
  if (expr.op !== "*" || !frame.dialect.semantics.typed) return [left, right];
  const factor = (value: Value, of: Expr, other: Value): Value =>
    value.kind === "unknown" && other.kind === "basis"
      ? symbolOf(frame, of.kind === "name" ? of.path.at(-1)! : "index", of.span.start)
      : value;
  return [factor(left, expr.left, right), factor(right, expr.right, left)];
}

export function binaryValues(frame: Frame, op: string, left: Value, right: Value): Value {
  return lift(frame, [left, right], "result", ([a, b]) => binaryOf(frame, op, asOperand(a!), asOperand(b!)));
}

/** In C++ a type such as `_4` or `Int<4>` used as a value is its default value. */
export const asOperand = (value: Value): Value => (value.kind === "type" && int.isInt(value.of) ? value.of : value);

function binaryOf(frame: Frame, op: string, left: Value, right: Value): Value {
  try {
    if (int.isInt(left) && int.isInt(right)) return integers(frame, op, left, right);
    const found = libraryBinary(frame, op, left, right);
    return (
      found ?? frame.dialect.semantics.ownOperator?.(frame, op, left, right) ?? otherBinary(frame, op, left, right)
    );
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}

function libraryBinary(frame: Frame, op: string, left: Value, right: Value): Value | undefined {
  const own = (): Value | undefined => frame.dialect.binary?.(op, left, right, contextOf(frame));
  const same = (): Value | undefined => identity(frame, op, left, right);
  return frame.dialect.semantics.libraryEquality ? (own() ?? same()) : (same() ?? own());
}

/** In C++ run-time numbers of known types have the arithmetic of those types; a static integer beside one is an int. */
function integers(frame: Frame, op: string, a: Int, b: Int): Value {
  const known = a.kind === "num" && b.kind === "num" && (a.know === "dynamic" || b.know === "dynamic");
  if (!frame.dialect.semantics.typed || op === ",") return intBinary(frame, op, a, b);
  if (!known) return staticWithinInt(op, intBinary(frame, op, a, b), a, b);
  const asInt = (one: Num): Num =>
    one.know === "static" && Math.abs(one.value) < 2 ** 31 ? { ...one, machine: "i32" } : one;
  return machineBinary(op, asInt(a), asInt(b), (x, y) => intBinary(frame, op, x, y));
}

function intBinary(frame: Frame, op: string, a: Int, b: Int): Value {
  const { trueDivision } = frame.dialect.semantics;
  switch (op) {
    case "+":
      return int.add(a, b);
    case "-":
      return int.sub(a, b);
    case "*":
      return int.mul(a, b);
    case "/":
      if (trueDivision && a.kind === "num" && b.kind === "num" && b.value !== 0)
        return { kind: "float", value: a.value / b.value };
      return trueDivision ? unknown("a quotient of floating point") : int.div(a, b);
    case "//":
      return floorDivide(a, b);
    case "%":
      return trueDivision ? floorModulo(a, b) : int.mod(a, b);
    case "**":
      return power(a, b);
    case "<<":
    case ">>":
      if (b.kind === "num" && (b.value < 0 || b.value > 52)) return unknown("a shift by so many bits");
      return op === "<<" ? int.shiftLeft(a, b) : int.shiftRight(a, b);
    case "&":
      return int.bitAnd(a, b);
    case "|":
      return int.bitOr(a, b);
    case "^":
      return int.bitXor(a, b);
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "==":
    case "!=":
      return asTruth(frame, int.compare(op, a, b));
    case "is":
    case "is not":
      return asTruth(frame, int.compare(op === "is" ? "==" : "!=", a, b));
    case ",":
      return b;
    default:
      return unknown(`the operator ${op} is not understood`);
  }
}

/** The answer to a question that the trace can decide is True or False. */
export const asTruth = (frame: Frame, answer: Int): Int =>
  frame.dialect.semantics.traced && answer.kind === "num" && answer.know === "static"
    ? int.pythonTruth(answer.value !== 0)
    : answer;

/** Python rounds quotients down; CuTe's integers do so only where both are not negative. */
function floorDivide(a: Int, b: Int): Value {
  if (a.kind === "num" && b.kind === "num" && b.value !== 0) {
    return int.num(a.know === "static" && b.know === "static" ? "static" : "dynamic", Math.floor(a.value / b.value));
  }
  return int.div(a, b);
}

function floorModulo(a: Int, b: Int): Value {
  if (a.kind === "num" && b.kind === "num" && b.value !== 0) {
    const know = a.know === "static" && b.know === "static" ? "static" : "dynamic";
    return int.num(know, a.value - b.value * Math.floor(a.value / b.value));
  }
  return int.mod(a, b);
}

function power(a: Int, b: Int): Value {
  if (a.kind === "num" && b.kind === "num" && b.value >= 0 && b.value < 64) {
    const value = a.value ** b.value;
    return Number.isSafeInteger(value) ? int.num(a.know, value) : unknown("a power beyond 2^53");
  }
  return unknown("a power of symbols");
}

export const numberOf = (value: Value): number | undefined =>
  value.kind === "float" || value.kind === "num" ? value.value : undefined;

function otherBinary(frame: Frame, op: string, left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return floats(frame, op, left, right);
  if (op === ",") return right;
  const cause = causeOf(left) ?? causeOf(right);
  if (cause !== undefined) return unknown(`what ${op} gives is not known`, cause);
  return unknown(`${nounOf(left)} ${op} ${nounOf(right)} is not understood`);
}

const isNumber = (value: Value): value is Num | Float => value.kind === "float" || value.kind === "num";

const ofFloats: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => Math.floor(a / b),
  "**": (a, b) => a ** b,
};

function floats(frame: Frame, op: string, left: Num | Float, right: Num | Float): Value {
  const compute = ofFloats[op];
  if (compute !== undefined) return floatResult(left, right, compute);
  const truth = (value: boolean): Value => frame.dialect.semantics.truth(value);
  const [a, b] = [left.value, right.value];
  switch (op) {
    case "<":
      return truth(a < b);
    case "<=":
      return truth(a <= b);
    case ">":
      return truth(a > b);
    case ">=":
      return truth(a >= b);
    case "==":
      return truth(a === b);
    case "!=":
      return truth(a !== b);
    default:
      return unknown(`${op} of floating point is not understood`);
  }
}

export const causeOf = (value: Value | undefined): (Value & { kind: "unknown" }) | undefined =>
  value?.kind === "unknown" ? value : undefined;

export function nounOf({ kind }: Value): string {
  switch (kind) {
    case "unknown":
      return "something unknown";
    case "num":
    case "sym":
      return "an integer";
    case "underscore":
      return "None or _";
    default:
      return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind.replace("-", " ")}`;
  }
}
