// `cute-lens explain [FILE]`: explains a pasted error, log or descriptor dump, from a file or standard input.
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { type Explanation, explain } from "../features/explain.ts";
import { say } from "./terminal.ts";
import { readSource, UsageError } from "./usage.ts";

export function register(program: Command): void {
  program
    .command("explain")
    .argument("[file]", "a file with the text; standard input without it")
    .description("what an error text, a log or a TMA descriptor dump means")
    .option("--arch <arch>", "the architecture whose driver rules apply: sm_90 or sm_100", "sm_90")
    .option("--json", "one JSON array of explanations")
    .action((file: string | undefined, options: { readonly arch: string; readonly json?: boolean }) => {
      const found = explain(
        file === undefined ? readFileSync(0, "utf8") : readSource(file),
        tmaArchitecture(options.arch),
      );
      say(options.json === true ? `${JSON.stringify(found)}\n` : explanationText(found));
      if (found.length === 0) process.exitCode = 1;
    });
}

/** The name of an architecture as the rules of the TMA driver know it. */
export function tmaArchitecture(name: string): "sm_90" | "sm_100" {
  if (/^sm_90a?$/.test(name)) return "sm_90";
  if (/^sm_1\d\d[af]?$/.test(name)) return "sm_100";
  throw new UsageError(`--arch ${name}: TMA rules exist for sm_90 and sm_100`);
}

/** Explanations as a page to read. */
export function explanationText(found: readonly Explanation[]): string {
  if (found.length === 0) return "nothing in this text is known to cute-lens\n";
  return found.map(section).join("\n");
}

function section({ title, lines, table, rules }: Explanation): string {
  const width = Math.max(0, ...table.map(([name]) => name.length));
  const rows = table.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const more = rules.length === 0 ? [] : [`Rules: ${rules.join(", ")}`];
  return `${[title, ...lines.map((line) => `  ${line}`), ...rows, ...more].join("\n")}\n`;
}
