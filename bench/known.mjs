// node bench/known.mjs [--config bench/presets.json] FILE…: how many layouts, tensors and atoms of files have a value.
//
// With `--config` once more under that workspace file: what one preset per class is worth. Names count once a line, known when
// some instance knows them. Uses the built command line.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const words = process.argv.slice(2);
const at = words.indexOf("--config");
const config = at < 0 ? undefined : words.splice(at, 2)[1];
if (words.length === 0) {
  console.error("usage: node bench/known.mjs [--config FILE] FILE…");
  process.exit(2);
}

const silent = new Set(["int", "object", "underscore", "text"]);
const sums = [
  [0, 0],
  [0, 0],
];
for (const file of words) {
  const counts = [count(file, [])];
  if (config !== undefined) counts.push(count(file, ["--config", config]));
  counts.forEach(([known, all], i) => {
    sums[i][0] += known;
    sums[i][1] += all;
  });
  console.log(`${counts.map(cell).join("  ")}  ${file}`);
}
console.log(
  `${sums
    .slice(0, config === undefined ? 1 : 2)
    .map(cell)
    .join("  ")}  in all`,
);

function cell([known, all]) {
  return `${known}/${all} ${((100 * known) / Math.max(1, all)).toFixed(1)} %`.padEnd(18);
}

function count(file, more) {
  const run = spawnSync(process.execPath, [cli, "inspect", file, "--json", ...more], {
    encoding: "utf8",
    maxBuffer: 1 << 29,
  });
  if (run.status !== 0) throw new Error(`${file}: ${run.stderr}`);
  const known = new Map();
  for (const { name, line, kind, value } of JSON.parse(run.stdout).facts) {
    if (silent.has(kind)) continue;
    const key = `${line} ${name}`;
    known.set(key, (known.get(key) ?? false) || !value.includes("unknown"));
  }
  return [[...known.values()].filter(Boolean).length, known.size];
}
