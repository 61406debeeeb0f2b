// npm run package: one universal VSIX, cute-lens.vsix, after a build. Fails when it grows above 2 MB.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import JSZip from "jszip";
import { stageExtension } from "./stage.mjs";
import { execute, root, tool } from "./steps.mjs";

const limit = 2_000_000;

/** Builds and packs; gives the file and its size, throws with the tool's own words. */
export async function packageExtension() {
  const file = join(root, "cute-lens.vsix");
  const [node, vsce] = tool("@vscode/vsce/vsce");
  await done(node, [join(root, "scripts/build.mjs")], root);
  await done(node, [vsce, "package", "--no-dependencies", "--out", file], await stageExtension());
  await tighten(file);
  const { size } = statSync(file);
  if (size > limit) throw new Error(`${file} is ${size} bytes; the limit is ${limit}`);
  return { file, size };
}

/** The same archive, compressed as far as deflate goes; vsce takes a middle way. */
async function tighten(file) {
  const packed = await JSZip.loadAsync(readFileSync(file));
  const archive = new JSZip();
  for (const [name, entry] of Object.entries(packed.files))
    archive.file(name, await entry.async("nodebuffer"), { date: entry.date });
  const options = { type: "nodebuffer", compression: "DEFLATE", compressionOptions: { level: 9 } };
  writeFileSync(file, await archive.generateAsync(options));
}

async function done(file, args, cwd) {
  const { code, text } = await execute(file, args, { cwd });
  if (code !== 0) throw new Error(text);
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && process.argv[1].endsWith("package.mjs")) {
  const { file, size } = await packageExtension();
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
}
