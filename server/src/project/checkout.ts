// The project around a file, found from the file itself: the same one, whatever folder a command runs in or an editor has open.
import type { Files } from "./files.ts";
import { ancestors, folderOf } from "./paths.ts";

/** What the top folder of a project holds. */
const marks = ["setup.py", "pyproject.toml", "cute-lens.json", "compile_commands.json", "LICENSE", "LICENSE.txt"];
/** Folders above a file that are looked at. */
const upwards = 16;
/** Folders above a file that nothing marks. */
const above = 2;

interface Checkout {
  readonly folder: string;
  /** Something in it says that a project begins here. */
  readonly isMarked: boolean;
}

/**
 * The nearest folder with `.git`, else the outermost that looks like a project's top (packages inside a project have a
 * `pyproject.toml` of their own), else what holds the top-most Python package, at least two folders up.
 */
async function checkoutOf(files: Files, path: string): Promise<Checkout> {
  const around = ancestors(path, upwards);
  let outermost: string | undefined;
  // So many folders, from the file's own, are packages.
  let packages = 0;
  for (const [i, folder] of around.entries()) {
    const names = await files.names(folder);
    if (names.has(".git/") || names.has(".git")) return { folder, isMarked: true };
    if (marks.some((one) => names.has(one))) outermost = folder;
    if (names.has("__init__.py") && packages === i) packages++;
  }
  if (outermost !== undefined) return { folder: outermost, isMarked: true };
  const folder = around[Math.max(packages, above - 1)] ?? around.at(-1) ?? folderOf(path);
  return { folder, isMarked: false };
}

/** The folder where the project's files are looked for: an open folder around the checkout or around what nothing marks, else the checkout. */
export async function projectFolder(files: Files, path: string, open: readonly string[]): Promise<string> {
  const { folder, isMarked } = await checkoutOf(files, path);
  const holding = open.find((root) => root !== "" && path.startsWith(`${root}/`));
  return holding !== undefined && (!isMarked || holding.length < folder.length) ? holding : folder;
}
