// What a Python text imports and mentions, without parsing it: for the many files of a program of which nothing more is asked.
//
// It may name too much, never too little: a word may be a local variable's or an argument's name.
import type { Imported } from "../../../../src-engine/program/ir.ts";
import type { Outline, Part } from "../../../../src-engine/program/outline.ts";

/** A text without its comments and strings, which may look like code; what `{}` of a format holds is code. */
export const codeOf = (text: string): string =>
  text
    .replace(token, (found) => (found.startsWith("#") ? "" : /^\w?[fF]\w?["']/.test(found) ? found : '""'))
    .replaceAll("\\\n", "  ");

const token =
  /#[^\n]*|\w{0,2}(?:"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/g;

/** Imports at the margin, then those that functions and blocks make where they need them. */
export function importsIn(code: string): readonly Imported[] {
  const top: Imported[] = [];
  const inside: Imported[] = [];
  // `try: import x`, `a = 1; import x`
  for (const [, margin, from, listed] of code
    .replace(behind, "\n ")
    .replaceAll("import(", "import (")
    .matchAll(anImport))
    (margin === "" ? top : inside).push(importOf(from, listed!));
  return [...top, ...inside];
}

const behind = /[:;][ \t]*(?=(?:from|import)\b)/g;
const anImport = /^([ \t]*)(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(\([^)]*(?:\)|$)|[^\n;]+)/gm;

function importOf(from: string | undefined, listed: string): Imported {
  const names = [...listed.matchAll(/([\w.]+|\*)(?:\s+as\s+(\w+))?/g)].map(([, name, alias]) => ({
    name: name!,
    alias: alias ?? (from === undefined ? name!.split(".", 1)[0]! : name!),
  }));
  if (from === undefined) return { form: "import", target: "", level: 0, names };
  const level = /^\.*/.exec(from)![0].length;
  return { form: "from", target: from.slice(level), level, names };
}

export function outlineIn(code: string): Outline {
  const imports = importsIn(code).flatMap(({ names }) => names);
  const pieces = piecesOf(code);
  const known = new Set([...pieces.flatMap(namesIn), ...imports.map(({ alias }) => alias)]);
  // What comes by `*` has no name here.
  const isKnown = known.has("*") ? (): boolean => true : (word: string): boolean => known.has(word);
  return { parts: partsOf(pieces, isKnown), imports };
}

/** A statement, or a definition with what stands above it. */
interface Piece {
  readonly decorators: string;
  readonly text: string;
}

const partsOf = (pieces: readonly Piece[], isKnown: (word: string) => boolean): readonly Part[] =>
  pieces.map((piece) => ({
    names: namesIn(piece),
    mentions: wordsIn(piece, isKnown),
    members: piece.text.startsWith("class") ? partsOf(piecesOf(bodyOf(piece.text)), isKnown) : [],
  }));

/** What is indented as the first line below the head, at the margin. */
function bodyOf(text: string): string {
  const indent = /\n([ \t]+)(?=[^\s])/.exec(text)?.[1];
  return indent === undefined ? "" : text.slice(text.indexOf(`\n${indent}`)).replaceAll(`\n${indent}`, "\n");
}

/** A piece begins at the margin with a word, unless a bracket is open. */
function piecesOf(code: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let decorators = "";
  let begun = "";
  for (const text of code.split(/^(?=[A-Za-z_@])/m)) {
    const isDefinition = /^(?:@|(?:async|def|class)\b)/.test(text);
    if (begun !== "" && !isDefinition && isOpen(begun)) begun += text;
    else {
      if (begun !== "") pieces.push({ decorators, text: begun });
      if (begun !== "") decorators = "";
      begun = "";
      if (text.startsWith("@")) decorators += text;
      else if (/^(?!(?:from|import)\b)\w/.test(text)) begun = text;
    }
  }
  return begun === "" ? pieces : [...pieces, { decorators, text: begun }];
}

/** What a format holds may have brackets that do not belong to each other. */
function isOpen(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) open += "([{".includes(bracket) ? 1 : -1;
  return open > 0;
}

const head = /^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)/;
const assigned = /^[A-Za-z_][\w \t.,[\]"']*(?::[^=\n]*)?[-+*/|&]?=(?!=)/;

/** The names by which other code comes to it. */
function namesIn({ text }: Piece): readonly string[] {
  const defined = head.exec(text)?.[1];
  if (defined !== undefined) return [defined];
  const targets = assigned.exec(text)?.[0].replace(/[:=][\s\S]*$/, "") ?? "";
  return targets.split(",").flatMap((one) => /^\s*(\w+)/.exec(one)?.[1] ?? []);
}

/** Members, and words that the file gives a meaning, but for the names of definitions. */
function wordsIn({ decorators, text }: Piece, isKnown: (word: string) => boolean): ReadonlySet<string> {
  const words = new Set<string>();
  const code = decorators + text.replace(/\b(?:def|class)[ \t]+\w+/g, "");
  for (const [, dot, word] of code.matchAll(/(\.[ \t]*)?\b([A-Za-z_]\w*)/g))
    if (dot !== undefined || isKnown(word!)) words.add(word!);
  return words;
}

/** Names at the margin of which a statement changes something, or which it calls: `Shared.size = 4`, `register(Kernel)`. */
export const changedAtMargin = (code: string): readonly string[] =>
  [...code.matchAll(/^([A-Za-z_]\w*)[ \t]*[.[(]/gm)].map(([, name]) => name!);
