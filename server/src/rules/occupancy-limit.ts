// COST006: more blocks asked for on an SM than its shared memory or its threads have room for.
import { type Gpu, gpus, occupancy } from "../../../src-engine/costs/gpus.ts";
import { gpuOfArch, gpuOfMmas } from "../costs/gpu-of.ts";
import { type Asked, blocksAskedOf } from "../costs/kernel-head.ts";
import { factsByInstance } from "./by-instance.ts";
import { certainBytes, kib, mmaNames } from "./kernel-buffers.ts";
import type { FileContext, FileRule, Finding, InstanceFacts, RulePage } from "./rule.ts";
import { dslKernel, hopperKernel } from "./stage-examples.ts";

export const occupancyLimit: FileRule = {
  code: "occupancy-limit",
  number: "COST006",
  severity: "information",
  title: "A kernel asks for more blocks on an SM than fit.",
  on: "file",
  check: (facts, context) =>
    factsByInstance(facts)
      .filter(({ instance }) => instance.certain)
      .flatMap((group) => {
        const asked = blocksAskedOf(facts, group.instance, context.text);
        return asked === undefined ? [] : judge(asked, certainBytes(group, facts, context), judgedFor(group, context));
      }),
};

interface Judged extends FileContext {
  readonly gpu: Gpu;
  readonly on: string;
}

function judgedFor(group: InstanceFacts, context: FileContext): Judged {
  const gpu = gpuOfArch(context.arch) ?? ownGpu(mmaNames(group));
  return gpu === undefined
    ? { ...context, gpu: largest, on: `any GPU, the largest SM having ${kib(largest.sharedOfSm)}` }
    : { ...context, gpu, on: gpu.name };
}

const largest = gpus.h100 as Gpu;

/** MMAs that no other generation has; an A100's run on every later one. */
function ownGpu(mmas: readonly string[]): Gpu | undefined {
  const gpu = gpuOfMmas(mmas);
  return gpu === gpus.a100 ? undefined : gpu;
}

function judge(asked: Asked, bytes: number, context: Judged): readonly Finding[] {
  const { gpu } = context;
  const { blocks, by } = occupancy(gpu, { shared: bytes, threads: asked.threads, registers: undefined });
  if (asked.blocks <= blocks || asked.blocks < 2) return [];
  const what =
    by === "shared memory" ? `shared memory of ${kib(bytes)}` : by === "threads" ? `${asked.threads} threads` : "an SM";
  const site = { item: asked.item, span: asked.span };
  const message = `${context.text(site)}: ${asked.blocks} blocks asked for on an SM, and ${what} leaves room for ${blocks} on ${context.on}: ask for fewer, or take fewer stages or a smaller tile`;
  return [{ ...site, message, related: [], fixes: [] }];
}

/** The page of occupancy-limit. */
export const occupancyLimitPage = (): RulePage => ({
  doc: `
\`__launch_bounds__(threads, blocks)\`, or \`min_blocks_per_mp\` of a launch in CuTe DSL, has the compiler give each thread few enough
registers that so many blocks fit on an SM. Where shared memory or the threads themselves leave room for fewer, the registers are given
up for nothing, and the kernel may spill.

An SM of an A100 has 164 KiB of shared memory, of an H100, H200 or B200 228 KiB, of the GeForce chips 100 KiB; each block takes 1 KiB
besides its own. Shared memory counts as far as it is certain: in C++ the buffer that reaches furthest, in CuTe DSL the sum of what is
allocated. Without an architecture (\`cuteLens.arch\`) it is the GPU that the kernel's MMAs are for, where only one generation
has them, and else the largest SM.

Ask for as many blocks as fit, or take fewer stages or a smaller tile.`,
  references: [
    "CUDA programming guide, __launch_bounds__: minBlocksPerMultiprocessor",
    "CUDA programming guide, compute capabilities: shared memory and threads of a multiprocessor",
  ],
  examples: [
    {
      language: "cpp",
      bad: hopperKernel(
        4,
        "__launch_bounds__(128, 2) ",
        "\n//         ^^^^^^^^^^^^^^^^^^^^^^^^^ __launch_bounds__(128, 2): 2 blocks asked for on an SM, and shared memory of 128 KiB",
      ),
      good: hopperKernel(4, "__launch_bounds__(128, 1) "),
      arch: "sm_90a",
    },
    {
      language: "python",
      bad: dslKernel(
        3,
        ", min_blocks_per_mp=3",
        "\n#                                                                        ^ 3: 3 blocks asked for on an SM, and shared memory of 96 KiB",
      ),
      good: dslKernel(3, ", min_blocks_per_mp=2"),
      arch: "sm_90a",
    },
  ],
});
