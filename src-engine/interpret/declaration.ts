// C++ declarations and class fields: `T x = init`, `auto [a, b] = t`, `__shared__ T buffer[N]`, `constexpr int n = 4`.
import { asDynamic, dynamicInt, isInt } from "../algebra/int/int.ts";
import { type Pointer, unknown, type Value } from "../algebra/value.ts";
import type { Arg, Stmt } from "../program/ir.ts";
import { castElement } from "./cast.ts";
import { newObject } from "./class.ts";
import { copyOfLambda } from "./closure.ts";
import { constructWith } from "./construct.ts";
import { copyObject } from "./copy.ts";
import { evaluate, evaluateRecorded } from "./expression.ts";
import { lift } from "./join.ts";
import { boundParts, localValue } from "./local-names.ts";
import { nullOf } from "./null-pointer.ts";
import { typedValue } from "./parameter.ts";
import { bindPattern } from "./pattern.ts";
import { recordStorage, recordVariable } from "./record.ts";
import { declare, holder, namesPointer, setName } from "./scope.ts";
import { fromArgs } from "./sequence.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { freeSymbolOf, isFreeSymbol } from "./symbol.ts";
import { elementOf } from "./type-value.ts";
import { whyOf } from "./why.ts";

export type Let = Stmt & { readonly kind: "let" };

export function executeLet(frame: Frame, stmt: Let): void {
  if (isReference(stmt) && bindReference(frame, stmt)) return;
  const { session } = frame;
  const outer = session.needs;
  session.needs = [];
  const name = stmt.target.kind === "bind" ? stmt.target.name : "it";
  const given = letValue(frame, stmt, name);
  const { needs } = session;
  session.needs = [...outer, ...needs];
  if (stmt.target.kind !== "bind") return bindPattern(frame, stmt.target, given, "declares", stmt.init);
  const value = boundParts(session, localValue(frame, given, name), name);
  const { target } = stmt;
  const scope = frame.dialect.semantics.blockScopes ? frame.scope : frame.functionScope;
  const constant = stmt.attributes.some((one) => one === "const" || one === "constexpr");
  declare(scope, name, frame.item, target.span, {
    ...(constant ? { constant } : {}),
    ...(stmt.type?.kind === "name" && !constant ? { written: stmt.type } : {}),
    ...(isPointer(frame, stmt) ? { pointer: true } : {}),
    ...(stmt.dims.length > 0 ? { array: true } : {}),
  });
  if (!frame.dialect.semantics.typed && stmt.init === undefined) return;
  setName(session, scope, name, value);
  recordDeclared(frame, stmt);
  recordVariable(frame, {
    name,
    span: target.span,
    value,
    role: roleOf(frame, stmt),
    source: stmt.init?.span,
    needs,
    note: stmt.note ?? target.note,
    why: whyOpen(frame, stmt, name, value),
  });
}

/** `__shared__ Storage storage;`, `__shared__ float rows[32];`. */
function recordDeclared(frame: Frame, { attributes, target, type, dims }: Let): void {
  if (!attributes.includes("__shared__") || attributes.includes("extern")) return;
  if (target.kind !== "bind" || type === undefined || type.kind === "pointer-type") return;
  const [size, counts] = silently(frame, () => [
    frame.dialect.semantics.storageOf?.(frame, evaluate(frame, type)),
    dims.map((one) => countOf(evaluate(frame, one))),
  ]);
  if (size === undefined) return;
  const isOne = "kind" in size || counts.length === 0;
  const count = counts.reduce<number | undefined>(
    (a, b) => (a === undefined || b === undefined ? undefined : a * b),
    1,
  );
  const open = unknown(`how many elements ${target.name} has`);
  const whole = isOne ? size : count === undefined ? open : { bytes: size.bytes * count, parts: [] };
  recordStorage(frame, target.span, { array: target.name, isDeclared: true, start: 0, size: whole });
}

/** A constant that is shown under its own name: the compiler knows it, and what is missing here is the reason to tell. */
function whyOpen(frame: Frame, { attributes, init }: Let, name: string, value: Value): string | undefined {
  if (init === undefined || !attributes.includes("constexpr") || !isFreeSymbol(value, name)) return undefined;
  const given = silently(frame, () => evaluate(frame, init));
  return given.kind === "unknown" ? `${name} is not known ← ${whyOf(given)}` : undefined;
}

function roleOf(frame: Frame, stmt: Let): "constant" | "field" | "variable" {
  if (stmt.attributes.includes("constexpr")) return "constant";
  return frame.owner !== undefined && frame.scope === frame.owner.scope ? "field" : "variable";
}

/** `T* p = …`, `auto p = &x`, and `auto q = p` of another. */
function isPointer(frame: Frame, { type, init }: Let): boolean {
  if (type !== undefined) return type.kind === "pointer-type";
  return (init?.kind === "unary" && init.op === "&") || (init?.kind === "name" && namesPointer(frame, init));
}

const isReference = (stmt: Let): boolean => stmt.attributes.includes("reference") && stmt.target.kind === "bind";

/** `auto& x = y`: x is another name of y. */
function bindReference(frame: Frame, stmt: Let): boolean {
  const { init, target } = stmt;
  if (init?.kind !== "name" || init.path.length !== 1 || target.kind !== "bind") return false;
  const held = holder(frame.scope, init.path[0]!);
  if (held === undefined || held.scope.find !== undefined) return false;
  declare(frame.scope, target.name, frame.item, target.span);
  frame.scope.aliases?.set(target.name, held);
  recordVariable(frame, {
    name: target.name,
    span: target.span,
    value: evaluate(frame, init),
    role: "variable",
    source: init.span,
    note: stmt.note ?? target.note,
  });
  return true;
}

/** The value that a declaration gives its name. */
export function letValue(frame: Frame, stmt: Let, name: string): Value {
  if (!frame.dialect.semantics.typed)
    return stmt.init === undefined ? unknown(`${name} is not set`) : evaluate(frame, stmt.init);
  const type = stmt.type === undefined ? undefined : evaluate(frame, stmt.type);
  if (stmt.dims.length > 0) return array(frame, stmt, type, name);
  if (stmt.init === undefined) return uninitialised(frame, stmt, type, name);
  if (isCalledAgain(frame, stmt, type)) return unknown(`${name} keeps what earlier calls have left in it`);
  const bare = stmt.init.kind === "construct" && stmt.init.type === undefined;
  // `std::array<T, N> x = {…}`.
  if (stmt.init.kind === "construct" && type?.kind === "type" && type.of.kind === "object")
    computed(frame, stmt.init.args);
  const init =
    bare && stmt.init.kind === "construct" && type !== undefined
      ? constructWith(frame, type, stmt.init.args, stmt.init)
      : evaluate(frame, stmt.init);
  const place = stmt.target.kind === "bind" ? stmt.target.span.start : stmt.span.start;
  const isMade = stmt.init.kind === "cast" && init.kind === "pointer";
  const held = isMade && isNameless(init) ? { ...init, base: name } : init;
  return lift(frame, [held], name, ([one]) => converted(frame, stmt, type, one!, name, place));
}

/** `auto row = reinterpret_cast<T*>(number)`: nobody else says where it leads. */
const isNameless = ({ base, room, address, to, isNull }: Pointer): boolean =>
  [base, room, address, to, isNull].every((one) => one === undefined);

/** `static int calls = 0;` of a function: its other calls may have written it. */
const isCalledAgain = ({ scope }: Frame, { attributes }: Let, type: Value | undefined): boolean =>
  attributes.includes("static") &&
  !attributes.some((one) => one === "const" || one === "constexpr") &&
  scope.find === undefined &&
  type?.kind === "dtype";

/** `T x = init` converts to T; `Tensor x = …` and `auto x = …` take what comes. */
function converted(frame: Frame, stmt: Let, type: Value | undefined, init: Value, name: string, place: number): Value {
  const names = isReference(stmt) || isPointer(frame, stmt) || stmt.init?.kind === "construct";
  const isCopied = type?.kind !== "dtype" && !names;
  if (init.kind === "object" && isCopied) return copyObject(init);
  if (init.kind === "function" && isCopied) return copyOfLambda(frame, init);
  if (type === undefined) return init.kind === "type" && isInt(init.of) ? init.of : init;
  if (type.kind === "dtype") return convertedElement(frame, type, init, name, place);
  if (type.kind === "class") {
    return init.kind === "unknown" ? newObject(frame, type, name) : init;
  }
  const empty = nullOf(type, init);
  if (empty !== undefined) return empty;
  if (type.kind === "type") {
    if (isInt(type.of) && isInt(init)) return type.of.know === "static" ? type.of : asDynamic(init);
    if (init.kind === "unknown") {
      const typed = typedValue(frame, type, name, place, name);
      return typed.kind === "unknown" ? init : typed;
    }
  }
  return init;
}

function convertedElement(
  frame: Frame,
  type: Value & { kind: "dtype" },
  init: Value,
  name: string,
  place: number,
): Value {
  const value = castElement(frame, type, init);
  const integral = type.family === "int" || type.family === "uint" || type.family === "bool";
  if (value.kind !== "unknown") return value;
  if (integral) return freeSymbolOf(frame, name, place);
  return init.kind === "pointer" || init.kind === "tensor" ? init : value;
}

function uninitialised(frame: Frame, stmt: Let, type: Value | undefined, name: string): Value {
  const place = stmt.target.kind === "bind" ? stmt.target.span.start : stmt.span.start;
  const isRunTime =
    type?.kind === "dtype" && (type.family === "int" || type.family === "uint" || type.family === "bool");
  if (isRunTime) return freeSymbolOf(frame, name, place);
  if (type?.kind === "type" && type.of.kind === "object") return copyObject(type.of);
  return typedValue(frame, type, name, place, name);
}

/** An array is a pointer to its elements, in shared memory or in registers. */
function array(frame: Frame, stmt: Let, type: Value | undefined, name: string): Value {
  const extents = stmt.dims.map((one) => evaluate(frame, one));
  // `void* args[] = {&params, &n}`: what it points to is the list.
  if (stmt.type?.kind === "pointer-type" && stmt.init?.kind === "construct" && stmt.init.args.length > 0)
    return pointers(type, fromArgs(frame, stmt.init.args));
  if (stmt.init?.kind === "construct") elements(frame, stmt.init.args);
  else if (stmt.init !== undefined) evaluate(frame, stmt.init);
  const shared = stmt.attributes.some((one) => one.includes("__shared__"));
  const dtype =
    (type === undefined ? undefined : elementOf(type)) ??
    unknown(`${name} is an array of something that is no element type`);
  if (type?.kind === "class" && !shared) return newObject(frame, type, name);
  const space = shared ? "smem" : "generic";
  return {
    kind: "pointer",
    space,
    dtype,
    offset: dynamicInt(0),
    base: name,
    ...roomOf(dtype, extents),
    ...(shared ? alignOf(frame, stmt, dtype) : {}),
    ...rowsOf(extents),
    ...(dtype.kind === "unknown" && type?.kind === "type" ? { of: type } : {}),
  };
}

/** A short list is looked at, element by element; of a table nobody asks. */
function elements(frame: Frame, args: readonly Arg[]): void {
  if (args.length > 16) return;
  for (const { value } of args) if (value.kind !== "construct") evaluateRecorded(frame, value);
}

/** Of a list that is looked at anyway: the elements that leave no fact of their own. */
function computed(frame: Frame, args: readonly Arg[]): void {
  elements(
    frame,
    args.filter(({ value }) => value.kind === "binary" || value.kind === "cast" || value.kind === "unary"),
  );
}

const pointers = (type: Value | undefined, list: Value): Value =>
  type === undefined || list.kind !== "tuple"
    ? list
    : { ...list, items: list.items.map((one) => nullOf(type, one) ?? one) };

/** The bytes of `T a[N]`, and of `T a[N][M]` as a whole. */
function roomOf(dtype: Pointer["dtype"], extents: readonly Value[]): Pick<Pointer, "room"> {
  const count = extents
    .map(countOf)
    .reduce((all, one) => (all === undefined || one === undefined ? undefined : all * one), 1);
  if (dtype.kind !== "dtype" || count === undefined || count <= 0) return {};
  return { room: Math.ceil((count * dtype.bits) / 8) };
}

/** What `alignas(…)` asks for, else the elements; undefined where another attribute may ask for more. */
function alignOf(frame: Frame, stmt: Let, dtype: Pointer["dtype"]): Pick<Pointer, "declaredAlign"> {
  const asked = (stmt.alignas ?? []).map((one) => countOf(evaluate(frame, one)));
  const isPlain = stmt.attributes.every((one) => one === "__shared__" || (asked.length > 0 && /align/i.test(one)));
  if (!isPlain || dtype.kind !== "dtype" || asked.includes(undefined)) return {};
  return { declaredAlign: Math.max(1, dtype.bits / 8, ...asked.map((one) => one ?? 1)) };
}

/** What `T a[N][M]` is an array of. */
function rowsOf(extents: readonly Value[]): Pick<Pointer, "rows"> {
  const rows = extents.slice(1).map(countOf);
  return rows.length > 0 && rows.every((one) => one !== undefined) ? { rows } : {};
}

function countOf(extent: Value): number | undefined {
  const count = extent.kind === "type" ? extent.of : extent;
  return count.kind === "num" ? count.value : undefined;
}
