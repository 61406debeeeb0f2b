// What a user did wrong at the command line: one line on stderr, exit code 2.
//
// `readSource` is how commands read a file argument, so that missing, binary and unfit files are answered alike.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { languageOf } from "../languages/parse/language.ts";

export class UsageError extends Error {}

const largest = 8 * 1024 * 1024;

/** The text of a source file named on the command line. Refuses what is missing, a folder, binary, or too large. */
export function readSource(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`${path}: no such file`);
  if (stat.isDirectory()) throw new UsageError(`${path} is a folder; this command takes a file`);
  if (!stat.isFile()) throw new UsageError(`${path} is not a regular file`);
  if (stat.size > largest) throw new UsageError(`${path} is larger than 8 MiB`);
  const bytes = readSafely(path);
  if (bytes.includes(0)) throw new UsageError(`${path} is a binary file`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** The text of a file that is named because it is C++, CUDA, Python or a notebook. */
export function readSourceFile(path: string): string {
  const text = readSource(path);
  if (languageOf(path) === undefined) throw new UsageError(`${path} is neither C++, CUDA, Python nor a notebook`);
  return text;
}

function readSafely(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path}: cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** What `-o FILE` names. */
export function writeOutput(path: string, text: string, encoding: "utf8" | "latin1" = "utf8"): void {
  try {
    writeFileSync(path, text, encoding);
  } catch (error) {
    throw new UsageError(`${path}: cannot be written (${error instanceof Error ? error.message : String(error)})`);
  }
}
