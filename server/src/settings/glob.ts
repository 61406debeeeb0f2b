// Globs over `/`-separated paths: `*` within a name, `**` over folders, `?` one character, `{a,b}` a choice.
// A glob without a slash matches the file's name anywhere (`*.cuh`), one that ends in a slash a whole folder.

export function matchesGlob(glob: string, path: string): boolean {
  const trimmed = glob.replace(/^\.?\//, "");
  const full = trimmed.endsWith("/") ? `${trimmed}**` : trimmed;
  const anywhere = full.includes("/") ? full : `**/${full}`;
  return new RegExp(`^${source(anywhere)}$`).test(path);
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
