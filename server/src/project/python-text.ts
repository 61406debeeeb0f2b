// What is asked of a Python document's text before it is parsed, or instead.
import type { Imported } from "../../../src-engine/program/ir.ts";
import type { Outline } from "../../../src-engine/program/outline.ts";
import { changedAtMargin, codeOf, importsIn, modulesOf, outlineIn } from "../languages/python/outline.ts";
import type { Document } from "./analyse.ts";

/** The cells of a notebook as one text. */
export const codeIn = ({ fragments }: Document): string => codeOf(fragments.join("\n"));

const outlines = new WeakMap<Document, Outline>();

export function outlineOfText(document: Document): Outline {
  const known = outlines.get(document) ?? outlineIn(codeIn(document));
  outlines.set(document, known);
  return known;
}

const meddling = new WeakMap<ReadonlyMap<string, string>, boolean>();

/** Does it change what it has from another file as soon as it is imported, as `Shared.size = 4` at the margin does? */
export function meddles(document: Document, links: ReadonlyMap<string, string>): boolean {
  const known = meddling.get(links);
  if (known !== undefined) return known;
  const code = codeIn(document);
  const changed = new Set(changedAtMargin(code));
  const isFrom = ({ target, level, names }: Imported): boolean =>
    names.some(({ name, alias }) => changed.has(alias) && modulesOf(target, level, name).some((one) => links.has(one)));
  const found = changed.size > 0 && importsIn(code).some(isFrom);
  meddling.set(links, found);
  return found;
}
