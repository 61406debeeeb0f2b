// What a file's text includes or imports, without parsing it: for the index of who uses whom, which reads every file of a project.
import { languageOf } from "../languages/parse/language.ts";
import { ancestors } from "./paths.ts";

/** Characters; what is longer was made by a program. */
export const largestRead = 1_000_000;

/** The path of each include as written; of each import the paths that it may mean, absolute where it is relative. */
export function stemsIn(text: string, path: string): ReadonlySet<string> {
  if (text.length > largestRead) return new Set();
  const stems = new Set<string>();
  if (languageOf(path) === "cpp") {
    for (const match of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)) stems.add(match[1]!);
    return stems;
  }
  for (const match of text.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(\([^)]*(?:\)|$)|[^\n#]+)/gm)) {
    for (const one of importedPaths(match[1], match[2]!, path)) stems.add(one);
  }
  return stems;
}

/** `from a.b import c` → `a/b`, `a/b/c`; `from .x import y` in `/p/q.py` → `/p/x`, `/p/x/y`. */
function importedPaths(from: string | undefined, names: string, path: string): readonly string[] {
  const listed = [...names.matchAll(/([\w.]+)(?:\s+as\s+\w+)?/g)].map((match) => match[1]!);
  if (from === undefined) return listed.map((one) => one.replaceAll(".", "/"));
  const dots = /^\.*/.exec(from)![0].length;
  const module = from.slice(dots).replaceAll(".", "/");
  const base =
    dots === 0 ? module : [ancestors(path, dots)[dots - 1] ?? "", module].filter((one) => one !== "").join("/");
  return [base, ...listed.map((one) => `${base}/${one}`)];
}
