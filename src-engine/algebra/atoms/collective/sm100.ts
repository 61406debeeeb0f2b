// The dense mainloops that CollectiveBuilder makes for data-centre Blackwell, with block-wise scale factors or without
// (CUTLASS 4.7 include/cutlass/gemm/collective/builders/sm100_umma_builder.inl, sm100_blockwise_umma_builder.inl, sm100_common.inl,
// sm100_pipeline_carveout.inl).
import type { Context } from "../../context.ts";
import { mul, staticInt } from "../../int/int.ts";
import { cosize } from "../../layout/coords.ts";
import { makeTiledMma, partitionShape } from "../../tiled/tiled-mma.ts";
import { product, shapeDiv } from "../../tuple/int-tuple.ts";
import { append, get, tupleOf } from "../../tuple/tree.ts";
import type { AnyLayout, DType, Int, Shape } from "../../value.ts";
import { namedType } from "../element-types.ts";
import { mmaAtom } from "../lookup.ts";
import { smemSelector } from "../smem-atom.ts";
import { tileToMmaShape } from "../tile-to-mma-shape.ts";
import type { TiledMma } from "../types.ts";
import { scaleCopies, scaledStageBytes } from "./blockwise.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { barrierBytes, bytesOf, extentsOf, roundUpTo, smemCapacity, stageCount } from "./stages.ts";
import type { Mainloop, MainloopSpec, Operand, Storage } from "./types.ts";

const at = "sm100_umma_builder.inl";

export function sm100Mainloop(ctx: Context, spec: MainloopSpec): Mainloop {
  const schedule = chosenSchedule(ctx, spec);
  checkTypes(ctx, spec);
  const [typeA, typeB] = [mmaType(spec.a.type), mmaType(spec.b.type)];
  const cluster = clusterExtents(ctx, spec.cluster);
  const pairs = schedule?.sms === 2 || (schedule?.sms === undefined && cluster !== undefined && cluster[0] % 2 === 0);
  checkUnpacked(ctx, spec, pairs);
  const tiledMma = trivialMma(ctx, spec, schedule, cluster, typeA, typeB);
  const sms = product(tiledMma.atom.thrId.shape);
  const split = sms.kind === "num" ? sms.value : 1;
  if (split === 2 && cluster !== undefined && cluster[0] % 2 !== 0) {
    ctx.stop({ code: "cluster-shape", message: "Cluster shape not divisible by MMA size", at: "sm100_common.inl" });
  }
  const [m, n, k] = extentsOf(ctx, spec.tile, "the tile");
  const ctaTileShape = shapeDiv(ctx, spec.tile, tupleOf<Int>(staticInt(split), staticInt(1), staticInt(1)));
  const shapeA = partitionShape(ctx, tiledMma, "A", tupleOf<Int>(staticInt(m), staticInt(k)));
  const shapeB = partitionShape(ctx, tiledMma, "B", tupleOf<Int>(staticInt(n), staticInt(k)));
  const [allocA, allocB] = [allocatedType(typeA), allocatedType(typeB)];
  const blockK = get(ctx, spec.tile, 2);
  const smemLayoutAtomA = smemSelector(ctx, "sm100", spec.a.major, allocA, perSm(ctx, spec.tile, 0, split), blockK);
  const smemLayoutAtomB = smemSelector(ctx, "sm100", spec.b.major, allocB, perSm(ctx, spec.tile, 1, split), blockK);
  const { accumulatorStages, schedulerStages } = pipelineStages(spec, m / split, n, pairs || m > 64);
  const pointerArray = schedule?.pointerArray ?? false;
  const perStage = bytesOf(allocA, (m / split) * k) + bytesOf(allocB, (n / split) * k);
  const room = smemCapacity - carveoutBytes(accumulatorStages, schedulerStages, pointerArray);
  const { scales } = spec;
  const stageBytes = scales === undefined ? perStage + barrierBytes : scaledStageBytes(ctx, spec, scales, perStage);
  const stages = stageCount(spec.stages, (bytes) => Math.floor((room - bytes) / stageBytes));
  if (stages.kind === "num" && stages.value <= 0) {
    ctx.stop({
      code: "smem",
      message: "Smem usage is too high. Can't create any SMEM buffers for A, and B.",
      at,
    });
  }
  const smemLayoutA = tileToMmaShape(ctx, smemLayoutAtomA, append(shapeA, stages), orderOf(spec.a));
  const smemLayoutB = tileToMmaShape(ctx, smemLayoutAtomB, append(shapeB, stages), orderOf(spec.b));
  return {
    policy: {
      name: policyName(spec, pointerArray),
      stages,
      schedulerStages,
      accumulatorStages,
      clusterShape: spec.cluster,
      schedule: schedule?.name ?? "KernelScheduleAuto",
    },
    tileShape: spec.tile,
    ctaTileShape,
    elementA: spec.a.type,
    elementB: spec.b.type,
    accumulator: spec.accumulator,
    tiledMma,
    gmemTiledCopyA: gmemCopy(split, cluster === undefined || cluster[1] !== 1),
    gmemTiledCopyB: gmemCopy(split, cluster === undefined || cluster[0] !== split),
    smemLayoutAtomA,
    smemLayoutAtomB,
    smemLayoutA,
    smemLayoutB,
    tensorBytes: mul(stages, staticInt(perStage)),
    ...(scales === undefined ? {} : { scaleCopies: scaleCopies(ctx, spec, scales, ctaTileShape) }),
    shared:
      pointerArray || scales !== undefined ? undefined : storage(ctx, smemLayoutA, smemLayoutB, allocA, allocB, stages),
  };
}

/** Undefined for `KernelScheduleAuto`. */
function chosenSchedule(ctx: Context, spec: MainloopSpec): Schedule | undefined {
  checkAlignment(ctx, spec);
  const isScaled = spec.scales !== undefined;
  if (spec.schedule === "KernelScheduleAuto" && !isScaled) return undefined;
  const schedule = scheduleOf(spec.schedule);
  const isDense = schedule?.arch === "Sm100" && schedule.scaled === undefined;
  if (isDense && (schedule.blockwise ?? false) === isScaled) return schedule;
  return ctx.stop({ code: "unsupported", message: `the schedule ${spec.schedule} is not modelled for Sm100` });
}

/** Less aligned operands go to another builder, which loads with cp.async. */
function checkAlignment(ctx: Context, { a, b }: MainloopSpec): void {
  const packed = a.type.bits < 8 || b.type.bits < 8;
  const needed = (bits: number): number => (packed && bits === 4 ? 512 : packed && bits === 6 ? 768 : 128);
  if ([a, b].every(({ type, alignment }) => (type.bits * alignment) % needed(type.bits) === 0)) return;
  ctx.stop({ code: "unsupported", message: "a Blackwell mainloop without TMA's alignment is not modelled" });
}

const narrow = /^float_e(?:2m1|2m3|3m2|4m3|5m2)_t$/;
const equalOnly = /^(?:tfloat32_t|float|half_t|bfloat16_t|int8_t|uint8_t)$/;

function checkTypes(ctx: Context, { a, b }: MainloopSpec): void {
  const [nameA, nameB] = [a.type.name, b.type.name];
  if (narrow.test(nameA) ? narrow.test(nameB) : equalOnly.test(nameA) && nameA === nameB) return;
  ctx.stop({ code: "mma-types", message: "Unsupported data type for ElementA", at });
}

/** 32-bit floats are multiplied as TF32; 4- and 6-bit floats lie unpacked in bytes of shared memory. */
function mmaType(type: DType): DType {
  if (type.name === "float") return namedType("tfloat32_t");
  return type.bits < 8 ? namedType(`detail::${type.name.replace(/_t$/, "_unpacksmem_t")}`) : type;
}

export const allocatedType = (type: DType): DType => (type.bits < 8 ? namedType("uint8_t") : type);

/** Undefined for a cluster whose shape is given at launch. */
export function clusterExtents(ctx: Context, cluster: Shape): readonly [number, number] | undefined {
  const [m, n] = [product(get(ctx, cluster, 0)), product(get(ctx, cluster, 1))];
  const fixed = (x: Int): x is Int & { kind: "num" } => x.kind === "num" && x.know === "static";
  return fixed(m) && fixed(n) ? [m.value, n.value] : undefined;
}

/** Unpacked operands are loaded 128 elements at a time. */
export function checkUnpacked(ctx: Context, spec: MainloopSpec, pairs: boolean): void {
  const [m, n, k] = extentsOf(ctx, spec.tile, "the tile");
  const fits = ({ type, major }: Operand, mn: number, unit: number): boolean =>
    type.bits >= 8 || (major === "K" ? k % 128 === 0 : mn % unit === 0);
  if (fits(spec.a, pairs ? m / 2 : m, 128) && fits(spec.b, n, pairs ? 256 : 128)) return;
  const message = "TileSize and MNK Major does not met with MMA Mix 8-bit TMA load requirement";
  ctx.stop({ code: "tile-shape", message, at });
}

/** `sm100_make_trivial_tiled_mma`: one instruction spans M and N of the tile. */
function trivialMma(
  ctx: Context,
  spec: MainloopSpec,
  schedule: Schedule | undefined,
  cluster: readonly [number, number] | undefined,
  typeA: DType,
  typeB: DType,
): TiledMma {
  const [m, n] = extentsOf(ctx, spec.tile, "the tile");
  const two =
    schedule?.sms === undefined ? cluster !== undefined && cluster[0] % 2 === 0 && m % 128 === 0 : schedule.sms === 2;
  const refuse = (message: string): never => ctx.stop({ code: "tile-shape", message, at: "sm100_common.inl" });
  if (!(two ? [128, 256] : [64, 128]).includes(m)) refuse("Invalid TileShape_M.");
  if (n % 8 !== 0 || n > 256) refuse("Invalid TileShape_N.");
  const majors = [spec.a.major, spec.b.major].map((major) => `UMMA::Major::${major}`);
  const types = [typeA, typeB, spec.accumulator].map((type) => type.name);
  const operation = `SM100_MMA_${kindOf(typeA)}${two ? "_2x1SM" : ""}_SS`;
  const atom = mmaAtom(ctx, operation, [...types, m, n, ...majors]);
  if (atom === undefined) return ctx.stop({ code: "unsupported", message: `${operation} is not in the tables` });
  return makeTiledMma(ctx, atom);
}

const kindOf = (type: DType): string =>
  type.bits === 32 ? "TF32" : type.bits === 16 ? "F16BF16" : type.family === "float" ? "F8F6F4" : "S8";

/** The part of a mode of the tile that one SM holds. */
export function perSm(ctx: Context, tile: Shape, mode: number, sms: number): Shape {
  const extent = get(ctx, tile, mode);
  const part = shapeDiv(ctx, product(extent), staticInt(sms));
  return shapeDiv(ctx, extent, shapeDiv(ctx, extent, part));
}

/**
 * Accumulators in tensor memory: 128 lanes by 512 columns; M = 64 of one SM takes half the lanes. At most four at a time, but as many as
 * fit where each is scaled before it is added up; the scheduler is then one ahead of them, and groups have none.
 */
function pipelineStages({ a, b, scales }: MainloopSpec, m: number, n: number, fullLanes: boolean) {
  const fitting = fullLanes ? Math.floor((128 * 512) / (m * n)) : Math.floor(512 / n) * 2;
  if (scales === undefined) return { accumulatorStages: Math.min(4, fitting), schedulerStages: b.grouped ? 8 : 2 };
  return { accumulatorStages: fitting, schedulerStages: a.grouped ? 1 : fitting + 1 };
}

/**
 * What the kernel keeps besides the collectives' storage: the accumulators' pipeline, the scheduler's pipeline and throttle, its answers,
 * the order of loads, the release of tensor memory, pointers into it; for arrays of pointers five TMA descriptors of each kind and their
 * pipeline.
 */
export function carveoutBytes(
  accumulatorStages: number,
  schedulerStages: number,
  pointerArray: boolean,
  maps = 2,
): number {
  const answers = pointerArray ? 2 : 1;
  const scheduler = schedulerStages * (answers * (barrierBytes + 16) + barrierBytes + 4);
  const descriptors = pointerArray ? maps * 5 * 128 + schedulerStages * barrierBytes : 0;
  return accumulatorStages * barrierBytes + scheduler + 16 + 8 + descriptors;
}

export const orderOf = ({ major }: Operand): Shape =>
  major === "MN"
    ? tupleOf<Int>(staticInt(2), staticInt(1), staticInt(3))
    : tupleOf<Int>(staticInt(1), staticInt(2), staticInt(3));

function policyName({ a, b, scales }: MainloopSpec, pointerArray: boolean): string {
  if (scales !== undefined) return `MainloopSm100${pointerArray ? "Array" : ""}TmaUmmaWarpSpecializedBlockwiseScaling`;
  if (!pointerArray) return "MainloopSm100TmaUmmaWarpSpecialized";
  return b.grouped && !a.grouped
    ? "MainloopSm100RCGroupGemmTmaUmmaWarpSpecialized"
    : "MainloopSm100ArrayTmaUmmaWarpSpecialized";
}

export const gmemCopy = (sms: number, multicast: boolean): string =>
  `${sms === 2 ? "SM100_TMA_2SM_LOAD" : "SM90_TMA_LOAD"}${multicast ? "_MULTICAST" : ""}`;

function storage(
  ctx: Context,
  a: AnyLayout,
  b: AnyLayout,
  typeA: DType,
  typeB: DType,
  stages: Int,
): Storage | undefined {
  const [sizeA, sizeB] = [cosize(ctx, a), cosize(ctx, b)];
  if (sizeA.kind !== "num" || sizeB.kind !== "num" || stages.kind !== "num") return undefined;
  const tensors = bytesOf(typeA, sizeA.value) + bytesOf(typeB, sizeB.value);
  return { bytes: roundUpTo(roundUpTo(tensors, 128) + stages.value * barrierBytes, 128), align: 128 };
}
