// Builds dist/: the command line, the server (Node and browser worker), the extension client, the webview, and the wasm
// files; then writes the generated files (settings, schema, rule pages) that changed.
//
// Everything is ESM except the client, which VS Code loads with require(). The browser bundles prove that nothing
// below them reaches for Node: a builtin imported by our own code fails the build.

import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { previewPage } from "./preview-page.mjs";
import { requireBanner } from "./require-banner.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = (path) => join(root, path);

const wasm = [
  "node_modules/web-tree-sitter/web-tree-sitter.wasm",
  "node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm",
  "node_modules/tree-sitter-python/tree-sitter-python.wasm",
];

const { version } = JSON.parse(readFileSync(from("package.json"), "utf8"));
const define = { CUTE_LENS_VERSION: JSON.stringify(version) };
const node = { platform: "node", target: "node20", format: "esm", banner: { js: requireBanner }, define };
const commonjs = {
  format: "cjs",
  external: ["vscode"],
  target: "es2022",
  outExtension: { ".js": ".cjs" },
  minifyIdentifiers: true,
};
// A workbench starts the worker from a blob: its own address is no base for other addresses, so there is a fixed one.
const browser = {
  platform: "browser",
  target: "es2022",
  format: "iife",
  define: { ...define, "import.meta.url": "bundleAddress" },
  banner: { js: 'var bundleAddress=globalThis.cuteLensAddress??"https://cute-lens.invalid/";' },
};

const bundles = [
  // The command line, the server and the library share their code in chunks; what a command does not need is not loaded.
  {
    entries: {
      cli: "server/src/cli/main.ts",
      server: "server/src/entry-node.ts",
      library: "server/src/library/index.ts",
    },
    options: { ...node, splitting: true, chunkNames: "chunk-[hash]", minifyIdentifiers: true },
  },
  { entries: { "server-browser": "server/src/entry-browser.ts" }, options: { ...browser, minifyIdentifiers: true } },
  { entries: { client: "client/src/extension.ts" }, options: { ...commonjs, platform: "node", target: "node20" } },
  // A browser workbench appends `.js` to the name in the manifest.
  {
    entries: { "client-browser": "client/src/extension-browser.ts" },
    options: { ...commonjs, platform: "browser", outExtension: {} },
  },
  {
    entries: { webview: "client/webview/main.ts", "preview-live": "client/webview/live.ts" },
    options: { ...browser, minifyIdentifiers: true },
  },
];

/** Node builtins: an error in our own files; web-tree-sitter asks for them behind a check for Node, so there they stay. */
const noNodeBuiltins = {
  name: "no-node-builtins",
  setup(bundler) {
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    bundler.onResolve({ filter: /.*/ }, ({ path, importer }) => {
      if (!builtins.has(path)) return undefined;
      if (importer.includes("web-tree-sitter")) return { path, external: true };
      return { errors: [{ text: `"${path}" is Node's own: a browser bundle cannot have it` }] };
    });
  },
};

/** The notebook's widget: the page as it has been built, inside one module. */
function widget() {
  const page = {
    CUTE_LENS_PAGE_SCRIPT: readFileSync(from("dist/webview.js"), "utf8"),
    CUTE_LENS_PAGE_STYLE: readFileSync(from("dist/webview.css"), "utf8"),
  };
  const texts = Object.fromEntries(Object.entries(page).map(([name, text]) => [name, JSON.stringify(text)]));
  return {
    entries: { widget: "client/notebook/widget.ts" },
    options: { ...browser, format: "esm", define: { ...browser.define, ...texts }, minifyIdentifiers: true },
  };
}

const failed = [];
/** Packages whose code is in a bundle, or whose file is copied beside it. */
const packages = new Set(["tree-sitter-cpp", "tree-sitter-cuda", "tree-sitter-python", "web-tree-sitter"]);
mkdirSync(from("dist"), { recursive: true });
for (const file of wasm) copyFileSync(from(file), from(`dist/${file.split("/").at(-1)}`));
copyFileSync(from("client/webview/webview.css"), from("dist/webview.css"));
copyFileSync(from("site/theme.css"), from("dist/preview-theme.css"));
writeFileSync(from("dist/preview.html"), await previewPage("live.js"));
for (const bundle of bundles) await buildOne(bundle);
await buildOne(widget());
writeFileSync(from("dist/third-party.txt"), notices(packages));
writeFileSync(from("dist/sbom.json"), `${JSON.stringify(billOfMaterials(packages))}\n`);
if (!failed.includes("cli")) makeExecutable(from("dist/cli.js"));
// A build that changes no name still makes the folder new: who compares it with the sources sees that it is fresh.
utimesSync(from("dist"), new Date(), new Date());
if (failed.length === 0) await import("./generate.mjs");
if (failed.length > 0) {
  console.error(`build failed: ${failed.join(", ")}`);
  process.exit(1);
}

/** One bundle; a failure is remembered so that the others are still built. */
async function buildOne({ entries, options }) {
  const start = performance.now();
  const names = Object.keys(entries);
  try {
    const { metafile } = await build({
      entryPoints: Object.fromEntries(names.map((name) => [name, from(entries[name])])),
      outdir: from("dist"),
      bundle: true,
      metafile: true,
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: "none",
      logLevel: "warning",
      plugins: options.platform === "browser" ? [noNodeBuiltins] : [],
      ...options,
    });
    for (const input of Object.keys(metafile.inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (name !== undefined) packages.add(name);
    }
    const sizes = Object.values(metafile.outputs).map(({ bytes }) => bytes);
    const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024);
    const time = Math.round(performance.now() - start);
    console.log(`${names.join(", ").padEnd(16)} ${String(kilobytes).padStart(5)} kB  ${time} ms`);
    if (options.splitting) dropOldChunks(Object.keys(metafile.outputs));
  } catch (error) {
    failed.push(...names);
    console.error(`${names.join(", ")}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What npm links as `cute-lens`. */
function makeExecutable(file) {
  const text = readFileSync(file, "utf8");
  if (!text.startsWith("#!")) writeFileSync(file, `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
}

function dropOldChunks(outputs) {
  const kept = new Set(outputs.map((path) => path.split("/").at(-1)));
  for (const name of readdirSync(from("dist")))
    if (name.startsWith("chunk-") && !kept.has(name)) rmSync(from(`dist/${name}`), { force: true });
}

/** The licences of what is in the bundles, as they ask to be passed on. */
function notices(names) {
  const parts = [...names].sort().map((name) => {
    const folder = from(`node_modules/${name}`);
    const { version: its, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    return `${name} ${its}, ${license}\n${text}`;
  });
  return `CuTe Lens contains code of these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** The same packages for tools: CycloneDX, with the hashes of the lock file. https://cyclonedx.org */
function billOfMaterials(names) {
  const lock = JSON.parse(readFileSync(from("package-lock.json"), "utf8"));
  const components = [...names].sort().map((name) => {
    const { version: its, license } = JSON.parse(readFileSync(from(`node_modules/${name}/package.json`), "utf8"));
    const sha512 = lock.packages[`node_modules/${name}`]?.integrity?.replace(/^sha512-/, "");
    return {
      type: "library",
      name,
      version: its,
      purl: `pkg:npm/${name.replace("@", "%40")}@${its}`,
      licenses: [{ license: { id: license } }],
      ...(sha512 && { hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }] }),
    };
  });
  const { name, version: own } = lock;
  const component = { type: "application", name, version: own, licenses: [{ license: { id: "MIT" } }] };
  return { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component }, components };
}
