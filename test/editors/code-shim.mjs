#!/usr/bin/env node
// Stands in for the VS Code desktop executable: takes the arguments that @vscode/test-electron passes, runs the
// extension tests in code-server's extension host under headless Chromium, and exits with their exit code.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureCodeServer, quietSettings, startCodeServer } from "../../scripts/code-server.mjs";
import { launchBrowser } from "./workbench.mjs";

const { options, rest } = readArguments(process.argv.slice(2));
const server = await startCodeServer(ensureCodeServer(console.error), mkdtempSync(join(tmpdir(), "cute-lens-suite-")), {
  more: ["--vscode-option", "enable-smoke-test-driver"],
  settings: { ...quietSettings, ...JSON.parse(process.env.SUITE_SETTINGS ?? "{}") },
});
let code = 1;
let browser;
try {
  browser = await launchBrowser();
  code = await runSuite(browser);
} catch (error) {
  console.error(error);
} finally {
  await browser?.close().catch(() => undefined);
  server.stop();
}
process.exit(code);

async function runSuite(chromium) {
  const page = await (await chromium.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
  let finish;
  const exit = new Promise((done) => {
    finish = done;
  });
  await page.exposeFunction("codeAutomationLog", (type, args) => log(type, args));
  await page.exposeFunction("codeAutomationExit", (status) => finish(status));
  await page.goto(`${server.url}/?${query()}`, { waitUntil: "domcontentloaded" });
  const limit = Number(process.env.SUITE_TIMEOUT_MS ?? 240_000);
  const late = new Promise((done) => setTimeout(() => done("late"), limit).unref());
  const status = await Promise.race([exit, late]);
  if (status !== "late") return Number(status);
  console.error(`the suite did not finish within ${limit} ms`);
  return 124;
}

function query() {
  const remote = (path) => `vscode-remote://127.0.0.1:${server.port}${resolve(path)}`;
  const payload = [
    ...(options.extensionDevelopmentPath ?? []).map((path) => ["extensionDevelopmentPath", remote(path)]),
    ...(options.extensionTestsPath ?? []).map((path) => ["extensionTestsPath", remote(path)]),
    ["skipWelcome", "true"],
    ["skipReleaseNotes", "true"],
  ];
  const folder = rest[0] === undefined ? "ew=true" : `folder=${encodeURI(resolve(rest[0]))}`;
  return `${folder}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/** The extension host's console, without the workbench's own chatter; `%s` as console.log has it. */
function log(type, args) {
  const [format, ...values] = args ?? [];
  let used = 0;
  const head = String(format).replace(/%[sdifjoO]/g, () => String(values[used++] ?? ""));
  const tail = values.slice(used).map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const text = [head, ...tail].join(" ");
  const chatter =
    /spdlog|watchdog|bindings file|AccountPolicy|open-vsx|authentication provider|reconnection|socket|connection token|AgentHost|extensions cache|Service Worker|policy/i;
  if (process.env.SUITE_VERBOSE || !chatter.test(text))
    (type === "error" ? process.stderr : process.stdout).write(`${text}\n`);
}

function readArguments(argv) {
  const found = { options: {}, rest: [] };
  for (const argument of argv) {
    const match = /^--([\w-]+)(?:=(.*))?$/.exec(argument);
    if (match === null) found.rest.push(argument);
    else found.options[match[1]] = [...(found.options[match[1]] ?? []), match[2] ?? "true"];
  }
  return found;
}
