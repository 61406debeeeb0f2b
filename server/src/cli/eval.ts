// `cute-lens eval EXPR`: the algebra as a calculator. `cute-lens eval --jsonl`: golden cases in, answers out, line for line.
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { Need, Stop } from "../../../src-engine/algebra/context.ts";
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CaseOp } from "../../../src-engine/calculator/case.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText } from "../../../src-engine/calculator/expression.ts";
import { atomCases } from "../../../src-engine/calculator/goldens/atoms.ts";
import { costCases } from "../../../src-engine/calculator/goldens/costs.ts";
import { tmaCases } from "../../../src-engine/calculator/goldens/tma.ts";
import { answerLine } from "../../../src-engine/calculator/line.ts";
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
      evalOnce(words.join(" "), options.dsl === true || /\bcute\./.test(words.join(" ")) ? "dsl" : "cpp");
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
  const ctx = makeContext(dialect);
  const outcome = attempt(() => print(evaluateText(ctx, text), dialect));
  if ("stop" in outcome) {
    process.stderr.write(caret(text, outcome.stop));
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${outcome.value}\n`);
  for (const note of new Set(ctx.needs.flatMap((need) => noteOf(need, dialect))))
    process.stderr.write(`note: ${note}\n`);
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

/** What the result rests on, or what is wrong with it. */
function noteOf(need: Need, dialect: "cpp" | "dsl"): readonly string[] {
  if (need.holds === "yes") return [];
  const show = (role: string): string => {
    const value = need.facts[role];
    return value === undefined ? "?" : print(value, dialect);
  };
  const doubt = need.holds === "no" ? "does not hold" : "is not known";
  switch (need.kind) {
    case "divides":
      return [`${show("divisor")} divides ${show("of")}: ${doubt}`];
    case "exact":
      return need.holds === "no"
        ? [`not exact: the result is not ${show("left")} o ${show("right")} everywhere`]
        : [`exact only under conditions: ${show("left")} o ${show("right")}`];
    default:
      return [`${need.kind}: ${doubt}`];
  }
}
