// How many stages of A and B fit in shared memory.
import type { Context } from "../../context.ts";
import { symbol } from "../../int/ask.ts";
import { staticInt } from "../../int/int.ts";
import { product } from "../../tuple/int-tuple.ts";
import { get } from "../../tuple/tree.ts";
import type { DType, Int, Shape } from "../../value.ts";
import type { StageCount } from "./types.ts";

/** Bytes of shared memory that a thread block can have on Hopper and on data-centre Blackwell (arch/arch.h:44). */
export const smemCapacity = 232448;

/** `sizeof(PipelineTmaAsync<1>::SharedStorage)` and of PipelineTmaUmmaAsync: a full and an empty barrier. */
export const barrierBytes = 16;

export const roundUpTo = (n: number, to: number): number => Math.ceil(n / to) * to;

export const bytesOf = (type: DType, elements: number): number => Math.ceil((type.bits * elements) / 8);

/** Extents of the tile; a symbolic one leaves the builder's choices open. */
export function extentsOf(ctx: Context, tile: Shape, what: string): readonly [number, number, number] {
  const extent = (i: number): number => {
    const size = product(get(ctx, tile, i));
    return size.kind === "num" ? size.value : ctx.stop({ code: "not-known", message: `${what} is not a known number` });
  };
  return [extent(0), extent(1), extent(2)];
}

/** The count asked for, or what `fitting` gives for the carveout; open when the carveout is. */
export function stageCount(stages: StageCount, fitting: (carveout: number) => number): Int {
  if (stages.kind === "count") return stages.count;
  if (stages.carveout === undefined) return symbol("collective.stages", "Stages", { min: 2, know: "static" });
  return staticInt(fitting(stages.carveout));
}
