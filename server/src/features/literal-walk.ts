// Walks over the IR for features that look at how something is written: every statement of a body, and what it gives which names.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, Expr, FunctionItem, Item, ItemId, Pattern, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { elementReads, namesIn, type Read, readsIn } from "./element-reads.ts";
import { expressionsIn } from "./expression-parts.ts";

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

/** A name and the names in its value. */
export interface Declared {
  /** The function that the name is of; "" for members, and for what stands outside functions. */
  readonly scope: ItemId;
  readonly name: string;
  /** Where in its function it gets this value; of what holds everywhere, before all. */
  readonly at: number;
  /** Where the names of its value are looked for. */
  readonly from: ItemId;
  readonly reads: readonly Read[];
  /** Of one element of it, where it is a tuple. */
  readonly elementReads?: (element: number) => readonly Read[];
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
    return reads.length === 0
      ? []
      : [{ scope: id, name, from: id, reads: reads.map((one) => ({ name: one })), ...everywhere }];
  });
  return [...typed, ...statementsIn(item.body ?? []).flatMap((reading) => declaredBy(item, reading))];
}

function declaredBy(item: Item, { statement, until }: Reading): readonly Declared[] {
  const when: When = item.kind === "function" ? { at: statement.span.start, until } : everywhere;
  switch (statement.kind) {
    case "let": {
      const { target, type, init } = statement;
      const typed =
        type === undefined ? [] : boundTo(item, when, target, whole(type)).map((one) => ({ ...one, isType }));
      return [...typed, ...(init === undefined ? [] : bound(item, when, target, init))];
    }
    case "alias": {
      return [
        { scope: scopeOf(item), name: statement.name, from: scopeOf(item), ...whole(statement.type), ...when, isType },
      ];
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
    const parts = partsFor(target, value);
    if (parts !== undefined)
      return target.items.flatMap((one, i) => boundTo(item, when, one, { reads: parts[i] ?? [] }));
    return boundTo(item, when, target, { reads: readsIn(value) });
  }
  return boundTo(item, when, target, whole(value));
}

const whole = (value: Expr): Pick<Declared, "reads" | "elementReads"> => ({
  reads: readsIn(value),
  elementReads: (element) => elementReads(value, element),
});

const boundTo = (
  item: Item,
  { at, until }: When,
  target: Pattern,
  made: Pick<Declared, "reads" | "elementReads">,
): readonly Declared[] =>
  namesOf(target).map(({ name, isMember }) => ({
    scope: isMember ? "" : scopeOf(item),
    name,
    at: isMember ? everywhere.at : at,
    from: scopeOf(item),
    ...made,
    until,
  }));

/** What each of the targets is made of: its own part of a list, and what all parts go through. */
function partsFor(
  { items, star }: Extract<Pattern, { kind: "unpack" }>,
  value: Expr,
): readonly (readonly Read[])[] | undefined {
  if (star !== undefined) return undefined;
  if (value.kind !== "comprehension") return items.map((_, i) => elementReads(value, i));
  const [clause, ...more] = value.clauses;
  if (clause?.iter.kind !== "tuple" || more.length > 0 || clause.iter.items.length !== items.length) return undefined;
  const ways = [value.element, ...clause.tests].flatMap((one) => readsIn(one));
  return clause.iter.items.map((item) => [...readsIn(item.value), ...ways]);
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
      const given = [...(own === undefined ? [] : [own]), ...types];
      return given.map((to) => {
        const declared = { scope: called.id, name: to, at: everywhere.at, from: scopeOf(item), ...whole(value), until };
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

/** Of the lambdas that the statement writes. */
export const lambdaBodies = (stmt: Stmt): readonly Block[] =>
  valuesOf(stmt)
    .flatMap(expressionsIn)
    .flatMap((one) => (one.kind === "lambda" ? [one.function.body ?? []] : []));
