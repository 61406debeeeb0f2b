// The completion scripts in the shells that they are for.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, root, run, succeed } from "./installed.ts";

const folder = emptyFolder();
const cli = join(root, "dist/cli.js");

function script(shell: string): string {
  const file = join(folder, `completions.${shell}`);
  writeFileSync(file, succeed(folder, process.execPath, [cli, "completions", shell]));
  return file;
}

test("bash completes commands, choices of options, and options", () => {
  const asked = (words: readonly string[]) => {
    const line = `source ${script("bash")}; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _cute_lens; echo "\${COMPREPLY[@]}"`;
    return succeed(folder, "bash", ["-c", line]).trim();
  };
  expect(asked(["cute-lens", "dr"])).toBe("draw");
  expect(asked(["cute-lens", "check", "--format", '""'])).toBe("text full json sarif github");
  expect(asked(["cute-lens", "draw", "--the"])).toBe("--theme");
  expect(asked(["cute-lens", "completions", "z"])).toBe("zsh");
});

test("zsh completes in a session", () => {
  const file = script("zsh");
  expect(run(folder, "zsh", ["-n", file]).stderr).toBe("");
  const session = `autoload -Uz compinit && compinit -D -d ${folder}/dump; source ${file}; print -- $_comps[cute-lens]`;
  expect(succeed(folder, "zsh", ["-f", "-c", session]).trim()).toBe("_cute_lens");
});

test("fish completes commands and choices of options", () => {
  const asked = (line: string) =>
    succeed(folder, "fish", ["--no-config", "-c", `source ${script("fish")}; complete -C '${line}'`]).replaceAll(
      /\t.*/g,
      "",
    );
  expect(asked("cute-lens dr")).toBe("draw\n");
  expect(asked("cute-lens check --format s")).toBe("sarif\n");
});
