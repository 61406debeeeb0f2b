// Tests: is it known whether a condition holds, and what does each side of the branch know?
// `&&`, `||` and `!` are taken apart, so that `a == 'N' && b == 'T'` says two things where it holds. A comparison of something
// with a constant is an equality, which contradicts other constants. What the path already knows decides a test.
import type { Answer } from "../algebra/context.ts";
import { isYes, symbolsOf } from "../algebra/int/ask.ts";
import { constantOf } from "../algebra/int/poly-math.ts";
import type { DType, Value } from "../algebra/value.ts";
import { halfLineOf } from "../program/bound.ts";
import { decidedLate, isCompiledUnder, isDecidedEarly, leftToRun } from "../program/compiled.ts";
import { type Condition, holdsUnder, negate, negateAll } from "../program/condition.ts";
import type { Expr } from "../program/ir.ts";
import { conditionIn, halfLineIn, keyOf, sumIn, sumOf } from "./compared.ts";
import { dependsOnDevice, isForOneDevice, noteUndecided } from "./device.ts";
import { evaluate } from "./expression.ts";
import { saidBy, sidesOfFlag } from "./flag.ts";
import { wholeOf } from "./identities.ts";
import { constantKey, subjectKey } from "./join.ts";
import { valueKey } from "./key.ts";
import { binaryValues } from "./operator.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { describeTest, insideConstExpr, isEquality, isOrder } from "./test-text.ts";
import { allEqual, inOrder, isOneOfTuples, itemsOf } from "./tuple-tests.ts";

export interface Test {
  readonly truth: Answer;
  /** What is known where the test holds, and where it does not. */
  readonly whenTrue: readonly Condition[];
  readonly whenFalse: readonly Condition[];
}

const certainly = (truth: Answer): Test => ({ truth, whenTrue: [], whenFalse: [] });

export function test(frame: Frame, expr: Expr): Test {
  if (expr.kind === "unary" && (expr.op === "!" || expr.op === "not")) return inverse(test(frame, expr.value));
  if (expr.kind === "binary" && (expr.op === "&&" || expr.op === "and")) return both(frame, expr.left, expr.right);
  if (expr.kind === "binary" && (expr.op === "||" || expr.op === "or")) {
    return inverse(bothTests(frame, inverse(test(frame, expr.left)), () => inverse(test(frame, expr.right))));
  }
  if (expr.kind === "binary" && isEquality(expr.op)) return equality(frame, expr);
  if (expr.kind === "binary" && isOrder(expr.op)) return comparison(frame, expr);
  if (expr.kind === "binary" && expr.op === "in") return membership(frame, expr);
  if (expr.kind === "binary" && expr.op === "not in") return inverse(membership(frame, expr));
  const value = evaluate(frame, expr);
  const inner = insideConstExpr(expr);
  // Taken apart it says more than its value.
  if (inner !== undefined && truthOf(frame, value) === "unknown") return silently(frame, () => test(frame, inner));
  return testOf(frame, value, describeTest(frame, expr));
}

const opposite: Readonly<Record<Answer, Answer>> = { yes: "no", no: "yes", unknown: "unknown" };

export const inverse = (one: Test): Test => ({
  truth: opposite[one.truth],
  whenTrue: one.whenFalse,
  whenFalse: one.whenTrue,
});

const both = (frame: Frame, left: Expr, right: Expr): Test =>
  bothTests(frame, test(frame, left), () => test(frame, right));

export function bothTests(frame: Frame, left: Test, rightTest: () => Test): Test {
  if (left.truth === "no") return left;
  const { path } = frame.flow;
  const length = path.length;
  path.push(...left.whenTrue);
  const right = rightTest();
  path.length = length;
  if (right.truth === "no" || left.truth === "yes") return right;
  if (right.truth === "yes") return left;
  const whenTrue = [...left.whenTrue, ...right.whenTrue];
  return { truth: "unknown", whenTrue, whenFalse: whenTrue.length === 0 ? [] : negateAll(whenTrue) };
}

/** `x == 'N'` where x is not known: an equality of x. */
function equality(frame: Frame, expr: Expr & { kind: "binary" }): Test {
  const left = evaluate(frame, expr.left);
  const right = evaluate(frame, expr.right);
  return equalityOf(frame, expr, left, right, binaryValues(frame, expr.op, left, right));
}

function equalityOf(frame: Frame, expr: Expr & { kind: "binary" }, left: Value, right: Value, value: Value): Test {
  const answer = truthOf(frame, value);
  if (answer !== "unknown") return certainly(answer);
  const positive = expr.op === "==" || expr.op === "is";
  const items = /is/.test(expr.op) ? undefined : itemsOf(left, right);
  if (items !== undefined) {
    const all = allEqual(frame, items, describeTest(frame, expr).replace("!=", "=="));
    return positive ? all : inverse(all);
  }
  const a = constantKey(right);
  const b = constantKey(left);
  const subject = a !== undefined ? left : b !== undefined ? right : undefined;
  if (subject === undefined || subject.kind === "alternatives") {
    return testOf(frame, value, describeTest(frame, expr));
  }
  const key = subjectKey(frame, subject);
  const constant = a ?? b ?? "";
  const condition: Condition = {
    kind: "test",
    key: `${key} == ${constant}`,
    holds: true,
    text: describeTest(frame, expr).replace("!=", "=="),
    equality: { subject: key, constant, ...typeOf(a === undefined ? left : right) },
    ...(subject.kind === "sym" ? sumOf(subject.poly) : {}),
    ...decider(frame, subject),
  };
  return decided(frame, positive ? condition : negate(condition));
}

/** `x < 9` where x is not known: a half-line of x. */
function comparison(frame: Frame, expr: Expr & { kind: "binary" }): Test {
  const left = evaluate(frame, expr.left);
  const right = evaluate(frame, expr.right);
  return comparisonOf(frame, expr, left, right, binaryValues(frame, expr.op, left, right));
}

function comparisonOf(frame: Frame, expr: Expr & { kind: "binary" }, left: Value, right: Value, value: Value): Test {
  const answer = truthOf(frame, value);
  if (answer !== "unknown") return certainly(answer);
  const items = itemsOf(left, right);
  if (items !== undefined) return inOrder(frame, expr.op, items, describeTest(frame, expr));
  const [subject, limit] = right.kind === "num" ? [left, right] : [right, left];
  const line =
    limit.kind === "num" && subject.kind === "unknown"
      ? halfLineOf(expr.op, subjectKey(frame, subject), limit.value, right.kind === "num" ? "right" : "left")
      : halfLineIn(value);
  if (line === undefined) return testOf(frame, value, describeTest(frame, expr));
  const [plain, turned] = [expr.op, contrary[expr.op] ?? expr.op].map(
    (op) => `${describeTest(frame, expr.left)} ${op} ${describeTest(frame, expr.right)}`,
  );
  const words = { text: (line.holds ? plain : turned) ?? "", otherwise: (line.holds ? turned : plain) ?? "" };
  const key = keyOf(line.bound);
  const both = value.kind === "sym" ? value : subject;
  return decided(frame, { kind: "test", key, ...line, ...sumIn(value), ...words, ...decider(frame, both) });
}

const contrary: Readonly<Record<string, string>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

/** `x in [8, 9]` of an x that is not known: one of the equalities holds; where it is not in, none does. */
function membership(frame: Frame, expr: Expr & { kind: "binary" }): Test {
  const left = evaluate(frame, expr.left);
  const right = evaluate(frame, expr.right);
  return membershipOf(frame, expr, left, right, binaryValues(frame, "in", left, right));
}

function membershipOf(frame: Frame, expr: Expr & { kind: "binary" }, left: Value, right: Value, value: Value): Test {
  const answer = truthOf(frame, value);
  if (answer !== "unknown") return certainly(answer);
  const text = describeTest(frame, expr);
  if (left.kind === "tuple") return isOneOfTuples(frame, left, right, text) ?? testOf(frame, value, text);
  const constants = right.kind === "tuple" ? right.items.map(constantKey) : [undefined];
  if (left.kind === "alternatives" || constants.length === 0 || constants.includes(undefined))
    return testOf(frame, value, text);
  const isIn = isOneOf(
    frame,
    left,
    constants.map((one) => one ?? ""),
    text,
  );
  const known = holdsUnder(frame.flow.path, isIn);
  if (known !== "unknown") return certainly(known);
  noteUndecided(frame.session, subjectKey(frame, left));
  return { truth: "unknown", whenTrue: [isIn], whenFalse: isIn.parts };
}

const typeOf = (constant: Value): { readonly type?: DType } => (constant.kind === "dtype" ? { type: constant } : {});

/** The subject is one of these constants: not all of "it is not this one" hold. */
export function isOneOf(
  frame: Frame,
  value: Value,
  constants: readonly string[],
  text: string,
): Condition & { kind: "not-all" } {
  const subject = subjectKey(frame, value);
  const parts = constants.map(
    (constant): Condition => ({
      kind: "test",
      key: `${subject} == ${constant}`,
      holds: false,
      text: `${text.replace(/ (not )?in .*/, "")} == ${constant.slice(1)}`,
      equality: { subject, constant },
      ...(value.kind === "sym" ? sumOf(value.poly) : {}),
      ...decider(frame, value),
    }),
  );
  return { kind: "not-all", parts, text: text.replace(" not in ", " in ") };
}

/** A comparison whose operands and value have been computed. */
export function testOfComparison(
  frame: Frame,
  expr: Expr & { kind: "binary" },
  left: Value,
  right: Value,
  value: Value,
): Test {
  if (isEquality(expr.op)) return equalityOf(frame, expr, left, right, value);
  if (isOrder(expr.op)) return comparisonOf(frame, expr, left, right, value);
  if (expr.op !== "in" && expr.op !== "not in") return testOf(frame, value, describeTest(frame, expr));
  const isIn = membershipOf(frame, expr, left, right, binaryValues(frame, "in", left, right));
  return expr.op === "in" ? isIn : inverse(isIn);
}

/** A test of a value that has been computed. */
export function testOf(frame: Frame, value: Value, text: string): Test {
  const answer = truthOf(frame, value);
  if (answer !== "unknown") return certainly(answer);
  if (value.kind === "alternatives") return testAlternatives(frame, value, text);
  const key = valueKey(frame.session.identities, value);
  const found = conditionIn(value, text) ?? { kind: "test", key, holds: true, text };
  return decided(frame, found.kind === "test" ? { ...found, ...decider(frame, value) } : found);
}

/** Alternatives that are true on one side and false on the other say which options are meant. */
function testAlternatives(frame: Frame, value: Value & { kind: "alternatives" }, text: string): Test {
  const truths = value.options.map((one) => truthOf(frame, one.value));
  const flag = sidesOfFlag(value.options);
  if (flag !== undefined && !truths.includes("unknown")) {
    const { whenTrue, whenFalse } = flag;
    const tested = decided(frame, whenTrue[0]!);
    const either: Test = tested.truth === "unknown" ? { truth: "unknown", whenTrue, whenFalse } : tested;
    return truths[0] === "yes" ? either : inverse(either);
  }
  const key = valueKey(frame.session.identities, wholeOf(frame.session.identities, value));
  const condition: Condition = { kind: "test", key, holds: true, text, ...decider(frame, value) };
  const test = decided(frame, condition);
  if (test.truth !== "unknown") return test;
  // Taken in one configuration and left to the run in each other, a side is traced in all: `is_leader` of two CTAs or of one.
  const isTraced = (side: Answer): boolean =>
    frame.dialect.semantics.traced &&
    value.options.every((one, i) => truths[i] === side || (truths[i] === "unknown" && dependsOnRun(one.value)));
  const [yes, no] = [leftToRun(condition, isTraced("yes")), negate(leftToRun(condition, isTraced("no")))];
  return {
    truth: "unknown",
    whenTrue: [yes, ...saidBy(value.options, truths, "yes")],
    whenFalse: [no, ...saidBy(value.options, truths, "no")],
  };
}

type Decider = { readonly [K in "ofRun" | "ofDevice" | "static"]?: true };

/**
 * In C++ a condition is the compiler's to decide where it asks for nothing but template arguments, else the run's; in traced Python
 * that of a number which the trace does not know is the run's, any other Python's own, or the device's.
 */
function decider({ dialect }: Frame, value: Value): Decider {
  // Whose a value that is not known is to decide nobody knows: it may rest on a type that nothing binds.
  if (!dialect.semantics.traced)
    return isOfCompiler(value) ? { static: true } : value.kind === "unknown" ? {} : { ofRun: true };
  if (dependsOnDevice(value)) return { ofDevice: true };
  return dependsOnRun(value) ? { ofRun: true } : {};
}

function isOfCompiler(value: Value): boolean {
  if (value.kind === "alternatives")
    return value.options.every((one) => isOfCompiler(one.value) && isDecidedEarly(one.under, false));
  return value.kind === "num" || (value.kind === "sym" && symbolsOf(value).every((one) => one.ofCompiler === true));
}

const dependsOnRun = (value: Value): boolean =>
  value.kind === "alternatives"
    ? value.options.every((one) => isCompiledUnder(one.under, false))
    : (value.kind === "unknown" && value.type !== undefined) ||
      (value.kind === "sym" && value.know === "dynamic" && symbolsOf(value).some((one) => one.ofRun === true));

function decided(frame: Frame, condition: Condition): Test {
  const known = holdsUnder(frame.flow.path, condition);
  if (known !== "unknown") return certainly(known);
  if (condition.kind === "test") noteUndecided(frame.session, condition.key);
  return { truth: "unknown", whenTrue: [condition], whenFalse: [negate(condition)] };
}

/** Is a value true, as the language's `if` sees it? */
export function truthOf(frame: Frame, value: Value): Answer {
  switch (value.kind) {
    case "num":
      return value.value !== 0 ? "yes" : "no";
    case "sym":
      return constantOf(value.poly) === undefined ? isYes(value) : constantOf(value.poly) !== 0 ? "yes" : "no";
    case "float":
      return value.value !== 0 ? "yes" : "no";
    case "underscore":
      return frame.dialect.semantics.everyTruth ? "no" : "unknown";
    case "text":
      return value.value.length > 0 ? "yes" : "no";
    case "tuple":
      return frame.dialect.semantics.everyTruth ? (value.items.length > 0 ? "yes" : "no") : "unknown";
    case "dict":
      return value.entries.length > 0 ? "yes" : "no";
    case "type":
      return value.of.kind === "num" ? truthOf(frame, value.of) : "unknown";
    case "unknown":
      return "unknown";
    case "alternatives": {
      const answers = new Set(value.options.map((one) => truthOf(frame, one.value)));
      return answers.size === 1 ? [...answers][0]! : "unknown";
    }
    case "pointer":
      return value.isNull === true ? "no" : frame.dialect.semantics.everyTruth ? "yes" : "unknown";
    case "object": {
      const own = frame.dialect.semantics.ownProtocol?.(frame, value, "truth", []);
      return own === undefined ? "yes" : own.kind === "object" ? "unknown" : truthOf(frame, own);
    }
    default:
      return frame.dialect.semantics.everyTruth ? "yes" : "unknown";
  }
}

/** What holds in a statement that is taken where these do: the C++ compiler compiles it in any case, whoever decides. */
export const whereTaken = ({ dialect }: Frame, conditions: readonly Condition[]): readonly Condition[] =>
  dialect.semantics.traced ? conditions : decidedLate(conditions);

/** Runs with further conditions on the path. */
export function along<T>(frame: Frame, conditions: readonly Condition[], run: () => T): T {
  const { path } = frame.flow;
  const { length } = path;
  path.push(...conditions);
  try {
    return run();
  } finally {
    path.length = length;
  }
}

/** The same, where it is unsure whether what stands below is compiled; it is compiled where only the run decides. */
export function under<T>(frame: Frame, conditions: readonly Condition[], run: () => T): T {
  if (isCompiledUnder(conditions, isForOneDevice(frame, conditions))) return along(frame, conditions, run);
  frame.flow.unsure++;
  try {
    return along(frame, conditions, run);
  } finally {
    frame.flow.unsure--;
  }
}
