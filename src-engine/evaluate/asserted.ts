// What a function asserts of its own parameters: `assert head_dim == 256`, `assert mma_tiler[2] in (128, 256)`.
//
// An example for a parameter keeps to it, else the function would refuse the example. `self.head_dim` stands for the parameter
// of that name, as constructors have it.
import type { Block, Expr, FunctionCore } from "../ir.ts";

/** The number that the parameter (or its item at `index`) must be; of several the first. */
export function assertedNumber(code: FunctionCore, param: string, index?: number): number | undefined {
  for (const test of assertionsOf(code.body ?? [])) {
    const found = numberFrom(test, param, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tests that every call runs into: those in branches are of some calls only. */
const assertionsOf = (body: Block): readonly Expr[] =>
  body.flatMap((stmt) =>
    stmt.kind === "assert" ? partsOf(stmt.test) : stmt.kind === "block" ? assertionsOf(stmt.body) : [],
  );

const partsOf = (test: Expr): readonly Expr[] =>
  test.kind === "binary" && (test.op === "&&" || test.op === "and")
    ? [...partsOf(test.left), ...partsOf(test.right)]
    : [test];

function numberFrom(test: Expr, param: string, index: number | undefined): number | undefined {
  if (test.kind !== "binary" || !isAbout(test.left, param, index)) return undefined;
  if (test.op === "==") return test.right.kind === "int" ? test.right.value : undefined;
  if (test.op !== "in" || test.right.kind !== "tuple") return undefined;
  const first = test.right.items[0]?.value;
  return first?.kind === "int" ? first.value : undefined;
}

function isAbout(expr: Expr, param: string, index: number | undefined): boolean {
  if (index === undefined) return isParam(expr, param);
  const at = expr.kind === "index" && expr.args.length === 1 ? expr.args[0]!.value : undefined;
  return expr.kind === "index" && at?.kind === "int" && at.value === index && isParam(expr.object, param);
}

const isParam = (expr: Expr, param: string): boolean =>
  expr.kind === "member"
    ? expr.name === param && expr.object.kind === "name" && expr.object.path.join() === "self"
    : expr.kind === "name" && expr.path.join() === param;
