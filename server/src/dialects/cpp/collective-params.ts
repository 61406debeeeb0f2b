// `CollectiveMma::Params` of a Hopper mainloop that loads by TMA: the types of its two copies, as the class declares them
// (gemm/collective/sm90_mma_tma_gmma_ss_warpspecialized.hpp:174), and what `to_underlying_arguments` gives.
import type { Mainloop } from "../../../../src-engine/atoms/collective/types.ts";
import type { TiledCopy } from "../../../../src-engine/atoms/types.ts";
import { type Context, OpStop } from "../../../../src-engine/context.ts";
import type { ObjectValue } from "../../../../src-engine/evaluate/types.ts";
import { dynamicInt, ZERO } from "../../../../src-engine/int/int.ts";
import { slice } from "../../../../src-engine/layout/slice.ts";
import { makeTmaCopySm90 } from "../../../../src-engine/tma/make.ts";
import { tmaOperation } from "../../../../src-engine/tma/operations.ts";
import { mapLeaves, tupleOf } from "../../../../src-engine/tuple/tree.ts";
import {
  type DType,
  type Int,
  layout,
  type Stride,
  type Underscore,
  underscore,
  unknown,
  type Value,
} from "../../../../src-engine/value.ts";
import { type Call, lenientRow, type Row } from "./row.ts";
import { measured } from "./rows-tma.ts";
import { builtin, stridesIn, typeOf } from "./values.ts";

/** Undefined for mainloops whose loads are no TMA copies of Hopper. */
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

function copyOf(ctx: Context, made: Mainloop, operand: "A" | "B", strideType: Value): TiledCopy | Value {
  const name = operand === "A" ? made.gmemTiledCopyA : made.gmemTiledCopyB;
  const operation = typeof name === "string" ? tmaOperation(name) : undefined;
  if (operation === undefined) return unknown("the copy of a collective");
  const dtype = internalType(operand === "A" ? made.elementA : made.elementB);
  const staged = operand === "A" ? made.smemLayoutA : made.smemLayoutB;
  try {
    const stride = stridesIn(ctx, strideType);
    const shape = mapLeaves<Stride, Int>(stride, () => dynamicInt(0));
    const engine = { kind: "pointer", space: "gmem", dtype, offset: ZERO } as const;
    const gmem = measured({ kind: "tensor", engine, layout: layout(shape, stride) });
    const smem = slice(ctx, tupleOf<Int | Underscore>(underscore, underscore, ZERO), staged);
    const request = { operation, gmem, dtype, smem };
    return makeTmaCopySm90(ctx, operand, request, made.tileShape, made.policy.clusterShape);
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}

/** TMA moves float as tfloat32_t and everything else as unsigned integers of the same width. */
const internalType = (type: DType): DType =>
  type.name === "float"
    ? { kind: "dtype", name: "tfloat32_t", bits: 32, family: "float" }
    : { kind: "dtype", name: `uint${type.bits}_t`, bits: type.bits, family: "uint" };
