// Keeps every open document's facts up to date: one analysis at a time, the newest edit first, stale work dropped.
//
// `current` waits for the facts of the text as it is now: an editor keeps its old hints until then. Lives as long as the server.
import type { FileFacts, Names } from "../../../src-engine/program/facts.ts";
import type { Place } from "../../../src-engine/program/ir.ts";
import { documentMap } from "../convert/document-map.ts";
import { once } from "../facts/remembered.ts";
import { speaksOfCute } from "../features/relevance.ts";
import type { AnalyseOptions } from "../project/analyse.ts";
import { problemSteps } from "../rules/find.ts";
import type { Settings } from "../settings/schema.ts";
import type { Analysis, OpenDocument } from "./analysis.ts";
import { errorText } from "./guard.ts";
import { indexed } from "./indexed.ts";
import { Looks } from "./looks.ts";
import { inSlices } from "./slices.ts";
import { asked, isNewest, type State, sightOf } from "./state.ts";
import type { Surroundings } from "./surroundings.ts";
import { type Claim, Turns } from "./turns.ts";

const overtaken = Symbol("given up for something newer; it begins again behind that");
type Attempt = Analysis | typeof overtaken | undefined;

/** 5 s for facts that rest on an assumption: somebody waits for them. */
const assuming: AnalyseOptions = { untaken: true, patience: 5_000, passing: true };

/** Milliseconds without an edit after which other open files are evaluated anew. */
const pauseAfterTyping = 300;

export class Analyses {
  readonly #states = new Map<string, State>();
  /** Analyses do not overlap; the first waits for `start`. */
  readonly #turns = new Turns();
  readonly #looks: Looks;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Surroundings) {
    this.#looks = new Looks(around, (path) => this.opened(path));
  }

  /** The settings are known: documents that were opened before are analysed now. */
  start(): void {
    this.#turns.open();
  }

  set(open: OpenDocument): void {
    const path = open.document.path;
    const state = this.#states.get(path);
    const fresh = { open, edited: performance.now(), isWaitedFor: true, pending: undefined };
    if (state === undefined) this.#states.set(path, { ...fresh, edition: 0 });
    else Object.assign(state, { ...fresh, edition: state.edition + 1 });
    void this.current(path);
    this.#refreshOthers(path);
  }

  /** The names of this document whose hints somebody sees. */
  sees(path: string, names: Names): void {
    const state = this.#states.get(path);
    if (state !== undefined) state.sight = names;
  }

  /** What is known of the open documents. */
  settled = (): readonly Analysis[] => [...this.#states.values()].flatMap(({ settled }) => settled ?? []);

  close(path: string): void {
    const state = this.#states.get(path);
    if (state !== undefined) state.edition++;
    this.#states.delete(path);
    void this.around.project(path).then((project) => project.setDocument(path, undefined));
  }

  /** Everything is evaluated anew: settings or files changed. */
  refresh(): void {
    for (const state of this.#states.values()) {
      delete state.settled;
      this.#restart(state);
    }
  }

  /** More is known about what a file's facts rest on. */
  again(path: string): void {
    const state = this.#states.get(path);
    if (state !== undefined) this.#restart(state);
  }

  /** The facts of the text as it is now; undefined for a document that is silent, closed or overtaken by an edit. */
  current(path: string): Promise<Analysis | undefined> {
    const state = this.#states.get(path);
    if (state === undefined) return Promise.resolve(undefined);
    state.isWaitedFor = true;
    return this.#pending(state);
  }

  /** The last facts of the newest text: nothing follows them. */
  async whole(path: string): Promise<Analysis | undefined> {
    for (;;) {
      const state = this.#states.get(path);
      if (state === undefined) return undefined;
      const { edition } = state;
      await this.current(path);
      const analysis = await state.whole;
      if (state.edition === edition) return analysis;
    }
  }

  #pending(state: State): Promise<Analysis | undefined> {
    state.pending ??= this.#enqueue(state);
    return state.pending;
  }

  /** The same with what is known of a place: in a file with more functions than are evaluated together, after a look at it. */
  async inSight(analysis: Analysis, place: Place): Promise<Analysis> {
    const seen = await this.#looks.look(analysis, place);
    const state = this.#states.get(analysis.open.document.path);
    if (seen !== analysis && state?.settled !== undefined) state.settled = this.#looks.with(state.settled);
    return seen;
  }

  /** Is there something in a place that nobody has looked at? */
  isUnseen = (analysis: Analysis, place: Place): boolean => this.#looks.unseen(analysis, place).length > 0;

  /**
   * Also facts that rest on an assumption: of sides that no call takes, of parameters that nothing binds. Given up for an edit;
   * begun again where more is known of what they rest on.
   */
  async deeper(path: string): Promise<Analysis | undefined> {
    for (;;) {
      const state = this.#states.get(path);
      if (state === undefined) return undefined;
      const { edition, open } = state;
      const analyse = () => (state.edition === edition ? this.#analyse(state, assuming) : Promise.resolve(undefined));
      if (state.deeper?.edition !== edition) state.deeper = { edition, asked: this.#persist(asked(state), analyse) };
      const analysis = await state.deeper.asked;
      if (state.edition === edition || state.open !== open) return analysis;
    }
  }

  /** Like `current`, with values for symbols in place of the presets, or other texts of the fragments; remembers nothing. */
  async whatIf(
    path: string,
    bindings: ReadonlyMap<string, number> | undefined,
    fragments?: readonly string[],
  ): Promise<Analysis | undefined> {
    const state = this.#states.get(path);
    if (state === undefined) return undefined;
    const how: AnalyseOptions = bindings === undefined ? { passing: true } : { bindings, passing: true };
    if (fragments === undefined) return this.#persist(asked(state), () => this.#analyse(state, how));
    const { open, edition } = state;
    const there = { ...open, document: { ...open.document, fragments } };
    const tried: State = { ...state, open: there, edition, pending: undefined };
    return this.#persist(asked(state), async () => {
      try {
        return await this.#analyse(tried, how);
      } finally {
        // What was tried is gone before anybody else's turn; a document that was closed meanwhile stays closed.
        const now = this.#states.get(path);
        const project = await this.around.project(path);
        project.setDocument(path, now?.open.document);
      }
    });
  }

  /** The facts of the text as it is now, where they are there already; another file may have changed since. */
  now(path: string): Analysis | undefined {
    const state = this.#states.get(path);
    return state?.settled?.open === state?.open ? state?.settled : undefined;
  }

  /** While an edit is evaluated, for hints alone: what is in sight as it is now, all else as it was. */
  ahead(path: string): Analysis | undefined {
    const state = this.#states.get(path);
    return state?.ahead?.open === state?.open ? state?.ahead : undefined;
  }

  /** What was known before the last edit, where that is being evaluated, and for how many milliseconds. */
  before(path: string): { readonly analysis: Analysis; readonly since: number } | undefined {
    const state = this.#states.get(path);
    if (state?.settled === undefined || state.settled.open === state.open) return undefined;
    return { analysis: state.settled, since: performance.now() - state.edited };
  }

  /** The document as it is open now. */
  opened(path: string): OpenDocument | undefined {
    return this.#states.get(path)?.open;
  }

  /**
   * The first answer for this edition: a preview with the edited functions as they are now where there is one, or what a file
   * that has just been opened shows so far; then the whole file follows by itself. Overtaken by an edit, it goes on with the newer text: whoever waits gets that text's facts.
   */
  #enqueue(state: State): Promise<Analysis | undefined> {
    return new Promise((resolve) => {
      const told = (analysis: Analysis): void => {
        this.#settle(state, analysis);
        resolve(analysis);
      };
      state.whole = this.#whole(state, told);
      void state.whole.then(resolve);
    });
  }

  #settle(state: State, analysis: Analysis): void {
    state.settled = this.#looks.with(analysis);
    delete state.ahead;
    state.isWaitedFor = false;
    this.around.finished(analysis);
  }

  async #whole(state: State, told: (analysis: Analysis) => void): Promise<Analysis | undefined> {
    const { edition } = state;
    try {
      const analysis = await this.#persist(state, () => this.#analyseIfCurrent(state, edition, told));
      const now = this.#states.get(state.open.document.path);
      if (state.edition !== edition) return now === undefined ? undefined : await this.#pending(now);
      if (analysis !== undefined) this.#settle(state, analysis);
      return analysis;
    } catch (error) {
      this.around.log(`analysis of ${state.open.document.path}: ${errorText(error)}`);
      // Problems of an older text would be wrong by now.
      const { open } = state;
      this.around.finished({ open, settings: this.around.settings(open.document.path), silent: true });
      return undefined;
    }
  }

  #analyseIfCurrent(state: State, edition: number, told: (analysis: Analysis) => void): Promise<Attempt> {
    if (state.edition !== edition) return Promise.resolve(undefined);
    const { open } = state;
    const settings = this.around.settings(open.document.path);
    // Its problems come before the rest of the file: found side by side they would be given up for the next facts.
    const preview = (facts: FileFacts): unknown => {
      if (state.edition !== edition) return undefined;
      const analysis = this.#conclude(open, facts, settings, isNewest(state, facts));
      told(analysis);
      return analysis.problems();
    };
    // Nothing is shown yet. What is wrong is told when all is known that may speak for the code.
    const early = (facts: FileFacts): void => {
      if (state.edition === edition) told(this.#conclude(open, facts, settings, () => false, "early"));
    };
    if (!this.around.refreshes) return this.#analyse(state, { preview });
    const isNew = state.settled === undefined || state.settled.stage === "early";
    const inSight = (facts: FileFacts): void => {
      if (state.edition === edition) state.ahead = this.#conclude(open, facts, settings, () => false, "early");
    };
    return this.#analyse(state, { preview, ...(isNew ? { early } : {}), ...sightOf(state, inSight) });
  }

  /** In turn, and again for as long as something newer overtakes it. */
  async #persist(claim: Claim, work: () => Promise<Attempt>): Promise<Analysis | undefined> {
    for (;;) {
      const attempt = await this.#turns.take(claim, work);
      if (attempt !== overtaken) return attempt;
    }
  }

  async #analyse(state: State, more: AnalyseOptions): Promise<Attempt> {
    const { open, edition } = state;
    const { path, fragments } = open.document;
    const settings = this.around.settings(path);
    if (!settings.enable || !speaksOfCute(fragments, open.document.language)) {
      this.around.finished({ open, settings, silent: true });
      return undefined;
    }
    const project = await this.around.project(path);
    project.setDocument(path, open.document);
    let interrupted = false;
    const cancelled = () => {
      if (state.edition !== edition) return true;
      interrupted ||= this.around.attention?.look() ?? false;
      interrupted ||= !state.isWaitedFor && more.passing !== true && this.#turns.isWaitedFor();
      return interrupted;
    };
    const how = { ...this.around.options(path), ...more, cancelled };
    const facts = await this.around.working(open.uri, () => project.analyse(path, how));
    if (facts !== undefined)
      return this.#conclude(open, facts, settings, more.passing === true ? () => true : isNewest(state, facts));
    // The newer edit takes its place in the order before this turn ends.
    if (interrupted) await this.around.attention?.settled();
    return interrupted && state.edition === edition ? overtaken : undefined;
  }

  #conclude(
    open: OpenDocument,
    facts: FileFacts,
    settings: Settings,
    isWanted: () => boolean,
    stage: Analysis["stage"] = "whole",
  ): Analysis {
    const texts = open.document.fragments;
    const map = documentMap(open.uris.map((uri, i) => ({ uri, text: texts[i] ?? "" })));
    const log = (rule: { readonly code: string }, error: unknown): void =>
      this.around.log(`rule ${rule.code}: ${errorText(error)}`);
    const isAsked = stage === "whole" && settings["diagnostics.enable"];
    const problems = once(async () => (isAsked ? inSlices(problemSteps(facts, texts, settings, log), isWanted) : []));
    const index = indexed(facts, texts, () => this.around.choices(open.uri));
    return { open, map, facts, own: facts, index, problems, settings, stage };
  }

  /** What other open files say may rest on this one: they follow when the typing pauses. */
  #refreshOthers(path: string): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      for (const [other, state] of this.#states) if (other !== path) this.#restart(state);
    }, pauseAfterTyping);
  }

  #restart(state: State): void {
    this.#looks.forget(state.open.document.path);
    Object.assign(state, { edition: state.edition + 1, pending: undefined });
    void this.#pending(state);
  }
}
