// What-if on sizes that the source writes as numbers: which literals a function's layouts rest on, and the text as it would be
// with others.
//
// A literal is found again by its id, which survives edits elsewhere: the item, the declaration's name and its turn there.
// The values that another number gives are those of the edited text, so that writing it back changes nothing more.
import type {
  Arg,
  Expr,
  FunctionItem,
  Item,
  ItemId,
  Pattern,
  Place,
  Span,
  Stmt,
} from "../../../src-engine/program/ir.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";
import { everywhere, expressionsIn, lastName, namesOf, scopeOf, statementsIn } from "./literal-walk.ts";
import { nameKey, namesBehind } from "./names-behind.ts";

export interface Literal {
  readonly id: string;
  /** `bM`, `TileShape[1]`. */
  readonly name: string;
  readonly value: number;
  /** As written: `128`, `_128`. */
  readonly text: string;
  readonly place: Place;
  /** The function that writes it; "" for the file. */
  readonly owner: string;
  /** The names that lead from the shown value to this number; the others only stand near it. */
  readonly related: boolean;
}

/** A number in place of what stands there. */
export interface Edit {
  readonly place: Place;
  readonly text: string;
}

interface Found {
  readonly name: string;
  /** The names that have it, or what is made of it. */
  readonly leads: readonly Lead[];
  readonly spans: readonly { readonly span: Span; readonly value: number }[];
}

/** A name's key, and where in its function it gets the value. */
interface Lead {
  readonly key: string;
  readonly at: number;
}

/** More fields than these are no help. */
const most = 24;

/** Calls and types whose arguments are sizes. Elsewhere a number may mean anything. */
const shapes =
  /^(make_(shape|tile|layout|stride|tuple|coord|swizzle|ordered_layout|layout_tv)|Int|C|constant|Shape|Stride|Tile|Layout|Step|tuple|Swizzle|GemmShape|TileShape|integral_constant)$/;

/**
 * Literals of the function itself, of its callers in this file, the innermost first, of the classes around it and of the
 * file, in this order; within it those that lead to the shown value come first.
 */
export function literalsAround(index: FactIndex, instance: string, shown?: Place): readonly Literal[] {
  const own = index.instances.get(instance);
  const { unit } = index.facts;
  const callers = [...(own?.path ?? [])].reverse().map((step) => step.slice(0, step.lastIndexOf(":")));
  const functions = functionsIn(unit.items);
  const rank = (item: Item): number => {
    if (item.id === own?.item) return 0;
    if (item.kind === "statement") return 2;
    const distance = item.kind === "function" ? callers.indexOf(item.name) : -1;
    if (distance >= 0) return 1 - 1 / (distance + 2);
    return item.kind === "function" && builds(item, own?.item) ? 1 : 3;
  };
  const items = flat(unit.items, own?.item).map((item, at) => ({ item, rank: rank(item), at }));
  const near = items.filter((one) => one.rank < 3).sort((a, b) => a.rank - b.rank || a.at - b.at);
  const names =
    shown === undefined
      ? undefined
      : namesBehind(
          index,
          near.map(({ item }) => item),
          functions,
          shown,
        );
  const found = near.flatMap(({ item }) => literalsOf(index, item, functions, names));
  return [...found.filter(({ related }) => related), ...found.filter(({ related }) => !related)].slice(0, most);
}

/** A constructor of the class that the function is a member of. */
function builds(item: FunctionItem, own: ItemId | undefined): boolean {
  const holder = item.id.slice(0, item.id.lastIndexOf("/"));
  return item.name === "__init__" && holder !== "" && own?.startsWith(`${holder}/`) === true;
}

/** The edits that give the literals their new numbers; what is unchanged or no longer there is left out. */
export function editsFor(literals: readonly Literal[], values: Readonly<Record<string, string>>): readonly Edit[] {
  return literals.flatMap((literal) => {
    const value = Number(values[literal.id] ?? Number.NaN);
    if (!Number.isSafeInteger(value) || value < 0 || value === literal.value) return [];
    return [{ place: literal.place, text: written(literal, value) }];
  });
}

/** The fragments with the edits in them, and where an offset of the old text is in the new one. */
export function edited(fragments: readonly string[], edits: readonly Edit[]): readonly string[] {
  return fragments.map((text, fragment) => {
    const here = edits.filter((edit) => edit.place.fragment === fragment);
    const last = [...here].sort((a, b) => b.place.start - a.place.start);
    return last.reduce((t, { place, text: by }) => t.slice(0, place.start) + by + t.slice(place.end), text);
  });
}

export function moved(edits: readonly Edit[], fragment: number, offset: number): number {
  const before = edits.filter(({ place }) => place.fragment === fragment && place.end <= offset);
  return before.reduce((at, { place, text }) => at + text.length - (place.end - place.start), offset);
}

/** The way back: from the edited text to the text as it is. */
export function movedBack(edits: readonly Edit[], place: Place): Place {
  const back = (offset: number): number => {
    let at = offset;
    for (const edit of [...edits].sort((a, b) => a.place.start - b.place.start)) {
      if (edit.place.fragment !== place.fragment || at <= edit.place.start) continue;
      at = Math.max(edit.place.start, at - edit.text.length + (edit.place.end - edit.place.start));
    }
    return at;
  };
  return { fragment: place.fragment, start: back(place.start), end: back(place.end) };
}

/** The constants that CuTe's headers name; any other number is an `Int<>`. */
const named = (n: number): boolean =>
  n <= 10 || n === 12 || n === 16 || (n >= 24 && n <= 256 && n % 8 === 0) || [384, 512, 768].includes(n) || power(n);
const power = (n: number): boolean => n <= 524_288 && Number.isInteger(Math.log2(n));

function written(literal: Literal, value: number): string {
  if (!literal.text.startsWith("_")) return String(value);
  return named(value) ? `_${value}` : `Int<${value}>`;
}

function literalsOf(
  index: FactIndex,
  item: Item,
  functions: ReadonlyMap<string, FunctionItem>,
  names: ReadonlyMap<string, number> | undefined,
): readonly Literal[] {
  const turns = new Map<string, number>();
  return foundIn(item, functions).flatMap(({ name, leads, spans }) =>
    spans.flatMap(({ span, value }, i) => {
      const place = absolute(index.facts, item.id, span);
      const text = place === undefined ? "" : (index.texts[place.fragment]?.slice(place.start, place.end) ?? "");
      // What a macro expands to does not stand here.
      if (place === undefined || !/^(_?\d+|0x[\da-f]+)$/i.test(text) || Number(text.replace("_", "")) !== value)
        return [];
      const label = spans.length > 1 ? `${name}[${i}]` : name;
      const turn = turns.get(label) ?? 0;
      turns.set(label, turn + 1);
      const related = names === undefined || leads.some(({ key, at }) => at < (names.get(key) ?? everywhere.at));
      const owner = item.kind === "function" ? item.name : "";
      return [{ id: `${item.id}/${label}#${turn}`, name: label, value, text, place, owner, related }];
    }),
  );
}

function foundIn(item: Item, functions: ReadonlyMap<string, FunctionItem>): readonly Found[] {
  if (item.kind === "statement") return statementLiterals(item, item.statement, functions);
  if (item.kind !== "function") return [];
  const defaults = item.params.flatMap(({ name, fallback }) => entry(name, fallback, [always(item.id, name)]));
  const statements = statementsIn(item.body ?? []);
  return [...defaults, ...statements.flatMap(({ statement }) => statementLiterals(item, statement, functions))];
}

function statementLiterals(
  item: Item,
  statement: Stmt,
  functions: ReadonlyMap<string, FunctionItem>,
): readonly Found[] {
  switch (statement.kind) {
    case "let": {
      const leads = leadsOf(item, statement, statement.target);
      const own = entry(nameOf(statement.target), statement.init, leads);
      return [...own, ...callLiterals(statement.init, functions, leads)];
    }
    case "alias":
      return entry(statement.name, statement.type, [lead(item, statement, statement.name)]);
    case "expr": {
      const { value } = statement;
      if (value.kind !== "assign") return callLiterals(value, functions, []);
      const leads = leadsOf(item, statement, value.target);
      const own = value.op === "" ? entry(nameOf(value.target), value.value, leads) : [];
      return [...own, ...callLiterals(value.value, functions, leads)];
    }
    default:
      return [];
  }
}

const leadsOf = (item: Item, statement: Stmt, target: Pattern): readonly Lead[] =>
  namesOf(target).map(({ name, isMember }) => (isMember ? always("", name) : lead(item, statement, name)));

const lead = (item: Item, { span }: Stmt, name: string): Lead =>
  scopeOf(item) === "" ? always("", name) : { key: nameKey(scopeOf(item), name), at: span.start };

const always = (scope: ItemId, name: string): Lead => ({ key: nameKey(scope, name), at: everywhere.at });

/** `Gemm(tile=(128, 64))` and `kernel<128>(…)`: the names are the parameters', or lead to what the call gives. */
function callLiterals(
  expr: Expr | undefined,
  functions: ReadonlyMap<string, FunctionItem>,
  leads: readonly Lead[],
): readonly Found[] {
  if (expr === undefined) return [];
  return expressionsIn(expr).flatMap((one) => {
    if (one.kind !== "call" && one.kind !== "template") return [];
    const called = functions.get(lastName(one.callee));
    const to = (name: string) => (called === undefined ? leads : [always(called.id, name), ...leads]);
    if (one.kind === "call")
      return one.args.flatMap(({ name, value }) => (name === undefined ? [] : entry(name, value, to(name))));
    return one.args.flatMap(({ value }, i) => {
      const name = called?.typeParams[i]?.name;
      return name === undefined ? [] : entry(name, value, to(name));
    });
  });
}

function entry(name: string | undefined, value: Expr | undefined, leads: readonly Lead[]): readonly Found[] {
  const spans = name === undefined || value === undefined ? [] : sizesIn(value);
  return name === undefined || spans.length === 0 ? [] : [{ name, leads, spans }];
}

/** The numbers of an expression that is made of nothing but shapes; names beside them are left as they are. */
function sizesIn(expr: Expr): readonly { readonly span: Span; readonly value: number }[] {
  const all = (args: readonly Arg[]) => args.flatMap(({ value }) => sizesIn(value));
  switch (expr.kind) {
    case "int":
      return expr.value > 0 ? [{ span: expr.span, value: expr.value }] : [];
    case "name": {
      const constant = /^_(\d+)$/.exec(expr.path.at(-1) ?? "");
      return constant?.[1] === undefined || constant[1] === "0"
        ? []
        : [{ span: expr.span, value: Number(constant[1]) }];
    }
    case "tuple":
      return all(expr.items);
    case "template":
      return shapes.test(lastName(expr.callee)) ? all(expr.args) : [];
    case "call":
      return shapes.test(lastName(expr.callee)) ? [...sizesIn(expr.callee), ...all(expr.args)] : [];
    case "construct":
      return [...(expr.type === undefined ? [] : sizesIn(expr.type)), ...all(expr.args)];
    default:
      return [];
  }
}

function nameOf(target: Pattern): string | undefined {
  if (target.kind === "bind") return target.name;
  return target.kind === "place" ? dotted(target.expr) : undefined;
}

function dotted(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.path.join("::");
  const object = expr.kind === "member" ? dotted(expr.object) : undefined;
  return expr.kind === "member" && object !== undefined ? `${object}.${expr.name}` : undefined;
}

/** All items, of classes only those around the function. */
function flat(items: readonly Item[], own: ItemId | undefined): readonly Item[] {
  return items.flatMap((item) => {
    if (item.kind !== "class") return [item];
    return own?.startsWith(`${stem(item.id)}/`) === true ? flat(item.members, own) : [];
  });
}

/** `cls:Gemm#0` as the ids of its members have it: `cls:Gemm/fn:run#0`. */
const stem = (id: ItemId): string => id.replace(/#\d+$/, "");

function functionsIn(items: readonly Item[]): ReadonlyMap<string, FunctionItem> {
  const functions = new Map<string, FunctionItem>();
  for (const item of items) {
    if (item.kind === "function") functions.set(item.name, item);
    if (item.kind === "class") for (const [name, member] of functionsIn(item.members)) functions.set(name, member);
  }
  return functions;
}
