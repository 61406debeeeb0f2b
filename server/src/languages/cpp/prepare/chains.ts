// Which `#if … #endif` chains stand where the grammar can show their branches as alternatives: between statements or declarations.
// In the midst of one (`} else` before `#endif`, a template's parameters) only one branch can be read. One of two values is neither:
// such code stays unread.
import { wordOf } from "./directive.ts";
import { isDirective, tokenScanner } from "./tokens.ts";

export interface Chain {
  /** Where its first line begins. */
  readonly start: number;
  /** From behind each directive to the next. */
  readonly branches: readonly { readonly start: number; readonly end: number }[];
  readonly hasElse: boolean;
  readonly end: number;
}

/** The chains of a text that stand in the midst of a statement or declaration, by the start of their first line. */
export function brokenChains(source: string, isMacro: (name: string) => boolean): ReadonlyMap<number, Chain> {
  const { code, chains } = read(source);
  const broken = chains.filter((chain) => !isWhole(code, chain, isMacro) && !isOneOfTwoValues(code, chain));
  return new Map(broken.map((chain) => [chain.start, chain]));
}

/** The text with spaces for comments and directives, and `0` for strings, at the same offsets; and its chains. */
function read(source: string): { readonly code: string; readonly chains: readonly Chain[] } {
  const chains: Chain[] = [];
  const open: { start: number; branches: { start: number; end: number }[]; hasElse: boolean }[] = [];
  const code = source.replace(tokenScanner("(?!)"), (token, ...rest) => {
    // A replacement hears the groups, the offset and the text.
    const start: number = rest.at(-2);
    if (isDirective(token)) {
      const end = start + token.length;
      const word = wordOf(token);
      if (/^if/.test(word)) open.push({ start, branches: [{ start: end, end }], hasElse: false });
      const chain = open.at(-1);
      if (chain !== undefined && /^(?:el|endif)/.test(word)) {
        chain.branches.at(-1)!.end = start;
        chain.hasElse ||= word === "else";
        if (word !== "endif") chain.branches.push({ start: end, end });
        else chains.push({ ...open.pop()!, end });
      }
    } else if (!/^\/[/*]/.test(token)) return /["']$/.test(token) ? "0".repeat(token.length) : token;
    return token.replace(/\S/g, " ");
  });
  return { code, chains };
}

function isWhole(code: string, { start, branches, end }: Chain, isMacro: (name: string) => boolean): boolean {
  return (
    isEnded(code.slice(0, start).trimEnd(), isMacro) &&
    !/^\s*else\b/.test(code.slice(end, end + 2_000)) &&
    branches.every((branch) => isWholeBranch(code.slice(branch.start, branch.end), isMacro))
  );
}

/** `int n = #if … 1 #else 2 #endif;`, `f(#if … a #else b #endif)` */
function isOneOfTwoValues(code: string, { start, hasElse }: Chain): boolean {
  const before = code.slice(0, start).trimEnd();
  return (
    hasElse && /(?:[=(,<&|+\-*/?]|\breturn)$/.test(before) && !/\btemplate\s*<[^<>;{}]*$/.test(before.slice(-2_000))
  );
}

/** Statements or declarations, ended and with their brackets closed. */
function isWholeBranch(code: string, isMacro: (name: string) => boolean): boolean {
  if (/^\s*(?:else\b|[,)\]|.?=]|&&|<<)/.test(code) || !isEnded(code.trimEnd(), isMacro)) return false;
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[(){}[\]]/g)) {
    const opener = { ")": "(", "}": "{", "]": "[" }[bracket];
    if (opener === undefined) open.push(bracket);
    else if (open.pop() !== opener) return false;
  }
  return open.length === 0;
}

/** Does nothing, a statement, a block, a label, or a macro's use stand at the end? */
function isEnded(code: string, isMacro: (name: string) => boolean): boolean {
  if (/(?:^|[;{}:])$/.test(code)) return true;
  const line = code.slice(code.lastIndexOf("\n") + 1);
  return isMacro(/^\s*(\w+)\s*(?:\(.*\))?$/.exec(line)?.[1] ?? "");
}
