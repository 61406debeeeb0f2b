// Python's f-strings with their values: `f"gA: {gA.shape}"`. A hole's value is that of the expression that stands there.

import type { Value } from "../../../../src-engine/algebra/value.ts";
import type { CallArg } from "../../../../src-engine/program/facts.ts";
import { padded } from "./format.ts";

/** The value of the expression at these offsets of the item. */
export type ValueAt = (start: number, end: number) => Value | undefined;
export type Str = (value: Value, text: string) => string;

/** The text of an argument that is made of string literals, one of them formatted; undefined for anything else. */
export function formatted(arg: CallArg, valueAt: ValueAt, str: Str): string | undefined {
  const literal = /\s*([rRbBuUfF]{0,2})("""|'''|"|')/y;
  const parts: string[] = [];
  let some = false;
  for (let at = 0; at < arg.text.trimEnd().length; ) {
    literal.lastIndex = at;
    const opened = literal.exec(arg.text);
    const [, prefix = "", quote = ""] = opened ?? [];
    const close = opened === null ? -1 : closing(arg.text, literal.lastIndex, quote);
    if (close < 0) return undefined;
    const body = { text: arg.text.slice(literal.lastIndex, close), at: arg.span.start + literal.lastIndex };
    const raw = /r/i.test(prefix);
    some ||= /f/i.test(prefix);
    parts.push(/f/i.test(prefix) ? holesFilled(body, raw, valueAt, str) : raw ? body.text : unescaped(body.text));
    at = close + quote.length;
  }
  return some ? parts.join("") : undefined;
}

function closing(text: string, from: number, quote: string): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text.startsWith(quote, i)) return i;
  }
  return -1;
}

interface Body {
  readonly text: string;
  readonly at: number;
}

function holesFilled({ text, at }: Body, raw: boolean, valueAt: ValueAt, str: Str): string {
  let out = "";
  let plain = 0;
  const flush = (end: number) => {
    const words = text.slice(plain, end);
    out += raw ? words : unescaped(words);
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if ((c === "{" || c === "}") && text[i + 1] === c) {
      flush(i + 1);
      i++;
      plain = i + 1;
    } else if (c === "{") {
      flush(i);
      const end = holeEnd(text, i + 1);
      out += hole(text.slice(i + 1, end), at + i + 1, valueAt, str);
      i = end;
      plain = end + 1;
    }
  }
  flush(text.length);
  return out;
}

function holeEnd(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if ("([{".includes(text[i] ?? "")) depth++;
    else if (text[i] === "}" && depth === 0) return i;
    else if (")]}".includes(text[i] ?? "")) depth--;
  }
  return text.length;
}

/** `expression`, `expression=`, `expression!r`, `expression:>8`. */
function hole(text: string, at: number, valueAt: ValueAt, str: Str): string {
  const split = splitHole(text);
  const words = split.expression.trim();
  const start = at + split.expression.indexOf(words);
  const value = valueAt(start, start + words.length);
  const shown = value === undefined ? literalOr(words) : str(value, words);
  return (split.echo ? `${split.expression}=` : "") + spec(shown, value, split.format);
}

const literalOr = (words: string): string => (/^\d+$/.test(words) ? words : `‹${words}›`);

function splitHole(text: string) {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    else if (depth > 0) continue;
    else if (c === ":" || (c === "!" && text[i + 1] !== "="))
      return cut(text.slice(0, i), c === ":" ? text.slice(i + 1) : "");
  }
  return cut(text, "");
}

function cut(expression: string, format: string) {
  const echo = /[^=!<>]=\s*$/.test(expression);
  return { expression: echo ? expression.replace(/=\s*$/, "") : expression, echo, format };
}

/** The common format specifications; others leave the text as it is. */
function spec(text: string, value: Value | undefined, format: string): string {
  const match = /^(?:([<>^]))?(0?)(\d*)(?:\.(\d+))?([dsfx]?)$/.exec(format);
  if (format === "" || match === null) return text;
  const [, align, zero, width = "", places, letter] = match;
  const number = value?.kind === "num" || value?.kind === "float" ? value.value : undefined;
  const words = letter === "f" && number !== undefined ? number.toFixed(Number(places ?? 6)) : text;
  const left = align === "<" || (align === undefined && number === undefined);
  return padded(words, Number(width || 0), `${left ? "-" : ""}${zero ?? ""}`);
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

const unescaped = (text: string): string => text.replace(/\\([\s\S])/g, (all, c: string) => escapes[c] ?? all);
