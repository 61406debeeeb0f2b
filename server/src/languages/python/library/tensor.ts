// Operations of the DSL on what carries a layout: a layout, a tensor (its engine stays), or a tuple of integers.
//
// Slicing a tensor moves its engine: a pointer by elements, a coordinate by a coordinate.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { equal } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { layoutAt } from "../../../../../src-engine/algebra/layout/coords.ts";
import { makeIdentityLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import { advance, makeTensor } from "../../../../../src-engine/algebra/tiled/engine.ts";
import { needInside, sliceTensor } from "../../../../../src-engine/algebra/tiled/partition.ts";
import { isTuple, leavesOf, mapLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type ArithTuple,
  type Coord,
  type DType,
  type Int,
  numberOfRun,
  type Pointer,
  type Shape,
  type Swizzle,
  type Tensor,
  type Tree,
  type Underscore,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { inMemory } from "./dtypes.ts";
import { bool, describe, isLayout, none } from "./values.ts";

/** Runs a layout operation on a layout or inside a tensor. */
export function onLayout(ctx: Context, value: Value, f: (layout: AnyLayout) => AnyLayout): Value {
  if (isLayout(value)) return keepSwizzle(value, f(value));
  if (value.kind === "tensor") {
    return value.layout.kind === "unknown" ? value : { ...value, layout: f(value.layout) };
  }
  return ctx.stop({ code: "type-error", message: `a layout or a tensor is wanted, not ${describe(value)}` });
}

/** In the DSL a composed layout stays one: `S<0,4,3> o 0 o …`, where C++ drops a swizzle of no bits. A tensor drops it too. */
export function keepSwizzle(before: AnyLayout, after: AnyLayout): AnyLayout {
  if (before.kind !== "composed" || after.kind !== "layout") return after;
  const unchanged = before.outer.kind === "swizzle" && before.outer.b === 0;
  return { kind: "composed", outer: unchanged ? before.outer : noSwizzle, offset: ZERO, inner: after };
}

/** What the DSL makes of a swizzle that moves nothing. */
export const noSwizzle: Swizzle = { kind: "swizzle", b: 0, m: 4, s: 3 };

/** The same for operations that also take plain tuples, such as `select` and `append`. */
export function onModes(
  ctx: Context,
  value: Value,
  ofLayout: (layout: AnyLayout) => AnyLayout,
  ofTuple: (tree: Tree<Value>) => Tree<Value>,
): Value {
  if (isLayout(value) || value.kind === "tensor") return onLayout(ctx, value, ofLayout);
  if (value.kind === "arith") return ofTuple({ kind: "tuple", items: value.items as readonly Value[] });
  return ofTuple(value);
}

export const elementType = (tensor: Tensor): DType | Unknown =>
  tensor.engine.kind === "pointer" ? tensor.engine.dtype : unknown("a coordinate tensor has no element type");

/** A tensor in registers of a thread. */
export function rmemTensor(layout: AnyLayout, dtype: Value): Tensor {
  return makeTensor(pointer("rmem", dtype), layout);
}

export function pointer(space: Pointer["space"], dtype: Value, more: Partial<Pointer> = {}): Pointer {
  return { kind: "pointer", space, dtype: elementOf(dtype), offset: ZERO, ...more };
}

function elementOf(dtype: Value): DType | Unknown {
  if (dtype.kind === "dtype") return inMemory(dtype);
  return dtype.kind === "unknown" ? dtype : unknown("the element type is not known");
}

/** `make_identity_tensor(shape)`: the coordinate (0,0,…) and the layout of coordinates. */
export function identityTensor(ctx: Context, shape: Shape): Tensor {
  return { kind: "tensor", engine: originOf(shape), layout: makeIdentityLayout(ctx, shape) };
}

function originOf(shape: Shape): ArithTuple | Int {
  const zeros = mapLeaves<Int, Int>(shape, () => ZERO);
  return isTuple(zeros) ? { kind: "arith", items: zeros.items } : zeros;
}

/** `t[coord]`: a smaller tensor where the coordinate has None, else an element. */
export function indexTensor(ctx: Context, tensor: Tensor, coord: Coord): Value {
  needInside(ctx, tensor, coord);
  if (hasNone(coord)) return sliceTensor(ctx, tensor, coord);
  if (tensor.engine.kind === "pointer" || tensor.layout.kind === "unknown") return element(elementType(tensor));
  const offset = layoutAt(ctx, tensor.layout, coord);
  if (offset.kind === "mixed") return unknown("a coordinate behind a swizzle");
  const at = advance(ctx, tensor.engine, offset);
  return at.kind === "arith" ? { kind: "tuple", items: at.items as readonly Value[] } : at;
}

export const hasNone = (coord: Coord): boolean =>
  leavesOf<Int | Underscore>(coord).some((leaf) => leaf.kind === "underscore");

/** A coordinate from the values between the brackets. A tensor's single tuple is its coordinate. */
export function coordIn(ctx: Context, args: readonly Value[]): Coord {
  const [only] = args;
  if (args.length === 1 && only !== undefined) return coordOf(ctx, only);
  return { kind: "tuple", items: args.map((each) => coordOf(ctx, each)) };
}

export function coordOf(ctx: Context, value: Value): Coord {
  if (isInt(value) || value.kind === "underscore") return value;
  if (value.kind === "arith") return { kind: "tuple", items: value.items };
  if (value.kind === "tuple") return { kind: "tuple", items: value.items.map((item) => coordOf(ctx, item)) };
  if (value.kind === "unknown" && (value.why === arithmetic || isIntegral(value.type))) return someInteger();
  if (value.kind === "unknown")
    return ctx.stop({ code: "not-known", message: `the coordinate is not known: ${value.why}` });
  return ctx.stop({ code: "type-error", message: `a coordinate is wanted, not ${describe(value)}` });
}

/** Why an element of a tensor is unknown: it is a scalar all the same. */
export const contents = "the contents of memory";

/** An element of the type, which only the run knows. */
export const element = (type: Value): Unknown =>
  type.kind === "dtype" ? numberOfRun(type, contents) : unknown(contents);

/** Why the sum of something unknown and an integer is unknown: in a coordinate it can only be an integer. */
export const arithmetic = "arithmetic with something that is not known";

const isIntegral = (type: DType | undefined): boolean => type?.family === "int" || type?.family === "uint";

/** An integer without an identity. */
function someInteger(): Int {
  const atom = { op: "symbol", id: "free coordinate", name: "coordinate", divisor: 1, width: 32 } as const;
  const factors = [{ atom, power: 1 }];
  return { kind: "sym", know: "dynamic", poly: { terms: [{ coef: 1, factors, key: atom.id }], key: atom.id } };
}

export function shapeOfValue(ctx: Context, value: Value): Shape | undefined {
  if (isLayout(value)) return shapeOf(ctx, value);
  if (value.kind === "tensor") return value.layout.kind === "unknown" ? undefined : shapeOf(ctx, value.layout);
  return undefined;
}

/** `==` and `!=` of layouts: what only the run knows leaves it open. */
export function compareLayouts(op: "==" | "!=", a: AnyLayout, b: AnyLayout): Value {
  const same = equalValues(a, b);
  if (same === "unknown") return unknown("whether two layouts are equal is known at run time only");
  return bool((same === "yes") === (op === "=="));
}

type Answer = ReturnType<typeof equal>;

function equalValues(a: Value, b: Value): Answer {
  if (isInt(a) && isInt(b)) return equal(a, b);
  if (a.kind === "tuple" && b.kind === "tuple") {
    return a.items.length === b.items.length ? all(a.items.map((x, i) => equalValues(x, b.items[i] ?? none))) : "no";
  }
  if (a.kind === "basis" && b.kind === "basis") {
    return a.path.join() === b.path.join() && a.over === b.over ? equalValues(a.value, b.value) : "no";
  }
  if (a.kind === "layout" && b.kind === "layout") {
    return all([equalValues(a.shape, b.shape), equalValues(a.stride, b.stride)]);
  }
  if (a.kind === "swizzle" && b.kind === "swizzle") return a.b === b.b && a.m === b.m && a.s === b.s ? "yes" : "no";
  if (a.kind !== "composed" || b.kind !== "composed") return "no";
  const parts = (one: typeof a): readonly Value[] => [one.outer as Value, one.offset as Value, one.inner as Value];
  return all(parts(a).map((part, i) => equalValues(part, parts(b)[i] ?? none)));
}

const all = (answers: readonly Answer[]): Answer =>
  answers.includes("no") ? "no" : answers.includes("unknown") ? "unknown" : "yes";

/** A shape or stride as the Python value that it is: integers and tuples. */
export const treeValue = (tree: Tree<Value>): Value => tree;
