// npm start: installs and builds what is missing, prints the layouts and the problems of the playground as a table
// (`npm start -- FILE…` of your own files) and opens it in VS Code where `code` is on the PATH.
//
// `npm start -- --web` serves it in a real VS Code in the browser instead. Node and npm are all it needs: packages are
// imported only after they are installed.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2);
const web = given.includes("--web");
const files = given.filter((argument) => !argument.startsWith("--"));
const unknown = given.find((argument) => argument.startsWith("--") && argument !== "--web");

/** Kinds of facts that are worth a row; integers and tuples would drown them. */
const shown = new Set(["layout", "tensor", "swizzle", "copy-atom", "mma-atom", "tma-atom", "tiled-copy", "tiled-mma"]);

if (unknown !== undefined) stop(`unknown option ${unknown}; usage: npm start [-- --web | FILE…]`);
if (Number(process.versions.node.split(".")[0]) < 20) stop(`Node 20 or newer is needed; this is ${process.version}`);
for (const file of files) if (!existsSync(file)) stop(`${file} is not there`);

installWhatIsMissing();
buildWhatIsStale();
table(files.length > 0 ? files.map((file) => resolve(file)) : kernelsIn(join(root, "playground")));
if (web) await serve();
else if (files.length === 0) openDesktop();

function installWhatIsMissing() {
  if (existsSync(join(root, "node_modules/.package-lock.json"))) return;
  console.log("installing npm packages");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
}

function buildWhatIsStale() {
  const built = join(root, "dist/cli.js");
  if (existsSync(built) && statSync(built).mtimeMs > newest(["server/src", "src-engine", "client"])) return;
  console.log("building");
  run(process.execPath, [join(root, "scripts/build.mjs")], "ignore");
}

function newest(folders) {
  const times = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => statSync(join(root, folder, name)).mtimeMs),
  );
  return Math.max(...times);
}

function run(file, args, stdout = "inherit") {
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: ["ignore", stdout, "inherit"] });
  if (error !== undefined) stop(`${file}: ${error.message}`);
  if (status !== 0) stop(`${file} ${args.join(" ")} failed`);
}

function kernelsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(cu|cuh|h|hpp|cpp|py)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** What `inspect` and `check` of the command line say, laid out for reading. */
function table(paths) {
  for (const path of paths) {
    const { facts, error } = inspect(path);
    console.log(`\n${relative(process.cwd(), path)}`);
    if (error !== undefined) console.log(`  ${error}`);
    printFacts(facts.filter((fact) => shown.has(fact.kind)));
  }
  const problems = problemsIn(paths);
  console.log(
    problems.length === 0 ? "\nNo problems found." : `\nProblems found: ${problems.length}\n${problems.join("\n")}`,
  );
}

function printFacts(facts) {
  const all = facts.map((fact) => [`${fact.line}`, fact.name, fact.function, oneLine(fact.value)]);
  const rows = [...new Map(all.map((row) => [row.join("\n"), row])).values()];
  const widths = [4, 12, 14].map((least, i) => Math.max(least, ...rows.map((row) => row[i].length)));
  for (const row of rows.slice(0, 60))
    console.log(`  ${row[0].padStart(widths[0])}  ${row[1].padEnd(widths[1])}  ${row[2].padEnd(widths[2])}  ${row[3]}`);
  if (rows.length > 60) console.log(`  … and ${rows.length - 60} more`);
  if (rows.length === 0) console.log("  no layouts");
}

function oneLine(value) {
  const text = String(value).replaceAll(/\s*\n\s*/g, " ");
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}

function inspect(path) {
  const { stdout, stderr, status } = cli(["inspect", path, "--json"]);
  try {
    return { facts: JSON.parse(stdout).facts };
  } catch {
    return { facts: [], error: stderr.trim() || `inspect ended with ${status}` };
  }
}

function problemsIn(paths) {
  const { stdout, stderr, status } = cli(["check", ...paths.map((path) => relative(process.cwd(), path))]);
  if (status === 2) return [`  ${stderr.trim()}`];
  const lines = stdout.split("\n").filter((line) => /^\S.*:\d+:\d+: /.test(line));
  return lines.map((line) => `  ${line}`);
}

function cli(args) {
  return spawnSync(process.execPath, [join(root, "dist/cli.js"), ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
}

function openDesktop() {
  const { error } = spawnSync("code", ["--version"], { stdio: "ignore" });
  if (error !== undefined)
    return console.log(
      "\nNo `code` on the PATH: run `npm start -- --web` for VS Code in the browser, or `npm run package` for a VSIX.",
    );
  console.log("\nOpening the playground in VS Code.");
  const args = [`--extensionDevelopmentPath=${root}`, join(root, "playground")];
  spawn("code", args, { detached: true, stdio: "ignore" }).unref();
}

/** A real VS Code in the browser, on a loopback port, until Ctrl+C. */
async function serve() {
  const { cacheFolder, ensureCodeServer, installExtension, startCodeServer } = await import("./code-server.mjs");
  const { packageExtension } = await import("./package.mjs");
  let places;
  try {
    places = ensureCodeServer();
  } catch (error) {
    stop(error.message);
  }
  const { file } = await packageExtension();
  const home = join(cacheFolder(), "web");
  const folder = join(home, "playground");
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "playground"), folder, { recursive: true });
  installExtension(places, home, file);
  const server = await startCodeServer(places, home);
  console.log(
    `\nVS Code with CuTe Lens: ${server.url}/?folder=${encodeURI(files[0] === undefined ? folder : resolve(files[0], ".."))}\nCtrl+C ends it.`,
  );
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      server.stop();
      process.exit(0);
    });
  await new Promise(() => undefined);
}

function stop(message) {
  console.error(`npm start: ${message}`);
  process.exit(2);
}
