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
  const rows = cells.length === 0 ? "no copies and no MMAs\n" : table(cells);
  return [rows, ...kernels.map((kernel) => kernelText(index, kernel))].join("");
}

function instanceOf(index: FactIndex, id: string): { readonly function: string; readonly instance: string } {
  const instance = index.instances.get(id);
  return { function: instance?.function ?? "", instance: instance?.label ?? "" };
}

function kernelJson(index: FactIndex, kernel: KernelCost): object {
  const { shared, threads, accumulators, limits, occupancy, loop, loads } = kernel;
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

function kernelText(index: FactIndex, kernel: KernelCost): string {
  const words = kernelWords(kernel);
  if (words.length === 0) return "";
  const { function: name, instance } = instanceOf(index, kernel.instance);
  const rows = words.map(({ label, text }) => [`  ${label}`, text]);
  return `\n${name}${instance === "" ? "" : ` (${instance})`}\n${table(rows)}`;
}

function textRow(one: PlacedCost, line: number, index: FactIndex): readonly string[] {
  const { title, lines, notes } = costWords(one, index.facts.unit.language);
  const said = lines.filter(({ rank }) => rank === "first").map(({ label, text }) => `${label}: ${text}`);
  const where = whereOf(index, one);
  const name = where.instance === "" ? where.function : `${where.function} (${where.instance})`;
  return [`${line}`, `${one.call.op}${elsewhereText(one)}`, name, [title, ...said, ...notes].join("; ")];
}
