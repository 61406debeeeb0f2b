// What a Blackwell mainloop has besides the dense one where its operands are scaled block by block
// (CUTLASS 4.7 include/cutlass/gemm/collective/builders/sm100_blockwise_umma_builder.inl).
import type { Context } from "../../context.ts";
import { isConstant, staticInt } from "../../int/int.ts";
import { makeLayout } from "../../layout/make.ts";
import { makeTiledCopy } from "../../tiled/tiled-copy.ts";
import { product } from "../../tuple/int-tuple.ts";
import { get } from "../../tuple/tree.ts";
import type { DType, Layout, Shape } from "../../value.ts";
import { copyAtom } from "../lookup.ts";
import type { TiledCopy } from "../types.ts";
import { barrierBytes, bytesOf, extentsOf, roundUpTo } from "./stages.ts";
import type { MainloopSpec, ScaleLayouts } from "./types.ts";

const at = "sm100_blockwise_umma_builder.inl";

/** Values of the operand that share a factor: along M or N, and along K. */
interface Granularity {
  readonly mn: number;
  readonly k: number;
}

/** The copies of the factors of A and of B, by one warp at most. */
export function scaleCopies(
  ctx: Context,
  spec: MainloopSpec,
  scales: ScaleLayouts,
  ctaTile: Shape,
): { readonly a: TiledCopy; readonly b: TiledCopy } {
  const [m, n, k] = extentsOf(ctx, ctaTile, "the tile");
  return {
    a: scaleCopy(ctx, spec.accumulator, scales.a, m, k),
    b: scaleCopy(ctx, spec.accumulator, scales.b, n, k),
  };
}

function scaleCopy(ctx: Context, type: DType, of: Layout, mn: number, k: number): TiledCopy {
  const granularity = granularityOf(ctx, of);
  if (mn < granularity.mn || k < granularity.k) {
    const message = "Scale Granularity must be smaller than or equal to the tile shape";
    ctx.stop({ code: "static_assert", message, at });
  }
  const factors = Math.floor(mn / granularity.mn);
  if (!isConstant(get(ctx, get(ctx, of.stride, 0), 1), 1)) return copyOf(ctx, type.name, type, 32, 1);
  if (factors < 32) return copyOf(ctx, type.name, type, factors, 1);
  const bytes = Math.min(Math.floor(bytesOf(type, factors) / 32), 16);
  return copyOf(ctx, `uint${bytes * 8}_t`, type, 32, (bytes * 8) / type.bits);
}

function copyOf(ctx: Context, unit: string, type: DType, threads: number, values: number): TiledCopy {
  const atom = copyAtom(ctx, `SM80_CP_ASYNC_CACHEALWAYS<${unit}>`, type);
  if (atom === undefined) return ctx.stop({ code: "unsupported", message: `cp.async of ${unit} is not in the tables` });
  return makeTiledCopy(ctx, atom, makeLayout(staticInt(threads)), makeLayout(staticInt(values)));
}

/** Bytes of a stage: operands and factors on 128 bytes, then the barriers of both pipelines. */
export function scaledStageBytes(ctx: Context, spec: MainloopSpec, scales: ScaleLayouts, operands: number): number {
  const [m, n, k] = extentsOf(ctx, spec.tile, "the tile");
  const factors = (of: Layout, mn: number): number => {
    const granularity = granularityOf(ctx, of);
    return bytesOf(spec.accumulator, Math.floor(mn / granularity.mn) * Math.floor(k / granularity.k));
  };
  return roundUpTo(operands + factors(scales.a, m) + factors(scales.b, n), 128) + 2 * barrierBytes;
}

/** Bytes of a stage's factors on Hopper, which has one for the whole depth of the tile (sm90_gmma_builder.inl:1150-1156). */
export function hopperFactorBytes(ctx: Context, spec: MainloopSpec, scales: ScaleLayouts): number {
  const [m, n] = extentsOf(ctx, spec.tile, "the tile");
  const factors = (of: Layout, mn: number, mode: string): number => {
    const granularity = granularityOf(ctx, of);
    if (mn % granularity.mn === 0) return mn / granularity.mn;
    const message = `FP8 scaling granularity must evenly divide tile shape along ${mode}.`;
    return ctx.stop({ code: "static_assert", message, at: "sm90_gmma_builder.inl" });
  };
  return bytesOf(spec.accumulator, factors(scales.a, m, "M")) + bytesOf(spec.accumulator, factors(scales.b, n, "N"));
}

/** `((values per factor, rest),(values per factor, rest),L)`. */
function granularityOf(ctx: Context, of: Layout): Granularity {
  const along = (mode: number): number => {
    const first = product(get(ctx, get(ctx, of.shape, mode), 0));
    if (first.kind === "num" && first.know === "static") return first.value;
    return ctx.stop({ code: "not-known", message: "how many values share a scale factor is not a known number" });
  };
  return { mn: along(0), k: along(1) };
}
