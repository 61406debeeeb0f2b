// `cute-lens man`: the manual page cute-lens(1) as roff, made of the same words as `--help`.
import type { Command } from "commander";
import { versionText } from "../version.ts";
import { type CommandNode, commandTree } from "./command-tree.ts";

export function register(program: Command, whole: () => Promise<Command>): void {
  program
    .command("man")
    .description("the manual page, for `cute-lens man | man -l -`")
    .action(async () => {
      const all = await whole();
      process.stdout.write(page(all.description(), commandTree(all)));
    });
}

function page(description: string, commands: readonly CommandNode[]): string {
  return `.TH CUTE\\-LENS 1 "" "cute\\-lens ${roff(versionText())}" "User Commands"
.SH NAME
cute\\-lens \\- CuTe layouts, evaluated without a compiler
.SH SYNOPSIS
.B cute\\-lens
.I command
[\\fIoptions\\fR] [\\fIarguments\\fR]
.SH DESCRIPTION
${roff(description)}
Nothing of a user's is run, and nothing is sent anywhere.
.SH COMMANDS
${commands.map(section).join("")}.SH FILES
.TP
.I cute\\-lens.json
What a team agrees on for a folder: architecture, include paths, severities. The nearest one above a file counts.
.SH ENVIRONMENT
.TP
.B NO_COLOR\\fR, \\fBFORCE_COLOR
Never, or always, print colours.
.TP
.B VIRTUAL_ENV
The Python environment whose packages imports are read from.
.SH EXIT STATUS
0 where nothing is wrong, 1 for findings or a value that is none, 2 for a mistake in the command line.
`;
}

function section({ name, description, operands, options }: CommandNode): string {
  const usage = [name, ...operands.map((one) => one.name)].join(" ");
  const rows = options.map(({ flags, description: words, choices }) => {
    const list = choices.length === 0 ? "" : ` (${choices.join(", ")})`;
    return `.TP\n.B ${roff(flags)}\n${roff(`${words}${list}`)}\n`;
  });
  return `.SS ${roff(usage)}\n${roff(description)}\n${rows.join("")}`;
}

/** Hyphens are minus signs, and no line begins as a request would. */
const roff = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/, "\\&$1");
