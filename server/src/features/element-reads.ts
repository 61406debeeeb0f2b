// Which names an expression reads, and of tuples which of their elements: `(self.tile[0], n)` reads the first element of `tile`, and `n`.
//
// What is not seen to take elements apart reads all of a name: it says which what-if fields are offered, and one too many is no harm.
import type { Arg, Expr } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { expressionsIn, partsOf } from "./expression-parts.ts";

export interface Read {
  readonly name: string;
  /** Of the tuple that it is; absent of all of it. */
  readonly element?: number;
}

/** The last part of every name in an expression, members among them: `self.tile` reads `tile`. */
export const namesIn = (expr: Expr): readonly string[] => expressionsIn(expr).flatMap(nameOf);

const nameOf = (expr: Expr): readonly string[] => {
  if (expr.kind === "name") return expr.path.slice(-1);
  return expr.kind === "member" || expr.kind === "scope" ? [expr.name] : [];
};

const whole = (name: string): Read => ({ name });

export function readsIn(expr: Expr, depth = 0): readonly Read[] {
  const found: Read[] = [];
  const todo: Expr[] = [expr];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const taken = takenFrom(next);
    if (taken === undefined) {
      found.push(...nameOf(next).map(whole));
      todo.push(...[...partsOf(next)].reverse());
    } else {
      found.push(...taken.elements.flatMap((element) => elementReads(taken.of, element, depth + 1)));
    }
  }
  return found;
}

/** Tuples inside tuples are a few levels deep; of deeper ones all is read. */
const DEEPEST = 16;

/** What an element of the expression's value is made of. */
export function elementReads(expr: Expr, element: number, depth = 0): readonly Read[] {
  const within = (one: Expr, at = element) => elementReads(one, at, depth + 1);
  if (depth > DEEPEST) return namesIn(expr).map(whole);
  const items = itemsOf(expr);
  if (items !== undefined) return itemReads(items, element, depth);
  const taken = takenFrom(expr);
  if (taken?.isTuple === true) {
    const from = taken.elements[element];
    return from === undefined ? [] : within(taken.of, from);
  }
  switch (expr.kind) {
    case "name":
      return expr.path.slice(-1).map((name) => ({ name, element }));
    case "member":
      return [{ name: expr.name, element }, ...readsIn(expr.object, depth + 1)];
    case "cond":
      return [...readsIn(expr.test, depth + 1), ...within(expr.then), ...within(expr.else)];
    case "construct":
      return expr.type !== undefined && expr.args.length === 0 ? within(expr.type) : readsIn(expr, depth + 1);
    case "call": {
      const [only, ...others] = expr.args;
      const isCopy = copies.has(lastName(expr.callee)) && only !== undefined && others.length === 0;
      return isCopy && only.star === undefined ? within(only.value) : readsIn(expr, depth + 1);
    }
    default:
      return readsIn(expr, depth + 1);
  }
}

/** `tuple(x)` has the elements of x. */
const copies: ReadonlySet<string> = new Set(["tuple", "list"]);
const makers = /^(make_(shape|tile|tuple|coord|stride)|Shape|Stride|Tile|Coord|tuple)$/;

/** Those of a tuple that is written element by element. */
export function itemsOf(expr: Expr): readonly Arg[] | undefined {
  if (expr.kind === "tuple") return expr.items;
  if (expr.kind === "template") return makers.test(lastName(expr.callee)) ? expr.args : undefined;
  if (expr.kind === "construct")
    return expr.args.length === 0 && expr.type !== undefined ? itemsOf(expr.type) : undefined;
  const isMade = expr.kind === "call" && /^make_/.test(lastName(expr.callee)) && makers.test(lastName(expr.callee));
  return isMade ? expr.args : undefined;
}

/** Behind `*rest` an element may be one of those that come later, too. */
function itemReads(items: readonly Arg[], element: number, depth: number): readonly Read[] {
  const star = items.findIndex((item) => item.star !== undefined);
  const own = items[element];
  if (star < 0 || element < star) return own === undefined ? [] : readsIn(own.value, depth + 1);
  return items
    .slice(star)
    .flatMap(({ value }, i) => (i === 0 ? elementReads(value, element - star, depth + 1) : readsIn(value, depth + 1)));
}

interface Taken {
  readonly of: Expr;
  readonly elements: readonly number[];
  /** It gives a tuple of them, not the one. */
  readonly isTuple: boolean;
}

/** Its numbers say which elements, and are no sizes. */
export const picks = (expr: Expr): boolean => takenFrom(expr) !== undefined;

/** `x[0]`, `x[:2]`, `size(x, mode=[2])`, `get<0>(x)`, `select<0, 1>(x)`: undefined of everything else. */
function takenFrom(expr: Expr): Taken | undefined {
  if (expr.kind === "index") return indexed(expr);
  if (expr.kind !== "call") return undefined;
  const [from, mode, ...more] = expr.args;
  const name = lastName(expr.callee);
  if (counting.has(name) && from !== undefined && mode === undefined)
    return { of: from.value, elements: [], isTuple: false };
  if (from === undefined || !picking.has(name)) return undefined;
  const ways = expr.callee.kind === "template" ? expr.callee.args : mode?.name === "mode" ? listed(mode.value) : [];
  const numbers = ways.map(({ value }) => numberOf(value));
  const known = numbers.filter((n) => n !== undefined);
  if (more.length > 0 || known.length === 0 || known.length !== numbers.length) return undefined;
  const isTuple = name === "select" || name === "take";
  const elements = name === "take" ? rangeOf(known[0] ?? 0, known[1] ?? 0) : isTuple ? known : known.slice(0, 1);
  return { of: from.value, elements, isTuple };
}

/** Of how many there are, whatever they are. */
const counting: ReadonlySet<string> = new Set(["len", "rank"]);
const picking: ReadonlySet<string> = new Set(["get", "size", "shape", "select", "take"]);

const listed = (expr: Expr): readonly Arg[] => (expr.kind === "tuple" ? expr.items : [{ value: expr }]);

const numberOf = (expr: Expr): number | undefined =>
  expr.kind === "int" && expr.value >= 0 && expr.value < MOST ? expr.value : undefined;

/** Elements that a tuple has at most. */
const MOST = 64;

const rangeOf = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

function indexed({ object, args }: Extract<Expr, { kind: "index" }>): Taken | undefined {
  const [only, ...others] = args;
  if (only === undefined || others.length > 0) return undefined;
  const { value } = only;
  if (value.kind !== "slice") {
    const element = numberOf(value);
    return element === undefined ? undefined : { of: object, elements: [element], isTuple: false };
  }
  const [from, to] = [value.lower === undefined ? 0 : numberOf(value.lower), value.upper && numberOf(value.upper)];
  if (from === undefined || to === undefined || value.step !== undefined) return undefined;
  return { of: object, elements: rangeOf(from, to), isTuple: true };
}
