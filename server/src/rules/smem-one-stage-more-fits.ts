// COST007: a pipeline in shared memory that could have a stage more and cost no block.
import { type Gpu, occupancy } from "../../../src-engine/costs/gpus.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { gpuOfArch, gpuOfMmas } from "../costs/gpu-of.ts";
import type { SharedBuffer } from "../costs/shared-buffers.ts";
import { allocatedSum, sharedSum, takenElsewhere } from "../costs/shared-sum.ts";
import { functionOf } from "../costs/uniform.ts";
import { factsByInstance } from "./by-instance.ts";
import { buffersOf, kib, mmaNames } from "./kernel-buffers.ts";
import type { FileContext, FileRule, Finding, InstanceFacts, RulePage } from "./rule.ts";
import { dslKernel, hopperKernel } from "./stage-examples.ts";

export const smemOneStageMoreFits: FileRule = {
  code: "smem-one-stage-more-fits",
  number: "COST007",
  severity: "hint",
  title: "A pipeline could have a stage more: shared memory has room for it, and as many blocks fit on an SM.",
  on: "file",
  check: (facts, context) =>
    factsByInstance(facts)
      .filter(({ instance }) => instance.certain && isKernel(facts, instance.item))
      .flatMap((group) => judge(group, facts, context)),
};

const isKernel = ({ unit }: FileFacts, item: string): boolean => functionOf(unit.items, item)?.isKernel === true;

/** For barriers, and what else has no tensor. */
const slack = 1024;

function judge(group: InstanceFacts, file: FileFacts, context: FileContext): readonly Finding[] {
  const gpu = gpuOfArch(context.arch) ?? gpuOfMmas(mmaNames(group));
  const buffers = buffersOf(group, file, context);
  const staged = (buffers ?? []).filter(({ stages }) => stages !== undefined);
  const [first] = staged;
  const stages = first?.stages;
  if (gpu === undefined || buffers === undefined || first === undefined || stages === undefined || stages < 2)
    return [];
  if (mmaNames(group).length === 0 || staged.some((one) => one.stages !== stages)) return [];
  // Of what CuTe DSL's allocator gives elsewhere, or of a size that is not known, this instance's tensors are a part.
  const all = { facts: group.facts, elsewhere: takenElsewhere(file, [group.instance.id]), buffers };
  const taken = context.language === "python" ? allocatedSum(all) : sharedSum({ ...all, language: "cpp" });
  if (taken === undefined || "why" in taken) return [];
  const now = taken.bytes + slack;
  const more = now + bytesOf(staged) / stages;
  if (more > gpu.sharedOfBlock || blocksOf(gpu, more) < blocksOf(gpu, now)) return [];
  const names = staged.map(({ name }) => name).join(", ");
  const told = `${stages} stages take ${kib(bytesOf(staged))}, ${stages + 1} take ${kib((bytesOf(staged) / stages) * (stages + 1))}`;
  const blocks = blocksOf(gpu, more);
  const fits = `they fit a block of ${gpu.name} (${kib(gpu.sharedOfBlock)}), and ${blocks} block${blocks === 1 ? "" : "s"} an SM as before`;
  const { item, span } = first.fact;
  return [{ item, span, message: `${names}: ${told}: ${fits}`, related: [], fixes: [] }];
}

const bytesOf = (buffers: readonly SharedBuffer[]): number => buffers.reduce((sum, { bytes }) => sum + bytes, 0);

const blocksOf = (gpu: Gpu, shared: number): number =>
  occupancy(gpu, { shared, threads: undefined, registers: undefined }).blocks;

/** The page of smem-one-stage-more-fits. */
export const smemOneStageMoreFitsPage = (): RulePage => ({
  doc: `
More stages are more loads under way while the MMA works. Where the buffers of a pipeline leave so much shared memory that one stage
more fits a block, and as many blocks fit on an SM with it as without, that memory lies idle.

Counted is what the kernel declares, allocates or lays tensors over, and 1 KiB for barriers and the like. The GPU is that of \`cuteLens.arch\`, else
what the kernel's MMAs are made for. A kernel whose buffers are not all known, or without an MMA, is left alone.

Whether the stage is worth it the run must tell: a loop that the MMA bounds gains nothing.`,
  references: ["CUDA programming guide, compute capabilities: shared memory per block and per multiprocessor"],
  examples: [
    {
      language: "cpp",
      bad: hopperKernel(
        5,
        "",
        "",
        "\n  //   ^^ sA, sB: 5 stages take 160 KiB, 6 take 192 KiB: they fit a block of H100 (227 KiB)",
      ),
      good: hopperKernel(7),
    },
    {
      language: "python",
      bad: dslKernel(3, "", "", "\n#   ^^ sA, sB: 3 stages take 96 KiB, 4 take 128 KiB"),
      good: dslKernel(7, ""),
    },
  ],
});
