// Problems of files and folders for users of the library, as `cute-lens check --format json` reports them.
import { collectFiles } from "../cli/check-files.ts";
import { checkFiles } from "../cli/check-run.ts";
import { architectures } from "../settings/schema.ts";
import { checkChoices } from "./choices.ts";

/** Line and column from 1. */
export interface Point {
  readonly line: number;
  readonly column: number;
}

export interface Finding {
  readonly file: string;
  /** The rule: `layout-not-congruent`; its page is docs/rules/<code>.md. */
  readonly code: string;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  readonly start: Point;
  readonly end: Point;
  /** The cell of a notebook, from 1. */
  readonly cell?: number;
  /** Places that the finding rests on, in the same file but where another one is named. */
  readonly related: readonly Related[];
}

export interface Related {
  readonly message: string;
  readonly start: Point;
  readonly end: Point;
  readonly file?: string;
}

export interface CheckOptions {
  /** The architecture assumed: `sm_90a`. */
  readonly arch?: string;
  /** This cute-lens.json for every file, instead of the nearest one above each. */
  readonly config?: string;
}

export interface CheckReport {
  /** How many files with CuTe code were looked at. */
  readonly files: number;
  readonly findings: readonly Finding[];
  /** What went wrong on the way: a mistake in a cute-lens.json, a file that could not be evaluated. */
  readonly notes: readonly string[];
}

/**
 * The layout and TMA mistakes of files and folders; folders are walked. Nothing is compiled or run.
 *
 * Rejects with an Error for a path that is not there or is no source with CuTe code, and for an architecture that is none.
 */
export async function check(paths: string | readonly string[], options: CheckOptions = {}): Promise<CheckReport> {
  checkChoices(options, { arch: architectures });
  const files = collectFiles(typeof paths === "string" ? [paths] : paths);
  const { findings, notes } = await checkFiles(files, options);
  return { files: files.length, findings, notes };
}
