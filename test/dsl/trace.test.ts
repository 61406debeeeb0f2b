// What the real CuTe DSL (nvidia-cutlass-dsl 4.8.1) traced on the CPU, against what is evaluated here: every variable equal.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { copyParts } from "./tiled.ts";
import { show, type Trace, traced } from "./trace.ts";

const traces = readFileSync(new URL("../goldens/dsl-trace.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Trace);

test.each(traces)("$code", async ({ code, values }) => {
  const found = await traced(code);
  const shown = Object.fromEntries(
    Object.keys(values).map((name) => [name, copyParts(found.get(name)) ?? show(found.get(name))]),
  );
  expect(shown).toEqual(values);
});
