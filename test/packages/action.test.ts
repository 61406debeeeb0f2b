// The GitHub Action's steps, run as a runner runs them: by bash, with a `gh` that writes down what it is asked.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const action = readFileSync(fileURLToPath(new URL("../../action.yml", import.meta.url)), "utf8");
const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cute-lens-action-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The script of a step, by its name. */
function scriptOf(name: string): string {
  const step = action.split("    - name: ").find((one) => one.startsWith(`${name}\n`)) ?? "";
  return step.slice(step.indexOf("run: |\n") + 7).replace(/^ {8}/gm, "");
}

const path = (...parts: readonly string[]): string => join(folder, ...parts);

function command(name: string, script: string): void {
  mkdirSync(path("bin"), { recursive: true });
  writeFileSync(path("bin", name), `#!/bin/bash\n${script}\n`);
  chmodSync(path("bin", name), 0o755);
}

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, encoding: "utf8" });

function run(step: string, env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", scriptOf(step)], {
    cwd: path("work"),
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${path("bin")}${delimiter}${process.env.PATH}`,
      RUNNER_TEMP: path("temp"),
      GITHUB_STEP_SUMMARY: path("summary.md"),
      GITHUB_REPOSITORY: "owner/name",
      ...env,
    },
  });
  return { status, stdout, stderr };
}

test("a pull request: annotations, a summary, one comment that later pushes replace", () => {
  command("cute-lens", `exec "${process.execPath}" "${cli}" "$@"`);
  command("gh", `echo "$@" >> "${path("asked.txt")}"; case "$*" in *--jq*) cat "${path("comments.txt")}";; esac`);
  mkdirSync(path("temp"));
  mkdirSync(path("origin", "src"), { recursive: true });
  const kernel = (stride: string): string =>
    `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto l = make_layout(Shape<_4, _8>{}, ${stride}{});\n}\n`;
  git(path("origin"), "init", "-q");
  writeFileSync(path("origin", "src", "a.cu"), kernel("LayoutLeft"));
  git(path("origin"), "add", ".");
  git(path("origin"), "commit", "-q", "-m", "base");
  git(folder, "clone", "-q", "origin", "work");
  const base = git(path("work"), "rev-parse", "HEAD").trim();
  writeFileSync(path("work", "src", "a.cu"), kernel("Stride<_1>"));
  git(path("work"), "commit", "-q", "-a", "-m", "change");

  const check = run("Check", { PATHS: "src" });
  expect(check.status).toBe(1);
  expect(check.stdout).toContain("::error file=src/a.cu,line=4,endLine=4,col=41,endColumn=53");

  const { runs } = JSON.parse(readFileSync(path("temp", "cute-lens.sarif"), "utf8"));
  expect(runs[0].results).toMatchObject([{ ruleId: "layout-not-congruent", level: "error" }]);

  expect(run("Compare", { BASE: base })).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(path("summary.md"), "utf8")).toContain("<b>1 new problem</b>");

  writeFileSync(path("comments.txt"), "");
  expect(run("Comment", { NUMBER: "7" })).toMatchObject({ status: 0, stderr: "" });
  writeFileSync(path("comments.txt"), "123\n");
  expect(run("Comment", { NUMBER: "7" }).status).toBe(0);
  const asked = readFileSync(path("asked.txt"), "utf8")
    .split("\n")
    .filter((line) => line.includes("--method"));
  expect(asked).toEqual([
    `api --method POST repos/owner/name/issues/7/comments --field body=@${path("temp", "cute-lens-comment.md")}`,
    `api --method PATCH repos/owner/name/issues/comments/123 --field body=@${path("temp", "cute-lens-comment.md")}`,
  ]);
  expect(readFileSync(path("temp", "cute-lens-comment.md"), "utf8")).toMatch(/^<!-- cute-lens -->\n### Layouts, /);
  expect(existsSync(path("temp", "cute-lens.md"))).toBe(true);
});
