// What a call of something unknown may write: variables passed by non-const reference or by address, and the objects it is handed.
//
// A forgotten integer becomes a free symbol under its variable's name; other values become unknown with the reason. Constants stay.
import { isInt } from "../algebra/int/int.ts";
import { type Cell, isSameObject, unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import type { CallArgument } from "./dialect.ts";
import { write } from "./journal.ts";
import { written } from "./null-pointer.ts";
import { declarationOf, holder } from "./scope.ts";
import type { Frame } from "./session.ts";
import { freeSymbolOf } from "./symbol.ts";

/** Functions of the languages' own libraries that only read. */
const readOnly = new Set(
  "printf fprintf puts print print_layout print_latex print_tensor assert sizeof move forward static_cast exit abort free cudaFree max min abs len str repr isinstance hasattr type id range format".split(
    " ",
  ),
);

export function forgetArguments(frame: Frame, args: readonly CallArgument[], callee: string): void {
  if (readOnly.has(callee)) return;
  for (const { expr, value } of args) {
    if (frame.dialect.semantics.valueObjects) forgetPlace(frame, expr, callee);
    if (value.kind === "object") forgetObject(frame, value, callee);
    if (value.kind === "pointer" && value.to !== undefined) forgetCell(frame, value.to, callee);
  }
}

/** `&m`, `(void**)&m` and a plain `m`, which may be taken by reference. */
function forgetPlace(frame: Frame, expr: Expr, callee: string): void {
  if (expr.kind === "unary" && expr.op === "&") return forgetPlace(frame, expr.value, callee);
  if (expr.kind === "cast" && expr.value.kind !== "name") return forgetPlace(frame, expr.value, callee);
  if (expr.kind === "name" && expr.path.length === 1) return forgetName(frame, expr.path[0]!, `${callee} may write it`);
}

function forgetCell(frame: Frame, { cells, name }: Cell, callee: string): void {
  const now = cells.get(name);
  if (now === undefined) return;
  write(frame.session.journal, cells, name, forgotten(frame, now, name, 0, `${callee} may write ${name}`));
}

function forgetName(frame: Frame, name: string, why: string): void {
  const held = holder(frame.scope, name);
  const value = held?.scope.names.get(held.name);
  if (held === undefined || value === undefined || held.scope.find !== undefined) return;
  const declaration = declarationOf(frame.scope, name);
  if (declaration?.constant) return;
  const after = frame.dialect.semantics.typed
    ? forgotten(frame, value, name, declaration?.span.start ?? 0, why)
    : reassigned(value, why);
  write(frame.session.journal, held.scope.names, held.name, after);
}

/** A name without a type may be anything afterwards; what a module or definition is called stays. */
const reassigned = (value: Value, why: string): Value =>
  value.kind === "module" || value.kind === "function" || value.kind === "class" ? value : unknown(why);

/** Only the numbers of a run can change: types, layouts' static parts and functions cannot. */
function forgotten(frame: Frame, value: Value, name: string, place: number, why: string): Value {
  if (isInt(value)) return value.know === "static" ? value : freeSymbolOf(frame, name, place);
  switch (value.kind) {
    case "float":
    case "text":
    case "dict":
      return unknown(why);
    case "pointer":
      return written(value);
    case "alternatives":
      return value.options.every((one) => isInt(one.value)) ? freeSymbolOf(frame, name, place) : value;
    case "tuple":
      return frame.dialect.semantics.valueObjects ? value : unknown(why);
    default:
      return value;
  }
}

function forgetObject(frame: Frame, value: Value & { kind: "object" }, callee: string): void {
  if (value.type === undefined) return;
  for (const [name, field] of value.fields) {
    const after = forgotten(frame, field, name, 0, `${callee} may write ${name}`);
    if (!isSameObject(after, field)) write(frame.session.journal, value.fields, name, after);
  }
}

/** The same of objects without types, and of those that they hold: an attribute may be anything afterwards. */
export function forgetFields({ session }: Frame, objects: readonly Value[], callee: string): void {
  const seen = new Set<ReadonlyMap<string, Value>>();
  const forget = (value: Value): void => {
    if (value.kind === "tuple") for (const item of value.items) forget(item);
    if (value.kind === "alternatives") for (const option of value.options) forget(option.value);
    if (value.kind !== "object" || seen.has(value.fields)) return;
    const { fields } = value;
    seen.add(fields);
    for (const [name, field] of [...fields]) {
      forget(field);
      write(session.journal, fields, name, unknown(`${callee} may write ${name}`));
    }
  };
  for (const one of objects) forget(one);
}

/** What an opaque piece of code says it writes. */
export function forgetNames(frame: Frame, names: readonly string[], why: string): void {
  for (const name of names) forgetName(frame, name, why);
}
