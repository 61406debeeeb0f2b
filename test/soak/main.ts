// npm run soak -- [--edits N] [--pause MS] [--kills N] [--files N] [PATH …]: typing, kills, and folders that are no pleasure; every figure
// is printed, and a failure is told at the end.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { argumentsOf } from "../arguments.ts";
import { addLoops, analysedOver, folderWith, hoverOf, makeReadOnly, openIn, remove, slowHost } from "./folders.ts";
import { kills } from "./kills.ts";
import { typing } from "./typing.ts";

const usage = "npm run soak -- [--edits N] [--pause MS] [--kills N] [--files N] [PATH …]";
const { values, positionals } = argumentsOf(usage, ["edits", "pause", "kills", "files"], () =>
  parseArgs({
    options: {
      edits: { type: "string", default: "10000" },
      pause: { type: "string", default: "100" },
      kills: { type: "string", default: "100" },
      files: { type: "string", default: "50000" },
    },
    allowPositionals: true,
  }),
);
const script = resolve("dist/server.js");
const playground = [
  "cpp/hopper_gemm_tma.cu",
  "cpp/sgemm.cu",
  "cpp/layouts.cu",
  "python/dsl_gemm.py",
  "python/layouts.py",
];
const paths =
  positionals.length > 0 ? positionals.map((one) => resolve(one)) : playground.map((one) => resolve("playground", one));
/** Milliseconds of the server's own time that an answer may take. */
const longest = 300;
const failures: string[] = [];
const say = (line: string): void => console.log(line);
const failed = (what: string, found: readonly string[]): void =>
  void failures.push(...found.map((one) => `${what}: ${one}`));

if (Number(values.edits) > 0) {
  const typed = await typing({ script, paths, edits: Number(values.edits), pause: Number(values.pause), say });
  say(`typing: ${values.edits} edits in ${paths.length} files, ${typed.answers}`);
  failed("typing", typed.failures);
  if (typed.slowest > longest) failures.push(`typing: one answer in a thousand takes over ${typed.slowest} ms`);
  const [first, last] = [typed.memory[0]?.[1] ?? 0, typed.memory.at(-1)?.[1] ?? 0];
  if (last > 1.5 * first) failures.push(`typing: ${first} MB became ${last} MB`);
}

if (Number(values.kills) > 0) {
  const killed = await kills(script, paths[0]!, Number(values.kills));
  say(`kills: ${values.kills}, ${killed.answered} requests answered, ${killed.ended} ended with the server`);
  failed("kills", killed.failures);
}

const many = folderWith(Number(values.files));
addLoops(many);
const opened = await openIn(script, many);
say(`${values.files} files and links in circles: known after ${opened.milliseconds} ms, ${opened.megabytes} MB`);
failed("many files", opened.failures);
remove(many);

const small = folderWith(300);
const slow = await analysedOver(slowHost(50), small);
say(`50 ms a read, 300 files: ${slow.milliseconds} ms, ${slow.facts} facts`);
makeReadOnly(small);
const [one, other] = await Promise.all([openIn(script, small), openIn(script, small)]);
say(`two servers on a folder that cannot be written: ${one.milliseconds} and ${other.milliseconds} ms`);
if (one.hover !== other.hover) failures.push("two servers say different things of one folder");
failed("two servers", [...one.failures, ...other.failures]);
const gone = await openIn(script, small, async (server) => {
  remove(small);
  const uri = pathToFileURL(join(small, "use.cu")).href;
  await server.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 3 }] });
});
say(`a folder that goes: ${gone.hover === "null" ? "nothing" : "the layout"} is still told`);
failed("a folder that goes", gone.failures);

const edited = folderWith(10);
const changed = await openIn(script, edited, async (server) => {
  for (let n = 0; n < 50; n++) {
    writeFileSync(
      join(edited, "use.cu"),
      `#include "gemm.hpp"\nvoid host() { gemm(cute::Shape<cute::_2, cute::Int<${n + 3}>>{}); }\n`,
    );
    const uri = pathToFileURL(join(edited, "use.cu")).href;
    await server.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
  }
  const header = pathToFileURL(join(edited, "gemm.hpp")).href;
  for (let i = 0; i < 100 && !(await hoverOf(server, header)).includes("_52"); i++)
    await new Promise((done) => setTimeout(done, 50));
});
say(
  `a file that changes on disk 50 times: ${changed.hover.includes("_52") ? "the last is told" : changed.hover.slice(0, 200)}`,
);
if (!changed.hover.includes("_52")) failures.push("the last change on disk is not told");
failed("changes on disk", changed.failures);
remove(edited);

say(failures.length === 0 ? "no failures" : failures.slice(0, 40).join("\n"));
process.exitCode = failures.length === 0 ? 0 : 1;
