// Globs over `/`-separated paths: `*` within a name, `**` over folders, `?` one character, `{a,b}` a choice.
// A glob without a slash matches the file's name anywhere (`*.cuh`), one that ends in a slash a whole folder.
//
// They come from files that anybody may have written: they are matched in linear time, and one that is too long matches nothing.
import { patternOf } from "../pattern.ts";

export type Glob = (path: string) => boolean;

const nothing: Glob = () => false;

export function globOf(text: string): Glob {
  const trimmed = text.replace(/^\.?\//, "");
  const full = trimmed.endsWith("/") ? `${trimmed}**` : trimmed;
  const anywhere = full.includes("/") ? full : `**/${full}`;
  return patternOf(source(anywhere))?.matches ?? nothing;
}

function source(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\{}]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part.length > 1) return `(?:${part.slice(1, -1).split(",").map(source).join("|")})`;
    return `\\${part}`;
  });
}
