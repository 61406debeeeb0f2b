// Keystroke to diagnostics and hints over stdio, on 1,700-line files, against the floor in the same run; and start-up
// against bare Node. Edits change a tile size in the middle of the file and change it back, one character at a time.
import { spawnSync } from "node:child_process";
import { startServer } from "./client.mjs";
import { benchSource } from "./source.mjs";

const rounds = 40;
const warmUp = 8;

/** Rows of figures: `[name, median, p95]` in milliseconds. */
export async function latency(servers) {
  const rows = [];
  for (const [language, id, extension] of [
    ["cpp", "cuda-cpp", "cu"],
    ["python", "python", "py"],
  ]) {
    const source = benchSource(language, 1700);
    const uri = `file:///bench/kernel.${extension}`;
    for (const { name, args } of servers) {
      const times = await typing(args, { source, uri, id });
      rows.push([`${language}, ${source.lines} lines: ${name}`, ...figures(times.edits)]);
      rows.push([`${language}: ${name}, first diagnostics after opening`, times.opened, times.opened]);
      for (const [what, list] of Object.entries(times.asked))
        rows.push([`${language}: ${name}, ${what}`, ...figures(list)]);
    }
  }
  return rows;
}

async function typing(args, { source, uri, id }) {
  const server = await startServer(process.execPath, args);
  let version = 1;
  const open = performance.now();
  const first = server.diagnostics(uri, version);
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId: id, version, text: source.text } });
  await first;
  const opened = performance.now() - open;
  const edits = [];
  for (let i = 0; i < rounds + warmUp; i++) {
    version++;
    const change = i % 2 === 0 ? insert(source.place, "1") : erase(source.place);
    const start = performance.now();
    const diagnostics = server.diagnostics(uri, version);
    server.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] });
    const hints = server.request("textDocument/inlayHint", { textDocument: { uri }, range: around(source.place.line) });
    await Promise.all([diagnostics, hints]);
    if (i >= warmUp) edits.push(performance.now() - start);
  }
  const asked = await questions(server, uri, source);
  await server.stop();
  return { opened, edits, asked };
}

/** Answers on a file that stands still: one hover, the hints of a screen, the lenses of the file. */
async function questions(server, uri, { text, place }) {
  const textDocument = { uri };
  // A name that has a layout, half-way down.
  const lines = text.split("\n");
  const line = lines.findIndex((one, i) => i > lines.length / 2 && /\bgA\b.*local_tile/.test(one));
  const name = { line, character: lines[line]?.indexOf("gA") ?? 0 };
  const whole = { start: { line: 0, character: 0 }, end: { line: place.line, character: 0 } };
  const requests = {
    hover: ["textDocument/hover", { textDocument, position: name }],
    hints: ["textDocument/inlayHint", { textDocument, range: around(place.line) }],
    "hints of half the file": ["textDocument/inlayHint", { textDocument, range: whole }],
    lenses: ["textDocument/codeLens", { textDocument }],
  };
  const times = {};
  for (const [name, [method, params]] of Object.entries(requests)) {
    times[name] = [];
    for (let i = 0; i < rounds; i++) {
      const start = performance.now();
      await server.request(method, params);
      times[name].push(performance.now() - start);
    }
  }
  return times;
}

const insert = (at, text) => ({ range: { start: at, end: at }, text });
const erase = (at) => ({ range: { start: at, end: { line: at.line, character: at.character + 1 } }, text: "" });
const around = (line) => ({ start: { line: line - 30, character: 0 }, end: { line: line + 30, character: 0 } });

export function figures(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return [at(0.5), at(0.95)];
}

/** From spawn to the answer of `initialize`, and a bare `node -e 0` beside it. */
export async function startUp(serverArgs, cliArgs) {
  const times = { bare: [], server: [], cli: [] };
  for (let i = 0; i < 7; i++) {
    times.bare.push(timed(() => spawnSync(process.execPath, ["-e", "0"])));
    times.cli.push(timed(() => spawnSync(process.execPath, cliArgs)));
    const server = await startServer(process.execPath, serverArgs);
    times.server.push(server.initialized);
    await server.stop();
  }
  return Object.entries(times).map(([name, list]) => [`start-up: ${name}`, ...figures(list)]);
}

function timed(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}
