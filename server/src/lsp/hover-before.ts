// What stood at a place before an edit that is still being evaluated, marked as such, and whether the edit has changed it.
import type { Hover, HoverParams } from "vscode-languageserver";
import { hoverOf } from "../convert/hover.ts";
import { linesOf } from "../convert/lines.ts";
import { placeBefore } from "../convert/same-place.ts";
import type { Line } from "../facts/describe.ts";
import { type HoverAnswer, hover } from "../features/hover.ts";
import type { Analysis } from "./analysis.ts";
import { type Answer, followed, tellsNothing } from "./hover-answer.ts";
import { hoverLook } from "./hover-look.ts";
import type { Session } from "./server.ts";

/** What was last said without waiting for more, and where. */
export interface SaidBefore {
  readonly place: string;
  readonly said: string;
  /** What to say where the answer behind it is the same. */
  readonly same: string;
  /** All of it was said, or what one sees first: then all of it follows. */
  readonly how: "whole" | "short";
}

/** What was said at once is kept until somebody asks for what follows. */
export function remember(
  session: Session,
  params: HoverParams,
  found: HoverAnswer,
  { same, how }: Pick<SaidBefore, "same" | "how">,
): void {
  session.saidBefore = { place: placeOf(params), said: said(found), same, how };
}

/** Milliseconds that a hover waits for an evaluation, be it of an edit or on an assumption. */
export const patience = 200;

/** What stood here before an edit that is still evaluated after a while; undefined where one had better wait. */
export function beforeEdit(session: Session, params: HoverParams): Answer | undefined {
  const path = session.pathOf(params.textDocument.uri);
  const last = path === undefined ? undefined : session.analyses.before(path);
  if (last === undefined || last.since < patience) return undefined;
  const { analysis } = last;
  const found = foundBefore(session, analysis, params);
  if (found === undefined || tellsNothing(found)) return undefined;
  const how = session.client.options.follows === true ? "short" : "whole";
  remember(session, params, found, { same: "The edit has changed nothing here.", how });
  const told = how === "short" ? firstOf(found) : found;
  const marked = { ...told, lines: [older, ...told.lines] };
  const look = how === "short" ? { markdown: session.client.markdown } : hoverLook(session, analysis, marked);
  // Places are those of the older text: no range, no links.
  const { contents } = hoverOf(analysis.map, marked, { ...look, links: [] });
  return followed(session, { contents });
}

/** It stays below the answer that follows, which has the picture and the rest. */
const firstOf = (found: HoverAnswer): HoverAnswer => ({
  ...found,
  lines: found.lines.filter(({ rank, further }) => rank === "first" && further !== true),
  modes: [],
  notes: [],
  origin: [],
  instances: [],
});

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
const stateLine = (text: string): Line => ({ label: "state", text, brief: text, rank: "first" });
const older = stateLine("as it was before the last edit, which is being evaluated");

/** The same as soon as it may be said, while the evaluation of the edit goes on. */
export async function beforeEditSoon(session: Session, params: HoverParams): Promise<Answer | undefined> {
  const path = session.pathOf(params.textDocument.uri);
  const last = path === undefined ? undefined : session.analyses.before(path);
  if (last === undefined) return undefined;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, patience - last.since + 1)));
  return beforeEdit(session, params);
}

/** A word instead of the same once more; or the rest of it, with that word. */
export function unchanged(
  { client, saidBefore }: Session,
  params: HoverParams,
  found: HoverAnswer | undefined,
): Hover | HoverAnswer | undefined {
  if (found === undefined || saidBefore?.place !== placeOf(params) || saidBefore.said !== said(found)) return found;
  const { how, same } = saidBefore;
  if (how === "short") return { ...found, lines: [stateLine(same.replace(/\.$/, "")), ...found.lines] };
  return { contents: { kind: client.markdown ? "markdown" : "plaintext", value: same } };
}

const placeOf = ({ textDocument, position }: HoverParams): string =>
  `${textDocument.uri}#${position.line}:${position.character}`;

/** All but the lines of callers, which an edit moves. */
const said = ({ name, title, lines, modes, notes, instances }: HoverAnswer): string =>
  JSON.stringify([name, title, lines, modes, notes, instances.map(({ text }) => text)]);
