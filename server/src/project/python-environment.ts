// Where the user's Python packages lie, found by looking at folders: nothing is run.
//
// A setting, the workspace's interpreter setting, or a virtual environment in the workspace names an environment. Of its
// packages only those count that build on CuTe DSL, told by their metadata: `quack`, `flash_attn`, never all of torch.

import { cutlassCopies } from "./cutlass-version.ts";
import type { Files } from "./files.ts";
import { baseName, folderOf, joinPath } from "./paths.ts";

export interface PythonEnvironment {
  /** `site-packages` folders, or folders that stand for one. */
  readonly folders: readonly string[];
  /** Top-level packages in them that build on CuTe DSL, without CuTe DSL itself. */
  readonly packages: ReadonlySet<string>;
  /** The folder of the `cutlass` package, where it is installed. */
  readonly cutlass?: string;
  /** The wheel's version. */
  readonly version?: string;
}

const none: PythonEnvironment = { folders: [], packages: new Set() };
const mostDistributions = 400;

export async function pythonEnvironment(
  files: Files,
  roots: readonly string[],
  setting: string | undefined,
): Promise<PythonEnvironment> {
  for (const place of [...named(roots, setting), ...(await interpreters(files, roots)), ...usual(roots)]) {
    const folders = await packageFolders(files, place);
    if (folders.length > 0) return describe(files, folders);
  }
  return none;
}

const isAbsolute = (path: string): boolean => /^(\/|[A-Za-z]:)/.test(path);

function named(roots: readonly string[], setting: string | undefined): readonly string[] {
  if (setting === undefined || setting === "") return [];
  const path = setting.replaceAll("\\", "/").replace(/\/$/, "");
  return roots.flatMap((root) => within(root, path)).concat(roots.length === 0 && isAbsolute(path) ? [path] : []);
}

const within = (root: string, path: string): string =>
  isAbsolute(path) ? path : joinPath(root, path.replace(/\$\{workspaceFolder\}/g, "."));

/** A virtual environment, else the source of CuTe DSL in CUTLASS's own checkout or a project's copy of it. */
const usual = (roots: readonly string[]): readonly string[] => [
  ...roots.flatMap((root) => [".venv", "venv", "env"].map((name) => `${root}/${name}`)),
  ...roots.flatMap(cutlassCopies).map((copy) => `${copy}/python/CuTeDSL`),
];

/** `python.defaultInterpreterPath` of the workspace's own settings. */
async function interpreters(files: Files, roots: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const root of roots) {
    const text = (await files.host.read(`${root}/.vscode/settings.json`)) ?? "";
    const path = /^[^/\n]*"python\.(?:defaultInterpreterPath|pythonPath)"\s*:\s*"([^"\n]+)"/m.exec(text)?.[1];
    if (path === undefined) continue;
    const plain = path.replaceAll("\\\\", "/").replace(/^\$\{workspaceFolder\}/, root);
    if (!plain.includes("${")) found.push(within(root, plain));
  }
  return found;
}

/** An environment, its interpreter, its `site-packages`, a folder that pip filled (`--target`), or one that holds `cutlass` itself. */
async function packageFolders(files: Files, place: string): Promise<readonly string[]> {
  const parent = baseName(folderOf(place));
  const home = parent === "bin" || parent === "Scripts" ? folderOf(folderOf(place)) : place;
  const found: string[] = [];
  for (const folder of [home, `${home}/Lib/site-packages`, ...(await versions(files, `${home}/lib`))]) {
    const names = await files.names(folder);
    const isPackages = baseName(folder) === "site-packages" && names.size > 0;
    const standsForOne = names.has("cutlass/") || [...names].some((name) => name.endsWith(".dist-info/"));
    if (isPackages || (folder === home && standsForOne)) found.push(folder);
  }
  return found;
}

const versions = async (files: Files, lib: string): Promise<readonly string[]> =>
  [...(await files.names(lib))]
    .filter((name) => /^python3[\d.]*t?\/$/.test(name))
    .map((name) => `${lib}/${name}site-packages`);

async function describe(files: Files, folders: readonly string[]): Promise<PythonEnvironment> {
  const packages = new Set<string>();
  let cutlass: string | undefined;
  let version: string | undefined;
  for (const folder of folders) {
    cutlass ??= await cutlassFolder(files, folder);
    for (const name of await files.names(folder)) {
      version ??= /^nvidia_cutlass_dsl-([\d.]+[\w.]*)\.dist-info\/$/.exec(name)?.[1];
    }
    for (const name of await packagesOnCute(files, folder)) packages.add(name);
  }
  return {
    folders,
    packages,
    ...(cutlass === undefined ? {} : { cutlass }),
    ...(version === undefined ? {} : { version }),
  };
}

/** The wheel keeps the package below `nvidia_cutlass_dsl`; a source checkout has it directly. */
async function cutlassFolder(files: Files, folder: string): Promise<string | undefined> {
  const inner = [...(await files.names(`${folder}/nvidia_cutlass_dsl`))].filter((name) => name.endsWith("/"));
  const places = [folder, ...inner.map((name) => `${folder}/nvidia_cutlass_dsl/${name.slice(0, -1)}`)];
  for (const place of places) if ((await files.names(`${place}/cutlass`)).has("utils/")) return `${place}/cutlass`;
  return undefined;
}

/** Distributions whose metadata asks for CuTe DSL, by the packages that they install. */
async function packagesOnCute(files: Files, folder: string): Promise<readonly string[]> {
  const infos = [...(await files.names(folder))].filter((name) => name.endsWith(".dist-info/"));
  const found: string[] = [];
  for (const info of infos.slice(0, mostDistributions)) {
    if (info.startsWith("nvidia_cutlass")) continue;
    const metadata = (await files.host.read(`${folder}/${info}METADATA`)) ?? "";
    if (!/^Requires-Dist:\s*nvidia[-_.]cutlass[-_.]dsl/im.test(metadata)) continue;
    const listed = (await files.host.read(`${folder}/${info}top_level.txt`)) ?? "";
    const names = listed.split(/\s+/).filter((name) => /^\w+$/.test(name));
    found.push(...(names.length > 0 ? names : [info.replace(/-.*$/, "")]));
  }
  return found;
}
