// npm run package: one universal VSIX, cute-lens.vsix, after a build. Fails when it grows above 2 MB.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { execute, root, tool } from "./steps.mjs";

const limit = 2_000_000;

/** Builds and packs; gives the file and its size, throws with the tool's own words. */
export async function packageExtension() {
  const file = join(root, "cute-lens.vsix");
  const [node, vsce] = tool("@vscode/vsce/vsce");
  for (const args of [
    [join(root, "scripts/build.mjs")],
    [vsce, "package", "--no-dependencies", "--no-rewrite-relative-links", "--allow-missing-repository", "--out", file],
  ]) {
    const { code, text } = await execute(node, args);
    if (code !== 0) throw new Error(text);
  }
  const { size } = statSync(file);
  if (size > limit) throw new Error(`${file} is ${size} bytes; the limit is ${limit}`);
  return { file, size };
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && process.argv[1].endsWith("package.mjs")) {
  const { file, size } = await packageExtension();
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
}
