// Which `#if … #endif` chains stand where the grammar can show their branches as alternatives: between statements or declarations.
// In the midst of one (`} else` before `#endif`, a template's parameters) only one branch can be read. One of two values is neither:
// such code stays unread.
import { wordOf } from "./directive.ts";
import { isDirective, tokenScanner } from "./tokens.ts";

/** Offsets are those of the code that `read` makes. */
export interface Chain {
  /** Where its first line begins in the source. */
  readonly key: number;
  readonly start: number;
  /** From behind each directive to the next. */
  readonly branches: readonly { readonly start: number; readonly end: number }[];
  readonly hasElse: boolean;
  readonly end: number;
  /** The directive that begins it, without blanks at its ends. */
  readonly opener: string;
}

interface OpenChain extends Omit<Chain, "branches" | "hasElse"> {
  readonly branches: { readonly start: number; end: number }[];
  hasElse: boolean;
}

/** A chain inside of so many others is nobody's code; its text would be read once for each of them. */
const deepest = 60;

/** How far before a chain its statement may begin. */
const before = 2_000;

/** The chains of a text that stand in the midst of a statement or declaration, by the start of their first line. */
function brokenIn({ code, chains }: Chains, isMacro: (name: string) => boolean): ReadonlyMap<number, Chain> {
  const broken = chains.filter((chain) => !isWhole(code, chain, isMacro) && !isOneOfTwoValues(code, chain));
  return new Map(broken.map((chain) => [chain.key, chain]));
}

interface Chains {
  readonly code: string;
  readonly chains: readonly Chain[];
}

/** What the reader of directives asks of a text's chains. */
export interface ChainTable {
  readonly broken: ReadonlyMap<number, Chain>;
  /**
   * The chains of a name that others of the text ask for too. All are read as if it were not defined: `#ifdef FP8 … #else` makes the
   * types of half precision the usual ones, and what another `#ifdef FP8` holds would have them.
   */
  readonly ofOneName: ReadonlyMap<number, Chain>;
}

export function chainTable(source: string, isMacro: (name: string) => boolean): ChainTable {
  const read = chainsOf(source);
  const asked = read.chains.flatMap((chain) => {
    const name = /^#\s*ifn?def\s+(?!__)(\w+)/.exec(chain.opener)?.[1];
    return name === undefined ? [] : [{ chain, name }];
  });
  const count = new Map<string, number>();
  for (const { name } of asked) count.set(name, (count.get(name) ?? 0) + 1);
  // A name that only `#ifdef`s without `#else` ask for is read as defined at all of them.
  const missing = new Set(asked.flatMap(({ chain, name }) => (chain.hasElse || isNegated(chain) ? [name] : [])));
  const several = asked.filter(({ name }) => missing.has(name) && (count.get(name) ?? 0) > 1);
  return { broken: brokenIn(read, isMacro), ofOneName: new Map(several.map(({ chain }) => [chain.key, chain])) };
}

const isNegated = ({ opener }: Chain): boolean => /^#\s*ifndef\b/.test(opener);

/** The text without comments and directives, with `0` for strings and short blanks, and its chains. */
function chainsOf(source: string): Chains {
  const chains: Chain[] = [];
  const open: OpenChain[] = [];
  const code = new Code();
  const scan = tokenScanner("(?!)");
  let done = 0;
  for (let match = scan.exec(source); match !== null; match = scan.exec(source)) {
    const [token] = match;
    code.add(source.slice(done, match.index));
    done = match.index + token.length;
    if (!isDirective(token)) {
      code.add(/^\/[/*]/.test(token) ? " " : /["']$/.test(token) ? "0" : token);
      continue;
    }
    const at = code.length;
    const word = wordOf(token);
    if (/^if/.test(word))
      open.push({
        key: match.index,
        start: at,
        branches: [{ start: at, end: at }],
        hasElse: false,
        end: at,
        opener: token.trim(),
      });
    const chain = open.at(-1);
    if (chain === undefined || !/^(?:el|endif)/.test(word)) continue;
    chain.branches.at(-1)!.end = at;
    chain.hasElse ||= word === "else";
    if (word !== "endif") chain.branches.push({ start: at, end: at });
    else if (open.length > deepest) open.pop();
    else chains.push({ ...open.pop()!, end: at });
  }
  code.add(source.slice(done));
  return { code: code.text(), chains };
}

/** A text in the making whose blanks are one character, or a space and the end of a line. */
class Code {
  length = 0;
  private readonly pieces: string[] = [];
  private last = "";

  add(text: string): void {
    const short = text.replace(/\s+/g, (blank) => (blank.includes("\n") ? "\n" : " "));
    const isRepeated = this.last === "\n" ? /^\s/.test(short) : this.last === " " && short.startsWith(" ");
    const piece = isRepeated ? short.slice(1) : short;
    this.pieces.push(piece);
    this.length += piece.length;
    this.last = piece.at(-1) ?? this.last;
  }

  text(): string {
    return this.pieces.join("");
  }
}

function isWhole(code: string, { start, branches, end }: Chain, isMacro: (name: string) => boolean): boolean {
  return (
    isEnded(textBefore(code, start), isMacro) &&
    !/^\s*else\b/.test(code.slice(end, end + 2_000)) &&
    branches.every((branch) => isWholeBranch(code.slice(branch.start, branch.end), isMacro))
  );
}

/** `int n = #if … 1 #else 2 #endif;`, `f(#if … a #else b #endif)` */
function isOneOfTwoValues(code: string, { start, hasElse }: Chain): boolean {
  const text = textBefore(code, start);
  return hasElse && /(?:[=(,<&|+\-*/?]|\breturn)$/.test(text) && !/\btemplate\s*<[^<>;{}]*$/.test(text);
}

const textBefore = (code: string, start: number): string => code.slice(Math.max(0, start - before), start).trimEnd();

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
  if (code === "" || ";{}:".includes(code.at(-1)!)) return true;
  const line = code.slice(code.lastIndexOf("\n") + 1);
  return isMacro(/^\s*(\w+)\s*(?:\(.*\))?$/.exec(line)?.[1] ?? "");
}
