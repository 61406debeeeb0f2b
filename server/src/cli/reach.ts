// Which files a command reads: all that its user may, or those below some folders, links resolved.
import type { Host } from "../host.ts";
import { hostWhere, isBelow, nodeHost, realPath } from "../host-node.ts";

export interface Reach {
  readonly host: Host;
  readonly allows: (path: string) => boolean;
}

export const everywhere: Reach = { host: nodeHost, allows: () => true };

/** Files below the folders and no others, whatever a path or a link says. */
export function reachBelow(folders: readonly string[]): Reach {
  const roots = folders.flatMap((folder) => realPath(folder) ?? []);
  const allows = (path: string): boolean => isBelow(roots, path);
  return { host: { ...hostWhere(allows), watch: () => () => undefined }, allows };
}
