// `cute-lens diff BASE [HEAD] [PATHS…]`: what changed between two versions of kernels, as layouts, costs and problems.
import { join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { compareVersions, type Version } from "../features/diff/compare.ts";
import { speaksOfCute } from "../features/relevance.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import type { Document } from "../project/analyse.ts";
import { createProject } from "../project/create.ts";
import { findProblems } from "../rules/find.ts";
import { architectures } from "../settings/schema.ts";
import { workDone } from "../work-done.ts";
import { SettingsFinder } from "./check-settings.ts";
import { type DiffFormat, diffFormatNames, diffFormats } from "./diff-formats.ts";
import type { ComparedFile } from "./diff-report.ts";
import { type Side, type Sides, sidesOf } from "./diff-tree.ts";
import { progressOf, say } from "./terminal.ts";
import { writeOutput } from "./usage.ts";

interface DiffOptions {
  readonly format?: DiffFormat;
  readonly arch?: string;
  readonly config?: string;
  readonly exitCode?: boolean;
  readonly output?: string;
}

export function register(program: Command): void {
  program
    .command("diff")
    .description("what changed between two versions of kernels: layouts, costs, problems")
    .argument("<base>", "a git revision, or a folder")
    .argument("[head]", "the revision or folder to compare with; without it the working tree")
    .argument("[paths...]", "only these files and folders; without them the files whose text differs")
    .addOption(
      new Option(
        "--format <format>",
        "how the changes are printed (default: by the end of --output's name, else text)",
      ).choices(diffFormatNames),
    )
    .addOption(new Option("--arch <arch>", "the architecture assumed").choices(architectures))
    .option("--config <file>", "use this cute-lens.json for every file")
    .option("-o, --output <file>", "write to a file instead of standard output")
    .option("--exit-code", "exit 1 where there are new errors or warnings")
    .action((base: string, head: string | undefined, paths: readonly string[], options: DiffOptions) =>
      diff(base, head, paths, options),
    );
}

async function diff(
  base: string,
  head: string | undefined,
  paths: readonly string[],
  options: DiffOptions,
): Promise<void> {
  const sides = sidesOf(base, head, paths);
  const files = await compared(sides, options);
  const [before, after] = [sides.before.name, sides.after.name];
  const report = diffFormats[options.format ?? usualFormat(options.output)]({ before, after, files });
  if (options.output === undefined) say(report);
  else writeOutput(options.output, report);
  const isWorse = files.some(({ diff }) => diff.problems.new.some(({ severity }) => /error|warning/.test(severity)));
  if (options.exitCode === true && isWorse) process.exitCode = 1;
}

const endings = { ".html": "html", ".md": "markdown", ".json": "json" } as const;

function usualFormat(output = ""): DiffFormat {
  return Object.entries(endings).find(([end]) => output.toLowerCase().endsWith(end))?.[1] ?? "text";
}

async function compared({ before, after, files }: Sides, options: DiffOptions): Promise<readonly ComparedFile[]> {
  const found: ComparedFile[] = [];
  const settings = new SettingsFinder(options);
  const progress = progressOf(files.length);
  for (const file of files) {
    progress.next(file);
    const old = await versionOf(before, file, settings);
    const now = await versionOf(after, file, settings);
    if (old === undefined && now === undefined) continue;
    const documents = { before: old?.document, after: now?.document };
    found.push({ file, documents, diff: compareVersions(old?.version, now?.version) });
  }
  progress.end();
  for (const complaint of settings.complaints()) process.stderr.write(`cute-lens: ${complaint}\n`);
  return found;
}

/** Undefined where the side has no such file, or no CuTe in it. */
async function versionOf(
  { root, host }: Side,
  file: string,
  finder: SettingsFinder,
): Promise<{ readonly document: Document; readonly version: Version } | undefined> {
  const path = join(resolve(root), file);
  const { settings, presets, roots, ignored } = finder.of(path);
  if (ignored) return undefined;
  const { includePaths, defines, macros, compileCommands } = settings;
  const pythonEnvironment = settings["python.environment"];
  const project = await createProject(
    {
      host,
      roots: roots.length > 0 ? roots : [root],
      includePaths,
      defines,
      macros,
      compileCommands,
      pythonEnvironment,
    },
    nodeWasmFiles(),
  );
  try {
    const document = await project.document(path);
    if (document === undefined || !speaksOfCute(document.fragments, document.language)) return undefined;
    const facts = await project.analyse(path, {
      arch: settings.arch,
      presets: presets.presets,
      bindings: presets.bindings,
      clock: workDone,
    });
    if (facts === undefined) return undefined;
    const texts = document.fragments;
    return { document, version: { facts, texts, problems: findProblems(facts, texts, settings, () => undefined) } };
  } finally {
    project.dispose();
  }
}
