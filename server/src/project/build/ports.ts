// Which files are compiled with a port of CuTe to hardware that is not NVIDIA's: the nearest build scripts name other targets and
// none of NVIDIA's, or a file finds a `cute/` and no `cutlass/`, which NVIDIA's is built on.
import type { Files } from "../files.ts";
import { ancestors, baseName } from "../paths.ts";

const scripts = ["CMakeLists.txt", "Makefile", "setup.py"];
/** Folders above a file that are looked at. */
const upwards = 8;

/** Does what a file is compiled for depend on a file of this name? */
export const isBuildScript = (name: string): boolean => scripts.includes(name);

export class Ports {
  readonly #folders = new Map<string, Promise<"nvidia" | "other" | "unknown">>();

  constructor(private readonly files: Files) {}

  forget(): void {
    this.#folders.clear();
  }

  async holds(path: string, includePaths: readonly string[]): Promise<boolean> {
    return (await this.#hasOtherHeaders(path, includePaths)) || (await this.#isBuiltForOthers(path));
  }

  async #hasOtherHeaders(path: string, includePaths: readonly string[]): Promise<boolean> {
    const around = ancestors(path, upwards).flatMap((one) => [one, `${one}/include`]);
    let isFound = false;
    for (const folder of [...includePaths, ...around]) {
      const names = await this.files.names(folder);
      if (names.has("cutlass/")) return false;
      isFound ||= names.has("cute/") && (await this.files.exists(`${folder}/cute/layout.hpp`));
    }
    return isFound;
  }

  async #isBuiltForOthers(path: string): Promise<boolean> {
    for (const folder of ancestors(path, upwards)) {
      const targets = await this.#targetsIn(folder);
      if (targets !== "unknown") return targets === "other";
      if ((await this.files.names(folder)).has(".git/")) return false;
    }
    return false;
  }

  #targetsIn(folder: string): Promise<"nvidia" | "other" | "unknown"> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const found = this.#readTargets(folder);
    this.#folders.set(folder, found);
    return found;
  }

  async #readTargets(folder: string): Promise<"nvidia" | "other" | "unknown"> {
    const there = [...(await this.files.names(folder))].filter((name) => isBuildScript(baseName(name)));
    const texts = await Promise.all(there.map((name) => this.files.host.read(`${folder}/${name}`)));
    const text = texts.join("\n");
    if (/\b(?:sm|compute)_\d\d|CUDA_ARCH|\bnvcc\b/.test(text)) return "nvidia";
    return /--offload-arch=(?!sm_)[a-z]+\d|\bhipcc\b/.test(text) ? "other" : "unknown";
  }
}
