// What an agent may see: the folders that its client gives, or those named when the server was started.
//
// Paths of an agent are taken below those folders, links resolved. Nothing is ever written.
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { type Reach, reachBelow } from "../cli/reach.ts";
import { UsageError } from "../cli/usage.ts";

export interface Session {
  /** Asked for at each call: a client may change its folders. */
  readonly folders: () => Promise<readonly string[]>;
}

export interface Seen {
  readonly reach: Reach;
  /** The file or folder that a path names; a UsageError where it is not there or not below the folders. */
  readonly find: (path: string) => string;
  /** A path as it is told: below its folder. */
  readonly told: (path: string) => string;
}

export async function seenBy(session: Session): Promise<Seen> {
  const folders = await session.folders();
  const reach = reachBelow(folders);
  return { reach, find: (path) => findBelow(folders, reach, path), told: (path) => toldBelow(folders, path) };
}

function findBelow(folders: readonly string[], { allows }: Reach, path: string): string {
  if (folders.length === 0)
    throw new UsageError("the client gives no folder; start the server with --root FOLDER to name one");
  const places = isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
  const found = places.find((place) => allows(place));
  if (found !== undefined) return resolve(found);
  // Whether something outside is there is not told.
  const inside = places.some((place) => folders.some((folder) => !relative(folder, place).startsWith("..")));
  const linked = inside && places.some((place) => existsSync(place));
  throw new UsageError(
    inside && !linked
      ? `${path}: no such file or folder below ${folders.join(", ")}`
      : `${path} is not below the folders that may be read: ${folders.join(", ")}`,
  );
}

function toldBelow(folders: readonly string[], path: string): string {
  const inside = folders.map((folder) => relative(folder, path)).find((one) => !one.startsWith("..") && one !== "");
  return (inside ?? path).replaceAll("\\", "/");
}
