// What a function asserts of its own parameters: `assert head_dim == 256`, `assert mma_tiler[2] in (128, 256)`, and of their
// element types: `assert mQ.element_type == cutlass.Float32`, `self.dtype = mQ.element_type` and `assert self.dtype.width == 16`.
//
// An example for a parameter keeps to it, else the function would refuse the example. `self.head_dim` stands for the parameter
// of that name, as constructors have it.
import type { Block, Expr, FunctionCore } from "../program/ir.ts";

/** The number that the parameter (or its item at `index`) must be; of several the first. */
export function assertedNumber(code: FunctionCore, param: string, index?: number): number | undefined {
  for (const test of assertionsOf(code.body ?? [])) {
    const found = numberFrom(test, param, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name of the element type that a tensor must have, `Float32`, or its width in bits. */
export function assertedElement(code: FunctionCore, param: string): string | number | undefined {
  const body = code.body ?? [];
  const names = new Set([`${param}.element_type`, ...aliasesOf(body, `${param}.element_type`)]);
  for (const test of assertionsOf(body)) {
    if (test.kind !== "binary" || test.op !== "==") continue;
    const left = dotted(test.left) ?? "";
    if (names.has(left)) return dotted(test.right)?.split(".").at(-1);
    if (left.endsWith(".width") && names.has(left.slice(0, -6)) && test.right.kind === "int") return test.right.value;
  }
  return undefined;
}

/** What the body calls the same: `self.dtype = mQ.element_type`. */
const aliasesOf = (body: Block, name: string): readonly string[] =>
  body.flatMap((stmt) => {
    if (stmt.kind !== "expr" || stmt.value.kind !== "assign" || dotted(stmt.value.value) !== name) return [];
    const { target } = stmt.value;
    if (target.kind === "bind") return [target.name];
    return target.kind === "place" ? [dotted(target.expr) ?? ""] : [];
  });

function dotted(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.path.join(".");
  const object = expr.kind === "member" ? dotted(expr.object) : undefined;
  return expr.kind === "member" && object !== undefined ? `${object}.${expr.name}` : undefined;
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
