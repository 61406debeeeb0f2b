// Where includes and imports lead: to files of the project, never into CuTe's and CUTLASS's own headers, which the dialect knows.
//
// Quoted includes are looked for beside the file, then along the include paths, then upwards from the file (with and without
// `include/`, `csrc/`, `common/`), because most checkouts have no build description at hand. Python modules are looked for the same way.

import type { Imported, Unit } from "../../../src-engine/program/ir.ts";
import type { Files } from "./files.ts";
import { ancestors, folderOf, joinPath } from "./paths.ts";
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
    for (const [name, candidates] of wantedBy(item)) {
      if (links.has(name)) continue;
      const found = await firstExisting(files, candidates(unit.file, options));
      if (found !== undefined && found !== unit.file) links.set(name, found);
    }
  }
  return links;
}

/** What a file includes or imports, as written. */
export const importsOf = (unit: Unit): readonly Imported[] =>
  unit.imports ?? unit.items.filter((item) => item.kind === "import");

type Candidates = (file: string, options: ResolveOptions) => readonly string[];

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

function includeCandidates(path: string, file: string, options: ResolveOptions): readonly string[] {
  const around = ancestors(file, upwards);
  return [
    joinPath(folderOf(file), path),
    ...options.includePaths.map((folder) => joinPath(folder, path)),
    ...options.roots.map((folder) => joinPath(folder, path)),
    ...around.flatMap((folder) => [
      joinPath(folder, path),
      joinPath(folder, `include/${path}`),
      joinPath(folder, `csrc/${path}`),
      joinPath(folder, `common/${path}`),
      // A library inside the checkout: `kerutils/include/kerutils/x.h`.
      joinPath(folder, `${path.split("/", 1)[0] ?? ""}/include/${path}`),
    ]),
  ];
}

function moduleCandidates(name: string, level: number): Candidates {
  const path = name.replaceAll(".", "/");
  const files = (folder: string): readonly string[] =>
    path === ""
      ? [joinPath(folder, "__init__.py")]
      : [joinPath(folder, `${path}.py`), joinPath(folder, `${path}/__init__.py`)];
  return (file, options) => {
    if (/^(cutlass|torch|cuda|numpy)(\.|$)/.test(name) && level === 0) return [];
    if (level > 0) return files(ancestors(file, level)[level - 1] ?? folderOf(file));
    const { folders = [], packages } = options.installed ?? {};
    const isPackage = packages?.has(name.split(".", 1)[0] ?? "") === true;
    // An installed file sees the project's own packages no more than all that is installed beside it.
    if (folders.some((folder) => file.startsWith(`${folder}/`))) return isPackage ? folders.flatMap(files) : [];
    const around = ancestors(file, upwards);
    // Checkouts side by side: the package `quack` lies in `quack/quack` of a folder above.
    const beside = around.map((folder) => joinPath(folder, name.split(".", 1)[0] ?? ""));
    return [...around, ...options.roots, ...(isPackage ? folders : []), ...beside].flatMap(files);
  };
}

async function firstExisting(files: Files, candidates: readonly string[]): Promise<string | undefined> {
  for (const path of candidates) if (await files.exists(path)) return path;
  return undefined;
}
