// npm run test:editors: the built VSIX in real editors. The tour drives a VS Code workbench (code-server + Chromium) and
// leaves screenshots in test/editors/shots; the mocha suite runs in the extension host; Neovim, Vim and Emacs are clients of their own.
//
// Fails, never skips, when what it needs is missing. VSCODE_EXECUTABLE names a desktop VS Code for the suite instead; HELIX names
// a Helix, which Debian does not have.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { build } from "esbuild";
import { browserWorkbench } from "../test/editors/browser-workbench.mjs";
import { livePreviewTest } from "../test/editors/live-preview.mjs";
import { siteTests } from "../test/editors/site.mjs";
import { editorPreview, helix, textEditor, textEditors } from "../test/editors/text-editors.mjs";
import { tour } from "../test/editors/tour.mjs";
import { restrictedStops } from "../test/editors/tour-session.mjs";
import { webviewTests } from "../test/editors/webview.mjs";
import { launchBrowser, launchProfile } from "../test/editors/workbench.mjs";
import { workerTest } from "../test/editors/worker.mjs";
import { ensureCodeServer, installExtension, quietSettings, startCodeServer } from "./code-server.mjs";
import { packageExtension } from "./package.mjs";
import { leave, root, runSteps } from "./steps.mjs";
import { ensureVscodeWeb, startVscodeWeb } from "./vscode-web.mjs";

/** No dialog in the way: the folder stays restricted. */
const quietTrust = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };

const work = mkdtempSync(join(tmpdir(), "cute-lens-editors-"));
const wanted = process.argv.slice(2);
const steps = [
  { name: "vsix below 2 MB", run: packed },
  { name: "webview page", run: webview },
  { name: "server in a browser worker", run: browserWorker },
  { name: "site", run: site },
  { name: "preview beside any editor", run: livePreview },
  { name: "neovim's preview", run: () => editorPreview("neovim", work) },
  { name: "emacs' preview", run: () => editorPreview("emacs", work) },
  { name: "code-server", run: codeServer },
  ...textEditors.map((name) => ({ name, run: () => textEditor(name, work) })),
  { name: "extension host suite", run: suite },
  { name: "browser workbench", run: inBrowser },
  { name: "workbench tour", run: workbenchTour },
];

/** Where Debian has none: only when they are named, or the environment says where they are. */
const further = [{ name: "helix", run: () => helix(work), there: Boolean(process.env.HELIX) }];
const chosen =
  wanted.length === 0
    ? [...steps, ...further.filter(({ there }) => there)]
    : [...steps, ...further].filter(({ name }) => wanted.some((word) => name.includes(word)));
const { failed } = await runSteps(chosen);
rmSync(work, { recursive: true, force: true, maxRetries: 5 });
leave({ failed });

async function packed() {
  const { size } = await packageExtension();
  return { passed: 1, failed: 0, text: `${size} bytes` };
}

async function webview() {
  const browser = await launchBrowser();
  try {
    const result = await webviewTests(browser);
    console.log(result.text.trimEnd());
    return result;
  } finally {
    await browser.close();
  }
}

async function browserWorker() {
  const browser = await launchBrowser();
  try {
    return await workerTest(browser);
  } finally {
    await browser.close();
  }
}

async function livePreview() {
  const browser = await launchBrowser();
  try {
    return await livePreviewTest(browser);
  } finally {
    await browser.close();
  }
}

async function site() {
  const browser = await launchBrowser();
  try {
    const result = await siteTests(browser);
    console.log(result.text.trimEnd());
    return result;
  } finally {
    await browser.close();
  }
}

async function codeServer() {
  ensureCodeServer();
  return { passed: 1, failed: 0, text: "" };
}

async function inBrowser() {
  const server = await startVscodeWeb(ensureVscodeWeb(), workspace("web"));
  const context = await launchProfile(join(work, "profile"), { width: 1400, height: 900 });
  try {
    return await browserWorkbench(context, server.url);
  } finally {
    await context.close();
    server.stop();
  }
}

/** A copy of the playground, so that typing changes nothing of ours. */
function workspace(name) {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "playground"), folder, { recursive: true });
  writeFileSync(join(folder, "plain.cpp"), "int add(int a, int b) { return a + b; }\n");
  return folder;
}

/** As the only commit of a repository. */
function committed(folder) {
  const kernel = "void rows() {\n  auto rows = make_layout(Shape<_4, _8>{}, LayoutRight{});\n}\n";
  writeFileSync(join(folder, "cpp/since_head.cu"), `#include <cute/tensor.hpp>\nusing namespace cute;\n${kernel}`);
  const git = (...args) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  return folder;
}

async function workbenchTour() {
  const places = ensureCodeServer();
  const home = join(work, "tour-home");
  mkdirSync(home, { recursive: true });
  const vsix = join(root, "cute-lens.vsix");
  if (!existsSync(vsix)) await packageExtension();
  installExtension(places, home, vsix);
  const asking = { ...quietSettings, "security.workspace.trust.enabled": true, ...quietTrust };
  const parts = [
    await tourPart(await startCodeServer(places, home), "tour"),
    await tourPart(await startCodeServer(places, home, { trust: "asks", settings: asking }), "asking", restrictedStops),
  ];
  const sum = (key) => parts.reduce((all, part) => all + part[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), text: parts.map(({ text }) => text).join("") };
}

async function tourPart(server, part, stops) {
  const browser = await launchBrowser();
  try {
    const result = await tour(browser, server, (name) => workspace(`${part}-${name}`), stops);
    console.log(result.text.trimEnd());
    return result;
  } finally {
    await browser.close();
    server.stop();
  }
}

async function suite() {
  const outfile = join(root, "out/editors/suite.cjs");
  await build({
    entryPoints: [join(root, "test/editors/suite/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode", "mocha"],
    logLevel: "error",
  });
  const results = join(work, "suite.json");
  const desktop = process.env.VSCODE_EXECUTABLE;
  const status = await runTests({
    vscodeExecutablePath: desktop ?? join(root, "test/editors/code-shim.mjs"),
    extensionDevelopmentPath: root,
    extensionTestsPath: outfile,
    launchArgs: [committed(workspace("suite"))],
    extensionTestsEnv: { SUITE_RESULTS: results },
  }).catch((error) => String(error));
  if (!existsSync(results)) return { passed: 0, failed: 1, text: `no results: ${status}` };
  const { passed, failed } = JSON.parse(readFileSync(results, "utf8"));
  return { passed, failed, text: "see the report above" };
}
