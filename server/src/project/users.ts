// Who uses a file: the files of the project that include or import it, directly or through others.
//
// Templates and classes get their real bindings there. The index holds, for each file near the target or below the workspace
// folders, the last parts of the paths that it includes or imports; it is bounded, built on first use, and kept per file.
import { languageOf } from "../languages/parse/language.ts";
import type { IndexEvents } from "./analyse.ts";
import { projectFolder } from "./checkout.ts";
import { covering } from "./cover.ts";
import type { Files } from "./files.ts";
import { NameReach, type Reached } from "./name-reach.ts";
import { ancestors, baseName, folderOf, joinPath } from "./paths.ts";

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
const largest = 1_000_000;
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
    const language = languageOf(path);
    const candidates = (await this.#filesAround(path)).filter((one) => one !== path && languageOf(one) === language);
    await this.#readAll(candidates);
    const known = new Set(candidates);
    if (language === "python") return this.#entriesOver(path, candidates, known);
    const found: string[] = [];
    for await (const round of this.#rounds(path, candidates, known, this.limits.users * 4)) found.push(...round);
    return varied(sameArchitecture(ranked(found, path), path), path, this.limits.users);
  }

  /** The candidates that name the file, then those that name one of these, and so on. */
  async *#rounds(
    path: string,
    candidates: readonly string[],
    known: ReadonlySet<string>,
    most: number,
  ): AsyncGenerator<readonly string[]> {
    const found = new Set<string>();
    let wanted: readonly string[] = [path];
    for (let round = 0; round < 4 && wanted.length > 0 && found.size < most; round++) {
      const next: string[] = [];
      for (const one of candidates) {
        if (found.has(one)) continue;
        const mentions = await this.#mentionsOf(one);
        if (!wanted.some((each) => isMentioned(mentions, each, one, known))) continue;
        found.add(one);
        // A source may be included too: a test around a program, a build in one unit.
        next.push(one);
      }
      yield next;
      wanted = next;
    }
  }

  /**
   * Python: entries whose words lead to the target's names, then the files between. Entries lie further off than in C++: a test
   * imports an interface, which imports what imports the kernel.
   */
  async #entriesOver(
    path: string,
    candidates: readonly string[],
    known: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const reach = new NameReach(await this.#textOf(path));
    const reached = new Map<string, Reached>();
    for await (const round of this.#rounds(path, candidates, known, this.limits.users * 12))
      for (const one of round) reached.set(one, reach.add(await this.#textOf(one)));
    const found = sameArchitecture(ranked([...reached.keys()], path), path);
    const entries = found.filter((one) => isEntry(one) || isSource(one));
    const picked = covering(entries, reached, this.limits.users);
    return [...picked, ...found.filter((one) => !entries.includes(one))].slice(0, this.limits.users);
  }

  async #textOf(path: string): Promise<string> {
    const text = (await this.files.host.read(path)) ?? "";
    return text.length > largest ? "" : text;
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
    // What is cut from a text keeps all of it in memory; a copy does not.
    const read = this.files.host.read(path).then((text) => structuredClone(stemsIn(text ?? "", path)));
    this.#mentions.set(path, read);
    return read;
  }
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

/** A module by any of its dotted names: `/p/kernels/softmax.py` is `kernels/softmax` and `softmax`. */
function isImported(mentions: ReadonlySet<string>, target: string): boolean {
  const parts = target.replace(/(\/__init__)?\.py$/, "").split("/");
  return parts.some((_, i) => mentions.has(parts.slice(i).join("/"))) || mentions.has(parts.join("/"));
}

/** The path of each include as written; of each import the paths that it may mean, absolute where it is relative. */
function stemsIn(text: string, path: string): ReadonlySet<string> {
  if (text.length > largest) return new Set();
  const stems = new Set<string>();
  if (languageOf(path) === "cpp") {
    for (const match of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)) stems.add(match[1]!);
    return stems;
  }
  for (const match of text.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(\([^)]*(?:\)|$)|[^\n#]+)/gm)) {
    for (const one of importedPaths(match[1], match[2]!, path)) stems.add(one);
  }
  return stems;
}

/** `from a.b import c` → `a/b`, `a/b/c`; `from .x import y` in `/p/q.py` → `/p/x`, `/p/x/y`. */
function importedPaths(from: string | undefined, names: string, path: string): readonly string[] {
  const listed = [...names.matchAll(/([\w.]+)(?:\s+as\s+\w+)?/g)].map((match) => match[1]!);
  if (from === undefined) return listed.map((one) => one.replaceAll(".", "/"));
  const dots = /^\.*/.exec(from)![0].length;
  const module = from.slice(dots).replaceAll(".", "/");
  const base =
    dots === 0 ? module : [ancestors(path, dots)[dots - 1] ?? "", module].filter((one) => one !== "").join("/");
  return [base, ...listed.map((one) => `${base}/${one}`)];
}

/** Does a file with these mentions mean `target`? `"x.hpp"` means the one beside the file where there is one. */
function isMentioned(mentions: ReadonlySet<string>, target: string, by: string, known: ReadonlySet<string>): boolean {
  if (languageOf(by) !== "cpp") return isImported(mentions, target);
  const name = baseName(target);
  for (const one of mentions) {
    if (baseName(one) !== name) continue;
    if (meantBy(one, by, known, target)) return true;
  }
  return false;
}
