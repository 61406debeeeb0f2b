// Which CUTLASS a folder uses: from its include/cutlass/version.h, or from an installed CuTe DSL wheel in its virtual
// environment. Shown beside the version that the engine computes.
import type { Host } from "../host.ts";
import type { Files } from "./files.ts";
import { ancestors } from "./paths.ts";

/** The CUTLASS whose CuTe the engine computes. */
export const engineVersion = "4.7";

export async function projectVersion(
  host: Host,
  roots: readonly string[],
  includePaths: readonly string[],
): Promise<string | undefined> {
  const headers = [...includePaths, ...roots.flatMap(cutlassCopies).map((copy) => `${copy}/include`)].map(
    (path) => `${path}/cutlass/version.h`,
  );
  for (const path of headers) {
    const version = versionIn(await host.read(path));
    if (version !== undefined) return version;
  }
  return wheelVersion(host, roots);
}

const header = "include/cutlass/version.h";
const upwards = 8;

/** The CUTLASS whose headers a C++ file includes: on its include path, else the nearest copy around it. */
export async function headerVersion(
  files: Files,
  path: string,
  includePaths: readonly string[],
): Promise<string | undefined> {
  const copies = ancestors(path, upwards).flatMap(cutlassCopies);
  const places = [...includePaths.map((one) => `${one}/cutlass/version.h`), ...copies.map((one) => `${one}/${header}`)];
  for (const place of places) {
    const version = (await files.exists(place)) ? versionIn(await files.host.read(place)) : undefined;
    if (version !== undefined) return version;
  }
  return undefined;
}

/** CUTLASS itself, or the usual places of a copy. */
export function cutlassCopies(root: string): readonly string[] {
  const copies = ["", "/third_party/cutlass", "/3rdparty/cutlass", "/csrc/cutlass", "/extern/cutlass", "/cutlass"];
  return copies.map((copy) => `${root}${copy}`);
}

function versionIn(text: string | undefined): string | undefined {
  const part = (name: string) =>
    new RegExp(`#define[ \\t]{1,80}CUTLASS_${name}[ \\t]{1,80}(\\d+)`).exec(text ?? "")?.[1];
  const [major, minor, patch] = [part("MAJOR"), part("MINOR"), part("PATCH")];
  if (major === undefined || minor === undefined) return undefined;
  return patch === undefined ? `${major}.${minor}` : `${major}.${minor}.${patch}`;
}

async function wheelVersion(host: Host, roots: readonly string[]): Promise<string | undefined> {
  for (const root of roots)
    for (const environment of [".venv", "venv"])
      for (const python of await host.list(`${root}/${environment}/lib`)) {
        const names = await host.list(`${root}/${environment}/lib/${python.replace(/\/$/, "")}/site-packages`);
        const wheel = names.map((name) => /^nvidia_cutlass_dsl-([\d.]+[\w.]*)\.dist-info\/?$/.exec(name)?.[1]);
        const found = wheel.find((version) => version !== undefined);
        if (found !== undefined) return found;
      }
  return undefined;
}
