// Source text inside answers: on one line, without comments, and of bounded length.

/** A text over several lines may have comments between them; what follows them on the line would be swallowed. */
const comments = /\/\/[^\n]*(?=\n)|\/\*[\s\S]*?(?:\*\/|$)|(?<=[\s,(])#[^\n]*(?=\n)/g;

export function oneLine(text: string, longest: number): string {
  const flat = text
    .replace(comments, " ")
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .trim();
  return flat.length <= longest ? flat : `${flat.slice(0, longest - 1)}…`;
}
