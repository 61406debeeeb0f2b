// The integers inside a value: replacing each, and putting numbers for symbols.
import { substitute } from "../int/ask.ts";
import type { AnyLayout, ComposedLayout, Int, Stride, Swizzle, Tensor, Value } from "../value.ts";
import { mapLeaves } from "./tree.ts";

/** The value with every integer replaced. Atoms, objects and what only a program has stay as they are. */
export function mapInts(value: Value, f: (a: Int) => Int): Value {
  switch (value.kind) {
    case "num":
    case "sym":
      return f(value);
    case "tuple":
      return { kind: "tuple", items: value.items.map((item) => mapInts(item, f)) };
    case "basis":
      return { ...value, value: f(value.value) };
    case "lazy-iterator":
      return mapEngine(value, f);
    case "arith":
      return { ...value, items: value.items.map((item) => mapLeaves<Int, Int>(item, f)) };
    case "mixed":
      return { ...value, dynamic: f(value.dynamic) };
    case "layout":
    case "composed":
      return mapLayout(value, f);
    case "tensor":
      return mapTensor(value, f);
    default:
      return value;
  }
}

function mapLayout(a: AnyLayout, f: (a: Int) => Int): AnyLayout {
  if (a.kind === "composed") return mapComposed(a, f);
  const stride = mapLeaves<Stride, Stride>(a.stride, (d) => (d.kind === "basis" ? { ...d, value: f(d.value) } : f(d)));
  return { kind: "layout", shape: mapLeaves<Int, Int>(a.shape, f), stride };
}

function mapComposed(a: ComposedLayout, f: (a: Int) => Int): ComposedLayout {
  const part = (x: AnyLayout | Swizzle): AnyLayout | Swizzle => (x.kind === "swizzle" ? x : mapLayout(x, f));
  return { kind: "composed", outer: part(a.outer), offset: mapOffset(a.offset, f), inner: part(a.inner) };
}

function mapOffset(offset: ComposedLayout["offset"], f: (a: Int) => Int): ComposedLayout["offset"] {
  switch (offset.kind) {
    case "num":
    case "sym":
      return f(offset);
    case "basis":
      return { ...offset, value: f(offset.value) };
    case "mixed":
      return { ...offset, dynamic: f(offset.dynamic) };
    case "arith":
      return { ...offset, items: offset.items.map((item) => mapLeaves<Int, Int>(item, f)) };
    case "tuple":
      return mapLeaves(offset, (leaf): Int | { kind: "basis"; value: Int; path: readonly number[] } =>
        leaf.kind === "basis" ? { ...leaf, value: f(leaf.value) } : f(leaf),
      );
    case "flag":
      return offset;
    default: {
      const never: never = offset;
      return never;
    }
  }
}

function mapTensor(t: Extract<Value, { kind: "tensor" }>, f: (a: Int) => Int): Value {
  const layout = t.layout.kind === "unknown" ? t.layout : mapLayout(t.layout, f);
  return { ...t, engine: mapEngine(t.engine, f), layout };
}

function mapEngine(engine: Tensor["engine"], f: (a: Int) => Int): Tensor["engine"] {
  switch (engine.kind) {
    case "num":
    case "sym":
      return f(engine);
    case "arith":
      return { ...engine, items: engine.items.map((item) => mapLeaves<Int, Int>(item, f)) };
    case "pointer":
      return engine.offset.kind === "unknown" ? engine : { ...engine, offset: f(engine.offset) };
    case "lazy-iterator":
      return { ...engine, of: mapEngine(engine.of, f) };
    default:
      return engine;
  }
}

/** The value with symbols (by id) replaced. */
export const substituteValue = (value: Value, symbols: ReadonlyMap<string, Int>): Value =>
  mapInts(value, (a) => substitute(a, symbols));
