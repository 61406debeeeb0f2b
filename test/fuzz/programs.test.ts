// Random programs with what the real library said of them: CuTe DSL (programs.jsonl) and CuTe C++ (cpp-programs.jsonl). Every value that
// is shown is the library's, and what it refuses has none. To draw others: `UPDATE=1 PYTHON=/path/to/python npx vitest run
// test/fuzz/programs.test.ts`, and `UPDATE=1 CUTLASS=/path/to/cutlass CUDA=/path/to/cuda/include …`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import { type Against, noFiles, ofCpp, ofPython, type Program } from "./against.ts";
import { judge } from "./judge.ts";

const { UPDATE, PYTHON, CUTLASS, CUDA } = process.env;
const seeds = Array.from({ length: 60 }, (_, i) => 5_001 + i);
/** Those that once showed another value than the library, or one for what it refuses. */
const mistakes = {
  python: [910125, 910599, 911522, 912749, 912815, 3001017, 3002307, 3002530, 3003915, 3006185, 777480, 281327],
  cpp: [1000, 1008, 1015, 1019, 1021, 1033, 1037, 1086, 1091, 1174, 1193, 1207, 2008],
};

/** The programs of a file, recorded anew where the library is given. */
function programsOf(name: string, library: Against | undefined, more: readonly number[]): readonly Program[] {
  const file = fileURLToPath(new URL(name, import.meta.url));
  if (UPDATE === "1" && library !== undefined)
    writeFileSync(
      file,
      library
        .record([...seeds, ...more])
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    );
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Program);
}

let project: Project;
beforeAll(async () => {
  project = await createProject({ host: noFiles, roots: ["/w"] }, nodeWasmFiles());
});
afterAll(() => project.dispose());

describe.each([
  ["python", programsOf("programs.jsonl", PYTHON === undefined ? undefined : ofPython(PYTHON), mistakes.python)],
  [
    "cpp",
    programsOf(
      "cpp-programs.jsonl",
      CUTLASS === undefined || CUDA === undefined ? undefined : ofCpp(CUTLASS, CUDA),
      mistakes.cpp,
    ),
  ],
] as const)("%s", (language, programs) => {
  let values = 0;
  let unknown = 0;

  test.each(programs)("program $seed", async (program) => {
    const verdict = await judge(project, program.code, program, language);
    values += verdict.equal;
    unknown += verdict.unknown.length;
    expect(verdict.wrong).toEqual([]);
  });

  test("of hundreds of values nearly all are known", () => {
    expect(values).toBeGreaterThan(200);
    expect(unknown).toBeLessThan(values / 20);
  });
});
