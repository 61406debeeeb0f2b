// `cute-lens show FILE --stage tree|ir|facts`: what a step of the pipeline makes of a file.
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Fact, FileFacts } from "../../../src-engine/program/facts.ts";
import { printValue } from "../facts/notation.ts";
import { loadGrammars } from "../languages/parse/grammars.ts";
import { nodeWasmFiles } from "../languages/parse/node-wasm.ts";
import { parse } from "../languages/parse/parse.ts";
import { printUnit } from "../languages/print.ts";
import { documentOf } from "../project/units.ts";
import { analysed } from "./inspect.ts";
import { say } from "./terminal.ts";
import { readSourceFile, UsageError } from "./usage.ts";

const stages = ["tree", "ir", "facts"] as const;
type Stage = (typeof stages)[number];

export function register(program: Command): void {
  program
    .command("show")
    .description("a file as a step of the pipeline sees it: syntax tree, intermediate form, facts")
    .argument("<file>", "a C++, CUDA or Python file, or a notebook")
    .addOption(new Option("--stage <stage>", "which step").choices(stages).makeOptionMandatory())
    .action((file: string, options: { readonly stage: Stage }) => show(file, options.stage));
}

async function show(file: string, stage: Stage): Promise<void> {
  const text = readSourceFile(file);
  say(`${await stageText(file, text, stage)}\n`);
}

async function stageText(file: string, text: string, stage: Stage): Promise<string> {
  switch (stage) {
    case "tree":
      return treeText(file, text);
    case "ir":
      return printUnit((await analysed(file, {})).facts.unit);
    case "facts":
      return factsText((await analysed(file, {})).facts);
    default: {
      const never: never = stage;
      return never;
    }
  }
}

async function treeText(file: string, text: string): Promise<string> {
  const document = documentOf(resolve(file), text);
  if (document === undefined) throw new UsageError(`${file} cannot be read`);
  const grammars = await loadGrammars(nodeWasmFiles());
  const trees: string[] = [];
  for (const fragment of document.fragments) {
    const parsed = await parse(grammars, document.language, fragment);
    trees.push(indented(parsed.tree.rootNode.toString()));
    parsed.dispose();
  }
  return trees.join("\n\n");
}

/** An S-expression with one node a line. */
function indented(expression: string): string {
  let depth = 0;
  let out = "";
  for (const c of expression) {
    if (c === "(") {
      out += depth === 0 ? "" : `\n${"  ".repeat(depth)}`;
      depth++;
    } else if (c === ")") depth--;
    out += c;
  }
  return out.replace(/ +\n/g, "\n");
}

function factsText(facts: FileFacts): string {
  const lines = facts.instances.flatMap((instance) => {
    const own = facts.facts.filter((fact) => fact.instance === instance.id);
    const title = `${instance.function || "file scope"}${instance.label === "" ? "" : ` (from ${instance.label})`}`;
    const traits = [instance.generic ? "generic" : "", instance.certain ? "" : "uncertain", ...instance.assumes];
    return [
      [title, ...traits.filter((one) => one !== "")].join(" · "),
      ...own.map((fact) => `  ${factText(facts, fact)}`),
    ];
  });
  if (facts.incomplete !== undefined) lines.push(`incomplete: ${facts.incomplete}`);
  return lines.join("\n");
}

function factText(facts: FileFacts, fact: Fact): string {
  const { language } = facts.unit;
  const place = `${fact.item} ${fact.span.start}..${fact.span.end}`;
  switch (fact.kind) {
    case "variable":
      return `${place} ${fact.role} ${fact.name} = ${printValue(fact.value, language)}${fact.why === undefined ? "" : `  (${fact.why})`}`;
    case "expression":
      return `${place} = ${printValue(fact.value, language)}`;
    case "call":
      return `${place} ${fact.certain ? "" : "perhaps "}${fact.op}(${fact.args.map((arg) => `${arg.role}: ${printValue(arg.value, language)}`).join(", ")}) = ${printValue(fact.result, language)}${fact.stop === undefined ? "" : `  stop ${fact.stop.code}`}`;
    case "assert":
      return `${place} assert ${fact.holds}`;
    case "storage":
      return `${place} shared memory ${fact.array ?? ""} ${fact.bytes === undefined ? fact.why : `${fact.bytes} B`}`;
    default: {
      const never: never = fact;
      return never;
    }
  }
}
