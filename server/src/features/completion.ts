// Completion of CuTe's names: operations with their documentation, atoms, swizzled shared-memory layouts.
//
// Offered behind `cute::` or `cute.`, and for plain words of two letters and more; members of C++ and Python objects are
// left to clangd and Pylance.

import { smemAtomNames } from "../../../src-engine/atoms/smem-atom.ts";
import type { Language } from "../../../src-engine/ir.ts";
import { atomNames } from "./atom-completion.ts";
import { wordBefore } from "./call-at.ts";
import { opDocs } from "./op-docs.ts";

export interface Suggestion {
  readonly name: string;
  readonly kind: "operation" | "atom" | "swizzle" | "layout";
  readonly signature: string;
  readonly doc: string;
}

export function complete(text: string, offset: number, language: Language): readonly Suggestion[] {
  const { word, qualifier } = wordBefore(text, offset);
  const offered = language === "cpp" ? cppNames(qualifier, word) : pythonNames(qualifier);
  const lower = word.toLowerCase();
  const named = offered.filter(({ name }) => name.toLowerCase().includes(lower));
  const plain = language === "cpp" && (qualifier === "" || qualifier === "cute::");
  return plain ? [...named, ...atoms(text, offset, word)] : named;
}

function cppNames(qualifier: string, word: string): readonly Suggestion[] {
  if (qualifier === "GMMA::" || qualifier === "UMMA::") return smemLayouts(qualifier);
  if (qualifier === "cute::" || (qualifier === "" && word.length >= 2)) return [...operations, ...smemLayouts("")];
  return [];
}

const atoms = (text: string, offset: number, word: string): readonly Suggestion[] =>
  atomNames(text, offset, word).map(({ name, signature }) => ({ name, kind: "atom", signature, doc: "" }));

/** DSL operations are attributes of the `cute` module. */
function pythonNames(qualifier: string): readonly Suggestion[] {
  return qualifier === "cute." ? operations : [];
}

const operations: readonly Suggestion[] = [...opDocs.values()].map(({ name, signature, doc }) => ({
  name,
  kind: "operation",
  signature,
  doc,
}));

/** `GMMA::Layout_K_SW128_Atom`, behind its namespace without it. */
function smemLayouts(qualifier: string): readonly Suggestion[] {
  return smemAtomNames
    .filter((name) => name.startsWith(qualifier))
    .map((name) => ({
      name: name.slice(qualifier.length),
      kind: "layout",
      signature: "shared-memory layout atom",
      doc: "Position-dependent swizzled layout for WGMMA, UMMA and TMA; tile it with `tile_to_shape`.",
    }));
}
