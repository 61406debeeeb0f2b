// `cute-lens costs FILE`: what every copy and every MMA of a file costs, as a table for people or as JSON.
import type { Command } from "commander";
import { costList, type PlacedCost } from "../features/costs/list.ts";
import { costWords } from "../features/costs/words.ts";
import { type FactIndex, indexFacts } from "../features/fact-index.ts";
import { lineTable } from "../project/linked.ts";
import { costRows, whereOf } from "./cost-rows.ts";
import { addBindings, analysed } from "./inspect.ts";
import { table } from "./table.ts";

interface CostsOptions {
  readonly json?: true;
  readonly bind: ReadonlyMap<string, number>;
  readonly arch?: string;
  readonly config?: string;
}

export function register(program: Command): void {
  program
    .command("costs")
    .description("what every copy and every MMA of a file costs: instructions, wavefronts, sectors")
    .argument("<file>", "a C++, CUDA or Python file, or a notebook")
    .option("--json", "print JSON")
    .option("--bind <name=value,…>", "values for symbols: M=512,K=256", addBindings, new Map<string, number>())
    .option("--arch <arch>", "the architecture assumed, e.g. sm_90a")
    .option("--config <file>", "use this cute-lens.json")
    .action((file: string, options: CostsOptions) => costs(file, options));
}

async function costs(file: string, options: CostsOptions): Promise<void> {
  const { facts, document } = await analysed(file, options);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ file, costs: costRows(facts, document) }, null, 1)}\n`);
    return;
  }
  const index = indexFacts(facts, document.fragments);
  const position = lineTable(document);
  const cells = costList(index).map((one) => {
    const { fragment, start } = one.placed.place;
    return textRow(one, position(fragment, start).line, index);
  });
  process.stdout.write(cells.length === 0 ? "no copies and no MMAs\n" : table(cells));
}

function textRow(one: PlacedCost, line: number, index: FactIndex): readonly string[] {
  const { title, lines, notes } = costWords(one, index.facts.unit.language);
  const said = lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label}: ${text}`);
  const where = whereOf(index, one);
  const name = where.instance === "" ? where.function : `${where.function} (${where.instance})`;
  return [`${line}`, one.call.op, name, [title, ...said, ...notes].join("; ")];
}
