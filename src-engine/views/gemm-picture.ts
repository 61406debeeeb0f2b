// The operands of a GEMM as they lie around the product: A left, B above it as K × N, C in the corner.
//
// Three layouts of (M,K), (N,K) and (M,N), or with a tile (M,N,K) three TV layouts, which need not be those of one atom.
import type { Context } from "../algebra/context.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { Shape, Value } from "../algebra/value.ts";
import { gemmSheet } from "./sheets.ts";
import type { Picture } from "./view.ts";
import { isPicture, type NoPicture, type ViewOptions, viewOf } from "./view-of.ts";

/** Modes of the tile (M,N,K) that A, B and C have. */
const sides = [
  [0, 2],
  [1, 2],
  [0, 1],
] as const;

export const wanted = "three layouts A, B, C of (M,K), (N,K) and (M,N), or three TV layouts with a tile (M,N,K)";

export function gemmPicture(
  ctx: Context,
  operands: readonly Value[],
  tile: Shape | undefined,
  options: ViewOptions,
): Picture | NoPicture {
  if (operands.length !== 3) return { why: wanted };
  const pictures: Picture[] = [];
  for (const [i, value] of operands.entries()) {
    const { tile: _, ...own } = options;
    const part = tile === undefined ? undefined : operandTile(tile, i);
    const asked: ViewOptions = part === undefined ? { ...own, strip: true } : { ...own, view: "tv", tile: part };
    const picture = viewOf(ctx, value, asked);
    if (!isPicture(picture)) return picture;
    pictures.push(picture);
  }
  return gemmSheet(pictures) ?? { why: wanted };
}

/** Undefined for what is no tile of three modes: the layouts are drawn as they are. */
function operandTile(tile: Shape, operand: number): Shape | undefined {
  const modes = modesOf(tile);
  const [m, n] = sides[operand] ?? [0, 0];
  const [rows, columns] = [modes[m], modes[n]];
  return modes.length !== 3 || rows === undefined || columns === undefined
    ? undefined
    : { kind: "tuple", items: [rows, columns] };
}
