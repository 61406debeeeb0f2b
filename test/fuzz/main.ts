// npm run fuzz -- [--minutes N] [--seed S] [--edits N] [--lsp] [PATH …]: stories until the time is over; a failure is made small and
// written down. With --lsp they are told to the real server, with requests after each edit. With --programs N [--python PATH] programs
// of CuTe DSL are held against the installed library, with --cpp-programs N --cutlass PATH --cuda INCLUDE those of C++ against g++.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { nodeHost } from "../../server/src/host-node.ts";
import { argumentsOf } from "../arguments.ts";
import { against, ofCpp, ofPython } from "./against.ts";
import { drawStory, sourcesBelow } from "./draw.ts";
import { randomFrom } from "./random.ts";
import { shrink } from "./shrink.ts";
import { type Failure, play, type Story } from "./story.ts";
import { newTalks } from "./talks.ts";

const usage = "npm run fuzz -- [--minutes N] [--seed S] [--edits N] [--lsp] [--programs N [--python PATH]] [PATH …]";
const { values, positionals } = argumentsOf(usage, ["minutes", "seed", "edits", "programs", "cpp-programs"], () =>
  parseArgs({
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      edits: { type: "string", default: "12" },
      lsp: { type: "boolean", default: false },
      programs: { type: "string" },
      "cpp-programs": { type: "string" },
      cutlass: { type: "string", default: "cutlass" },
      cuda: { type: "string", default: "/usr/local/cuda/include" },
      python: { type: "string", default: "python3" },
    },
    allowPositionals: true,
  }),
);
const number = (name: "minutes" | "seed" | "edits"): number => Number(values[name]);

const { python, cutlass, cuda, programs, "cpp-programs": cppPrograms } = values;
if (programs !== undefined) process.exit((await against(ofPython(python), number("seed"), Number(programs))) ? 0 : 1);
if (cppPrograms !== undefined)
  process.exit((await against(ofCpp(cutlass, cuda), number("seed"), Number(cppPrograms))) ? 0 : 1);

const roots = (positionals.length > 0 ? positionals : ["playground"]).map((one) => resolve(one));
const sources = roots.flatMap(sourcesBelow);
if (sources.length === 0) throw new Error(`no sources below ${roots.join(", ")}`);
const world = { host: nodeHost, roots };
const talks = values.lsp ? newTalks(resolve("dist/server.js"), roots[0]!) : undefined;
const plays = (story: Story): Promise<Failure | undefined> =>
  talks === undefined ? play(world, story) : talks.play(story);
const folder = resolve("out/fuzz");
const end = performance.now() + number("minutes") * 60_000;
let stories = 0;
let edits = 0;
let failures = 0;
for (let seed = number("seed"); performance.now() < end; seed++) {
  const story = drawStory(randomFrom(seed), sources, number("edits"));
  const failure = await plays(story);
  stories++;
  edits += failure?.after ?? story.edits.length;
  if (failure === undefined) continue;
  failures++;
  console.log(
    `seed ${seed}: ${failure.path} after ${failure.after} edits, made small now\n${failure.what.slice(0, 500)}`,
  );
  const small = await shrink(plays, story, failure);
  console.log(`seed ${seed}: ${small.failure.path} after ${small.failure.after} edits\n${small.failure.what}`);
  console.log(`  written to ${writeDown(seed, small.story, small.failure.what)}`);
}
await talks?.stop();
console.log(`${stories} stories, ${edits} edits, ${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;

function writeDown(seed: number, story: Story, what: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${seed}.json`);
  writeFileSync(path, `${JSON.stringify({ seed, what, ...story }, undefined, 2)}\n`);
  return path;
}
