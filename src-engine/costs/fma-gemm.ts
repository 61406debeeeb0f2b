// A gemm of the ordinary cores (UniversalFMA): what each thread multiplies, and what it reads of shared memory for it.
//
// Operands in shared memory are copied to registers, one slice along K after the other (cute/algorithm/gemm.hpp, dispatch 4 and 5).
import type { Context } from "../algebra/context.ts";
import { mul, ONE, staticInt } from "../algebra/int/int.ts";
import { makeFragmentLike } from "../algebra/layout/make.ts";
import { prependLayout, shapeOf, takeLayout } from "../algebra/layout/modes.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, Int, Tensor } from "../algebra/value.ts";
import { type CopyCost, copyCost, type Threads } from "./copy-cost.ts";
import type { GemmCost, OperandCost, Operands } from "./gemm-cost.ts";
import { registersOf } from "./gemm-cost.ts";

/** What reading one operand from shared memory costs: so many copies, one a slice. */
export interface OperandRead {
  readonly operand: "A" | "B";
  readonly copy: CopyCost;
  readonly times: number;
}

/** `gemm(A, B, C)` without an MMA; undefined where it is none of matrices that the threads' own loops multiply. */
export function fmaGemm(ctx: Context, operands: Operands, threads: Threads): GemmCost | undefined {
  const { a, b, c } = operands;
  const count = multiplications(ctx, operands);
  if (count === undefined || [a, b, c].some(({ engine }) => engine.kind !== "pointer")) return undefined;
  const names = [c, a, b, c].map(nameOf);
  if (names.some((name) => name === undefined) || bitsOf(c) !== 32) return undefined;
  const all = threads.count;
  return {
    kind: "gemm",
    name: `UniversalFMA<${names.join(",")}>`,
    ptx: "fma",
    count,
    group: 1,
    groups: all,
    flops: all === undefined ? undefined : mul(count, staticInt(2 * all)),
    flopsOfGroup: mul(count, staticInt(2)),
    operandBits: undefined,
    operands: (["A", "B", "C"] as const).map((operand, i) => operandOf(ctx, operand, [a, b, c][i] as Tensor)),
    reads: operandReads(ctx, operands, threads),
  };
}

/** (M) × (N), (M,K) × (N,K), or (V,M,K) × (V,N,K); of vectors (V) × (V) each element. */
function multiplications(ctx: Context, { a, b, c }: Operands): Int | undefined {
  const [left, right, result] = [a, b, c].map(({ layout }) => (layout.kind === "unknown" ? [] : extents(ctx, layout)));
  const ranks = `${left?.length}${right?.length}${result?.length}`;
  const along = { "112": ONE, "222": left?.[1], "333": left?.[2], "111": ONE }[ranks];
  if (along === undefined || result === undefined) return undefined;
  return result.reduce<Int>((all, one) => mul(all, one), along);
}

const extents = (ctx: Context, a: AnyLayout): readonly Int[] => modesOf(shapeOf(ctx, a)).map((mode) => product(mode));

function operandOf(ctx: Context, operand: OperandCost["operand"], tensor: Tensor): OperandCost {
  const space = tensor.engine.kind === "pointer" ? tensor.engine.space : "unknown";
  return {
    operand,
    from: space === "rmem" ? "registers" : space === "smem" ? "shared memory" : "unknown",
    bytes: (bitsOf(tensor) ?? 0) / 8,
    registers: registersOf(ctx, tensor),
  };
}

const nameOf = ({ engine }: Tensor): string | undefined =>
  engine.kind === "pointer" && engine.dtype.kind === "dtype" ? engine.dtype.name : undefined;

const bitsOf = ({ engine }: Tensor): number | undefined =>
  engine.kind === "pointer" && engine.dtype.kind === "dtype" ? engine.dtype.bits : undefined;

/** Of operands in shared memory; an operand whose slices are not known is left out. */
export function operandReads(ctx: Context, { a, b }: Operands, threads: Threads): readonly OperandRead[] {
  return [["A", a] as const, ["B", b] as const].flatMap(([operand, tensor]) => {
    const read = readOf(ctx, tensor, threads);
    return read === undefined ? [] : [{ operand, ...read }];
  });
}

function readOf(ctx: Context, tensor: Tensor, threads: Threads): Omit<OperandRead, "operand"> | undefined {
  const { engine, layout } = tensor;
  if (engine.kind !== "pointer" || engine.space !== "smem" || layout.kind !== "layout") return undefined;
  const rank = modesOf(layout.shape).length;
  const whole = prependLayout(ctx, layout, undefined, 3);
  const times = extents(ctx, whole)[2];
  if (rank < 2 || whole.kind !== "layout" || times?.kind !== "num") return undefined;
  const registers: Tensor = {
    ...tensor,
    engine: { kind: "pointer", space: "rmem", dtype: engine.dtype, offset: staticInt(0) },
    layout: takeLayout(ctx, makeFragmentLike(ctx, whole), 0, 2),
  };
  const copy = copyCost(ctx, undefined, { ...tensor, layout: takeLayout(ctx, whole, 0, 2) }, registers, threads);
  return copy.kind === "copy" ? { copy, times: times.value } : undefined;
}

/** Wavefronts of shared memory of all warps, and how many of the two operands in it are not counted. */
export function readWavefronts(cost: GemmCost): { readonly wavefronts: number; readonly uncounted: number } {
  const shared = cost.operands.filter(({ operand, from }) => operand !== "C" && from === "shared memory").length;
  const sides = (cost.reads ?? []).flatMap(({ copy, times }) =>
    copy.sides.flatMap((side) => ("why" in side || side.shared === undefined ? [] : [{ shared: side.shared, times }])),
  );
  const wavefronts = sides.reduce((sum, { shared, times }) => sum + times * shared.worst.total.wavefronts, 0);
  return { wavefronts, uncounted: cost.ptx.startsWith("fma") ? shared - sides.length : 0 };
}
