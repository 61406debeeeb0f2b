// The rank of a tensor that no caller gives, by what the functions of the module do with it that it is handed to.
//
// A TMA's coordinate tensor has the modes of the tensor that it is made of, and kernels are mostly given that one alone.
import type { Arg, Block, Expr, FunctionItem, Item, Unit } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";
import { isName, type Rank, rankFromUse, tiledRank } from "./parameter-rank.ts";
import { visit } from "./walk.ts";

type Call = Expr & { readonly kind: "call" };

/** Functions that hand tensors to each other are followed so far. */
const deepest = 4;

/** What all uses prove that can be followed; undefined where they prove different ranks or none. */
export function rankHandedOn(body: Block, name: string, unit: Unit): Rank | undefined {
  const found = new Map<number, Rank>();
  for (const one of ranksIn(body, name, functionsOf(unit), 0)) found.set(one.rank, one);
  return found.size === 1 ? [...found.values()][0] : undefined;
}

type Functions = ReadonlyMap<string, readonly FunctionItem[]>;

function ranksIn(body: Block, name: string, functions: Functions, depth: number): readonly Rank[] {
  const own = rankFromUse(body, name);
  const found: Rank[] = own === undefined || own.atLeast ? [] : [own];
  if (depth >= deepest) return found;
  visit(body, {
    expr: (expr) => {
      const tiled = expr.kind === "call" ? tiledRank(expr, name) : undefined;
      if (tiled !== undefined) found.push(tiled);
      else if (expr.kind === "call") found.push(...ofCallee(expr, name, functions, depth));
      const made = expr.kind === "assign" ? nameOfMade(expr, name, functions) : undefined;
      if (made !== undefined && made !== name) found.push(...ranksIn(body, made, functions, depth + 1));
    },
  });
  return found;
}

function ofCallee(call: Call, name: string, functions: Functions, depth: number): readonly Rank[] {
  const callee = calleeOf(call, functions);
  const param = callee && paramOf(call, name, callee);
  return callee?.body === undefined || param === undefined ? [] : ranksIn(callee.body, param, functions, depth + 1);
}

/** `atom, t = make_tiled_tma_atom(op, name, …)`, also by a function of the module: `t`. */
function nameOfMade(
  { target, value }: Expr & { readonly kind: "assign" },
  name: string,
  functions: Functions,
): string | undefined {
  if (target.kind !== "unpack" || target.star !== undefined || value.kind !== "call") return undefined;
  const [, made] = target.items;
  return target.items.length === 2 && made?.kind === "bind" && isMadeOf(value, name, functions) ? made.name : undefined;
}

const makers = /^make_tiled_tma_atom(?:_[AB])?$/;

function isMadeOf(call: Call, name: string, functions: Functions): boolean {
  if (makers.test(lastName(call.callee)))
    return isName(call.args.find((one) => one.name === "gmem_tensor")?.value ?? positional(call)[1], name);
  const callee = calleeOf(call, functions);
  const param = callee && paramOf(call, name, callee);
  return callee?.body !== undefined && param !== undefined && returnsMade(callee.body, param);
}

/** `a, t = make_tiled_tma_atom(op, param, …); return a, t`. */
function returnsMade(body: Block, param: string): boolean {
  let made: string | undefined;
  let isReturned = false;
  visit(body, {
    expr: (expr) => {
      if (expr.kind === "assign") made ??= nameOfMade(expr, param, new Map());
    },
    stmt: (stmt) => {
      const items = stmt.kind === "return" && stmt.value?.kind === "tuple" ? stmt.value.items : [];
      isReturned ||= items.length === 2 && made !== undefined && isName(items[1]?.value, made);
    },
  });
  return isReturned;
}

const positional = ({ args }: Call): readonly Expr[] =>
  args.flatMap((one: Arg) => (one.name === undefined && one.star === undefined ? [one.value] : []));

/** The one function of the module that has the name; a method of an object whose class nobody knows may be another's. */
function calleeOf({ callee }: Call, functions: Functions): FunctionItem | undefined {
  const isOwn =
    callee.kind === "name" ? callee.path.length === 1 : callee.kind === "member" && isName(callee.object, "self");
  const [only, ...others] = isOwn ? (functions.get(lastName(callee)) ?? []) : [];
  return others.length === 0 ? only : undefined;
}

function paramOf(call: Call, name: string, { params }: FunctionItem): string | undefined {
  const given = call.args.findIndex(({ value }) => isName(value, name));
  const argument = call.args[given];
  if (argument === undefined || call.args.slice(0, given).some(({ star }) => star !== undefined)) return undefined;
  if (argument.name !== undefined) return params.find((one) => one.name === argument.name)?.name;
  const param = params[given + Number(call.callee.kind === "member" && params[0]?.name === "self")];
  return param?.form === "plain" ? param.name : undefined;
}

const known = new WeakMap<Unit, Functions>();

function functionsOf(unit: Unit): Functions {
  const found = known.get(unit) ?? byName(unit.items, new Map());
  known.set(unit, found);
  return found;
}

function byName(items: readonly Item[], found: Map<string, FunctionItem[]>): Map<string, FunctionItem[]> {
  for (const item of items) {
    if (item.kind === "class") byName(item.members, found);
    else if (item.kind === "function") found.set(item.name, [...(found.get(item.name) ?? []), item]);
  }
  return found;
}
