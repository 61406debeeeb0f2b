// Long work in slices: what comes meanwhile has its turn, and what nobody wants any more ends.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { inSlices } from "../../server/src/lsp/slices.ts";
import { createProject } from "../../server/src/project/create.ts";
import { documentOf } from "../../server/src/project/units.ts";
import { findProblems, problemSteps } from "../../server/src/rules/find.ts";
import { defaults } from "../../server/src/settings/read.ts";

function* counting(to: number): Generator<void, string> {
  for (let i = 0; i < to; i++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield;
  }
  return "the end";
}

test("other work comes between two slices", async () => {
  let others = 0;
  const timer = setInterval(() => others++, 1);
  expect(await inSlices(counting(50), () => true)).toBe("the end");
  clearInterval(timer);
  expect(others).toBeGreaterThan(3);
});

test("what nobody wants any more ends with the slice", async () => {
  let wanted = true;
  setTimeout(() => {
    wanted = false;
  }, 20);
  expect(await inSlices(counting(1_000_000), () => wanted)).toBeUndefined();
});

test("problems are found in many small steps, and are the same", async () => {
  const path = fileURLToPath(new URL("../../playground/cpp/sgemm.cu", import.meta.url));
  const text = readFileSync(path, "utf8");
  const host = { read: async () => undefined, list: async () => [], watch: () => () => undefined };
  const project = await createProject({ host, roots: [] }, nodeWasmFiles());
  project.setDocument(path, documentOf(path, text));
  const facts = (await project.analyse(path))!;
  project.dispose();
  const failed = (_: unknown, error: unknown): void => {
    throw error;
  };
  const steps = problemSteps(facts, [text], defaults, failed);
  let count = 0;
  let last = steps.next();
  for (; last.done !== true; last = steps.next()) count++;
  expect(count).toBeGreaterThan(50);
  expect(last.value).toEqual(findProblems(facts, [text], defaults, failed));
  expect(last.value.length).toBeGreaterThan(0);
});

test("the rest of the file follows when the preview's problems are told", async () => {
  const path = fileURLToPath(new URL("../../playground/cpp/sgemm.cu", import.meta.url));
  const text = readFileSync(path, "utf8");
  const host = { read: async () => undefined, list: async () => [], watch: () => () => undefined };
  const project = await createProject({ host, roots: [] }, nodeWasmFiles());
  const events: string[] = [];
  const edited = async (to: string): Promise<void> => {
    project.setDocument(path, documentOf(path, to));
    const preview = async (): Promise<void> => {
      events.push("preview");
      await new Promise((resolve) => setTimeout(resolve, 50));
      events.push("told");
    };
    await project.analyse(path, { preview });
    events.push("whole");
  };
  await edited(text);
  events.length = 0;
  await edited(text.replace("Int<128>{}", "Int<64>{}"));
  project.dispose();
  expect(events.slice(0, 2)).toEqual(["preview", "told"]);
  expect(events.at(-1)).toBe("whole");
});
