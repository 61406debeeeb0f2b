// npm run site: the page without install, out/site. Files only: any static host serves them, from any folder.
//
// The server and the preview are the bundles of dist/; the page around them is site/. One hash over all files names the
// build, under which the service worker keeps them.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { previewPage } from "./preview-page.mjs";
import { firstAnswers } from "./site-answers.mjs";
import { root } from "./steps.mjs";

const from = (...parts) => join(root, ...parts);
const dist = ["server-browser.js", "webview.js", "webview.css", "third-party.txt"];
const wasm = ["web-tree-sitter.wasm", "tree-sitter-cuda.wasm", "tree-sitter-python.wasm"];
const pages = [
  "index.html",
  "site.css",
  "theme.css",
  "icon.svg",
  "icon-192.png",
  "icon-512.png",
  "manifest.webmanifest",
];

/** Builds the page from dist/; gives the folder and what a visitor's browser takes, compressed. */
export async function buildSite(folder = from("out/site")) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of [...dist, ...wasm]) {
    if (!existsSync(from("dist", name))) throw new Error(`dist/${name} is missing: npm run build`);
    copyFileSync(from("dist", name), join(folder, name));
  }
  for (const name of pages) copyFileSync(from("site", name), join(folder, name));
  writeFileSync(join(folder, "preview.html"), await previewPage("preview-host.js"));
  const define = { PLAYGROUND: JSON.stringify(playground()) };
  await bundle(
    folder,
    { main: "main.ts", early: "early.ts", worker: "worker.ts", "preview-host": "preview-host.ts" },
    define,
  );
  writeFileSync(join(folder, "first.json"), JSON.stringify(await firstAnswers(define)));
  const files = readdirSync(folder).sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
  const BUILD = JSON.stringify(hash.digest("hex").slice(0, 16));
  await bundle(folder, { sw: "service-worker.ts" }, { FILES: JSON.stringify(files), BUILD });
  const sizes = readdirSync(folder).map((name) => [name, gzipSync(readFileSync(join(folder, name))).length]);
  return { folder, sizes, compressed: sizes.reduce((sum, [, size]) => sum + size, 0) };
}

async function bundle(folder, entries, define) {
  await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, from("site/src", file)])),
    outdir: folder,
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2022",
    format: "esm",
    define,
    logLevel: "warning",
  });
}

function playground() {
  return [
    ["CuTe C++", "cpp"],
    ["CuTe DSL", "python"],
    ["Broken", "broken"],
  ].flatMap(([group, folder]) =>
    readdirSync(from("playground", folder))
      .filter((name) => /\.(cu|py)$/.test(name))
      .map((name) => [group, name, readFileSync(from("playground", folder, name), "utf8")]),
  );
}

if (basename(process.argv[1] ?? "") === "site.mjs") {
  await import("./build.mjs");
  const { folder, sizes, compressed } = await buildSite();
  for (const [name, size] of sizes) console.log(`${name.padEnd(24)} ${String(Math.round(size / 1024)).padStart(5)} kB`);
  console.log(`${folder}: ${Math.round(compressed / 1024)} kB compressed`);
}
