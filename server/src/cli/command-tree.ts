// The commands with their options and choices as plain data: shells' completions and the manual page are made of it.
import type { Argument, Command, Option } from "commander";

export interface OptionNode {
  readonly flags: string;
  /** `--format`, or `-o` where there is no long one; both where there are two. */
  readonly names: readonly string[];
  readonly description: string;
  readonly choices: readonly string[];
  /** Whether a word follows it. */
  readonly takes: "nothing" | "word" | "file";
}

export interface CommandNode {
  readonly name: string;
  readonly description: string;
  /** `<paths...>`, as the usage line has them. */
  readonly operands: readonly {
    readonly name: string;
    readonly description: string;
    readonly choices: readonly string[];
  }[];
  readonly options: readonly OptionNode[];
}

export function commandTree(program: Command): readonly CommandNode[] {
  return [...program.commands]
    .sort((a, b) => (a.name() < b.name() ? -1 : 1))
    .map((command) => ({
      name: command.name(),
      description: command.description(),
      operands: command.registeredArguments.map(operandOf),
      options: command.options.filter(({ hidden }) => !hidden).map(optionOf),
    }));
}

function operandOf(argument: Argument) {
  const dots = argument.variadic ? "..." : "";
  const name = argument.required ? `<${argument.name()}${dots}>` : `[${argument.name()}${dots}]`;
  return { name, description: argument.description, choices: argument.argChoices ?? [] };
}

function optionOf({ flags, short, long, description, argChoices, required, optional }: Option): OptionNode {
  const takes = !required && !optional ? "nothing" : /<(file|folder)>/.test(flags) ? "file" : "word";
  const names = [short, long].filter((name) => name !== undefined);
  return { flags, names, description, choices: argChoices ?? [], takes };
}
