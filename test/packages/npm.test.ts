// The npm package: installed from its tarball into an empty folder, used as its documentation says.
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startClient } from "../lsp/client.ts";
import { emptyFolder, root, run, sockets, succeed, version } from "./installed.ts";

const folder = emptyFolder();
const installed = join(folder, "node_modules/cute-lens");

beforeAll(() => {
  succeed(folder, "npm", [
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    // Here, whatever stands in the folders above.
    "--prefix",
    folder,
    join(root, `out/cute-lens-${version}.tgz`),
  ]);
  cpSync(join(root, "playground/broken/tma_size_mismatch.cu"), join(folder, "kernel.cu"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  const manifest = () => JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;

  test("needs no other package and runs nothing when installed", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["cute-lens"]);
    expect(manifest()).not.toHaveProperty("scripts");
    expect(manifest()).not.toHaveProperty("dependencies");
  });

  test("holds what runs, its types, its pages, and nothing of the extension", () => {
    const kinds = readdirSync(installed, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.\w+$|LICENSE/.test(name))
      .map((name) => name.replace(/chunk-\w+/, "chunk-*").replace(/rules\/.*/, "rules/*"));
    expect([...new Set(kinds)].sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/chunk-*.js",
      "dist/cli.js",
      "dist/cute-lens.1",
      "dist/library.js",
      "dist/preview-live.js",
      "dist/preview-theme.css",
      "dist/preview.html",
      "dist/sbom.json",
      "dist/server.js",
      "dist/third-party.txt",
      "dist/tree-sitter-cuda.wasm",
      "dist/tree-sitter-python.wasm",
      "dist/types/check.d.ts",
      "dist/types/choices.d.ts",
      "dist/types/draw.d.ts",
      "dist/types/evaluate.d.ts",
      "dist/types/index.d.ts",
      "dist/types/layout.d.ts",
      "dist/web-tree-sitter.wasm",
      "dist/webview.css",
      "dist/webview.js",
      "docs/agents.md",
      "docs/library.md",
      "docs/rules/*",
      "package.json",
      "schemas/check-report.schema.json",
      "schemas/cute-lens.schema.json",
    ]);
  });

  test("says where it comes from", () => {
    const { repository, bugs, homepage } = manifest();
    const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
    expect({ repository, bugs, homepage }).toEqual({
      repository: own.repository,
      bugs: own.bugs,
      homepage: own.homepage,
    });
  });
});

describe("the command", () => {
  test("npx cute-lens check", () => {
    const { status, stdout, stderr } = run(folder, "npx", ["--offline", "cute-lens", "check", "kernel.cu"]);
    expect(stderr).not.toMatch(/cute-lens:/);
    expect(stdout).toMatch(/^kernel\.cu:14:54: error: .*\[tma-size-mismatch\]$/m);
    expect(status).toBe(1);
  });

  test("npx cute-lens draw", () => {
    const svg = succeed(folder, "npx", ["--offline", "cute-lens", "draw", "(_8,_8):(_8,_1)"]);
    expect(svg).toMatch(/^<svg[\s\S]*<\/svg>\n$/);
  });

  test("npx cute-lens lsp --stdio: an editor gets problems and hovers", async () => {
    const command = { file: "npx", args: ["--offline", "cute-lens", "lsp", "--stdio"], cwd: folder };
    const client = await startClient({}, undefined, null, { registers: true, command });
    expect(client.initialized.serverInfo?.version).toBe(version);
    const uri = pathToFileURL(join(folder, "kernel.cu")).href;
    client.open(uri, "cuda-cpp", readFileSync(join(folder, "kernel.cu"), "utf8"));
    const [first] = await client.diagnostics(uri);
    expect(first?.code).toBe("tma-size-mismatch");
    // The page that the link leads to is in the package.
    expect(readFileSync(new URL(first?.codeDescription?.href ?? ""), "utf8")).toMatch(/^# /);
    const position = client.position(uri, "sA");
    const hover = await client.connection.sendRequest("textDocument/hover", { textDocument: { uri }, position });
    expect(JSON.stringify(hover)).toMatch(/Sw<3,4,3>/);
    await client.stop();
  });
});

describe("the library", () => {
  const page = readFileSync(join(root, "docs/library.md"), "utf8");
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

  test("its page's example prints what the page says", () => {
    writeFileSync(join(folder, "example.mjs"), example);
    const said = [...example.matchAll(/^console\.log.*; \/\/ (.*)$/gm)].map((match) => match[1]);
    expect(succeed(folder, process.execPath, ["example.mjs"]).split("\n").slice(0, said.length)).toEqual(said);
  });

  test("its types hold for a user's TypeScript, strictly", () => {
    writeFileSync(
      join(folder, "use.mts"),
      `import { type CheckReport, check, draw, evaluate, type Layout, parseLayout, type Tuple, version } from "cute-lens";
const answer = evaluate("(8,8):(8,1)", { dialect: "dsl" });
const text: string = answer.kind === "value" ? answer.text : answer.message;
const layout: Layout = parseLayout(text);
const shape: Tuple = layout.shape;
const picture: Promise<string> = draw(text, { format: "tikz", view: "banks", bits: 16 });
const report: Promise<CheckReport> = check("kernel.cu");
// @ts-expect-error: a view that is none
void draw(text, { view: "cube" });
export { picture, report, shape, version };
`,
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--types", "", "use.mts"];
    expect(spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: "utf8" }).stdout).toBe("");
  });
});

test("nothing is sent anywhere: no command opens a socket of the internet", () => {
  const cli = join(installed, "dist/cli.js");
  expect(sockets(folder, process.execPath, [cli, "check", "kernel.cu", "--jobs", "2"])).toEqual([]);
  expect(sockets(folder, process.execPath, [cli, "inspect", "kernel.cu"])).toEqual([]);
  expect(sockets(folder, process.execPath, [cli, "draw", "(_8,_8):(_8,_1)"])).toEqual([]);
  expect(sockets(folder, process.execPath, ["example.mjs"])).toEqual([]);
  expect(sockets(folder, "sh", ["-c", dialogue(`"${process.execPath}" "${cli}" mcp`)])).toEqual([]);
  // The trace itself sees sockets.
  const listen = "require('node:net').createServer().listen(0, '127.0.0.1', function () { this.close() })";
  expect(sockets(folder, process.execPath, ["-e", listen])).not.toEqual([]);
});

/** A client of `mcp` in a line of shell: it asks for a check, and waits for the answer. */
function dialogue(server: string): string {
  const messages = [
    {
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 1, method: "tools/call", params: { name: "check", arguments: { paths: ["kernel.cu"] } } },
  ];
  const lines = messages.map((message) => `'${JSON.stringify({ jsonrpc: "2.0", ...message })}'`).join(" ");
  return `(printf '%s\\n' ${lines}; sleep 5) | ${server} | grep -q tma-size-mismatch`;
}
