// The two sides of `diff`: folders, or revisions of the git repository around; a side is a way to read files.
//
// Git is asked by its plumbing, for names and contents alone: no hook, no filter and no external diff of a repository runs.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Host } from "../host.ts";
import { nodeHost } from "../host-node.ts";
import { languageOf } from "../languages/parse/language.ts";
import { collectFiles } from "./check-files.ts";
import { UsageError } from "./usage.ts";

export interface Side {
  /** What to call it: `HEAD~1`, `the working tree`, `old/`. */
  readonly name: string;
  /** Files are named relative to it. */
  readonly root: string;
  readonly host: Host;
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
  /** Files to compare, relative to the roots. */
  readonly files: readonly string[];
}

/** Two folders where `base` is one, else two revisions; without `head` the working tree. `paths` are relative to here. */
export function sidesOf(base: string, head: string | undefined, paths: readonly string[]): Sides {
  return isFolder(base) ? folders(base, head, paths) : revisions(base, head, paths);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isSource = (path: string): boolean => languageOf(path) !== undefined;

// ---- folders ---------------------------------------------------------------------------------------------------------

function folders(base: string, head: string | undefined, paths: readonly string[]): Sides {
  if (head === undefined) throw new UsageError(`${base} is a folder: name the folder to compare it with`);
  if (!isFolder(head)) throw new UsageError(`${head} is no folder, ${base} is one`);
  const side = (folder: string): Side => ({ name: folder, root: resolve(folder), host: nodeHost });
  const [before, after] = [side(base), side(head)];
  const below = ({ root }: Side): readonly string[] =>
    (paths.length === 0 ? [root] : paths.map((one) => join(root, one)))
      .filter((one) => statSync(one, { throwIfNoEntry: false }) !== undefined)
      .flatMap((one) => collectFiles([one], "skip"))
      .map((one) => relative(root, one));
  const all = [...new Set([...below(before), ...below(after)])].sort();
  const files = paths.length > 0 ? all : all.filter((one) => textIn(before, one) !== textIn(after, one));
  return { before, after, files };
}

function textIn({ root }: Pick<Side, "root">, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

// ---- revisions -------------------------------------------------------------------------------------------------------

/** Of the repository around this folder. */
function topOf(base: string): string {
  try {
    return git(["rev-parse", "--show-toplevel"], ".").trimEnd();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${said} ("${base}" is no folder here, so it is a revision)`);
  }
}

function revisions(base: string, head: string | undefined, paths: readonly string[]): Sides {
  const top = topOf(base);
  const before = revision(top, base);
  const after: Side =
    head === undefined ? { name: "the working tree", root: top, host: nodeHost } : revision(top, head);
  const wanted = paths.map((one) => relative(top, resolve(one)));
  const isWanted = (file: string): boolean =>
    wanted.length === 0 || wanted.some((one) => one === "" || file === one || file.startsWith(`${one}/`));
  const changed = changedFiles(top, commit(top, base), head === undefined ? undefined : commit(top, head));
  // Named files may differ by what they include.
  const all =
    wanted.length === 0
      ? changed
      : [...changed, ...names(["ls-tree", "-r", "-z", "--name-only", commit(top, base)], top)];
  return { before, after, files: [...new Set(all)].filter((one) => isSource(one) && isWanted(one)).sort() };
}

/** `git diff` would run the filters that a repository's attributes name; these compare hashes and times alone. */
function changedFiles(top: string, base: string, head: string | undefined): readonly string[] {
  const how = ["--name-only", "--no-renames", "-z"];
  if (head !== undefined) return names(["diff-tree", "-r", ...how, base, head], top);
  const touched = names(["diff-index", ...how, base, "--"], top).filter(isSource);
  return touched.filter((one) => blob(top, `${base}:${one}`) !== textIn({ root: top }, one));
}

function revision(top: string, name: string): Side {
  const id = commit(top, name);
  const folders = new Map<string, Set<string>>();
  for (const path of names(["ls-tree", "-r", "-z", "--name-only", id], top)) {
    const parts = path.split("/");
    parts.forEach((part, i) => {
      const folder = parts.slice(0, i).join("/");
      const entries = folders.get(folder) ?? new Set();
      folders.set(folder, entries.add(i === parts.length - 1 ? part : `${part}/`));
    });
  }
  const inside = (path: string): string | undefined => {
    const at = relative(top, path);
    return at.startsWith("..") || resolve(top, at) !== resolve(path) ? undefined : at;
  };
  const read = async (path: string): Promise<string | undefined> => {
    const at = inside(path);
    return at === undefined ? nodeHost.read(path) : blob(top, `${id}:${at}`);
  };
  const list = async (path: string): Promise<readonly string[]> => {
    const at = inside(path);
    return at === undefined ? nodeHost.list(path) : [...(folders.get(at) ?? [])];
  };
  return { name, root: top, host: { read, list, watch: () => () => undefined } };
}

function blob(top: string, name: string): string | undefined {
  try {
    const text = run(["cat-file", "blob", name], top);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const commit = (top: string, name: string): string =>
  git(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`],
    top,
    `${name} is no folder and no revision`,
  ).trimEnd();

const names = (args: readonly string[], folder: string): readonly string[] =>
  git(args, folder).split("\0").filter(Boolean);

function git(args: readonly string[], folder: string, why?: string): string {
  try {
    return run(args, folder);
  } catch (error) {
    if (why !== undefined) throw new UsageError(why);
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n")[0] : "";
    throw new UsageError(`git ${args[0]}: ${said === "" || said === undefined ? "it cannot be run" : said}`);
  }
}

const run = (args: readonly string[], folder: string): string =>
  execFileSync("git", ["-c", "core.fsmonitor=false", ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
