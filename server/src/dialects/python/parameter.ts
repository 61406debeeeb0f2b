// What a parameter is that no caller binds: by its annotation, and for tensors by the rank that their uses show.
//
// A `cute.Tensor` gets a symbolic layout `(mA.shape[0],…):(mA.stride[0],…)`; its element type stays unknown. What was assumed is said.
import type { Parameter, ParameterQuery } from "../../../../src-engine/evaluate/dialect.ts";
import { ZERO } from "../../../../src-engine/int/int.ts";
import type { Block, Expr, Pattern, Stmt } from "../../../../src-engine/ir.ts";
import {
  type Int,
  layout,
  type Pointer,
  type Tree,
  type Tuple,
  tuple,
  unknown,
  type Value,
} from "../../../../src-engine/value.ts";
import { visit } from "./walk.ts";

export function parameterOf(query: ParameterQuery): Parameter | undefined {
  const { annotation, param } = query;
  // Nobody calls it: nothing more than the named parameters is passed on.
  if (param.form === "star") return { value: tuple([]), why: "" };
  if (param.form === "double-star") return { value: { kind: "dict", entries: [] }, why: "" };
  if (annotation === undefined) return unannotated(query);
  const value = ofAnnotation(query, annotation, param.name);
  return value;
}

/** Without an annotation a parameter that is used as an object is no integer: nothing is known about it. */
function unannotated(query: ParameterQuery): Parameter | undefined {
  const { name } = query.param;
  let isObject = false;
  visit(query.code.body ?? [], {
    expr: (expr) => {
      const used =
        expr.kind === "member" || expr.kind === "index" ? expr.object : expr.kind === "call" ? expr.callee : undefined;
      isObject ||= isName(used, name);
    },
  });
  return isObject ? { value: unknown(`no caller gives ${name}`), why: "" } : undefined;
}

const opaqueKinds: Readonly<Record<string, string>> = {
  "cute.Layout": "a layout",
  "cute.ComposedLayout": "a layout",
  "cute.TiledMma": "a tiled MMA",
  "cute.TiledCopy": "a tiled copy",
  "cute.CopyAtom": "a copy atom",
  "cute.MmaAtom": "an MMA atom",
  "cute.ThrMma": "a slice of an MMA",
  "cute.Tile": "a tile",
  "cute.Shape": "a shape",
  "cute.Swizzle": "a swizzle",
  str: "a text",
  float: "a number of floating point",
  "typing.Callable": "a function",
};

function ofAnnotation(query: ParameterQuery, annotation: Value, name: string): Parameter | undefined {
  if (annotation.kind === "dtype") return ofDType(query, annotation, name);
  if (annotation.kind === "type" && annotation.of.kind === "tuple") return undefined;
  if (annotation.kind === "unknown" || annotation.kind === "text" || annotation.kind === "module")
    return notGiven(name);
  if (annotation.kind !== "builtin") return undefined;
  switch (annotation.name) {
    case "cute.Tensor":
      return tensorParameter(query, name);
    case "cute.Pointer":
      return { value: pointerParameter(name), why: "" };
    case "int":
    case "bool":
      return { value: asStatic(query.symbol(name)), why: "" };
    case "cutlass.Constexpr":
    case "typing.Optional":
    case "typing.Final":
    case "typing.Annotated":
      return ofFirst(query, annotation.targs, name);
    case "typing.Tuple":
    case "tuple":
      return tupleParameter(query, annotation.targs, name);
    case "typing.Type":
    case "type":
      return { value: unknown(`no caller says which type ${name} is`), why: "" };
    default: {
      const what = opaqueKinds[annotation.name];
      return what === undefined
        ? notGiven(name)
        : { value: unknown(`no caller says which ${what.replace(/^an? /, "")} ${name} is`), why: "" };
    }
  }
}

/** Nothing says what it is: not even that it is an integer. */
const notGiven = (name: string): Parameter => ({ value: unknown(`no caller gives ${name}`), why: "" });

function ofFirst(query: ParameterQuery, targs: readonly Value[], name: string): Parameter | undefined {
  const [first] = targs;
  if (first === undefined) return { value: unknown(`no caller gives ${name}`), why: "" };
  return ofAnnotation(query, first, name);
}

function ofDType(query: ParameterQuery, dtype: Value & { kind: "dtype" }, name: string): Parameter {
  if (dtype.family === "float") return { value: unknown(`${name} is known at run time only`), why: "" };
  return { value: query.symbol(name, { width: dtype.bits === 64 ? 64 : 32 }), why: "" };
}

/** `Tuple[int, int]` → (name[0], name[1]). */
function tupleParameter(query: ParameterQuery, targs: readonly Value[], name: string): Parameter | undefined {
  if (targs.length === 0 || targs.some((targ) => targ.kind === "builtin" && targ.name === "Ellipsis"))
    return { value: unknown(`no caller gives ${name}`), why: "" };
  const items = targs.map(
    (targ, i) => ofAnnotation(query, targ, `${name}[${i}]`)?.value ?? unknown(`no caller gives ${name}[${i}]`),
  );
  return { value: tuple(items), why: "" };
}

const asStatic = (value: Int): Int => (value.kind === "sym" ? { ...value, know: "static" } : value);

const pointerParameter = (name: string): Pointer => ({
  kind: "pointer",
  space: "gmem",
  dtype: unknown(`the element type of ${name} is not visible`),
  offset: ZERO,
  base: name,
});

function tensorParameter(query: ParameterQuery, name: string): Parameter {
  const own = rankOf(query, query.param.note?.text, name);
  const found = own === undefined || own.atLeast ? (rankOfOperands(query, name) ?? own) : own;
  // `t.shape[0]` is there in every tensor.
  const rank = found?.atLeast && found.rank < 2 ? undefined : found;
  const engine = pointerParameter(name);
  if (rank === undefined) {
    return {
      value: { kind: "tensor", engine, layout: unknown(`no caller and no use shows the rank of ${name}`) },
      why: "",
    };
  }
  const nested = nestedModes(query.code.body ?? [], name);
  const modes = (what: string, options: { readonly width?: 64 }): Tuple<Int> => ({
    kind: "tuple",
    items: Array.from({ length: rank.rank }, (_, i): Tree<Int> => {
      const symbol = (part: string): Int => query.symbol(`${name}.${what}[${i}]${part}`, options);
      const count = nested.get(i) ?? 0;
      return count === 0
        ? symbol("")
        : { kind: "tuple", items: Array.from({ length: count }, (_, k) => symbol(`[${k}]`)) };
    }),
  });
  const value: Value = { kind: "tensor", engine, layout: layout(modes("shape", {}), modes("stride", { width: 64 })) };
  return { value, why: `rank ${rank.rank} from ${rank.from}` };
}

/** A comment `# == mdO` sends to another parameter. */
function rankOf({ code }: ParameterQuery, note: string | undefined, name: string): Rank | undefined {
  const like = /^==\s*(\w+)\s*$/.exec(note ?? "")?.[1];
  const other = code.params.find((one) => one.name === like);
  return rankFromNote(note) ?? rankFromNote(other?.note?.text) ?? rankFromUse(code.body ?? [], name);
}

const operand = /^(m|g|t)?(d?[QKVO]|d?[qkvo])(_tensor)?$/;

/** In an example the operands of attention (`mQ, mK, mV, mO`) have as many modes as the one of them whose use asks for most. */
function rankOfOperands(query: ParameterQuery, name: string): Rank | undefined {
  if (query.isExample !== true || !operand.test(name)) return undefined;
  const all = query.code.params
    .filter((one) => operand.test(one.name))
    .map((one) => ({ name: one.name, found: rankOf(query, one.note?.text, one.name) }));
  const most = Math.max(...all.map(({ found }) => found?.rank ?? 0));
  const from = all.find(({ found }) => found?.rank === most);
  // Sequence, head and head dimension at least.
  if (from?.found === undefined || most < 3) return undefined;
  return { rank: most, from: from.name === name ? from.found.from : `that of ${from.name}` };
}

/** `t[((None, None), 0, k)]`: mode 0 has two modes of its own. */
function nestedModes(body: Block, name: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  visit(body, {
    expr: (expr) => {
      if (expr.kind !== "index" || !isName(expr.object, name)) return;
      const only = expr.args[0]?.value;
      const items = expr.args.length === 1 && only?.kind === "tuple" ? only.items : expr.args;
      items.forEach(({ value }, i) => {
        if (value.kind === "tuple") found.set(i, Math.max(found.get(i) ?? 0, value.items.length));
      });
    },
  });
  return found;
}

interface Rank {
  readonly rank: number;
  readonly from: string;
  /** A use reaches so far; there may be more. */
  readonly atLeast?: true;
}

/** `# (M, K, L)` behind the parameter. */
function rankFromNote(note: string | undefined): Rank | undefined {
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
    expr: (expr) => see(rankOfUse(expr, name)),
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

const isName = (expr: Expr | undefined, name: string): boolean =>
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

const use = (rank: number | undefined, from: string, exact: boolean): Use | undefined =>
  rank === undefined ? undefined : { rank, from, exact };

/** `t[None, None, k]` has rank 3, `t[i]` says nothing (a 1-D index reaches any layout), `t[(None, k)]` rank 2. */
function indexRank(args: readonly { readonly value: Expr; readonly star?: string }[]): number | undefined {
  if (args.some((arg) => arg.star !== undefined)) return undefined;
  const only = args[0]?.value;
  if (args.length === 1 && only?.kind === "tuple") return indexRank(only.items);
  return args.length > 1 ? args.length : undefined;
}

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
