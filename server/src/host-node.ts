// Files through node:fs: for the server as a Node process and for the command line.
import { watch } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "./host.ts";

/** Larger files are not kernels. */
const largest = 8 * 1024 * 1024;

export const nodeHost: Host = { read, list, watch: watchFolder };

async function read(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > largest) return undefined;
      const bytes = await file.readFile();
      return bytes.includes(0) ? undefined : bytes.toString("utf8");
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
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
