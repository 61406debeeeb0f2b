// Tiles that an MMA takes as the other operand than they were cut for: `mma.partition_B(local_tile(mA, tile, coord, Step<_1, X, _1>{}))`,
// itself or where they are copied to.
import type { Expr, FunctionItem, Pattern, Span, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { isTmaPartition } from "../languages/tma-calls.ts";
import { functionsIn } from "./barrier-callees.ts";
import { givenBefore, givenTo, type Names, namesIn, slicedOf, tensorBehind } from "./made-by.ts";
import type { Finding, Site } from "./rule.ts";

export type Operand = "A" | "B";

interface Partition {
  /** The tile, and where its partition stands. */
  readonly tile: Expr;
  readonly of: Span;
  readonly as: Operand;
  /** What the tile was cut for. */
  readonly cut: Cut;
  /** The MMA, by its name, or the name of its slice. */
  readonly mma: string;
  readonly message: string;
  /** Where the tensor stands that the tile is copied to: tiles and their coordinates go to one. */
  readonly to?: number;
  /** What is said where the tile is cut, if that is something else. */
  readonly atCut?: string;
}

interface Cut {
  readonly operand: Operand;
  /** The projection. */
  readonly at: Site;
}

/** Those of all functions of a file. */
export const wrongProjections = remembered((unit: Unit): readonly Finding[] =>
  functionsIn(unit.items).flatMap((fn) => inFunction({ fn, unit })),
);

interface Code {
  readonly fn: FunctionItem;
  readonly unit: Unit;
}

/** One MMA that takes some tile as what it was cut for takes all so; who exchanges the operands exchanges both. */
function inFunction(code: Code): readonly Finding[] {
  const exprs = [...namesIn(code.fn).at.values()];
  const ofAtoms = [...exprs.flatMap((expr) => partitionOf(code, expr) ?? []), ...copiedTiles(code, exprs)];
  const all = [...ofAtoms, ...exprs.flatMap((expr) => ofGemm(code, expr))];
  const fits = ({ as, cut }: Partition): boolean => as === cut.operand;
  const agrees = ({ mma }: Partition): boolean => all.some((other) => other.mma === mma && fits(other));
  const crossed = ({ mma, as }: Partition): boolean =>
    all.some((other) => other.mma === mma && other.as !== as && !fits(other));
  return all.flatMap((one) => {
    if (fits(one) || !agrees(one) || crossed(one)) return [];
    // Where no tile is cut for this operand it is the cut that is wrong, else what was taken of the tiles.
    const isCutElsewhere = ofAtoms.some(
      (other) => other.cut.operand === one.as && (one.to === undefined || other.to !== one.to),
    );
    const here: Site = { item: code.fn.id, span: one.tile.span };
    if (isCutElsewhere) return [{ ...here, of: one.of, message: one.message, related: [], fixes: [] }];
    const related = [{ ...here, message: `${extents[one.as]} is meant here` }];
    return [{ ...one.cut.at, message: one.atCut ?? one.message, related, fixes: [] }];
  });
}

const extents = { A: "M by K", B: "N by K" };

function partitionOf(code: Code, expr: Expr): Partition | undefined {
  if (expr.kind !== "call" || expr.callee.kind !== "member" || expr.callee.object.kind !== "name") return undefined;
  const { name, nameSpan, object } = expr.callee;
  const as = /^partition_([AB])$/.exec(name)?.[1] as Operand | undefined;
  const [given, ...more] = expr.args;
  if (as === undefined || given === undefined || more.length > 0) return undefined;
  const cut = cutFor(code, given.value);
  if (cut === undefined) return undefined;
  const mma = slicedOf(namesIn(code.fn), object) ?? object.path.join("::");
  const { operand } = cut;
  const message = `partition_${as}: the tile was cut ${extents[operand]}, for ${operand}: partition it as ${operand}`;
  const atCut = `the tile is cut ${extents[operand]}, for ${operand}, and the MMA takes it as ${as}: cut it ${extents[as]}`;
  return { tile: given.value, of: nameSpan, as, cut, mma, message, atCut };
}

/** `gemm(tCsA, tCsB, tCrC)` of what each thread has by its row, `Step<_1, X>`, or by its column, `Step<X, _1>`. */
function ofGemm({ fn }: Code, expr: Expr): readonly Partition[] {
  if (!isPlainGemm(expr)) return [];
  const names = namesIn(fn);
  return (["A", "B"] as const).flatMap((as, i) => {
    const given = expr.args[i]?.value;
    const name = tensorBehind(names, given);
    const projection = partitionedByThreads(names, given)?.projection;
    const operand = projection && projected(projection, true, ofThreads);
    if (operand === undefined || projection === undefined) return [];
    const message = `${name} is ${as} of the gemm, and each thread takes its part by its ${rows[operand]}, as of ${operand}: take it by the ${rows[as]}, ${steps[as]}`;
    const cut = { operand, at: { item: fn.id, span: projection.span } };
    return [{ tile: projection, of: projection.span, as, cut, mma: `gemm ${expr.span.start}`, message }];
  });
}

const isPlainGemm = (expr: Expr): expr is Call =>
  expr.kind === "call" && lastName(expr.callee) === "gemm" && expr.args.length === 3;

const rows = { A: "row", B: "column" };
const steps = { A: "Step<_1, X>", B: "Step<X, _1>" };

const ofThreads: ReadonlyMap<string, Operand> = new Map([
  ["Step<_1,X>", "A"],
  ["Step<X,_1>", "B"],
]);

/** Tiles of global memory that are copied to what the MMA takes from shared memory. */
function copiedTiles(code: Code, exprs: readonly Expr[]): readonly Partition[] {
  const names = namesIn(code.fn);
  const all = [...exprs.flatMap((expr) => ofTma(expr) ?? ofThreadsCopy(names, expr) ?? []), ...ofSlices(exprs)];
  return all.flatMap(({ tile, to, of }) => {
    const cut = cutFor(code, tile);
    const taken = cut === undefined ? undefined : takenAs(code, to, exprs);
    if (cut === undefined || taken === undefined) return [];
    const { as } = taken;
    const { operand } = cut;
    const message = `the tile was cut ${extents[operand]}, for ${operand}, and the MMA takes what it is copied to as ${as}: cut it ${extents[as]}`;
    return [{ tile, of, cut, ...taken, to: to.span.start, message }];
  });
}

interface Copied {
  readonly tile: Expr;
  readonly to: Expr;
  readonly of: Span;
}

/** `tma_partition(tma, cta, layout, sA, gA)`. */
function ofTma(expr: Expr): Copied | undefined {
  if (expr.kind !== "call" || !isTmaPartition(expr)) return undefined;
  const at = (name: string, place: number): Expr | undefined =>
    (expr.args.find((one) => one.name === name) ?? expr.args[place])?.value;
  const [to, tile] = [at("smem_tensor", 3), at("gmem_tensor", 4)];
  return to === undefined || tile === undefined ? undefined : { tile, to, of: expr.span };
}

/** `copy(tAgA(_, _, k), tAsA)` of what each thread has by `local_partition`. */
function ofThreadsCopy(names: Names, expr: Expr): Copied | undefined {
  if (expr.kind !== "call" || !/^(?:copy|autovec_copy)$/.test(lastName(expr.callee))) return undefined;
  const [from, to] = expr.args.slice(-2).map(({ value }) => partitionedByThreads(names, value));
  return from === undefined || to === undefined ? undefined : { tile: from.tensor, to: to.tensor, of: from.of };
}

interface OfThreads {
  readonly tensor: Expr;
  readonly projection: Expr | undefined;
  readonly of: Span;
}

/** What `local_partition` cuts, behind names and slices. */
function partitionedByThreads(names: Names, expr: Expr | undefined): OfThreads | undefined {
  const name = tensorBehind(names, expr);
  const made = name === undefined ? undefined : givenTo(names, name);
  if (made?.kind !== "call" || lastName(made.callee) !== "local_partition") return undefined;
  const [tensor, , , projection] = made.args;
  return tensor && { tensor: tensor.value, projection: projection?.value, of: made.callee.span };
}

/** `thr.partition_S(gA)` beside `thr.partition_D(sA)`, of a copy that writes one tile alone. */
function ofSlices(exprs: readonly Expr[]): readonly Copied[] {
  const bySlice = new Map<string, { readonly side: string; readonly tensor: Expr; readonly of: Span }[]>();
  for (const expr of exprs) {
    if (expr.kind !== "call" || expr.callee.kind !== "member" || expr.callee.object.kind !== "name") continue;
    const { name, nameSpan, object } = expr.callee;
    const [given] = expr.args;
    if (given === undefined || !/^partition_[SD]$/.test(name)) continue;
    const slice = object.path.join("::");
    bySlice.set(slice, [...(bySlice.get(slice) ?? []), { side: name, tensor: given.value, of: nameSpan }]);
  }
  return [...bySlice.values()].flatMap((all) => {
    const [to, ...more] = all.filter(({ side }) => side === "partition_D");
    if (to === undefined || more.length > 0) return [];
    // The tile, and the coordinates that say what of it may be read.
    const sources = all.filter(({ side }) => side === "partition_S");
    return sources.map(({ tensor, of }) => ({ tile: tensor, to: to.tensor, of }));
  });
}

/** As which operand an MMA takes the tensor, where that is one of one MMA. */
function takenAs({ fn }: Code, tensor: Expr, exprs: readonly Expr[]): Pick<Partition, "as" | "mma"> | undefined {
  const names = namesIn(fn);
  const of = tensorBehind(names, tensor);
  if (of === undefined) return undefined;
  const found = new Map<string, Pick<Partition, "as" | "mma">>();
  for (const expr of exprs) {
    for (const one of gemmOperands(names, expr)) if (one.of === of) found.set(`${one.mma} ${one.as}`, one);
    if (expr.kind !== "call" || expr.callee.kind !== "member" || expr.callee.object.kind !== "name") continue;
    const { name, object } = expr.callee;
    const as = /^(?:partition|partition_fragment|make_fragment)_([AB])$/.exec(name)?.[1] as Operand | undefined;
    if (as === undefined || tensorBehind(names, expr.args[0]?.value) !== of) continue;
    const mma = slicedOf(names, object) ?? object.path.join("::");
    found.set(`${mma} ${as}`, { as, mma });
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** The tensors whose parts a `gemm(tCsA, tCsB, tCrC)` takes. */
function gemmOperands(names: Names, expr: Expr): readonly (Pick<Partition, "as" | "mma"> & { readonly of: string })[] {
  if (!isPlainGemm(expr)) return [];
  return (["A", "B"] as const).flatMap((as, i) => {
    const part = partitionedByThreads(names, expr.args[i]?.value);
    const of = part && tensorBehind(names, part.tensor);
    return of === undefined ? [] : [{ as, mma: `gemm ${expr.span.start}`, of }];
  });
}

/** The operand that a tile of M, N and K is projected for, behind names, slices and a function that gives several tiles. */
function cutFor(code: Code, expr: Expr, steps = 12): Cut | undefined {
  const names = namesIn(code.fn);
  if (steps === 0) return undefined;
  if (expr.kind === "index") return cutFor(code, expr.object, steps - 1);
  if (expr.kind === "name") {
    const name = expr.path.length === 1 ? (expr.path[0] ?? "") : "";
    const given = givenTo(names, name) ?? givenBefore(code.fn, name, expr.span);
    return given === undefined ? unpackedFor(code, name, steps - 1) : cutFor(code, given, steps - 1);
  }
  if (expr.kind !== "call") return undefined;
  const isSlice = expr.callee.kind === "name" && givenTo(names, expr.callee.path.join("::")) !== undefined;
  if (isSlice) return cutFor(code, expr.callee, steps - 1);
  const [tensor, ...others] = expr.args;
  const handed = lastName(expr.callee) === "domain_offset" ? others[0] : tensor;
  if (/^(?:group_modes|domain_offset)$/.test(lastName(expr.callee)))
    return handed === undefined ? undefined : cutFor(code, handed.value, steps - 1);
  if (!cuts.test(lastName(expr.callee))) return undefined;
  const found = others.flatMap((one): readonly Cut[] => {
    const operand = projected(one.value, one.name === "proj" || one === others[2]);
    return operand === undefined ? [] : [{ operand, at: { item: code.fn.id, span: one.value.span } }];
  });
  return found.length === 1 ? found[0] : undefined;
}

const cuts = /^local_tile$|_local_tile/;

/** `auto [gA, gB] = tiles(params);`, of a function beside this one that ends in `return make_tuple(a, b);` */
function unpackedFor({ fn, unit }: Code, name: string, steps: number): Cut | undefined {
  const [call, at] = unpackedIn(fn).get(name) ?? [];
  if (call === undefined || at === undefined) return undefined;
  const around = fn.id.slice(0, fn.id.lastIndexOf("/") + 1);
  const of = lastName(call.callee);
  const [only, ...others] = functionsIn(unit.items).filter((one) => one.name === of && one.id.startsWith(around));
  const [given, ...more] = only === undefined ? [] : returnsOf(only);
  const isTuple = given?.kind === "call" && lastName(given.callee) === "make_tuple";
  const part = isTuple ? given.args[at]?.value : undefined;
  if (only === undefined || others.length > 0 || more.length > 0 || part === undefined) return undefined;
  return cutFor({ fn: only, unit }, part, steps);
}

type Call = Extract<Expr, { kind: "call" }>;

/** Names that are given one of what a call gives, and nothing else. */
export const unpackedIn = remembered((fn: FunctionItem): ReadonlyMap<string, readonly [Call, number]> => {
  const found = new Map<string, readonly [Call, number]>();
  const bound = new Map<string, number>();
  visit(fn.body, (node) => {
    const { name, target, init, value } = node as Unpacking;
    if (node.kind === "bind" && name !== undefined) bound.set(name, (bound.get(name) ?? 0) + 1);
    const call = node.kind === "let" ? init : node.kind === "assign" ? value : undefined;
    if (target?.kind !== "unpack" || call?.kind !== "call") return;
    for (const [at, item] of target.items.entries()) if (item.kind === "bind") found.set(item.name, [call, at]);
  });
  for (const name of found.keys()) if (bound.get(name) !== 1) found.delete(name);
  return found;
});

interface Unpacking {
  readonly name?: string;
  readonly target?: Pattern;
  readonly init?: Expr;
  readonly value?: Expr;
}

function returnsOf(fn: FunctionItem): readonly Expr[] {
  const found: Expr[] = [];
  visit(fn.body, (node) => {
    const { value } = node as { readonly value?: Expr };
    if (node.kind === "return" && value !== undefined) found.push(value);
  });
  return found;
}

/** `Step<_1, X, _1>{}`, `select<0, 2>(tile)`; in the DSL `proj=(1, None, 1)`, `slice_(tile, (None, 0, None))`. */
export function projected(expr: Expr, isProjection: boolean, table = projections): Operand | undefined {
  if (expr.kind === "tuple") return isProjection ? table.get(`proj<${wordsOf(expr)}>`) : undefined;
  const [, modes] = expr.kind === "call" ? expr.args : [];
  if (expr.kind === "call" && modes?.value.kind === "tuple")
    return table.get(`${lastName(expr.callee)}<${wordsOf(modes.value)}>`);
  const of = expr.kind === "construct" ? expr.type : expr.kind === "call" ? expr.callee : undefined;
  if (of?.kind !== "template") return undefined;
  return table.get(`${lastName(of.callee)}<${of.args.map(({ value }) => wordOf(value)).join()}>`);
}

const wordsOf = ({ items }: Extract<Expr, { kind: "tuple" }>): string => items.map(({ value }) => wordOf(value)).join();

const wordOf = (expr: Expr): string =>
  expr.kind === "int" ? `${expr.value}` : expr.kind === "none" ? "None" : lastName(expr);

const projections: ReadonlyMap<string, Operand> = new Map([
  ["Step<_1,X,_1>", "A"],
  ["Step<X,_1,_1>", "B"],
  ["select<0,2>", "A"],
  ["select<1,2>", "B"],
  ["proj<1,None,1>", "A"],
  ["proj<None,1,1>", "B"],
  ["slice_<None,0,None>", "A"],
  ["slice_<0,None,None>", "B"],
]);
