// `cute-lens eval EXPR`: the algebra as a calculator. `cute-lens eval --jsonl`: golden cases in, answers out, line for line.
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { Stop } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CaseOp } from "../../../src-engine/calculator/case.ts";
import { atomCases } from "../../../src-engine/calculator/goldens/atoms.ts";
import { costCases } from "../../../src-engine/calculator/goldens/costs.ts";
import { tmaCases } from "../../../src-engine/calculator/goldens/tma.ts";
import { answerLine } from "../../../src-engine/calculator/line.ts";
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

/** The expression with the place of the error marked under it. */
export function caret(text: string, stop: Stop): string {
  const at = stop.at === undefined ? "" : ` (${stop.at})`;
  const offset = numberOf(stop.facts?.offset);
  const head = `error: ${stop.message}${at}\n`;
  if (offset === undefined) return head;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const line = text.slice(start, end < 0 ? undefined : end);
  const marks = "^".repeat(Math.max(1, Math.min(numberOf(stop.facts?.length) ?? 1, line.length - (offset - start))));
  return `${head}  ${line}\n  ${" ".repeat(offset - start)}${marks}\n`;
}

const numberOf = (v: Value | undefined): number | undefined => (v?.kind === "num" ? v.value : undefined);
