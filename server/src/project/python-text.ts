// What is asked of a Python document's text before it is parsed, or instead.
import { modulesOf } from "../../../src-engine/interpret/imports.ts";
import type { Imported } from "../../../src-engine/program/ir.ts";
import type { Outline } from "../../../src-engine/program/outline.ts";
import { apart } from "../apart.ts";
import { changedAtMargin, codeOf, importsIn, outlineIn } from "../languages/python/outline.ts";
import type { Document } from "./analyse.ts";

/** The cells of a notebook as one text. */
export const codeIn = ({ fragments }: Document): string => codeOf(fragments.join("\n"));

const outlines = new WeakMap<Document, Outline>();

export function outlineOfText(document: Document): Outline {
  const known = outlines.get(document) ?? apart(outlineIn(codeIn(document)));
  outlines.set(document, known);
  return known;
}

/** What a document imports. */
export const importsOfText = (document: Document): readonly Imported[] => apart(importsIn(codeIn(document)));

type Links = ReadonlyMap<string, string>;

const meddling = new WeakMap<Document, { readonly links: Links; readonly found: boolean }>();

/** Does it change what it has from another file as soon as it is imported, as `Shared.size = 4` at the margin does? */
export function meddles(document: Document, links: Links): boolean {
  const known = meddling.get(document);
  if (known?.links === links) return known.found;
  const code = codeIn(document);
  const changed = new Set(changedAtMargin(code));
  const isFrom = (one: Imported): boolean =>
    one.names.some(({ name, alias }) => changed.has(alias) && modulesOf(one, name).some((path) => links.has(path)));
  const found = changed.size > 0 && importsIn(code).some(isFrom);
  meddling.set(document, { links, found });
  return found;
}
