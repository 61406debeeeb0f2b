// Completion of CuTe's names: operations with their documentation, atoms, swizzled shared-memory layouts.
//
// Offered behind `cute::` or `cute.`, and in C++ for plain words; members of C++ and Python objects are left to clangd and Pylance.
// What the argument at the cursor takes comes first.

import { smemAtomNames } from "../../../src-engine/algebra/atoms/smem-atom.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { type ApiDoc, cppDocs } from "./api-docs.ts";
import { atomNames } from "./atom-completion.ts";
import { wordBefore } from "./call-at.ts";
import { wantedBy } from "./completion-fit.ts";
import { dslNames } from "./dsl-names.ts";
import { opDocs } from "./op-docs.ts";

export interface Suggestion {
  readonly name: string;
  readonly kind: ApiDoc["kind"] | "atom" | "layout" | "value" | "word";
  readonly signature: string;
  readonly doc: string;
  /** The argument at the cursor takes what it makes. */
  readonly fits?: true;
  /** Of a variable the kind of its value. */
  readonly makes?: string;
}

export interface Suggestions {
  readonly items: readonly Suggestion[];
  /** A further letter brings others: an editor has to ask again. */
  readonly more: boolean;
}

/** `own`: the file's names, where no other server offers them. */
export function complete(text: string, offset: number, language: Language, own?: OwnNames): Suggestions {
  const { word, qualifier } = wordBefore(text, offset);
  const wanted = wantedBy(text, offset, language);
  const isPlain = qualifier === "" && !isMember(text, offset - word.length);
  const items = [...(isPlain ? begun(own?.variables ?? [], word) : []), ...suggestions(text, offset, language)];
  const known = new Set(items.map(({ name }) => name));
  const words = isPlain && items.length > 0 ? (own?.words(word) ?? []).filter(({ name }) => !known.has(name)) : [];
  return {
    items: [...items, ...words].map((one) => (wanted?.(one) === true ? { ...one, fits: true } : one)),
    more: language === "cpp" && isPlain && word.length === 1,
  };
}

export interface OwnNames {
  readonly variables: readonly Suggestion[];
  words(beginning: string): readonly Suggestion[];
}

/** `f().x`, `p->x` */
const isMember = (text: string, start: number): boolean =>
  /(?:\.|->|::)$/.test(text.slice(Math.max(0, start - 2), start));

/** `tiled_mma` by `ti` and by `mma`: what only holds the letters is no match to an editor, and would hide its own words. */
const begun = (all: readonly Suggestion[], word: string): readonly Suggestion[] =>
  all.filter(({ name }) => `_${name}`.toLowerCase().includes(`_${word}`.toLowerCase()));

const named = (all: readonly Suggestion[], word: string): readonly Suggestion[] =>
  all.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()));

function suggestions(text: string, offset: number, language: Language): readonly Suggestion[] {
  const { word, qualifier } = wordBefore(text, offset);
  const offered = language === "cpp" ? cppNames(qualifier, word) : pythonNames(text, qualifier);
  const found =
    language === "cpp" && qualifier === "" && word.length === 1 ? beginning(offered, word) : named(offered, word);
  const plain = language === "cpp" && (qualifier === "" || qualifier === "cute::");
  return plain ? [...found, ...atoms(text, offset, word)] : found;
}

/**
 * One letter has the names that begin with it, and the editor asks again with the next. It asks only those again that answered
 * something, so that a letter no name begins with has those that hold it.
 */
function beginning(all: readonly Suggestion[], letter: string): readonly Suggestion[] {
  const first = all.filter(({ name }) => name.toLowerCase().startsWith(letter.toLowerCase()));
  return first.length > 0 ? first : named(all, letter);
}

function cppNames(qualifier: string, word: string): readonly Suggestion[] {
  if (qualifier === "GMMA::" || qualifier === "UMMA::") return smemLayouts(qualifier);
  if (qualifier === "cute::" || (qualifier === "" && word !== "")) return [...cppOwn, ...smemLayouts("")];
  return [];
}

const atoms = (text: string, offset: number, word: string): readonly Suggestion[] =>
  atomNames(text, offset, word).map(({ name, signature }) => ({ name, kind: "atom", signature, doc: "" }));

/** DSL operations are attributes of modules; plain words are the user's and Python's. */
const pythonNames = (text: string, qualifier: string): readonly Suggestion[] =>
  qualifier === "" ? [] : dslNames(text, qualifier);

/** Operations of the engine that C++ does not spell so: operators, forms of tensors and coordinates. */
const inner =
  /\W|^(?:identity_|tensor_|mixed|slice_and|layout_call|swizzle_apply|same_image|coord_forms|is_(?:in|sur|bi)jective)/;

const cppOwn: readonly Suggestion[] = [
  ...cppDocs,
  ...[...opDocs.values()]
    .filter(({ name }) => !inner.test(name) && !cppDocs.some((doc) => doc.name === name))
    .map(({ name, signature, doc }) => ({ name, kind: "operation" as const, signature, doc })),
];

/** `GMMA::Layout_K_SW128_Atom`, behind its namespace without it. */
function smemLayouts(qualifier: string): readonly Suggestion[] {
  return smemAtomNames
    .filter((name) => name.startsWith(qualifier))
    .map((name) => ({
      name: name.slice(qualifier.length),
      kind: "layout",
      signature: "shared-memory layout atom",
      doc: layoutAtomDoc(name),
    }));
}

/** `Layout_K_SW128_Atom<half_t>`: 8 rows of 128 bytes, K contiguous. */
function layoutAtomDoc(name: string): string {
  const [, major, swizzle] = /Layout_(K|MN)_(\w+?)_Atom/.exec(name) ?? [];
  const bytes = /SW(\d+)/.exec(swizzle ?? "")?.[1];
  const rows = bytes === undefined ? "16 bytes" : `${bytes} bytes`;
  const how = bytes === undefined ? "without swizzle" : `with the ${bytes}-byte swizzle`;
  return `8 runs of ${rows}, ${major === "MN" ? "M or N" : "K"} contiguous, ${how}: a shared-memory layout that TMA writes and the MMA reads. Tile it with \`tile_to_shape\`.`;
}
