// What a parameter is that no caller binds: by its annotation, and for tensors by the rank that their uses show.
//
// A `cute.Tensor` gets a symbolic layout `(mA.shape[0],…):(mA.stride[0],…)` where a use proves its rank; its element type and, but
// for what the host gives, its memory stay unknown. A comment says nothing outside an example: it may be stale.

import { symbolsOf } from "../../../../../src-engine/algebra/int/ask.ts";
import { ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import {
  type Int,
  type ItemNames,
  layout,
  numberOfRun,
  type Pointer,
  type Tree,
  type Tuple,
  tuple,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import type { Parameter, ParameterQuery } from "../../../../../src-engine/interpret/dialect.ts";
import type { Block } from "../../../../../src-engine/program/ir.ts";
import { rankHandedOn } from "./parameter-handed.ts";
import { isName, type Rank, rankFromNote, rankFromUse } from "./parameter-rank.ts";
import { isUsedAsNumber } from "./parameter-uses.ts";
import { visit } from "./walk.ts";

export function parameterOf(query: ParameterQuery): Parameter | undefined {
  const { annotation, param } = query;
  if (param.form === "star" || param.form === "double-star") return more(query, param.form);
  if (annotation === undefined) return unannotated(query);
  const value = ofAnnotation(query, annotation, param.name);
  return value;
}

/** A stream, a text or a number of Python's where a tensor is asked for. Torch's tensors become tensors on the way. */
export function refusesArgument(annotation: Value, value: Value): boolean {
  if (annotation.kind !== "builtin") return false;
  if (annotation.name === "typing.Optional") return annotation.targs.some((one) => refusesArgument(one, value));
  if (annotation.name !== "cute.Tensor") return false;
  if (value.kind === "object") return value.name === "stream";
  return value.kind === "text" || value.kind === "float" || value.kind === "dtype";
}

/** Nobody calls it: which arguments there are beside the named ones nobody has said. */
const more = ({ isExample }: ParameterQuery, form: "star" | "double-star"): Parameter => {
  if (isExample !== true) return { value: unknown("which further arguments there are only a caller says"), why: "" };
  return {
    value: form === "star" ? tuple([]) : { kind: "dict", entries: [] },
    why: "an example without further arguments",
  };
};

/** Without an annotation a parameter is an integer where a use shows that it is a number; else it may be anything. */
const unannotated = ({ param, code }: ParameterQuery): Parameter | undefined =>
  isUsedAsNumber(code.body ?? [], param.name) ? undefined : notGiven(param.name);

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

const tiledKinds: Readonly<Record<string, Unknown["tiled"]>> = {
  "cute.TiledMma": "mma",
  "cute.ThrMma": "mma",
  "cute.TiledCopy": "copy",
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
      return { value: pointerParameter(query, name), why: "" };
    case "int":
    case "bool":
      return { value: asStatic(query.symbol(name)), why: "" };
    case "typing.Optional":
      return givenAfterAll(ofFirst(query, annotation.targs, name));
    case "cutlass.Constexpr":
    case "typing.Final":
    case "typing.Annotated":
      return ofFirst(query, annotation.targs, name);
    case "typing.Tuple":
    case "tuple":
      return tupleParameter(query, annotation.targs, name);
    case "typing.Type":
    case "type":
      return { value: query.element?.() ?? unknown(`no caller says which type ${name} is`), why: "" };
    default: {
      const what = opaqueKinds[annotation.name];
      if (what === undefined) return notGiven(name);
      const value = unknown(`no caller says which ${what.replace(/^an? /, "")} ${name} is`);
      const tiled = tiledKinds[annotation.name];
      return { value: tiled === undefined ? value : { ...value, tiled }, why: "" };
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

/** Nobody says that it is not None: what rests on it says that it does. */
const givenAfterAll = (found: Parameter | undefined): Parameter | undefined =>
  found === undefined || found.value.kind === "unknown"
    ? found
    : { ...found, why: [found.why, "not None"].filter((part) => part !== "").join(", ") };

function ofDType(query: ParameterQuery, dtype: Value & { kind: "dtype" }, name: string): Parameter {
  if (dtype.family === "float") return { value: numberOfRun(dtype, `${name} is known at run time only`), why: "" };
  return { value: query.symbol(name, { width: dtype.bits === 64 ? 64 : 32, isInteger: true }), why: "" };
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

/** What a function that launches a kernel gets comes from the host, and lies in global memory; elsewhere it may lie anywhere. */
function pointerParameter(query: ParameterQuery, name: string): Pointer {
  return {
    kind: "pointer",
    space: launches(query.code.body ?? []) ? "gmem" : "unknown",
    dtype: query.element?.() ?? unknown(`the element type of ${name} is not visible`),
    offset: ZERO,
    base: name,
  };
}

/** `kernel(…).launch(…)`: only the host does that. */
function launches(body: Block): boolean {
  let found = false;
  visit(body, {
    expr: (expr) => {
      found ||= expr.kind === "call" && expr.callee.kind === "member" && expr.callee.name === "launch";
    },
  });
  return found;
}

function tensorParameter(query: ParameterQuery, name: string): Parameter {
  const engine = pointerParameter(query, name);
  const used = usedRank(query, name);
  const rank = used === undefined || used.atLeast ? rankOfExample(query, name, used) : used;
  if (rank === undefined) {
    const asked =
      used === undefined
        ? "no caller and no use shows"
        : `${used.from} asks for ${used.rank === 1 ? "a mode" : `${used.rank} modes`} or more, and no caller says`;
    const none: Unknown = unknown(`${asked} the rank of ${name}`);
    const unranked = engine.space === "gmem" ? { ...none, modes: modesOfHost(query, name) } : none;
    return { value: { kind: "tensor", engine, layout: unranked }, why: "" };
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

/** Other functions are asked where the whole program is evaluated with one element type: an edit of theirs would leave the answer behind. */
function usedRank({ code, unit, element }: ParameterQuery, name: string): Rank | undefined {
  const used = rankFromUse(code.body ?? [], name);
  const isExact = used !== undefined && used.atLeast === undefined;
  return isExact || element?.() === undefined ? used : (rankHandedOn(code.body ?? [], name, unit) ?? used);
}

/** What comes from the host has no modes within modes: an item of its shape is a number, however many there are. */
const modesOfHost = (query: ParameterQuery, name: string): NonNullable<Unknown["modes"]> => {
  const named = (what: string): ItemNames => {
    const [atom] = symbolsOf(query.symbol(`${name}.${what}`));
    return { id: atom?.id ?? `${name}.${what}`, name: `${name}.${what}` };
  };
  return { shape: named("shape"), stride: { ...named("stride"), width: 64 } };
};

/** In an example a parameter's comment may say the rank; outside one it is not believed. */
function rankOfExample(query: ParameterQuery, name: string, used: Rank | undefined): Rank | undefined {
  if (query.isExample !== true) return undefined;
  const noted = rankFromNote(noteOf(query, name));
  const found = noted ?? used;
  // `t.shape[0]` is there in every tensor.
  if (found === undefined || (found.atLeast && found.rank < 2)) return undefined;
  query.said?.(`${name}.rank = ${found.rank}`);
  return found;
}

/** A comment `# == mdO` sends to another parameter. */
function noteOf({ code }: ParameterQuery, name: string): string | undefined {
  const note = code.params.find((one) => one.name === name)?.note?.text;
  const like = /^==\s*(\w+)\s*$/.exec(note ?? "")?.[1];
  return like === undefined ? note : code.params.find((one) => one.name === like)?.note?.text;
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
