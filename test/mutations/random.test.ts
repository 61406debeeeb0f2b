// The playground's kernels with one token changed at random: does a rule speak wherever the engine finds that CuTe refuses a call?
//
// For each mutation the engine's verdict is every certain call that trips a condition of CuTe's (with the header's line, as the goldens'
// errors family records it). A refusal is *caught* where a problem stands on that call, *caught elsewhere* where a problem stands on
// another one, *missed* where nothing is told. `MUTATIONS=2000 npx vitest run test/mutations` makes the long run.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Host } from "../../server/src/host.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { findProblems } from "../../server/src/rules/find.ts";
import { defaults } from "../../server/src/settings/read.ts";
import type { CallFact } from "../../src-engine/program/facts.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { type Mutation, mutations } from "./mutate.ts";

const wanted = Number(process.env.MUTATIONS ?? 60);
const seed = Number(process.env.SEED ?? 7);
const folder = new URL("../../playground/", import.meta.url);

const kernels = (["cpp", "python"] as const).flatMap((language) =>
  readdirSync(new URL(`${language}/`, folder))
    .filter((name) => /\.(cu|py)$/.test(name))
    .map((name) => ({ name, language, source: readFileSync(new URL(`${language}/${name}`, folder), "utf8") })),
);

/** Conditions of CuTe's that the goldens' errors family has seen trip: `header:line`. */
const recorded = new Set(
  readFileSync(new URL("../goldens/errors.public.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => String(JSON.parse(line).at)),
);

type Verdict = "harmless" | "rule only" | "caught" | "caught elsewhere" | "missed";

interface Outcome {
  readonly verdict: Verdict;
  readonly codes: readonly string[];
  readonly refused: readonly string[];
}

const noFiles: Host = { read: async () => undefined, list: async () => [], watch: () => () => undefined };
const project = await createProject({ host: noFiles, roots: ["/test"] }, nodeWasmFiles());
let version = 0;

/** One document is typed into again and again, as an editor does it. */
async function analysed(text: string, language: Language) {
  const path = language === "cpp" ? "/test/kernel.cu" : "/test/kernel.py";
  project.setDocument(path, { path, language, version: ++version, fragments: [text] });
  const facts = await project.analyse(path, { arch: defaults.arch });
  if (facts === undefined) throw new Error("the analysis was cancelled");
  const failed = (rule: { readonly code: string }, error: unknown) => {
    throw new Error(`rule ${rule.code} failed`, { cause: error });
  };
  return { facts, problems: findProblems(facts, [text], defaults, failed) };
}

async function outcome(mutation: Mutation, language: Language): Promise<Outcome> {
  const { problems, facts } = await analysed(mutation.source, language);
  const told = problems.filter(({ severity }) => severity === "error" || severity === "warning");
  const refused = facts.facts.filter((fact): fact is CallFact => fact.kind === "call").filter(isRefused);
  const codes = [...new Set(told.map(({ code }) => code))];
  const places = refused.map((call) => conditionOf(call));
  if (refused.length === 0) return { verdict: told.length === 0 ? "harmless" : "rule only", codes, refused: places };
  const at = (call: CallFact) => {
    const start = facts.unit.places.get(call.item)?.start ?? 0;
    return told.some(({ place }) => place.start >= start + call.span.start && place.end <= start + call.span.end);
  };
  const verdict = refused.some(at) ? "caught" : told.length > 0 ? "caught elsewhere" : "missed";
  return { verdict, codes, refused: places };
}

/** The condition that does not hold, where it is one of CuTe's own. */
function conditionOf(call: CallFact): string {
  const need = call.needs.find(({ holds, at }) => holds === "no" && at !== undefined);
  return call.stop?.at ?? need?.at ?? "";
}

const isRefused = (call: CallFact): boolean => call.certain && /\.(hpp|py):\d+$/.test(conditionOf(call));

test("every refusal of the engine's is told by a rule", { timeout: 600_000 }, async () => {
  const counts = new Map<Verdict, number>();
  const missed: string[] = [];
  const byRule = new Map<string, number>();
  let conditions = 0;
  for (const [i, { name, language, source }] of kernels.entries())
    for (const mutation of mutations(source, language, seed + i, Math.ceil(wanted / kernels.length))) {
      const { verdict, codes, refused } = await outcome(mutation, language);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      for (const code of codes) byRule.set(code, (byRule.get(code) ?? 0) + 1);
      conditions += refused.filter((at) => recorded.has(at)).length;
      if (verdict === "missed")
        missed.push(`${name}:${mutation.line} ${mutation.from} → ${mutation.to}: ${refused[0]}`);
    }
  const line = (map: ReadonlyMap<string, number>) => [...map].map(([key, n]) => `${key} ${n}`).join(", ");
  console.log(`mutations: ${line(counts)}; refusals that the goldens record: ${conditions}\nby rule: ${line(byRule)}`);
  expect(missed).toEqual([]);
});
