// The epilogues that CollectiveBuilder makes for Hopper and data-centre Blackwell: their tile, their stages, what they keep in shared memory
// (CUTLASS 4.7 include/cutlass/epilogue/collective/builders/sm90_builder.inl, sm100_builder.inl, and the CollectiveEpilogue that they name).
import type { Context } from "../../context.ts";
import { staticInt } from "../../int/int.ts";
import { coalesce } from "../../layout/coalesce.ts";
import { cosize } from "../../layout/coords.ts";
import { rightInverse } from "../../layout/inverse.ts";
import { tileToShape } from "../../layout/product.ts";
import { product } from "../../tuple/int-tuple.ts";
import { get, modesOf, tupleOf } from "../../tuple/tree.ts";
import {
  type AnyLayout,
  type ComposedLayout,
  type DType,
  type Int,
  type Layout,
  layout,
  type Shape,
  type Tuple,
  tuple,
} from "../../value.ts";
import { lit } from "../literal.ts";
import { smemSelector } from "../smem-atom.ts";
import { type EpilogueCopies, epilogueCopies } from "./epilogue-copies.ts";
import { epilogueSchedule } from "./epilogue-schedule.ts";
import { type EpilogueTile, sm90EpilogueTile, sm100EpilogueTile } from "./epilogue-tile.ts";
import { barrierBytes, bytesOf, extentsOf, roundUpTo } from "./stages.ts";
import type { BuilderArch, Operand, Storage } from "./types.ts";

export interface EpilogueSpec {
  readonly arch: BuilderArch;
  readonly tile: Shape;
  readonly cluster: Shape;
  /** Undefined for `EpilogueTileAuto`. */
  readonly epilogueTile: EpilogueTile | undefined;
  /** Undefined for `void`: nothing is loaded. A row-major matrix is K-major in the words of an operand. */
  readonly c: Operand | undefined;
  readonly d: Operand;
  readonly schedule: string;
  /** Undefined where the accumulators' type is not known. */
  readonly accumulatorBits: number | undefined;
  /** Alpha and beta alone, perhaps an activation: nothing of the fusion lies in shared memory. */
  readonly plainFusion: boolean;
  /** The accumulators are those of a block-scaled mainloop. */
  readonly blockScaled?: boolean;
}

export interface Epilogue {
  readonly policy: EpiloguePolicy;
  readonly ctaTileShape: Shape;
  readonly epilogueTile?: EpilogueTile;
  readonly smemLayoutAtomC?: ComposedLayout;
  readonly smemLayoutAtomD?: ComposedLayout;
  readonly smemLayoutC?: AnyLayout;
  readonly smemLayoutD?: AnyLayout;
  readonly copies?: EpilogueCopies;
  /** `SharedStorage`, undefined where the fusion's own storage is not modelled. */
  readonly shared: Storage | undefined;
  /** Its parts: `TensorStorage`, and the barriers of the loads. */
  readonly tensors?: Storage;
  readonly pipeline?: Storage;
  /** Of one stage of C, or of D where there is no C. */
  readonly transactionBytes?: number;
  /** What `StageCountAutoCarveoutEpi` takes from shared memory: the tensors and the barriers, without the gap behind them. */
  readonly carveoutBytes: number | undefined;
}

export interface EpiloguePolicy {
  readonly name: string;
  readonly stagesC?: number;
  readonly stagesD?: number;
  readonly fragmentSize?: number;
  readonly reuseSmemC?: boolean;
  readonly delayTmaStore?: boolean;
  /** Hopper's pointer arrays alone count them. */
  readonly warpGroups?: number;
}

export function collectiveEpilogue(ctx: Context, spec: EpilogueSpec): Epilogue {
  const schedule = epilogueSchedule(ctx, spec);
  const [m, n, k] = extentsOf(ctx, spec.tile, "the tile");
  const ctaTileShape = tupleOf<Int>(staticInt(m / schedule.sms), staticInt(n), staticInt(k));
  if (!schedule.tma) {
    const name = spec.arch === "Sm90" ? "EpilogueDefault" : "Sm100NoSmemWarpSpecialized";
    // An empty struct is one byte; Blackwell's has a buffer and an empty fusion, both aligned.
    return {
      policy: { name },
      ctaTileShape,
      shared: spec.arch === "Sm90" ? { bytes: 1, align: 1 } : spec.plainFusion ? { bytes: 32, align: 16 } : undefined,
      carveoutBytes: undefined,
    };
  }
  checkAlignment(ctx, spec);
  const cta = { m: m / schedule.sms, n };
  const epilogueTile =
    spec.epilogueTile ??
    (spec.arch === "Sm90"
      ? sm90EpilogueTile(cta, spec, schedule.cooperative)
      : sm100EpilogueTile(ctx, cta, spec, schedule.sms === 2 && m === 128));
  const [tileM, tileN] = [extent(ctx, epilogueTile, 0), extent(ctx, epilogueTile, 1)];
  const policy = policyOf(spec, schedule, Math.ceil(cta.m / tileM) * Math.ceil(cta.n / tileN), tileM * tileN);
  const source = spec.c ?? spec.d;
  const smemLayoutAtomC = smemAtomOf(ctx, spec.arch, source, epilogueTile);
  const smemLayoutAtomD = smemAtomOf(ctx, spec.arch, spec.d, epilogueTile);
  const stageC = { matrix: source, layout: tileStages(ctx, smemLayoutAtomC, source, [tileM, tileN]) };
  const stageD = { matrix: spec.d, layout: tileStages(ctx, smemLayoutAtomD, spec.d, [tileM, tileN]) };
  const stagesOfD = policy.reuseSmemC ? policy.stagesC : policy.stagesD;
  const [smemLayoutC, smemLayoutD] =
    spec.arch === "Sm90"
      ? [
          tileStages(ctx, smemLayoutAtomC, source, [tileM, tileN, policy.stagesC]),
          tileStages(ctx, smemLayoutAtomD, spec.d, [tileM, tileN, stagesOfD]),
        ]
      : appendStages(ctx, policy, stageC, stageD);
  const besides = spec.arch === "Sm100" && schedule.sms === 2 && m === 128;
  const copies = copiesOf(ctx, spec, [tileM, tileN], besides);
  return {
    policy,
    ctaTileShape,
    epilogueTile,
    ...(copies === undefined ? {} : { copies }),
    smemLayoutAtomC,
    smemLayoutAtomD,
    smemLayoutC,
    smemLayoutD,
    transactionBytes: Math.floor((tileM * tileN * source.type.bits) / 8),
    ...(spec.plainFusion ? storage(ctx, spec, policy, smemLayoutC, smemLayoutD) : unknownStorage),
  };
}

function copiesOf(
  ctx: Context,
  { arch, c, d, accumulatorBits }: EpilogueSpec,
  tile: readonly [number, number],
  besides: boolean,
): EpilogueCopies | undefined {
  if (accumulatorBits === undefined) return undefined;
  return epilogueCopies(ctx, { arch, c: c ?? d, d, accumulatorBits, tile, warps: besides ? [2, 2] : [4, 1] });
}

function checkAlignment(ctx: Context, { c, d }: EpilogueSpec): void {
  if ([c, d].every((o) => o === undefined || (o.type.bits * o.alignment) % 128 === 0)) return;
  ctx.stop({ code: "alignment", message: "C/D Should meet TMA alignment requirement", at: "sm90_builder.inl" });
}

/** Extent of a mode of the tile, which is a size or a layout. */
function extent(ctx: Context, tile: EpilogueTile, mode: number): number {
  const item = tile.items[mode];
  const size = item === undefined ? undefined : product(item.kind === "layout" ? item.shape : item);
  return size?.kind === "num"
    ? size.value
    : ctx.stop({ code: "not-known", message: "the epilogue's tile is not known" });
}

type Policy = Required<Omit<EpiloguePolicy, "warpGroups">> & EpiloguePolicy;

function policyOf(
  { arch, c, d }: EpilogueSpec,
  schedule: ReturnType<typeof epilogueSchedule>,
  tiles: number,
  elements: number,
): Policy {
  const bitsC = c?.type.bits ?? 0;
  // 8-bit residuals are small: waiting for stores costs more than room of their own.
  const reuseSmemC = arch === "Sm90" ? bitsC === d.type.bits && bitsC > 8 : bitsC > 8;
  const stagesD = Math.min(tiles, 2);
  return {
    name: `${arch}${schedule.pointerArray ? "PtrArray" : ""}TmaWarpSpecialized`,
    stagesC: reuseSmemC ? Math.max(Math.min(tiles, 4), stagesD + 1) : Math.min(tiles, 4),
    stagesD,
    fragmentSize: elements / (schedule.cooperative ? 256 : 128),
    reuseSmemC,
    delayTmaStore: c === undefined && !schedule.pointerArray,
    ...(arch === "Sm90" && schedule.pointerArray ? { warpGroups: 2 } : {}),
  };
}

function smemAtomOf(ctx: Context, arch: BuilderArch, matrix: Operand, tile: EpilogueTile): ComposedLayout {
  const [m, n] = [0, 1].map((i) => contiguous(ctx, arch, tile.items[i] ?? staticInt(1)));
  return smemSelector(ctx, arch === "Sm90" ? "ss" : "sm100", matrix.major, matrix.type, m!, n!);
}

/** What one TMA box covers of a mode: on Blackwell a mode may be two runs, one per pair of warps. */
function contiguous(ctx: Context, arch: BuilderArch, mode: Shape | Layout): Shape {
  if (mode.kind !== "layout") return mode;
  if (arch === "Sm90") return mode.shape;
  return get(ctx, coalesce(ctx, rightInverse(ctx, mode)).shape, 0);
}

/** The tile, and with a third extent its stages, the contiguous mode first. */
function tileStages(ctx: Context, atom: ComposedLayout, matrix: Operand, extents: readonly number[]): AnyLayout {
  const order = [...(matrix.major === "MN" ? [2, 1] : [1, 2]), 3].slice(0, extents.length);
  return tileToShape(ctx, atom, sizes(extents), sizes(order));
}

interface Stage {
  readonly matrix: Operand;
  readonly layout: AnyLayout;
}

/** Blackwell: where C and D share a place, the stages of both are as far apart as the larger needs. */
function appendStages(ctx: Context, policy: Policy, c: Stage, d: Stage): readonly [AnyLayout, AnyLayout] {
  const bits = ({ layout: tile, matrix }: Stage): number => known(cosize(ctx, tile)) * matrix.type.bits;
  const apart = (stage: Stage): number => (policy.reuseSmemC ? Math.max(bits(c), bits(d)) : bits(stage));
  const stagesD = policy.reuseSmemC ? policy.stagesC : policy.stagesD;
  return [
    staged(c.layout, policy.stagesC, apart(c) / c.matrix.type.bits),
    staged(d.layout, stagesD, apart(d) / d.matrix.type.bits),
  ];
}

const sizes = (all: readonly number[]): Tuple<Int> => tupleOf<Int>(...all.map((n) => staticInt(n)));
const known = (n: Int): number => (n.kind === "num" ? n.value : Number.NaN);

/** The layout of a stage with a last mode over the stages. */
function staged(stage: AnyLayout, stages: number, stride: number): AnyLayout {
  if (stage.kind === "composed" && stage.inner.kind === "layout") {
    return { ...stage, inner: appended(stage.inner, stages, stride) };
  }
  return stage.kind === "layout" ? appended(stage, stages, stride) : stage;
}

function appended(stage: Layout, stages: number, stride: number): Layout {
  const last = lit(stages, stride);
  return layout(
    tuple([...modesOf(stage.shape), last.shape]),
    tuple([...modesOf(stage.stride), ...modesOf(last.stride)]),
  );
}

/** C and D, one after the other or in the same place; the fusion's empty struct; the barriers of the loads. */
function storage(
  ctx: Context,
  spec: EpilogueSpec,
  policy: Policy,
  c: AnyLayout,
  d: AnyLayout,
): Pick<Epilogue, "shared" | "tensors" | "pipeline" | "carveoutBytes"> {
  const source = spec.c?.type ?? spec.d.type;
  const bytes = (all: AnyLayout, type: DType): number => bytesOf(type, known(cosize(ctx, all)));
  const [bytesC, bytesD] = [bytes(c, source), bytes(d, spec.d.type)];
  const [alignC, alignD] = [alignmentOf(c), alignmentOf(d)];
  const alignment = spec.c === undefined ? alignD : Math.max(alignC, alignD);
  const collective =
    spec.c === undefined ? bytesD : policy.reuseSmemC ? Math.max(bytesC, bytesD) : roundUpTo(bytesC, alignD) + bytesD;
  const tensors = roundUpTo(roundUpTo(collective, alignment) + 1, alignment);
  const barriers = policy.stagesC * barrierBytes;
  return {
    shared: { bytes: roundUpTo(tensors + barriers, alignment), align: alignment },
    tensors: { bytes: tensors, align: alignment },
    ...(barriers === 0 ? {} : { pipeline: { bytes: barriers, align: barrierBytes / 2 } }),
    carveoutBytes: tensors + barriers,
  };
}

const unknownStorage = { shared: undefined, carveoutBytes: undefined };

/** `alignment_for_swizzle`: the bytes after which a swizzle of 16- or 32-byte units repeats. */
function alignmentOf(swizzled: AnyLayout): number {
  if (swizzled.kind !== "composed" || swizzled.outer.kind !== "swizzle") return 128;
  const { b, m, s } = swizzled.outer;
  return Math.max(128, 2 ** (b + m + Math.abs(s)));
}
