// What a kernel takes and what its main loop does, in words: for the command line, code lenses and JSON.
import { type Roofline, tensorColumns } from "../../../../src-engine/costs/gpus.ts";
import { scaled } from "../../costs/words.ts";
import { bytesText } from "../../facts/swizzle-words.ts";
import { partsText } from "../shared-memory.ts";
import type { KernelCost } from "./kernel.ts";
import type { LoopCost } from "./main-loop.ts";

export interface KernelWords {
  readonly label: string;
  readonly text: string;
}

export function kernelWords(kernel: KernelCost): readonly KernelWords[] {
  const { gpu, shared, sharedOpen, loop, loads, isWhole } = kernel;
  const threads = threadsText(kernel);
  const loops = [
    ...(loop === undefined ? [] : [{ label: "main loop", text: loopText(kernel) }]),
    ...(loads === undefined ? [] : [{ label: "load loop", text: sumsText(loads, kernel) }]),
  ];
  // An SM runs whole kernels.
  if (kernel.isPart) return loops;
  return [
    ...(shared === undefined
      ? []
      : [
          {
            label: "shared memory",
            text: `${bytesText(shared.bytes)} of ${bytesText(gpu.sharedOfBlock)}: ${partsText(shared.parts)}`,
          },
        ]),
    ...(sharedOpen === undefined ? [] : [{ label: "shared memory", text: `not counted: ${sharedOpen}` }]),
    ...(threads === undefined ? [] : [{ label: "threads", text: threads }]),
    ...limitLines(kernel),
    ...(!isWhole || (shared === undefined && threads === undefined)
      ? []
      : [{ label: "occupancy", text: occupancyText(kernel) }]),
    ...loops,
  ];
}

/** Warps that only load, or wait, are of the block too. */
function threadsText({ threads, block }: KernelCost): string | undefined {
  if (block === undefined) return threads === undefined ? undefined : `${threads} in its copies and MMAs`;
  const isTold = threads === undefined || threads === block;
  return isTold ? `${block} a block` : `${block} a block, ${threads} of them in its copies and MMAs`;
}

function limitLines({ accumulators, limits: { registersSet, cluster, columns } }: KernelCost): readonly KernelWords[] {
  const held =
    accumulators === undefined ? [] : [`at least ${accumulators} a thread, for the accumulators of its largest MMA`];
  const set = registersSet.length === 0 ? [] : [`its warps set ${registersSet.join(" and ")}`];
  const registers = [...held, ...set].join("; ");
  const ctas = cluster?.reduce((a, b) => a * b, 1);
  return [
    ...(registers === "" ? [] : [{ label: "registers", text: registers }]),
    ...(columns === undefined
      ? []
      : [{ label: "tensor memory", text: `at least ${columns} of ${tensorColumns} columns, for its largest tensor` }]),
    ...(cluster === undefined
      ? []
      : [{ label: "cluster", text: `${cluster.join(" × ")}: ${ctas} CTA${ctas === 1 ? "" : "s"}` }]),
  ];
}

function occupancyText({ gpu, occupancy: { blocks, by } }: KernelCost): string {
  return `at most ${blocks} CTA${blocks === 1 ? "" : "s"} per SM of ${gpu.name}, by ${by}`;
}

export function loopText(kernel: KernelCost): string {
  const { gpu, loop } = kernel;
  if (loop === undefined) return "";
  const { round, roofline, uncounted } = loop;
  const sums = sumsText(loop, kernel);
  if (uncounted.length > 0 || round.flops === 0) return sums;
  if (roofline.intensity === undefined)
    return `${sums}; no load from global memory in it: ${roofline.bound} bounds it at best`;
  const intensity = Math.round(roofline.intensity);
  return `${sums}; ${intensity} FLOP/B where ${gpu.name} turns at ${Math.round(roofline.ridge)}: ${boundText(roofline.bound)}`;
}

/** What a round moves and computes, how many there are, what is missing. */
function sumsText({ round, rounds, uncounted, instance, names }: LoopCost, kernel: KernelCost): string {
  const parts = [
    ...(round.bytes === round.stored ? [] : [`${bytesText(round.bytes - round.stored)} from global memory`]),
    ...(round.stored === 0
      ? []
      : [`${bytesText(round.stored)} to ${round.bytes === round.stored ? "global memory" : "it"}`]),
    ...(round.wavefronts === 0 ? [] : [`${round.wavefronts} wavefronts of shared memory`]),
    ...(round.flops === 0 ? [] : [`${scaled(round.flops)}FLOP`]),
  ];
  const often = rounds === undefined ? "" : `, ${rounds} round${rounds === "1" ? "" : "s"}`;
  const [why] = uncounted;
  const missing =
    why === undefined ? "" : ` (${uncounted.length} call${uncounted.length === 1 ? "" : "s"} not counted: ${why})`;
  const isOwn = instance === kernel.instance && names.length === 1;
  const where = isOwn ? "" : ` of the loop${names.length === 1 ? "" : "s"} in ${names.join(" and ")}`;
  return `${parts.length === 0 ? "nothing counted" : parts.join(", ")} a round${where}${often}${missing}`;
}

/** Of what comes from memory some may be in L2 already. */
const boundText = (bound: Roofline["bound"]): string =>
  bound === "memory" ? "memory bounds it, but for what L2 keeps" : `${bound} bounds it at best`;

/** One line above the kernel: what bounds it first, as an editor cuts long lines; the rest stands in the Costs view. */
export function kernelLine(kernel: KernelCost): string | undefined {
  const { gpu, loop, loads, occupancy, shared, isPart } = kernel;
  const threads = kernel.block ?? kernel.threads;
  if (loop === undefined) return undefined;
  const { round, roofline, uncounted } = loop;
  const isCounted = uncounted.length === 0 && round.flops > 0;
  const { intensity, ridge, bound } = roofline;
  const ratio =
    intensity === undefined ? [] : [`${Math.round(intensity)} FLOP/B, ${gpu.name} turns at ${Math.round(ridge)}`];
  const bounds = isCounted ? [[boundText(bound), ...ratio].join(": ")] : [];
  const fits =
    isPart || !kernel.isWhole || (shared === undefined && threads === undefined)
      ? []
      : [`at most ${occupancy.blocks} CTA${occupancy.blocks === 1 ? "" : "s"}/SM, by ${occupancy.by}`];
  const loaded = loads === undefined ? [] : [sumsText(loads, kernel)];
  return [...bounds, sumsText(loop, kernel), ...loaded, ...fits].join(" · ");
}
