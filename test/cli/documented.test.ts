// The commands that the README and the pages show for expressions run as they stand there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "dist/cli.js");

const documented = ["README.md", "docs/pictures.md"].flatMap((page) =>
  readFileSync(join(root, page), "utf8")
    .split("\n")
    .filter((line) => /^cute-lens (draw|eval|analyse) /.test(line)),
);

/** The words of a shell line without its comment: quotes hold spaces together. */
const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/\s+#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? "").slice(1);

describe("a command as documented", () => {
  test.each(documented)("%s", (line) => {
    const cwd = mkdtempSync(join(tmpdir(), "cute-lens-"));
    const run = spawnSync(process.execPath, [cli, ...wordsOf(line)], { encoding: "utf8", cwd });
    const file = /-o (\S+)/.exec(line)?.[1];
    const said = file === undefined ? run.stdout : readFileSync(join(cwd, file), "utf8");
    rmSync(cwd, { recursive: true });
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
    expect(said.trim()).not.toBe("");
  });
});
