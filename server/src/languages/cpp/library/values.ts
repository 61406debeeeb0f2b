// Reading and making the values that rows deal with. A reader stops when the value is of another kind.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { symbol } from "../../../../../src-engine/algebra/int/ask.ts";
import { isInt, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import type { AnyTiler } from "../../../../../src-engine/algebra/layout/modes.ts";
import { shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import {
  type AnyLayout,
  type Coord,
  type DType,
  type Int,
  type Layout,
  type Num,
  type Shape,
  type Strides,
  type Tensor,
  type Text,
  type Tree,
  tuple,
  type Unknown,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { elementOf } from "../../../../../src-engine/interpret/type-value.ts";
import type { BuiltinValue, TypeValue } from "../../../../../src-engine/program/values.ts";
import { type Call, plain } from "./row.ts";

export const text = (value: string): Text => ({ kind: "text", value });
export const bool = (value: boolean): Num => staticInt(value ? 1 : 0);

export const typeOf = (of: Value, name?: string): TypeValue =>
  name === undefined ? { kind: "type", of } : { kind: "type", of, name };

export const builtin = (name: string, self?: Value): BuiltinValue =>
  self === undefined ? { kind: "builtin", name, targs: [] } : { kind: "builtin", name, self, targs: [] };

const refuse = (ctx: Context, wanted: string, value: Value): never =>
  ctx.stop({ code: "type-error", message: `${wanted} is wanted, not ${describe(value)}` });

const words: Readonly<Record<string, string>> = {
  num: "an integer",
  sym: "an integer",
  underscore: "_",
  arith: "a coordinate",
  unknown: "something unknown",
  object: "an object",
};

export const describe = (value: Value): string => words[value.kind] ?? `a ${value.kind.replace("-", " ")}`;

export const isLayout = (value: Value): value is AnyLayout => value.kind === "layout" || value.kind === "composed";

/** A layout, or that of a tensor. */
export function layoutIn(ctx: Context, value: Value): AnyLayout {
  const given = plain(value);
  if (isLayout(given)) return given;
  if (given.kind === "tensor") return layoutOfTensor(ctx, given);
  return refuse(ctx, "a layout", given);
}

export function layoutOfTensor(ctx: Context, tensor: Tensor): AnyLayout {
  if (tensor.layout.kind !== "unknown") return tensor.layout;
  return ctx.stop({ code: "not-known", message: `the tensor's layout is not known: ${tensor.layout.why}` });
}

/** A layout that is not composed. */
export function plainLayoutIn(ctx: Context, value: Value): Layout {
  const found = layoutIn(ctx, value);
  return found.kind === "layout" ? found : refuse(ctx, "a layout without a swizzle", found);
}

export function tensorIn(ctx: Context, value: Value): Tensor {
  const given = plain(value);
  return given.kind === "tensor" ? given : refuse(ctx, "a tensor", given);
}

export function intIn(ctx: Context, value: Value): Int {
  const given = plain(value);
  return isInt(given) ? given : refuse(ctx, "an integer", given);
}

export function dtypeIn(ctx: Context, value: Value): DType {
  const given = plain(value);
  if (given.kind === "dtype") return given;
  const taken = elementOr(ctx, given);
  return taken.kind === "dtype" ? taken : refuse(ctx, "an element type", given);
}

/** Of a type that nobody says what the evaluation takes it to be. */
export const elementOr = (ctx: Context, type: Value): Value =>
  (plain(type).kind === "unknown" ? ctx.element?.() : undefined) ?? type;

export const elementOrUnknown = (value: Value | undefined, ctx?: Context): DType | Unknown => {
  const given = value === undefined ? undefined : plain(value);
  const element = value === undefined ? undefined : elementOf(value);
  const taken = element === undefined && given?.kind === "unknown" ? ctx?.element?.() : undefined;
  return element ?? taken ?? unknown("the element type is not known", given?.kind === "unknown" ? given : undefined);
};

/** A shape: integers and tuples of them; of a layout or tensor its shape. */
export function shapeIn(ctx: Context, value: Value): Shape {
  const given = plain(value);
  if (isLayout(given) || given.kind === "tensor") return shapeOf(ctx, layoutIn(ctx, given));
  if (isInt(given)) return given;
  if (given.kind === "tuple" || given.kind === "arith") {
    return { kind: "tuple", items: given.items.map((item) => shapeIn(ctx, item)) };
  }
  if (given.kind === "dtype") return leafOfType(given);
  return refuse(ctx, "a shape", given);
}

/** Where CuTe calls what it declares only behind the place: a type of its own leads the compiler there, a plain integer does not. */
export function needLibraryType({ ctx, name }: Pick<Call, "ctx" | "name">, value: Value): void {
  const given = plain(value);
  if (isInt(given) && given.know === "dynamic")
    ctx.stop({
      code: "no-overload",
      message: `${name.replace("layout.", "")} takes no integer of the run by itself: put it in a tuple`,
    });
}

/** A shape from which strides are made: a layout may give it whole, inside of a tuple no stride can be multiplied with one. */
export function extentsIn(ctx: Context, value: Value): Shape {
  const within = (item: Value): boolean => isLayout(item) || (item.kind === "tuple" && itemsOf(item).some(within));
  const itemsOf = (one: Value & { kind: "tuple" }): readonly Value[] => one.items.map((item) => plain(item as Value));
  const given = plain(value);
  if (given.kind === "tuple" && within(given))
    ctx.stop({
      code: "no-overload",
      message: "a shape with a layout for an extent: no stride is multiplied with a layout",
    });
  return shapeIn(ctx, given);
}

export function stridesIn(ctx: Context, value: Value): Strides {
  const given = plain(value);
  if (isInt(given) || given.kind === "basis") return given;
  if (given.kind === "tuple") return { kind: "tuple", items: given.items.map((item) => stridesIn(ctx, item)) };
  if (given.kind === "dtype") return leafOfType(given);
  return refuse(ctx, "a stride", given);
}

export function coordIn(ctx: Context, value: Value): Coord {
  const given = plain(value);
  if (isInt(given) || given.kind === "underscore") return given;
  if (given.kind === "tuple" || given.kind === "arith") {
    return { kind: "tuple", items: given.items.map((item) => coordIn(ctx, item)) };
  }
  return refuse(ctx, "a coordinate", given);
}

/** A tiler: integers, layouts, `_`, and tuples of these. */
export function tilerIn(ctx: Context, value: Value): AnyTiler {
  const given = plain(value);
  if (isInt(given) || isLayout(given) || given.kind === "underscore") return given;
  if (given.kind === "tensor") return layoutOfTensor(ctx, given);
  if (given.kind === "tuple") return tuple(given.items.map((item) => tilerIn(ctx, item))) as AnyTiler;
  return refuse(ctx, "a tiler", given);
}

export function itemsIn(ctx: Context, value: Value): readonly Value[] {
  const given = plain(value);
  if (given.kind === "tuple" || given.kind === "arith") return given.items as readonly Value[];
  return refuse(ctx, "a tuple", given);
}

export const textIn = (value: Value | undefined): string | undefined => {
  const given = value === undefined ? undefined : plain(value);
  return given?.kind === "text" ? given.value : undefined;
};

const typeLeaf = "type ";

/** A run-time integer of which only the type is known: `int64_t` in `Stride<int64_t,_1>`. A parameter of the type gets its own symbols. */
export const leafOfType = (type: DType): Int =>
  symbol(`${typeLeaf}${type.name}`, "?", { width: type.bits > 32 ? 64 : 32 });

export const isTypeLeaf = (value: Value): boolean =>
  value.kind === "sym" &&
  value.poly.terms.some((term) =>
    term.factors.some(({ atom }) => atom.op === "symbol" && atom.id.startsWith(typeLeaf)),
  );

/** A tree of values from template arguments: element types in it are run-time integers. */
export function treeOfTypes(args: readonly Value[]): Tree<Value> {
  return tuple(args.map((value) => leafValue(plain(value))));
}

const leafValue = (value: Value): Value =>
  value.kind === "dtype" ? leafOfType(value) : value.kind === "tuple" ? treeOfTypes(value.items) : value;

export function truthOf(value: Value): boolean | undefined {
  const given = plain(value);
  return given.kind === "num" ? given.value !== 0 : undefined;
}
