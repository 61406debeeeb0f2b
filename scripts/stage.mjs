// What each package holds, and the folder it is packed from: out/stage/<name> with a manifest of its own.
//
// package.json is the extension's manifest and the only place of the version, the addresses and the words; the manifests of
// the others are made of it here. Of dist/ a package gets what its entries reach, so that the extension carries no command line.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { requireBanner } from "./require-banner.mjs";
import { root, tool } from "./steps.mjs";

export const manifest = () => JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const always = ["LICENSE", "README.md", "CHANGELOG.md"];
const parsers = ["dist/web-tree-sitter.wasm", "dist/tree-sitter-cuda.wasm", "dist/tree-sitter-python.wasm"];
const notices = ["dist/third-party.txt", "dist/sbom.json"];
const manual = "dist/cute-lens.1";
const shared = ["docs/rules", "schemas", ...notices, ...parsers];

/** What `cute-lens preview` serves. */
const livePreview = ["preview.html", "preview-theme.css", "preview-live.js", "webview.js", "webview.css"].map(
  (name) => `dist/${name}`,
);

/** The VS Code extension: desktop and web. The server is in it once: on the desktop Node loads the browser's bundle. */
export async function stageExtension() {
  const { private: _, scripts: __, bin: ___, dependencies: ____, devDependencies: _____, ...fields } = manifest();
  const pages = ["syntaxes", "docs/walkthrough", "docs/settings.md", "docs/images/icon.png", "playground"];
  const bundles = ["client.cjs", "client-browser.js", "server-browser.js", "webview.js", "webview.css"];
  const folder = stage("vsix", fields, [...always, ...shared, ...pages, ...reached(...bundles)]);
  await buildBorrowingServer(join(folder, "dist"));
  return folder;
}

/** server.js without the code that it takes from server-browser.js beside it. */
async function buildBorrowingServer(outdir) {
  const borrowed = join(root, "server/src/lsp/node-borrowed.ts");
  const borrow = {
    name: "borrow",
    setup: (bundler) => {
      bundler.onResolve({ filter: /^(\.\/server|\.\.\/project\/create)\.ts$/ }, () => ({ path: borrowed }));
    },
  };
  await build({
    entryPoints: { server: join(root, "server/src/entry-node.ts") },
    outdir,
    chunkNames: "server-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: "none",
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: requireBanner },
    define: { CUTE_LENS_VERSION: JSON.stringify(manifest().version) },
    plugins: [borrow],
  });
}

/** The npm package: command line, language server, library. */
export function stageNpm() {
  const { name, version, description, keywords, license, repository, bugs, homepage, engines, bin } = manifest();
  const fields = {
    ...{ name, version, description, keywords, license, homepage, repository, bugs },
    type: "module",
    engines: { node: engines.node },
    bin,
    man: `./${manual}`,
    exports: {
      ".": { types: "./dist/types/index.d.ts", default: "./dist/library.js" },
      "./package.json": "./package.json",
    },
    publishConfig: { access: "public" },
  };
  writeManual();
  const folder = stage("npm", fields, [
    ...always,
    manual,
    "docs/library.md",
    "docs/agents.md",
    ...commandLine(),
    ...reached("library.js"),
  ]);
  declarations(join(folder, "dist/types"));
  return folder;
}

/** The wheel's package: the Python module, and below it the JavaScript that it runs. */
export function stageWheel() {
  const folder = join(root, "out/stage/wheel");
  rmSync(folder, { recursive: true, force: true });
  const isSource = (file) => !file.includes("__pycache__");
  cpSync(join(root, "python/cute_lens"), join(folder, "cute_lens"), { recursive: true, filter: isSource });
  writeManual();
  copyInto(join(folder, "cute_lens/js"), [...commandLine(), ...reached("widget.js")]);
  // Node reads the bundles as modules.
  writeFileSync(join(folder, "cute_lens/js/package.json"), `${JSON.stringify({ type: "module" })}\n`);
}

/** The manual page, in the words of the built command line. */
function writeManual() {
  writeFileSync(join(root, manual), execFileSync(process.execPath, [join(root, "dist/cli.js"), "man"]));
}

/** What the command line and the server run from: the same in the npm package and in the wheel. */
const commandLine = () => [...shared, ...livePreview, ...reached("cli.js", "server.js")];

function stage(name, fields, files) {
  const folder = join(root, "out/stage", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyInto(folder, files);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(fields, null, 2)}\n`);
  return folder;
}

function copyInto(folder, files) {
  for (const file of new Set(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
}

/** Files of dist/ that the entries lead to: bundles name each other as `./chunk-….js`. */
function reached(...entries) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name) || !existsSync(join(root, "dist", name))) return;
    found.add(name);
    if (!name.endsWith(".js")) return;
    for (const [, other] of readFileSync(join(root, "dist", name), "utf8").matchAll(/["']\.\/([\w-]+\.js)["']/g))
      visit(other);
  };
  for (const entry of entries) {
    if (!existsSync(join(root, "dist", entry))) throw new Error(`dist/${entry} is missing: npm run build`);
    visit(entry);
  }
  return [...found].map((name) => `dist/${name}`);
}

/** The library's types, which lead to none of the engine's. */
function declarations(folder) {
  const emitted = join(root, "out/types");
  rmSync(emitted, { recursive: true, force: true });
  const [node, tsc] = tool("typescript/bin/tsc");
  execFileSync(node, [tsc, "-p", "server/tsconfig.library.json"], { cwd: root, stdio: "inherit" });
  const library = join(emitted, "server/src/library");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(library).filter((file) => file !== "plain.d.ts")) {
    const text = readFileSync(join(library, name), "utf8");
    if (/from "\.\.|from "\.\/plain/.test(text)) throw new Error(`${name} shows a type from outside the library`);
    writeFileSync(join(folder, name), text.replace(/from "(\.\/[\w-]+)\.ts"/g, 'from "$1.js"'));
  }
}
