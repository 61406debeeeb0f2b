// Whole kernels of our own, against what the real CuTe DSL (nvidia-cutlass-dsl 4.7.0) traced of them (record_kernels.py): whatever is
// shown of a name is what was traced there. A run-time integer is `?` in both; what is not known is not wrong, and counted.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pythonPrint } from "../../server/src/features/prints/python.ts";
import { lineTable } from "../../server/src/project/linked.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import type { VariableFact } from "../../src-engine/program/facts.ts";
import { openProject } from "./trace.ts";

interface Row {
  readonly line: number;
  readonly name: string;
  readonly values: readonly string[];
}

const read = (file: string): string => readFileSync(new URL(`kernels/${file}`, import.meta.url), "utf8");

/** As `str()` writes it while tracing, in what is compared: no divisor of a run-time integer, no alignment, types by their width. */
function shown(value: Value): string {
  const text = plain(pythonPrint([{ role: "", value, span: { start: 0, end: 0 }, text: "" }], () => undefined));
  const isDescriptor =
    value.kind === "tensor" && value.engine.kind === "pointer" && value.engine.iterator !== undefined;
  return isDescriptor ? text.replace(/^tensor<.* o /, "tensor<desc o ") : text;
}

const plain = (text: string): string =>
  text
    .replace(/\?\{[^}]*\}/g, "?")
    .replace(/, align<\d+>/g, "")
    .replace(/ptr<[a-z]+(\d+)\w*/g, "ptr<$1b");

async function factsOf(file: string): Promise<ReadonlyMap<string, readonly Value[]>> {
  const project = await openProject(new Map([[`/w/${file}`, read(file)]]));
  const facts = await project.analyse(`/w/${file}`);
  const document = await project.document(`/w/${file}`);
  project.dispose();
  if (facts === undefined || document === undefined) throw new Error(file);
  const position = lineTable(document);
  const found = new Map<string, Value[]>();
  for (const fact of facts.facts.filter((one): one is VariableFact => one.kind === "variable")) {
    const place = facts.unit.places.get(fact.item);
    const { line } = position(place?.fragment ?? 0, (place?.start ?? 0) + fact.span.start);
    const key = `${line} ${fact.name}`;
    found.set(key, [...(found.get(key) ?? []), fact.value]);
  }
  return found;
}

/** Values traced at a place of which none is shown there, and whether the list of those shown is not whole. */
function missing(row: Row, values: readonly Value[]): { readonly values: readonly string[]; readonly open: boolean } {
  const options = values.flatMap((one): readonly Value[] =>
    one.kind === "alternatives" ? one.options.map((option) => option.value) : [one],
  );
  const texts = options.map(shown);
  return {
    values: row.values.filter((one) => !texts.includes(plain(one))).map((one) => `${one}, not ${texts.join(" | ")}`),
    open: options.some((one) => one.kind === "unknown"),
  };
}

/** An offset into a coordinate that divides out is the static 0 in the trace, and a 0 of the run here. */
const known: ReadonlySet<string> = new Set(["gemm_sm100 tAgA"]);

test.each([
  ["gemm_sm90", 1],
  ["rowsum_sm80", 0],
  ["gemm_sm100", 0],
] as const)("%s: nothing that is shown differs from the trace, %i places are not known", async (name, unknowns) => {
  const found = await factsOf(`${name}.py`);
  const rows = read(`${name}.jsonl`)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  const results = rows.map((row) => ({ row, ...missing(row, found.get(`${row.line} ${row.name}`) ?? []) }));
  const wrong = results.filter(
    ({ row, open, values }) => !open && values.length > 0 && !known.has(`${name} ${row.name}`),
  );
  expect(wrong.map(({ row, values }) => `${row.line} ${row.name}: ${values.join("; ")}`)).toEqual([]);
  expect(results.filter((one) => one.open)).toHaveLength(unknowns);
});
