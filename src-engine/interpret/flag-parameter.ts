// Is a Python parameter a flag? By its annotation, or because the function asks for its truth: `x if varlen else y`, `not varlen`.
import type { Expr, FunctionCore } from "../program/ir.ts";

export function isFlagParameter(code: FunctionCore, param: string): boolean {
  const type = code.params.find((one) => one.name === param)?.type;
  if (type !== undefined) return isBool(type);
  const stack: unknown[] = [code.body];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if (asksFor(node, param)) return true;
    for (const part of Object.values(node)) if (typeof part === "object" && part !== null) stack.push(part);
  }
  return false;
}

/** `bool`, `Constexpr[bool]`, `cutlass.Constexpr[bool]`. */
function isBool(type: Expr): boolean {
  if (type.kind === "index") return type.args.length === 1 && isBool(type.args[0]!.value);
  return type.kind === "name" && (type.path.at(-1) === "bool" || type.path.at(-1) === "Boolean");
}

/** Is this node a test of the name, as a whole? */
function asksFor(node: object, param: string): boolean {
  if (!("kind" in node)) return false;
  if ((node.kind === "cond" || node.kind === "if") && "test" in node) return isName(node.test, param);
  return node.kind === "unary" && "op" in node && node.op === "!" && "value" in node && isName(node.value, param);
}

const isName = (expr: unknown, param: string): boolean =>
  typeof expr === "object" &&
  expr !== null &&
  "kind" in expr &&
  expr.kind === "name" &&
  "path" in expr &&
  Array.isArray(expr.path) &&
  expr.path.length === 1 &&
  expr.path[0] === param;
