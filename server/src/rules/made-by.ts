// What made a tensor, as the source says it: `thr.partition_S(…)` behind names and slices, whether its value is known or not.
import type { Expr, FunctionItem, Item, Span, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { givesCoordinates } from "../languages/tma-calls.ts";

/** The method that gave the tensor its modes, and where its name stands. */
export interface Made {
  readonly method: string;
  readonly span: Span;
  /** What the method was called on. */
  readonly object: Expr;
  /** What it was made of. */
  readonly of: Expr | undefined;
}

export interface Names {
  /** Names whose every value stands in the function, with these. */
  readonly values: ReadonlyMap<string, readonly Expr[]>;
  /** Expressions by where they stand. */
  readonly at: ReadonlyMap<string, Expr>;
}

/** The names and expressions of a function. */
export const namesIn = remembered((item: Item): Names => {
  const values = new Map<string, Expr[]>();
  const bound = new Map<string, number>();
  const at = new Map<string, Expr>();
  eachNode(item, (node) => {
    if (isBind(node)) bound.set(node.name, (bound.get(node.name) ?? 0) + 1);
    for (const { name, value } of givenBy(node)) values.set(name, [...(values.get(name) ?? []), value]);
    if (isExpr(node)) at.set(key(node.span), node);
  });
  const params = item.kind === "function" ? item.params.map(({ name }) => name) : [];
  for (const [name, all] of values) if (bound.get(name) !== all.length || params.includes(name)) values.delete(name);
  return { values, at };
});

const key = ({ start, end }: Span): string => `${start}-${end}`;

const isBind = (node: object): node is { readonly kind: "bind"; readonly name: string } =>
  "kind" in node && node.kind === "bind" && "name" in node;

/** What a statement or an assignment gives names, each of `a, b = f(x), g(y)` its own. */
export function givenBy(node: object): readonly { readonly name: string; readonly value: Expr }[] {
  if (!("kind" in node) || (node.kind !== "let" && node.kind !== "assign")) return [];
  const stmt = node as Extract<Stmt, { kind: "let" }> | Extract<Expr, { kind: "assign" }>;
  const value = stmt.kind === "let" ? stmt.init : stmt.op === "" ? stmt.value : undefined;
  if (value === undefined) return [];
  if (stmt.target.kind === "bind") return [{ name: stmt.target.name, value }];
  const parts = value.kind === "tuple" ? value.items : [];
  if (stmt.target.kind !== "unpack" || stmt.target.items.length !== parts.length) return [];
  if (stmt.target.star !== undefined || parts.some(({ star }) => star !== undefined)) return [];
  return stmt.target.items.flatMap((one, i) => {
    const given = parts[i]?.value;
    return one.kind === "bind" && given !== undefined ? [{ name: one.name, value: given }] : [];
  });
}

const exprKinds: ReadonlySet<string> = new Set(["name", "call", "index", "tuple"]);

const isExpr = (node: object): node is Expr => "kind" in node && exprKinds.has(String(node.kind)) && "span" in node;

export const expressionAt = ({ at }: Names, span: Span): Expr | undefined => at.get(key(span));

/** Of what a call is given: the method behind its names, slices and groupings, where it is one of these; of an operand with its scale factors the operand's. */
export function madeBy(names: Names, span: Span, methods: ReadonlySet<string>): Made | undefined {
  const given = names.at.get(key(span));
  const expr = given?.kind === "tuple" ? given.items[0]?.value : given;
  const made = expr === undefined ? [] : sources(names, expr, new Set());
  const [first] = made;
  const isOne = first !== undefined && made.every((one) => one?.method === first.method);
  return isOne && methods.has(first.method) ? first : undefined;
}

/** What each value of an expression was made by; a name that is grouped or sliced into itself stays what it was. */
function sources(names: Names, expr: Expr, seen: Set<string>): readonly (Made | undefined)[] {
  const inner = handedOn(names, expr);
  if (inner !== undefined) return sources(names, inner, seen);
  if (expr.kind === "call" && expr.callee.kind === "member") {
    const { name, nameSpan, object } = expr.callee;
    return [{ method: name, span: nameSpan, object, of: expr.args[0]?.value }];
  }
  const name = expr.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;
  const values = name === undefined ? undefined : names.values.get(name);
  if (name === undefined || values === undefined) return [undefined];
  if (seen.has(name)) return [];
  seen.add(name);
  return values.flatMap((value) => sources(names, value, seen));
}

/** The name of the tensor that an expression is grouped or sliced from. */
export function tensorBehind(names: Names, expr: Expr | undefined, steps = 16): string | undefined {
  if (expr?.kind === "name") return expr.path.join("::");
  const inner = expr === undefined || steps === 0 ? undefined : handedOn(names, expr);
  return inner === undefined ? undefined : tensorBehind(names, inner, steps - 1);
}

/** What a slice is taken of, and what is grouped. */
function handedOn({ values }: Names, expr: Expr): Expr | undefined {
  if (expr.kind === "index") return expr.object;
  if (expr.kind !== "call") return undefined;
  const { callee, args } = expr;
  if (callee.kind === "name" && values.has(callee.path.join("::"))) return callee;
  return lastName(callee) === "group_modes" ? args[0]?.value : undefined;
}

/** Is a tensor that of a TMA, behind tiles, offsets and slices? */
export const isOfTma = (names: Names, expr: Expr | undefined): boolean =>
  hasCoordinates(names, expr, (call, next) => call.args.some(({ value }) => next(value)));

/** The same of what certainly lies nowhere else: cut by nothing but these. */
export const isCoordinates = (names: Names, expr: Expr | undefined): boolean =>
  hasCoordinates(names, expr, ({ callee, args }, next) => {
    const name = lastName(callee);
    return cuts.test(name) && next(args[name === "domain_offset" ? 1 : 0]?.value);
  });

type Call = Extract<Expr, { kind: "call" }>;

/** Behind names, slices and what is handed on; of another call `ofCall` says where to look. */
function hasCoordinates(
  names: Names,
  expr: Expr | undefined,
  ofCall: (call: Call, next: (inner: Expr | undefined) => boolean) => boolean,
  steps = 16,
): boolean {
  if (expr === undefined || steps === 0) return false;
  const next = (inner: Expr | undefined): boolean => hasCoordinates(names, inner, ofCall, steps - 1);
  if (expr.kind === "name") return next(only(names.values.get(expr.path.join("::"))));
  if (expr.kind === "index") return next(expr.object);
  if (expr.kind !== "call") return false;
  if (givesCoordinates(expr)) return true;
  const inner = handedOn(names, expr) ?? (expr.callee.kind === "call" ? expr.callee : undefined);
  return inner === undefined ? ofCall(expr, next) : next(inner);
}

const cuts = /^(?:local_tile|local_partition|partition_[SD]|(?:flat|zipped|tiled)_divide|domain_offset)$/;

/** `tma.with(barrier)` loads. */
export function isLoadOfTma(names: Names, span: Span): boolean {
  const expr = names.at.get(key(span));
  return expr?.kind === "call" && lastName(expr.callee) === "with";
}

/** The name of the tiled copy or MMA whose slice an expression is. */
export function slicedOf(names: Names, expr: Expr): string | undefined {
  const value = expr.kind === "name" ? only(names.values.get(expr.path.join("::"))) : expr;
  if (value?.kind !== "call" || value.callee.kind !== "member") return undefined;
  const { name, object } = value.callee;
  const isSlice = name === "get_slice" || name === "get_thread_slice";
  return isSlice && object.kind === "name" ? object.path.join("::") : undefined;
}

/** What a name of the function is given, where it is given one thing. */
export const givenTo = (names: Names, name: string): Expr | undefined => only(names.values.get(name));

/** What it is given last before a place, where all that it is given stands in the function's own block. */
export function givenBefore(fn: FunctionItem, name: string, { start }: Span): Expr | undefined {
  const all = namesIn(fn).values.get(name) ?? [];
  const own = (fn.body ?? [])
    .flatMap((stmt) => givenBy(stmt.kind === "expr" ? stmt.value : stmt))
    .filter((one) => one.name === name);
  if (all.length === 0 || own.length < all.length) return undefined;
  return own.filter(({ value }) => value.span.end <= start).at(-1)?.value;
}

const only = <T>(all: readonly T[] | undefined): T | undefined => (all?.length === 1 ? all[0] : undefined);
