// Scale factors of block-scaled MMAs: how they lie in global and shared memory, and the MMA shape that carries them to tensor memory.
//
// Source: CUTLASS 4.7 include/cutlass/detail/sm100_blockscaled_layout.hpp:43-188 (Sm1xxBlockScaledConfig).
import type { Context } from "../context.ts";
import { staticInt } from "../int/int.ts";
import type { Order } from "../layout/make.ts";
import { tileToShape } from "../layout/product.ts";
import { product } from "../tuple/int-tuple.ts";
import { get, modesOf, tupleOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Shape } from "../value.ts";
import { lit } from "./literal.ts";
import type { TiledMma } from "./types.ts";

/** Rows that one block of scale factors covers, and how many factors it has per row. */
const blockRows = 128;
const blockFactors = 4;

/** `SfAtom`: 128 rows × 4 factors, K-major unless said otherwise; a factor covers `vector` values. */
export const scaleFactorAtom = (vector: number, major: "K" | "MN" = "K"): Layout =>
  major === "K"
    ? lit(
        [
          [32, 4],
          [vector, 4],
        ],
        [
          [16, 4],
          [0, 1],
        ],
      )
    : lit(
        [
          [vector, 4],
          [32, 4],
        ],
        [
          [0, 1],
          [16, 4],
        ],
      );

/** `tile_atom_to_shape_SFA|SFB(problem shape (M,N,K[,L]))`. */
export function scaleFactorLayout(ctx: Context, vector: number, problem: Shape, side: "A" | "B"): AnyLayout {
  const [m, n, k, batch] = modesOf(problem);
  const rows = side === "A" ? m! : n!;
  const shape = batch === undefined ? tupleOf<Int>(rows, k!) : tupleOf<Int>(rows, k!, batch);
  const steps = batch === undefined ? [2, 1] : [2, 1, 3];
  const order: Order = tupleOf<Int>(...steps.map(staticInt));
  return tileToShape(ctx, scaleFactorAtom(vector), shape, order);
}

/** `deduce_smem_layoutSFA|SFB(mma, tile)`: ((rows of an MMA, its K), 1, (k,…)). */
export function scaleFactorSmem(ctx: Context, mma: TiledMma, tile: Shape, side: "A" | "B"): Layout {
  const vector = mma.atom.vectorSize;
  if (vector === undefined) return notScaled(ctx, mma);
  const mmaK = number(ctx, get(ctx, mma.atom.shape, 2));
  const factors = mmaK / vector;
  const tileK = number(ctx, get(ctx, tile, 2));
  const rows = side === "A" ? rowsOfA(ctx, mma, tile) : rowsOfB(ctx, tile);
  const blocks = Math.floor(rows / blockRows);
  const blockSize = blockRows * blockFactors;
  return lit(
    [
      [
        [[32, 4], blocks],
        [vector, factors],
      ],
      1,
      [blockFactors / factors, Math.floor(tileK / vector / blockFactors)],
    ],
    [
      [
        [[16, 4], blockSize],
        [0, 1],
      ],
      0,
      [factors, blocks * blockSize],
    ],
  );
}

function rowsOfA(ctx: Context, mma: TiledMma, tile: Shape): number {
  const sms = number(ctx, get(ctx, mma.thrLayoutVMNK.shape, 0));
  return Math.floor(number(ctx, get(ctx, tile, 0)) / sms);
}

/** B is moved in whole blocks of 128 columns, whatever N is. */
const rowsOfB = (ctx: Context, tile: Shape): number =>
  Math.ceil(number(ctx, get(ctx, tile, 1)) / blockRows) * blockRows;

function number(ctx: Context, shape: Shape): number {
  const size = product(shape);
  if (size.kind === "num") return size.value;
  return ctx.stop({ code: "unsupported", message: "the tile of a block-scaled MMA has a symbolic size" });
}

function notScaled(ctx: Context, mma: TiledMma): never {
  return ctx.stop({ code: "not-block-scaled", message: `${mma.atom.name} takes no scale factors` });
}
