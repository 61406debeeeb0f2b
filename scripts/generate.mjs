// Writes the files that have their source in server/src: the manifest's settings, cute-lens.json's schema, the docs pages.
//
// `node scripts/generate.mjs` writes what changed; with `--check` it writes nothing and exits 1 when a file is stale.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { withImportGraph } from "./import-graph.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const stale = [];

const source = await load();
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
manifest.contributes.configuration = source.contributesConfiguration();
put("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
put("schemas/cute-lens.schema.json", `${JSON.stringify(source.configFileSchema(source.rules), null, 2)}\n`);
put("docs/settings.md", source.settingsPage());
put("docs/rules/README.md", source.ruleList(source.rules));
for (const rule of source.rules) put(`docs/rules/${rule.code}.md`, source.rulePage(rule, source.pageOf(rule)));
put("docs/architecture.md", withImportGraph(readFileSync(join(root, "docs/architecture.md"), "utf8"), root));
put("docs/costs.md", between(readFileSync(join(root, "docs/costs.md"), "utf8"), "gpus", source.gpuTable()));
for (const [file, line] of [
  ["editors/zed/extension.toml", `version = "${manifest.version}"`],
  ["editors/zed/extension.toml", `repository = "${address(manifest)}"`],
  ["editors/zed/Cargo.toml", `version = "${manifest.version}"`],
])
  put(file, withLine(readFileSync(join(root, file), "utf8"), line));
dropOldPages(source.rules.map((rule) => `${rule.code}.md`));

if (check && stale.length > 0) {
  console.error(`stale, run \`npm run generate\`: ${stale.join(", ")}`);
  process.exit(1);
}
if (!check && stale.length > 0)
  execFileSync(
    process.execPath,
    [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", "package.json"],
    {
      cwd: root,
      stdio: "ignore",
    },
  );
if (!check && stale.length > 0) console.log(`generated ${stale.join(", ")}`);

/** The text with this between `<!-- name -->` and `<!-- /name -->`. */
function between(text, name, inner) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open) + open.length, text.indexOf(close)];
  return `${text.slice(0, start)}\n${inner}\n${text.slice(end)}`;
}

/** The TypeScript that says what to generate, bundled and imported. */
async function load() {
  const file = join(tmpdir(), `cute-lens-generate-${process.pid}.mjs`);
  const contents = [
    'export { contributesConfiguration, configFileSchema, settingsPage } from "./server/src/settings/generate.ts";',
    'export { ruleList, rulePage } from "./server/src/rules/docs.ts";',
    'export { rules } from "./server/src/rules/list.ts";',
    'export { pageOf } from "./server/src/rules/pages.ts";',
    'export { gpuTable } from "./server/src/costs/gpu-table.ts";',
  ].join("\n");
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file, { force: true });
  }
}

function put(path, text) {
  const file = join(root, path);
  if (existsSync(file) && same(path, readFileSync(file, "utf8"), text)) return;
  stale.push(path);
  if (check) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The address of the repository as people open it. */
function address({ repository }) {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** The first `key = …` at the beginning of a line becomes the given one. */
function withLine(text, line) {
  const key = line.split(" = ")[0];
  return text.replace(new RegExp(`^${key} = .*$`, "m"), line);
}

/** JSON is compared as data: the formatter may lay it out its own way. */
function same(path, old, text) {
  if (!path.endsWith(".json")) return old === text;
  return JSON.stringify(JSON.parse(old)) === JSON.stringify(JSON.parse(text));
}

/** A rule that is gone takes its page with it. */
function dropOldPages(kept) {
  const folder = join(root, "docs/rules");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name === "README.md" || kept.includes(name) || !name.endsWith(".md")) continue;
    stale.push(`docs/rules/${name} (to delete)`);
    if (!check) rmSync(join(folder, name));
  }
}
