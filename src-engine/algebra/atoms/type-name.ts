// Names with template arguments as C++ spells them: `SM90::GMMA::MMA_64x128x16_F32F16F16_SS<GMMA::Major::K, …>`.
//
// Only the syntax: a name, its arguments as trees of names. What a name means is looked up elsewhere.

export interface TypeName {
  /** Without template arguments and spaces: `cute::SM80_CP_ASYNC_CACHEALWAYS`. */
  readonly name: string;
  readonly args: readonly TypeName[];
  /** Whether there were angle brackets: `Foo<>` differs from `Foo` in source only. */
  readonly template: boolean;
}

const namespaces = /^(?:::)?(?:cute::|cutlass::|arch::)*/;

/** Undefined for text that is no name: unbalanced brackets, nothing before `<`, more than 64 levels. */
export function parseTypeName(text: string): TypeName | undefined {
  const clean = text.trim();
  const open = clean.indexOf("<");
  if (open < 0) return /[<>]/.test(clean) || clean === "" ? undefined : { name: clean, args: [], template: false };
  if (open === 0 || !clean.endsWith(">")) return undefined;
  const parts = splitArguments(clean.slice(open + 1, -1));
  const args = parts?.map((part) => parseTypeName(part));
  if (args === undefined || args.some((arg) => arg === undefined)) return undefined;
  return { name: clean.slice(0, open).trim(), args: args.filter((arg) => arg !== undefined), template: true };
}

/** Splits at the commas outside of brackets; undefined where brackets do not balance or nest too deep. */
export function splitArguments(text: string): readonly string[] | undefined {
  if (text.trim() === "") return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === "<" || char === "(") depth++;
    if (char === ">" || char === ")") depth--;
    if (depth < 0 || depth > 64) return undefined;
    if (char === "," && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return depth === 0 ? parts : undefined;
}

/** The name without `cute::`, `cutlass::` and `arch::` in front. */
export const bareName = (name: string): string => name.trim().replace(namespaces, "");

/** The last part of a qualified name: `MN` of `GMMA::Major::MN`. */
export function lastPart(name: string): string {
  const at = name.lastIndexOf("::");
  return (at < 0 ? name : name.slice(at + 2)).trim();
}

export function spell(name: TypeName): string {
  return name.template ? `${name.name}<${name.args.map(spell).join(",")}>` : name.name;
}
