// `cute-lens check PATH…`: the problems of files and folders, for people, editors and CI.
//
// Exit 0 when nothing is wrong, 1 for errors or warnings, 2 for a mistake in the command line or a crash.
import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { architectures } from "../settings/schema.ts";
import { baselineText, readBaseline, withoutKnown } from "./check-baseline.ts";
import { collectFiles, inShard, parseShard } from "./check-files.ts";
import { type Format, formatNames, formats } from "./check-formats.ts";
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
    .action((paths: readonly string[], options: CheckOptions) => check(paths, options));
}

async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  const files = collectFiles(paths);
  if (files.length === 0) throw new UsageError(`no CuTe code in ${paths.join(", ")}`);
  const mine = shard === undefined ? files : files.filter((_, i) => inShard(shard, i));
  const result = await checkFiles(mine, options);
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
