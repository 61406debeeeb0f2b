// What one call of a copy or MMA adds to a round of a loop.
import { readWavefronts } from "../../../../src-engine/costs/fma-gemm.ts";
import { operandWavefronts } from "../../../../src-engine/costs/gemm-cost.ts";
import type { Round } from "../../../../src-engine/costs/gpus.ts";
import type { PlacedCost } from "../../costs/list.ts";

export const nothing: Round = { bytes: 0, stored: 0, wavefronts: 0, flops: 0, operandBits: undefined };

export const added = (round: Round, part: Round, times: number): Round => ({
  bytes: round.bytes + times * part.bytes,
  stored: round.stored + times * part.stored,
  wavefronts: round.wavefronts + times * part.wavefronts,
  flops: round.flops + times * part.flops,
  operandBits: part.operandBits ?? round.operandBits,
});

export const isSame = (a: Round, b: Round): boolean =>
  a.bytes === b.bytes && a.stored === b.stored && a.wavefronts === b.wavefronts && a.flops === b.flops;

/** Of one call; in words why it was not counted. */
export function partOf({ cost }: PlacedCost): Round | string {
  switch (cost.kind) {
    case "unknown":
      return cost.why;
    case "bulk":
      return cost.bytes?.kind === "num" ? moved(cost.bytes.value, [cost]) : onlyOfRun;
    case "gemm": {
      if (cost.groups === undefined) return "how many threads issue its MMAs is not known";
      if (cost.flops?.kind !== "num" || cost.count?.kind !== "num") return "its MMAs are only known to the run";
      const read = readWavefronts(cost);
      if (read.uncounted > 0) return "what its threads read of shared memory is not known";
      const wavefronts = (operandWavefronts(cost) ?? 0) * 4 * cost.count.value * (cost.groups ?? 1) + read.wavefronts;
      return { ...nothing, wavefronts, flops: cost.flops.value, operandBits: cost.operandBits };
    }
    case "copy": {
      const [why] = cost.sides.flatMap((side) => ("why" in side ? [side.why] : []));
      if (why !== undefined) return why;
      const sides = cost.sides.flatMap((side) => ("why" in side ? [] : [side]));
      const wavefronts = sides.reduce((sum, { shared }) => sum + (shared?.worst.total.wavefronts ?? 0), 0);
      const global = sides.filter(({ space }) => space === "global");
      if (global.length > 0 && cost.bytes?.kind !== "num") return onlyOfRun;
      return { ...moved(cost.bytes?.kind === "num" ? cost.bytes.value : 0, global), wavefronts };
    }
    default:
      return cost satisfies never;
  }
}

const onlyOfRun = "its bytes are only known to the run";

/** So many bytes each way. */
function moved(bytes: number, ways: readonly { readonly direction: "load" | "store" }[]): Round {
  const stored = ways.filter(({ direction }) => direction === "store").length;
  return { ...nothing, bytes: bytes * ways.length, stored: bytes * stored };
}
