// npm run corpus -- DIR…: what CuTe Lens makes of whole source trees: files with CuTe, facts, findings, time.
//
// Shipped code should get no error and no warning: `--list` prints every finding. One process per file, so that a crash
// or a hang is one row. `--findings` leaves the facts out and checks many files in a process, as `cute-lens check` does for
// teams, which is many times faster; what one batch cannot finish is tried file by file.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.mjs";

const given = process.argv.slice(2);
const folders = given.filter((argument) => !argument.startsWith("--"));
const list = given.includes("--list");
const findingsOnly = given.includes("--findings");
const batch = 40;
if (folders.length === 0) {
  console.error("usage: npm run corpus -- [--list] [--findings] DIR…");
  process.exit(2);
}

console.log(`${"tree".padEnd(40)}  files   facts  known  unknown  findings  failed  seconds  slowest`);
let bad = 0;
for (const folder of folders) bad += summary(folder);
process.exit(bad > 0 ? 1 : 0);

function summary(folder) {
  const files = sources(folder);
  const sum = { facts: 0, known: 0, unknown: 0, findings: [], failed: [], slowest: ["", 0] };
  const start = performance.now();
  if (findingsOnly) for (let at = 0; at < files.length; at += batch) addFindings(sum, files.slice(at, at + batch));
  else for (const file of files) add(sum, file);
  const seconds = (performance.now() - start) / 1000;
  const cells = [
    folder.slice(-40).padEnd(40),
    String(files.length).padStart(5),
    String(sum.facts).padStart(7),
    String(sum.known).padStart(6),
    String(sum.unknown).padStart(8),
    String(sum.findings.length).padStart(9),
    String(sum.failed.length).padStart(7),
    seconds.toFixed(1).padStart(8),
    `${Math.round(sum.slowest[1])} ms ${sum.slowest[0].slice(folder.length)}`,
  ];
  console.log(cells.join("  "));
  for (const failure of sum.failed) console.log(`  failed: ${failure}`);
  if (list) for (const finding of sum.findings) console.log(`  ${finding}`);
  return sum.failed.length;
}

function add(sum, file) {
  const start = performance.now();
  const inspect = cli(["inspect", file, "--json"]);
  const time = performance.now() - start;
  if (time > sum.slowest[1]) sum.slowest = [file, time];
  if (inspect.status === 2 || inspect.status === null) {
    sum.failed.push(`${file}: ${inspect.error?.message ?? inspect.stderr.trim().split("\n")[0]}`);
    return;
  }
  const { facts } = JSON.parse(inspect.stdout);
  sum.facts += facts.length;
  sum.unknown += facts.filter((fact) => fact.value === "unknown").length;
  sum.known = sum.facts - sum.unknown;
  const check = cli(["check", file]);
  sum.findings.push(...check.stdout.split("\n").filter((line) => /:\d+:\d+/.test(line)));
}

function addFindings(sum, files) {
  const start = performance.now();
  const { status, stdout, stderr, error } = cli(["check", ...files], files.length * 60_000);
  if (status !== 2 && status !== null) {
    const time = (performance.now() - start) / files.length;
    if (time > sum.slowest[1]) sum.slowest = [files[0], time];
    sum.findings.push(...stdout.split("\n").filter((line) => /^\S.*:\d+:\d+: /.test(line)));
  } else if (files.length === 1) sum.failed.push(`${files[0]}: ${error?.message ?? stderr.trim().split("\n")[0]}`);
  else for (const file of files) addFindings(sum, [file]);
}

function cli(args, timeout = 120_000) {
  const options = { encoding: "utf8", maxBuffer: 1 << 28, timeout };
  return spawnSync(process.execPath, [join(root, "dist/cli.js"), ...args], options);
}

/** Files that name CuTe. */
function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(cu|cuh|h|hpp|hxx|inl|cpp|cc|cxx|py)$/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && /\bcute\b|\bcutlass\b/.test(readFileSync(file, "utf8")))
    .sort();
}
