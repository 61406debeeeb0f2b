// `cute-lens eval EXPR`: the algebra as a calculator. `cute-lens eval --jsonl`: golden cases in, answers out, line for line.
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { CaseOp } from "../../../src-engine/calculator/case.ts";
import { atomCases } from "../../../src-engine/calculator/goldens/atoms.ts";
import { costCases } from "../../../src-engine/calculator/goldens/costs.ts";
import { tmaCases } from "../../../src-engine/calculator/goldens/tma.ts";
import { answerLine } from "../../../src-engine/calculator/line.ts";
import { caret } from "./caret.ts";
import { dialectFor, evaluated } from "./evaluation.ts";
import { say } from "./terminal.ts";
import { UsageError } from "./usage.ts";

interface Options {
  readonly jsonl?: boolean;
  readonly dsl?: boolean;
}

export function register(program: Command): void {
  program
    .command("eval")
    .argument("[expr...]", "e.g. 'logical_divide((_8,_16):(_1,_8), (_4,_4))'")
    .description("the layout algebra as a calculator, in CuTe's notation")
    .option("--dsl", "CuTe DSL's notation and results: plain numbers are static")
    .option("--jsonl", "golden cases on standard input, one JSON object a line")
    .action(async (words: readonly string[], options: Options) => {
      if (options.jsonl) return evalLines();
      if (words.length === 0) throw new UsageError("eval: an expression, or --jsonl");
      evalOnce(words.join(" "), dialectFor(words.join(" "), options.dsl === true ? "dsl" : undefined));
    });
}

/** Every line in gives one line out, whatever is in it. */
async function evalLines(): Promise<void> {
  const cases: ReadonlyMap<string, CaseOp> = new Map(
    [atomCases, tmaCases, costCases].flatMap((family) => Object.entries(family)),
  );
  const pending: string[] = [];
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const text = `${pending.join("\n")}\n`;
    pending.length = 0;
    if (!process.stdout.write(text)) await new Promise<void>((done) => process.stdout.once("drain", () => done()));
  };
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    pending.push(answerLine(line, cases));
    if (pending.length >= 256) await flush();
  }
  await flush();
}

function evalOnce(text: string, dialect: "cpp" | "dsl"): void {
  const outcome = evaluated(text, dialect);
  if ("stop" in outcome) {
    process.stderr.write(caret(text, outcome.stop));
    process.exitCode = 1;
    return;
  }
  say(`${outcome.text}\n`);
  for (const note of outcome.notes) process.stderr.write(`note: ${note}\n`);
}
