// npm run wheel: the wheel for PyPI, out/cute_lens-<version>-py3-none-any.whl. Needs Python 3.8 or newer, and nothing of PyPI.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { manifest } from "./stage.mjs";
import { execute, root } from "./steps.mjs";

/** Builds and packs; gives the file and its size. */
export async function packWheel() {
  const out = join(root, "out");
  mkdirSync(out, { recursive: true });
  const env = { CUTE_LENS_NODE: process.execPath };
  const python = process.platform === "win32" ? "python" : "python3";
  const { code, text } = await execute(python, [join(root, "python/backend.py"), out], { env });
  if (code !== 0) throw new Error(text);
  const file = join(out, `cute_lens-${manifest().version}-py3-none-any.whl`);
  return { file, size: statSync(file).size };
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && process.argv[1].endsWith("/wheel.mjs")) {
  const { file, size } = await packWheel();
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
}
