// Tiles that an MMA takes as the other operand than they were cut for: `mma.partition_B(local_tile(mA, tile, coord, Step<_1, X, _1>{}))`.
import type { Expr, FunctionItem, Pattern, Unit } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../costs/uniform.ts";
import { remembered } from "../facts/remembered.ts";
import { functionsIn } from "./barrier-callees.ts";
import { givenTo, namesIn, slicedOf } from "./made-by.ts";
import type { Finding } from "./rule.ts";

type Operand = "A" | "B";

interface Partition {
  readonly call: Extract<Expr, { kind: "call" }>;
  readonly as: Operand;
  /** What the tile was cut for. */
  readonly cut: Operand;
  /** The MMA, by its name, or the name of its slice. */
  readonly mma: string;
}

/** Those of all functions of a C++ file. */
export const wrongProjections = remembered((unit: Unit): readonly Finding[] =>
  unit.language === "cpp" ? functionsIn(unit.items).flatMap((fn) => inFunction({ fn, unit })) : [],
);

interface Code {
  readonly fn: FunctionItem;
  readonly unit: Unit;
}

/** One MMA that takes some tile as what it was cut for takes all so; who exchanges the operands exchanges both. */
function inFunction(code: Code): readonly Finding[] {
  const all = [...namesIn(code.fn).at.values()].flatMap((expr) => partitionOf(code, expr) ?? []);
  const agrees = ({ mma }: Partition): boolean => all.some((other) => other.mma === mma && other.as === other.cut);
  const crossed = ({ mma, as }: Partition): boolean =>
    all.some((other) => other.mma === mma && other.as !== as && other.as !== other.cut);
  return all.flatMap((one) => {
    const { call, as, cut } = one;
    const { callee, args } = call;
    const [given] = args;
    if (as === cut || !agrees(one) || crossed(one) || callee.kind !== "member" || given === undefined) return [];
    const message = `partition_${as}: the tile was cut ${extents[cut]}, for ${cut}: partition it as ${cut}`;
    return [{ item: code.fn.id, span: given.value.span, of: callee.nameSpan, message, related: [], fixes: [] }];
  });
}

const extents = { A: "M by K", B: "N by K" };

function partitionOf(code: Code, expr: Expr): Partition | undefined {
  if (expr.kind !== "call" || expr.callee.kind !== "member" || expr.callee.object.kind !== "name") return undefined;
  const { name, object } = expr.callee;
  const as = /^partition_([AB])$/.exec(name)?.[1] as Operand | undefined;
  const [given, ...more] = expr.args;
  if (as === undefined || given === undefined || more.length > 0) return undefined;
  const cut = cutFor(code, given.value);
  return cut && { call: expr, as, cut, mma: slicedOf(namesIn(code.fn), object) ?? object.path.join("::") };
}

/** The operand that a tile of M, N and K is projected for, behind names, slices and a function that gives several tiles. */
function cutFor(code: Code, expr: Expr, steps = 12): Operand | undefined {
  const names = namesIn(code.fn);
  if (steps === 0) return undefined;
  if (expr.kind === "index") return cutFor(code, expr.object, steps - 1);
  if (expr.kind === "name") {
    const name = expr.path.length === 1 ? (expr.path[0] ?? "") : "";
    const given = givenTo(names, name);
    return given === undefined ? unpackedFor(code, name, steps - 1) : cutFor(code, given, steps - 1);
  }
  if (expr.kind !== "call") return undefined;
  const isSlice = expr.callee.kind === "name" && givenTo(names, expr.callee.path.join("::")) !== undefined;
  if (isSlice) return cutFor(code, expr.callee, steps - 1);
  if (!cuts.test(lastName(expr.callee))) return undefined;
  const found = expr.args.slice(1).flatMap(({ value }) => projected(value) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

const cuts = /^local_tile$|_local_tile/;

/** `auto [gA, gB] = tiles(params);`, of a function beside this one that ends in `return make_tuple(a, b);` */
function unpackedFor({ fn, unit }: Code, name: string, steps: number): Operand | undefined {
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

const unpackedIn = remembered((fn: FunctionItem): ReadonlyMap<string, readonly [Call, number]> => {
  const found = new Map<string, readonly [Call, number]>();
  visit(fn.body, (node) => {
    const { target, init } = node as { readonly target?: Pattern; readonly init?: Expr };
    if (node.kind !== "let" || target?.kind !== "unpack" || init?.kind !== "call") return;
    for (const [at, item] of target.items.entries()) if (item.kind === "bind") found.set(item.name, [init, at]);
  });
  return found;
});

function returnsOf(fn: FunctionItem): readonly Expr[] {
  const found: Expr[] = [];
  visit(fn.body, (node) => {
    const { value } = node as { readonly value?: Expr };
    if (node.kind === "return" && value !== undefined) found.push(value);
  });
  return found;
}

/** `Step<_1, X, _1>{}`, `select<0, 2>(tile)`. */
function projected(expr: Expr): Operand | undefined {
  const of = expr.kind === "construct" ? expr.type : expr.kind === "call" ? expr.callee : undefined;
  if (of?.kind !== "template") return undefined;
  const words = of.args.map(({ value }) => (value.kind === "int" ? `${value.value}` : lastName(value)));
  return projections.get(`${lastName(of.callee)}<${words.join()}>`);
}

const projections: ReadonlyMap<string, Operand> = new Map([
  ["Step<_1,X,_1>", "A"],
  ["Step<X,_1,_1>", "B"],
  ["select<0,2>", "A"],
  ["select<1,2>", "B"],
]);
