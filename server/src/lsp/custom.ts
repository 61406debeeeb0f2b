// Answers the requests of our own: cuteLens/view, facts, why, explain. The same guard as LSP's.
import type { CancellationToken } from "vscode-languageserver";
import { rangeOf, whereOf } from "../convert/document-map.ts";
import { explain } from "../features/explain.ts";
import { factList } from "../features/fact-list.ts";
import { viewAt, viewOfExpression } from "../features/view.ts";
import { whyHere } from "../features/why.ts";
import {
  type ExplainParams,
  type ExplainResult,
  explainRequest,
  type FactsParams,
  type FactsResult,
  factsRequest,
  type ViewParams,
  type ViewResult,
  viewRequest,
  type WhyParams,
  type WhyResult,
  whyRequest,
} from "../protocol/requests.ts";
import type { Analysis } from "./analyses.ts";
import { guarded } from "./guard.ts";
import { subjectOf } from "./requests.ts";
import type { Session } from "./server.ts";

export function answerCustomRequests(session: Session): void {
  on<ViewParams, ViewResult | null>(session, viewRequest, null, (params) => view(session, params));
  on<FactsParams, FactsResult>(session, factsRequest, { facts: [] }, (params) => facts(session, params));
  on<WhyParams, WhyResult>(session, whyRequest, { lines: [] }, (params) => why(session, params));
  on<ExplainParams, readonly ExplainResult[]>(session, explainRequest, [], ({ text }) => explain(text));
}

function on<P, R>(session: Session, method: string, nothing: R, handler: (params: P) => Promise<R> | R): void {
  const { connection } = session;
  const log = { error: (message: string) => connection.console.error(message) };
  connection.onRequest(
    method,
    (params: P, token: CancellationToken): Promise<unknown> =>
      guarded<P, R>(log, method, nothing, handler)(params, token),
  );
}

async function view(session: Session, params: ViewParams): Promise<ViewResult | null> {
  const { uri, position, expression } = params;
  const analysis = await analysisOf(session, uri, params.bindings);
  if (expression !== undefined) return viewOfExpression(expression, analysis?.facts.unit.language ?? "cpp", params);
  const where = analysis === undefined || position === undefined ? undefined : whereOf(analysis.map, uri, position);
  if (analysis === undefined || where === undefined) return null;
  const found = viewAt(analysis.index(), where, params);
  if (found === undefined) return null;
  const { result, place, inputs } = found;
  const shown = { ...result, range: rangeOf(analysis.map, place) };
  if (result.step === undefined) return shown;
  const located = result.step.inputs.map((input, i) => {
    const at = inputs[i];
    return at === undefined ? input : { ...input, range: rangeOf(analysis.map, at) };
  });
  return { ...shown, step: { ...result.step, inputs: located } };
}

async function facts(session: Session, { uri, bindings }: FactsParams): Promise<FactsResult> {
  const analysis = await analysisOf(session, uri, bindings);
  if (analysis === undefined) return { facts: [] };
  const listed = factList(analysis.index());
  return { facts: listed.map(({ place, ...fact }) => ({ ...fact, range: rangeOf(analysis.map, place) })) };
}

async function why(session: Session, { uri, position }: WhyParams): Promise<WhyResult> {
  const subject = await subjectOf(session, uri);
  if (subject === undefined) return { lines: ["This file says nothing about CuTe, or evaluation is switched off."] };
  const where = whereOf(subject.analysis.map, uri, position);
  return { lines: where === undefined ? [] : whyHere(subject.analysis.index(), where) };
}

/** The facts of a document, or what they would be with values for symbols. */
async function analysisOf(
  session: Session,
  uri: string,
  bindings: Readonly<Record<string, string>> | undefined,
): Promise<Analysis | undefined> {
  const path = session.pathOf(uri);
  if (path === undefined) return undefined;
  const numbers = Object.entries(bindings ?? {}).map(([name, text]) => [name, Number(text)] as const);
  const bound = new Map(numbers.filter(([, value]) => Number.isSafeInteger(value)));
  return bound.size === 0 ? session.analyses.current(path) : session.analyses.whatIf(path, bound);
}
