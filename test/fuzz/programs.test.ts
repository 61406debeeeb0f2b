// Random programs with what the real CuTe DSL said of them (programs.jsonl): every value that is shown is the library's, and what it
// refuses has none. To draw others: `UPDATE=1 PYTHON=/path/to/python npx vitest run test/fuzz/programs.test.ts`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import { noFiles, type Program, recorded } from "./against.ts";
import { judge } from "./judge.ts";

const file = fileURLToPath(new URL("programs.jsonl", import.meta.url));
const { UPDATE, PYTHON } = process.env;
if (UPDATE === "1" && PYTHON !== undefined) {
  const rows = recorded(
    PYTHON,
    Array.from({ length: 60 }, (_, i) => 5_001 + i),
  );
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}
const programs = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Program);

let project: Project;
beforeAll(async () => {
  project = await createProject({ host: noFiles, roots: ["/w"] }, nodeWasmFiles());
});
afterAll(() => project.dispose());

let values = 0;
let unknown = 0;

test.each(programs)("program $seed", async (program) => {
  const verdict = await judge(project, program.code, program);
  values += verdict.equal;
  unknown += verdict.unknown.length;
  expect(verdict.wrong).toEqual([]);
});

test("of hundreds of values nearly all are known", () => {
  expect(values).toBeGreaterThan(200);
  expect(unknown).toBeLessThan(values / 20);
});
