#!/usr/bin/env node
// The pre-commit hook: `cute-lens check` on the files it is given, out of this folder; installs and builds on first use.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli.js");

if (!existsSync(cli)) {
  if (!existsSync(join(root, "node_modules"))) once("npm", ["ci"]);
  once(process.execPath, [join(root, "scripts/build.mjs")]);
}
const { status } = spawnSync(process.execPath, [cli, "check", "--skip-plain", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(status ?? 2);

function once(file, args) {
  const { status, error, stderr } = spawnSync(file, args, { cwd: root, encoding: "utf8" });
  if (status === 0) return;
  console.error(`cute-lens: ${file} ${args.join(" ")}: ${error?.message ?? stderr}`);
  process.exit(2);
}
