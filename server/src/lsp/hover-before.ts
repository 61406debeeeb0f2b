// What stood at a place before an edit that is still being evaluated, marked as such, and whether the edit has changed it.
import type { Hover, HoverParams } from "vscode-languageserver";
import { hoverOf } from "../convert/hover.ts";
import { linesOf } from "../convert/lines.ts";
import { placeBefore } from "../convert/same-place.ts";
import type { Line } from "../facts/describe.ts";
import { type HoverAnswer, hover } from "../features/hover.ts";
import type { Analysis } from "./analyses.ts";
import { type Answer, followed, tellsNothing } from "./hover-answer.ts";
import { hoverLook } from "./hover-look.ts";
import type { Session } from "./server.ts";

/** What was last said without waiting for more, and where. */
export interface SaidBefore {
  readonly place: string;
  readonly said: string;
  /** What to say where the answer behind it is the same. */
  readonly same: string;
}

/** What was said at once is kept until somebody asks for what follows. */
export function remember(session: Session, params: HoverParams, found: HoverAnswer, same: string): void {
  session.saidBefore = { place: placeOf(params), said: said(found), same };
}

/** Milliseconds that a hover waits for the evaluation of an edit. */
const patience = 200;

/** What stood here before an edit that is still evaluated after a while; undefined where one had better wait. */
export function beforeEdit(session: Session, params: HoverParams): Answer | undefined {
  const path = session.pathOf(params.textDocument.uri);
  const last = path === undefined ? undefined : session.analyses.before(path);
  if (last === undefined || last.since < patience) return undefined;
  const { analysis } = last;
  const found = foundBefore(session, analysis, params);
  if (found === undefined || tellsNothing(found)) return undefined;
  remember(session, params, found, "The edit has changed nothing here.");
  const marked = { ...found, lines: [older, ...found.lines] };
  // Places are those of the older text: no range, no links.
  const { contents } = hoverOf(analysis.map, marked, { ...hoverLook(session, analysis, marked), links: [] });
  return followed(session, { contents });
}

function foundBefore(session: Session, analysis: Analysis, { textDocument, position }: HoverParams) {
  const opened = session.analyses.opened(analysis.open.document.path);
  const now = opened?.document.fragments[opened.uris.indexOf(textDocument.uri)];
  const fragment = analysis.map.uris.indexOf(textDocument.uri);
  const before = analysis.map.texts[fragment];
  if (now === undefined || before === undefined || !analysis.settings["hover.enable"]) return undefined;
  const offset = placeBefore(before, now, linesOf(now).offset(position));
  const { "hover.detail": detail } = analysis.settings;
  return offset === undefined ? undefined : hover(analysis.index(), { fragment, offset }, { detail });
}

/** Stands first among the facts, where it is seen without scrolling. */
const older: Line = {
  label: "state",
  text: "as it was before the last edit, which is being evaluated",
  brief: "as it was before the last edit, which is being evaluated",
  rank: "first",
};

/** The same as soon as it may be said, while the evaluation of the edit goes on. */
export async function beforeEditSoon(session: Session, params: HoverParams): Promise<Answer | undefined> {
  const path = session.pathOf(params.textDocument.uri);
  const last = path === undefined ? undefined : session.analyses.before(path);
  if (last === undefined) return undefined;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, patience - last.since + 1)));
  return beforeEdit(session, params);
}

/** A word instead of the same once more. */
export function unchanged(
  { client, saidBefore }: Session,
  params: HoverParams,
  found: HoverAnswer | undefined,
): Hover | undefined {
  if (found === undefined || saidBefore?.place !== placeOf(params) || saidBefore.said !== said(found)) return undefined;
  return {
    contents: { kind: client.markdown ? "markdown" : "plaintext", value: saidBefore.same },
  };
}

const placeOf = ({ textDocument, position }: HoverParams): string =>
  `${textDocument.uri}#${position.line}:${position.character}`;

/** All but the lines of callers, which an edit moves. */
const said = ({ name, title, lines, modes, notes, instances }: HoverAnswer): string =>
  JSON.stringify([name, title, lines, modes, notes, instances.map(({ text }) => text)]);
