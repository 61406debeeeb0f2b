// C++: overloads that switch themselves off, `template <class T, enable_if_t<is_integral_v<T>, int> = 0>`, also in the type of a
// parameter's default or of the result; `requires` clauses, and `template <Concept T>`.
import type { Answer } from "../../../../../src-engine/algebra/context.ts";
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { conceptsAsTypes, deduceFrom, type Matched, matchArguments } from "../../../../../src-engine/interpret/bind.ts";
import { asArgument, type Deduced } from "../../../../../src-engine/interpret/deduce.ts";
import type { CallArgument } from "../../../../../src-engine/interpret/dialect.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { fileScope } from "../../../../../src-engine/interpret/files.ts";
import { newScope } from "../../../../../src-engine/interpret/scope.ts";
import { type Frame, inner } from "../../../../../src-engine/interpret/session.ts";
import { silently } from "../../../../../src-engine/interpret/silent.ts";
import { truthOf } from "../../../../../src-engine/interpret/truth.ts";
import type { Expr, FunctionCore, Param, TypeParam } from "../../../../../src-engine/program/ir.ts";
import type { FunctionValue } from "../../../../../src-engine/program/values.ts";

interface Condition {
  readonly test: Expr;
  /** The template parameters before it. */
  readonly after: number;
  /** It counts where the name is that of a concept: else it is a type. */
  readonly ofConcept?: true;
}

const known = new WeakMap<FunctionCore, readonly Condition[]>();

/** The overloads that are not switched off for these arguments. */
export function enabled(
  frame: Frame,
  overloads: readonly FunctionValue[],
  targs: readonly Value[],
  args: readonly CallArgument[],
): readonly FunctionValue[] {
  if (overloads.length < 2 || !overloads.some(({ code }) => conditionsOf(code).length > 0)) return overloads;
  const asked = overloads.map((one) => ({ one, answer: silently(frame, () => answer(frame, one, targs, args)) }));
  const left = asked.filter((each) => each.answer !== "no");
  // What is constrained is more specialised than what is not.
  const first = left.filter((each) => each.answer === "yes" && isConstrained(each.one.code));
  return left.length > 0 ? [...new Set([...first, ...left])].map(({ one }) => one) : overloads;
}

function answer(frame: Frame, fn: FunctionValue, targs: readonly Value[], args: readonly CallArgument[]): Answer {
  const conditions = conditionsOf(fn.code);
  if (conditions.length === 0) return "yes";
  const file = fileScope(frame.session, fn.file) ?? frame.file;
  const at = inner({ ...frame, file, item: fn.item }, newScope(fn.scope));
  const { params } = fn.code;
  const typeParams = conceptsAsTypes(at, fn.code.typeParams);
  const matched = matchArguments(params, args);
  const deduced = deduceFrom(at, typeParams, params, matched);
  addRanks(deduced, params, matched.byParam);
  let [next, last]: [number, Answer] = [0, "yes"];
  for (const [i, param] of [...typeParams, undefined].entries()) {
    for (const { test } of conditions.filter((one) => one.after === i && isMeant(at, one))) {
      const truth = truthOf(at, evaluate(at, test));
      if (truth === "no") return "no";
      if (truth === "unknown") last = "unknown";
    }
    if (param === undefined) return last;
    if (param.pack) return "unknown";
    const given = targs[next++];
    const value = given === undefined ? deduced.get(param.name) : asArgument(param, given);
    const made = value ?? (param.fallback === undefined ? undefined : evaluate(at, param.fallback));
    if (made !== undefined && param.name !== "") at.scope.names.set(param.name, made);
  }
  return last;
}

/** Of an argument that is not known its number of modes may be: `TensorS::rank == 3`. */
function addRanks(deduced: Deduced, params: readonly Param[], given: Matched["byParam"]): void {
  for (const [i, { type }] of params.entries()) {
    const value = given[i]?.value;
    const name = type?.kind === "name" && type.path.length === 1 ? type.path[0]! : "";
    const isRanked = value?.kind === "unknown" && value.rank !== undefined;
    if (isRanked && name !== "" && !deduced.has(name)) deduced.set(name, { kind: "type", of: value, name });
  }
}

const isMeant = (at: Frame, { test, ofConcept }: Condition): boolean =>
  ofConcept === undefined || (test.kind === "template" && isConcept(evaluate(at, test.callee)));

const isConstrained = ({ requires, typeParams }: FunctionCore): boolean =>
  requires !== undefined || typeParams.some((one) => conceptOf(one) !== undefined);

/** `template <Concept T>`: read as a parameter of that type, and a condition if it is a concept. */
function conceptOf({ form, type, name, span }: TypeParam): Expr | undefined {
  if (form !== "value" || name === "" || type?.kind !== "name") return undefined;
  return { kind: "template", callee: type, args: [{ value: { kind: "name", path: [name], span } }], span };
}

/** A concept is a template that stands without its arguments. */
export const isConcept = (type: Value): boolean => type.kind === "function" && type.isAlias === true;

function conditionsOf(code: FunctionCore): readonly Condition[] {
  const before = known.get(code);
  if (before !== undefined) return before;
  const own = code.typeParams.flatMap(({ type, fallback }, after): readonly Condition[] => {
    const tests = isRequirement(type) ? [fallback] : [type, fallback].map((expr) => expr && testOf(expr));
    return tests.flatMap((test) => (test === undefined ? [] : [{ test, after }]));
  });
  const ofResult = code.returns === undefined ? undefined : testOf(code.returns);
  const concepts = code.typeParams.flatMap((param, i) => {
    const test = conceptOf(param);
    return test === undefined ? [] : [{ test, after: i + 1, ofConcept: true as const }];
  });
  const last = [ofResult ?? [], code.requires ?? []].flat().map((test) => ({ test, after: code.typeParams.length }));
  const all: readonly Condition[] = [...own, ...concepts, ...last];
  known.set(code, all);
  return all;
}

/** `__CUTE_REQUIRES(C)`, which the preparation rewrites to a parameter of this type with the default C. */
const isRequirement = (type: Expr | undefined): boolean => type?.kind === "name" && type.path.at(-1) === "required_if";

/** C of `enable_if_t<C, T>` and `enable_if<C, T>::type*`. */
function testOf(type: Expr): Expr | undefined {
  switch (type.kind) {
    case "pointer-type":
      return testOf(type.of);
    case "scope":
      return testOf(type.object);
    case "template": {
      const name = type.callee.kind === "name" ? type.callee.path.at(-1) : undefined;
      return name === "enable_if_t" || name === "enable_if" ? type.args[0]?.value : undefined;
    }
    default:
      return undefined;
  }
}
