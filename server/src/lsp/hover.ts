// The hover request: from the facts at hand; for a declared name that has none, also from what holds on an assumption.
import type { Hover, HoverParams } from "vscode-languageserver";
import { whereOf } from "../convert/document-map.ts";
import { hoverOf } from "../convert/hover.ts";
import { declaredNameAt } from "../features/declared-name.ts";
import { type HoverAnswer, hover } from "../features/hover.ts";
import type { Analysis } from "./analyses.ts";
import { atOnce, guarded } from "./guard.ts";
import { hoverLook } from "./hover-look.ts";
import { subjectOf } from "./requests.ts";
import type { Session } from "./server.ts";

const method = "textDocument/hover";

export function answerHover(session: Session): void {
  const log = { error: (message: string) => session.connection.console.error(message) };
  session.immediate.set(method, (params: HoverParams) => {
    const path = session.pathOf(params.textDocument.uri);
    const analysis = path === undefined ? undefined : session.analyses.now(path);
    if (analysis === undefined) return undefined;
    const found = answerIn(analysis, params);
    // A longer evaluation may say more: that is not done at once.
    return tellsNothing(found) && isDeclared(analysis, params)
      ? undefined
      : atOnce(log, method, null, () => shown(session, analysis, found));
  });
  session.connection.onHover(
    guarded<HoverParams, Hover | null>(log, method, null, async (params, token) => {
      const analysis = (await subjectOf(session, params.textDocument.uri))?.analysis;
      if (analysis === undefined || token.isCancellationRequested) return null;
      const found = answerIn(analysis, params);
      if (!tellsNothing(found) || !isDeclared(analysis, params)) return shown(session, analysis, found);
      const deeper = await session.analyses.deeper(analysis.open.document.path);
      const more = deeper === undefined || token.isCancellationRequested ? undefined : answerIn(deeper, params);
      return deeper === undefined || tellsNothing(more)
        ? shown(session, analysis, found)
        : shown(session, deeper, more);
    }),
  );
}

function answerIn(analysis: Analysis, { textDocument, position }: HoverParams): HoverAnswer | undefined {
  const where = whereOf(analysis.map, textDocument.uri, position);
  if (where === undefined || !analysis.settings["hover.enable"]) return undefined;
  return hover(analysis.index(), where, { detail: analysis.settings["hover.detail"] });
}

const tellsNothing = (found: HoverAnswer | undefined): boolean =>
  found === undefined ||
  found.value.kind === "unknown" ||
  (found.value.kind === "type" && found.value.of.kind === "unknown");

function isDeclared({ map, facts }: Analysis, { textDocument, position }: HoverParams): boolean {
  const where = whereOf(map, textDocument.uri, position);
  if (where === undefined) return false;
  return declaredNameAt(map.texts[where.fragment] ?? "", where.offset, facts.unit.language) !== undefined;
}

const shown = (session: Session, analysis: Analysis, found: HoverAnswer | undefined): Hover | null =>
  found === undefined ? null : hoverOf(analysis.map, found, hoverLook(session, analysis, found));
