// Tests of tuples: equality and order item by item, and `(a, b) in ((10, 0), (10, 3))`, which says something of each item.
import { areAlike, type Tuple, type Value } from "../algebra/value.ts";
import type { Condition } from "../program/condition.ts";
import { constantKey } from "./join.ts";
import { binaryValues } from "./operator.ts";
import type { Frame } from "./session.ts";
import { bothTests, inverse, isOneOf, type Test, testOf } from "./truth.ts";

type Pairs = readonly (readonly [Value, Value])[];

/** The items of two tuples of one length, or of two lists, side by side. */
export function itemsOf(left: Value, right: Value): Pairs | undefined {
  if (left.kind !== "tuple" || right.kind !== "tuple" || left.items.length !== right.items.length) return undefined;
  if (!areAlike(left, right)) return undefined;
  return left.items.length === 0 ? undefined : left.items.map((one, i) => [one, right.items[i]!]);
}

const ofPair = (frame: Frame, op: string, [left, right]: readonly [Value, Value], text: string): Test =>
  testOf(frame, binaryValues(frame, op, left, right), text);

export function allEqual(frame: Frame, [pair, ...rest]: Pairs, text: string): Test {
  const first = ofPair(frame, "==", pair!, text);
  return rest.length === 0 ? first : bothTests(frame, first, () => allEqual(frame, rest, text));
}

/** `(a, b) >= (9, 3)`: a is at least 9, and more, or b is at least 3. */
export function inOrder(frame: Frame, op: string, [pair, ...rest]: Pairs, text: string): Test {
  if (op === "<" || op === "<=") return inverse(inOrder(frame, op === "<" ? ">=" : ">", [pair!, ...rest], text));
  if (rest.length === 0) return ofPair(frame, op, pair!, text);
  const isMore = (): Test => ofPair(frame, ">", pair!, text);
  return bothTests(frame, ofPair(frame, ">=", pair!, text), () =>
    inverse(bothTests(frame, inverse(isMore()), () => inverse(inOrder(frame, op, rest, text)))),
  );
}

/** One of the tuples, item by item, holds; undefined where they are no tuples of one length. */
export function isOneOfTuples(frame: Frame, left: Tuple, right: Value, text: string): Test | undefined {
  const pairs = right.kind === "tuple" ? right.items.map((one) => itemsOf(left, one)) : [];
  const tests = pairs.map((one) => one && { pairs: one, test: allEqual(frame, one, text) });
  const open = tests.flatMap((one) => (one === undefined || one.test.truth === "no" ? [] : [one]));
  if (open.length === 0 || tests.includes(undefined)) return undefined;
  const any = open.map((one) => inverse(one.test)).reduce((a, b) => bothTests(frame, a, () => b));
  if (any.truth !== "unknown") return inverse(any);
  const columns = left.items.flatMap((one, i) =>
    columnOf(
      frame,
      one,
      open.map(({ pairs: each }) => each[i]![1]),
      text,
    ),
  );
  return { ...inverse(any), whenTrue: [...any.whenFalse, ...columns] };
}

/** What an item is where the tuple is one of several: one of theirs at that place. */
function columnOf(frame: Frame, item: Value, values: readonly Value[], text: string): readonly Condition[] {
  if (constantKey(item) !== undefined || item.kind === "alternatives") return [];
  const constants = [...new Set(values.map(constantKey))];
  return constants.includes(undefined)
    ? []
    : [
        isOneOf(
          frame,
          item,
          constants.map((one) => one ?? ""),
          text,
        ),
      ];
}
