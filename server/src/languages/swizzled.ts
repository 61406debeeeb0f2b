// How a layout is written, by itself or with a swizzle over it, in the names that the file has for the library.
import type { Int, Layout, Stride, Swizzle, Tree } from "../../../src-engine/algebra/value.ts";
import type { Item, Language } from "../../../src-engine/program/ir.ts";

/** `composition(Swizzle<3,3,3>{}, layout)`, `cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, layout)`. */
export const swizzledText: Readonly<
  Record<Language, (layout: string, swizzle: Swizzle, items: readonly Item[]) => string>
> = {
  cpp: (layout, { b, m, s }, items) => {
    const cute = usesCute(items) ? "" : "cute::";
    return `${cute}composition(${cute}Swizzle<${b}, ${m}, ${s}>{}, ${layout})`;
  },
  python: (layout, { b, m, s }, items) => {
    const cute = moduleName(items);
    return `${cute}.make_composed_layout(${cute}.make_swizzle(${b}, ${m}, ${s}), 0, ${layout})`;
  },
};

/** `Layout<Shape<_64, _64>, Stride<Int<72>, _1>>{}`, `cute.make_layout((64, 64), stride=(72, 1))`, of static numbers. */
export const layoutText: Readonly<Record<Language, (layout: Layout, items: readonly Item[]) => string>> = {
  cpp: ({ shape, stride }, items) => {
    const cute = usesCute(items) ? "" : "cute::";
    const tuple = (name: string, tree: Tree<Int | Stride>): string =>
      tree.kind === "tuple"
        ? `${cute}${name}<${tree.items.map((item) => tuple(name, item)).join(", ")}>`
        : `${cute}${constantText(numberIn(tree))}`;
    return `${cute}Layout<${tuple("Shape", shape)}, ${tuple("Stride", stride)}>{}`;
  },
  python: ({ shape, stride }, items) => {
    const tuple = (tree: Tree<Int | Stride>): string =>
      tree.kind === "tuple"
        ? `(${tree.items.map(tuple).join(", ")}${tree.items.length === 1 ? "," : ""})`
        : String(numberIn(tree));
    return `${moduleName(items)}.make_layout(${tuple(shape)}, stride=${tuple(stride)})`;
  },
};

const numberIn = (leaf: Int | Stride): number => (leaf.kind === "num" ? leaf.value : Number.NaN);

/** CuTe has names for small numbers and powers of two (cute/numeric/integral_constant.hpp). */
const constantText = (n: number): string =>
  n <= 10 || (n <= 8192 && Number.isInteger(Math.log2(n))) ? `_${n}` : `Int<${n}>`;

/** Where the length of an array of shared memory stands in a function: `__shared__ float tile[32 * 32];`. */
export const arrayLength: Readonly<
  Record<Language, (text: string, name: string) => { readonly start: number; readonly end: number } | undefined>
> = {
  cpp: (text, name) => {
    const found = new RegExp(`__shared__[^;]{0,400}?\\b${name}\\s{0,9}\\[([^\\]]{1,400})\\]\\s{0,9}(?=[,;])`).exec(
      text,
    );
    if (found?.[1] === undefined || !/^\w+$/.test(name)) return undefined;
    const end = found.index + found[0].lastIndexOf("]");
    return { start: end - found[1].length, end };
  },
  python: () => undefined,
};

const usesCute = (items: readonly Item[]): boolean =>
  items.some((item) => item.kind === "import" && item.form === "using-namespace" && item.target === "cute");

function moduleName(items: readonly Item[]): string {
  const names = items.flatMap((item) => (item.kind === "import" ? item.names : []));
  return names.find(({ name }) => name === "cutlass.cute" || name === "cute")?.alias ?? "cute";
}

/** Is the text the parameter itself, or a composition of it that a swizzle goes through? */
export const restsOn: Readonly<Record<Language, (text: string, parameter: string) => boolean>> = {
  cpp: (text, parameter) => isNameOr(text, parameter, /^(?:cute::)?composition\(\s*/),
  python: (text, parameter) => isNameOr(text, parameter, /^\w+\.composition\(\s*/),
};

function isNameOr(text: string, parameter: string, call: RegExp): boolean {
  const inside = text.replace(call, "");
  return text === parameter || (inside !== text && inside.startsWith(`${parameter},`));
}
