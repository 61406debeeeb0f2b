// What a gemm costs: instructions, FLOPs, and where its operands come from.
//
// wgmma reads its operands in shared memory through descriptors: its bytes at 128 a wavefront, shared by the four warps.
import type { MmaAtom, TiledMma } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { div, mul, ONE, staticInt } from "../algebra/int/int.ts";
import { shapeOf } from "../algebra/layout/modes.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import type { Int, Tensor } from "../algebra/value.ts";
import type { Threads } from "./copy-cost.ts";
import { type OperandRead, operandReads } from "./fma-gemm.ts";

export interface GemmCost {
  readonly kind: "gemm";
  readonly name: string;
  readonly ptx: string;
  /** Instructions of one warp (a warpgroup's for wgmma, one thread's for tcgen05); symbolic where the loop is the run's. */
  readonly count: Int | undefined;
  /** Threads that issue one together, and groups of them in the CTA. */
  readonly group: number;
  readonly groups: number | undefined;
  /** Of the CTA, and of one group of threads. */
  readonly flops: Int | undefined;
  readonly flopsOfGroup: Int | undefined;
  /** Bits of A's elements where the tensor cores multiply; undefined for FMAs of the ordinary cores. */
  readonly operandBits: number | undefined;
  readonly operands: readonly OperandCost[];
  /** Copies of operands from shared memory that the threads make as they multiply. */
  readonly reads?: readonly OperandRead[];
}

export interface OperandCost {
  readonly operand: "A" | "B" | "C";
  readonly from: "registers" | "shared memory" | "tensor memory" | "unknown";
  /** Bytes that one instruction takes of it. */
  readonly bytes: number | undefined;
  /** 32-bit registers of a thread that hold the operand of the call; undefined when it is not in registers. */
  readonly registers: number | undefined;
}

export interface Operands {
  readonly a: Tensor;
  readonly b: Tensor;
  readonly c: Tensor;
}

/** `tiled`: what says how many groups of threads take part, of an atom alone that of the function's own tiled MMA. */
export function gemmCost(
  ctx: Context,
  atom: MmaAtom,
  tiled: TiledMma | undefined,
  operands: Operands,
  threads: Threads,
): GemmCost {
  const [m, n, k] = modesOf(atom.shape).map((mode) => product(mode));
  const [restA, restB] = [restOf(ctx, operands.a), restOf(ctx, operands.b)];
  const count =
    restA === undefined || restB === undefined
      ? undefined
      : mul(mul(restA[0] ?? ONE, restB[0] ?? ONE), restA[1] ?? ONE);
  const group = numberOf(product(atom.thrId.shape)) ?? 1;
  const groups = groupsOf(atom, tiled, group);
  const each = m && n && k ? mul(mul(m, n), mul(k, staticInt(2))) : undefined;
  const flopsOfGroup = count === undefined || each === undefined ? undefined : mul(each, count);
  return {
    kind: "gemm",
    name: atom.name,
    ptx: atom.ptx,
    count,
    group,
    groups,
    flops: flopsOfGroup === undefined ? undefined : flopsOfBlock(atom, flopsOfGroup, groups),
    flopsOfGroup,
    operandBits: /^(?:mma|wgmma|tcgen05)/.test(atom.ptx) ? atom.typeA.bits : undefined,
    operands: operandsOf(ctx, atom, operands),
    ...(atom.ptx.startsWith("fma") ? { reads: operandReads(ctx, operands, threads) } : {}),
  };
}

/** Two CTAs share a tcgen05 of both their SMs. */
function flopsOfBlock({ ptx, thrId }: MmaAtom, ofGroup: Int, groups: number | undefined): Int | undefined {
  if (ptx.startsWith("tcgen05")) return div(ofGroup, product(thrId.shape));
  return groups === undefined ? undefined : mul(ofGroup, staticInt(groups));
}

/** tcgen05 is issued by one thread of the CTA, whoever calls it. */
function groupsOf(atom: MmaAtom, tiled: TiledMma | undefined, group: number): number | undefined {
  if (tiled === undefined) return atom.ptx.startsWith("tcgen05") ? 1 : undefined;
  const all = numberOf(product(tiled.thrLayoutVMNK.shape));
  return all === undefined ? undefined : all / group;
}

function operandsOf(ctx: Context, atom: MmaAtom, { a, b, c }: Operands): readonly OperandCost[] {
  const [m, n, k] = modesOf(atom.shape).map((mode) => product(mode));
  const one = (operand: OperandCost["operand"], tensor: Tensor, size: number | undefined): OperandCost => ({
    operand,
    from: placeOf(atom, operand, tensor),
    bytes: size,
    registers: registersOf(ctx, tensor),
  });
  return [
    one("A", a, bytes(m, k, atom.typeA.bits)),
    one("B", b, bytes(n, k, atom.typeB.bits)),
    one("C", c, bytes(m, n, atom.typeC.bits)),
  ];
}

const bytes = (x: Int | undefined, y: Int | undefined, bits: number): number | undefined =>
  x?.kind === "num" && y?.kind === "num" ? (x.value * y.value * bits) / 8 : undefined;

/** (V, M, K) without V; of rank 1 nothing is left. */
function restOf(ctx: Context, { layout }: Tensor): readonly Int[] | undefined {
  if (layout.kind === "unknown") return undefined;
  return modesOf(shapeOf(ctx, layout))
    .slice(1)
    .map((mode) => product(mode));
}

function placeOf(atom: MmaAtom, operand: OperandCost["operand"], tensor: Tensor): OperandCost["from"] {
  const fragment = { A: atom.fragmentA, B: atom.fragmentB, C: atom.fragmentC }[operand];
  if (fragment.kind === "smem-descriptor") return "shared memory";
  if (fragment.kind === "tmem") return "tensor memory";
  if (tensor.engine.kind !== "pointer") return "unknown";
  return (
    ({ rmem: "registers", smem: "shared memory", tmem: "tensor memory" } as const)[
      tensor.engine.space as "rmem" | "smem" | "tmem"
    ] ?? "unknown"
  );
}

/** 32-bit registers of a thread that the fragment takes. */
export function registersOf(ctx: Context, { engine, layout }: Tensor): number | undefined {
  if (engine.kind !== "pointer" || engine.space !== "rmem" || engine.dtype.kind !== "dtype") return undefined;
  if (layout.kind === "unknown") return undefined;
  const elements = numberOf(product(shapeOf(ctx, layout)));
  return elements === undefined ? undefined : Math.ceil((elements * engine.dtype.bits) / 32);
}

const numberOf = (a: Int): number | undefined => (a.kind === "num" ? a.value : undefined);

/** Wavefronts of shared memory that one instruction of a wgmma takes a warp. */
export function operandWavefronts({ group, operands, ptx }: GemmCost): number | undefined {
  const shared = operands.filter(({ from }) => from === "shared memory");
  if (!ptx.startsWith("wgmma") || group < 128) return undefined;
  const bytes = shared.map((one) => one.bytes);
  if (bytes.some((one) => one === undefined)) return undefined;
  return bytes.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 128 / 4;
}
