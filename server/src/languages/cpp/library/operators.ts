// Operators on library values: tuples and layouts compare, coordinates add, predicates combine.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { and, compare, isInt, not } from "../../../../../src-engine/algebra/int/int.ts";
import { addIndex, type Index, mulScalar, type Scalar } from "../../../../../src-engine/algebra/tuple/scalar.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { plain } from "./row.ts";
import { bool } from "./values.ts";

export function binaryOf(op: string, left: Value, right: Value, ctx: Context): Value | undefined {
  const [a, b] = [plain(left), plain(right)];
  if (op === "==" || op === "!=") return equality(op, a, b);
  // A pipeline's state goes on: `++read_state`.
  if ((op === "+" || op === "-") && a.kind === "object" && a.fields.has("phase")) return a;
  if (op === "+" && isIndex(a) && isIndex(b)) return addIndex(ctx, a, b) as Value;
  if (op === "*" && isScaled(a, b)) return mulScalar(a as Scalar, b as Scalar);
  if (op === "+" && a.kind === "pointer" && isInt(b)) {
    const { offset } = a;
    return offset.kind === "unknown" ? a : { ...a, offset: addIndex(ctx, offset, b) as Int };
  }
  return undefined;
}

const isIndex = (value: Value): value is Index => isInt(value) || value.kind === "basis" || value.kind === "arith";

/** An integer and a basis, `4 * E<0>{}`. */
const isScaled = (a: Value, b: Value): boolean => (isInt(a) && b.kind === "basis") || (a.kind === "basis" && isInt(b));

function equality(op: string, a: Value, b: Value): Value | undefined {
  const same = sameTree(a, b);
  if (same === undefined) return undefined;
  return op === "==" ? same : not(same);
}

/** Equality of trees of integers, static where all of it is. */
function sameTree(a: Value, b: Value): Int | undefined {
  if (isInt(a) && isInt(b)) return compare("==", a, b);
  if (a.kind === "layout" && b.kind === "layout")
    return both(sameTree(a.shape, b.shape), sameTree(a.stride as Value, b.stride as Value));
  if (a.kind === "tuple" && b.kind === "tuple") {
    if (a.items.length !== b.items.length) return bool(false);
    return a.items.reduce<Int | undefined>(
      (so, item, i) => both(so, sameTree(item, b.items[i] ?? unknown(""))),
      bool(true),
    );
  }
  if (a.kind === "basis" && b.kind === "basis") {
    return a.path.join() === b.path.join() ? compare("==", a.value, b.value) : bool(false);
  }
  return undefined;
}

const both = (a: Int | undefined, b: Int | undefined): Int | undefined =>
  a === undefined || b === undefined ? undefined : and(a, b);
