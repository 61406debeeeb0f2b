// CUTLASS's helpers that pick a Blackwell operation: the trivial tiled MMA of a tile, the widest repeat of a TMEM copy.
//
// cutlass/gemm/collective/builders/sm100_common.inl:306 and cute/atom/copy_traits_sm100.hpp:2781.
import { widestRepeat } from "../../../../../src-engine/algebra/atoms/collective/tmem-repeat.ts";
import { mmaAtom } from "../../../../../src-engine/algebra/atoms/lookup.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { makeTiledMma } from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { get } from "../../../../../src-engine/algebra/tuple/tree.ts";
import type { DType, Shape, Value } from "../../../../../src-engine/algebra/value.ts";
import { spell } from "./operation-names.ts";
import { type Call, type Row, row, targ } from "./row.ts";
import { dtypeIn, intIn, shapeIn, text } from "./values.ts";

export const sm100Rows: readonly Row[] = [
  ...(["SS", "TS"] as const).flatMap((operands) =>
    (["", "_2x1SM"] as const).flatMap((pair) => {
      const name = `sm100_make_${pair === "" ? "1sm" : "2sm"}_${operands === "TS" ? "ts_" : ""}trivial_tiled_mma`;
      return row(`${name} cutlass::gemm::collective::detail::${name}`, (call) => trivial(call, pair, operands));
    }),
  ),
  ...row("TMEM::op_repeater op_repeater", repeated),
];

/** One instruction spans M and N of the tile; A comes from shared memory (SS) or from tensor memory (TS). */
function trivial(call: Call, pair: "" | "_2x1SM", operands: "SS" | "TS"): Value {
  const { ctx } = call;
  const types = [0, 1, 2].map((i) => dtypeIn(ctx, targ(call, i)));
  const tile = shapeIn(ctx, targ(call, 3));
  const [m, n] = [extent(ctx, tile, 0), extent(ctx, tile, 1)];
  const refuse = (message: string): never => ctx.stop({ code: "static_assert", message, at: "sm100_common.inl" });
  if (!(pair === "" ? [64, 128] : [128, 256]).includes(m)) refuse("Invalid TileShape_M.");
  if (n % 8 !== 0 || n > 256) refuse("Invalid TileShape_N.");
  const rest = call.targs.slice(5).map(spell);
  const kind = kindOf(types[0]!);
  if (operands === "TS" && kind === "F8F6F4") refuse("Unsupported configuration for SM100 collective builder.");
  const operation = `SM100_MMA_${kind}${pair}_${operands}`;
  const atom = mmaAtom(ctx, operation, [...types.map((one) => one.name), m, n, ...rest]);
  if (atom === undefined) return ctx.stop({ code: "unsupported", message: `${operation} is not in the tables` });
  return makeTiledMma(ctx, atom);
}

const kindOf = (type: DType): string =>
  type.bits === 32 ? "TF32" : type.bits === 16 ? "F16BF16" : type.family === "float" ? "F8F6F4" : "S8";

function extent(ctx: Context, tile: Shape, mode: number): number {
  const size = product(get(ctx, tile, mode));
  return size.kind === "num"
    ? size.value
    : ctx.stop({ code: "not-known", message: "the tile's extents are no known numbers" });
}

function repeated(call: Call): Value {
  const { ctx } = call;
  const name = spell(targ(call, 0));
  const bits = intIn(ctx, targ(call, 1));
  if (bits.kind !== "num")
    return ctx.stop({ code: "not-known", message: `op_repeater of ${name} and a width that is not known` });
  return text(widestRepeat(ctx, name, bits.value));
}
