// Completion of CuTe's names: operations with their documentation, atoms, swizzled shared-memory layouts.
//
// Offered behind `cute::` or `cute.`, and for plain words of two letters and more; members of C++ and Python objects are
// left to clangd and Pylance.

import { warpCopyNames } from "../../../src-engine/atoms/copy-warp.ts";
import { warpMmaNames } from "../../../src-engine/atoms/mma-warp.ts";
import { smemAtomNames } from "../../../src-engine/atoms/smem-atom.ts";
import type { Language } from "../../../src-engine/ir.ts";
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
  return offered.filter(({ name }) => name.toLowerCase().includes(lower));
}

function cppNames(qualifier: string, word: string): readonly Suggestion[] {
  if (qualifier === "GMMA::" || qualifier === "UMMA::") return smemLayouts(qualifier);
  if (qualifier === "cute::" || (qualifier === "" && word.length >= 2))
    return [...operations, ...atoms, ...smemLayouts("")];
  return [];
}

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

const atomNames: readonly string[] = [...warpMmaNames, ...warpCopyNames.map(({ name }) => name)];

const atoms: readonly Suggestion[] = [...new Set(atomNames)].map((name) => ({
  name,
  kind: "atom",
  signature: atomKind(name),
  doc: "",
}));

function atomKind(name: string): string {
  const arch = /^SM(\d+)/.exec(name)?.[1];
  return arch === undefined ? "atom" : `atom, sm_${arch} and later`;
}

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
