// Operators on what is no plain integer: layouts, coordinates, vectors, torch tensors, pointers, FastDivmod's divisors.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { asDynamic, div, isInt, mod } from "../../../../../src-engine/algebra/int/int.ts";
import { advance } from "../../../../../src-engine/algebra/tiled/engine.ts";
import { mulScalar } from "../../../../../src-engine/algebra/tuple/scalar.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { compareArchs } from "./arch.ts";
import { vectorArithmetic } from "./rows-vector.ts";
import { arithmeticOfRun } from "./run-numbers.ts";
import { sequenceOperator } from "./sequence-operators.ts";
import { arithmetic, compareLayouts } from "./tensor.ts";
import { arithmeticOf } from "./torch-shapes.ts";
import { isLayout } from "./values.ts";

/** What the operator gives; undefined where these operands have none of their own. */
export function binary(op: string, left: Value, right: Value, ctx: Context): Value | undefined {
  if (op === "|" && (left.kind === "builtin" || left.kind === "dtype" || left.kind === "class")) return left;
  const archs = compareArchs(op, left, right);
  if (archs !== undefined) return archs;
  const ofRun = arithmeticOfRun(op, left, right);
  if (ofRun !== undefined) return ofRun;
  const torch = arithmeticOf(op, left, right);
  if (torch !== undefined) return torch;
  const vector = vectorArithmetic(left, right);
  if (vector !== undefined) return vector;
  if ((op === "==" || op === "!=") && isLayout(left) && isLayout(right)) return compareLayouts(op, left, right);
  if (
    /^[-+*%]$|^\/\/$/.test(op) &&
    ((left.kind === "unknown" && isInt(right)) || (right.kind === "unknown" && isInt(left)))
  ) {
    return unknown(arithmetic, left.kind === "unknown" ? left : right.kind === "unknown" ? right : undefined);
  }
  if (isInt(left) && right.kind === "object" && right.name === "FastDivmodDivisor") return quotient(op, left, right);
  if (left.kind === "pointer" && isInt(right) && op === "+") return advance(ctx, left, right) as Value;
  return (op === "*" ? scaledBasis(left, right) : undefined) ?? sequenceOperator(op, left, right);
}

/** `8 * cute.E(0)`, from either side. */
function scaledBasis(left: Value, right: Value): Value | undefined {
  if (left.kind === "basis" && isInt(right)) return mulScalar(left, right);
  return right.kind === "basis" && isInt(left) ? mulScalar(left, right) : undefined;
}

/** `x // d` and `x % d` with a FastDivmodDivisor: the run's integers. */
function quotient(op: string, x: Int, by: ObjectValue): Value | undefined {
  const divisor = by.fields.get("divisor");
  if (divisor === undefined || !isInt(divisor)) return undefined;
  return op === "//" ? div(asDynamic(x), divisor) : op === "%" ? mod(asDynamic(x), divisor) : undefined;
}
