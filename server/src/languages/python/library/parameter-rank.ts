// The rank of a tensor that no caller gives: what its uses in the body prove, and what a comment beside it says.
//
// `t[None, None, k]` and `m, k, l = t.shape` prove the rank; `t.shape[2]` and `group_modes(t, 0, 3)` only a lower bound.
import type { Block, Expr, Pattern, Stmt } from "../../../../../src-engine/program/ir.ts";
import { lastName } from "../../../../../src-engine/program/last-name.ts";
import { eachExpr, visit } from "./walk.ts";

export interface Rank {
  readonly rank: number;
  readonly from: string;
  /** A use reaches so far; there may be more. */
  readonly atLeast?: true;
}

/** `# (M, K, L)` behind the parameter. */
export function rankFromNote(note: string | undefined): Rank | undefined {
  const tuple = /^\(([^()]*)\)/.exec(note ?? "")?.[1];
  if (tuple === undefined) return undefined;
  const parts = tuple.split(",").filter((part) => part.trim() !== "");
  return parts.length === 0 ? undefined : { rank: parts.length, from: "its comment" };
}

/**
 * What the uses of the name say before it is bound anew: `t[None, None, k]` and `m, k, l = t.shape` are exact, `t.shape[2]` and
 * `local_tile(t, …, (m, k, None))` ask for at least so many modes. Uses that disagree say nothing.
 */
export function rankFromUse(body: Block, name: string): Rank | undefined {
  const exact = new Map<number, string>();
  let least: Rank | undefined;
  let isBound = false;
  const see = (use: Use | undefined): void => {
    if (use === undefined || isBound || use.rank < 1 || use.rank > 12) return;
    if (use.exact) exact.set(use.rank, use.from);
    else if (use.rank > (least?.rank ?? 0)) least = use;
  };
  visit(body, {
    expr: (expr) => {
      see(rankOfUse(expr, name));
      for (const use of usesInTurn(expr, name)) see(use);
    },
    // `t = make_tensor(t.iterator, make_layout((t.shape[0], t.shape[2])))` reads the parameter.
    left: (expr) => {
      isBound ||= expr.kind === "assign" && binds(expr.target, name);
    },
    stmt: (stmt) => see(unpackedRank(stmt, name)),
  });
  const [only] = exact;
  if (exact.size > 1) return undefined;
  if (only === undefined) return least && { rank: least.rank, from: least.from, atLeast: true };
  return least !== undefined && least.rank > only[0] ? undefined : { rank: only[0], from: only[1] };
}

interface Use extends Rank {
  readonly exact: boolean;
}

const binds = (target: Pattern, name: string): boolean =>
  target.kind === "bind"
    ? target.name === name
    : target.kind === "unpack" && target.items.some((item) => binds(item, name));

export const isName = (expr: Expr | undefined, name: string): boolean =>
  expr?.kind === "name" && expr.path.length === 1 && expr.path[0] === name;

function rankOfUse(expr: Expr, name: string): Use | undefined {
  if (expr.kind === "index" && isName(expr.object, name)) return use(indexRank(expr.args), "its subscripts", true);
  if (expr.kind === "index" && expr.object.kind === "member" && isName(expr.object.object, name)) {
    const at = expr.args[0]?.value;
    const isAxis = expr.object.name === "shape" || expr.object.name === "stride";
    return use(isAxis && at?.kind === "int" ? at.value + 1 : undefined, `${name}.${expr.object.name}[…]`, false);
  }
  if (expr.kind === "call" && isName(expr.args[0]?.value, name)) return use(callRank(expr), "its use in a call", false);
  return undefined;
}

/** `[t[None, None, k] for t in (mK, mV)]` says it of both. */
function usesInTurn(expr: Expr, name: string): readonly (Use | undefined)[] {
  if (expr.kind !== "comprehension") return [];
  const found: (Use | undefined)[] = [];
  for (const { target, iter } of expr.clauses) {
    if (target.kind !== "bind" || iter.kind !== "tuple" || !iter.items.some(({ value }) => isName(value, name)))
      continue;
    eachExpr(expr.element, (one) => found.push(rankOfUse(one, target.name)));
  }
  return found;
}

const use = (rank: number | undefined, from: string, exact: boolean): Use | undefined =>
  rank === undefined ? undefined : { rank, from, exact };

/** `t[None, None, k]` has rank 3, `t[i]` says nothing (a 1-D index reaches any layout), `t[(None, k)]` rank 2. */
function indexRank(args: readonly { readonly value: Expr; readonly star?: string }[]): number | undefined {
  if (args.some((arg) => arg.star !== undefined)) return undefined;
  const only = args[0]?.value;
  if (args.length === 1 && only?.kind === "tuple") return indexRank(only.items);
  return args.length > 1 ? args.length : undefined;
}

/** `local_tile(t, …, (m, k, None))`: the DSL refuses coordinates for fewer modes or more. */
export const tiledRank = (expr: Expr & { kind: "call" }, name: string): Rank | undefined =>
  lastName(expr.callee) === "local_tile" && isName(expr.args[0]?.value, name)
    ? use(callRank(expr), "its use in a call", true)
    : undefined;

function callRank(expr: Expr & { kind: "call" }): number | undefined {
  const called =
    expr.callee.kind === "member"
      ? expr.callee.name
      : expr.callee.kind === "name"
        ? expr.callee.path.at(-1)
        : undefined;
  const named = (name: string, at: number): Expr | undefined =>
    expr.args.find((arg) => arg.name === name)?.value ??
    (expr.args[at]?.name === undefined ? expr.args[at]?.value : undefined);
  switch (called) {
    case "local_tile":
      return projected(named("coord", 2), named("proj", 3));
    case "size": {
      const mode = named("mode", 1);
      const first = mode?.kind === "tuple" ? mode.items[0]?.value : undefined;
      return first?.kind === "int" ? first.value + 1 : undefined;
    }
    case "group_modes": {
      const end = named("end", 2);
      return end?.kind === "int" ? end.value : undefined;
    }
    default:
      return undefined;
  }
}

function projected(coord: Expr | undefined, proj: Expr | undefined): number | undefined {
  const isStarred = (of: Expr | undefined): boolean =>
    of?.kind === "tuple" && of.items.some(({ star }) => star !== undefined);
  if (isStarred(coord) || isStarred(proj)) return undefined;
  if (proj?.kind === "tuple") return proj.items.filter((item) => item.value.kind !== "none").length;
  return coord?.kind === "tuple" ? coord.items.length : undefined;
}

/** `m, k, l = mA.shape`. */
function unpackedRank(stmt: Stmt, name: string): Use | undefined {
  if (stmt.kind !== "expr" || stmt.value.kind !== "assign") return undefined;
  const { target, value } = stmt.value;
  const isShape =
    value.kind === "member" && (value.name === "shape" || value.name === "stride") && isName(value.object, name);
  return isShape ? use(unpackCount(target), "unpacking its shape", true) : undefined;
}

const unpackCount = (target: Pattern): number | undefined =>
  target.kind === "unpack" && target.star === undefined ? target.items.length : undefined;
