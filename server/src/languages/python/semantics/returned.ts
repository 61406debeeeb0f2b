// What a Python function gives that its annotation calls an integer: `-> int`, `-> Tuple[int, int]`.
//
// Where such a result cannot be known it is a symbol under the name that the `return` has for it, else the function's, so that a
// layout with an unknown number of stages still has its shape.

import { tupleLike, type Value } from "../../../../../src-engine/algebra/value.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { type Frame, isFunctionItem } from "../../../../../src-engine/interpret/session.ts";
import { mint } from "../../../../../src-engine/interpret/symbol.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";

export function returnedValue(frame: Frame, value: Value, expr: Expr): Value {
  const fn = frame.functionScope.names.get("<function>");
  const code = fn?.kind === "function" ? fn.code : undefined;
  if (code === undefined || !isFunctionItem(code) || code.returns === undefined) return value;
  if (isInteger(code.returns)) return integer(frame, value, lastName(expr) || code.name);
  if (!areIntegers(code.returns) || value.kind !== "tuple") return value;
  const parts = expr.kind === "tuple" && expr.items.length === value.items.length ? expr.items : [];
  return tupleLike(
    value,
    value.items.map((one, i) => {
      const part = parts[i];
      return integer(frame, one, lastName(part?.value) || `${code.name}.${i}`);
    }),
  );
}

const integer = (frame: Frame, value: Value, name: string): Value =>
  lift(frame, [value], name, ([one]) =>
    one?.kind === "unknown"
      ? mint(frame.session, { id: `returned ${name}@${frame.instance.id}#${frame.instance.minted++}`, name })
      : (one ?? value),
  );

/** `int`, and the DSL's integers. */
const isInteger = (type: Expr): boolean => /^(int|U?[Ii]nt(8|16|32|64))$/.test(lastName(type));

/** `Tuple[int, int]`, `tuple[int, ...]`. */
function areIntegers(type: Expr): boolean {
  if (type.kind !== "index" || !/^[Tt]uple$/.test(lastName(type.object))) return false;
  const items = type.args.flatMap(({ value }) =>
    value.kind === "tuple" ? value.items.map((one) => one.value) : [value],
  );
  return items.length > 0 && isInteger(items[0]!) && items.every((one, i) => isInteger(one) || (i > 0 && isRest(one)));
}

const isRest = (expr: Expr): boolean => expr.kind === "name" && expr.path[0] === "Ellipsis";
