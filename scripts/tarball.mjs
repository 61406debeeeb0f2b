// npm run tarball: the npm package, out/cute-lens-<version>.tgz, after a build: command line, language server, library.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { manifest, stageNpm } from "./stage.mjs";
import { execute, root } from "./steps.mjs";

/** Builds and packs; gives the file and its size. */
export async function packTarball() {
  const { name, version } = manifest();
  await done(process.execPath, [join(root, "scripts/build.mjs")], root);
  const out = join(root, "out");
  mkdirSync(out, { recursive: true });
  await done("npm", ["pack", "--ignore-scripts", "--pack-destination", out], stageNpm());
  const file = join(out, `${name}-${version}.tgz`);
  return { file, size: statSync(file).size };
}

async function done(file, args, cwd) {
  const { code, text } = await execute(file, args, { cwd });
  if (code !== 0) throw new Error(text);
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && process.argv[1].endsWith("tarball.mjs")) {
  const { file, size } = await packTarball();
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
}
