// `cute-lens completions bash|zsh|fish`: the shell's script that completes commands, options and their choices.
import { Argument, type Command } from "commander";
import { type CommandNode, commandTree, type OptionNode } from "./command-tree.ts";

type Shell = "bash" | "zsh" | "fish";

export function register(program: Command, whole: () => Promise<Command>): void {
  program
    .command("completions")
    .description("the completion script of a shell: bash, zsh or fish")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .action(async (shell: Shell) => {
      process.stdout.write(scripts[shell](commandTree(await whole())));
    });
}

const scripts: Readonly<Record<Shell, (commands: readonly CommandNode[]) => string>> = { bash, zsh, fish };

function bash(commands: readonly CommandNode[]): string {
  const names = ["help", ...commands.map(({ name }) => name)].join(" ");
  const cases = commands.map(({ name, options, operands }) => {
    const words = [...options.flatMap((option) => option.names), "--help", ...operands.flatMap((one) => one.choices)];
    const choices = options
      .filter((option) => option.choices.length > 0)
      .map(
        (option) =>
          `        ${option.names.join("|")}) COMPREPLY=($(compgen -W "${option.choices.join(" ")}" -- "$word")); return ;;`,
      );
    const before = choices.length === 0 ? "" : `      case "$before" in\n${choices.join("\n")}\n      esac\n`;
    return `    ${name})\n${before}      words="${words.join(" ")}" ;;`;
  });
  return `# bash completion for cute-lens: source <(cute-lens completions bash)
_cute_lens() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _cute_lens cute-lens
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(commands: readonly CommandNode[]): string {
  const list = commands.map(
    ({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(":", "\\:")}`)}`,
  );
  const cases = commands.map(({ name, options, operands }) => {
    const words = operands.flatMap((one) => one.choices);
    const rest = words.length > 0 ? `'*:word:(${words.join(" ")})'` : "'*:file:_files'";
    return `    ${name}) _arguments ${[...options.flatMap(zshOption), rest].join(" ")} ;;`;
  });
  return `#compdef cute-lens
# zsh completion for cute-lens: cute-lens completions zsh > "\${fpath[1]}/_cute-lens"
_cute_lens() {
  local -a commands
  commands=(
${list.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = "_cute-lens" ]; then _cute_lens "$@"; else compdef _cute_lens cute-lens; fi
`;
}

function zshOption({ names, description, choices, takes }: OptionNode): readonly string[] {
  const words = description.replaceAll(/[[\]:]/g, "\\$&");
  const after =
    takes === "nothing"
      ? ""
      : choices.length > 0
        ? `:choice:(${choices.join(" ")})`
        : takes === "file"
          ? ":file:_files"
          : ":word: ";
  return names.map((name) => quoted(`${name}[${words}]${after}`));
}

function fish(commands: readonly CommandNode[]): string {
  const lines = commands.flatMap(({ name, description, options, operands }) => {
    const here = `complete -c cute-lens -n '__fish_seen_subcommand_from ${name}'`;
    const words = operands.flatMap((one) => one.choices);
    return [
      `complete -c cute-lens -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...(words.length > 0 ? [`${here} -f -a ${quoted(words.join(" "))}`] : []),
      ...options.map((option) => `${here} ${fishOption(option)}`),
    ];
  });
  return `# fish completion for cute-lens: cute-lens completions fish > ~/.config/fish/completions/cute-lens.fish
${lines.join("\n")}
`;
}

function fishOption({ names, description, choices, takes }: OptionNode): string {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const after =
    takes === "nothing"
      ? ""
      : choices.length > 0
        ? ` -x -a ${quoted(choices.join(" "))}`
        : takes === "file"
          ? " -r -F"
          : " -x";
  return `${flags.join(" ")}${after} -d ${quoted(description)}`;
}
