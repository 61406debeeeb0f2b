// `cute-lens check PATH…`: the problems of files and folders, for people, editors and CI.
//
// Exit 0 when nothing is wrong, 1 for errors or warnings, 2 for a mistake in the command line or a crash.
import { readFileSync, writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { architectures } from "../settings/schema.ts";
import { baselineText, readBaseline, withoutKnown } from "./check-baseline.ts";
import { collectFiles, inShard, parseShard } from "./check-files.ts";
import { type Format, formatNames, formats } from "./check-formats.ts";
import { checkInProcesses, jobCount } from "./check-jobs.ts";
import { checkFiles } from "./check-run.ts";
import { UsageError } from "./usage.ts";

interface CheckOptions {
  readonly format: Format;
  readonly arch?: string;
  readonly shard?: string;
  readonly config?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly quiet?: boolean;
  readonly skipPlain?: boolean;
  readonly jobs?: string;
  readonly part?: boolean;
}

export function register(program: Command): void {
  program
    .command("check")
    .description("report layout and TMA mistakes in files and folders")
    .argument("<paths...>", "files, or folders that are walked")
    .addOption(new Option("--format <format>", "how findings are printed").choices(formatNames).default("text"))
    .addOption(new Option("--arch <arch>", "the architecture assumed").choices(architectures))
    .option("--shard <i/n>", "only the i-th of n parts of the files")
    .option("--config <file>", "use this cute-lens.json for every file")
    .option("--baseline <file>", "leave out the findings recorded in this file")
    .option("--write-baseline <file>", "record the findings in this file and report none")
    .option("--quiet", "only errors and warnings")
    .option("--skip-plain", "pass over named files without CuTe code")
    .option("--jobs <n>", "check in so many processes")
    .addOption(new Option("--part", "the part of a run with --jobs: files from standard input").hideHelp())
    .action((paths: readonly string[], options: CheckOptions) => check(paths, options));
}

async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  if (options.part === true) return checkPart(options);
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  const files = collectFiles(paths, options.skipPlain === true ? "skip" : "refuse");
  if (files.length === 0 && options.skipPlain !== true) throw new UsageError(`no CuTe code in ${paths.join(", ")}`);
  const mine = shard === undefined ? files : files.filter((_, i) => inShard(shard, i));
  const jobs = jobCount(options.jobs, mine.length);
  const result = jobs > 1 ? await checkInProcesses(mine, options, jobs) : await checkFiles(mine, options);
  for (const note of result.notes) process.stderr.write(`cute-lens: ${note}\n`);
  if (options.writeBaseline !== undefined) {
    writeFileSync(options.writeBaseline, baselineText(result.findings));
    process.stderr.write(`cute-lens: ${result.findings.length} findings recorded in ${options.writeBaseline}\n`);
    return;
  }
  const baseline = options.baseline ?? result.baseline;
  const fresh = baseline === undefined ? result.findings : withoutKnown(result.findings, readBaseline(baseline));
  const serious = fresh.filter(({ severity }) => severity === "error" || severity === "warning");
  const findings = options.quiet === true ? serious : fresh;
  process.stdout.write(formats[options.format]({ files: mine, findings }));
  if (result.crashed) process.exitCode = 2;
  else if (serious.length > 0) process.exitCode = 1;
}

/** One process of several: prints its result for the one that started it. */
async function checkPart(options: CheckOptions): Promise<void> {
  const files = readFileSync(0, "utf8").split("\n").filter(Boolean);
  process.stdout.write(JSON.stringify(await checkFiles(files, options)));
}
