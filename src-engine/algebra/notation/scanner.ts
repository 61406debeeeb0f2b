// The characters of CuTe's notation, one token at a time, with positions for errors.
import { OpStop } from "../context.ts";
import { staticInt } from "../int/int.ts";

export interface Scanner {
  readonly text: string;
  at: number;
}

/** Ends the parse with a message and the offset it is about (`facts.offset`). */
export function parseError(offset: number, message: string): never {
  throw new OpStop({
    code: "parse",
    message,
    facts: { offset: staticInt(offset) },
  });
}

export const scanner = (text: string): Scanner => ({ text, at: 0 });

export function skipSpace(s: Scanner): void {
  while (s.at < s.text.length && /\s/.test(s.text[s.at]!)) s.at++;
}

/** The next character that is no space, "" at the end. */
export function peek(s: Scanner): string {
  skipSpace(s);
  return s.text[s.at] ?? "";
}

/** Takes the given text if it comes next. */
export function accept(s: Scanner, text: string): boolean {
  skipSpace(s);
  if (!s.text.startsWith(text, s.at)) return false;
  s.at += text.length;
  return true;
}

export function expect(s: Scanner, text: string): void {
  if (!accept(s, text)) parseError(s.at, `expected \`${text}\``);
}

/** What a regular expression matches here (sticky), or undefined. */
export function match(s: Scanner, pattern: RegExp): RegExpExecArray | undefined {
  skipSpace(s);
  pattern.lastIndex = s.at;
  const found = pattern.exec(s.text);
  if (found === null) return undefined;
  s.at += found[0].length;
  return found;
}

/** The word `o` by itself: composition. */
export function acceptCompose(s: Scanner): boolean {
  return match(s, /(?:o(?![\p{L}\p{N}_])|∘)/uy) !== undefined;
}
