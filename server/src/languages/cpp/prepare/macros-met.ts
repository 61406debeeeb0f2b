// Which macros of its headers a text can meet: those that it names, and those that the bodies of these name.
import type { MacroTable } from "./macros.ts";

/** Does a text read the same with either table? Names that are pasted together may be any. */
export function meetsTheSame(text: string, before: MacroTable, after: MacroTable): boolean {
  const changed = new Set(
    [...before.keys(), ...after.keys()].filter((name) => sourceOf(before, name) !== sourceOf(after, name)),
  );
  if (changed.size === 0) return true;
  const met = new Set(wordsIn(text));
  for (const name of met) {
    if (changed.has(name)) return false;
    const source = sourceOf(after, name);
    if (source?.includes("##")) return false;
    for (const word of wordsIn(source ?? "")) met.add(word);
  }
  return true;
}

const sourceOf = (macros: MacroTable, name: string): string | undefined => {
  const macro = macros.get(name);
  return macro === undefined ? undefined : JSON.stringify(macro);
};

const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
