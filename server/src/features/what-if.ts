// What-if on sizes that the source writes as numbers: which literals a function's layouts rest on.
//
// A literal is found again by its id, which survives edits elsewhere: the item, the declaration's name and its turn there.
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
import { lastName } from "../../../src-engine/program/last-name.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";
import { itemsOf, picks } from "./element-reads.ts";
import { expressionsIn } from "./expression-parts.ts";
import { everywhere, namesOf, scopeOf, statementsIn } from "./literal-walk.ts";
import { type Behind, elementKey, nameKey, namesBehind, someKey } from "./names-behind.ts";
import { symbolNames } from "./symbols.ts";

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

interface Found {
  readonly name: string;
  /** The names that have it, or what is made of it. */
  readonly leads: readonly Lead[];
  readonly spans: readonly Size[];
}

interface Size {
  readonly span: Span;
  readonly value: number;
  /** The compiler knows it as a number: `Int<128>{}`, `_128`. */
  readonly constant: boolean;
  /** In which element of the tuple that the name is. */
  readonly element?: number;
}

/** A literal with the number of names between it and the shown value. */
interface Ranked {
  readonly literal: Literal;
  readonly steps: number;
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

/** What these make of an instruction has its extents. */
const instructions = /^(make_tiled_mma|make_tiled_copy|MMA_Atom|TiledMMA)$/;

/**
 * Those that lead to the shown value, the nearest first; then the others of the function itself, of its callers in this file,
 * the innermost first, of the classes around it and of the file.
 */
export function literalsAround(index: FactIndex, instance: string, shown?: Place): readonly Literal[] {
  const own = index.instances.get(instance);
  const { unit } = index.facts;
  const here = (own?.calls ?? []).filter(({ file }) => file === unit.file);
  const callers = here.map(({ item }) => item).reverse();
  const functions = functionsIn(unit.items);
  const rank = (item: Item): number => {
    if (item.id === own?.item) return 0;
    if (item.kind === "statement") return 2;
    const distance = item.kind === "function" ? callers.indexOf(item.id) : -1;
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
  return [...found]
    .sort((a, b) => a.steps - b.steps)
    .map(({ literal }) => literal)
    .slice(0, most);
}

/** A constructor of the class that the function is a member of. */
function builds(item: FunctionItem, own: ItemId | undefined): boolean {
  const holder = item.id.slice(0, item.id.lastIndexOf("/"));
  return item.name === "__init__" && holder !== "" && own?.startsWith(`${holder}/`) === true;
}

function literalsOf(
  index: FactIndex,
  item: Item,
  functions: ReadonlyMap<string, FunctionItem>,
  names: Behind | undefined,
): readonly Ranked[] {
  const turns = new Map<string, number>();
  const found = foundIn(item, functions);
  const read = found.length === 0 ? new Set() : readAtRun(index, item);
  return found.flatMap(({ name, leads, spans }) =>
    (read.has(name) ? [] : spans).flatMap(({ span, value, constant, element }, i) => {
      const place = absolute(index.facts, item.id, span);
      const text = place === undefined ? "" : (index.texts[place.fragment]?.slice(place.start, place.end) ?? "");
      // What a macro expands to does not stand here.
      if (place === undefined || !/^(_?\d+|0x[\da-f]+)$/i.test(text) || Number(text.replace("_", "")) !== value)
        return [];
      const label = spans.length > 1 ? `${name}[${i}]` : name;
      const turn = turns.get(label) ?? 0;
      turns.set(label, turn + 1);
      const steps = names === undefined ? 0 : stepsTo(names, leads, { isConstant: constant, element });
      const owner = item.kind === "function" ? item.name : "";
      const related = steps < Number.POSITIVE_INFINITY;
      return [
        { steps, literal: { id: `${item.id}/${label}#${turn}`, name: label, value, text, place, owner, related } },
      ];
    }),
  );
}

/** Variables that stand for themselves where they are used: the run overwrites what they were given (`scanf("%d", &m)`). */
function readAtRun({ expressions }: FactIndex, item: Item): ReadonlySet<string> {
  const values = expressions.flatMap(({ fact }) => (fact.item === item.id ? [fact.value] : []));
  return new Set(values.flatMap((value) => (value.kind === "sym" ? symbolNames(value) : [])));
}

function stepsTo(
  { any, constant }: Behind,
  leads: readonly Lead[],
  { isConstant, element }: { readonly isConstant: boolean; readonly element: number | undefined },
): number {
  const all = isConstant ? [any, constant] : [any];
  const reached = leads.flatMap(({ key, at }) =>
    [key, element === undefined ? someKey(key) : elementKey(key, element)]
      .flatMap((one) => all.map((reaches) => reaches.get(one)))
      .flatMap((reach) => (reach !== undefined && at < reach.until ? [reach.steps] : [])),
  );
  return Math.min(...reached, Number.POSITIVE_INFINITY);
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
      const own = entry(nameOf(statement.target), statement.init, leads, statement.attributes.some(isFixed));
      return [...own, ...callLiterals(statement.init, functions, leads)];
    }
    case "alias":
      return entry(statement.name, statement.type, [lead(item, statement, statement.name)], true);
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

/** An integer of such a variable may stand where the compiler needs one. */
const isFixed = (attribute: string): boolean => attribute === "constexpr" || attribute === "const";

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
    if ((one.kind !== "call" && one.kind !== "template") || picks(one)) return [];
    const called = functions.get(lastName(one.callee));
    const to = (name: string) => (called === undefined ? leads : [always(called.id, name), ...leads]);
    if (one.kind === "call")
      return one.args.flatMap(({ name, value }) => (name === undefined ? [] : entry(name, value, to(name))));
    return one.args.flatMap(({ value }, i) => {
      const name = called?.typeParams[i]?.name;
      return name === undefined ? [] : entry(name, value, to(name), true);
    });
  });
}

function entry(
  name: string | undefined,
  value: Expr | undefined,
  leads: readonly Lead[],
  constant = false,
): readonly Found[] {
  const spans = name === undefined || value === undefined ? [] : sizesOf(value, constant);
  return name === undefined || spans.length === 0 ? [] : [{ name, leads, spans }];
}

/** Of a tuple each with the element that it is in. */
function sizesOf(value: Expr, constant: boolean): readonly Size[] {
  const items = itemsOf(value);
  if (items === undefined || items.some(({ star }) => star !== undefined)) return sizesIn(value, constant);
  const isType = constant || value.kind === "template" || value.kind === "construct";
  return items.flatMap((item, element) => sizesIn(item.value, isType).map((size) => ({ ...size, element })));
}

/** The numbers of an expression that is made of nothing but shapes; names beside them are left as they are. */
function sizesIn(expr: Expr, constant: boolean): readonly Size[] {
  const all = (args: readonly Arg[], by = constant) => args.flatMap(({ value }) => sizesIn(value, by));
  switch (expr.kind) {
    case "int":
      return expr.value > 0 ? [{ span: expr.span, value: expr.value, constant }] : [];
    case "name": {
      const named = /^_(\d+)$/.exec(expr.path.at(-1) ?? "");
      const isSize = named?.[1] !== undefined && named[1] !== "0";
      return isSize ? [{ span: expr.span, value: Number(named[1]), constant: true }] : [];
    }
    case "tuple":
      return all(expr.items);
    case "template":
      return shapes.test(lastName(expr.callee)) ? all(expr.args, true) : [];
    case "call":
      if (instructions.test(lastName(expr.callee)))
        return expr.args.flatMap(({ value }) => [...extentsIn(value), ...sizesIn(value, constant)]);
      return shapes.test(lastName(expr.callee)) ? [...sizesIn(expr.callee, constant), ...all(expr.args)] : [];
    case "construct":
      return [...(expr.type === undefined ? [] : sizesIn(expr.type, true)), ...all(expr.args)];
    case "binary":
      return expr.op === "*" ? [...sizesIn(expr.left, constant), ...sizesIn(expr.right, constant)] : [];
    default:
      return [];
  }
}

/** `SM100_MMA_F16BF16_SS<A, B, C, 128, 256, …>{}`: the extents of an instruction. */
function extentsIn(expr: Expr): readonly Size[] {
  const type = expr.kind === "construct" ? expr.type : expr;
  if (type?.kind !== "template" || shapes.test(lastName(type.callee))) return [];
  return type.args.flatMap(({ value }) => (value.kind === "int" ? sizesIn(value, true) : []));
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
