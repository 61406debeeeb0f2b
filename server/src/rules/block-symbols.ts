// What symbols are in one thread of a block, and what all threads of it have alike because the launch says it.
import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { Block } from "../costs/block.ts";
import { originOf, type ThreadSymbols } from "../languages/thread-symbols.ts";

/** `blockDim.x` and the like where the launch says them, by their symbols. */
export function ofExtents(value: Int, extents: Block | undefined, symbols: ThreadSymbols): ReadonlyMap<string, Int> {
  const found = new Map<string, Int>();
  for (const atom of symbolsOf(value)) {
    const extent = extents?.[symbols.extent.findIndex((axis) => axis.test(originOf(atom)))];
    if (extent !== undefined) found.set(atom.id, dynamicInt(extent));
  }
  return found;
}

/** The thread's index, its warp's number and that of four warps, whatever slices are taken with. Along x alone they are so only in a block of one dimension. */
export function ofBlock(
  origin: string,
  isPlane: boolean,
  { thread: [index], warpNumber: [alongX, ofAll], groupNumber }: ThreadSymbols,
): ((thread: number) => number) | undefined {
  if (ofAll.test(origin) || (!isPlane && alongX.test(origin))) return (thread) => Math.floor(thread / 32);
  if (!isPlane && groupNumber.test(origin)) return (thread) => Math.floor(thread / 128);
  return !isPlane && index.test(origin) ? (thread) => thread : undefined;
}
