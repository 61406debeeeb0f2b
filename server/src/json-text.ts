// JSON of files that anybody may have written: bounded in length and depth, so that it is neither slow nor too deep to walk.

export type JsonText = { readonly json: unknown } | { readonly complaint: string };

export interface JsonLimits {
  readonly length: number;
  readonly depth: number;
}

/** Of files that people write by hand. */
export const handwritten: JsonLimits = { length: 1_000_000, depth: 60 };

/** Of files that programs write: compile_commands.json, notebooks, baselines. A host gives no longer ones. */
export const generated: JsonLimits = { length: 8 * 1024 * 1024, depth: 200 };

/** The value of the text, or what is wrong with it in one sentence. */
export function parseJson(text: string, limits: JsonLimits): JsonText {
  if (text.length > limits.length) return { complaint: `it is longer than ${limits.length} characters` };
  if (nestsDeeper(text, limits.depth)) return { complaint: `it nests deeper than ${limits.depth}` };
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    return { complaint: error instanceof Error ? error.message : String(error) };
  }
}

/** JSON with comments, and commas before a closing bracket, as editors' settings have it. */
export function parseJsonWithComments(text: string, limits: JsonLimits): JsonText {
  return parseJson(text.length > limits.length ? text : withoutComments(text), limits);
}

function nestsDeeper(text: string, deepest: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === '"') at = stringEnd(text, at) - 1;
    else if (c === "]" || c === "}") depth--;
    else if ((c === "[" || c === "{") && ++depth > deepest) return true;
  }
  return false;
}

/** Comments become a space, commas before a closing bracket go; one pass over the text. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  /** The piece that is a comma behind which only space has come. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    const piece = isComment(text, at) ? " " : text.slice(at, end);
    if ((piece === "]" || piece === "}") && comma >= 0) pieces[comma] = " ";
    if (piece === ",") comma = pieces.length;
    else if (!/^\s$/.test(piece)) comma = -1;
    pieces.push(piece);
    at = end;
  }
  return pieces.join("");
}

const isComment = (text: string, at: number): boolean => text.startsWith("//", at) || text.startsWith("/*", at);

/** Behind a string, a comment, or one character. */
function pieceEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at);
  if (!isComment(text, at)) return at + 1;
  const isLine = text[at + 1] === "/";
  const end = text.indexOf(isLine ? "\n" : "*/", at + 2);
  return end < 0 ? text.length : isLine ? end : end + 2;
}

/** Behind the closing quote, or the end of the text. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
