// Which places of shared memory a tensor is cut from, as the declarations say it that hold where it stands.
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import type { Run } from "./barrier-functions.ts";
import { onlyValue } from "./mma-reads.ts";
import { memoryOf } from "./tensor-parts.ts";

/** Both are cut from one tensor, or from two that are laid over the same address in the same words. */
export function areOfOnePlace(a: Expr, b: Expr, fn: FunctionItem, run: Run): boolean {
  const places = new Set(rootsOf(a, fn, run));
  return rootsOf(b, fn, run).some((root) => places.has(root));
}

/** Those places, each by a text of its own in the function. */
export function rootsOf(expr: Expr, fn: FunctionItem, run: Run, steps = 24): readonly string[] {
  const next = (inner: Expr): readonly string[] => (steps === 0 ? [] : rootsOf(inner, fn, run, steps - 1));
  // `sA.iterator`
  if (expr.kind === "member" && isShared(expr.object, run)) return next(expr.object);
  if (expr.kind === "index") return next(expr.object);
  if (expr.kind === "name") return ofName(expr, fn, next);
  if (expr.kind !== "call") return [];
  const { callee, args } = expr;
  if (isShared(callee, run)) return next(callee);
  const [first] = args;
  const pointer = lastName(callee) === "make_tensor" ? first?.value : undefined;
  if (pointer?.kind === "call" && lastName(pointer.callee) === "make_smem_ptr") {
    const [address] = pointer.args;
    return address === undefined ? [] : [run.text(address.value.span).replace(/\s+/g, "")];
  }
  const parts = args.filter(({ value }) => isShared(value, run));
  if (parts.length > 0) return parts.flatMap(({ value }) => next(value));
  const object = callee.kind === "member" && isShared(callee.object, run) ? callee.object : undefined;
  return object === undefined ? [`${expr.span.start}`] : next(object);
}

/** Of a parameter nothing is known but its name. */
function ofName(
  expr: Expr & { kind: "name" },
  fn: FunctionItem,
  next: (inner: Expr) => readonly string[],
): readonly string[] {
  const value = onlyValue(expr, fn);
  const name = expr.path.join("::");
  return value === undefined ? (fn.params.some((param) => param.name === name) ? [name] : []) : next(value);
}

const isShared = (expr: Expr, run: Run): boolean => memoryOf(run.values.value(expr)) === "smem";
