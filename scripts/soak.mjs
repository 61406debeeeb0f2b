// npm run soak -- [--edits N] [--pause MS] [--kills N] [--files N] [PATH …]: test/soak/main.ts with the arguments given.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./steps.mjs";

const outfile = join(root, "out/soak/main.mjs");
await build({
  entryPoints: [join(root, "test/soak/main.ts")],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  external: ["web-tree-sitter"],
  sourcemap: "inline",
  logLevel: "error",
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
const child = spawn(process.execPath, ["--enable-source-maps", outfile, ...process.argv.slice(2)], {
  stdio: "inherit",
});
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});
