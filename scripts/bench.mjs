// npm run bench: latency while typing against the floor, start-up against bare Node, operations per second of the engine;
// `npm run bench -- file PATH…`: first facts, edits and memory of files of your own, against the floor;
// `npm run bench -- tree PATH…`: `check` of whole source trees, files a second and the slowest ten.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { fileFigures } from "../bench/file.mjs";
import { latency, startUp } from "../bench/latency.mjs";
import { execute, root } from "./steps.mjs";

const [part, ...paths] = process.argv.slice(2);
const only = part === "file" || part === "tree" ? [part] : process.argv.slice(2);
const wanted = (part) => only.length === 0 || only.includes(part);

const servers = [
  { name: "floor", args: [join(root, "out/bench/floor.mjs"), "--stdio"] },
  { name: "CuTe Lens", args: [join(root, "dist/server.js"), "--stdio"] },
];

if (wanted("latency") || wanted("start") || part === "file") await buildAll();
if (part === "tree") await treeFigures();
if (part === "file") print("One file (ms)", await fileFigures(servers, paths));
if (wanted("start")) {
  const rows = await startUp([join(root, "dist/server.js"), "--stdio"], [join(root, "dist/cli.js"), "--version"]);
  print("Start-up (ms)", rows);
}
if (wanted("latency")) print("Keystroke to diagnostics and hints (ms)", await latency(servers));
if (wanted("engine") && existsSync(join(root, "bench/engine.mjs"))) {
  const { text } = await execute(process.execPath, [join(root, "bench/engine.mjs")]);
  console.log(`\nEngine\n${text.trimEnd()}`);
}

async function treeFigures() {
  await buildServer();
  await bundle("tree", []);
  const program = [join(root, "out/bench/tree.mjs"), join(root, "dist/cli.js"), ...paths];
  spawnSync(process.execPath, program, { stdio: "inherit" });
}

async function buildAll() {
  await buildServer();
  await bundle("floor", [
    "web-tree-sitter",
    "vscode-languageserver",
    "vscode-languageserver/node",
    "vscode-languageserver-textdocument",
  ]);
}

async function buildServer() {
  const { code, text } = await execute(process.execPath, [join(root, "scripts/build.mjs")]);
  if (code !== 0) throw new Error(text);
}

function bundle(name, external) {
  return build({
    entryPoints: [join(root, `bench/${name}.ts`)],
    outfile: join(root, `out/bench/${name}.mjs`),
    bundle: true,
    platform: "node",
    format: "esm",
    external,
    logLevel: "error",
  });
}

function print(title, rows) {
  console.log(`\n${title.padEnd(58)} median     p95`);
  for (const [name, median, p95] of rows)
    console.log(`  ${name.padEnd(54)} ${median.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(7)}`);
}
