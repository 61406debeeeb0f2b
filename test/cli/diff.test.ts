// `cute-lens diff`: two revisions, the working tree, two folders; as text, JSON, Markdown and a page.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cute-lens-diff-"));
const repository = join(folder, "repository");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tile = "#include <cute/tensor.hpp>\nusing Tile = cute::Shape<cute::_128, cute::_64>;\n";
const kernel = `#include "tile.h"
using namespace cute;
template <class Stages> void run(Stages stages, int n) {
  auto sA = tile_to_shape(make_layout(Shape<_8, _64>{}, LayoutRight{}), append<3>(Tile{}, stages));
  auto bytes = cosize(sA) * 2;
}
void launch(int n) {
  run(Int<3>{}, n);
  run(Int<4>{}, n);
}
`;
const worse = kernel
  .replace("LayoutRight{}", "LayoutLeft{}")
  .replace("}\nvoid", "  auto bad = make_layout(Shape<_4, _8>{}, Stride<_1>{});\n}\nvoid");

const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: repository, encoding: "utf8" });

function lens(cwd: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "diff", ...args], { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

beforeAll(() => {
  mkdirSync(repository);
  git("init", "-q");
  writeFileSync(join(repository, "tile.h"), tile);
  writeFileSync(join(repository, "kernel.cu"), kernel);
  git("add", ".");
  git("commit", "-q", "-m", "first");
  cpSync(repository, join(folder, "old"), { recursive: true });
  writeFileSync(join(repository, "kernel.cu"), `// a comment\n${kernel}`);
  git("commit", "-q", "-a", "-m", "second");
  writeFileSync(join(repository, "kernel.cu"), worse);
});

const changed = `  values
    4: sA, run (launch:9)
      - ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
      + ((_8,_16),(_64,_1),(_1,_3)):((_1,_512),(_8,_0),(_0,_8192))
    4: sA, run (launch:10)
      - ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))
      + ((_8,_16),(_64,_1),(_1,_4)):((_1,_512),(_8,_0),(_0,_8192))
`;

test("against a revision: each value before and after, what is wrong now", () => {
  const { stdout, stderr, status } = lens(repository, "HEAD");
  expect(stderr).toBe("");
  expect(stdout).toBe(`kernel.cu
  problems
    + 6: error: shape (_4,_8) and stride (_1) are not congruent: give every mode of the shape one stride, nested alike [layout-not-congruent]
${changed}  1 new variable, 0 gone

HEAD → the working tree: 1 file changed
`);
  expect(status).toBe(0);
  expect(lens(repository, "HEAD", "--exit-code").status).toBe(1);
});

test("between two revisions: a comment changes nothing", () => {
  expect(lens(repository, "HEAD~1", "HEAD")).toEqual({
    status: 0,
    stderr: "",
    stdout: "HEAD~1 → HEAD: the same layouts, costs and problems in 1 file\n",
  });
});

test("nothing differs", () => {
  expect(lens(repository, "HEAD", "HEAD").stdout).toBe("HEAD → HEAD: no file with CuTe code differs\n");
  expect(lens(repository, "HEAD", "HEAD", "--format", "markdown").stdout).toMatch(
    /\n\nNo file with CuTe code differs\.\n$/,
  );
});

test("a kernel's budgets stand before its copies, and both before the variables", () => {
  const wider = join(folder, "wider");
  const source = readFileSync(join(import.meta.dirname, "../../playground/python/dsl_gemm.py"), "utf8");
  for (const [name, text] of [
    ["narrow", source],
    [
      "wider",
      source.replace("tile_mn=(128, 128), stages=4)\n    compiled", "tile_mn=(128, 256), stages=3)\n    compiled"),
    ],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "gemm.py"), text);
  }
  const { stdout } = lens(folder, "narrow", wider);
  expect(stdout.match(/^ {2}\w.*$/gm)).toEqual(["  problems", "  kernels", "  costs", "  values"]);
  expect(stdout).toContain(
    "- 129 KiB of 227 KiB: sA 64 KiB + sB 64 KiB + others 1 KiB\n      + 145 KiB of 227 KiB: sA 48 KiB + sB 96 KiB + others 1 KiB",
  );
});

describe("folders and formats", () => {
  test("two folders", () => {
    const { stdout } = lens(folder, "old", "repository");
    expect(stdout).toContain(changed);
    expect(stdout).toContain("old → repository: 1 file changed");
  });

  test("a file whose text is the same is compared where it is named: what it includes may differ", () => {
    cpSync(join(folder, "old"), join(folder, "wide"), { recursive: true });
    writeFileSync(join(folder, "wide", "tile.h"), tile.replace("_128", "_256"));
    expect(lens(folder, "old", "wide").stdout).not.toContain("kernel.cu");
    expect(lens(folder, "old", "wide", "kernel.cu").stdout).toContain(
      "+ ((_8,_32),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_16384))",
    );
  });

  test("Markdown for a comment: tables", () => {
    const { stdout } = lens(repository, "HEAD", "--format", "markdown");
    expect(stdout).toContain("### Layouts, `HEAD` → `the working tree`");
    expect(stdout).toContain(
      "| 4 | `sA` | run (launch&#58;9) | `((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))` |",
    );
    expect(stdout).toContain("<details open><summary><code>kernel.cu</code>: 2 values, <b>1 new problem</b></summary>");
  });

  test("the end of the file's name says the format", () => {
    lens(repository, "HEAD", "-o", join(folder, "changes.md"));
    lens(repository, "HEAD", "-o", join(folder, "changes.html"));
    expect(readFileSync(join(folder, "changes.md"), "utf8")).toMatch(/^### Layouts, /);
    expect(readFileSync(join(folder, "changes.html"), "utf8")).toMatch(/^<!doctype html>/i);
  });

  test("a page: pictures of both sides, nothing that runs or is loaded", () => {
    const { stdout } = lens(repository, "HEAD", "--format", "html");
    expect(/<script|https?:\/\/(?!www\.w3\.org)/.exec(stdout)).toBeNull();
    const page = stdout.replace(/<svg.*?<\/svg>/gs, "picture");
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    expect(page).toContain('<code>sA</code> <span class="place">line 4, run (launch:9)</span>');
    const side =
      '<div class="text">((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))</div><figure>picture</figure>';
    expect(page).toContain(side);
    expect(page.match(/<figure>/g)).toHaveLength(4);
    expect(page).toMatch(/<li class="new">6: error: /);
  });

  test("JSON", () => {
    const { files } = JSON.parse(lens(repository, "HEAD", "--format", "json").stdout);
    expect(files[0].values[0]).toEqual({
      function: "run",
      instances: ["launch:9"],
      name: "sA",
      before: "((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))",
      after: "((_8,_16),(_64,_1),(_1,_3)):((_1,_512),(_8,_0),(_0,_8192))",
      line: 4,
    });
  });
});

describe("what cannot be compared", () => {
  test.each([
    [["nothing"], "nothing is no folder and no revision"],
    [[".."], ".. is a folder: name the folder to compare it with"],
    [["HEAD", "nothing"], "nothing is no folder and no revision"],
  ])("%j", (args, why) => {
    expect(lens(repository, ...args)).toEqual({ status: 2, stdout: "", stderr: `cute-lens: ${why}\n` });
  });

  test("a mistake in cute-lens.json is told, once", () => {
    const config = join(repository, "cute-lens.json");
    writeFileSync(config, '{ "arhc": "sm_90a" }');
    const { stderr, status } = lens(repository, "HEAD");
    rmSync(config);
    expect(stderr.split("\n")).toEqual([expect.stringMatching(/^cute-lens: cute-lens\.json: .*arhc/), ""]);
    expect(status).toBe(0);
  });

  test("no repository around", () => {
    expect(lens(folder, "HEAD").stderr).toMatch(/^cute-lens: git rev-parse: fatal: not a git repository/);
  });
});
