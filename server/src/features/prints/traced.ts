// A value as tracing sees it: an integer that only the run knows is `?`, or `?{div=8}` where something divides it.
import { knownDivisor, symbol, symbolsOf } from "../../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../../src-engine/algebra/int/int.ts";
import { mixedValue } from "../../../../src-engine/algebra/swizzle/mixed-bits.ts";
import { mapLeaves } from "../../../../src-engine/algebra/tuple/tree.ts";
import type { ComposedLayout, Int, Layout, Stride, Value } from "../../../../src-engine/algebra/value.ts";

export function traced(value: Value): Value {
  switch (value.kind) {
    case "num":
    case "sym":
      return hidden(value);
    case "basis":
      return hiddenStride(value);
    case "tuple":
      return { ...value, items: value.items.map((item) => traced(item)) };
    case "arith":
      return { ...value, items: value.items.map((item) => mapLeaves<Int, Int>(item, hidden)) };
    case "layout":
      return tracedLayout(value);
    case "composed":
      // The parts of a composed layout stay of their kinds.
      return {
        ...value,
        offset: tracedOffset(value.offset),
        inner: value.inner.kind === "layout" ? tracedLayout(value.inner) : value.inner,
      };
    case "alternatives":
      return { ...value, options: value.options.map((option) => ({ ...option, value: traced(option.value) })) };
    default:
      return value;
  }
}

function tracedOffset(offset: ComposedLayout["offset"]): ComposedLayout["offset"] {
  if (offset.kind === "mixed") return hidden(mixedValue(offset));
  return isInt(offset) ? hidden(offset) : offset;
}

function tracedLayout(value: Layout): Layout {
  return {
    kind: "layout",
    shape: mapLeaves<Int, Int>(value.shape, hidden),
    stride: mapLeaves<Stride, Stride>(value.stride, hiddenStride),
  };
}

/** A number loses what divides it, as the trace knows no more than `?` of it. */
function hidden(value: Int): Int {
  if (value.know === "static") return value;
  if (value.kind === "num") return symbol("?", "?");
  const divisor = knownDivisor(value);
  const width = symbolsOf(value).some((one) => one.width === 64) ? 64 : 32;
  return symbol(`?${width}`, "?", { width, ...(divisor > 1 ? { divisor } : {}) });
}

const hiddenStride = (stride: Stride): Stride =>
  stride.kind === "basis" ? { ...stride, value: hidden(stride.value) } : hidden(stride);
