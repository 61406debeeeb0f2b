// One line of `eval --jsonl`: a golden case as JSON text in, its answer as JSON text out. Never throws.
import type { Case, CaseOp } from "./case.ts";
import { attempt } from "./context.ts";
import { runDslGolden } from "./dsl-golden.ts";
import { type GoldenAnswer, runGolden } from "./golden.ts";

export function answerLine(line: string, cases: ReadonlyMap<string, CaseOp>): string {
  const outcome = attempt((): GoldenAnswer => answerCase(readJson(line), cases));
  return JSON.stringify("value" in outcome ? outcome.value : { error: outcome.stop });
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isRecord = (v: unknown): v is Readonly<Record<string, unknown>> =>
  typeof v === "object" && v !== null && !Array.isArray(v);

const list = (v: unknown): readonly unknown[] => (Array.isArray(v) ? v : []);

function answerCase(json: unknown, cases: ReadonlyMap<string, CaseOp>): GoldenAnswer {
  if (!isRecord(json) || typeof json.op !== "string") {
    return { error: { code: "parse", message: "a line is a JSON object with an op" } };
  }
  if (json.inputs !== undefined) {
    return runDslGolden({ op: json.op, attrs: String(json.attrs ?? ""), inputs: list(json.inputs).map(String) });
  }
  const input: Case = {
    op: json.op,
    args: list(json.args),
    given: isRecord(json.given) ? json.given : {},
    want: list(json.want).map(String),
  };
  return runGolden(input, cases);
}
