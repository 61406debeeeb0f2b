// Builds dist/: the command line, the server (Node and browser worker), the extension client, the webview, and the wasm files.
//
// Everything is ESM except the client, which VS Code loads with require(). The browser bundles prove that nothing
// below them reaches for Node: a builtin imported by our own code fails the build.

import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = (path) => join(root, path);

const wasm = [
  "node_modules/web-tree-sitter/web-tree-sitter.wasm",
  "node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm",
  "node_modules/tree-sitter-python/tree-sitter-python.wasm",
];

/** CommonJS packages inside an ESM bundle still call require(). */
const requireBanner =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

const { version } = JSON.parse(readFileSync(from("package.json"), "utf8"));
const define = { CUTE_LENS_VERSION: JSON.stringify(version) };
const node = { platform: "node", target: "node20", format: "esm", banner: { js: requireBanner }, define };
const cli = { ...node, banner: { js: `#!/usr/bin/env node\n${requireBanner}` } };
const browser = {
  platform: "browser",
  target: "es2022",
  format: "iife",
  define: { ...define, "import.meta.url": "self.location.href" },
};

const bundles = [
  { entry: "server/src/cli/main.ts", out: "dist/cli.js", options: cli },
  { entry: "server/src/entry-node.ts", out: "dist/server.js", options: node },
  { entry: "server/src/entry-browser.ts", out: "dist/server-browser.js", options: browser },
  {
    entry: "client/src/extension.ts",
    out: "dist/client.cjs",
    options: { platform: "node", target: "node20", format: "cjs", external: ["vscode"] },
  },
  {
    entry: "client/src/extension-browser.ts",
    out: "dist/client-browser.cjs",
    options: { platform: "browser", target: "es2022", format: "cjs", external: ["vscode"] },
  },
  {
    entry: "client/webview/main.ts",
    out: "dist/webview.js",
    options: { platform: "browser", target: "es2022", format: "iife" },
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

const failed = [];
mkdirSync(from("dist"), { recursive: true });
for (const file of wasm) copyFileSync(from(file), from(`dist/${file.split("/").at(-1)}`));
copyFileSync(from("client/webview/webview.css"), from("dist/webview.css"));
for (const bundle of bundles) await buildOne(bundle);
if (existsSync(from("dist/cli.js"))) chmodSync(from("dist/cli.js"), 0o755);
if (failed.length > 0) {
  console.error(`build failed: ${failed.join(", ")}`);
  process.exit(1);
}

/** One bundle; a failure is remembered so that the others are still built. */
async function buildOne({ entry, out, options }) {
  const start = performance.now();
  try {
    if (!existsSync(from(entry))) return console.log(`${out.padEnd(26)} not yet: ${entry} is missing`);
    await build({
      entryPoints: [from(entry)],
      outfile: from(out),
      bundle: true,
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: "none",
      logLevel: "warning",
      plugins: options.platform === "browser" ? [noNodeBuiltins] : [],
      ...options,
    });
    const kilobytes = Math.round(statSync(from(out)).size / 1024);
    console.log(`${out.padEnd(26)} ${String(kilobytes).padStart(5)} kB  ${Math.round(performance.now() - start)} ms`);
  } catch (error) {
    failed.push(out);
    console.error(`${out}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
