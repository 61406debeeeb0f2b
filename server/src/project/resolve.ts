// Where includes and imports lead: to files of the project, never into CuTe's and CUTLASS's own headers, which the dialect knows.
//
// Quoted includes are looked for beside the file, then along the include paths, then upwards from the file (with and without
// `include/`, `csrc/`, `common/`), because most checkouts have no build description at hand. Python modules are looked for the same way.

import type { Imported, Unit } from "../../../src-engine/program/ir.ts";
import type { Files } from "./files.ts";
import { ancestors, baseName, folderOf, joinPath } from "./paths.ts";
import type { PythonEnvironment } from "./python-environment.ts";

export interface ResolveOptions {
  readonly includePaths: readonly string[];
  readonly roots: readonly string[];
  /** Installed packages that build on CuTe DSL. */
  readonly installed?: Pick<PythonEnvironment, "folders" | "packages">;
}

const upwards = 8;

/** Import target as the evaluator names it → file. */
export async function linksOf(files: Files, unit: Unit, options: ResolveOptions): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>();
  for (const item of importsOf(unit)) {
    for (const [i, [name, candidates]] of wantedBy(item).entries()) {
      const found = links.get(name) ?? (await firstExisting(files, candidates(unit.file, options)));
      if (found === undefined) continue;
      if (found !== unit.file) links.set(name, found);
      if (i === 0 && item.form === "from" && holdsNoModules(found)) break;
    }
  }
  return links;
}

/** What is imported from a file of Python that is no package stands in it; the file is looked for first, then what may lie below. */
const holdsNoModules = (file: string): boolean => file.endsWith(".py") && baseName(file) !== "__init__.py";

/** What a file includes or imports, as written. */
export const importsOf = (unit: Unit): readonly Imported[] =>
  unit.imports ?? unit.items.filter((item) => item.kind === "import");

/** Places, the likeliest first, each made when those before it hold nothing. */
type Candidates = (file: string, options: ResolveOptions) => Iterable<string>;

function wantedBy(item: Imported): readonly (readonly [string, Candidates])[] {
  if (item.form === "include") {
    const path = item.target.replace(/^["<]|[">]$/g, "");
    if (isLibraryHeader(path) && !isDeclarations(path)) return [];
    return [
      [
        item.target,
        (file, options) => (isLibraryHeader(path) && !inLibrary(file) ? [] : includeCandidates(path, file, options)),
      ],
    ];
  }
  if (item.form === "import") return item.names.map((one) => [one.name, moduleCandidates(one.name, 0)] as const);
  if (item.form !== "from") return [];
  const module = ".".repeat(item.level) + item.target;
  const submodules = item.names
    .filter((one) => one.name !== "*")
    .map((one) => {
      const name = item.target === "" ? one.name : `${item.target}.${one.name}`;
      return [
        module.endsWith(".") ? module + one.name : `${module}.${one.name}`,
        moduleCandidates(name, item.level),
      ] as const;
    });
  return item.target === "" && item.level > 0
    ? [[module, moduleCandidates("", item.level)], ...submodules]
    : [[module, moduleCandidates(item.target, item.level)], ...submodules];
}

/** Headers that the dialect stands for. */
const isLibraryHeader = (path: string): boolean =>
  /^(cute|cutlass|cuda|thrust|cub|nv|torch|ATen|c10|pybind11)\//.test(path) || !/[./]/.test(path);

/** Headers of CUTLASS that only declare what its own collectives are chosen by; they are read for CUTLASS's files, nobody else's. */
const isDeclarations = (path: string): boolean => /^cutlass\/(?:gemm|epilogue)\/dispatch_policy\.hpp$/.test(path);

const inLibrary = (file: string): boolean => /\/include\/cutlass\//.test(file);

function* includeCandidates(path: string, file: string, options: ResolveOptions): Iterable<string> {
  yield joinPath(folderOf(file), path);
  for (const folder of [...options.includePaths, ...options.roots]) yield joinPath(folder, path);
  for (const folder of ancestors(file, upwards)) {
    yield joinPath(folder, path);
    for (const inside of ["include", "csrc", "common"]) yield joinPath(folder, `${inside}/${path}`);
    // A library inside the checkout: `kerutils/include/kerutils/x.h`.
    yield joinPath(folder, `${path.split("/", 1)[0] ?? ""}/include/${path}`);
  }
}

function moduleCandidates(name: string, level: number): Candidates {
  const path = name.replaceAll(".", "/");
  const ends = path === "" ? ["__init__.py"] : [`${path}.py`, `${path}/__init__.py`];
  return function* (file, options) {
    if (/^(cutlass|torch|cuda|numpy)(\.|$)/.test(name) && level === 0) return;
    for (const folder of moduleFolders(name, level, file, options)) for (const end of ends) yield joinPath(folder, end);
  };
}

function* moduleFolders(name: string, level: number, file: string, options: ResolveOptions): Iterable<string> {
  if (level > 0) return void (yield ancestors(file, level)[level - 1] ?? folderOf(file));
  const { folders = [], packages } = options.installed ?? {};
  const isPackage = packages?.has(name.split(".", 1)[0] ?? "") === true;
  // An installed file sees the project's own packages no more than all that is installed beside it.
  if (folders.some((folder) => file.startsWith(`${folder}/`))) return void (isPackage && (yield* folders));
  const around = ancestors(file, upwards);
  yield* around;
  yield* options.roots;
  if (isPackage) yield* folders;
  // Checkouts side by side: the package `quack` lies in `quack/quack` of a folder above.
  for (const folder of around) yield joinPath(folder, name.split(".", 1)[0] ?? "");
}

async function firstExisting(files: Files, candidates: Iterable<string>): Promise<string | undefined> {
  for (const path of candidates) if (files.isThere(path) ?? (await files.exists(path))) return path;
  return undefined;
}
