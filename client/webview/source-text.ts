// A layout as source: what one would write to get it, in CuTe C++ and in CuTe DSL.
import type { AnyLayout, Int, Strides, Swizzle, Tree, Value } from "../../src-engine/algebra/value.ts";

export type SourceLanguage = "cpp" | "python";

/** Undefined for what has no short source: pointers, coordinates as strides, mixed bits. */
export function sourceOf(value: Value, language: SourceLanguage): string | undefined {
  switch (value.kind) {
    case "layout":
    case "composed":
      return layoutSource(value, language);
    case "tensor":
      return value.layout.kind === "unknown" ? undefined : layoutSource(value.layout, language);
    case "swizzle":
      return swizzleSource(value, language);
    default:
      return undefined;
  }
}

function layoutSource(value: AnyLayout, language: SourceLanguage): string | undefined {
  if (value.kind === "layout") return plainSource(value.shape, value.stride, language);
  const { outer, offset, inner } = value;
  const atZero = offset.kind === "num" && offset.value === 0;
  if (outer.kind !== "swizzle" || inner.kind === "swizzle" || !atZero) return undefined;
  const [swizzle, layout] = [swizzleSource(outer, language), layoutSource(inner, language)];
  if (layout === undefined) return undefined;
  return language === "cpp"
    ? `composition(${swizzle}, ${layout})`
    : `cute.make_composed_layout(${swizzle}, 0, ${layout})`;
}

function plainSource(shape: Tree<Int>, stride: Strides, language: SourceLanguage): string | undefined {
  const [s, d] = [treeSource(shape, language, "make_shape"), treeSource(stride, language, "make_stride")];
  if (s === undefined || d === undefined) return undefined;
  return language === "cpp" ? `make_layout(${s}, ${d})` : `cute.make_layout(${s}, stride=${d})`;
}

function swizzleSource({ b, m, s }: Swizzle, language: SourceLanguage): string {
  return language === "cpp" ? `Swizzle<${b}, ${m}, ${s}>{}` : `cute.make_swizzle(${b}, ${m}, ${s})`;
}

function treeSource(tree: Strides, language: SourceLanguage, make: string): string | undefined {
  switch (tree.kind) {
    case "tuple": {
      const items = tree.items.map((item) => treeSource(item, language, make));
      if (items.some((item) => item === undefined)) return undefined;
      if (language === "cpp") return `${make}(${items.join(", ")})`;
      return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
    }
    case "num":
      return language === "cpp" && tree.know === "static" ? `Int<${tree.value}>{}` : String(tree.value);
    case "sym":
    case "basis":
      return undefined;
    default:
      return tree satisfies never;
  }
}
