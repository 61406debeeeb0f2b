// What a Python function gives that its annotation calls an integer: `-> int`, `-> Tuple[int, int]`.
//
// Where such a result cannot be known it is a symbol under the name that the `return` has for it, else the function's, so that a
// layout with an unknown number of stages still has its shape.

import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { tupleLike, type Value } from "../../../../../src-engine/algebra/value.ts";
import { isHost } from "../../../../../src-engine/interpret/entry.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { type Frame, isFunctionItem } from "../../../../../src-engine/interpret/session.ts";
import { mint } from "../../../../../src-engine/interpret/symbol.ts";
import type { Expr, FunctionItem } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";
import { isClosure } from "../../../../../src-engine/program/values.ts";

export function returnedValue(frame: Frame, value: Value, expr: Expr): Value {
  const fn = frame.functionScope.names.get("<function>");
  if (fn?.kind !== "function") return value;
  const { code } = fn;
  if (!isFunctionItem(code) || code.returns === undefined) return value;
  // A function within a traced one sees numbers of the run by itself.
  const isOfTrace = isHost(code) && !isClosure(fn) && areOfTrace(frame, code);
  const part = (type: Expr, one: Value, name: string): Value =>
    integer(frame, one, name, isOfTrace && lastName(type) === "int");
  if (isInteger(code.returns)) return part(code.returns, value, lastName(expr) || code.name);
  if (!areIntegers(code.returns) || value.kind !== "tuple") return value;
  const types = itemTypes(code.returns);
  const parts = expr.kind === "tuple" && expr.items.length === value.items.length ? expr.items : [];
  return tupleLike(
    value,
    value.items.map((one, i) =>
      part(types[Math.min(i, types.length - 1)] ?? expr, one, lastName(parts[i]?.value) || `${code.name}.${i}`),
    ),
  );
}

function integer(frame: Frame, value: Value, name: string, isStatic: boolean): Value {
  return lift(frame, [value], name, ([one]) => {
    if (one?.kind !== "unknown") return one ?? value;
    const id = `returned ${name}@${frame.instance.id}#${frame.instance.minted++}`;
    const made = mint(frame.session, { id, name });
    return isStatic && made.kind === "sym" ? { ...made, know: "static" } : made;
  });
}

/** What a plain function makes of numbers, types and configurations that are known when the kernel is traced is known then too. */
const areOfTrace = ({ functionScope }: Frame, { params }: FunctionItem): boolean =>
  params.every(({ name }) => {
    const value = functionScope.names.get(name);
    return value !== undefined && isKnownThen(value);
  });

function isKnownThen(value: Value, depth = 0): boolean {
  if (isInt(value)) return value.know === "static";
  if (value.kind === "tuple") return value.items.every((one) => isKnownThen(one, depth));
  // An object may hold numbers of the run.
  if (value.kind === "object")
    return depth < deepest && [...value.fields.values()].every((one) => isKnownThen(one, depth + 1));
  return ofTrace.has(value.kind);
}

const deepest = 3;

const ofTrace: ReadonlySet<Value["kind"]> = new Set(["dtype", "text", "float", "underscore", "class", "type"]);

/** `int`, and the DSL's integers. */
const isInteger = (type: Expr): boolean => /^(int|U?[Ii]nt(8|16|32|64))$/.test(lastName(type));

/** `Tuple[int, int]`, `tuple[int, ...]`. */
function areIntegers(type: Expr): boolean {
  if (type.kind !== "index" || !/^[Tt]uple$/.test(lastName(type.object))) return false;
  const items = itemTypes(type);
  return items.length > 0 && isInteger(items[0]!) && items.every((one, i) => isInteger(one) || (i > 0 && isRest(one)));
}

/** `tuple[int, ...]`: of further items the last that is told. */
const itemTypes = (type: Expr): readonly Expr[] =>
  type.kind !== "index"
    ? []
    : type.args
        .flatMap(({ value }) => (value.kind === "tuple" ? value.items.map((one) => one.value) : [value]))
        .filter((one, i) => i === 0 || !isRest(one));

const isRest = (expr: Expr): boolean => expr.kind === "name" && expr.path[0] === "Ellipsis";
