// `check --watch`: runs again when a file below the paths changes, one run at a time, until it is stopped.
import { existsSync, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { languageOf } from "../languages/parse/language.ts";
import { configFileName } from "../settings/config-file.ts";
import { printable } from "./terminal.ts";
import { UsageError } from "./usage.ts";

/** An editor writes a file in several steps. */
const settled = 150;

export async function watchFiles(paths: readonly string[], once: () => Promise<unknown>): Promise<void> {
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`${path}: no such file or folder`);
  const folders = new Set(paths.map((path) => resolve(isFolder(path) ? path : dirname(path))));
  let changed: () => void = () => undefined;
  for (const folder of folders)
    watch(folder, { recursive: true }, (_, name) => {
      if (name !== null && (languageOf(name) !== undefined || name.endsWith(configFileName))) changed();
    });
  for (;;) {
    const next = new Promise<void>((resolve) => {
      changed = resolve;
    });
    if (process.stdout.isTTY === true) process.stdout.write("\u001b[2J\u001b[3J\u001b[H");
    await oneRun(once);
    process.stderr.write(`watching ${paths.join(", ")}; Ctrl+C stops\n`);
    await next;
    await new Promise((resolve) => setTimeout(resolve, settled));
  }
}

/** A file that is gone or half written is a mistake of the moment. */
async function oneRun(once: () => Promise<unknown>): Promise<void> {
  try {
    await once();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`cute-lens: ${printable(error.message)}\n`);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
