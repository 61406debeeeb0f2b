// Values of the engine as the library's plain data. Not exported to users: their types are in layout.ts.
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { AnyLayout, Value } from "../../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText } from "../../../src-engine/calculator/expression.ts";
import { ops } from "../../../src-engine/calculator/ops/table.ts";
import type { Dialect, Layout, Leaf, Tuple } from "./layout.ts";

/** A layout's plain data; nothing for other values. */
export function layoutFrom(value: Value, dialect: Dialect): Layout | undefined {
  if (value.kind !== "layout" && value.kind !== "composed") return undefined;
  const plain = innermost(value);
  if (plain === undefined) return undefined;
  const outer = value.kind === "composed" && value.outer.kind === "swizzle" ? value.outer : undefined;
  const size = sizeBy("size", value, dialect);
  const cosize = sizeBy("cosize", value, dialect);
  const shape = tupleFrom(plain.shape, dialect);
  const stride = tupleFrom(plain.stride, dialect);
  if (size === undefined || cosize === undefined || shape === undefined || stride === undefined) return undefined;
  return {
    text: print(value, dialect),
    shape,
    stride,
    ...(outer === undefined ? {} : { swizzle: { bits: outer.b, base: outer.m, shift: outer.s } }),
    rank: Array.isArray(shape) ? shape.length : 1,
    size,
    cosize,
    offset: (coord) => offsetAt(value, coord, dialect),
  };
}

/** Integers and trees of them; nothing for what is neither. */
export function tupleFrom(value: Value, dialect: Dialect): Tuple | undefined {
  switch (value.kind) {
    case "num":
      return value.value;
    case "sym":
    case "basis":
      return print(value, dialect);
    case "tuple":
    case "arith": {
      const items = value.items.map((item) => tupleFrom(item, dialect));
      return items.some((item) => item === undefined) ? undefined : items.filter((item) => item !== undefined);
    }
    default:
      return undefined;
  }
}

function innermost(value: AnyLayout): Extract<AnyLayout, { readonly kind: "layout" }> | undefined {
  if (value.kind === "layout") return value;
  return value.inner.kind === "swizzle" ? undefined : innermost(value.inner);
}

function sizeBy(name: "size" | "cosize", value: AnyLayout, dialect: Dialect): Leaf | undefined {
  const outcome = attempt(() => ops.get(name)?.run(makeContext(dialect), [value]));
  if ("stop" in outcome || outcome.value === undefined) return undefined;
  const found = tupleFrom(outcome.value, dialect);
  return typeof found === "number" || typeof found === "string" ? found : print(outcome.value, dialect);
}

function offsetAt(value: AnyLayout, coord: Tuple, dialect: Dialect): Leaf {
  const call = attempt(() => {
    const ctx = makeContext(dialect);
    return ops.get("layout_call")?.run(ctx, [value, evaluateText(ctx, tupleText(coord))]);
  });
  if ("stop" in call) throw new RangeError(call.stop.message);
  const found = call.value === undefined ? undefined : tupleFrom(call.value, dialect);
  if (typeof found === "number" || typeof found === "string") return found;
  return call.value === undefined ? "" : print(call.value, dialect);
}

const tupleText = (coord: Tuple): string => {
  if (typeof coord === "string" || typeof coord === "number") return String(coord);
  return `(${coord.map(tupleText).join(",")}${coord.length === 1 ? "," : ""})`;
};
