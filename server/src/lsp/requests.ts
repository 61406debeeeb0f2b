// Answers each LSP request from the facts: finds the document, calls the feature, converts. Every handler is guarded.
import type {
  CancellationToken,
  CodeAction,
  CodeActionParams,
  InlayHint,
  InlayHintParams,
  Range,
} from "vscode-languageserver";
import type { Place } from "../../../src-engine/program/ir.ts";
import { codeLensOf, documentSymbolOf, inlayHintOf, previewCommand, semanticTokensOf } from "../convert/answers.ts";
import { type DocumentMap, whereOf } from "../convert/document-map.ts";
import { hoverOf } from "../convert/hover.ts";
import { codeActionOf, lookOf, rewriteOf } from "../convert/problems.ts";
import { codeActions } from "../features/code-actions.ts";
import { codeLenses } from "../features/code-lens.ts";
import { commentActions } from "../features/comment-action.ts";
import { remediesOf } from "../features/costs/remedy-actions.ts";
import { exampleActions } from "../features/example-action.ts";
import { hover } from "../features/hover.ts";
import { hintedNames, inlayHints } from "../features/inlay-hints.ts";
import { outline } from "../features/outline.ts";
import { semanticTokens } from "../features/semantic-tokens.ts";
import type { Problem } from "../rules/problem.ts";
import type { Analysis } from "./analysis.ts";
import { answerCommands } from "./commands.ts";
import { answerCompletion } from "./completion.ts";
import { answerCustomRequests } from "./custom.ts";
import { atOnce, guarded } from "./guard.ts";
import { answerHover } from "./hover.ts";
import { hoverLook } from "./hover-look.ts";
import type { Session } from "./server.ts";

export function answerRequests(session: Session): void {
  const { connection } = session;
  answerHover(session);
  answerHints(session);
  connection.languages.inlayHint.resolve(guardedResolve(session));
  connection.onDocumentSymbol(
    answer(session, "textDocument/documentSymbol", [], ({ analysis, uri }) => {
      const fragment = analysis.map.uris.indexOf(uri);
      if (!analysis.settings["outline.enable"]) return [];
      const entries = outline(analysis.index()).filter(({ place }) => place.fragment === fragment);
      return entries.map((entry) => documentSymbolOf(analysis.map, entry));
    }),
  );
  connection.onCodeLens(
    answer(session, "textDocument/codeLens", [], ({ analysis, uri }) => {
      const fragment = analysis.map.uris.indexOf(uri);
      const commands = session.client.options.commands ?? [];
      const lenses = codeLenses(analysis.index(), analysis.settings).filter(({ place }) => place.fragment === fragment);
      return lenses.map((lens) => codeLensOf(analysis.map, lens, commands));
    }),
  );
  connection.onCodeAction(guarded(logOf(session), "textDocument/codeAction", [], (params) => actions(session, params)));
  connection.languages.semanticTokens.on(
    answer(session, "textDocument/semanticTokens/full", { data: [] }, ({ analysis, uri }) => {
      if (!analysis.settings["semanticTokens.enable"]) return { data: [] };
      return semanticTokensOf(analysis.map, analysis.map.uris.indexOf(uri), semanticTokens(analysis.index()));
    }),
  );
  answerCommands(session);
  answerCompletion(session);
  answerCustomRequests(session);
}

/** Of a large file, what is in sight is looked at first. */
function answerHints(session: Session): void {
  const method = "textDocument/inlayHint";
  const log = logOf(session);
  const hints = (analysis: Analysis, { textDocument, range }: InlayHintParams): InlayHint[] => {
    const within = placeOf(analysis.map, textDocument.uri, range);
    if (within === undefined || !analysis.settings["inlayHints.enable"]) return [];
    const commands = session.client.options.commands ?? [];
    const found = inlayHints(analysis.index(), within, analysis.settings);
    session.analyses.sees(analysis.open.document.path, hintedNames(analysis.index(), found));
    return found.map((one) => inlayHintOf(analysis.map, one, commands));
  };
  const isUnseen = (analysis: Analysis, { textDocument, range }: InlayHintParams): boolean => {
    const within = placeOf(analysis.map, textDocument.uri, range);
    return within !== undefined && session.analyses.isUnseen(analysis, within);
  };
  session.immediate.set(method, (params: InlayHintParams) => {
    const path = session.pathOf(params.textDocument.uri);
    if (path === undefined) return undefined;
    const settled = session.analyses.now(path);
    const analysis = settled ?? session.analyses.ahead(path);
    if (analysis === undefined || isUnseen(analysis, params)) return undefined;
    // The editor asks again when all is known.
    if (settled === undefined) session.told.set(path, analysis.open.document.version);
    return atOnce(log, method, [], () => hints(analysis, params));
  });
  session.connection.languages.inlayHint.on(
    guarded<InlayHintParams, InlayHint[]>(log, method, [], async (params, token) => {
      const subject = await subjectOf(session, params.textDocument.uri);
      const within = subject === undefined ? undefined : placeOf(subject.analysis.map, subject.uri, params.range);
      if (subject === undefined || within === undefined || token.isCancellationRequested) return [];
      const analysis = await session.analyses.inSight(subject.analysis, within);
      return token.isCancellationRequested ? [] : hints(analysis, params);
    }),
  );
}

const logOf = ({ connection }: Session) => ({ error: (message: string) => connection.console.error(message) });

async function actions(session: Session, { textDocument, range }: CodeActionParams): Promise<CodeAction[]> {
  const { analysis } = (await subjectOf(session, textDocument.uri)) ?? {};
  const selection = analysis === undefined ? undefined : placeOf(analysis.map, textDocument.uri, range);
  if (analysis === undefined || selection === undefined) return [];
  const { facts, map } = analysis;
  const problems = (await analysis.problems()) ?? [];
  const index = analysis.index();
  const { pages } = session.environment;
  const canLook = session.client.options.commands?.includes(previewCommand) === true;
  const remedies = (problem: Problem) => remediesOf(index, problem);
  const mends = codeActions(problems, selection, map.texts, facts.unit.language, remedies).flatMap((action) => {
    if (action.kind === "fix") return [codeActionOf(map, action, pages)];
    return canLook ? [lookOf(map, action, pages)] : [];
  });
  const offers = [...commentActions(index, selection), ...exampleActions(index, selection)];
  return [...mends, ...offers.map((fix) => rewriteOf(map, fix))];
}

/** A document with its facts, and the URI that the request named: the document's or a cell's. */
export interface Subject {
  readonly analysis: Analysis;
  readonly uri: string;
}

type WithDocument = { readonly textDocument: { readonly uri: string } };

/** A handler that waits for the facts of the text as it is now; without facts the answer is `nothing`. */
export function answer<P extends WithDocument, R>(
  session: Session,
  method: string,
  nothing: R,
  handler: (subject: Subject, params: P) => R,
) {
  const log = logOf(session);
  session.immediate.set(method, (params: P) => {
    const { uri } = params.textDocument;
    const path = session.pathOf(uri);
    const analysis = path === undefined ? undefined : session.analyses.now(path);
    return analysis === undefined ? undefined : atOnce(log, method, nothing, () => handler({ analysis, uri }, params));
  });
  return guarded<P, R>(log, method, nothing, async (params, token) => {
    const subject = await subjectOf(session, params.textDocument.uri);
    return subject === undefined || token.isCancellationRequested ? nothing : handler(subject, params);
  });
}

export async function subjectOf(session: Session, uri: string): Promise<Subject | undefined> {
  const path = session.pathOf(uri);
  if (path === undefined) return undefined;
  // Facts of this very text do: when another file's edit changes them, the editor is told to ask again.
  const analysis = session.analyses.now(path) ?? (await session.analyses.current(path));
  return analysis === undefined ? undefined : { analysis, uri };
}

export function placeOf(map: DocumentMap, uri: string, range: Range): Place | undefined {
  const start = whereOf(map, uri, range.start);
  const end = whereOf(map, uri, range.end);
  return start === undefined || end === undefined
    ? undefined
    : { fragment: start.fragment, start: start.offset, end: end.offset };
}

/** The tooltip of a hint is the hover of its name, made when it is asked for. */
function guardedResolve(session: Session) {
  const log = logOf(session);
  return async (hint: InlayHint, token: CancellationToken): Promise<InlayHint> => {
    const resolve = guarded<InlayHint, InlayHint>(log, "inlay hint", hint, async () => {
      const at = hintData(hint.data);
      const subject = at === undefined ? undefined : await subjectOf(session, at.uri);
      if (at === undefined || subject === undefined) return hint;
      const { analysis } = subject;
      const found = hover(analysis.index(), at, { detail: analysis.settings["hover.detail"] });
      if (found === undefined) return hint;
      const { contents } = hoverOf(analysis.map, found, hoverLook(session, analysis, found));
      return typeof contents === "object" && "kind" in contents ? { ...hint, tooltip: contents } : hint;
    });
    const resolved = await resolve(hint, token);
    return "position" in resolved ? resolved : hint;
  };
}

function hintData(
  data: unknown,
): { readonly uri: string; readonly fragment: number; readonly offset: number } | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { uri, fragment, offset } = data as Readonly<Record<string, unknown>>;
  return typeof uri === "string" && typeof fragment === "number" && typeof offset === "number"
    ? { uri, fragment, offset }
    : undefined;
}
