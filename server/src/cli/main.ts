// The `cute-lens` command line: finds the command, loads only its file, and turns every failure into one clear line.
//
// Each command is a file beside this one that exports `register(program)`: it adds one commander command whose action
// returns when done, sets `process.exitCode` for findings (1), or throws `UsageError` (exit 2).
// A new command is one file and one row in `commands`.
import { Command, CommanderError } from "commander";
import { tuneOptimizer } from "../project/node-optimizer.ts";
import { versionText } from "../version.ts";
import { printable } from "./terminal.ts";
import { UsageError } from "./usage.ts";

interface CommandFile {
  /** `whole` makes a program with every command: for what is about all of them. */
  register(program: Command, whole: () => Promise<Command>): void;
}

const commands: Readonly<Record<string, () => Promise<CommandFile>>> = {
  analyse: () => import("./analyse.ts"),
  analyze: () => import("./analyse.ts"),
  check: () => import("./check.ts"),
  completions: () => import("./completions.ts"),
  costs: () => import("./costs.ts"),
  diff: () => import("./diff.ts"),
  draw: () => import("./draw.ts"),
  eval: () => import("./eval.ts"),
  explain: () => import("./explain.ts"),
  init: () => import("./init.ts"),
  inspect: () => import("./inspect.ts"),
  lsp: () => import("./lsp.ts"),
  man: () => import("./man.ts"),
  mcp: () => import("./mcp.ts"),
  preview: () => import("./preview.ts"),
  show: () => import("./show.ts"),
  why: () => import("./why.ts"),
};

export async function main(argv: readonly string[]): Promise<void> {
  try {
    const program = await programOf(wanted(argv[0]));
    if (argv.length === 0) program.help();
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    process.exitCode = report(error);
  }
}

async function programOf(files: readonly (() => Promise<CommandFile>)[]): Promise<Command> {
  const program = new Command("cute-lens")
    .description("CuTe layouts, evaluated without a compiler: language server, checks, calculator, pictures.")
    .version(versionText(), "-V, --version")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`cute-lens: ${text.replace(/^error: /, "")}`) });
  for (const load of files) (await load()).register(program, () => programOf(wanted(undefined)));
  return program;
}

/** The command that the first argument names, or all of them: for `--help` and for the message about an unknown one. */
function wanted(name: string | undefined): readonly (() => Promise<CommandFile>)[] {
  const one = name === undefined ? undefined : Object.entries(commands).find(([key]) => key === name)?.[1];
  if (one !== undefined) return [one];
  return Object.entries(commands).flatMap(([key, load]) => (key === "analyze" ? [] : [load]));
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`cute-lens: ${printable(message)}\n`);
  if (!(error instanceof UsageError) && process.env.CUTE_LENS_TRACE && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return 2;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
});
tuneOptimizer();
await main(process.argv.slice(2));
