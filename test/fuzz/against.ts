// Programs against the real library, which an interpreter with nvidia-cutlass-dsl or a C++ compiler runs: the values shown are its
// values, and what it refuses has none. `npm run fuzz -- --programs 1250 --python /path/to/python --seed 1`,
// `npm run fuzz -- --cpp-programs 1250 --cutlass /path/to/cutlass --cuda /path/to/cuda/include`
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { Host } from "../../server/src/host.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { compiled, type Headers } from "./compiled.ts";
import { drawCppProgram } from "./cpp-programs.ts";
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
function recorded(python: string, seeds: readonly number[]): readonly Program[] {
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

function recordedCpp(headers: Headers, seeds: readonly number[]): readonly Program[] {
  const programs = seeds.map((seed) => ({ seed, code: drawCppProgram(randomFrom(seed), statements) }));
  const truths = compiled(
    programs.map(({ code }) => code),
    headers,
  );
  return programs.map((program, i) => ({ ...program, ...truths[i]! }));
}

export interface Against {
  readonly language: "cpp" | "python";
  /** What the library says of the programs of some seeds. */
  record(seeds: readonly number[]): readonly Program[];
}

export const ofPython = (python: string): Against => ({
  language: "python",
  record: (seeds) => recorded(python, seeds),
});

export const ofCpp = (cutlass: string, cuda: string): Against => ({
  language: "cpp",
  record: (seeds) => recordedCpp({ includes: [join(cutlass, "include"), cuda, join(cuda, "cccl")] }, seeds),
});

/** True where nothing was wrong. */
export async function against({ language, record }: Against, first: number, count: number): Promise<boolean> {
  const project = await createProject({ host: noFiles, roots: ["/w"] }, nodeWasmFiles());
  const sums = { equal: 0, unknown: 0, refused: 0, wrong: 0 };
  for (let seed = first; seed < first + count; seed += batch) {
    const seeds = Array.from({ length: Math.min(batch, first + count - seed) }, (_, i) => seed + i);
    for (const program of record(seeds)) {
      const { equal, unknown, wrong, refused } = await judge(project, program.code, program, language);
      sums.equal += equal;
      sums.unknown += unknown.length;
      sums.refused += refused;
      sums.wrong += wrong.length;
      for (const one of wrong) console.log(`seed ${program.seed}: ${one}`);
      if (process.env.UNKNOWN === "1") for (const one of unknown) console.log(`seed ${program.seed}, unknown: ${one}`);
    }
  }
  project.dispose();
  console.log(
    `${count} programs: ${sums.equal} values equal, ${sums.unknown} not known, ${sums.refused} refusals without a value, ${sums.wrong} wrong`,
  );
  return sums.wrong === 0;
}
