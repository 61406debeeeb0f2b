// Completion of CuTe's names: operations with their documentation, atoms, swizzled shared-memory layouts.
//
// Offered behind `cute::` or `cute.`, and for plain words of two letters and more; members of C++ and Python objects are
// left to clangd and Pylance. What the argument at the cursor takes comes first.

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
  readonly kind: ApiDoc["kind"] | "atom" | "layout";
  readonly signature: string;
  readonly doc: string;
  /** The argument at the cursor takes what it makes. */
  readonly fits?: true;
}

export interface Suggestions {
  readonly items: readonly Suggestion[];
  /** A further letter brings others: an editor has to ask again. */
  readonly more: boolean;
}

export function complete(text: string, offset: number, language: Language): Suggestions {
  const { word, qualifier } = wordBefore(text, offset);
  const wanted = wantedBy(text, offset, language);
  const items = suggestions(text, offset, language);
  return {
    items: items.map((one) => (wanted?.(one) === true ? { ...one, fits: true } : one)),
    more: language === "cpp" && qualifier === "" && word.length < lettersAlone,
  };
}

/** Words without a namespace in front need so many letters. */
const lettersAlone = 2;

function suggestions(text: string, offset: number, language: Language): readonly Suggestion[] {
  const { word, qualifier } = wordBefore(text, offset);
  const offered = language === "cpp" ? cppNames(qualifier, word) : pythonNames(text, qualifier);
  const lower = word.toLowerCase();
  const named = offered.filter(({ name }) => name.toLowerCase().includes(lower));
  const plain = language === "cpp" && (qualifier === "" || qualifier === "cute::");
  return plain ? [...named, ...atoms(text, offset, word)] : named;
}

function cppNames(qualifier: string, word: string): readonly Suggestion[] {
  if (qualifier === "GMMA::" || qualifier === "UMMA::") return smemLayouts(qualifier);
  if (qualifier === "cute::" || (qualifier === "" && word.length >= lettersAlone))
    return [...cppOwn, ...smemLayouts("")];
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
