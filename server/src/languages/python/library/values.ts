// Reading and making the values that rows deal with. A reader stops when the value is of another kind.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { isInt, num, pythonTruth } from "../../../../../src-engine/algebra/int/int.ts";
import {
  type AnyLayout,
  type DType,
  type Int,
  type Tensor,
  type Text,
  type Tree,
  type Tuple,
  tuple,
  underscore,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue, TypeValue } from "../../../../../src-engine/program/values.ts";

export const none: Value = underscore;
export const bool: (value: boolean) => Value = pythonTruth;
export const text = (value: string): Text => ({ kind: "text", value });
export const list = (items: readonly Value[]): Tuple => tuple<Value>(items);

export const object = (name: string, fields: Readonly<Record<string, Value>> = {}): ObjectValue => ({
  kind: "object",
  name,
  fields: new Map(Object.entries(fields)),
});

export const typeOf = (of: Value, name?: string): TypeValue =>
  name === undefined ? { kind: "type", of } : { kind: "type", of, name };

const refuse = (ctx: Context, wanted: string, value: Value): never =>
  ctx.stop({ code: "type-error", message: `${wanted} is wanted, not ${describe(value)}` });

const words: Readonly<Record<string, string>> = {
  num: "an integer",
  sym: "an integer",
  tuple: "a tuple",
  underscore: "None",
  text: "a string",
  unknown: "something unknown",
  object: "an object",
};

export const describe = (value: Value): string => words[value.kind] ?? `a ${value.kind}`;

export const isLayout = (value: Value): value is AnyLayout => value.kind === "layout" || value.kind === "composed";

export function layoutIn(ctx: Context, value: Value): AnyLayout {
  if (isLayout(value)) return value;
  if (value.kind === "tensor" && value.layout.kind !== "unknown") return value.layout;
  if (value.kind === "tensor") return ctx.stop({ code: "not-known", message: "the layout of the tensor is not known" });
  return refuse(ctx, "a layout", value);
}

export const tensorIn = (ctx: Context, value: Value): Tensor =>
  value.kind === "tensor" ? value : refuse(ctx, "a tensor", value);

export const intIn = (ctx: Context, value: Value): Int => (isInt(value) ? value : refuse(ctx, "an integer", value));

/** An integer that is known while the code is traced. */
export function numberIn(ctx: Context, value: Value): number {
  if (value.kind === "num") return value.value;
  return refuse(ctx, "a known integer", value);
}

export const dtypeIn = (ctx: Context, value: Value): DType =>
  value.kind === "dtype" ? value : refuse(ctx, "an element type", value);

export const itemsIn = (ctx: Context, value: Value): readonly Value[] =>
  value.kind === "tuple" ? value.items : refuse(ctx, "a tuple", value);

export const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === "text" ? value.value : undefined;

/** A tree of integers: a shape, a stride, a coordinate; None inside stays `_`. */
/** What the library packs: True is 1 in a shape or a tiler. */
export const asNumber = (value: Int): Int =>
  value.kind === "num" && value.truth === true ? num(value.know, value.value) : value;

export function intTreeIn(ctx: Context, value: Value): Tree<Int> {
  if (isInt(value)) return asNumber(value);
  if (value.kind === "tuple") return { kind: "tuple", items: value.items.map((item) => intTreeIn(ctx, item)) };
  if (value.kind === "arith") return { kind: "tuple", items: value.items.map((item) => intTreeIn(ctx, item)) };
  return refuse(ctx, "a tuple of integers", value);
}

export const truth = (value: Value): boolean | undefined => {
  switch (value.kind) {
    case "num":
      return value.value !== 0;
    case "underscore":
      return false;
    case "text":
      return value.value !== "";
    case "tuple":
      return value.items.length > 0;
    case "sym":
    case "unknown":
    case "alternatives":
      return undefined;
    default:
      return true;
  }
};
