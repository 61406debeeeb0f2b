// `GMMA::ss_op_selector<A, B, C, TileShape_MNK, MajorA, MajorB>()` and `rs_op_selector`: the wgmma operation of the widest N that divides the tile.
//
// CUTLASS compiles most widths only with CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED (arch/mma_sm90.hpp:366, :4852); where that decides, both
// operations are alternatives.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { get } from "../../../../../src-engine/algebra/tuple/tree.ts";
import type { DType, Shape, Text, Value } from "../../../../../src-engine/algebra/value.ts";
import { spell } from "./operation-names.ts";
import { type Call, type Row, row, targ } from "./row.ts";
import { dtypeIn, shapeIn, text } from "./values.ts";

export const selectorRows: readonly Row[] = [
  ...row("GMMA::ss_op_selector ss_op_selector", (call) => selected(call, "SS")),
  ...row("GMMA::rs_op_selector rs_op_selector", (call) => selected(call, "RS")),
];

const always = [256, 192, 128, 96, 64, 32, 16, 8];

function selected(call: Call, source: "SS" | "RS"): Value {
  const { ctx } = call;
  const [a, b, c] = [0, 1, 2].map((i) => dtypeIn(ctx, targ(call, i)));
  if (a === undefined || b === undefined || c === undefined)
    return ctx.stop({ code: "arguments", message: `${call.name} needs three element types` });
  const tile = shapeIn(ctx, targ(call, 3));
  const parameters = [4, 5].map((i) => (call.targs[i] === undefined ? "GMMA::Major::K" : spell(call.targs[i]!)));
  const rest = call.targs.slice(6);
  return widest(ctx, tile, (width) => text(operationName(ctx, { a, b, c, width, source, parameters, rest })));
}

function widest(ctx: Context, tile: Shape, operation: (width: number) => Text): Value {
  const n = widthOf(ctx, tile);
  const plain = always.find((width) => n % width === 0);
  const extended = Array.from({ length: 32 }, (_, i) => 256 - 8 * i).find((width) => n % width === 0);
  if (plain === undefined || extended === undefined)
    return ctx.stop({ code: "static_assert", message: "Tile_N must be a multiple of 8." });
  return plain === extended ? operation(plain) : eitherWay(operation(extended), operation(plain));
}

function widthOf(ctx: Context, tile: Shape): number {
  const n = product(get(ctx, tile, 1));
  return n.kind === "num" ? n.value : ctx.stop({ code: "not-known", message: "the tile's N is not a known number" });
}

interface Wanted {
  readonly a: DType;
  readonly b: DType;
  readonly c: DType;
  readonly width: number;
  readonly source: "SS" | "RS";
  readonly parameters: readonly string[];
  readonly rest: readonly Value[];
}

const letters: Readonly<Record<string, string>> = {
  half_t: "F16",
  bfloat16_t: "BF16",
  tfloat32_t: "TF32",
  float: "F32",
  float_e4m3_t: "E4M3",
  float_e5m2_t: "E5M2",
  int8_t: "S8",
  uint8_t: "U8",
  int: "S32",
};

/** Operands of 16 bits may be MN-major and say so; all others are `_TN`. */
function operationName(ctx: Context, { a, b, c, width, source, parameters, rest }: Wanted): string {
  const [la, lb, lc] = [a, b, c].map((type) => letters[type.name]);
  if (la === undefined || lb === undefined || lc === undefined) {
    return ctx.stop({
      code: "unsupported",
      message: `no wgmma operation for ${a.name}, ${b.name} and ${c.name} is known here`,
    });
  }
  const sixteen = a.bits === 16;
  const args = [...(sixteen ? parameters : []), ...rest.map(spell)];
  const name = `SM90::GMMA::MMA_64x${width}x${256 / a.bits}_${lc}${la}${lb}_${source}${sixteen ? "" : "_TN"}`;
  return args.length === 0 ? name : `${name}<${args.join(",")}>`;
}

const flag = "CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED";

/** Two values, by whether the flag is defined. */
export function eitherWay(extended: Value, plain: Value): Value {
  const option = (holds: boolean, value: Value) => ({
    when: holds ? `${flag} is defined` : `${flag} is not defined`,
    under: [{ kind: "test", key: flag, holds, text: `defined(${flag})` } as const],
    value,
  });
  return { kind: "alternatives", options: [option(true, extended), option(false, plain)] };
}
