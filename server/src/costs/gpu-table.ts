// The table of GPUs that rooflines and occupancy rest on, for the documentation.
import { gpus } from "../../../src-engine/costs/gpus.ts";

/** Rows of Markdown. */
export function gpuTable(): string {
  const head = [
    "GPU",
    "SMs",
    "16-bit MMA",
    "FP32",
    "Memory",
    "Turns at",
    "Shared memory of an SM, of a block",
    "Threads, blocks",
  ];
  const rows = Object.values(gpus).map((gpu) => [
    gpu.name,
    `${gpu.sms} at ${gpu.clock / 1e9} GHz`,
    `${gpu.mma / 1e12} TFLOP/s`,
    `${gpu.fma / 1e12} TFLOP/s`,
    `${gpu.memory / 1e12} TB/s`,
    `${Math.round(gpu.mma / gpu.memory)} FLOP/B`,
    `${gpu.sharedOfSm / 1024} KiB, ${gpu.sharedOfBlock / 1024} KiB`,
    `${gpu.threadsOfSm}, ${gpu.blocksOfSm}`,
  ]);
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
