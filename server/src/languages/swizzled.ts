// How a layout is written with a swizzle over it, in the names that the file has for the library.
import type { Swizzle } from "../../../src-engine/algebra/value.ts";
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
