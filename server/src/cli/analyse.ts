// `cute-lens analyse EXPR`: what can be counted about a layout, and how the operation that gives it comes to it.
//
// Mode 0 of the layout are the threads of an access: banks and coalescing are said for each warp of them.
import type { Command } from "commander";
import type { Context } from "../../../src-engine/algebra/context.ts";
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { AnyLayout } from "../../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText } from "../../../src-engine/calculator/expression.ts";
import { analysis } from "../../../src-engine/costs/report.ts";
import { callIn } from "../../../src-engine/views/call-text.ts";
import { derivation } from "../../../src-engine/views/derivation.ts";
import { layoutIn } from "../../../src-engine/views/operation-trace.ts";
import { type MemoryOptions, memoryOf, memoryOptions, positive } from "./memory-options.ts";
import { say } from "./terminal.ts";
import { UsageError } from "./usage.ts";

export interface AnalyseOptions extends MemoryOptions {
  readonly bits: number;
  readonly dsl?: true;
}

export function register(program: Command): void {
  program
    .command("analyse")
    .alias("analyze")
    .description("a layout's footprint, bank conflicts, coalescing, permutation, and the steps of an operation")
    .argument("<expr...>", "e.g. 'Sw<3,3,3> o _0 o (_32,_8):(_64,_1)', 'zipped_divide((_8,_8):(_8,_1), (_2,_4))'")
    .option("--bits <n>", "bits of an element", positive, 16)
    .option(...memoryOptions.banks)
    .option(...memoryOptions.bankBytes)
    .option(...memoryOptions.warp)
    .option("--dsl", "CuTe DSL's notation: plain numbers are static")
    .action((words: readonly string[], options: AnalyseOptions) => {
      say(analysisText(words.join(" "), options));
    });
}

/** The layout, the steps to it where the text is an operation, and what is counted about it. */
export function analysisText(text: string, options: AnalyseOptions): string {
  const { bits, dsl } = options;
  const dialect = dsl === true || /\bcute\./.test(text) ? "dsl" : "cpp";
  const ctx = makeContext(dialect, 50_000_000);
  const value = attempt(() => evaluateText(ctx, text));
  if ("stop" in value) throw new UsageError(value.stop.message);
  const layout = layoutIn(value.value);
  if (layout === undefined) throw new UsageError(`a ${value.value.kind} is no layout`);
  const steps = attempt(() => stepLines(ctx, text, layout, dialect));
  const rows = analysis(ctx, layout, bits, memoryOf(options));
  const lines = [print(layout, dialect), ...("value" in steps ? steps.value : []), ...rows.map(row)];
  return `${lines.join("\n")}\n`;
}

function stepLines(ctx: Context, text: string, result: AnyLayout, dialect: "cpp" | "dsl"): readonly string[] {
  const call = callIn(ctx, text);
  const values = call?.inputs.map(({ value }) => value) ?? [];
  const names = { a: call?.inputs[0]?.name ?? "A", b: call?.inputs[1]?.name ?? "B" };
  const steps = call === undefined ? undefined : derivation(ctx, call.op, values, names, result);
  return (steps ?? []).map(
    ({ formula, numbers, value }, i) =>
      `  ${i + 1}. ${formula}${numbers === "" ? "" : ` = ${numbers}`} = ${print(value, dialect)}`,
  );
}

const row = ([name, text]: readonly [string, string]): string =>
  `${`${name}:`.padEnd(20)} ${text.replaceAll("\n", `\n${" ".repeat(21)}`)}`;
