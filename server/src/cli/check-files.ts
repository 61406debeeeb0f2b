// The files that `check` looks at: those named, and those with CuTe in them below the folders named.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { speaksOfCute } from "../features/relevance.ts";
import { languageOf } from "../languages/parse/language.ts";
import { mentionsCute } from "../protocol/cute-words.ts";
import { readSourceFile, UsageError } from "./usage.ts";

const skipped: ReadonlySet<string> = new Set(["node_modules", "__pycache__", "build", "dist", "out"]);
const largest = 8 * 1024 * 1024;

/** What becomes of a named file without CuTe code: a mistake of the caller, or passed over as in folders. */
export type PlainFiles = "refuse" | "skip";

/** In a stable order, each once. */
export function collectFiles(paths: readonly string[], plain: PlainFiles = "refuse"): readonly string[] {
  const found = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw new UsageError(`${path}: no such file or folder`);
    if (stat.isDirectory()) return walk(path);
    if (plain === "skip") return languageOf(path) !== undefined && isWanted(path) ? [path] : [];
    return [namedFile(path)];
  });
  return [...new Set(found)];
}

function namedFile(path: string): string {
  if (!mentionsCute(readSourceFile(path))) throw new UsageError(`${path}: no CuTe code in it`);
  return path;
}

/** Folders wait in a list of their own: a deep tree is no deep recursion. Links are not followed. */
function walk(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name) && !entry.name.startsWith(".")) folders.push(path);
      } else if (entry.isFile() && languageOf(path) !== undefined && isWanted(path)) files.push(path);
    }
  }
  return files.sort();
}

function isWanted(path: string): boolean {
  try {
    if (statSync(path).size > largest) return false;
    const text = readFileSync(path, "utf8");
    return !text.includes("\0") && isAboutCute(path, text);
  } catch {
    return false;
  }
}

/** What only a comment or a text of a file mentions is not evaluated; a notebook's cells are texts of its file. */
function isAboutCute(path: string, text: string): boolean {
  const language = languageOf(path);
  return path.endsWith(".ipynb") || language === undefined ? mentionsCute(text) : speaksOfCute([text], language);
}

export interface Shard {
  readonly index: number;
  readonly count: number;
}

export function parseShard(text: string): Shard {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || count < 1 || index < 1 || index > count)
    throw new UsageError(`--shard ${text}: write it as i/n with 1 <= i <= n`);
  return { index, count };
}

/** Neighbouring files go to different shards, so that slow folders are shared out. */
export function inShard({ index, count }: Shard, position: number): boolean {
  return position % count === index - 1;
}
