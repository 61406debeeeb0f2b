// The arguments of a macro's use: split at the commas outside of round brackets, as the preprocessor does.
import type { Span } from "../../../../../src-engine/program/ir.ts";
import type { Macro } from "./macros.ts";
import { type MappedText, slice } from "./mapped-text.ts";
import { tokenScanner } from "./tokens.ts";

export interface Arguments {
  readonly spans: readonly Span[];
  /** Behind the closing bracket. */
  readonly end: number;
}

/** The argument list that begins at an offset, spaces and comments aside; undefined where there is none. */
export function argumentsAt({ text }: MappedText, offset: number): Arguments | undefined {
  const scan = tokenScanner(String.raw`\S`);
  scan.lastIndex = offset;
  const spans: Span[] = [];
  let depth = 0;
  let start = offset;
  for (let match = scan.exec(text); match !== null; match = scan.exec(text)) {
    const [token] = match;
    if (depth === 0 && isComment(token)) continue;
    if (depth === 0 && token !== "(") return undefined;
    if (token === "(" && depth++ === 0) start = scan.lastIndex;
    if (token === ")") depth--;
    if (depth > (token === "," ? 1 : 0) || (token !== "," && token !== ")")) continue;
    spans.push({ start, end: match.index });
    start = scan.lastIndex;
    if (depth === 0) return { spans, end: scan.lastIndex };
  }
  return undefined;
}

const isComment = (token: string): boolean => token.startsWith("//") || token.startsWith("/*");

/** The arguments by the macro's parameters, `__VA_ARGS__` for the rest; undefined where their number is wrong. */
export function namedArguments(
  macro: Macro,
  text: MappedText,
  spans: readonly Span[],
): ReadonlyMap<string, MappedText> | undefined {
  const params = macro.params ?? [];
  const rest = params.at(-1)?.endsWith("...") === true ? params.at(-1) : undefined;
  const plain = rest === undefined ? params : params.slice(0, -1);
  const isNone = spans.length === 1 && text.text.slice(spans[0]!.start, spans[0]!.end).trim() === "";
  const given = isNone && plain.length === 0 ? [] : spans;
  if (given.length < plain.length || (rest === undefined && given.length > plain.length)) return undefined;
  const named = new Map(plain.map((name, i) => [name, slice(text, given[i]!.start, given[i]!.end)]));
  const others = given.slice(plain.length);
  if (rest !== undefined) named.set(restName(rest), slice(text, others[0]?.start ?? 0, others.at(-1)?.end ?? 0));
  return named;
}

/** `args...` is a name for the rest, `...` is not. */
const restName = (rest: string): string => (rest === "..." ? "__VA_ARGS__" : rest.slice(0, -3).trim());
