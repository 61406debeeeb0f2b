// A project: units of its files, evaluated for one file at a time, with time for the event loop between instances.
import { newEvaluation } from "../../../src-engine/evaluate/evaluate.ts";
import type { LinkedUnit, Preset, Program } from "../../../src-engine/evaluate/session.ts";
import type { FileFacts } from "../../../src-engine/facts.ts";
import type { Item } from "../../../src-engine/ir.ts";
import { dialectOf } from "../dialects/dialects.ts";
import { type Grammars, loadGrammars, type WasmFiles } from "../parse/grammars.ts";
import type { Macro } from "../parse/macros.ts";
import type { AnalyseOptions, Document, Project, ProjectOptions } from "./analyse.ts";
import { Files } from "./files.ts";
import { linkedUnit } from "./linked.ts";
import { presetsFrom } from "./presets.ts";
import { linksOf } from "./resolve.ts";
import { type Loaded, Units } from "./units.ts";
import { Users } from "./users.ts";

/** Milliseconds of evaluation between two looks at the event loop. */
const slice = 8;
const mostFiles = 120;

export async function createProject(options: ProjectOptions, wasm: WasmFiles): Promise<Project> {
  const grammars = await loadGrammars(wasm);
  const files = new Files(options.host);
  const units = new Units(files, grammars);
  const users = new Users(files, options.roots);
  const parts: Parts = { options, files, units, grammars, users, macros: new Map() };
  return {
    setDocument: (path, document) => units.setDocument(path, document),
    forget: (path) => {
      units.forget(path);
      users.forget(path);
    },
    document: (path): Promise<Document | undefined> => units.document(path),
    analyse: async (path, how = {}) => {
      const program = await programOf(parts, path, how);
      return program === undefined ? undefined : drive(program, how);
    },
    dispose: () => units.dispose(),
  };
}

interface Parts {
  readonly options: ProjectOptions;
  readonly files: Files;
  readonly units: Units;
  readonly grammars: Grammars;
  readonly users: Users;
  /** What the files that a file includes defined when it was analysed last. */
  readonly macros: Map<string, ReadonlyMap<string, Macro>>;
}

/** Runs the evaluation in slices; undefined when cancelled. */
async function drive(program: Program, how: AnalyseOptions): Promise<FileFacts | undefined> {
  const evaluation = newEvaluation(program, how.bindings === undefined ? {} : { bindings: how.bindings });
  let since = performance.now();
  while (evaluation.step()) {
    if (performance.now() - since < slice) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (how.cancelled?.()) return undefined;
    since = performance.now();
  }
  return evaluation.facts();
}

async function programOf(parts: Parts, path: string, how: AnalyseOptions): Promise<Program | undefined> {
  const linked = new Map<string, LinkedUnit>();
  const loadOptions = { arch: how.arch === "auto" ? undefined : how.arch, defines: parts.options.defines };
  const before = parts.macros.get(path);
  const target = await parts.units.load(path, { ...loadOptions, macros: before });
  if (target === undefined) return undefined;
  const macros = await loadLinked(parts, target, loadOptions, linked);
  parts.macros.set(path, macros);
  if (!sameMacros(before, macros)) await reloadWithMacros(parts, path, { ...loadOptions, macros }, linked);
  const users = await loadUsers(parts, path, loadOptions, linked);
  const presets = await presetTable(parts, linked, how);
  return {
    target: path,
    roots: [...users, path],
    units: linked,
    dialect: dialectOf,
    presets: (file, item) => presets.get(`${file}|${item.id}`) ?? [],
  };
}

/** Milliseconds that an analysis waits for the index of users; the next one has it. */
const patience = 4_000;

/** The files that bind the target's templates and classes, with what they include. */
async function loadUsers(
  parts: Parts,
  path: string,
  loadOptions: LinkOptions,
  linked: Map<string, LinkedUnit>,
): Promise<readonly string[]> {
  const users = await withPatience(parts.users.of(path));
  const loaded: string[] = [];
  for (const user of users) {
    const unit = await parts.units.load(user, loadOptions);
    if (unit === undefined) continue;
    loaded.push(user);
    if (!linked.has(user)) await loadLinked(parts, unit, loadOptions, linked);
  }
  return loaded;
}

async function withPatience(users: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), patience);
  });
  const found = await Promise.race([users, late]);
  clearTimeout(timer);
  return found;
}

interface LinkOptions {
  readonly arch: string | undefined;
  readonly defines: ProjectOptions["defines"];
}

/** The target and what it includes or imports, breadth first; returns what the others define. */
async function loadLinked(
  parts: Parts,
  target: Loaded,
  loadOptions: LinkOptions,
  linked: Map<string, LinkedUnit>,
): Promise<ReadonlyMap<string, Macro>> {
  const { includePaths = [], roots } = parts.options;
  const macros = new Map<string, Macro>();
  const queue: Loaded[] = [target];
  const seen = new Set([target.document.path]);
  for (let at = 0; at < queue.length; at++) {
    const loaded = queue[at]!;
    const links = await linksOf(parts.files, loaded.unit, { includePaths, roots });
    linked.set(loaded.document.path, linkedUnit(loaded, links));
    if (at > 0) for (const [name, macro] of loaded.macros) macros.set(name, macro);
    for (const path of links.values()) {
      if (seen.has(path) || linked.has(path) || queue.length >= mostFiles) continue;
      seen.add(path);
      const next = await parts.units.load(path, loadOptions);
      if (next !== undefined) queue.push(next);
    }
  }
  return macros;
}

function sameMacros(before: ReadonlyMap<string, Macro> | undefined, after: ReadonlyMap<string, Macro>): boolean {
  if ((before?.size ?? 0) !== after.size) return false;
  return [...after].every(([name, macro]) => before?.get(name)?.body === macro.body);
}

/** The target once more, with the macros of what it includes. */
async function reloadWithMacros(
  parts: Parts,
  path: string,
  loadOptions: Parameters<Units["load"]>[1],
  linked: Map<string, LinkedUnit>,
): Promise<void> {
  const loaded = await parts.units.load(path, loadOptions);
  const links = linked.get(path)?.links;
  if (loaded !== undefined && links !== undefined) linked.set(path, linkedUnit(loaded, links));
}

/** Presets by file and item: comments above the item, then the workspace's for its name. */
async function presetTable(
  parts: Parts,
  linked: ReadonlyMap<string, LinkedUnit>,
  how: AnalyseOptions,
): Promise<ReadonlyMap<string, readonly Preset[]>> {
  const table = new Map<string, readonly Preset[]>();
  for (const [file, { unit }] of linked) {
    for (const item of itemsOf(unit.items)) {
      const texts = [...item.presets, ...(how.presets?.[item.name] ?? [])];
      if (texts.length > 0) table.set(`${file}|${item.id}`, await presetsFrom(parts.grammars, unit.language, texts));
    }
  }
  return table;
}

const itemsOf = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => (item.kind === "class" ? [item, ...itemsOf(item.members)] : [item]));
