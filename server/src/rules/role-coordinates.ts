// Tiles of A and B of one product that the same coordinate picks, or of which one has its coordinate along K:
// `local_tile(mB, select<1, 2>(tile), make_coord(m, _))` beside `local_tile(mA, select<0, 2>(tile), make_coord(m, _))`, and
// `tBgB[None, coord[0], None]` beside `tAgA[None, coord[0], None]` of what one MMA partitioned as B and as A.
import type { Expr, FunctionItem, ItemId, Span, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { remembered } from "../facts/remembered.ts";
import { printExpr } from "../languages/print.ts";
import { isTmaPartition } from "../languages/tma-calls.ts";
import { functionsIn } from "./barrier-callees.ts";
import { madeBy, type Names, namesIn, slicedOf } from "./made-by.ts";
import { type Operand, projected, unpackedIn } from "./role-projection.ts";
import type { Finding } from "./rule.ts";

/** A tile of one operand, and what picks it. */
interface Pick {
  readonly operand: Operand;
  /** What both operands of one product have alike: the tile that they are projected from, or the MMA. */
  readonly product: string;
  /** The coordinates along M or N, and along K; undefined where it is open or a constant. */
  readonly outer: string | undefined;
  readonly inner: string | undefined;
  readonly span: Span;
}

/** Those of all functions of a file. */
export const wrongCoordinates = remembered((unit: Unit): readonly Finding[] =>
  functionsIn(unit.items).flatMap((fn) => inFunction(fn)),
);

function inFunction(fn: FunctionItem): readonly Finding[] {
  const names = namesIn(fn);
  const all = [...names.at.values()].flatMap((expr) => ofTile(expr) ?? ofSlice(expr, fn, names) ?? []);
  return all.flatMap((b) =>
    all.flatMap((a) => {
      if (a.operand !== "A" || b.operand !== "B" || a.product !== b.product) return [];
      return [...alike(a, b, fn.id), ...along(a, b, fn.id), ...along(b, a, fn.id)].slice(0, 1);
    }),
  );
}

const extents = { A: "M", B: "N" };

/** One of the two has the other's coordinate: which, only the reader knows. */
function alike(a: Pick, b: Pick, item: ItemId): readonly Finding[] {
  if (a.outer === undefined || a.outer !== b.outer || a.inner !== undefined || b.inner !== undefined) return [];
  const [first, second] = a.span.start < b.span.start ? [a, b] : [b, a];
  const message = `${first.outer} picks the tile of ${first.operand} along ${extents[first.operand]} and that of ${second.operand} along ${extents[second.operand]}: one of them has the other's coordinate`;
  const related = [{ item, span: first.span, message: `picks the tile of ${first.operand}` }];
  return [{ item, span: second.span, message, related, fixes: [] }];
}

/** The one has its coordinate along K where the other goes through K. */
function along(one: Pick, other: Pick, item: ItemId): readonly Finding[] {
  if (one.outer !== undefined || one.inner === undefined) return [];
  if (other.outer === undefined || other.inner !== undefined) return [];
  const message = `${one.inner} picks the tile of ${one.operand} along K and leaves ${extents[one.operand]} open, ${other.operand} has it the other way: exchange the two`;
  const related = [{ item, span: other.span, message: `picks the tile of ${other.operand}` }];
  return [{ item, span: one.span, message, related, fixes: [] }];
}

/** `local_tile(mA, select<0, 2>(tile), make_coord(m, _))`. */
function ofTile(expr: Expr): Pick | undefined {
  if (expr.kind !== "call" || lastName(expr.callee) !== "local_tile" || expr.args.length !== 3) return undefined;
  const [tiler, coord] = expr.args.slice(1).map(({ value }) => value);
  const operand = tiler && projected(tiler, false);
  const of = tiler?.kind === "call" ? tiler.args[0]?.value : undefined;
  const items = coord && itemsOf(coord);
  if (operand === undefined || of === undefined || coord === undefined || items === undefined) return undefined;
  const [outer, inner] = items.map(words);
  return { operand, product: `tile ${printExpr(of)}`, outer, inner, span: coord.span };
}

/** `tAgA[None, m, None, l]` of `tma_partition(…, thr.partition_A(gA))`: M or N is the first mode behind the tile, K the second. */
function ofSlice(expr: Expr, fn: FunctionItem, names: Names): Pick | undefined {
  if (expr.kind !== "index" || expr.object.kind !== "name" || expr.object.path.length !== 1) return undefined;
  const only = expr.args.length === 1 ? expr.args[0]?.value : undefined;
  const items = only?.kind === "tuple" ? only.items : expr.args;
  const [call, at] = unpackedIn(fn).get(expr.object.path[0] ?? "") ?? [];
  if (call === undefined || at !== 1 || items.length < 3 || !isTmaPartition(call)) return undefined;
  const tile = (call.args.find(({ name }) => name === "gmem_tensor") ?? call.args[4])?.value;
  const made = tile && madeBy(names, tile.span, partitions);
  const mma = made && slicedOf(names, made.object);
  if (made === undefined || mma === undefined || items[0]?.value.kind !== "none") return undefined;
  const [outer, inner] = items.slice(1, 3).map(({ value }) => words(value));
  return { operand: made.method.slice(-1) as Operand, product: `mma ${mma}`, outer, inner, span: expr.span };
}

const partitions: ReadonlySet<string> = new Set(["partition_A", "partition_B"]);

function itemsOf(coord: Expr): readonly Expr[] | undefined {
  const isMade = coord.kind === "call" && lastName(coord.callee) === "make_coord";
  const items = coord.kind === "tuple" ? coord.items : isMade ? coord.args : undefined;
  return items?.map(({ value }) => value);
}

/** A constant and `_` pick nothing. */
function words(expr: Expr): string | undefined {
  const text = printExpr(expr);
  return expr.kind === "none" || expr.kind === "int" || /^_|^Int<|^\d/.test(text) ? undefined : text;
}
