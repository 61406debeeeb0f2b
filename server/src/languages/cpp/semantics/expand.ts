// Patterns over parameter packs: each item in turn under the pack's own name, and what a fold makes of the values.
import { tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { binaryValues, causeOf } from "../../../../../src-engine/interpret/operator.ts";
import { localScope } from "../../../../../src-engine/interpret/scope.ts";
import { itemsOf } from "../../../../../src-engine/interpret/sequence.ts";
import { type Frame, inner } from "../../../../../src-engine/interpret/session.ts";
import { truthOf } from "../../../../../src-engine/interpret/truth.ts";
import type { Expand } from "../../../../../src-engine/program/expand.ts";

const mostItems = 256;

export function expand(frame: Frame, expr: Expand): Value {
  const packs = expr.packs.map((name) => evaluate(frame, { kind: "name", path: [name], span: expr.span }));
  const all = packs.map((pack) => itemsOf(pack.kind === "type" ? pack.of : pack));
  const [first] = all;
  if (first === undefined || all.some((one) => one?.length !== first.length) || first.length > mostItems)
    return unknown(
      "a parameter pack whose items are not known",
      packs.map(causeOf).find((one) => one !== undefined),
    );
  const values = first.map((_, i) => {
    const own = inner(frame, localScope(frame.session, frame.scope));
    for (const [at, name] of expr.packs.entries()) own.scope.names.set(name, all[at]![i]!);
    return evaluate(own, expr.pattern);
  });
  return expr.fold === undefined ? tuple(values) : folded(frame, expr.fold, values);
}

function folded(frame: Frame, { op, from, init }: NonNullable<Expand["fold"]>, items: readonly Value[]): Value {
  const start = init === undefined ? [] : [evaluate(frame, init)];
  const values = from === "left" ? [...start, ...items] : [...items, ...start].reverse();
  if (op === "&&" || op === "||") return decided(frame, op, values);
  const [first, ...rest] = values;
  if (first === undefined) return unknown("a fold of nothing");
  if (op === ",") return (from === "left" ? values.at(-1) : first)!;
  return rest.reduce(
    (left, right) => (from === "left" ? binaryValues(frame, op, left, right) : binaryValues(frame, op, right, left)),
    first,
  );
}

/** One operand may decide. */
function decided(frame: Frame, op: "&&" | "||", values: readonly Value[]): Value {
  const { truth } = frame.dialect.semantics;
  const answers = values.map((one) => truthOf(frame, one));
  if (answers.includes(op === "&&" ? "no" : "yes")) return truth(op === "||");
  return answers.includes("unknown") ? unknown("a fold of conditions that are not known") : truth(op === "&&");
}
