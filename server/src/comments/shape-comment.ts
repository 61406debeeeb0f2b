// A comment that says a shape: `// (BLK_M,BLK_K,k)`, `# ((ATOM_V, REST_V), RestK)`, also with strides behind a colon.
//
// Only a comment that is nothing else counts; prose in parentheses is no contract.

export type Part =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "group"; readonly items: readonly Part[] };

export interface ShapeComment {
  readonly shape: Part;
  /** Numbers and `_` alone: a layout written down as it was printed once. */
  readonly concrete: boolean;
  /** The group with its parentheses, as offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
}

/** Deeper nesting is nobody's comment. */
const deepest = 8;

export function parseShapeComment(text: string): ShapeComment | undefined {
  const start = /^[ \t]*(?:=>|->|:)?[ \t]*/.exec(text)?.[0].length ?? 0;
  const read = group(text, start, 0);
  if (read === undefined || !/^[ \t]*(?::[ \t]*[(\d_].*)?[.,;]?[ \t]*$/.test(text.slice(read.end))) return undefined;
  const names = leafNames(read.part);
  if (names.length === 0 || !names.every((name) => leaf.test(name))) return undefined;
  return { shape: read.part, concrete: names.every((name) => /^[\d_?]+$/.test(name)), start, end: read.end };
}

/** A name, a number or a small formula: `BLK_M`, `_`, `M/2`, `2*k`; words of a sentence are none. */
const leaf = /^(?:[\w'?]+(?:\[\w+\])?|[\w']+(?:\.[\w']+)+)(?:\s*[*/+\-%]\s*[\w']+)*$/;

export function leafNames(part: Part): readonly string[] {
  return part.kind === "name" ? [part.text] : part.items.flatMap(leafNames);
}

interface Read {
  readonly part: Part;
  readonly end: number;
}

/** `(…)` at `at`. */
function group(text: string, at: number, depth: number): Read | undefined {
  if (text[at] !== "(" || depth > deepest) return undefined;
  const items: Part[] = [];
  let i = at + 1;
  for (;;) {
    while (text[i] === " " || text[i] === "\t") i++;
    const item = text[i] === "(" ? group(text, i, depth + 1) : name(text, i);
    if (item === undefined) return undefined;
    items.push(item.part);
    i = item.end;
    while (text[i] === " " || text[i] === "\t") i++;
    if (text[i] === ")") return { part: { kind: "group", items }, end: i + 1 };
    if (text[i] !== ",") return undefined;
    i++;
    if (/^[ \t]*\)/.test(text.slice(i))) return { part: { kind: "group", items }, end: text.indexOf(")", i) + 1 };
  }
}

function name(text: string, at: number): Read | undefined {
  const found = /[^(),:;]+/y;
  found.lastIndex = at;
  const match = found.exec(text);
  if (match === null || match[0].trim() === "") return undefined;
  return { part: { kind: "name", text: match[0].trim() }, end: at + match[0].length };
}
