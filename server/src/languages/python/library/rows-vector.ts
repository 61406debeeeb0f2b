// `TensorSSA`: the values of a tensor as a vector in registers. Its shape and element type are known, its values are the run's.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { equal } from "../../../../../src-engine/algebra/int/ask.ts";
import { div, isStatic, mul, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { printInt } from "../../../../../src-engine/algebra/int/print.ts";
import { size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { sliceTree } from "../../../../../src-engine/algebra/layout/slice.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import {
  type Coord,
  type DType,
  type Int,
  numberOfRun,
  type Tensor,
  type Tree,
  underscore,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import type { BuiltinCall } from "../../../../../src-engine/interpret/dialect.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { refuse } from "./refusals.ts";
import { type Bound, lenientRow, type Row, row, shortName } from "./row.ts";
import { typeOfNumber } from "./run-numbers.ts";
import { contents, coordIn, element, elementType, hasNone } from "./tensor.ts";
import { intTreeIn, list, none, object, text, textIn } from "./values.ts";

export const ssa = (shape: Value, dtype: Value): Value => object("TensorSSA", { shape, dtype, element_type: dtype });

export const isVector = (value: Value | undefined): value is ObjectValue & { readonly name: "TensorSSA" } =>
  value?.kind === "object" && value.name === "TensorSSA";

const shapeOf = (vector: ObjectValue): Value => vector.fields.get("shape") ?? none;
const typeOf = (vector: ObjectValue): Value => vector.fields.get("dtype") ?? none;

export const vectorRows: readonly Row[] = [
  lenientRow("cute.full_like", "a, fill_value?, dtype?", like),
  lenientRow("cute.zeros_like", "a, dtype?", like),
  lenientRow("cute.ones_like", "a, dtype?", like),
  lenientRow("cute.empty_like", "a, dtype?", like),
  row("cute.full", "shape, fill_value, dtype", (b) => ssa(intTreeIn(b.ctx, b.value("shape")), b.value("dtype"))),
  lenientRow("cute.where", "cond, x, y", (b) => {
    const [x, y] = [b.value("x"), b.value("y")];
    return isVector(x) || !isVector(y) ? x : y;
  }),
  ...["any_", "all_"].map((name) => lenientRow(`cute.${name}`, "x", () => unknown(contents))),
  lenientRow("cute.TensorSSA", "value, shape, dtype", (b) => ssa(intTreeIn(b.ctx, b.value("shape")), b.value("dtype"))),
  ...["method", "bitcast", "broadcast_to", "reduce", "reshape", "to"].map((name) =>
    lenientRow(`ssa.${name}`, "*args", method),
  ),
];

/** Those whose arguments are known have rows of their own. */
const named = new Set(vectorRows.map((one) => one.name));

/** The attribute of a vector: its type and shape, else a method. */
export const vectorMember = (vector: ObjectValue, name: string): Value =>
  vector.fields.get(name) ?? {
    kind: "builtin",
    name: named.has(`ssa.${name}`) ? `ssa.${name}` : "ssa.method",
    self: list([vector, text(name)]),
    targs: [],
  };

function like(b: Bound): Value {
  const from = b.value("a");
  if (!isVector(from)) return unknown("a vector of unknown shape");
  return ssa(shapeOf(from), b.optional("dtype") ?? typeOf(from));
}

function method(b: Bound): Value {
  const [vector, name] = b.call.self?.kind === "tuple" ? b.call.self.items : [];
  if (vector === undefined || !isVector(vector)) return unknown("a vector that is not known");
  const [first] = b.rest;
  switch (textIn(name)) {
    case "to":
      return ssa(shapeOf(vector), first?.kind === "dtype" ? first : unknown("an element type that is not known"));
    case "numel":
      return product(intTreeIn(b.ctx, shapeOf(vector)));
    case "reshape":
      return reshape(b, vector, first ?? b.extra.get("shape") ?? none);
    case "broadcast_to":
      return ssa(intTreeIn(b.ctx, first ?? b.extra.get("target_shape") ?? none), typeOf(vector));
    case "bitcast":
      return bitcast(b, vector, first ?? none);
    case "reduce":
      return reduce(b, vector);
    default:
      return vector;
  }
}

function reshape(b: Bound, vector: ObjectValue, to: Value): Value {
  const shape = intTreeIn(b.ctx, to);
  const [has, gets] = [product(intTreeIn(b.ctx, shapeOf(vector))), product(shape)];
  if (isStatic(has) && isStatic(gets) && equal(has, gets) === "no")
    refuse(b.ctx, "reshape", `the vector has ${printInt(has, "dsl")} values, the shape ${printInt(gets, "dsl")}`);
  return ssa(shape, typeOf(vector));
}

/** The same bits counted in another type: one flat mode. */
function bitcast(b: Bound, vector: ObjectValue, to: Value): Value {
  const from = typeOf(vector);
  if (from.kind !== "dtype" || to.kind !== "dtype")
    return unknown("an element type that is not known", blame(from, to));
  const bits = mul(product(intTreeIn(b.ctx, shapeOf(vector))), staticInt(from.bits));
  return ssa(list([div(bits, staticInt(to.bits))]), to);
}

const blame = (...values: readonly Value[]) => values.find((each) => each.kind === "unknown");

/** `reduce(op, init, profile)`: the modes at None stay; a plain number reduces all. */
function reduce(b: Bound, vector: ObjectValue): Value {
  const profile = b.rest[2] ?? b.extra.get("reduction_profile") ?? staticInt(0);
  const coord = coordIn(b.ctx, [profile]);
  if (!hasNone(coord)) return element(typeOf(vector));
  return ssa(kept(b.ctx, coord, shapeOf(vector)), typeOf(vector));
}

const kept = (ctx: Context, coord: Coord, shape: Value): Value =>
  coord.kind === "underscore" ? shape : sliceTree<Int>(ctx, coord, intTreeIn(ctx, shape));

/** `v[None, 1]`: a smaller vector; a full coordinate is an element. */
export function indexVector(ctx: Context, vector: ObjectValue, args: readonly Value[]): Value {
  const coord = coordIn(ctx, args);
  if (!hasNone(coord)) return element(typeOf(vector));
  return ssa(kept(ctx, coord, shapeOf(vector)), typeOf(vector));
}

/** Arithmetic of vectors: extents of 1 stretch; comparisons give Booleans, which the type says. */
export function vectorArithmetic(left: Value, right: Value): Value | undefined {
  const [one, other] = isVector(left) ? [left, right] : [right, left];
  if (!isVector(one)) return undefined;
  if (!isVector(other)) return one;
  return ssa(broadcast(shapeOf(one), shapeOf(other)) ?? shapeOf(one), typeOf(one));
}

function broadcast(a: Tree<Value>, b: Tree<Value>): Value | undefined {
  if (a.kind === "tuple" && b.kind === "tuple") {
    if (a.items.length !== b.items.length) return undefined;
    const items = a.items.map((one, i) => broadcast(one, b.items[i] ?? underscore));
    const known = items.flatMap((one) => (one === undefined ? [] : [one]));
    return known.length === items.length ? list(known) : undefined;
  }
  return a.kind === "num" && a.value === 1 ? b : a;
}

/** `tensor.store(vector)`: as many values as the tensor has, of its type or a narrower one of the same kind. */
export function refuseStore(b: Bound, tensor: Tensor): void {
  const data = b.optional("data");
  if (!isVector(data) || tensor.layout.kind === "unknown") return;
  const [has, gets] = [size(b.ctx, tensor.layout), product(intTreeIn(b.ctx, shapeOf(data)))];
  if (isStatic(has) && isStatic(gets) && equal(has, gets) === "no")
    refuse(
      b.ctx,
      "store",
      `the vector has ${printInt(gets, "dsl")} values, the tensor ${printInt(has, "dsl")} elements: give both one shape`,
    );
  const [from, to] = [isTypeCertain(b) ? typeOf(data) : none, elementType(tensor)];
  if (from.kind === "dtype" && to.kind === "dtype" && !isStored(from, to))
    refuse(
      b.ctx,
      "store",
      `the vector is of ${from.name}, the tensor of ${to.name}: convert it first, .to(${to.name})`,
    );
}

/** What arithmetic makes of two types is not followed: only what is loaded or converted there. */
function isTypeCertain({ call }: Bound): boolean {
  const given = call.args[0]?.expr;
  return given?.kind === "call" && given.callee.kind === "member" && /^(?:load|to)$/.test(given.callee.name);
}

/** Only a wider type of the same kind is converted to by itself. */
const isStored = (from: DType, to: DType): boolean =>
  from.bits === to.bits || (from.bits < to.bits && from.family === to.family);

const math = new Set(
  (
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p sqrt rsqrt cbrt erf erfc pow fpowi ipowi " +
    "sincos abs absi absf copysign neg ceil floor round roundeven trunc clamp min max fma add sub mul div rem rcp isnan isinf isfinite isnormal"
  ).split(" "),
);

/** `cute.math.exp2`, which `cute` exports too. */
export const isMath = (name: string): boolean =>
  name.startsWith("cute.math.") || (name.startsWith("cute.") && math.has(name.slice("cute.".length)));

/** `cute.math.exp2(v)` of a vector has the vector's shape. */
export const elementwise = (name: string, call: BuiltinCall): Value => {
  const vectors = call.args.flatMap(({ value }) => (isVector(value) ? [value] : []));
  const [first, ...others] = vectors;
  if (first === undefined) return scalar(name, call);
  return others.reduce<Value>((all, one) => vectorArithmetic(all, one) ?? all, first);
};

/** Of numbers: one of the type of the first of which a type is known. A question about a number has another type. */
function scalar(name: string, call: BuiltinCall): Value {
  const why = `what ${name} gives is known at run time only`;
  const type = call.args.flatMap(({ value }) => typeOfNumber(value) ?? [])[0];
  return type?.family !== "float" || /^(?:is|sincos)/.test(shortName(name)) ? unknown(why) : numberOfRun(type, why);
}
