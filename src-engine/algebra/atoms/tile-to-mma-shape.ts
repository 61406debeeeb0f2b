// `UMMA::tile_to_mma_shape(atom, ((MMA_MN,MMA_K),n,k,…), order)`: a shared-memory tile in the shape of the MMA's partition
// (CUTLASS 4.7 include/cute/atom/mma_traits_sm100.hpp:112-122).
import type { Context } from "../context.ts";
import { tiledDivide } from "../layout/divide.ts";
import type { Order } from "../layout/make.ts";
import { tileToShape } from "../layout/product.ts";
import { productEach } from "../tuple/int-tuple.ts";
import { get, modesOf, rankOf, take, zipModes } from "../tuple/tree.ts";
import type { AnyLayout, Int, Shape } from "../value.ts";
import { tuple } from "../value.ts";

export function tileToMmaShape(ctx: Context, atom: AnyLayout, mmaShape: Shape, order: Order = "left"): AnyLayout {
  const rank = rankOf(mmaShape);
  const first = get(ctx, mmaShape, 0);
  const tiles = take(ctx, mmaShape, 1, 3);
  const paired = zipModes<Int, Int, Int>(ctx, first, tiles, (a, b) => tuple([a, b]));
  const rest = rank > 3 ? modesOf(take(ctx, mmaShape, 3, rank)) : [];
  const tiled = tileToShape(ctx, atom, tuple([...modesOf(paired), ...rest]), order);
  return tiledDivide(ctx, tiled, productEach(first));
}
