// Reads one preprocessor line, continuation lines included.
import type { Macro } from "./macros.ts";

export function wordOf(line: string): string {
  return /^\s*#\s*([a-z_]+)/.exec(line)?.[1] ?? "";
}

/** The text after the directive's word, on one line and without comments. */
export function directiveText(line: string): string {
  return plain(line)
    .replace(/^\s*#\s*[a-z_]*/, "")
    .trim();
}

export function parseDefine(line: string): { readonly macro: Macro; readonly nameOffset: number } | undefined {
  const head = /^(\s*#\s*define\s+)([A-Za-z_]\w*)/.exec(line);
  if (head === null) return undefined;
  const [, before = "", name = ""] = head;
  const rest = line.slice(before.length + name.length);
  const nameOffset = before.length;
  if (!rest.startsWith("(")) return { macro: { name, body: plain(rest).trim() }, nameOffset };
  const close = rest.indexOf(")");
  if (close < 0) return { macro: { name, params: [], body: "" }, nameOffset };
  const params = plain(rest.slice(1, close))
    .split(",")
    .map((param) => param.trim())
    .filter((param) => param !== "");
  return { macro: { name, params, body: plain(rest.slice(close + 1)).trim() }, nameOffset };
}

function plain(text: string): string {
  return text
    .replace(/\\\r?\n/g, " ")
    .replace(/"(?:\\.|[^"\\])*"?|\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g, (found) => (found.startsWith('"') ? found : " "));
}
