// What a function takes of its parameters, as what it refuses tells: `if tile[0] not in [64, 128]: raise ValueError(…)`, or in a
// check that others ask, `return False` and `is_valid = False`.
import type { Block, Expr, FunctionItem, Param, Stmt } from "./ir.ts";

/** What a parameter, or its item at that index, must be one of. */
export interface Accepted {
  readonly param: string;
  readonly item?: number;
  readonly values: readonly Literal[];
}

export type Literal = number | string;

/** Of tests that every call runs into: those in branches are for some calls only. */
export function acceptedBy(fn: FunctionItem): readonly Accepted[] {
  const before = known.get(fn);
  if (before !== undefined) return before;
  const accepted = acceptedIn(fn.body ?? [], fn.params);
  known.set(fn, accepted);
  return accepted;
}

const known = new WeakMap<FunctionItem, readonly Accepted[]>();

function acceptedIn(body: Block, params: readonly Param[]): readonly Accepted[] {
  const names = new Set(params.map(({ name }) => name));
  return body.flatMap((stmt) =>
    stmt.kind === "if" && stmt.then.some(isRefusal)
      ? anyOf(stmt.test)
          .flatMap((test) => restriction(test) ?? [])
          .filter(({ param }) => names.has(param))
      : [],
  );
}

function isRefusal(stmt: Stmt): boolean {
  if (stmt.kind === "raise") return true;
  if (stmt.kind === "return") return isFalse(stmt.value);
  return stmt.kind === "expr" && stmt.value.kind === "assign" && stmt.value.op === "" && isFalse(stmt.value.value);
}

const isFalse = (value: Expr | undefined): boolean => value?.kind === "bool" && !value.value;

/** Each of them alone refuses. */
const anyOf = (test: Expr): readonly Expr[] =>
  test.kind === "binary" && (test.op === "or" || test.op === "||")
    ? [...anyOf(test.left), ...anyOf(test.right)]
    : [test];

function restriction(test: Expr): Accepted | undefined {
  if (test.kind !== "binary" || test.op !== "not in" || test.right.kind !== "tuple") return undefined;
  const values = test.right.items.map(({ value }) => literalOf(value));
  if (values.length === 0 || !values.every((one) => one !== undefined)) return undefined;
  const of = test.left;
  if (of.kind === "name" && of.path.length === 1) return { param: of.path[0]!, values };
  const at = of.kind === "index" && of.args.length === 1 ? of.args[0]!.value : undefined;
  if (of.kind !== "index" || of.object.kind !== "name" || of.object.path.length !== 1) return undefined;
  return at?.kind === "int" && at.value >= 0 ? { param: of.object.path[0]!, item: at.value, values } : undefined;
}

const literalOf = (expr: Expr): Literal | undefined =>
  expr.kind === "int" || expr.kind === "text" ? expr.value : undefined;
