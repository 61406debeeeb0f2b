// The hover request: from the facts at hand; for a declared name that has none, also from what holds on an assumption.
//
// It does not wait long for an evaluation, neither of an edit nor on an assumption: what is known is shown, marked as such.
import type { Hover, HoverParams } from "vscode-languageserver";
import { whereOf } from "../convert/document-map.ts";
import { hoverOf } from "../convert/hover.ts";
import { linesOf } from "../convert/lines.ts";
import { placeBefore } from "../convert/same-place.ts";
import type { Line } from "../facts/describe.ts";
import { declaredNameAt } from "../features/declared-name.ts";
import { type HoverAnswer, hover } from "../features/hover.ts";
import { waitingHover } from "../features/hover-waiting.ts";
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
    if (analysis === undefined) {
      const before = beforeEdit(session, params);
      return before === undefined ? undefined : { result: before };
    }
    const found = answerIn(analysis, params);
    if (!tellsNothing(found) || !isDeclared(analysis, params))
      return atOnce(log, method, null, () => shown(session, analysis, found));
    return isLater(session, analysis) ? atOnce(log, method, null, () => later(session, analysis, params)) : undefined;
  });
  session.connection.onHover(
    guarded<HoverParams, Hover | null>(log, method, null, async (params, token) => {
      const facts = subjectOf(session, params.textDocument.uri);
      const before = beforeEditSoon(session, params);
      const soon = await Promise.race([facts.then(() => undefined), before]);
      if (soon !== undefined) return soon;
      const analysis = (await facts)?.analysis;
      if (analysis === undefined || token.isCancellationRequested) return null;
      const found = answerIn(analysis, params);
      if (!tellsNothing(found) || !isDeclared(analysis, params)) return shown(session, analysis, found);
      return onAssumption(session, analysis, params, found);
    }),
  );
}

/** What holds on an assumption, where one need not wait long for it. */
async function onAssumption(
  session: Session,
  analysis: Analysis,
  params: HoverParams,
  found: HoverAnswer | undefined,
): Promise<Hover | null> {
  if (isLater(session, analysis)) return later(session, analysis, params);
  const deeper = await session.analyses.deeper(analysis.open.document.path);
  const more = deeper === undefined ? undefined : answerIn(deeper, params);
  return deeper === undefined || tellsNothing(more) ? shown(session, analysis, found) : shown(session, deeper, more);
}

const isLater = (session: Session, { open }: Analysis): boolean => session.analyses.isDeeperLong(open.document.path);

/** What is known now; the rest is worked out behind this answer, for the next question. */
function later(session: Session, analysis: Analysis, params: HoverParams): Hover | null {
  setTimeout(() => void session.analyses.deeper(analysis.open.document.path), 0);
  const where = whereOf(analysis.map, params.textDocument.uri, params.position);
  const found = answerIn(analysis, params);
  return shown(session, analysis, where === undefined ? found : waitingHover(analysis.index(), where, found));
}

/** What stood here before an edit that is still evaluated after a while; undefined where one had better wait. */
function beforeEdit(session: Session, { textDocument, position }: HoverParams): Hover | undefined {
  const path = session.pathOf(textDocument.uri);
  const last = path === undefined ? undefined : session.analyses.before(path);
  const opened = path === undefined ? undefined : session.analyses.opened(path);
  if (last === undefined || opened === undefined || last.since < patience) return undefined;
  const { analysis } = last;
  const now = opened.document.fragments[opened.uris.indexOf(textDocument.uri)];
  const fragment = analysis.map.uris.indexOf(textDocument.uri);
  const before = analysis.map.texts[fragment];
  if (now === undefined || before === undefined || !analysis.settings["hover.enable"]) return undefined;
  const offset = placeBefore(before, now, linesOf(now).offset(position));
  const { "hover.detail": detail } = analysis.settings;
  const found = offset === undefined ? undefined : hover(analysis.index(), { fragment, offset }, { detail });
  if (found === undefined || tellsNothing(found)) return undefined;
  const marked = { ...found, lines: [older, ...found.lines] };
  // Places are those of the older text: no range, no links.
  return { contents: hoverOf(analysis.map, marked, { ...hoverLook(session, analysis, marked), links: [] }).contents };
}

/** Stands first among the facts, where it is seen without scrolling. */
const older: Line = {
  label: "state",
  text: "as it was before the last edit, which is being evaluated",
  brief: "as it was before the last edit, which is being evaluated",
  rank: "first",
};

/** The same as soon as it may be said, while the evaluation of the edit goes on. */
async function beforeEditSoon(session: Session, params: HoverParams): Promise<Hover | undefined> {
  const path = session.pathOf(params.textDocument.uri);
  const last = path === undefined ? undefined : session.analyses.before(path);
  if (last === undefined) return undefined;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, patience - last.since + 1)));
  return beforeEdit(session, params);
}

/** Milliseconds that a hover waits for the evaluation of an edit. */
const patience = 200;

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
