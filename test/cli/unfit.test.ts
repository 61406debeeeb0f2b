// What is wrong with a file or an option is said by its name, by each command and by the library alike.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { check, draw } from "../../server/src/library/index.ts";

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cute-lens-unfit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  mkdirSync(join(folder, "folder.cu"));
  writeFileSync(join(folder, "binary.cu"), "a\0b");
  writeFileSync(join(folder, "large.cu"), " ".repeat(8 * 1024 * 1024 + 1));
  writeFileSync(join(folder, "text.txt"), "a");
});

function lens(...args: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stderr };
}

test.each([
  ["missing.cu", "missing.cu: no such file"],
  ["folder.cu", "folder.cu is a folder; this command takes a file"],
  ["binary.cu", "binary.cu is a binary file"],
  ["large.cu", "large.cu is larger than 8 MiB"],
  ["text.txt", "text.txt is neither C++, CUDA, Python nor a notebook"],
])("%s", (file, why) => {
  for (const args of [
    ["inspect", file],
    ["costs", file],
    ["show", file, "--stage", "facts"],
  ])
    expect(lens(...args)).toEqual({ status: 2, stderr: `cute-lens: ${why}\n` });
});

test("nothing is watched that is not there", () => {
  expect(lens("check", "--watch", "missing")).toEqual({
    status: 2,
    stderr: "cute-lens: missing: no such file or folder\n",
  });
});

test("a picture is what the end of its name says", () => {
  lens("draw", "(_2,_2):(_1,_2)", "-o", "a.pdf");
  lens("draw", "(_2,_2):(_1,_2)", "-o", "a.txt");
  expect(readFileSync(join(folder, "a.pdf"), "latin1")).toMatch(/^%PDF-/);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toContain("| 0 | 2 |");
});

test("the library refuses words that are no choice", async () => {
  // As callers without types may.
  const unknown = (options: object) => options;
  await expect(draw("(_2,_2):(_1,_2)", unknown({ format: "jpg" }))).rejects.toThrow("format: jpg is none of svg, ");
  await expect(draw("(_2,_2):(_1,_2)", unknown({ view: "all" }))).rejects.toThrow("view: all is none of layout, ");
  await expect(check([folder], { arch: "sm_1" })).rejects.toThrow("arch: sm_1 is none of auto, ");
});
