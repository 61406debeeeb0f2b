// The units of a program: a file, what it includes or imports, the files that use it, and what those include.
//
// The macros of included headers are known when a C++ file is read, so a file whose headers define some is read once more;
// they are remembered, and the next analysis reads each changed file once.
import type { LinkedUnit, Program } from "../../../src-engine/interpret/session.ts";
import type { Unit } from "../../../src-engine/program/ir.ts";
import { cutlassPreludePath } from "../languages/cpp/library/prelude.ts";
import type { Macro } from "../languages/cpp/prepare/macros.ts";
import type { IndexEvents } from "./analyse.ts";
import type { Build } from "./build/build.ts";
import { type Flags, noFlags } from "./build/flags.ts";
import { projectFolder } from "./checkout.ts";
import type { Files } from "./files.ts";
import { type Installed, installedFor } from "./installed.ts";
import { linkedUnit } from "./linked.ts";
import { importsOf, linksOf, type ResolveOptions } from "./resolve.ts";
import type { Loaded, LoadOptions, Units } from "./units.ts";
import type { UserIndex } from "./users.ts";

const mostFiles = 160;
/** Of the user's Python environment. */
const mostInstalled = 80;
/** Milliseconds that an analysis in an editor waits for the index of users. */
const patience = 400;

type Macros = ReadonlyMap<string, Macro>;

/** What lives between analyses. */
export interface Linker {
  readonly files: Files;
  readonly units: Units;
  readonly users: UserIndex;
  /** Include paths and definitions by file. */
  readonly build: Build;
  readonly resolve: ResolveOptions;
  readonly index: IndexEvents | undefined;
  readonly mentions: NonNullable<Program["mentions"]>;
  /** Macros that the user says mean nothing. */
  readonly skipped: readonly string[];
  /** What the headers of a file defined when it was linked last. */
  readonly macros: Map<string, Macros>;
  readonly pythonEnvironment?: string | undefined;
  /** What the Python environment offers, by the project's folder; looked up with its first Python file. */
  readonly installed: Map<string, Promise<Installed>>;
  /** Where the includes and imports of a unit lead. */
  links: WeakMap<Unit, ReadonlyMap<string, string>>;
  /** How files were linked last, for as long as only their own text changes. */
  readonly last: Map<string, LastLinked>;
}

interface LastLinked {
  readonly linked: Linked;
  readonly options: string;
  readonly imports: string;
  readonly macros: Macros;
}

export interface Linked {
  readonly units: ReadonlyMap<string, LinkedUnit>;
  /** The files that use the target. */
  readonly users: readonly string[];
  readonly installed?: Installed;
}

export interface LinkOptions extends LoadOptions {
  /** Of the files that use it no more than these, which show the most. */
  readonly users?: number;
}

export async function linkProgram(linker: Linker, path: string, options: LinkOptions): Promise<Linked | undefined> {
  return (await linkedAgain(linker, path, options)) ?? linkedAnew(linker, path, options);
}

/** A file has changed, or another document: what was linked may lead elsewhere now. */
export function unlink(linker: Linker, path: string): void {
  for (const target of [...linker.last.keys()]) if (target !== path) linker.last.delete(target);
}

/** With the file's new text in the place of the old, where it includes and defines the same. */
async function linkedAgain(linker: Linker, path: string, options: LinkOptions): Promise<Linked | undefined> {
  const last = linker.last.get(path);
  if (last === undefined || last.options !== JSON.stringify(options)) return undefined;
  const { linked } = last;
  const loaded = await load({ linker, options }, path);
  const before = linked.units.get(path);
  if (loaded === undefined || before === undefined) return undefined;
  if (loaded.unit === before.unit) return linked;
  if (importText(loaded.unit) !== last.imports || !sameMacros(loaded.macros, last.macros)) return undefined;
  linker.links.set(loaded.unit, before.links);
  const again = { ...linked, units: new Map(linked.units).set(path, linkedUnit(loaded, before.links)) };
  linker.last.set(path, { ...last, linked: again });
  return again;
}

const importText = (unit: Unit): string =>
  JSON.stringify(
    importsOf(unit).map(({ form, target, level, names }) => [
      form,
      target,
      level,
      names.map((one) => [one.name, one.alias]),
    ]),
  );

async function linkedAnew(linker: Linker, path: string, options: LinkOptions): Promise<Linked | undefined> {
  linker.last.delete(path);
  const found = new Map<string, LinkedUnit>();
  const macros = new Map<string, Macros>();
  const installed = path.endsWith(".py") || path.endsWith(".ipynb") ? await installedOf(linker, path) : undefined;
  const known: Known = { linker, options, found, macros, installed };
  // Looked for while the file is read and parsed.
  void linker.users.of(path);
  if (!(await include(known, path))) return undefined;
  const users: string[] = [];
  const ofFile = (await usersOf(linker, path))?.slice(0, options.users);
  for (const user of ofFile ?? []) void linker.units.document(user);
  for (const user of ofFile ?? []) if (await include(known, user)) users.push(user);
  await settleMacros(known);
  await addPrelude(known);
  for (const file of installed?.helpers?.files ?? []) await include(known, file);
  const linked: Linked = { units: found, users, ...(installed === undefined ? {} : { installed }) };
  const unit = found.get(path)?.unit;
  if (ofFile !== undefined && unit !== undefined)
    linker.last.set(path, {
      linked,
      options: JSON.stringify(options),
      imports: importText(unit),
      macros: macros.get(path) ?? new Map(),
    });
  return linked;
}

async function installedOf({ files, resolve, installed, pythonEnvironment }: Linker, path: string): Promise<Installed> {
  const folder = await projectFolder(files, path, resolve.roots);
  const known = installed.get(folder);
  if (known !== undefined) return known;
  const found = installedFor(files, [...new Set([...resolve.roots, folder])], pythonEnvironment);
  installed.set(folder, found);
  return found;
}

interface Known {
  readonly linker: Linker;
  readonly options: LoadOptions;
  readonly found: Map<string, LinkedUnit>;
  /** What each file itself defines. */
  readonly macros: Map<string, Macros>;
  readonly installed: Installed | undefined;
}

/** A file and what it includes, breadth first: where the files of a round lead is looked up at once, and so are the next ones read. */
async function include(known: Known, path: string): Promise<boolean> {
  const { found, linker } = known;
  if (found.has(path)) return true;
  const first = await load(known, path);
  if (first === undefined) return false;
  const seen = new Set([path]);
  for (let round: readonly Loaded[] = [first]; round.length > 0; ) {
    const linksOfAll = await Promise.all(round.map((one) => linksFrom(known, one)));
    const next: string[] = [];
    for (const [i, loaded] of round.entries()) {
      const links = linksOfAll[i]!;
      add(known, loaded, links);
      for (const one of links.values()) {
        if (seen.has(one) || found.has(one) || found.size >= mostFiles || isTooMuch(known, one)) continue;
        seen.add(one);
        next.push(one);
      }
    }
    for (const one of next) void linker.units.document(one);
    const loaded: Loaded[] = [];
    for (const one of next) loaded.push(...listOf(await load(known, one)));
    round = loaded;
  }
  return true;
}

const listOf = (loaded: Loaded | undefined): readonly Loaded[] => (loaded === undefined ? [] : [loaded]);

/** An environment's packages may import without end: the rest of them stays unknown. */
function isTooMuch({ installed, found }: Known, path: string): boolean {
  const folders = installed?.environment.folders ?? [];
  const isInstalled = (file: string): boolean => folders.some((folder) => file.startsWith(`${folder}/`));
  return isInstalled(path) && [...found.keys()].filter(isInstalled).length >= mostInstalled;
}

async function load({ linker, options }: Pick<Known, "linker" | "options">, path: string): Promise<Loaded | undefined> {
  const { defines, isPort } = await flagsOf(linker, path);
  const macros = linker.macros.get(path);
  return linker.units.load(path, { ...options, defines, macros, extraMacros: linker.skipped, isPort });
}

/** Only C++ has a build. */
const flagsOf = (linker: Linker, path: string): Promise<Flags> =>
  /\.(py|ipynb)$/.test(path) ? Promise.resolve(noFlags) : linker.build.of(path);

async function linksFrom(
  { linker, installed }: Known,
  { document, unit }: Loaded,
): Promise<ReadonlyMap<string, string>> {
  const known = linker.links.get(unit);
  if (known !== undefined) return known;
  const links = await linksOf(linker.files, unit, {
    ...linker.resolve,
    includePaths: (await flagsOf(linker, document.path)).includePaths,
    ...(installed === undefined ? {} : { installed: installed.environment }),
  });
  linker.links.set(unit, links);
  return links;
}

function add({ found, macros }: Known, loaded: Loaded, links: ReadonlyMap<string, string>): void {
  found.set(loaded.document.path, linkedUnit(loaded, links));
  macros.set(loaded.document.path, loaded.macros);
}

/** C++: what CUTLASS builds on top of CuTe, whatever the file includes. */
async function addPrelude({ linker, found }: Known): Promise<void> {
  if (![...found.values()].some(({ unit }) => unit.language === "cpp")) return;
  const loaded = await linker.units.load(cutlassPreludePath);
  if (loaded !== undefined) found.set(cutlassPreludePath, linkedUnit(loaded, new Map()));
}

/** Reads again what was read without the macros of its headers. */
async function settleMacros(known: Known): Promise<void> {
  const { linker, found } = known;
  for (const path of [...found.keys()]) {
    const visible = macrosBelow(known, path);
    if (sameMacros(linker.macros.get(path), visible)) continue;
    linker.macros.set(path, visible);
    const loaded = await load(known, path);
    if (loaded !== undefined) add(known, loaded, await linksFrom(known, loaded));
  }
}

/** What the headers of a file define, directly or through others. */
function macrosBelow({ found, macros }: Known, path: string): Macros {
  const visible = new Map<string, Macro>();
  const seen = new Set([path]);
  const queue = [...(found.get(path)?.links.values() ?? [])];
  for (let at = 0; at < queue.length; at++) {
    const next = queue[at]!;
    if (seen.has(next)) continue;
    seen.add(next);
    for (const [name, macro] of macros.get(next) ?? []) visible.set(name, macro);
    queue.push(...(found.get(next)?.links.values() ?? []));
  }
  return visible;
}

function sameMacros(before: Macros | undefined, after: Macros): boolean {
  if ((before?.size ?? 0) !== after.size) return false;
  return [...after].every(([name, macro]) => JSON.stringify(before?.get(name)) === JSON.stringify(macro));
}

/** In an editor the first facts come without users (undefined) when the index takes long; it tells when it has them. */
async function usersOf({ users, index }: Linker, path: string): Promise<readonly string[] | undefined> {
  const all = users.of(path);
  if (index === undefined) return all;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  const found = await Promise.race([all, late]);
  clearTimeout(timer);
  if (found !== undefined) return found;
  void all.then((known) => known.length > 0 && index.late(path));
  return undefined;
}
