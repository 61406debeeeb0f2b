// Walks over the IR for features that look at how something is written: every statement of a body, every expression inside one.
//
// With a stack of their own: code may be nested as deeply as it likes.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Arg, Block, Expr, FunctionItem, Item, ItemId, Pattern, Stmt } from "../../../src-engine/program/ir.ts";

/** A statement, and up to where what it reads was given its value: before it, or anywhere in the outermost loop around it. */
export interface Reading {
  readonly statement: Stmt;
  readonly until: number;
}

/** The statements of a body in source order, those of branches and loops after their head; not those of nested functions. */
export function statementsIn(body: Block): readonly Reading[] {
  const found: Reading[] = [];
  const inside = (block: Block, loop: number | undefined): readonly Reading[] =>
    block.map((statement) => ({ statement, until: loop ?? statement.span.start }));
  const todo: Reading[] = [...inside(body, undefined)].reverse();
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    found.push(next);
    const { statement, until } = next;
    const own = isLoop(statement) ? Math.max(until, statement.span.end) : until;
    const loop = own > statement.span.start ? own : undefined;
    todo.push(...[...inside(blocksOf(statement).flat(), loop)].reverse());
  }
  return found;
}

const isLoop = ({ kind }: Stmt): boolean => kind === "for" || kind === "c-for" || kind === "while";

/** An expression and those inside it, outer ones first. */
export function expressionsIn(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const todo: Expr[] = [expr];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    found.push(next);
    todo.push(...[...partsOf(next)].reverse());
  }
  return found;
}

const values = (args: readonly Arg[]): readonly Expr[] => args.map(({ value }) => value);

function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "scope":
    case "member":
      return [expr.object];
    case "template":
      return [expr.callee, ...values(expr.args)];
    case "call":
      return [expr.callee, ...values(expr.args), ...(expr.launch ?? [])];
    case "construct":
      return [...(expr.type === undefined ? [] : [expr.type]), ...values(expr.args)];
    case "index":
      return [expr.object, ...values(expr.args)];
    case "unary":
    case "cast":
      return [expr.value];
    case "binary":
      return [expr.left, expr.right];
    case "cond":
      return [expr.test, expr.then, expr.else];
    case "tuple":
      return values(expr.items);
    case "assign":
      return [expr.value];
    case "comprehension":
      return [expr.element, ...expr.clauses.flatMap(({ iter, tests }) => [iter, ...tests])];
    case "typeof":
    case "pointer-type":
    case "sizeof":
      return [expr.of];
    default:
      return [];
  }
}

/** A name and the names in its value. */
export interface Declared {
  /** The function that the name is of; "" for members, and for what stands outside functions. */
  readonly scope: ItemId;
  readonly name: string;
  /** Where in its function it gets this value; of what holds everywhere, before all. */
  readonly at: number;
  /** Where the names of its value are looked for. */
  readonly from: ItemId;
  readonly reads: readonly string[];
  /** Those that get their values before this. */
  readonly until: number;
  /** A type, or a template's parameter: in C++ no number of the run is in it. */
  readonly isType?: true;
}

const isType = true as const;

/** For what has no order: members, types, the file. */
export const everywhere = { at: -1, until: Number.POSITIVE_INFINITY };

export function declaredIn(item: Item): readonly Declared[] {
  if (item.kind === "statement") return declaredBy(item, { statement: item.statement, ...everywhere });
  if (item.kind !== "function") return [];
  // A template's argument says what a parameter of its type is.
  const { id, typeParams } = item;
  const typed = item.params.flatMap(({ name, type }) => {
    const reads = type === undefined ? [] : namesIn(type).filter((one) => typeParams.some((each) => each.name === one));
    return reads.length === 0 ? [] : [{ scope: id, name, from: id, reads, ...everywhere }];
  });
  return [...typed, ...statementsIn(item.body ?? []).flatMap((reading) => declaredBy(item, reading))];
}

function declaredBy(item: Item, { statement, until }: Reading): readonly Declared[] {
  const when: When = item.kind === "function" ? { at: statement.span.start, until } : everywhere;
  switch (statement.kind) {
    case "let": {
      const { target, type, init } = statement;
      const typed =
        type === undefined ? [] : boundTo(item, when, target, namesIn(type)).map((one) => ({ ...one, isType }));
      return [...typed, ...(init === undefined ? [] : bound(item, when, target, init))];
    }
    case "alias": {
      const reads = namesIn(statement.type);
      return [{ scope: scopeOf(item), name: statement.name, from: scopeOf(item), reads, ...when, isType }];
    }
    case "expr":
      return statement.value.kind === "assign" ? bound(item, when, statement.value.target, statement.value.value) : [];
    default:
      return [];
  }
}

/** Where a name is looked for that the item declares. */
export const scopeOf = (item: Item): ItemId => (item.kind === "function" ? item.id : "");

type When = Pick<Declared, "at" | "until">;

function bound(item: Item, when: When, target: Pattern, value: Expr): readonly Declared[] {
  if (target.kind === "unpack") {
    const parts = partsFor(target.items.length, value);
    if (parts !== undefined) return target.items.flatMap((one, i) => boundTo(item, when, one, parts[i] ?? []));
  }
  return boundTo(item, when, target, namesIn(value));
}

const boundTo = (item: Item, { at, until }: When, target: Pattern, reads: readonly string[]): readonly Declared[] =>
  namesOf(target).map(({ name, isMember }) => ({
    scope: isMember ? "" : scopeOf(item),
    name,
    at: isMember ? everywhere.at : at,
    from: scopeOf(item),
    reads,
    until,
  }));

/** What each of so many targets is made of: its own part of a list, and what all parts go through. */
function partsFor(count: number, value: Expr): readonly (readonly string[])[] | undefined {
  if (value.kind === "tuple") return value.items.length === count ? values(value.items).map(namesIn) : undefined;
  if (value.kind !== "comprehension") return undefined;
  const [clause, ...more] = value.clauses;
  if (clause?.iter.kind !== "tuple" || more.length > 0 || clause.iter.items.length !== count) return undefined;
  const ways = [...namesIn(value.element), ...clause.tests.flatMap(namesIn)];
  return values(clause.iter.items).map((item) => [...namesIn(item), ...ways]);
}

/** The names that a target binds; of `self.tile` it is the member's. */
export function namesOf(target: Pattern): readonly { readonly name: string; readonly isMember: boolean }[] {
  switch (target.kind) {
    case "bind":
      return [{ name: target.name, isMember: false }];
    case "unpack":
      return target.items.flatMap(namesOf);
    case "place":
      return target.expr.kind === "member" ? [{ name: target.expr.name, isMember: true }] : [];
    default:
      return target satisfies never;
  }
}

/** The last part of every name in an expression, members among them: `self.tile` reads `tile`. */
export function namesIn(expr: Expr): readonly string[] {
  return expressionsIn(expr).flatMap((one) => {
    if (one.kind === "name") return one.path.slice(-1);
    return one.kind === "member" || one.kind === "scope" ? [one.name] : [];
  });
}

/** What a caller passes for the parameters of functions: `kernel<decltype(sA)>(tiler)` gives both of its parameters their names. */
export function passedIn(item: Item, functions: ReadonlyMap<string, FunctionItem>): readonly Declared[] {
  if (item.kind !== "function") return [];
  const values = statementsIn(item.body ?? []).flatMap(({ statement, until }) =>
    valuesOf(statement)
      .flatMap(expressionsIn)
      .map((one) => ({ one, until })),
  );
  return values.flatMap(({ one, until }) => {
    if (one.kind !== "call" && one.kind !== "template") return [];
    const called = functions.get(lastName(one.callee));
    if (called === undefined) return [];
    const first = one.kind === "call" && isMethod(called) ? 1 : 0;
    return one.args.flatMap(({ name, value }, i) => {
      const param = one.kind === "call" ? called.params[i + first] : undefined;
      // A template's parameter in the type of a parameter is known by its argument, too.
      const parameters = new Set(called.typeParams.map((typed) => typed.name));
      const types = param?.type === undefined ? [] : namesIn(param.type).filter((one) => parameters.has(one));
      const own = name ?? (one.kind === "call" ? param?.name : called.typeParams[i]?.name);
      const reads = namesIn(value);
      const given = [...(own === undefined ? [] : [own]), ...types];
      return given.map((to) => {
        const declared = { scope: called.id, name: to, at: everywhere.at, from: scopeOf(item), reads, until };
        return called.typeParams.some(({ name: one }) => one === to) ? { ...declared, isType } : declared;
      });
    });
  });
}

/** Its first parameter is the object that it is called on. */
const isMethod = ({ params }: FunctionItem): boolean => params[0]?.name === "self";

export function valuesOf(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case "let":
      return statement.init === undefined ? [] : [statement.init];
    case "expr":
      return [statement.value];
    case "return":
      return statement.value === undefined ? [] : [statement.value];
    default:
      return [];
  }
}

export function lastName(expr: Expr): string {
  switch (expr.kind) {
    case "name":
      return expr.path.at(-1) ?? "";
    case "member":
    case "scope":
      return expr.name;
    case "template":
      return lastName(expr.callee);
    default:
      return "";
  }
}
