// `cute-lens check PATH…`: the problems of files and folders, for people, editors and CI.
//
// Exit 0 when nothing is wrong, 1 for errors or warnings, 2 for a mistake in the command line or a crash.
import { type Command, Option } from "commander";
import { architectures } from "../settings/schema.ts";
import { baselineText, readBaseline, withoutKnown } from "./check-baseline.ts";
import { collectFiles, inShard, parseShard } from "./check-files.ts";
import { fixFiles, fixSummary } from "./check-fix.ts";
import { type Format, formatNames, formats } from "./check-formats.ts";
import { checkInProcesses, filesToCheck, jobCount } from "./check-jobs.ts";
import { checkFiles, type RunOptions } from "./check-run.ts";
import { watchFiles } from "./check-watch.ts";
import { printable, progressOf } from "./terminal.ts";
import { UsageError, writeOutput } from "./usage.ts";

interface CheckOptions {
  readonly format?: Format;
  readonly arch?: string;
  readonly shard?: string;
  readonly config?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly quiet?: boolean;
  readonly skipPlain?: boolean;
  readonly jobs?: string;
  readonly among?: string;
  readonly part?: boolean;
  readonly sarif?: string;
  readonly fix?: boolean;
  readonly watch?: boolean;
}

export function register(program: Command): void {
  program
    .command("check")
    .description("report layout and TMA mistakes in files and folders")
    .argument("<paths...>", "files, or folders that are walked")
    .addOption(
      new Option("--format <format>", "how findings are printed: full at a terminal, else text").choices(formatNames),
    )
    .addOption(new Option("--arch <arch>", "the architecture assumed").choices(architectures))
    .option("--sarif <file>", "write the findings as SARIF into this file too")
    .option("--fix", "write the fixes that rules have into the files")
    .option("--watch", "check again whenever a file changes, until stopped")
    .option("--shard <i/n>", "only the i-th of n parts of the files")
    .option("--config <file>", "use this cute-lens.json for every file")
    .option("--baseline <file>", "leave out the findings recorded in this file")
    .option("--write-baseline <file>", "record the findings in this file and report none")
    .option("--quiet", "only errors and warnings")
    .option("--skip-plain", "pass over named files without CuTe code")
    .option("--jobs <n>", "check in so many processes; by itself, as many as there are processors, for many files")
    .addOption(new Option("--part", "a process of a run with --jobs").hideHelp())
    .addOption(new Option("--among <n>", "of so many files").hideHelp())
    .action((paths: readonly string[], options: CheckOptions) => check(paths, options));
}

async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  if (options.part === true) return checkPart(options);
  const once = async (): Promise<readonly string[]> => {
    const files = chosenFiles(paths, options);
    if (options.fix === true)
      process.stderr.write(fixSummary(await fixFiles(files, { ...options, among: files.length })));
    await report(files, options);
    return files;
  };
  if (options.watch === true) return watchFiles(paths, once);
  await once();
}

function chosenFiles(paths: readonly string[], options: CheckOptions): readonly string[] {
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  const files = collectFiles(paths, options.skipPlain === true ? "skip" : "refuse");
  if (files.length === 0 && options.skipPlain !== true) throw new UsageError(`no CuTe code in ${paths.join(", ")}`);
  return shard === undefined ? files : files.filter((_, i) => inShard(shard, i));
}

/** Checks the files, prints what is found, and sets the exit code. */
async function report(files: readonly string[], options: CheckOptions): Promise<void> {
  const jobs = jobCount(options.jobs, files.length);
  const progress = progressOf(files.length);
  const run: RunOptions = { ...options, among: files.length, begin: progress.next };
  const result = jobs > 1 ? await checkInProcesses(files, run, jobs) : await checkFiles(files, run);
  progress.end();
  for (const note of result.notes) process.stderr.write(`cute-lens: ${printable(note)}\n`);
  if (options.writeBaseline !== undefined) {
    writeOutput(options.writeBaseline, baselineText(result.findings));
    process.stderr.write(`cute-lens: ${result.findings.length} findings recorded in ${options.writeBaseline}\n`);
    return;
  }
  const baseline = options.baseline ?? result.baseline;
  const fresh = baseline === undefined ? result.findings : withoutKnown(result.findings, readBaseline(baseline));
  const serious = fresh.filter(({ severity }) => severity === "error" || severity === "warning");
  const findings = options.quiet === true ? serious : fresh;
  const format = options.format ?? (process.stdout.isTTY === true ? "full" : "text");
  process.stdout.write(formats[format]({ files, findings }));
  if (options.sarif !== undefined) writeOutput(options.sarif, formats.sarif({ files, findings }));
  process.exitCode = result.crashed ? 2 : serious.length > 0 ? 1 : 0;
}

/** One process of several: asks for file after file, and prints its result for the one that started it. */
async function checkPart(options: CheckOptions): Promise<void> {
  const among = Number(options.among);
  const result = await checkFiles(filesToCheck(), { ...options, among });
  process.stdout.write(JSON.stringify(result));
  if (process.connected) process.disconnect();
}
