// Where a hint stands: at the end of its line, so that it moves nothing; or behind its declaration or its name, if wanted so.
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import { absolute, type FactIndex, type Placed } from "../facts/fact-index.ts";
import type { Settings } from "../settings/schema.ts";

export type HintPosition = Settings["inlayHints.position"];

export interface HintPlace {
  readonly offset: number;
  /** Hints with the same key stand together: each says its name. */
  readonly key: string;
  /** Its line has other code, or other parameters: which of the names there it is about is not clear by itself. */
  readonly amid: boolean;
}

export function hintPlace(index: FactIndex, placed: Placed<VariableFact>, position: HintPosition): HintPlace {
  const { fragment } = placed.place;
  const text = index.texts[fragment] ?? "";
  const end = endOf(index, placed);
  switch (position) {
    case "name":
      return { offset: placed.place.end, key: `${fragment}:${placed.place.end}`, amid: false };
    case "end":
      return { offset: end, key: `${fragment}:${end}`, amid: false };
    case "line": {
      const offset = lineEnd(text, end);
      const first = text.lastIndexOf("\n", placed.place.start) + 1;
      const amid = !onlyPunctuation.test(text.slice(end, offset));
      const isLater = placed.fact.role === "parameter" && text.slice(first, placed.place.start).includes(",");
      return { offset, key: `${fragment}:${offset}`, amid: amid || isLater };
    }
    default:
      return position satisfies never;
  }
}

/** Up to a comment. */
const onlyPunctuation = /^[\s,;:(){}[\]>\\]*(?:\/[/*].*|#.*)?$/;

/** Behind everything that the line has, but spaces. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return offset + text.slice(offset, end < 0 ? text.length : end).trimEnd().length;
}

/** Behind the initialiser and its semicolon. */
function endOf(index: FactIndex, { fact, place }: Placed<VariableFact>): number {
  const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
  const text = index.texts[place.fragment] ?? "";
  if (source === undefined) return endOfTargets(text, place.end) ?? place.end;
  if (source.fragment !== place.fragment || source.end < place.end) return place.end;
  const end = behindParentheses(text, source.start, source.end);
  const rest = /^\s*;/.exec(text.slice(end, end + 40));
  return end + (rest?.[0].length ?? 0);
}

/** Of one of several names, `auto [a, b] = f();` or `a, b = f()`: the end of the whole statement. */
function endOfTargets(text: string, at: number): number | undefined {
  const names = /^[\w\s,.&*]*[\])]?\s*=(?!=)/.exec(text.slice(at, at + 400))?.[0];
  if (names === undefined || !/[,\])]/.test(names + text.slice(text.lastIndexOf("\n", at) + 1, at))) return undefined;
  let depth = 0;
  for (let i = at + names.length; i < text.length; i++) {
    const c = text[i]!;
    if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    else if (depth <= 0 && c === ";") return i + 1;
    else if (
      depth <= 0 &&
      (c === "\n" || c === "#") &&
      text[i - 1] !== "\\" &&
      /\S/.test(text.slice(at + names.length, i))
    )
      return i - (/\s*$/.exec(text.slice(0, i))?.[0].length ?? 0);
  }
  return undefined;
}

/** `(a\n.b())` in parentheses of its own: behind the last of them. */
function behindParentheses(text: string, start: number, end: number): number {
  const before = /(?:\(\s*)+$/.exec(text.slice(Math.max(0, start - 40), start))?.[0] ?? "";
  const pairs = before.replaceAll(/\s/g, "").length;
  const after = /^(?:\s*\))+/.exec(text.slice(end, end + 40))?.[0] ?? "";
  const closing = [...after.matchAll(/\)/g)].slice(0, pairs).at(-1)?.index;
  return closing === undefined || !/=\s*(?:\(\s*)+$/.test(text.slice(Math.max(0, start - 60), start))
    ? end
    : end + closing + 1;
}
