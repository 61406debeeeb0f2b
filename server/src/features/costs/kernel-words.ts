// What a kernel takes and what its main loop does, in words: for the command line, code lenses and JSON.
import { type Roofline, tensorColumns } from "../../../../src-engine/costs/gpus.ts";
import { scaled } from "../../costs/words.ts";
import { bytesText } from "../../facts/swizzle-words.ts";
import type { KernelCost } from "./kernel.ts";

export interface KernelWords {
  readonly label: string;
  readonly text: string;
}

export function kernelWords(kernel: KernelCost): readonly KernelWords[] {
  const { gpu, shared, threads, loop } = kernel;
  const buffers = shared?.buffers.map(({ name, bytes }) => `${name} ${bytesText(bytes)}`).join(" + ");
  return [
    ...(shared === undefined
      ? []
      : [
          { label: "shared memory", text: `${bytesText(shared.bytes)} of ${bytesText(gpu.sharedOfBlock)}: ${buffers}` },
        ]),
    ...(threads === undefined ? [] : [{ label: "threads", text: `${threads} in its copies and MMAs` }]),
    ...limitLines(kernel),
    ...(shared === undefined && threads === undefined ? [] : [{ label: "occupancy", text: occupancyText(kernel) }]),
    ...(loop === undefined ? [] : [{ label: "main loop", text: loopText(kernel) }]),
  ];
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

export function loopText({ gpu, loop }: KernelCost): string {
  if (loop === undefined) return "";
  const { round, rounds, roofline, uncounted } = loop;
  const parts = [
    ...(round.bytes === 0 ? [] : [`${bytesText(round.bytes)} from global memory`]),
    ...(round.wavefronts === 0 ? [] : [`${round.wavefronts} wavefronts of shared memory`]),
    ...(round.flops === 0 ? [] : [`${scaled(round.flops)}FLOP`]),
  ];
  const often = rounds === undefined ? "" : `, ${rounds} round${rounds === "1" ? "" : "s"}`;
  const sums = `${parts.join(", ")} a round${often}`;
  const [why] = uncounted;
  if (why !== undefined)
    return `${sums} (${uncounted.length} call${uncounted.length === 1 ? "" : "s"} not counted: ${why})`;
  if (round.flops === 0) return sums;
  if (roofline.intensity === undefined)
    return `${sums}; no load from global memory in it: ${roofline.bound} bounds it at best`;
  const intensity = Math.round(roofline.intensity);
  return `${sums}; ${intensity} FLOP/B where ${gpu.name} turns at ${Math.round(roofline.ridge)}: ${boundText(roofline.bound)}`;
}

/** Of what comes from memory some may be in L2 already. */
const boundText = (bound: Roofline["bound"]): string =>
  bound === "memory" ? "memory bounds it, but for what L2 keeps" : `${bound} bounds it at best`;

/** One line above the kernel. */
export function kernelLine(kernel: KernelCost): string | undefined {
  const { loop, occupancy, shared, threads } = kernel;
  const fits =
    shared === undefined && threads === undefined
      ? []
      : [`${occupancy.blocks} CTA${occupancy.blocks === 1 ? "" : "s"}/SM by ${occupancy.by}`];
  const round = loop === undefined ? [] : [loopText(kernel)];
  const parts = [...round, ...fits];
  return loop === undefined || parts.length === 0 ? undefined : parts.join(" · ");
}
