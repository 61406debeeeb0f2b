// A project: units of its files, evaluated for one file at a time, with time for the event loop between instances.
import { Interrupted } from "../../../src-engine/evaluate/budget.ts";
import { type Keeps, newEvaluation } from "../../../src-engine/evaluate/evaluate.ts";
import { checkLimits } from "../../../src-engine/evaluate/limits.ts";
import type { LinkedUnit, Preset, Program, Session } from "../../../src-engine/evaluate/session.ts";
import type { FileFacts } from "../../../src-engine/facts.ts";
import type { Item } from "../../../src-engine/ir.ts";
import { dialectOf } from "../dialects/dialects.ts";
import { type Grammars, loadGrammars, type WasmFiles } from "../parse/grammars.ts";
import type { AnalyseOptions, Document, Project, ProjectOptions } from "./analyse.ts";
import { Build, isBuildFile } from "./build/build.ts";
import { deviceOf } from "./device.ts";
import { Files } from "./files.ts";
import { librarySource } from "./installed.ts";
import { type Linked, type Linker, linkProgram } from "./link.ts";
import { FactMemory } from "./memory.ts";
import { hasNothingOwn } from "./nothing-own.ts";
import { presetsFrom } from "./presets.ts";
import { Units } from "./units.ts";
import { Users } from "./users.ts";

/** Milliseconds of evaluation between two looks at the event loop. */
const slice = 8;
/** Milliseconds after which a thorough look at one file answers with what it has. */
const usualPatience = 70_000;

export async function createProject(options: ProjectOptions, wasm: WasmFiles): Promise<Project> {
  const grammars = await loadGrammars(wasm);
  const parts: Parts = { options, grammars, linker: newLinker(options, grammars), memory: new FactMemory() };
  const { units, users } = parts.linker;
  return {
    setDocument: (path, document) => {
      units.setDocument(path, document);
      if (document === undefined) parts.memory.forget(path);
    },
    forget: (path) => {
      units.forget(path);
      users.forget(path);
      if (isBuildFile(path)) parts.linker.build.forget();
      parts.linker.links = new WeakMap();
    },
    document: (path): Promise<Document | undefined> => units.document(path),
    analyse: async (path, how = {}) => {
      const linked = await linkProgram(parts.linker, path, { arch: how.arch === "auto" ? undefined : how.arch });
      return linked === undefined ? undefined : factsOf(parts, path, linked, how);
    },
    dispose: () => {
      units.dispose();
      grammars.dispose();
    },
  };
}

function newLinker(options: ProjectOptions, grammars: Grammars): Linker {
  const files = new Files(options.host);
  return {
    files,
    units: new Units(files, grammars),
    users: new Users(files, options.roots, options.index),
    build: new Build(files, options),
    resolve: { includePaths: [], roots: options.roots },
    pythonEnvironment: options.pythonEnvironment,
    index: options.index,
    mentions: new WeakMap(),
    macros: new Map(),
    installed: new Map(),
    links: new WeakMap(),
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
  const { bindings = new Map(), arch, presets, untaken, effort } = how;
  const own = units.get(target)?.unit;
  if (effort === "check" && own !== undefined && hasNothingOwn(own)) return { unit: own, instances: [], facts: [] };
  const options = JSON.stringify([[...bindings], arch, presets, untaken, effort]);
  const basis = { target, units, users, options, installed };
  const known = parts.memory.recall(basis);
  if (known !== undefined) return known;
  const device = target.endsWith(".py") ? deviceOf(target, arch) : [];
  const bound = { ...how, bindings: new Map([...device, ...bindings]) };
  const isKept = parts.linker.units.openPaths().includes(target) && how.passing !== true;
  // Whose instances come from other files is evaluated as a whole: which of them are shown rests on all that came before.
  const isAlone = users.length === 0 && untaken !== true;
  const before = isKept && isAlone ? parts.memory.recallCalls(basis) : undefined;
  const driven = await drive(await programOf(parts, target, linked, how), bound, before);
  if (driven === undefined) return undefined;
  if (isKept) parts.memory.keep(basis, driven.facts);
  if (driven.keeps !== undefined) parts.memory.keepCalls(basis, driven.keeps);
  return driven.facts;
}

interface Driven {
  readonly facts: FileFacts;
  /** For the next version, where the file is open. */
  readonly keeps: Keeps | undefined;
}

/** Runs the evaluation in slices; undefined when cancelled, be it within a slice. */
async function drive(program: Program, how: AnalyseOptions, before: Keeps | undefined): Promise<Driven | undefined> {
  const { bindings, untaken = false, patience = usualPatience, cancelled, effort } = how;
  const evaluation = newEvaluation(program, {
    untaken,
    ...(effort === "check" ? { limits: checkLimits } : {}),
    ...(bindings === undefined ? {} : { bindings }),
    ...(cancelled === undefined ? {} : { interrupted: cancelled }),
    ...(before === undefined ? {} : { keeps: before }),
  });
  try {
    let since = performance.now();
    const end = since + (untaken ? patience : Number.POSITIVE_INFINITY);
    while (evaluation.step()) {
      if (performance.now() - since < slice) continue;
      if (performance.now() > end) {
        return { facts: { ...evaluation.facts(), incomplete: "the time for one file is over" }, keeps: undefined };
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (cancelled?.()) return undefined;
      since = performance.now();
    }
    const facts = evaluation.facts();
    const keeps = before === undefined ? undefined : evaluation.keeps();
    forgetWorkings(evaluation.session);
    return { facts, keeps };
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}

/** Values of facts lead back to their session; what it kept for itself has served. */
function forgetWorkings(session: Session): void {
  const { instances, effects, results, sites, traces } = session;
  for (const cache of [instances, effects, results, sites, traces]) cache.clear();
  session.made = [];
  session.kept = undefined;
  if (session.history !== undefined) session.history.length = 0;
}

async function programOf(parts: Parts, path: string, linked: Linked, how: AnalyseOptions): Promise<Program> {
  const presets = await presetTable(parts, linked.units, how);
  return {
    target: path,
    roots: [...linked.users, path],
    units: linked.units,
    dialect: dialectOf,
    mentions: parts.linker.mentions,
    ...(linked.installed === undefined ? {} : { library: librarySource(linked.installed) }),
    presets: (file, item) => presets.get(`${file}|${item.id}`) ?? [],
  };
}

/** Presets by file and item: comments above the item, then the workspace's for its name. */
async function presetTable(
  parts: Parts,
  linked: ReadonlyMap<string, LinkedUnit>,
  how: AnalyseOptions,
): Promise<ReadonlyMap<string, readonly Preset[]>> {
  const table = new Map<string, readonly Preset[]>();
  for (const [file, { unit }] of linked) {
    for (const { item, names } of itemsOf(unit.items, [])) {
      const given = how.presets ?? {};
      // A function may be called `toString` or `constructor`, which every object has.
      const own = names.filter((name) => Object.hasOwn(given, name));
      const texts = [...item.presets, ...own.flatMap((name) => given[name] ?? [])];
      if (texts.length > 0) table.set(`${file}|${item.id}`, await presetsFrom(parts.grammars, unit.language, texts));
    }
  }
  return table;
}

interface Named {
  readonly item: Item;
  /** What the workspace file may call it: `Mainloop::load`, `Mainloop.load`, `load`. */
  readonly names: readonly string[];
}

const itemsOf = (items: readonly Item[], around: readonly string[]): readonly Named[] =>
  items.flatMap((item): readonly Named[] => {
    const path = [...around, item.name];
    const names = [...new Set([path.join("::"), path.join("."), item.name])];
    return [{ item, names }, ...(item.kind === "class" ? itemsOf(item.members, path) : [])];
  });
