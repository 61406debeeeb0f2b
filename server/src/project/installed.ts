// What the user's Python environment adds to a program: installed packages on CuTe DSL, and CuTe DSL's own helpers.
//
// Looked up once per project, when the first Python file is linked.

import type { LibrarySource } from "../../../src-engine/interpret/session.ts";
import type { Files } from "./files.ts";
import { type PythonEnvironment, pythonEnvironment } from "./python-environment.ts";
import { type Helpers, helpersOf } from "./python-helpers.ts";

export interface Installed {
  readonly environment: PythonEnvironment;
  readonly helpers?: Helpers;
}

export async function installedFor(
  files: Files,
  roots: readonly string[],
  setting: string | undefined,
): Promise<Installed> {
  const environment = await pythonEnvironment(files, roots, setting);
  if (environment.cutlass === undefined) return { environment };
  return { environment, helpers: await helpersOf(files, environment.cutlass) };
}

/** How the evaluator finds a helper's source, and names where a file of the environment comes from. */
export function librarySource({ environment, helpers }: Installed): LibrarySource {
  const { folders, version, cutlass } = environment;
  return {
    find: (dotted) => helpers?.find(dotted),
    moduleOf: (file) => {
      const folder = folders.find((one) => file.startsWith(`${one}/`));
      if (folder === undefined || file.includes("/cutlass/utils/")) return undefined;
      const path = file.slice(folder.length + 1).replace(/(\/__init__)?\.py$/, "");
      return path.replaceAll("/", ".");
    },
    isOwn: (file) => cutlass !== undefined && file.startsWith(`${cutlass}/`),
    name: version === undefined ? "the installed package" : `the installed package (${version})`,
  };
}
