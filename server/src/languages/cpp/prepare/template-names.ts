// Where the grammar gets lost in a template's arguments (`Layout<Shape<_1, Int<N>, _2>, Stride<…> >{}` among expressions reads as
// comparisons), it reads the template's name alone; lowering reads the arguments.
import type { Span } from "../../../../../src-engine/program/ir.ts";
import { blanks } from "./blank-tables.ts";
import type { Edit } from "./rewrites.ts";

/** `Name<…>{`, `Name<…>(…)`, `Name<…>::` within a span of the text, outermost first: blanks for what is between the angles. */
export const templateEdits = (text: string, span: Span): readonly Edit[] =>
  editsBefore(text, span, /^\s*(?:[({;),?]|::|&&|\|\|)/);

/** The same of templates among the arguments of another, behind an offset. */
export const innerTemplates = (text: string, start: number): readonly Edit[] =>
  editsBefore(text, { start, end: text.length }, /^\s*[,>]/);

function editsBefore(text: string, { start, end }: Span, next: RegExp): readonly Edit[] {
  const edits: Edit[] = [];
  const scan = /\b(?!template\b|operator\b)[A-Za-z_]\w*\s*</g;
  scan.lastIndex = start;
  for (let match = scan.exec(text); match !== null && match.index < end; match = scan.exec(text)) {
    const open = scan.lastIndex - 1;
    const close = angleEnd(text, open);
    if (close === undefined || !next.test(text.slice(close, close + 40))) continue;
    edits.push({ start: open, end: close, text: blanks(text, open, close) });
    scan.lastIndex = close;
  }
  return edits;
}

/** `Layout<Shape<…>, …> name;` at the begin of a line: a declaration that may be read as a comparison. */
export function declarationEdits(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const scan = /^[ \t]*(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*</gm;
  for (let match = scan.exec(text); match !== null; match = scan.exec(text)) {
    const open = scan.lastIndex - 1;
    const close = angleEnd(text, open);
    if (close === undefined || text.indexOf("<", open + 1) >= close) continue;
    if (text.indexOf("<", open + 1) < 0 || !/^\s*[A-Za-z_]\w*\s*[;={]/.test(text.slice(close, close + 80))) continue;
    edits.push({ start: open, end: close, text: blanks(text, open, close) });
    scan.lastIndex = close;
  }
  return edits;
}

/** Brackets in brackets: nobody writes more, and a text of nothing else is not looked through anew from each. */
export const deepestBrackets = 200;

const closers: Readonly<Record<string, string>> = { "<": ">", "(": ")", "[": "]", "{": "}" };

/** The offset behind the `>` that closes the `<` here; undefined where no template's arguments begin. */
export function angleEnd(text: string, open: number): number | undefined {
  const expected: string[] = [];
  const scan = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|->|[<>(){}[\];]/g;
  scan.lastIndex = open;
  for (let match = scan.exec(text); match !== null && match.index - open < 20_000; match = scan.exec(text)) {
    const [token] = match;
    const inAngle = expected.length === 0 || expected.at(-1) === ">";
    if (token.length > 1 || ((token === "<" || token === ">") && !inAngle)) continue;
    if (token === ";" && inAngle) return undefined;
    const closer = closers[token];
    if (closer !== undefined) expected.push(closer);
    else if (token !== ";" && expected.pop() !== token) return undefined;
    if (expected.length === 0) return scan.lastIndex;
    if (expected.length > deepestBrackets) return undefined;
  }
  return undefined;
}
