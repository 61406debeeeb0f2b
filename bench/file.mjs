// One real file: its first facts, edits that only move things, edits that change code, and memory; each beside the floor.
//
// `npm run bench -- file PATH…`: a path that is not there is skipped. Edits stand in the middle of the file, at a declaration.
import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startServer } from "./client.mjs";
import { figures } from "./latency.mjs";

const rounds = 9;

/** Rows of figures: `[name, median, p95]` in milliseconds, memory in MB. */
export async function fileFigures(servers, paths) {
  const rows = [];
  for (const path of paths.filter((one) => existsSync(one)))
    for (const server of servers) rows.push(...(await oneFile(server, resolve(path))));
  return rows;
}

async function oneFile({ name, args }, path) {
  const text = readFileSync(path, "utf8");
  const uri = pathToFileURL(path).href;
  const server = await startServer(process.execPath, args);
  const state = { server, uri, version: 1 };
  const languageId = path.endsWith(".py") ? "python" : "cuda-cpp";
  const opened = await timed(state, () =>
    server.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } }),
  );
  // Users of a header may be found a little later, and then its facts are made once more.
  await settled(state);
  const at = placeIn(text);
  const moves = await edits(state, { line: at.line, character: at.length }, " ");
  const changes = await edits(state, { line: at.line, character: at.name }, "x");
  const memory = residentOf(server.pid);
  await server.stop();
  const title = `${basename(path)}, ${text.split("\n").length} lines: ${name}`;
  return [
    [`${title}, first facts`, opened, opened],
    [`${title}, a space at the end of line ${at.line + 1}`, ...figures(moves)],
    [`${title}, a letter in a name of that line`, ...figures(changes)],
    ...(memory === undefined ? [] : [[`${title}, memory in MB`, memory, memory]]),
  ];
}

/** A declaration with an initialiser in the middle of the file: its line, where its name ends, its length. */
function placeIn(text) {
  const lines = text.split("\n");
  const middle = lines.length >> 1;
  for (let i = middle; i < lines.length; i++) {
    const match = /^(\s*(?:(?:const )?auto |Tensor |)[A-Za-z_]\w*) = [^;]*[;)]?\s*$/.exec(lines[i]);
    if (match !== null) return { line: i, name: match[1].length, length: lines[i].length };
  }
  return { line: middle, name: 0, length: lines[middle].length };
}

async function edits(state, at, text) {
  const times = [];
  for (let i = 0; i < rounds * 2; i++) {
    const end = i % 2 === 0 ? at : { line: at.line, character: at.character + 1 };
    const change = { range: { start: at, end }, text: i % 2 === 0 ? text : "" };
    state.version++;
    const took = await timed(state, () =>
      state.server.notify("textDocument/didChange", {
        textDocument: { uri: state.uri, version: state.version },
        contentChanges: [change],
      }),
    );
    if (i > 1) times.push(took);
  }
  return times;
}

async function timed({ server, uri, version }, send) {
  const start = performance.now();
  const done = server.diagnostics(uri, version);
  send();
  await done;
  return performance.now() - start;
}

/** One edit and its undoing, for what the server still does in the background. */
async function settled(state) {
  await new Promise((done) => setTimeout(done, 3_000));
  await edits(state, { line: 0, character: 0 }, " ");
}

/** What the process holds in memory, where the system says so. */
function residentOf(pid) {
  const path = `/proc/${pid}/status`;
  const kilobytes = existsSync(path) ? /VmRSS:\s*(\d+)/.exec(readFileSync(path, "utf8"))?.[1] : undefined;
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
