// Who uses a file: the files of the project that include or import it, directly or through others.
//
// Templates and classes get their real bindings there. The index holds, for each file near the target or below the workspace
// folders, the last parts of the paths that it includes or imports; it is bounded, built on first use, and kept per file.
import type { Language } from "../../../src-engine/program/ir.ts";
import { apart } from "../apart.ts";
import { languageOf } from "../languages/parse/language.ts";
import type { IndexEvents } from "./analyse.ts";
import { projectFolder } from "./checkout.ts";
import { covering } from "./cover.ts";
import type { Files } from "./files.ts";
import { NameReach, type Reached } from "./name-reach.ts";
import { ancestors, baseName, folderOf, joinPath } from "./paths.ts";
import { largestRead, stemsIn } from "./stems.ts";

export interface UserLimits {
  /** Files that the index looks at. */
  readonly indexed: number;
  /** Users that are evaluated along with a file. */
  readonly users: number;
}

export const usualLimits: UserLimits = { indexed: 2_500, users: 10 };
const skipped = new Set([
  "build/",
  "dist/",
  "node_modules/",
  "site-packages/",
  "venv/",
  "third_party/",
  "__pycache__/",
  "docs/",
  "media/",
  "tools/",
]);
const mostFolders = 10_000;
/** Files read at a time. */
const atOnce = 24;

/** Who uses a file; asked by the linker, wherever the index is kept. */
export interface UserIndex {
  /** The users of a file, sources before headers; empty for a translation unit and for a file that nothing names. */
  of(path: string): Promise<readonly string[]>;
  /** A file changed on disk. */
  forget(path: string): void;
  /** Nobody asks any more. */
  close(): void;
}

export class Users implements UserIndex {
  readonly #mentions = new Map<string, Promise<ReadonlySet<string>>>();
  readonly #walked = new Map<string, Promise<readonly string[]>>();
  readonly #users = new Map<string, Promise<readonly string[]>>();
  /** By the list of files that a walk gave. */
  readonly #indices = new WeakMap<readonly string[], Map<Language | undefined, Promise<MentionIndex>>>();

  constructor(
    private readonly files: Files,
    private readonly roots: readonly string[],
    private readonly events: Pick<IndexEvents, "begin"> | undefined = undefined,
    private readonly limits: UserLimits = usualLimits,
  ) {}

  forget(path: string): void {
    this.#mentions.delete(path);
    this.#walked.clear();
    this.#users.clear();
  }

  close(): void {}

  of(path: string): Promise<readonly string[]> {
    if (isSource(path)) return Promise.resolve([]);
    const known = this.#users.get(path);
    if (known !== undefined) return known;
    const users = this.#find(path);
    this.#users.set(path, users);
    return users;
  }

  async #find(path: string): Promise<readonly string[]> {
    const index = await this.#indexOf(await this.#filesAround(path), languageOf(path));
    if (languageOf(path) === "python") return this.#entriesOver(path, index);
    const found = rounds(path, index, this.limits.users * 4).flat();
    return varied(sameArchitecture(ranked(found, path), path), path, this.limits.users);
  }

  /**
   * Python: entries whose words lead to the target's names, then the files between. Entries lie further off than in C++: a test
   * imports an interface, which imports what imports the kernel.
   */
  async #entriesOver(path: string, index: MentionIndex): Promise<readonly string[]> {
    const reach = new NameReach(await this.#textOf(path));
    const reached = new Map<string, Reached>();
    for (const one of rounds(path, index, this.limits.users * 12).flat())
      reached.set(one, reach.add(await this.#textOf(one)));
    const found = sameArchitecture(ranked([...reached.keys()], path), path);
    const entries = found.filter((one) => isEntry(one) || isSource(one));
    const picked = covering(entries, reached, this.limits.users);
    return [...picked, ...found.filter((one) => !entries.includes(one))].slice(0, this.limits.users);
  }

  async #textOf(path: string): Promise<string> {
    const text = (await this.files.host.read(path)) ?? "";
    return text.length > largestRead ? "" : text;
  }

  async #filesAround(path: string): Promise<readonly string[]> {
    const base = await projectFolder(this.files, path, this.roots);
    // What a bound cuts is what is far from this file.
    const key = `${base} ${folderOf(path)}`;
    const known = this.#walked.get(key);
    if (known !== undefined) return known;
    const walk = this.#walk(base, path);
    this.#walked.set(key, walk);
    return walk;
  }

  /** Breadth first from the file's own folder outwards, so that a bound cuts what is far away. */
  async #walk(base: string, path: string): Promise<readonly string[]> {
    const near = ancestors(path, 16).filter((one) => one === base || one.startsWith(`${base}/`));
    const queue = near.length > 0 ? [...near] : [base];
    const seen = new Set<string>();
    const found: string[] = [];
    for (let at = 0; at < Math.min(queue.length, mostFolders) && found.length < this.limits.indexed; at++) {
      // Over a network each list takes its time: the next ones are asked for meanwhile.
      if (at % atOnce === 0) for (const next of queue.slice(at, at + atOnce)) void this.files.names(next);
      const folder = queue[at]!;
      if (seen.has(folder)) continue;
      seen.add(folder);
      for (const name of await this.files.names(folder)) {
        if (name.startsWith(".") || skipped.has(name)) continue;
        if (name.endsWith("/"))
          queue.push(joinPath(folder, name.slice(0, -1)).replace(/^(?!\/)/, folder.startsWith("/") ? "/" : ""));
        else if (languageOf(name) !== undefined) found.push(`${folder}/${name}`);
      }
    }
    return found.slice(0, this.limits.indexed);
  }

  /** Of the files of a language. */
  #indexOf(files: readonly string[], language: Language | undefined): Promise<MentionIndex> {
    const known = this.#indices.get(files) ?? new Map<Language | undefined, Promise<MentionIndex>>();
    this.#indices.set(files, known);
    const index = known.get(language) ?? this.#newIndex(files.filter((one) => languageOf(one) === language));
    known.set(language, index);
    return index;
  }

  async #newIndex(files: readonly string[]): Promise<MentionIndex> {
    await this.#readAll(files);
    const byName = new Map<string, Mention[]>();
    for (const [at, by] of files.entries())
      for (const written of await this.#mentionsOf(by)) {
        const name = languageOf(by) === "cpp" ? baseName(written) : written;
        const mentions = byName.get(name);
        if (mentions === undefined) byName.set(name, [{ at, written }]);
        else mentions.push({ at, written });
      }
    return { files, known: new Set(files), byName };
  }

  /** The part that takes its time: each file once, some at a time, with word of how far it has come. */
  async #readAll(paths: readonly string[]): Promise<void> {
    const unread = paths.filter((one) => !this.#mentions.has(one));
    if (unread.length === 0) return;
    const task = this.events?.begin();
    try {
      for (let at = 0; at < unread.length; at += atOnce) {
        await Promise.all(unread.slice(at, at + atOnce).map((one) => this.#mentionsOf(one)));
        task?.report(Math.min(at + atOnce, unread.length), unread.length);
      }
    } finally {
      task?.end();
    }
  }

  #mentionsOf(path: string): Promise<ReadonlySet<string>> {
    const known = this.#mentions.get(path);
    if (known !== undefined) return known;
    const read = this.files.host.read(path).then((text) => apart(stemsIn(text ?? "", path)));
    this.#mentions.set(path, read);
    return read;
  }
}

interface Mention {
  /** Which of the files. */
  readonly at: number;
  readonly written: string;
}

/** What files include or import: of includes by their last part, of modules by each path that they may mean. */
interface MentionIndex {
  readonly files: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly Mention[]>;
}

/** The files that name this one, then those that name one of these, and so on. */
function rounds(path: string, index: MentionIndex, most: number): readonly (readonly string[])[] {
  const found = new Set<string>([path]);
  const all: (readonly string[])[] = [];
  let wanted: readonly string[] = [path];
  for (let round = 0; round < 4 && wanted.length > 0 && found.size <= most; round++) {
    const at = new Set(wanted.flatMap((one) => usersIn(index, one)));
    wanted = [...at]
      .sort((a, b) => a - b)
      .map((i) => index.files[i]!)
      .filter((one) => !found.has(one));
    for (const one of wanted) found.add(one);
    // A source may be included too: a test around a program, a build in one unit.
    all.push(wanted);
  }
  return all;
}

/** Which files mean this one: `"x.hpp"` means the one beside the file where there is one. */
function usersIn({ files, known, byName }: MentionIndex, path: string): readonly number[] {
  if (languageOf(path) === "python")
    return moduleNames(path)
      .flatMap((name) => byName.get(name) ?? [])
      .map(({ at }) => at);
  return (byName.get(baseName(path)) ?? []).flatMap(({ at, written }) =>
    meantBy(written, files[at]!, known, path) ? [at] : [],
  );
}

/** A module by any of its dotted names: `/p/kernels/softmax.py` is `kernels/softmax` and `softmax`. */
function moduleNames(path: string): readonly string[] {
  const parts = path.replace(/(\/__init__)?\.py$/, "").split("/");
  return parts.map((_, i) => parts.slice(i).join("/"));
}

const isSource = (path: string): boolean => /\.(cu|cpp|cc|cxx)$/.test(path) || path.endsWith(".ipynb");

/** Does an include name the target? It is looked for beside the file that includes it, then upwards; else any file that ends so counts. */
function meantBy(include: string, by: string, known: ReadonlySet<string>, target: string): boolean {
  const folders = ancestors(by, 8).flatMap((folder) => [folder, `${folder}/include`, `${folder}/csrc`]);
  for (const folder of folders) {
    const path = joinPath(folder, include);
    if (path === target) return true;
    if (known.has(path)) return false;
  }
  return target.endsWith(`/${include.replace(/^(\.\.?\/)+/, "")}`);
}

/**
 * The best, then those whose names say something new: `…_e4m3…`, `…_paged…` bring instances that the first has not. Those that share
 * as many words with the file come first: what other users say that is new is about other files.
 */
function varied(ranked: readonly string[], target: string, most: number): readonly string[] {
  const left = ranked.map((path) => ({ path, shared: sharedWords(path, target), words: wordsOf(path) }));
  const seen = new Set<string>();
  const picked: string[] = [];
  while (picked.length < most && left.length > 0) {
    const news = left.map((one) => one.words.filter((word) => !seen.has(word)).length);
    const isFresh = picked.length > 0 && isSource(left[0]!.path);
    const alike = (i: number): boolean => isSource(left[i]!.path) && left[i]!.shared === left[0]!.shared;
    const newest = Math.max(...news.filter((_, i) => alike(i)));
    const best = isFresh ? news.findIndex((n, i) => alike(i) && n === newest) : 0;
    const [one] = left.splice(Math.max(0, best), 1);
    picked.push(one!.path);
    for (const word of one!.words) seen.add(word);
  }
  return picked;
}

/** Sources before headers, then those whose names share words with the file's (`fwd`, `sm90`), then near ones. */
const ranked = (users: readonly string[], path: string): readonly string[] =>
  [...users].sort((a, b) => rankOf(a, path) - rankOf(b, path));

function rankOf(user: string, path: string): number {
  const far = folderOf(user) === folderOf(path) ? 0 : 1;
  const place = isSource(user) || isEntry(user) ? 0 : 10_000;
  return place - sharedWords(user, path) * 100 + wordsOf(user).length * 4 + far;
}

/** How many words of a file's name a user and its folder share with it. */
function sharedWords(user: string, path: string): number {
  const words = new Set(wordsOf(path));
  return new Set([...wordsOf(user), ...wordsOf(`${folderOf(user)}.`)].filter((one) => words.has(one))).size;
}

/** Tests, benchmarks and examples in Python give real values; what lies between them and the file is evaluated on the way. */
const isEntry = (path: string): boolean =>
  /(^|\/)(tests?|benchmarks?|examples?)\/.*\.py$|\/(test|bench)\w*\.py$/.test(path);

/** Users that name the target's architecture before those that name another only: what those use is another header. */
function sameArchitecture(users: readonly string[], path: string): readonly string[] {
  const own = wordsOf(path).filter(isArchitecture);
  if (own.length === 0) return users;
  const fits = (user: string): boolean => {
    const named = [...wordsOf(user), ...wordsOf(`${folderOf(user)}.`)].filter(isArchitecture);
    return named.length === 0 || named.some((one) => own.includes(one));
  };
  const fitting = users.filter(fits);
  return fitting.some((one) => isSource(one) || isEntry(one)) ? fitting : users;
}

const isArchitecture = (word: string): boolean => /^sm\d+[af]?$/.test(word);

const wordsOf = (path: string): readonly string[] =>
  baseName(path)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .slice(0, -1)
    .map((word) => architectures[word] ?? word);

/** Examples name the architecture by its family, headers by its number. */
const architectures: Readonly<Record<string, string>> = {
  ampere: "sm80",
  hopper: "sm90",
  blackwell: "sm100",
  geforce: "sm120",
};
