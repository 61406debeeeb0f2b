// Above a kernel: what a round of its main loop moves and computes, and how many of its CTAs fit on an SM.
import { type Gpu, gpus } from "../../../../src-engine/costs/gpus.ts";
import { gpuOfArch } from "../../costs/gpu-of.ts";
import { costList } from "../../costs/list.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Lens } from "../code-lens.ts";
import { kernelCosts } from "./kernel.ts";
import { kernelLine } from "./kernel-words.ts";

/** Of the chosen instance of each kernel, else of its first. */
export function costLenses(index: FactIndex, settings: Pick<Settings, "arch" | "gpu">): readonly Lens[] {
  const gpu = gpuOf(settings);
  const kernels = kernelCosts(index, costList(index, "quick"), gpu);
  const seen = new Set<string>();
  return [...kernels]
    .sort((a, b) => rank(index, a.instance) - rank(index, b.instance))
    .flatMap((kernel) => {
      const at = index.facts.unit.places.get(kernel.item);
      const text = kernelLine(kernel);
      if (at === undefined || text === undefined || seen.has(kernel.item)) return [];
      seen.add(kernel.item);
      return [{ place: { fragment: at.fragment, start: at.start, end: at.start }, text, action: "none" as const }];
    });
}

const rank = (index: FactIndex, instance: string): number => (index.chosen.has(instance) ? 0 : 1);

/** What is set, else what each kernel's MMAs are made for. */
export const gpuOf = ({ arch, gpu: chosen }: Pick<Settings, "arch" | "gpu">): Gpu | undefined =>
  gpus[chosen] ?? gpuOfArch(arch);
