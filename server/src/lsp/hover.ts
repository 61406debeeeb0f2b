// The hover request: from the facts at hand; for a declared name that has none, also from what holds on an assumption.
//
// It does not wait long for an evaluation, neither of an edit nor on an assumption: what is known is shown, marked as such.
// A client that asks again with `settled` gets what holds behind that evaluation.
import type { CancellationToken, Hover, HoverParams } from "vscode-languageserver";
import { whereOf } from "../convert/document-map.ts";
import type { HoverAnswer } from "../features/hover.ts";
import { waitingHover } from "../features/hover-waiting.ts";
import type { SettledParams } from "../protocol/hover.ts";
import type { Analysis } from "./analysis.ts";
import { atOnce, guarded, type Log } from "./guard.ts";
import { type Answer, answerIn, followed, isDeclared, shown, tellsNothing } from "./hover-answer.ts";
import { beforeEdit, beforeEditSoon, patience, remember, unchanged } from "./hover-before.ts";
import { subjectOf } from "./requests.ts";
import type { Session } from "./server.ts";

type Asked = HoverParams & SettledParams;

const method = "textDocument/hover";

export function answerHover(session: Session): void {
  const log = { error: (message: string) => session.connection.console.error(message) };
  session.immediate.set(method, (params: Asked) => (params.settled === true ? undefined : now(session, log, params)));
  session.connection.onHover(
    guarded<Asked, Answer>(log, method, null, async (params, token) => {
      if (params.settled === true) return settled(session, params, token);
      const facts = subjectOf(session, params.textDocument.uri);
      const before = beforeEditSoon(session, params);
      const soon = await Promise.race([facts.then(() => undefined), before]);
      if (soon !== undefined) return soon;
      const analysis = (await facts)?.analysis;
      if (analysis === undefined || token.isCancellationRequested) return null;
      const found = answerIn(analysis, params);
      if (!tellsNothing(found) || !isDeclared(analysis, params)) return shown(session, analysis, found);
      const last = await Promise.race([assumed(session, analysis, params, found), pause(patience)]);
      return last === undefined ? later(session, analysis, params) : shown(session, last.analysis, last.found);
    }),
  );
}

/** What can be said between two steps of other work. */
function now(session: Session, log: Log, params: Asked): { readonly result: unknown } | undefined {
  const path = session.pathOf(params.textDocument.uri);
  const analysis = path === undefined ? undefined : session.analyses.now(path);
  if (analysis === undefined) {
    const before = beforeEdit(session, params);
    return before === undefined ? undefined : { result: before };
  }
  const found = answerIn(analysis, params);
  if (tellsNothing(found) && isDeclared(analysis, params)) return undefined;
  return atOnce(log, method, null, () => shown(session, analysis, found));
}

/** What holds when the evaluation is over that the answer before did not wait for. */
async function settled(session: Session, params: Asked, token: CancellationToken): Promise<Hover | null> {
  const path = session.pathOf(params.textDocument.uri);
  const analysis = path === undefined ? undefined : await session.analyses.whole(path);
  if (analysis === undefined || token.isCancellationRequested) return null;
  const found = answerIn(analysis, params);
  const isOpen = tellsNothing(found) && isDeclared(analysis, params);
  const last = isOpen ? await assumed(session, analysis, params, found) : { analysis, found };
  const told = unchanged(session, params, last.found);
  return told !== undefined && "contents" in told ? told : shown(session, last.analysis, told);
}

/** What holds on an assumption, where that says more. */
async function assumed(
  session: Session,
  analysis: Analysis,
  params: HoverParams,
  found: HoverAnswer | undefined,
): Promise<{ readonly analysis: Analysis; readonly found: HoverAnswer | undefined }> {
  const deeper = await session.analyses.deeper(analysis.open.document.path);
  const more = deeper === undefined ? undefined : answerIn(deeper, params);
  return deeper === undefined || tellsNothing(more) ? { analysis, found } : { analysis: deeper, found: more };
}

const pause = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));

/** What is known now; the rest is being worked out, for the next question. */
function later(session: Session, analysis: Analysis, params: HoverParams): Answer {
  const where = whereOf(analysis.map, params.textDocument.uri, params.position);
  const found = answerIn(analysis, params);
  if (found !== undefined) remember(session, params, found, { same: "No more is known.", how: "whole" });
  const then = session.client.options.follows === true ? "it follows" : "look again in a moment";
  const waiting = where === undefined ? found : waitingHover(analysis.index(), where, found, then);
  const answer = shown(session, analysis, waiting);
  return answer === null ? null : followed(session, answer);
}
