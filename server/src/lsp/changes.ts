// Answers cuteLens/changes: the functions of an open file whose layouts differ from those of its committed text.
//
// That text is evaluated in turn, behind what the editor waits for, in place of the open one and beside it: nothing of it is kept.
import { rangeOf } from "../convert/document-map.ts";
import { type ChangedFunction, changedFunctions, changesPage } from "../features/diff/changes.ts";
import { compareVersions, type Version } from "../features/diff/compare.ts";
import { speaksOfCute } from "../features/relevance.ts";
import type { ChangesParams, ChangesResult } from "../protocol/changes.ts";
import type { Problem } from "../rules/problem.ts";
import { isRecord } from "../settings/read.ts";
import type { Analysis } from "./analysis.ts";
import type { Session } from "./server.ts";

interface Compared {
  readonly before: string;
  readonly analysis: Analysis;
  readonly functions: readonly ChangedFunction[];
}

const nothing: ChangesResult = { functions: [] };

export class Changes {
  /** By the facts of the open text: a new analysis is compared anew. */
  readonly #known = new WeakMap<Analysis, Compared>();

  constructor(private readonly session: Session) {}

  async answer(params: unknown): Promise<ChangesResult> {
    const asked = accepted(params);
    const path = asked === undefined ? undefined : this.session.pathOf(asked.uri);
    if (asked === undefined || path === undefined) return nothing;
    const compared = await this.#compared(path, asked.before);
    return compared === undefined ? nothing : answerOf(compared, asked.page);
  }

  async #compared(path: string, before: string): Promise<Compared | undefined> {
    const { analyses, workspace } = this.session;
    const open = analyses.opened(path)?.document;
    const texts = open?.fragments ?? [];
    const isComparable = workspace.settings(path).changes && texts.length === 1 && texts[0] !== before;
    if (open === undefined || !isComparable || !speaksOfCute([before], open.language)) return undefined;
    const shown = await analyses.current(path);
    const known = shown === undefined ? undefined : this.#known.get(analyses.now(path) ?? shown);
    if (known?.before === before) return known;
    const old = shown === undefined ? undefined : await analyses.whatIf(path, undefined, [before]);
    // Behind that turn the open text's facts are whole, unless it was edited meanwhile.
    const analysis = analyses.now(path);
    if (old === undefined || analysis === undefined || !isWhole(old) || !isWhole(analysis)) return undefined;
    const [was = [], is = []] = await Promise.all([old.problems(), analysis.problems()]);
    const diff = compareVersions(versionOf(old, was), versionOf(analysis, is));
    const compared = { before, analysis, functions: changedFunctions(analysis.index(), diff) };
    this.#known.set(analysis, compared);
    return compared;
  }
}

/** What a budget cut short says nothing about what has changed. */
const isWhole = ({ stage, facts }: Analysis): boolean => stage === "whole" && facts.incomplete === undefined;

const versionOf = ({ facts, map }: Analysis, problems: readonly Problem[]): Version => ({
  facts,
  texts: map.texts,
  problems,
});

function answerOf({ analysis, functions }: Compared, wanted: string | undefined): ChangesResult {
  const chosen = functions.find(({ id }) => id === wanted);
  const named = functions.map(({ id, name, text, place }) => ({ id, name, text, range: rangeOf(analysis.map, place) }));
  return chosen === undefined
    ? { functions: named }
    : { functions: named, page: changesPage(analysis.index(), chosen) };
}

function accepted(params: unknown): ChangesParams | undefined {
  if (!isRecord(params)) return undefined;
  const { uri, before, page } = params;
  if (typeof uri !== "string" || typeof before !== "string") return undefined;
  return typeof page === "string" ? { uri, before, page } : { uri, before };
}
