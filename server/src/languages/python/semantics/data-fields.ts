// Python's dataclasses: which of a class's declarations are fields, which of them an object is given when it is made, and which only
// `__post_init__` is given.
import type { Expr, Item, StatementItem } from "../../../../../src-engine/program/ir.ts";

type Field = StatementItem & { readonly statement: StatementItem["statement"] & { readonly kind: "let" } };

/** `x: T`, with or without a default; `x: ClassVar[T]` is the class's alone. */
export const isDataField = (item: Item): item is Field =>
  item.kind === "statement" &&
  item.statement.kind === "let" &&
  item.statement.type !== undefined &&
  !item.statement.attributes.includes("static") &&
  nameOf(item.statement.type) !== "ClassVar";

/** Not `x: T = field(init=False)`. */
export function isGiven({ statement }: StatementItem): boolean {
  const init = statement.kind === "let" ? statement.init : undefined;
  if (init?.kind !== "call" || nameOf(init.callee) !== "field") return true;
  return !init.args.some(({ name, value }) => name === "init" && value.kind === "bool" && !value.value);
}

/** `x: InitVar[T]`: handed on to `__post_init__`. */
export const isInitOnly = ({ statement }: StatementItem): boolean =>
  statement.kind === "let" && statement.type !== undefined && nameOf(statement.type) === "InitVar";

/** `ClassVar` of `typing.ClassVar[int]`. */
function nameOf(expr: Expr): string | undefined {
  if (expr.kind === "index") return nameOf(expr.object);
  return expr.kind === "name" ? expr.path.at(-1) : expr.kind === "member" ? expr.name : undefined;
}
