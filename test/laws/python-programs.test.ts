// The law of plain Python: what is shown for a name after a line is what Python gives it, in every run and every round.
//
// The programs are random (`test/fuzz/python_programs.py` wrote them with the values of six runs each): names that share a list, changes
// in place, closures with `nonlocal`, objects, loops, branches that only the run decides. A symbol or "unknown" says nothing.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rowsOf } from "../evaluate/facts-of.ts";

interface Program {
  readonly seed: number;
  readonly text: string;
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

const programs = readFileSync(new URL("../goldens/python-programs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Program => JSON.parse(line));

const printed = (value: unknown): string =>
  Array.isArray(value)
    ? `(${value.map(printed).join(",")})`
    : value === true
      ? "True"
      : value === false
        ? "False"
        : `${value}`;

/** The alternatives that are shown; undefined where a symbol or something unknown is among them. */
function shownOf(value: string): readonly string[] | undefined {
  const options = value.split(" | ");
  return options.every((one) => /^(-?\d+|\([-\d,]*\)|True|False)$/.test(one)) ? options : undefined;
}

test("what is shown for random programs is what Python gives", { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  let shown = 0;
  for (const { seed, text, values } of programs) {
    const path = `/p/p${seed}.py`;
    // The first line is for the tool: without CuTe in sight a file says nothing.
    for (const row of await rowsOf({ [path]: `import cutlass.cute as cute\n${text}` }, path)) {
      const real = values[`${row.line - 1}|${row.name}`]?.map(printed);
      const options = shownOf(row.value);
      if (real === undefined || options === undefined) continue;
      shown++;
      if (real.some((one) => !options.includes(one)))
        wrong.push(
          `${seed}: line ${row.line - 1}, ${row.name}: shown ${row.value}, really ${real.slice(0, 5).join(" ")}`,
        );
    }
  }
  expect(wrong).toEqual([]);
  expect(shown).toBeGreaterThan(programs.length * 5);
});
