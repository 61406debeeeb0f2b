// Operators on library values: tuples and layouts compare, coordinates add, predicates combine.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { and, compare, isInt, not } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { stepped } from "../../../../../src-engine/interpret/address.ts";
import { written } from "../../../../../src-engine/interpret/null-pointer.ts";
import { coordinateOperator } from "./coordinates.ts";
import { plain } from "./row.ts";
import { bool } from "./values.ts";

export function binaryOf(op: string, left: Value, right: Value, ctx: Context): Value | undefined {
  const [a, b] = [plain(left), plain(right)];
  if (op === "==" || op === "!=") return equality(op, a, b);
  // A pipeline's state goes on: `++read_state`.
  if ((op === "+" || op === "-") && a.kind === "object" && a.fields.has("phase")) return a;
  if (op === "+" && a.kind === "pointer" && isInt(b)) {
    return a.offset.kind === "unknown" ? a : stepped(written(a), b, a.rows ?? []);
  }
  return coordinateOperator(ctx, op, a, b);
}

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
  if ((a.kind === "tuple" || a.kind === "arith") && (b.kind === "tuple" || b.kind === "arith")) {
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
