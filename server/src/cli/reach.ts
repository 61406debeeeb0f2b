// Which files a command reads: all that its user may, or those below some folders, links resolved.
import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import type { Host } from "../host.ts";
import { nodeHost } from "../host-node.ts";

export interface Reach {
  readonly host: Host;
  readonly allows: (path: string) => boolean;
}

export const everywhere: Reach = { host: nodeHost, allows: () => true };

/** Files below the folders and no others, whatever a path or a link says. */
export function reachBelow(folders: readonly string[]): Reach {
  const roots = folders.flatMap((folder) => real(folder) ?? []);
  const allows = (path: string): boolean => {
    const place = real(path);
    return place !== undefined && roots.some((root) => isBelow(root, place));
  };
  const host: Host = {
    read: async (path) => (allows(path) ? nodeHost.read(path) : undefined),
    list: async (path) => (allows(path) ? nodeHost.list(path) : []),
    watch: () => () => undefined,
  };
  return { host, allows };
}

function isBelow(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside === "" || (!inside.startsWith("..") && !isAbsolute(inside));
}

/** Where a path leads; nothing where it leads nowhere. */
function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
