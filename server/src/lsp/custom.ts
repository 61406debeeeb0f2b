// Answers the requests of our own: cuteLens/view, facts, costs, changes, why, explain. The same guard as LSP's.
import type { CancellationToken } from "vscode-languageserver";
import type { Place } from "../../../src-engine/program/ir.ts";
import { locationOf, rangeOf, whereOf } from "../convert/document-map.ts";
import type { Written } from "../features/costs/cost-view.ts";
import { explain } from "../features/explain.ts";
import { factList } from "../features/fact-list.ts";
import { type Edit, edited, editsFor, moved, movedBack } from "../features/literal-edits.ts";
import { untakenSides } from "../features/untaken-sides.ts";
import { type Shown, viewAt, viewOfExpression } from "../features/view.ts";
import { type Literal, literalsAround } from "../features/what-if.ts";
import { whyHere } from "../features/why.ts";
import { type ChangesResult, changesRequest } from "../protocol/changes.ts";
import {
  type CostsParams,
  type CostsResult,
  costsRequest,
  type ExplainParams,
  type ExplainResult,
  explainRequest,
  type FactsParams,
  type FactsResult,
  factsRequest,
  type Range,
  type UntakenParams,
  type UntakenResult,
  untakenRequest,
  type ViewParams,
  type ViewResult,
  viewRequest,
  type WhyParams,
  type WhyResult,
  whyRequest,
} from "../protocol/requests.ts";
import type { LiteralJson, RemedyJson } from "../protocol/what-if.ts";
import type { Analysis } from "./analysis.ts";
import { Changes } from "./changes.ts";
import { costs } from "./costs.ts";
import { effectsOf, losingValue } from "./effects.ts";
import { guarded } from "./guard.ts";
import { subjectOf } from "./requests.ts";
import type { Session } from "./server.ts";

export function answerCustomRequests(session: Session): void {
  on<ViewParams, ViewResult | null>(session, viewRequest, null, (params) => view(session, params));
  on<FactsParams, FactsResult>(session, factsRequest, { facts: [] }, (params) => facts(session, params));
  on<CostsParams, CostsResult>(session, costsRequest, { kernels: [] }, (params) => costs(session, params));
  const changes = new Changes(session);
  on<unknown, ChangesResult>(session, changesRequest, { functions: [] }, (params) => changes.answer(params));
  on<WhyParams, WhyResult>(session, whyRequest, { lines: [] }, (params) => why(session, params));
  on<UntakenParams, UntakenResult>(session, untakenRequest, { sides: [] }, (params) => untaken(session, params));
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
  const { uri, expression } = params;
  if (expression === undefined)
    return params.literals === undefined ? viewAsIs(session, params) : viewTried(session, params, params.literals);
  const analysis = await analysisOf(session, uri, params.bindings);
  return viewOfExpression(expression, analysis?.facts.unit.language ?? "cpp", params);
}

async function viewAsIs(session: Session, params: ViewParams): Promise<ViewResult | null> {
  const { uri, position, bindings } = params;
  const analysis = await analysisOf(session, uri, bindings);
  const where = analysis === undefined || position === undefined ? undefined : whereOf(analysis.map, uri, position);
  if (analysis === undefined || where === undefined) return null;
  const found = viewAt(analysis.index(), where, params);
  if (found === undefined) return null;
  const literals = literalsAround(analysis.index(), found.result.instance, found.place);
  const asIs = numbersIn(bindings).size === 0 ? undefined : session.analyses.now(analysis.open.document.path);
  const shown = {
    ...located(found, (place) => rangeOf(analysis.map, place), literalsJson(analysis, found, literals, [])),
    ...(asIs === undefined ? {} : { effects: await effectsOf(asIs, analysis) }),
  };
  const remedies = found.remedies.map((one) => remedyJson(analysis, one));
  const told = analysis.stage === "early" ? stillEvaluated(shown) : shown;
  return remedies.length === 0 ? told : { ...told, remedies };
}

/** What is not known yet may be so in a moment: then the preview asks again. */
export const stillEvaluated = (view: ViewResult): ViewResult =>
  view.kind === "unknown" ? { ...view, notation: "…", why: "the file is still being evaluated" } : view;

/** The view with other numbers in the source: that of the edited text, said in places of the text as it is. */
async function viewTried(
  session: Session,
  params: ViewParams,
  values: Readonly<Record<string, string>>,
): Promise<ViewResult | null> {
  const asIs = await analysisOf(session, params.uri, undefined);
  const where =
    asIs === undefined || params.position === undefined ? undefined : whereOf(asIs.map, params.uri, params.position);
  if (asIs === undefined || where === undefined) return null;
  const before = viewAt(asIs.index(), where, params);
  const literals = literalsAround(asIs.index(), before?.result.instance ?? "", before?.place);
  const edits = editsFor(literals, values);
  const path = asIs.open.document.path;
  const analysis = await session.analyses.whatIf(
    path,
    numbersIn(params.bindings),
    edited(asIs.open.document.fragments, edits),
  );
  if (analysis === undefined) return null;
  const label = asIs.facts.instances.find(({ id }) => id === before?.result.instance)?.label;
  const asked = label === undefined || label === "" ? params : { ...params, instance: label };
  const there = { fragment: where.fragment, offset: moved(edits, where.fragment, where.offset) };
  const found = viewAt(analysis.index(), there, asked);
  if (found === undefined) return null;
  const back = (place: Place) => rangeOf(asIs.map, movedBack(edits, place));
  const shown = located({ ...found, result: byLabel(found.result) }, back, literalsJson(asIs, found, literals, edits));
  const effects = await effectsOf(asIs, analysis);
  const isLost = found.result.kind === "unknown" && before !== undefined && before.result.kind !== "unknown";
  return { ...shown, effects: isLost ? losingValue(effects) : effects };
}

/** Instances of a tried text are gone with it: their labels stand for them in what is asked next. */
function byLabel(result: ViewResult): ViewResult {
  const ids = new Map(result.instances.map(({ id, label }) => [id, label === "generic" ? id : label]));
  const instances = result.instances.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id }));
  return { ...result, instance: ids.get(result.instance) ?? result.instance, instances };
}

function located(found: Shown, range: (place: Place) => Range, literals: readonly LiteralJson[]): ViewResult {
  const { result, place, inputs } = found;
  const shown = { ...result, range: range(place), literals };
  if (result.step === undefined) return shown;
  const placed = result.step.inputs.map((input, i) => {
    const at = inputs[i];
    return at === undefined ? input : { ...input, range: range(at) };
  });
  return { ...shown, step: { ...result.step, inputs: placed } };
}

/** Numbers that only stand near it are offered where the value is not known: one of them may be what is missing. */
function literalsJson(
  analysis: Analysis,
  { result }: Shown,
  literals: readonly Literal[],
  edits: readonly Edit[],
): readonly LiteralJson[] {
  const tries = new Set(edits.map(({ place }) => place));
  const offered = literals.filter(({ related, place }) => related || result.kind === "unknown" || tries.has(place));
  return offered.map(({ id, name, value, text, place, owner, related }) => {
    const edit = edits.find((one) => one.place === place);
    const tried = edit === undefined ? {} : { tried: { value: edit.text.replace(/\D/g, ""), text: edit.text } };
    return { id, name, value: String(value), text, owner, related, ...locationOf(analysis.map, place), ...tried };
  });
}

function remedyJson({ map }: Analysis, { label, writes }: Written): RemedyJson {
  const edits = writes.map(({ place, text }) => ({
    ...locationOf(map, place),
    text: map.texts[place.fragment]?.slice(place.start, place.end) ?? "",
    by: text,
  }));
  return { label, edits };
}

async function facts(session: Session, { uri, bindings }: FactsParams): Promise<FactsResult> {
  const analysis = await analysisOf(session, uri, bindings);
  if (analysis === undefined) return { facts: [] };
  const listed = factList(analysis.index());
  return { facts: listed.map(({ place, ...fact }) => ({ ...fact, ...locationOf(analysis.map, place) })) };
}

async function untaken(session: Session, { uri }: UntakenParams): Promise<UntakenResult> {
  const analysis = (await subjectOf(session, uri))?.analysis;
  if (analysis?.stage !== "whole" || !analysis.settings.dimUntaken) return { sides: [] };
  const fragment = analysis.map.uris.indexOf(uri);
  const here = untakenSides(analysis.index()).filter(({ place }) => place.fragment === fragment);
  return { sides: here.map(({ place, lines }) => ({ range: rangeOf(analysis.map, place), lines })) };
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
  const bound = numbersIn(bindings);
  return bound.size === 0
    ? (session.analyses.now(path) ?? session.analyses.current(path))
    : session.analyses.whatIf(path, bound);
}

function numbersIn(bindings: Readonly<Record<string, string>> | undefined): ReadonlyMap<string, number> {
  const numbers = Object.entries(bindings ?? {}).map(([name, text]) => [name, Number(text)] as const);
  return new Map(numbers.filter(([, value]) => Number.isSafeInteger(value)));
}
