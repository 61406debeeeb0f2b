// The files of a project as the host gives them: what exists, asked folder by folder and remembered until something changes.
import type { Host } from "../host.ts";
import { baseName, folderOf } from "./paths.ts";

export class Files {
  readonly #folders = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(readonly host: Host) {}

  async exists(path: string): Promise<boolean> {
    return (await this.names(folderOf(path))).has(baseName(path));
  }

  /** Names in a folder; folders end in `/`. */
  names(folder: string): Promise<ReadonlySet<string>> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const names = this.host.list(folder === "" ? "." : folder).then((list) => new Set(list));
    this.#folders.set(folder, names);
    return names;
  }

  forget(path: string): void {
    this.#folders.delete(folderOf(path));
    this.#folders.delete(path);
  }
}
