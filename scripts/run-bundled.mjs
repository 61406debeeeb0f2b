// Bundles a TypeScript program of the tests and runs it with the arguments of this process; its exit status is this one's.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./steps.mjs";

/** `name` is a folder below `test/` with a `main.ts`. */
export async function runBundled(name) {
  const outfile = join(root, `out/${name}/main.mjs`);
  await build({
    entryPoints: [join(root, `test/${name}/main.ts`)],
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
}
