// Which GPU a kernel is counted for: that of the architecture that is set, else what its MMAs are made for.
import { type Gpu, gpus } from "../../../src-engine/costs/gpus.ts";
import type { Arch } from "../settings/schema.ts";

export const gpuOfArch = (arch: Arch): Gpu | undefined =>
  Object.values(gpus).find((gpu) => gpu.arch === arch || gpu.arch.replace(/a$/, "") === arch);

/** By the names of MMA atoms and instructions; undefined where none of them tells. */
export function gpuOfMmas(names: readonly string[]): Gpu | undefined {
  const found = generations.find(([form]) => names.some((name) => form.test(name)));
  return found === undefined ? undefined : gpus[found[1]];
}

const generations: readonly (readonly [RegExp, string])[] = [
  [/^(?:\w+::)*SM120/, "rtx5090"],
  [/^(?:(?:\w+::)*SM10\d|tcgen05\.)/, "b200"],
  [/^(?:\w+::)*SM90/, "h100"],
  [/^(?:\w+::)*SM8/, "a100"],
];
