// `cute-lens costs FILE`: what every copy and every MMA of a file costs, as a table for people or as JSON.
import { type Command, Option } from "commander";
import { gpus } from "../../../src-engine/costs/gpus.ts";
import { costList, elsewhereText, type PlacedCost } from "../costs/list.ts";
import { costWords } from "../costs/words.ts";
import { type FactIndex, indexFacts } from "../facts/fact-index.ts";
import { type KernelCost, kernelCosts } from "../features/costs/kernel.ts";
import { kernelWords } from "../features/costs/kernel-words.ts";
import type { LoopCost } from "../features/costs/main-loop.ts";
import { lineTable } from "../project/linked.ts";
import { costRows, whereOf } from "./cost-rows.ts";
import { type AnalysedOptions, addBindings, analysed } from "./inspect.ts";
import { table } from "./table.ts";
import { say } from "./terminal.ts";

export interface CostsOptions extends AnalysedOptions {
  readonly json?: true;
  readonly bind?: ReadonlyMap<string, number>;
  readonly gpu?: string;
}

export function register(program: Command): void {
  program
    .command("costs")
    .description("what every copy and every MMA of a file costs: instructions, wavefronts, sectors")
    .argument("<file>", "a C++, CUDA or Python file, or a notebook")
    .option("--json", "print JSON")
    .option("--bind <name=value,…>", "values for symbols: M=512,K=256", addBindings, new Map<string, number>())
    .option("--arch <arch>", "the architecture assumed, e.g. sm_90a")
    .addOption(
      new Option("--gpu <gpu>", "whose roofline and limits (default: what the MMAs are made for)").choices(
        Object.keys(gpus),
      ),
    )
    .option("--config <file>", "use this cute-lens.json")
    .action((file: string, options: CostsOptions) => costs(file, options));
}

async function costs(file: string, options: CostsOptions): Promise<void> {
  say(await costsText(file, options));
}

/** The costs of a file as `costs` prints them. */
export async function costsText(file: string, options: CostsOptions): Promise<string> {
  const { facts, document } = await analysed(file, options);
  const index = indexFacts(facts, document.fragments);
  const list = costList(index);
  const gpu = options.gpu === undefined ? undefined : gpus[options.gpu];
  const kernels = kernelCosts(index, list, gpu).filter(({ isPart }) => !isPart);
  if (options.json) {
    const rows = kernels.map((one) => ({
      ...instanceOf(index, one.instance),
      gpu: one.gpu.name,
      ...kernelJson(index, one),
    }));
    return `${JSON.stringify({ file, costs: costRows(facts, document), kernels: rows }, null, 1)}\n`;
  }
  const position = lineTable(document);
  const cells = list.map((one) => {
    const { fragment, start } = one.placed.place;
    return textRow(one, position(fragment, start).line, index);
  });
  const rows = cells.length === 0 ? "no copies and no MMAs\n" : table(together(cells).map(cellsOf));
  const texts = together(kernels.map((kernel) => kernelRow(index, kernel))).filter((row) => row.cells.length > 0);
  return [rows, ...texts.map((row) => `\n${headOf(row)}\n${row.cells.join("")}`)].join("");
}

/** What one instance says, or several say alike. */
interface Row {
  readonly function: string;
  readonly instances: readonly string[];
  readonly cells: readonly string[];
}

/** Instances that say the same are one row. */
function together(rows: readonly Row[]): readonly Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.function, row.cells]);
    const before = found.get(key);
    found.set(key, before === undefined ? row : { ...row, instances: [...before.instances, ...row.instances] });
  }
  return [...found.values()];
}

/** `gemm (main:12, and 3 more)`. */
function headOf({ function: name, instances }: Row): string {
  const [first = "", ...more] = instances;
  if (first === "") return name;
  return more.length === 0 ? `${name} (${first})` : `${name} (${first}, and ${more.length} more)`;
}

function cellsOf(row: Row): readonly string[] {
  const [line = "", call = "", text = ""] = row.cells;
  return [line, call, headOf(row), text];
}

function instanceOf(index: FactIndex, id: string): { readonly function: string; readonly instance: string } {
  const instance = index.instances.get(id);
  return { function: instance?.function ?? "", instance: instance?.label ?? "" };
}

function kernelJson(index: FactIndex, kernel: KernelCost): object {
  const { shared, block, accumulators, limits, occupancy, loop, loads } = kernel;
  const threads = block ?? kernel.threads;
  return {
    ...(shared === undefined ? {} : { sharedMemory: shared.bytes, buffers: shared.parts }),
    ...(threads === undefined ? {} : { threads }),
    ...(accumulators === undefined ? {} : { accumulatorRegisters: accumulators }),
    ...(limits.registersSet.length === 0 ? {} : { registersSet: limits.registersSet }),
    ...(limits.columns === undefined ? {} : { tensorColumns: limits.columns }),
    ...(limits.cluster === undefined ? {} : { cluster: limits.cluster }),
    blocksPerSm: occupancy.blocks,
    limitedBy: occupancy.by,
    ...(loop === undefined ? {} : { mainLoop: loopJson(index, kernel, loop) }),
    ...(loads === undefined ? {} : { loadLoop: loopJson(index, kernel, loads) }),
  };
}

function loopJson(
  index: FactIndex,
  kernel: KernelCost,
  { rounds, round, roofline, uncounted, instance, names }: LoopCost,
): object {
  return {
    ...(instance === kernel.instance ? {} : { in: index.instances.get(instance)?.function ?? names[0] }),
    rounds,
    ...round,
    ...roofline,
    uncounted: uncounted.length,
    ...(uncounted.length === 0 ? {} : { why: uncounted }),
  };
}

function kernelRow(index: FactIndex, kernel: KernelCost): Row {
  const rows = kernelWords(kernel).map(({ label, text }) => [`  ${label}`, text]);
  const { function: name, instance } = instanceOf(index, kernel.instance);
  return { function: name, instances: [instance], cells: rows.length === 0 ? [] : [table(rows)] };
}

function textRow(one: PlacedCost, line: number, index: FactIndex): Row {
  const { title, lines, notes } = costWords(one, index.facts.unit.language);
  const said = lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label}: ${text}`);
  const { function: name, instance } = whereOf(index, one);
  const text = [title, ...said, ...notes].join("; ");
  return {
    function: name,
    instances: [instance],
    cells: [`${line}`, `${one.call.op}${elsewhereText(index, one)}`, text],
  };
}
