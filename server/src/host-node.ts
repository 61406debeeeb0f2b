// Files through node:fs: for the server as a Node process and for the command line.
import { close, constants, fstat, open, read as readBytes, realpathSync, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { promisify } from "node:util";
import type { Host } from "./host.ts";

/** Larger files are not kernels. */
const largest = 8 * 1024 * 1024;

export const nodeHost: Host = { read, list, watch: watchFolder };

/** Only what is allowed, asked each time. */
export function hostWhere(allows: (path: string) => boolean): Host {
  return {
    read: async (path) => (allows(path) ? read(path) : undefined),
    list: async (path) => (allows(path) ? list(path) : []),
    watch: (path, changed) => (allows(path) ? watchFolder(path, changed) : () => undefined),
  };
}

/** Is the path one of these real folders or below one, links resolved? */
export function isBelow(folders: readonly string[], path: string): boolean {
  const place = realPath(path);
  return place !== undefined && folders.some((folder) => isInside(relative(folder, place)));
}

const isInside = (inside: string): boolean => inside === "" || (!inside.startsWith("..") && !isAbsolute(inside));

/** Where a path leads; nothing where it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

// By number: the handles of node:fs/promises cost three times as much as reading a small file, and a project has thousands.
const opened = promisify(open);
const statOf = promisify(fstat);
const readInto = promisify(readBytes);

/** A pipe is not waited for: it is no regular file, and nobody may ever write to it. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function read(path: string): Promise<string | undefined> {
  try {
    const file = await opened(path, flags);
    try {
      const stat = await statOf(file);
      if (!stat.isFile() || stat.size > largest) return undefined;
      const bytes = await bounded(file, stat.size);
      return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString("utf8");
    } finally {
      close(file, () => undefined);
    }
  } catch {
    return undefined;
  }
}

/** A file may be longer than it says: those of the kernel say 0, and one may grow while it is read. */
async function bounded(file: number, size: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (let chunk = size + 1; length <= largest; chunk = 65_536) {
    const { bytesRead, buffer } = await readInto(file, Buffer.allocUnsafe(chunk), 0, chunk, length);
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (bytesRead === 0 || (bytesRead < chunk && size > 0))
      return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }
  return undefined;
}

async function list(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  } catch {
    return [];
  }
}

function watchFolder(path: string, changed: (path: string) => void): () => void {
  try {
    const watcher = watch(path, { recursive: process.platform !== "linux" }, (_event, name) => {
      if (name !== null) changed(join(path, name));
    });
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
