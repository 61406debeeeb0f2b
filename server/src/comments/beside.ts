// The comment that belongs to a declaration: behind it on its last line, behind a name that stands on a line of its own,
// or alone on the line above. Several names of one statement take as many comment lines above it, in their order.
import type { Language, Span } from "../../../src-engine/program/ir.ts";

/** The declared names of one statement, in order, and where its initialiser ends; offsets in the text. */
export interface Declared {
  readonly names: readonly Span[];
  readonly end: number;
}

/** The words of a comment without its marks. */
export interface Beside extends Span {
  readonly text: string;
}

/** One entry a name; undefined where no comment is certainly the name's. */
export function commentsBeside(text: string, declared: Declared, language: Language): readonly (Beside | undefined)[] {
  const { names, end } = declared;
  const [first] = names;
  if (first === undefined) return [];
  if (names.length === 1) {
    // Lines of one expression that have a comment each say what their own part is.
    const last = hasComment(text.slice(first.end, end), language) ? undefined : behind(text, end, language);
    return [last ?? above(text, first.start, language)];
  }
  const own = names.map((name) => (endsLine(text, name, names) ? behind(text, name.end, language) : undefined));
  if (own.every((comment) => comment !== undefined)) return own;
  return linesAbove(text, first.start, names.length, language);
}

/** On any line of it but the last. */
const hasComment = (expression: string, language: Language): boolean =>
  expression
    .split("\n")
    .slice(0, -1)
    .some((line) => line.includes(language === "cpp" ? "//" : "#"));

/** Is it the only of the names on its line? */
function endsLine(text: string, name: Span, names: readonly Span[]): boolean {
  return names.every((other) => other === name || text.slice(...between(name, other)).includes("\n"));
}

function between(a: Span, b: Span): readonly [number, number] {
  return a.start < b.start ? [a.end, b.start] : [b.end, a.start];
}

const behindCpp = /[ \t]*(?:[;,)}]+[ \t]*)?(?:\/\/[/!<]*[ \t]*([^\n\r]*)|\/\*([^\n\r]*?)\*\/[ \t]*(?=[\r\n]|$))/y;
const behindPython = /[ \t]*(?:[,)]+[ \t]*)?#[ \t]*([^\n\r]*)/y;

function behind(text: string, end: number, language: Language): Beside | undefined {
  const pattern = new RegExp(language === "cpp" ? behindCpp : behindPython);
  pattern.lastIndex = end;
  const match = pattern.exec(text);
  const words = (match?.[1] ?? match?.[2] ?? "").trim();
  if (match === null || words === "") return undefined;
  const start = match.index + match[0].indexOf(words);
  return { text: words, start, end: start + words.length };
}

function above(text: string, start: number, language: Language): Beside | undefined {
  const [comment] = linesAbove(text, start, 1, language);
  return comment !== undefined && goesOn(text, comment, language) ? undefined : comment;
}

/** One word in parentheses under words: the sentence goes on, `…, where it is of rank 3⏎ (MNK)`. */
function goesOn(text: string, comment: Beside, language: Language): boolean {
  const before = lineBefore(text, text.lastIndexOf("\n", comment.start) + 1);
  const words = before === undefined ? undefined : wholeLine(text, before, language);
  return words !== undefined && /[\w,]$/.test(words.text) && /^\(\w+\)[.,;]?$/.test(comment.text);
}

/** The comments alone on the `count` lines above the line of `start`, top first; none where there are fewer. */
function linesAbove(text: string, start: number, count: number, language: Language): readonly (Beside | undefined)[] {
  const found: Beside[] = [];
  let lineStart = text.lastIndexOf("\n", start - 1) + 1;
  for (let i = 0; i < count; i++) {
    const before = lineBefore(text, lineStart);
    const comment = before === undefined ? undefined : wholeLine(text, before, language);
    if (before === undefined || comment === undefined) return Array<undefined>(count).fill(undefined);
    found.unshift(comment);
    lineStart = before.start;
  }
  return found;
}

function lineBefore(text: string, lineStart: number): Span | undefined {
  if (lineStart === 0) return undefined;
  return { start: text.lastIndexOf("\n", lineStart - 2) + 1, end: lineStart - 1 };
}

function wholeLine(text: string, line: Span, language: Language): Beside | undefined {
  const marks = language === "cpp" ? /^[ \t]*\/\/[/!]*[ \t]*/ : /^[ \t]*#[ \t]*/;
  const words = text.slice(line.start, line.end).trimEnd();
  const head = marks.exec(words)?.[0];
  if (head === undefined || head.length === words.length) return undefined;
  return { text: words.slice(head.length), start: line.start + head.length, end: line.start + words.length };
}
