// Real files: what one sees after opening, after a letter, a space and a constant that feeds the file; and memory. Each
// beside the floor.
//
// `npm run bench -- file PATH[:LINE]…`: a path that is not there is skipped. The letter is typed into a name that is
// declared in that line or below it (else in the middle of the file); the constant is the declared one that is named most.
// With several paths the last row is the memory of one server with all of them open.
import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startServer } from "./client.mjs";
import { figures } from "./latency.mjs";

const rounds = 20;
/** How many lines an editor shows, above and below the line of the edit. */
const halfScreen = 30;

/** Rows of figures: `[name, median, p95]` in milliseconds, memory in MB. */
export async function fileFigures(servers, places) {
  const files = places.map(fileOf).filter(({ path }) => existsSync(path));
  const rows = [];
  for (const file of files) for (const server of servers) rows.push(...(await oneFile(server, file)));
  if (files.length > 1) for (const server of servers) rows.push(...(await together(server, files)));
  return rows;
}

function fileOf(place) {
  const [, path, line] = /^(.*?)(?::(\d+))?$/.exec(place);
  return { path: resolve(path), from: line === undefined ? undefined : Number(line) - 1 };
}

async function oneFile({ name, args }, { path, from }) {
  const server = await startServer(process.execPath, args);
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
  const file = { server, uri: pathToFileURL(path).href, version: 1 };
  const letter = letterIn(lines, from ?? lines.length >> 1);
  const constant = constantIn(lines);
  const opened = await answered(file, letter.line, () => open(file, path, text));
  await settled(file);
  const end = { ...letter, at: lines[letter.line].length };
  const edits = [
    ["opened", [opened]],
    ...(await typed(file, end, " ", `a space at the end of line ${letter.line + 1}`)),
    ...(await typed(file, letter, "x", `a letter in a name of line ${letter.line + 1}`)),
  ];
  if (constant !== undefined)
    edits.push(...(await typed(file, constant, "1", `the constant \`${constant.name}\` of line ${constant.line + 1}`)));
  const memory = await residentAtRest(server.pid);
  await server.stop();
  const title = `${basename(path)}, ${lines.length} lines: ${name}`;
  return [...edits.flatMap(([what, times]) => rowsOf(`${title}, ${what}`, times)), ...memoryRow(title, memory)];
}

const rowsOf = (what, times) => [
  [`${what}: hints`, ...figures(times.map(({ hints }) => hints))],
  [`${what}: problems`, ...figures(times.map(({ problems }) => problems))],
];

const memoryRow = (title, memory) => (memory === undefined ? [] : [[`${title}, memory in MB`, memory, memory]]);

async function together({ name, args }, files) {
  const server = await startServer(process.execPath, args);
  for (const { path } of files) {
    const file = { server, uri: pathToFileURL(path).href, version: 1 };
    await answered(file, 0, () => open(file, path, readFileSync(path, "utf8")));
    await settled(file);
  }
  const memory = await residentAtRest(server.pid);
  await server.stop();
  return memoryRow(`${files.length} files open: ${name}`, memory);
}

function open({ server, uri, version }, path, text) {
  const languageId = path.endsWith(".py") ? "python" : "cuda-cpp";
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
}

/** The name that a declaration with an initialiser introduces, at this line or below: its line, where it ends. */
function letterIn(lines, from) {
  for (let line = from; line < lines.length; line++) {
    const match = /^(\s*(?:(?:const )?auto |Tensor |)[A-Za-z_]\w*) = [^;]*[;)]?\s*$/.exec(lines[line]);
    if (match !== null) return { line, at: match[1].length };
  }
  return { line: from, at: 0 };
}

const constantDeclared =
  /^(\s*(?:static )?constexpr (?:static )?int |\s*(?=self\.))((?:self\.)?[A-Za-z_]\w*) = [^"'#]*?\b\d/;

/** The constant with a number in its initialiser that the file names most: where that number begins. */
function constantIn(lines) {
  const text = lines.join("\n");
  let found;
  lines.forEach((lineText, line) => {
    const match = constantDeclared.exec(lineText);
    if (match === null) return;
    const uses = text.split(match[2]).length;
    if (found === undefined || uses > found.uses) found = { line, at: match[0].length - 1, name: match[2], uses };
  });
  return found;
}

/**
 * Times of an insertion, and of its removal, in turn; the first pair is for warming up. What was there a moment ago is answered
 * from memory, so that the two are apart.
 */
async function typed(file, { line, at }, text, what) {
  const start = { line, character: at };
  const [inserted, removed] = [[], []];
  for (let i = 0; i < (rounds + 1) * 2; i++) {
    const end = i % 2 === 0 ? start : { line, character: at + text.length };
    file.version++;
    const change = { range: { start, end }, text: i % 2 === 0 ? text : "" };
    const took = await answered(file, line, () => edit(file, change));
    if (i > 1) (i % 2 === 0 ? inserted : removed).push(took);
    await pause(400);
  }
  return [
    [what, inserted],
    [`${what}, taken back`, removed],
  ];
}

function edit({ server, uri, version }, change) {
  server.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] });
}

/**
 * Milliseconds until a screen around this line has the hints that stay, asked for again whenever the server says that there are
 * others; and until the problems of the file are told.
 */
async function answered({ server, uri, version }, line, send) {
  const start = performance.now();
  const since = () => performance.now() - start;
  const range = {
    start: { line: Math.max(0, line - halfScreen), character: 0 },
    end: { line: line + halfScreen, character: 0 },
  };
  const answers = [];
  const ask = async () => {
    const hints = await server.request("textDocument/inlayHint", { textDocument: { uri }, range });
    answers.push({ text: JSON.stringify(hints), at: since() });
  };
  server.onRefresh(() => void ask());
  const told = server.diagnostics(uri, version).then(since);
  send();
  await ask();
  const problems = await told;
  // What the server says behind its problems belongs to this edit too.
  await pause(100);
  await ask();
  server.onRefresh(() => {});
  return { hints: firstToStay(answers), problems };
}

/** When the answer came that all later ones repeat. */
function firstToStay(answers) {
  const last = answers.at(-1).text;
  const before = answers.findLastIndex(({ text }) => text !== last);
  return answers[before + 1].at;
}

/** One edit and its undoing, for what the server still does in the background. */
async function settled(file) {
  await pause(3_000);
  for (const text of [" ", ""]) {
    file.version++;
    const start = { line: 0, character: 0 };
    const end = text === "" ? { line: 0, character: 1 } : start;
    await answered(file, 0, () => edit(file, { range: { start, end }, text }));
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What the process holds in memory a while after the last question, where the system says so. */
async function residentAtRest(pid) {
  await pause(12_000);
  const path = `/proc/${pid}/status`;
  const kilobytes = existsSync(path) ? /VmRSS:\s*(\d+)/.exec(readFileSync(path, "utf8"))?.[1] : undefined;
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
