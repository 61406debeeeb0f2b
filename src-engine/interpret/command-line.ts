// Runs of a script as its docstring shows them: `python gemm.py --gather_A`. The options that such a line gives take the place of
// the command line's defaults; the rest of the program is as it stands, so what follows is what a real run computes.
import { listOf, type Value } from "../algebra/value.ts";
import type { Job, Program, Session } from "./session.ts";
import type { Assumption } from "./untaken.ts";

const name = "<command line>";
/** Of all scripts together. */
const most = 10;

export interface CommandLine {
  readonly file: string;
  readonly words: readonly string[];
}

/** One assumption for each command line in the files that the program starts from; the target's own come first. */
export function commandLines({ program }: Session): readonly (readonly Assumption[])[] {
  const files = [...program.roots].sort((a, b) => Number(b === program.target) - Number(a === program.target));
  return files
    .flatMap((file) => (program.units.get(file)?.unit.commandLines ?? []).map((words) => [assumptionOf(file, words)]))
    .slice(0, most);
}

function assumptionOf(file: string, words: readonly string[]): Assumption {
  const value = listOf([file, ...words].map((one): Value => ({ kind: "text", value: one })));
  return { name, value, text: `it is run as ${file.slice(file.lastIndexOf("/") + 1)} ${shortened(words.join(" "))}` };
}

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text);

const known = new WeakMap<readonly Assumption[], CommandLine | undefined>();

/** Asked with each call of the library. */
export function assumedCommandLine(assume: readonly Assumption[]): CommandLine | undefined {
  if (assume.length === 0) return undefined;
  if (!known.has(assume)) known.set(assume, commandLineIn(assume));
  return known.get(assume);
}

function commandLineIn(assume: readonly Assumption[]): CommandLine | undefined {
  const value = assume.find((one) => one.name === name)?.value;
  if (value?.kind !== "tuple") return undefined;
  const [file, ...words] = value.items.flatMap((one) => (one.kind === "text" ? [one.value] : []));
  return file === undefined ? undefined : { file, words };
}

/** Such a run starts with the script alone. */
export function startedBy(program: Program, assume: readonly Assumption[]): Program {
  const run = assumedCommandLine(assume);
  return run === undefined
    ? program
    : { ...program, roots: program.roots.filter((one) => one === run.file || one === program.target) };
}

/** Of its functions those that it calls: what nobody calls is no part of the run. */
export function withoutOthers({ assume }: Session, file: string, jobs: readonly Job[]): readonly Job[] {
  const run = assumedCommandLine(assume);
  if (run === undefined) return jobs;
  return file === run.file ? jobs.slice(0, 1) : [];
}

/** Is the last of the assumptions such a run? */
export const isRun = (assume: readonly Assumption[]): boolean => assume.at(-1)?.name === name;
