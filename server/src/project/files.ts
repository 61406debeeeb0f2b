// The files of a project as the host gives them: what exists, asked folder by folder and remembered until something changes.
import type { Host } from "../host.ts";
import { baseName, folderOf } from "./paths.ts";

const nothing: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>());

export class Files {
  readonly #folders = new Map<string, Promise<ReadonlySet<string>>>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  /** What is in a folder that has been listed, in small letters: there are systems to which `Types` is `types`. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  readonly #missing = new Set<string>();

  constructor(readonly host: Host) {}

  async exists(path: string): Promise<boolean> {
    return this.isThere(path) ?? (await this.names(folderOf(path))).has(baseName(path));
  }

  /** As far as it is known without listing a folder. */
  isThere(path: string): boolean | undefined {
    const folder = folderOf(path);
    const names = this.#names.get(folder);
    if (names !== undefined) return names.has(baseName(path));
    return this.#isMissing(folder) ? false : undefined;
  }

  /** Names in a folder; folders end in `/`. */
  names(folder: string): Promise<ReadonlySet<string>> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    if (this.#isMissing(folder)) return nothing;
    const names: Promise<ReadonlySet<string>> = this.host.list(folder === "" ? "." : folder).then((list) => {
      const found = new Set(list);
      // Not what was forgotten meanwhile.
      if (this.#folders.get(folder) !== names) return found;
      this.#names.set(folder, found);
      this.#listed.set(folder, new Set(list.map((name) => name.toLowerCase())));
      return found;
    });
    this.#folders.set(folder, names);
    return names;
  }

  forget(path: string): void {
    for (let folder = path; folder !== ""; folder = folderOf(folder)) {
      this.#folders.delete(folder);
      this.#names.delete(folder);
      this.#listed.delete(folder);
    }
    this.#missing.clear();
  }

  /** An import may mean a thousand folders that are not there: what holds them says so. A folder that may not be listed says nothing. */
  #isMissing(folder: string): boolean {
    if (this.#missing.has(folder)) return true;
    const around = folderOf(folder);
    if (around === "") return false;
    const there = this.#listed.get(around);
    const name = baseName(folder).toLowerCase();
    const isMissing =
      there !== undefined && there.size > 0 ? !there.has(name) && !there.has(`${name}/`) : this.#isMissing(around);
    if (isMissing) this.#missing.add(folder);
    return isMissing;
  }
}
