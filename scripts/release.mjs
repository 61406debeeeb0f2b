// npm run release -- --dry: builds what is published into out/release (VSIX, npm tarball, wheel, site), starts each, writes checksums and
// the notes. npm run release -- 0.2.0: writes that version where versions stand and gives the changelog's section its name.
//
// The version is package.json's; the lock file, Zed's extension and the changelog follow it. Publishing is the workflow's, on a tag.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { siteTests } from "../test/editors/site.mjs";
import { launchBrowser } from "../test/editors/workbench.mjs";
import { audit } from "./audit.mjs";
import { packageExtension } from "./package.mjs";
import { buildSite } from "./site.mjs";
import { manifest } from "./stage.mjs";
import { command, execute, root, runSteps } from "./steps.mjs";
import { packTarball } from "./tarball.mjs";
import { packWheel } from "./wheel.mjs";

const [wanted] = process.argv.slice(2);
if (wanted === "--dry") await build();
else if (/^\d+\.\d+\.\d+$/.test(wanted ?? "")) await name(wanted);
else stop("usage: npm run release -- --dry, or npm run release -- MAJOR.MINOR.PATCH");

async function build() {
  const { version } = manifest();
  const out = join(root, "out/release");
  const work = mkdtempSync(join(tmpdir(), "cute-lens-release-"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const files = [];
  const packed = (kind, pack) => ({
    name: `pack ${kind}`,
    run: async () => {
      const { file, size } = await pack();
      const name = kind === "VSIX" ? `cute-lens-${version}.vsix` : basename(file);
      copyFileSync(file, join(out, name));
      files.push(join(out, name));
      console.log(`${name}  ${Math.round(size / 1024)} kB`);
      return { passed: 1, failed: 0, text: "" };
    },
  });
  const { failed } = await runSteps([
    { name: "versions agree", run: async () => versionsAgree(version) },
    { name: "advisories", run: audited },
    packed("VSIX", packageExtension),
    packed("npm", packTarball),
    packed("wheel", packWheel),
    packed("site", () => packSite(version)),
    {
      name: "the VSIX's server starts",
      run: () => startsExtension(join(out, `cute-lens-${version}.vsix`), work, version),
    },
    { name: "the npm package starts", run: () => startsNpm(join(out, `cute-lens-${version}.tgz`), work, version) },
    {
      name: "the wheel starts",
      run: () => startsWheel(join(out, `cute_lens-${version}-py3-none-any.whl`), work, version),
    },
    { name: "the site starts", run: () => startsSite(join(out, `cute-lens-site-${version}.tgz`), work) },
  ]);
  rmSync(work, { recursive: true, force: true });
  if (failed > 0) process.exit(1);
  const sums = files.map(
    (file) => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}`,
  );
  writeFileSync(join(out, "SHA256SUMS"), `${sums.join("\n")}\n`);
  writeFileSync(join(out, "NOTES.md"), notes(version));
  const entries = notes(version).match(/^- /gm)?.length ?? 0;
  console.log(`\n${sums.join("\n")}\n\nout/release: the packages, SHA256SUMS, and NOTES.md with ${entries} entries`);
}

/** A registry that does not answer is told of and counted neither way; the workflow's own audit refuses it. */
async function audited() {
  const { known, why, advisories = [] } = await audit();
  if (!known) console.log(`advisories are not known: ${why}`);
  const clean = known && advisories.length === 0;
  return { passed: clean ? 1 : 0, failed: advisories.length, text: advisories.join("\n") };
}

/** The page without install, as one archive to unpack on a host. */
async function packSite(version) {
  const { folder } = await buildSite();
  const file = join(root, `out/cute-lens-site-${version}.tgz`);
  await succeeds("tar", ["-czf", file, "-C", folder, "."], root);
  return { file, size: statSync(file).size };
}

/** package.json's version in the lock file, in the files that are generated of it, and in the changelog. */
async function versionsAgree(version) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  if (lock.version !== version || lock.packages[""].version !== version)
    throw new Error(`package-lock.json says ${lock.version}, package.json ${version}`);
  if (notes(version) === "") throw new Error(`CHANGELOG.md has no section ${version} and none that is unreleased`);
  return command("", process.execPath, [join(root, "scripts/generate.mjs"), "--check"]).run();
}

/** The changelog's section of a version; before it has its name the unreleased one. */
function notes(version) {
  const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m).slice(1);
  const titled = (title) => sections.find((section) => section.split("\n")[0].startsWith(title));
  const section = titled("Unreleased") ?? titled(version) ?? "";
  return section.slice(section.indexOf("\n")).trim();
}

/** Unpacked and served as a host would: its first layout in Chromium. */
async function startsSite(archive, work) {
  const folder = join(work, "site");
  mkdirSync(folder);
  await succeeds("tar", ["-xzf", archive, "-C", folder], root);
  const browser = await launchBrowser();
  try {
    return await siteTests(browser, "the first layout", { folder, compressed: statSync(archive).size });
  } finally {
    await browser.close();
  }
}

async function startsExtension(vsix, work, version) {
  const folder = join(work, "vsix");
  await succeeds("python3", ["-m", "zipfile", "-e", vsix, folder], work);
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  const framed = `Content-Length: ${message.length}\r\n\r\n${message}`;
  writeFileSync(join(work, "initialize"), framed);
  const server = join(folder, "extension/dist/server.js");
  const shell = `(cat initialize; sleep 5) | "${process.execPath}" "${server}" --stdio`;
  const { text } = await execute("sh", ["-c", shell], { cwd: work });
  return says(text, `"version":"${version}"`);
}

async function startsNpm(tarball, work, version) {
  const folder = join(work, "npm");
  mkdirSync(folder);
  await succeeds("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], folder);
  return says(await succeeds("npx", ["--offline", "cute-lens", "--version"], folder), version);
}

async function startsWheel(wheel, work, version) {
  const folder = join(work, "venv");
  await succeeds("python3", ["-m", "venv", folder], work);
  await succeeds(join(folder, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", wheel], work);
  return says(await succeeds(join(folder, "bin/cute-lens"), ["--version"], work), version);
}

async function succeeds(file, args, cwd) {
  const { code, text } = await execute(file, args, { cwd });
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${text}`);
  return text;
}

function says(text, part) {
  if (text.includes(part)) return { passed: 1, failed: 0, text };
  return { passed: 0, failed: 1, text: `no ${part} in:\n${text}` };
}

/** A version's number in every place, and its name and day in the changelog. */
async function name(version) {
  await succeeds("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"], root);
  const file = join(root, "CHANGELOG.md");
  const text = readFileSync(file, "utf8");
  if (!text.includes(`\n## ${version}\n`) && !/^## Unreleased$/m.test(text))
    stop("CHANGELOG.md has nothing unreleased");
  writeFileSync(file, text.replace(/^## Unreleased$/m, `## ${version}`));
  await succeeds(process.execPath, [join(root, "scripts/generate.mjs")], root);
  console.log(`version ${version}: look at the changes, commit, and tag it v${version}`);
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
