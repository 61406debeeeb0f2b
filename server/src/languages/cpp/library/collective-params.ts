// `CollectiveMma::Params` of a mainloop that loads by TMA: the types of its two copies, as the class declares them
// (gemm/collective/sm90_mma_tma_gmma_ss_warpspecialized.hpp:174, sm100_mma_warpspecialized.hpp:303), and what
// `to_underlying_arguments` gives.
import type { Mainloop } from "../../../../../src-engine/algebra/atoms/collective/types.ts";
import { type Context, OpStop } from "../../../../../src-engine/algebra/context.ts";
import { dynamicInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { tiledDivide } from "../../../../../src-engine/algebra/layout/divide.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import { slice } from "../../../../../src-engine/algebra/layout/slice.ts";
import { makeTmaAtomSm100, makeTmaCopySm90 } from "../../../../../src-engine/algebra/tma/make.ts";
import { tmaOperation } from "../../../../../src-engine/algebra/tma/operations.ts";
import { mapLeaves, tupleOf } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type DType,
  type Int,
  type Layout,
  layout,
  type Shape,
  type Stride,
  type Underscore,
  underscore,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { type Call, lenientRow, type Row } from "./row.ts";
import { measured } from "./rows-tma.ts";
import { builtin, stridesIn, typeOf } from "./values.ts";

/** Undefined for mainloops that do not load by TMA. */
export function collectiveParams(
  ctx: Context,
  made: Mainloop,
  strides: readonly [Value, Value],
): ObjectValue | undefined {
  if (typeof made.gmemTiledCopyA !== "string" || typeof made.gmemTiledCopyB !== "string") return undefined;
  const [a, b] = [copyOf(ctx, made, "A", strides[0]), copyOf(ctx, made, "B", strides[1])];
  const fields: readonly (readonly [string, Value])[] = [
    ["TMA_A", typeOf(a)],
    ["TMA_B", typeOf(b)],
    ["tma_load_a", a],
    ["tma_load_b", b],
  ];
  return { kind: "object", name: "Params", fields: new Map(fields) };
}

/** The static `to_underlying_arguments` of a collective with these parameters. */
export const underlyingArguments = (params: ObjectValue): Value =>
  builtin("collective.to_underlying_arguments", params);

export const collectiveParamRows: readonly Row[] = [
  ...lenientRow("collective.to_underlying_arguments", (call: Call) => call.self ?? unknown("a collective is missing")),
];

function copyOf(ctx: Context, made: Mainloop, operand: "A" | "B", strideType: Value): Value {
  const name = operand === "A" ? made.gmemTiledCopyA : made.gmemTiledCopyB;
  const operation = typeof name === "string" ? tmaOperation(name) : undefined;
  if (operation === undefined) return unknown("the copy of a collective");
  const isUmma = made.tiledMma.atom.ptx.startsWith("tcgen05");
  const element = operand === "A" ? made.elementA : made.elementB;
  const dtype = isUmma ? moved(element) : internalType(element);
  const staged = operand === "A" ? made.smemLayoutA : made.smemLayoutB;
  try {
    const stride = stridesIn(ctx, strideType);
    const shape = mapLeaves<Stride, Int>(stride, () => dynamicInt(0));
    const engine = { kind: "pointer", space: "gmem", dtype, offset: ZERO } as const;
    const gmem = measured({ kind: "tensor", engine, layout: layout(shape, stride) });
    const first = [...Array<Underscore>(isUmma ? 3 : 2).fill(underscore), ZERO];
    const request = { operation, gmem, dtype, smem: slice(ctx, tupleOf<Int | Underscore>(...first), staged) };
    const { tileShape, policy } = made;
    return isUmma
      ? makeTmaAtomSm100(ctx, operand, request, tileShape, made.tiledMma, clusterVmnk(ctx, made))
      : makeTmaCopySm90(ctx, operand, request, tileShape, policy.clusterShape);
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}

/** `tiled_divide(make_layout(ClusterShape{}), make_tile(AtomThrID{}))`. */
function clusterVmnk(ctx: Context, made: Mainloop): Shape {
  const pairs = tupleOf<Layout>(made.tiledMma.atom.thrId);
  return shapeOf(ctx, tiledDivide(ctx, makeLayout(made.policy.clusterShape), pairs));
}

/** Blackwell's TMA moves elements as what they are, float as tfloat32_t. */
const moved = (type: DType): DType => (type.name === "float" ? tf32 : type);

const tf32: DType = { kind: "dtype", name: "tfloat32_t", bits: 32, family: "float" };

/** TMA moves float as tfloat32_t and everything else as unsigned integers of the same width. */
const internalType = (type: DType): DType =>
  type.name === "float" ? tf32 : { kind: "dtype", name: `uint${type.bits}_t`, bits: type.bits, family: "uint" };
