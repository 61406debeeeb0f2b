// How much shared memory a block may have, by architecture.
import { blockKilobytes } from "../../../src-engine/costs/block-shared.ts";
import type { Arch } from "../settings/schema.ts";

/** Bytes; where no architecture is set as many as any has. */
export const sharedMemoryLimit = (arch: Arch): number =>
  1024 * (blockKilobytes(arch === "auto" ? "sm_90" : arch) ?? 227);
