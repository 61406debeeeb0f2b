// Programs against the real library, which an interpreter with nvidia-cutlass-dsl runs: the values shown are its values, and what it
// refuses has none. `npm run fuzz -- --programs 1250 --python /path/to/python --seed 1`
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import type { Host } from "../../server/src/host.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { judge, type Truth } from "./judge.ts";
import { drawProgram } from "./programs.ts";
import { randomFrom } from "./random.ts";

/** Statements of one program. */
const statements = 8;
/** Programs that one interpreter traces. */
const batch = 100;

export interface Program extends Truth {
  readonly seed: number;
  readonly code: string;
}

export const noFiles: Host = { read: async () => undefined, list: async () => [], watch: () => () => undefined };

/** What the library says of the programs of some seeds. */
export function recorded(python: string, seeds: readonly number[]): readonly Program[] {
  const programs = seeds.map((seed) => ({ seed, code: drawProgram(randomFrom(seed), statements) }));
  const { stdout, status, error } = spawnSync(python, [resolve("test/fuzz/trace_programs.py")], {
    input: programs.map(({ code }) => JSON.stringify({ code })).join("\n"),
    encoding: "utf8",
    env: { ...process.env, CUTE_DSL_ARCH: "sm_90a" },
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "ignore"],
  });
  if (error !== undefined || status !== 0) throw error ?? new Error(`${python} ended with ${status}`);
  const truths = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Truth);
  return programs.map((program, i) => ({ ...program, ...truths[i]! }));
}

/** True where nothing was wrong. */
export async function against(python: string, first: number, count: number): Promise<boolean> {
  const project = await createProject({ host: noFiles, roots: ["/w"] }, nodeWasmFiles());
  const sums = { equal: 0, unknown: 0, refused: 0, wrong: 0 };
  for (let seed = first; seed < first + count; seed += batch) {
    const seeds = Array.from({ length: Math.min(batch, first + count - seed) }, (_, i) => seed + i);
    for (const program of recorded(python, seeds)) {
      const { equal, unknown, wrong, refused } = await judge(project, program.code, program);
      sums.equal += equal;
      sums.unknown += unknown.length;
      sums.refused += refused;
      sums.wrong += wrong.length;
      for (const one of wrong) console.log(`seed ${program.seed}: ${one}`);
    }
  }
  project.dispose();
  console.log(
    `${count} programs: ${sums.equal} values equal, ${sums.unknown} not known, ${sums.refused} refusals without a value, ${sums.wrong} wrong`,
  );
  return sums.wrong === 0;
}
