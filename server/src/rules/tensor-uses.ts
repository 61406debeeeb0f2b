// How many modes the uses of a name say that it has: slices of it, `size<2>(t)`, `t.shape[2]`, whether its value is known or not.
import type { Arg, Expr, Item, Language, Span } from "../../../src-engine/program/ir.ts";
import type { Lambda } from "../../../src-engine/program/lambda.ts";

/** `exact`: so many coordinates; `least`: a mode is asked for, so there are so many at least. */
export interface Use {
  readonly name: string;
  readonly how: "exact" | "least";
  readonly count: number;
  readonly span: Span;
  readonly path: Path;
}

/** Bodies around a place, from the outermost. */
export type Path = readonly Frame[];

export interface Frame {
  readonly id: number;
  readonly isLoop: boolean;
  /** The compiler may leave it out. */
  readonly isStatic: boolean;
}

export interface Binding {
  readonly name: string;
  /** From here on the name has this value. */
  readonly from: number;
  readonly path: Path;
}

export interface Uses {
  readonly uses: readonly Use[];
  readonly bindings: readonly Binding[];
  /** Parameters of functions inside this one: whose they are is not told apart. */
  readonly inner: ReadonlySet<string>;
}

export function usesIn(item: Item, language: Language): Uses {
  const found: Found = { uses: [], bindings: [], inner: new Set(), frames: 0, language };
  const params = item.kind === "function" ? item.params : [];
  for (const { name } of params) found.bindings.push({ name, from: -1, path: [] });
  if (item.kind === "function") walk(item.body ?? [], [], found);
  return found;
}

interface Found {
  readonly uses: Use[];
  readonly bindings: Binding[];
  readonly inner: Set<string>;
  readonly language: Language;
  frames: number;
}

const loops: ReadonlySet<string> = new Set(["for", "c-for", "while"]);
const sides: ReadonlySet<string> = new Set(["then", "else", "body", "cases"]);

function walk(node: object, path: Path, found: Found): void {
  if (Array.isArray(node)) {
    for (const one of node) if (isObject(one)) walk(one, path, found);
    return;
  }
  // The border to plain data: every node is a record.
  const record = node as Readonly<Record<string, unknown>>;
  const { kind } = record;
  if (kind === "item") return;
  if (kind === "lambda") for (const { name } of (node as Lambda).function.params) found.inner.add(name);
  bind(record, path, found);
  const use = useOf(node as Expr, found.language);
  if (use !== undefined) found.uses.push({ ...use, path });
  for (const key in record) {
    const part = record[key];
    if (key === "span" || key === "nameSpan" || !isObject(part)) continue;
    const inside = sides.has(key) ? [...path, frameOf(record, found)] : path;
    walk(part, inside, found);
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A function inside another runs whenever it is called. */
function frameOf({ kind, constexpr, params }: Readonly<Record<string, unknown>>, found: Found): Frame {
  const isBranch = kind === "if" || kind === "cond" || kind === "switch";
  const isStatic = isBranch && (constexpr === true || found.language === "python");
  return { id: found.frames++, isLoop: loops.has(String(kind)) || params !== undefined, isStatic };
}

/** What a statement binds has its value behind it; a loop's own name in its body. */
function bind(record: Readonly<Record<string, unknown>>, path: Path, found: Found): void {
  const { kind, target, span } = record;
  if (!isObject(target)) return;
  if (kind !== "let" && kind !== "assign" && kind !== "for") {
    for (const name of boundIn(target)) found.inner.add(name);
    return;
  }
  const own = span as Span;
  const from = kind === "for" ? (target as { span: Span }).span.end : own.end;
  const place = target as { readonly kind: string; readonly expr?: Expr };
  const written = place.kind === "place" && place.expr !== undefined ? tensorOf(place.expr) : undefined;
  if (written !== undefined) found.inner.add(written);
  for (const name of boundIn(target)) found.bindings.push({ name, from, path });
  const init = (kind === "let" ? record.init : record.value) as Expr | undefined;
  const made = init === undefined ? undefined : groupedCount(init);
  const { name } = target as { name?: string };
  if (made !== undefined && name !== undefined && init !== undefined)
    found.uses.push({ name, how: "exact", count: made, span: { start: from, end: from }, path });
}

function boundIn(target: object): readonly string[] {
  const pattern = target as { kind: string; name?: string; items?: readonly object[] };
  if (pattern.kind === "bind" && pattern.name !== undefined) return [pattern.name];
  return pattern.kind === "unpack" ? (pattern.items ?? []).flatMap(boundIn) : [];
}

type Said = Omit<Use, "path">;

function useOf(expr: Expr, language: Language): Said | undefined {
  if (expr.kind === "call") return language === "cpp" ? cppCall(expr) : dslCall(expr);
  return expr.kind === "index" && language === "python" ? dslIndex(expr) : undefined;
}

type Call = Extract<Expr, { kind: "call" }>;

function cppCall({ callee, args, span }: Call): Said | undefined {
  const name = tensorOf(callee);
  if (name !== undefined && args.some(({ value }) => nameOf(value) === "_")) return sliced(name, args, span);
  const [first] = args;
  const asked = callee.kind === "template" ? nameOf(callee.callee) : undefined;
  const of = first === undefined ? undefined : tensorOf(first.value);
  if (asked === undefined || of === undefined || callee.kind !== "template") return undefined;
  const numbers = callee.args.map(({ value }) => intOf(value));
  if (asked === "group_modes" || asked === "take") return least(of, numbers[1], span);
  return askers.has(asked) ? least(of, plusOne(numbers[0]), span) : undefined;
}

/** Those of one mode; `get` is asked of tuples of every kind. */
const askers: ReadonlySet<string> = new Set(["size", "shape", "stride", "layout", "get"]);

function dslCall({ callee, args, span }: Call): Said | undefined {
  const asked = callee.kind === "member" ? callee.name : undefined;
  const of = args[0] === undefined ? undefined : tensorOf(shapeless(args[0].value));
  if (asked === undefined || of === undefined) return undefined;
  const second = args[1]?.value;
  if (asked === "slice_" && second?.kind === "tuple") return sliced(of, second.items, span);
  if (asked === "group_modes") return least(of, args[2] === undefined ? undefined : intOf(args[2].value), span);
  const mode = args.find(({ name }) => name === "mode")?.value;
  const first = mode?.kind === "tuple" ? mode.items[0]?.value : undefined;
  return asked === "size" && first !== undefined ? least(of, plusOne(intOf(first)), span) : undefined;
}

function dslIndex({ object, args, span }: Extract<Expr, { kind: "index" }>): Said | undefined {
  const [first] = args;
  if (object.kind === "member" && first !== undefined && args.length === 1) {
    const of = object.name === "shape" || object.name === "stride" ? tensorOf(object.object) : undefined;
    return of === undefined ? undefined : least(of, plusOne(intOf(first.value)), span);
  }
  const name = tensorOf(object);
  if (name === undefined) return undefined;
  const only = args.length === 1 ? first?.value : undefined;
  return sliced(name, only?.kind === "tuple" ? only.items : args, span);
}

function sliced(name: string, args: readonly Arg[], span: Span): Said | undefined {
  const isPlain = args.every(
    ({ star, name: keyword, value }) => star === undefined && keyword === undefined && value.kind !== "slice",
  );
  const isSlice = args.some(({ value }) => value.kind === "none" || nameOf(value) === "_");
  if (!isPlain || !isSlice || args.length < 2) return undefined;
  return { name, how: "exact", count: args.length, span };
}

/** `group_modes(t, 3, rank(t))` has four modes, whatever t is. */
function groupedCount(expr: Expr): number | undefined {
  if (expr.kind !== "call" || calledName(expr.callee) !== "group_modes") return undefined;
  const { callee, args } = expr;
  const [begin, end] =
    callee.kind === "template" ? callee.args.map(({ value }) => value) : args.slice(1).map(({ value }) => value);
  const first = begin === undefined ? undefined : intOf(begin);
  const isRank = end?.kind === "call" && calledName(end.callee) === "rank" && sameName(end.args[0], args[0]);
  return isRank ? plusOne(first) : undefined;
}

const sameName = (a: Arg | undefined, b: Arg | undefined): boolean =>
  a !== undefined && b !== undefined && nameOf(a.value) !== undefined && nameOf(a.value) === nameOf(b.value);

function calledName(callee: Expr): string | undefined {
  if (callee.kind === "template") return calledName(callee.callee);
  return callee.kind === "member" ? callee.name : nameOf(callee);
}

const shapeless = (expr: Expr): Expr =>
  expr.kind === "member" && (expr.name === "shape" || expr.name === "layout") ? expr.object : expr;

const least = (name: string, count: number | undefined, span: Span): Said | undefined =>
  count === undefined ? undefined : { name, how: "least", count, span };

const plusOne = (n: number | undefined): number | undefined => (n === undefined ? undefined : n + 1);
const intOf = (expr: Expr): number | undefined => (expr.kind === "int" && expr.value >= 0 ? expr.value : undefined);
const nameOf = (expr: Expr): string | undefined => (expr.kind === "name" ? expr.path.at(-1) : undefined);

/** `x`, `params.x`; what a method may give its own object is not followed. */
function tensorOf(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.path.length === 1 ? expr.path[0] : undefined;
  const object = expr.kind === "member" ? tensorOf(expr.object) : undefined;
  return expr.kind === "member" && object !== undefined && !/^(?:self|this)\b/.test(object)
    ? `${object}.${expr.name}`
    : undefined;
}
