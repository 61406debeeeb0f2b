// Where an assignment to several names begins, for a name on a further line of it: `inspect --json` lists the name there too,
// so that a reader who has only the statement's line finds what the statement binds.

const farthest = 2_000;

/** Offset of the parenthesis that opens `(a,\n b,\n) = …` around a name at `at`; undefined when the name is not in such a list. */
export function targetListStart(text: string, at: number): number | undefined {
  const open = opening(text, at);
  if (open === undefined || /\S/.test(text.slice(text.lastIndexOf("\n", open - 1) + 1, open))) return undefined;
  const close = closing(text, open);
  return close !== undefined && /^[ \t]*=(?!=)/.test(text.slice(close + 1, close + 40)) ? open : undefined;
}

/** The parenthesis around an offset, over nothing but names, dots, commas, brackets of nested targets and comments. */
function opening(text: string, from: number): number | undefined {
  let found: number | undefined;
  for (let i = from - 1; i >= 0 && i > from - farthest; i--) {
    const c = text[i]!;
    if (c === "(") found = i;
    else if (c === "\n" && /^\s*#/.test(text.slice(i + 1, i + 200))) continue;
    else if (!/[\w.,\s[\]]/.test(c) && !isInComment(text, i)) break;
  }
  return found;
}

const isInComment = (text: string, at: number): boolean =>
  text.slice(text.lastIndexOf("\n", at - 1) + 1, at).includes("#") || text[at] === "#";

/** The parenthesis that closes the one at `open`; an assignment or a colon inside means that it holds no targets. */
function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < text.length && i < open + farthest; i++) {
    const c = text[i]!;
    if (c === "#") i = text.indexOf("\n", i) < 0 ? text.length : text.indexOf("\n", i);
    else if (c === "(") depth++;
    else if (c === ")" && --depth === 0) return i;
    else if (c === "=" || c === ":") return undefined;
  }
  return undefined;
}
