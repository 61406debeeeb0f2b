// A project: units of its files, evaluated for one file at a time, with time for the event loop between instances.

import { type EvaluateOptions, factsOf as factsIn, newEvaluation } from "../../../src-engine/explore/evaluation.ts";
import { itemsIn, withUsers } from "../../../src-engine/explore/looked-at.ts";
import { Interrupted } from "../../../src-engine/interpret/budget.ts";
import { checkLimits, lookLimits, thoroughLimits } from "../../../src-engine/interpret/limits.ts";
import type { Preset, Program, Session } from "../../../src-engine/interpret/session.ts";
import type { Version } from "../../../src-engine/memo/moved.ts";
import type { Revision } from "../../../src-engine/memo/rerun.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Item, Language, Place } from "../../../src-engine/program/ir.ts";
import { askedElsewhere } from "../languages/costly-ops.ts";
import { dialectOf } from "../languages/dialects.ts";
import { type Grammars, loadGrammars, type Parser, type WasmFiles } from "../languages/parse/grammars.ts";
import { parserOf } from "../languages/parse/parse.ts";
import { nextTick } from "../next-tick.ts";
import type { AnalyseOptions, Document, Project, ProjectOptions } from "./analyse.ts";
import { Build, isBuildFile } from "./build/build.ts";
import { headerVersion } from "./cutlass-version.ts";
import { deviceOf } from "./device.ts";
import { teller } from "./early.ts";
import { Files } from "./files.ts";
import { librarySource } from "./installed.ts";
import { type Linked, type Linker, type LinkOptions, linkProgram, unlink } from "./link.ts";
import { FactMemory } from "./memory.ts";
import { hasNothingOwn } from "./nothing-own.ts";
import { presetsFrom } from "./presets.ts";
import { Units } from "./units.ts";
import { Users } from "./users.ts";

/** Milliseconds of evaluation between two looks at the event loop. */
const slice = 8;
/** Milliseconds without an edit after which a whole file is evaluated behind what was shown at once. */
const pauseAfterTyping = 250;
/** Milliseconds after which a thorough look at one file answers with what it has. */
const usualPatience = 70_000;
/** Of one of many files that are checked: further users show a value in a thousand. */
const usersOfMany = 4;
/** The share of it for what users and assumptions show; the rest is for what these have not reached. */
const timeForOthers = 0.8;

export async function createProject(options: ProjectOptions, wasm: WasmFiles): Promise<Project> {
  const grammars = await loadGrammars(wasm);
  const parts: Parts = { options, grammars, linker: newLinker(options, grammars), memory: new FactMemory() };
  const { units, users } = parts.linker;
  return {
    setDocument: (path, document) => {
      if (units.openText(path) !== document?.fragments.join("\u0000")) unlink(parts.linker, path);
      units.setDocument(path, document);
      if (document === undefined) parts.memory.forget(path);
    },
    forget: (path) => {
      units.forget(path);
      users.forget(path);
      if (isBuildFile(path)) parts.linker.build.forget();
      parts.linker.links = new WeakMap();
      parts.linker.last.clear();
    },
    document: (path): Promise<Document | undefined> => units.document(path),
    analyse: async (path, how = {}) => {
      const linked = await linkProgram(parts.linker, path, linkOptions(how));
      return linked === undefined ? undefined : factsOf(parts, path, linked, how);
    },
    look: async (path, place, how = {}) => {
      const linked = await linkProgram(parts.linker, path, linkOptions(how));
      return linked === undefined ? undefined : lookedAt(await programOf(parts, path, linked, how), place, how);
    },
    dispose: () => {
      users.close();
      units.dispose();
      grammars.dispose();
    },
  };
}

const linkOptions = ({ arch, effort }: AnalyseOptions): LinkOptions => ({
  arch: arch === "auto" ? undefined : arch,
  ...(effort === "check" ? { users: usersOfMany } : {}),
});

function newLinker(options: ProjectOptions, grammars: Grammars): Linker {
  const files = new Files(options.host);
  return {
    files,
    units: new Units(files, grammars),
    users: options.users ?? new Users(files, options.roots, options.index),
    build: new Build(files, options),
    resolve: { includePaths: [], roots: options.roots },
    pythonEnvironment: options.pythonEnvironment,
    index: options.index,
    mentions: new WeakMap(),
    macros: new Map(),
    installed: new Map(),
    skipped: options.macros ?? [],
    links: new WeakMap(),
    last: new Map(),
  };
}

interface Parts {
  readonly options: ProjectOptions;
  readonly grammars: Grammars;
  readonly linker: Linker;
  readonly memory: FactMemory;
}

/** Facts that follow from those of the last version, or a new evaluation's. */
async function factsOf(
  parts: Parts,
  target: string,
  linked: Linked,
  how: AnalyseOptions,
): Promise<FileFacts | undefined> {
  const { units, users, installed } = linked;
  const { bindings = new Map(), arch, presets, untaken, effort, element } = how;
  const own = units.get(target)?.unit;
  if (effort !== undefined && own !== undefined && hasNothingOwn(own)) return { unit: own, instances: [], facts: [] };
  const options = JSON.stringify([[...bindings], arch, presets, untaken, effort, element?.name]);
  const basis = { target, units, users, options, installed };
  const known = parts.memory.recall(basis);
  if (known !== undefined) return known;
  const bound = { ...how, bindings: new Map([...deviceOf(own, arch), ...bindings]) };
  const isKept = parts.linker.units.openPaths().includes(target) && how.passing !== true;
  const isLive = isKept && untaken !== true;
  const revision = isLive ? parts.memory.revise(basis) : undefined;
  let older = isLive ? parts.memory.before(basis) : undefined;
  if (revision !== undefined) {
    const whole = await revised(revision, how);
    if (whole === undefined) return undefined;
    if (whole === "more") {
      if (!(await quiet(how))) return undefined;
      const { program } = revision.session;
      const now = program.units.get(target);
      older = now === undefined ? undefined : { linked: now, facts: factsIn(revision.session) };
    } else {
      parts.memory.keepRevised(basis, whole, revision);
      return whole;
    }
  }
  const driven = await drive(await programOf(parts, target, linked, how), bound, older);
  if (driven === undefined) return undefined;
  if (isLive && driven.session !== undefined) parts.memory.keep(basis, driven.facts, driven.session);
  else if (driven.session !== undefined) forgetWorkings(driven.session);
  return driven.facts;
}

async function lookedAt(program: Program, place: Place, how: AnalyseOptions): Promise<FileFacts | undefined> {
  const unit = program.units.get(program.target)?.unit;
  if (unit === undefined) return undefined;
  const bindings = new Map([...deviceOf(unit, how.arch), ...(how.bindings ?? [])]);
  return (await drive(program, { ...how, bindings, only: withUsers(program, itemsIn(unit, place)) }))?.facts;
}

/**
 * The facts with an edit; "more" where the rest of the file has to be evaluated anew, and this was a preview. What the editor shows
 * first is previewed as soon as it is there.
 */
async function revised(revision: Revision, how: AnalyseOptions): Promise<FileFacts | "more" | undefined> {
  revision.watch.interrupted = how.cancelled;
  let told: ReturnType<Revision["reached"]> = "nothing";
  try {
    let since = performance.now();
    while (revision.step()) {
      const reached = revision.reached();
      // Costs need the ways from one function to others; the next preview has them.
      if (reached !== told) await how.preview?.(factsIn(revision.session, reached !== "first"));
      else if (performance.now() - since < slice) continue;
      told = reached;
      await nextTick();
      if (how.cancelled?.() === true) return undefined;
      since = performance.now();
    }
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    revision.watch.interrupted = undefined;
  }
  if (revision.isWhole()) return factsIn(revision.session);
  if (told !== "all") await how.preview?.(factsIn(revision.session));
  return "more";
}

/** Waits until nobody has typed for a while; false when somebody has. */
async function quiet({ preview, cancelled }: AnalyseOptions): Promise<boolean> {
  const end = performance.now() + (preview === undefined ? 0 : pauseAfterTyping);
  while (performance.now() < end) {
    await pause(4);
    if (cancelled?.() === true) return false;
  }
  return true;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const wallTime = (): number => performance.now();

interface Driven {
  readonly facts: FileFacts;
  /** Where it ran to its end. */
  readonly session: Session | undefined;
}

/** Runs the evaluation in slices; undefined when cancelled, be it within a slice. */
async function drive(program: Program, how: AnalyseOptions, older?: Version): Promise<Driven | undefined> {
  const { untaken = false, patience = usualPatience, clock = wallTime } = how;
  let { cancelled } = how;
  const interrupted = (): boolean => {
    tell?.(evaluation);
    return cancelled?.() === true;
  };
  const evaluation = newEvaluation(program, { ...extentOf(how), interrupted });
  let tell = teller(program, how, older);
  try {
    let since = performance.now();
    const begin = clock();
    const end = untaken ? begin + patience : Number.POSITIVE_INFINITY;
    const late = untaken ? begin + patience * timeForOthers : Number.POSITIVE_INFINITY;
    while (evaluation.step()) {
      if (performance.now() - since < slice) continue;
      tell?.(evaluation);
      if (clock() > late) evaluation.hurry();
      if (clock() > end) {
        return { facts: { ...evaluation.facts(), incomplete: "the time for one file is over" }, session: undefined };
      }
      await nextTick();
      if (cancelled?.()) return undefined;
      since = performance.now();
    }
    return { facts: evaluation.facts(), session: evaluation.session };
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    // What is kept of the evaluation would keep the one before by these, and that the one before that.
    tell = undefined;
    cancelled = undefined;
  }
}

/** How far the evaluation goes. */
const extentOf = ({ bindings, untaken = false, effort, only, element }: AnalyseOptions): EvaluateOptions => ({
  untaken,
  runs: effort !== undefined,
  ...(element === undefined ? {} : { element, alone: effort === "check" }),
  ...(only === undefined ? {} : { only, limits: lookLimits }),
  ...(effort === "check" ? { limits: checkLimits } : effort === "few" ? { limits: thoroughLimits } : {}),
  ...(bindings === undefined ? {} : { bindings }),
});

/** Values of facts lead back to their session; what it kept for itself has served. */
function forgetWorkings(session: Session): void {
  const { instances, effects, results, sites, traces, aside } = session;
  for (const cache of [instances, effects, results, sites, traces, aside]) cache.clear();
  session.made = [];
}

async function programOf(parts: Parts, path: string, linked: Linked, how: AnalyseOptions): Promise<Program> {
  const { linker } = parts;
  const presets = await presetsIn(parts, linked.units, how.presets);
  const isCpp = linked.units.get(path)?.unit.language === "cpp";
  const cutlass = isCpp
    ? await headerVersion(linker.files, path, (await linker.build.of(path)).includePaths)
    : undefined;
  return {
    target: path,
    roots: [...linked.users, path],
    units: linked.units,
    dialect: dialectOf,
    mentions: parts.linker.mentions,
    askedElsewhere,
    libraryVersion: cutlass ?? "unknown",
    ...(linked.installed === undefined ? {} : { library: librarySource(linked.installed) }),
    presets,
  };
}

/** Of a class or function: comments above it, then the workspace's for its name. */
async function presetsIn(
  { grammars }: Parts,
  units: Program["units"],
  given: AnalyseOptions["presets"],
): Promise<NonNullable<Program["presets"]>> {
  const parsers = new Map<Language, Parser>();
  for (const { unit } of units.values())
    if (!parsers.has(unit.language)) parsers.set(unit.language, await parserOf(grammars, unit.language));
  const known = new WeakMap<Item, readonly Preset[]>();
  return (file, item) => {
    const before = known.get(item);
    if (before !== undefined) return before;
    const texts = [...item.presets, ...[...namesOf(item)].flatMap((name) => ownOf(given, name))];
    const language = units.get(file)?.unit.language;
    const parser = language === undefined ? undefined : parsers.get(language);
    const presets = language === undefined || parser === undefined ? [] : presetsFrom(parser, language, texts);
    known.set(item, presets);
    return presets;
  };
}

/** A function may be called `toString` or `constructor`, which every object has. */
const ownOf = (given: AnalyseOptions["presets"] = {}, name: string): readonly string[] =>
  Object.hasOwn(given, name) ? given[name]! : [];

/** What the workspace file may call an item: `Mainloop::load`, `Mainloop.load`, `load`. */
const namesOf = ({ scope, name }: Item): ReadonlySet<string> => {
  const path = [...scope, name];
  return new Set(path.flatMap((_, i) => [path.slice(i).join("::"), path.slice(i).join(".")]));
};
