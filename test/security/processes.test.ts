// What the programs can do at all: Node itself refuses them writing files and starting programs, and they work the same.
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, describe, expect, test, vi } from "vitest";
import { startClient } from "../lsp/client.ts";

vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "cute-lens-processes-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, "k.cu"),
  "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() { auto l = make_layout(Shape<_4, _8>{}); }\n",
);
writeFileSync(join(folder, "conftest.py"), "raise SystemExit('run')\n");
writeFileSync(
  join(folder, "k.py"),
  "import os, cutlass.cute as cute\nos.system('touch pwned')\n@cute.jit\ndef f():\n    l = cute.make_layout((4, 8))\n",
);
const before = readdirSync(folder);

/** Node's options; a server has a second thread. */
const mayRead = ["--experimental-permission", "--allow-fs-read=*"];
const server = ["--no-warnings", ...mayRead, "--allow-worker", cli];

const restricted = (args: readonly string[]) =>
  spawnSync(process.execPath, [...mayRead, cli, ...args], {
    cwd: folder,
    encoding: "utf8",
    timeout: 100_000,
  });

describe("a command that may neither write files nor start programs", () => {
  test.each([
    ["check", ["check", "."]],
    ["inspect", ["inspect", "k.cu"]],
    ["inspect Python", ["inspect", "k.py"]],
    ["eval", ["eval", "size((_4,_8))"]],
    ["draw", ["draw", "(_4,_8):(_8,_1)"]],
    ["costs", ["costs", "k.cu"]],
  ])("%s works, and leaves nothing behind", (_name, args) => {
    const { status, stderr } = restricted(args);
    expect(stderr).not.toMatch(/ERR_ACCESS_DENIED/);
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe("a server that may neither write files nor start programs", () => {
  test("the language server works, and leaves nothing behind", async () => {
    const command = { file: process.execPath, args: [...server, "lsp", "--stdio"], cwd: folder };
    const client = await startClient({}, undefined, pathToFileURL(folder).href, { registers: true, command });
    for (const [name, languageId] of [
      ["k.cu", "cuda-cpp"],
      ["k.py", "python"],
    ] as const) {
      const uri = pathToFileURL(join(folder, name)).href;
      client.open(uri, languageId, readFileSync(join(folder, name), "utf8"));
      expect(await client.diagnostics(uri)).toEqual([]);
      const params = { textDocument: { uri }, position: client.position(uri, "l = ") };
      expect(JSON.stringify(await client.connection.sendRequest("textDocument/hover", params))).toContain("8");
    }
    expect(client.errors).toEqual([]);
    expect(await client.stop()).toBe(0);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("MCP works, and leaves nothing behind", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [...server, "mcp"], cwd: folder }),
    );
    for (const file of ["k.cu", "k.py"]) {
      const { content } = await client.callTool({ name: "layout_of", arguments: { file, name: "l" } });
      expect(JSON.stringify(content)).toMatch(/size _?32/);
    }
    await client.close();
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe("git", () => {
  const repository = join(folder, "repository");
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: repository, encoding: "utf8" });

  test("runs no filter, driver, monitor or hook that a repository names", () => {
    mkdirSync(repository);
    git("init", "-q");
    writeFileSync(join(repository, "k.cu"), "int a;\n");
    git("add", ".");
    git("commit", "-q", "-m", "first");
    const trap = `touch ${join(folder, "pwned")}; cat`;
    writeFileSync(join(repository, ".gitattributes"), "*.cu filter=trap diff=trap\n");
    for (const name of ["filter.trap.clean", "filter.trap.smudge", "filter.trap.process", "diff.trap.textconv"])
      git("config", name, trap);
    for (const name of ["diff.trap.command", "diff.external", "core.fsmonitor", "core.pager", "core.hooksPath"])
      git("config", name, trap);
    utimesSync(join(repository, "k.cu"), new Date(), new Date(Date.now() + 5_000));
    for (const args of [["HEAD"], ["HEAD", "HEAD"], ["HEAD", "--", "k.cu"]])
      spawnSync(process.execPath, [cli, "diff", ...args], { cwd: repository });
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  test("a revision that looks like an option is none", () => {
    const { status, stderr } = spawnSync(process.execPath, [cli, "diff", "--", "--output=pwned"], {
      cwd: repository,
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/no folder and no revision/);
    expect(existsSync(join(repository, "pwned"))).toBe(false);
  });
});
