// What the facts at hand say at a place, as an answer to the client.
import type { Hover, HoverParams } from "vscode-languageserver";
import { whereOf } from "../convert/document-map.ts";
import { hoverOf } from "../convert/hover.ts";
import { declaredNameAt } from "../features/declared-name.ts";
import { type HoverAnswer, hover } from "../features/hover.ts";
import type { Followed } from "../protocol/hover.ts";
import type { Analysis } from "./analysis.ts";
import { hoverLook } from "./hover-look.ts";
import type { Session } from "./server.ts";

export type Answer = (Hover & Followed) | null;

export function answerIn(analysis: Analysis, { textDocument, position }: HoverParams): HoverAnswer | undefined {
  const where = whereOf(analysis.map, textDocument.uri, position);
  if (where === undefined || !analysis.settings["hover.enable"]) return undefined;
  return hover(analysis.index(), where, { detail: analysis.settings["hover.detail"] });
}

export const tellsNothing = (found: HoverAnswer | undefined): boolean =>
  found === undefined ||
  found.value.kind === "unknown" ||
  (found.value.kind === "type" && found.value.of.kind === "unknown");

export function isDeclared({ map, facts }: Analysis, { textDocument, position }: HoverParams): boolean {
  const where = whereOf(map, textDocument.uri, position);
  if (where === undefined) return false;
  return declaredNameAt(map.texts[where.fragment] ?? "", where.offset, facts.unit.language) !== undefined;
}

export const shown = (session: Session, analysis: Analysis, found: HoverAnswer | undefined): Hover | null =>
  found === undefined ? null : hoverOf(analysis.map, found, hoverLook(session, analysis, found));

/** An answer that did not wait, for a client that asks again. */
export const followed = ({ client }: Session, hover: Hover): Hover & Followed =>
  client.options.follows === true ? { ...hover, followed: true } : hover;
