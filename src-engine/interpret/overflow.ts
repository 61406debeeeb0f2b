// What C++ makes of a product that no int holds: nobody knows. CuTe's integers are ints unless the code gives wider ones.
import { unknown, type Value } from "../algebra/value.ts";

const limit = 2 ** 31;

/** What an operation of the library gives; unknown where it holds a number that no int holds and it was given nothing as wide. */
export const withinInt = (result: Value, given: readonly Value[]): Value =>
  holds(result, isBeyond) && !given.some((one) => holds(one, isWide)) ? unknown("a number that no int holds") : result;

/** The product, sum or difference of two static integers. */
export const staticWithinInt = (op: string, result: Value, a: Value, b: Value): Value =>
  "+-*".includes(op) ? withinInt(result, [a, b]) : result;

type Test = (value: Value) => boolean;

const isBeyond: Test = (value) => value.kind === "num" && Math.abs(value.value) >= limit && value.machine === undefined;

/** Beyond an int, or of a type that is wider or unsigned. */
const isWide: Test = (value) =>
  (value.kind === "num" && (Math.abs(value.value) >= limit || (value.machine ?? "i32") !== "i32")) ||
  (value.kind === "dtype" && value.bits === 64) ||
  value.kind === "sym" ||
  value.kind === "unknown";

function holds(value: Value, test: Test): boolean {
  switch (value.kind) {
    case "tuple":
      return value.items.some((one) => holds(one, test));
    case "layout":
      return holds(value.shape, test) || holds(value.stride, test);
    case "composed":
      return holds(value.inner, test);
    case "tensor":
      return holds(value.layout, test);
    case "type":
      return holds(value.of, test);
    default:
      return test(value);
  }
}
