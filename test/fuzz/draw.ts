// Stories by a seed: up to three files of one language that lie together, and some edits.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { documentOf } from "../../server/src/project/units.ts";
import { drawEdit } from "./edits.ts";
import type { Random } from "./random.ts";
import type { Story, StoryFile } from "./story.ts";

const mostBytes = 200_000;

/** The sources of both languages below a file or folder. */
export function sourcesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = join(path, entry.name);
      if (entry.isDirectory()) return /^(?:\.|node_modules$)/.test(entry.name) ? [] : sourcesBelow(below);
      return entry.isFile() && /\.(?:cu|cuh|hpp|h|cpp|py|ipynb)$/.test(entry.name) ? [below] : [];
    });
}

export function drawStory(random: Random, sources: readonly string[], mostEdits: number): Story {
  const first = random.pick(sources);
  const beside = sources.filter((one) => one !== first && dirname(one) === dirname(first));
  const paths = [first, ...Array.from({ length: random.below(3) }, () => random.pick(beside))];
  const files = [...new Set(paths)].flatMap((path) => read(path));
  const edits = Array.from({ length: 1 + random.below(mostEdits) }, () => drawEdit(random, files.length));
  return { files, edits: files.length === 0 ? [] : edits };
}

function read(path: string | undefined): readonly StoryFile[] {
  if (path === undefined) return [];
  const text = readFileSync(path, "utf8");
  const document = text.length > mostBytes ? undefined : documentOf(path, text);
  return document === undefined ? [] : [{ path, text: document.fragments }];
}
