// The mainloops that CollectiveBuilder makes for Hopper
// (CUTLASS 4.7 include/cutlass/gemm/collective/builders/sm90_gmma_builder.inl, sm90_common.inl, and the CollectiveMma that they name).
import type { Context } from "../../context.ts";
import { mul, staticInt } from "../../int/int.ts";
import { cosize } from "../../layout/coords.ts";
import { makeLayout } from "../../layout/make.ts";
import { tileToShape } from "../../layout/product.ts";
import { makeTiledCopy } from "../../tiled/tiled-copy.ts";
import { makeTiledMma } from "../../tiled/tiled-mma.ts";
import { get, tupleOf } from "../../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, DType, Int, Shape } from "../../value.ts";
import { namedType } from "../element-types.ts";
import { lit } from "../literal.ts";
import { copyAtom, mmaAtom } from "../lookup.ts";
import { type Selector, smemSelector } from "../smem-atom.ts";
import type { Major, TiledCopy } from "../types.ts";
import { hopperFactorBytes } from "./blockwise.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { barrierBytes, bytesOf, extentsOf, roundUpTo, smemCapacity, stageCount } from "./stages.ts";
import type { Mainloop, MainloopSpec, Operand, Storage } from "./types.ts";
import { wgmmaOperation } from "./wgmma-operation.ts";

const at = "sm90_gmma_builder.inl";

export function sm90Mainloop(ctx: Context, spec: MainloopSpec): Mainloop {
  const schedule = chosenSchedule(ctx, spec);
  if (spec.a.type.bits !== spec.b.type.bits) {
    return ctx.stop({ code: "unsupported", message: "mainloops of operands of two widths are not modelled" });
  }
  const [m, n, k] = extentsOf(ctx, spec.tile, "the tile");
  checkAlignment(ctx, spec, schedule);
  const how = operandsOf(spec, schedule);
  const operation = wgmmaOperation(ctx, {
    a: how.typeA,
    b: how.typeB,
    accumulator: spec.accumulator,
    m,
    n,
    k,
    source: how.fromRegisters ? "RS" : "SS",
    majorA: how.fromRegisters ? "K" : how.majorA,
    majorB: how.fromRegisters ? "K" : how.majorB,
    extended: spec.extendedShapes ?? false,
  });
  const atom = mmaAtom(ctx, operation);
  if (atom === undefined) return ctx.stop({ code: "unsupported", message: `${operation} is not in the tables` });
  const smemLayoutAtomA = smemAtomOf(ctx, how, how.majorA, how.typeA, get(ctx, spec.tile, 0), get(ctx, spec.tile, 2));
  const smemLayoutAtomB = smemAtomOf(ctx, how, how.majorB, how.typeB, get(ctx, spec.tile, 1), get(ctx, spec.tile, 2));
  const alignment = how.fromRegisters ? Math.max(rowsOf(smemLayoutAtomA), rowsOf(smemLayoutAtomB)) : 128;
  const perStage = bytesOf(how.typeA, m * k) + bytesOf(how.typeB, n * k);
  const { scales } = spec;
  const stageBytes = scales === undefined ? perStage : perStage + hopperFactorBytes(ctx, spec, scales);
  const stages = stageCount(spec.stages, (carveout) =>
    fitting(smemCapacity - reserved(spec, schedule, how), carveout, stageBytes, alignment),
  );
  // With swapped operands the first tile is B's and the second A's.
  const [first, second] = how.swapped ? [smemLayoutAtomB, smemLayoutAtomA] : [smemLayoutAtomA, smemLayoutAtomB];
  const [gmemFirst, gmemSecond] = how.swapped ? [spec.b, spec.a] : [spec.a, spec.b];
  const smemLayoutA = tiled(ctx, first, gmemFirst, [get(ctx, spec.tile, 0), get(ctx, spec.tile, 2), stages]);
  const smemLayoutB = tiled(ctx, second, gmemSecond, [get(ctx, spec.tile, 1), get(ctx, spec.tile, 2), stages]);
  return {
    policy: { name: policyName(spec, schedule, how), stages, clusterShape: spec.cluster, schedule: schedule.name },
    tileShape: spec.tile,
    ctaTileShape: spec.tile,
    elementA: spec.a.type,
    elementB: spec.b.type,
    accumulator: spec.accumulator,
    tiledMma: makeTiledMma(ctx, atom, makeLayout(tupleOf<Int>(warpGroups(schedule, m), one, one))),
    gmemTiledCopyA: gmemCopy(ctx, spec, schedule, "a"),
    gmemTiledCopyB: gmemCopy(ctx, spec, schedule, "b"),
    smemLayoutAtomA,
    smemLayoutAtomB,
    smemLayoutA,
    smemLayoutB,
    tensorBytes: mul(stages, staticInt(perStage)),
    shared: scales !== undefined ? undefined : storage(ctx, schedule, smemLayoutA, smemLayoutB, how, alignment, stages),
  };
}

const one = staticInt(1);

function chosenSchedule(ctx: Context, spec: MainloopSpec): Schedule {
  const name = spec.schedule === "KernelScheduleAuto" ? automatic(ctx, spec) : spec.schedule;
  const schedule = scheduleOf(name);
  const isScaled = spec.scales !== undefined;
  if (schedule?.arch === "Sm90" && (schedule.blockwise ?? false) === isScaled) return schedule;
  return ctx.stop({ code: "unsupported", message: `the schedule ${name} is not modelled for Sm90` });
}

/** With CUDA 12.1 and later. */
function automatic(ctx: Context, spec: MainloopSpec): string {
  if (!aligned(spec, 16)) return "KernelCpAsyncWarpSpecialized";
  const [m] = extentsOf(ctx, spec.tile, "the tile");
  return m === 64 ? "KernelTmaWarpSpecializedPingpong" : "KernelTmaWarpSpecializedCooperative";
}

const aligned = (spec: MainloopSpec, bytes: number): boolean =>
  [spec.a, spec.b].every((operand) => (Math.ceil(operand.type.bits / 8) * operand.alignment) % bytes === 0);

function checkAlignment(ctx: Context, spec: MainloopSpec, schedule: Schedule): void {
  const tma = schedule.load === "tma";
  if (aligned(spec, tma ? 16 : 4)) return;
  const message = tma ? "Should meet TMA alignment requirement" : "Minimum alignment required for cp.async is 4B.";
  ctx.stop({ code: "alignment", message, at });
}

interface Operands {
  readonly typeA: DType;
  readonly typeB: DType;
  /** Majorness in shared memory. */
  readonly majorA: Major;
  readonly majorB: Major;
  /** A goes through registers: operands that are not of 16 bits and not both K-major. */
  readonly fromRegisters: boolean;
  readonly swapped: boolean;
  readonly transposedB: boolean;
}

function operandsOf({ a, b }: MainloopSpec, schedule: Schedule): Operands {
  const [typeA, typeB] = [mmaType(a.type), mmaType(b.type)];
  const sixteen = a.type.bits === 16;
  const fromRegisters = !sixteen && !(a.major === "K" && b.major === "K");
  return {
    typeA,
    typeB,
    majorA: a.major,
    majorB: b.major,
    fromRegisters,
    swapped: fromRegisters && a.major === "K",
    transposedB: fromRegisters && a.major === "MN" && b.major === "MN" && schedule.warpSpecialized,
  };
}

/** 32-bit floats are multiplied as TF32. */
const mmaType = (type: DType): DType => (type.name === "float" ? namedType("tfloat32_t") : type);

function smemAtomOf(ctx: Context, how: Operands, major: Major, type: DType, mn: Shape, k: Shape): ComposedLayout {
  const selector: Selector = how.transposedB ? "rs-transposed-B" : how.fromRegisters ? "rs" : "ss";
  return smemSelector(ctx, selector, major, type, mn, k);
}

/** `alignment_for_swizzle`: the bytes after which a swizzle repeats. */
const rowsOf = (atom: ComposedLayout): number => (atom.outer.kind === "swizzle" ? 128 * 2 ** atom.outer.b : 128);

function fitting(capacity: number, carveout: number, perStage: number, alignment: number): number {
  const room = Math.floor(capacity / alignment) * alignment - roundUpTo(carveout, alignment);
  return Math.floor(room / (roundUpTo(perStage, alignment) + barrierBytes));
}

/** Two TMA descriptors, and for groups a scheduler's pipeline of 8 stages. */
function reserved(spec: MainloopSpec, schedule: Schedule, how: Operands): number {
  if (how.fromRegisters || schedule.load !== "tma") return 0;
  return (schedule.pointerArray ? 2 * 128 : 0) + (spec.a.grouped ? 8 * barrierBytes : 0);
}

/** The stages one after another; within a stage the tiles follow the contiguous mode first, so that a TMA box is largest. */
const tiled = (ctx: Context, atom: ComposedLayout, gmem: Operand, modes: readonly [Shape, Shape, Int]): AnyLayout =>
  tileToShape(ctx, atom, tupleOf<Int>(...modes), gmem.major === "MN" ? mnFirst : kFirst);

const mnFirst = tupleOf<Int>(staticInt(2), staticInt(1), staticInt(3));
const kFirst = tupleOf<Int>(staticInt(1), staticInt(2), staticInt(3));

/** Warp groups along M. */
function warpGroups(schedule: Schedule, m: number): Int {
  const two = schedule.cooperative && (schedule.load === "tma" || m >= 128);
  return staticInt(two ? 2 : 1);
}

/** How a tile comes from global memory: a TMA operation, or cp.async by `threads` threads. */
function gmemCopy(ctx: Context, spec: MainloopSpec, schedule: Schedule, which: "a" | "b"): string | TiledCopy {
  const mode = which === "a" ? 0 : 1;
  if (schedule.load === "tma") {
    const multicast = extentsOf(ctx, spec.cluster, "the cluster")[1 - mode] !== 1;
    return multicast ? "SM90_TMA_LOAD_MULTICAST" : "SM90_TMA_LOAD";
  }
  const threads = schedule.name === "KernelCpAsyncWarpSpecialized" && spec.a.type.bits === 16 ? 256 : 128;
  const [, , k] = extentsOf(ctx, spec.tile, "the tile");
  return asyncCopy(ctx, spec[which], threads, extentsOf(ctx, spec.tile, "the tile")[mode], k);
}

/** `make_simt_gmem_tiled_copy`: as many threads as possible along the contiguous mode. */
function asyncCopy(ctx: Context, gmem: Operand, threads: number, mn: number, k: number): TiledCopy {
  const unit = `uint${gmem.type.bits * gmem.alignment}_t`;
  const atom = copyAtom(ctx, `SM80_CP_ASYNC_CACHEALWAYS_ZFILL<${unit}>`, gmem.type);
  if (atom === undefined) return ctx.stop({ code: "unsupported", message: `cp.async of ${unit} is not in the tables` });
  const along = Math.min(threads, (gmem.major === "K" ? k : mn) / gmem.alignment);
  const across = Math.floor(threads / along);
  const order = (contiguous: number, other: number): readonly [number, number] =>
    gmem.major === "K" ? [other, contiguous] : [contiguous, other];
  return makeTiledCopy(
    ctx,
    atom,
    lit(order(along, across), order(1, along)),
    makeLayout(sizes(order(gmem.alignment, 1))),
  );
}

const sizes = ([first, second]: readonly [number, number]): Shape => tupleOf<Int>(staticInt(first), staticInt(second));

function policyName(spec: MainloopSpec, schedule: Schedule, how: Operands): string {
  if (schedule.load === "cp.async") return `MainloopSm90CpAsyncGmma${how.fromRegisters ? "RmemA" : ""}WarpSpecialized`;
  if (!schedule.warpSpecialized) return "MainloopSm90TmaGmma";
  if (how.fromRegisters) return "MainloopSm90TmaGmmaRmemAWarpSpecialized";
  if (schedule.blockwise) {
    return schedule.pointerArray
      ? "MainloopSm90ArrayTmaGmmaWarpSpecializedBlockwise"
      : "MainloopSm90TmaGmmaWarpSpecializedBlockwiseFP8";
  }
  const eightBit = [spec.a.type, spec.b.type].every((type) => /^float_e[45]m[23]_t$/.test(type.name));
  const accurate = eightBit && !schedule.fastAccumulation ? "FP8" : "";
  return `MainloopSm90${schedule.pointerArray ? "Array" : ""}TmaGmmaWarpSpecialized${accurate}`;
}

/** Two aligned arrays, then the barriers of the pipeline. */
function storage(
  ctx: Context,
  schedule: Schedule,
  a: AnyLayout,
  b: AnyLayout,
  how: Operands,
  alignment: number,
  stages: Int,
): Storage | undefined {
  const [sizeA, sizeB] = [cosize(ctx, a), cosize(ctx, b)];
  if (sizeA.kind !== "num" || sizeB.kind !== "num" || stages.kind !== "num") return undefined;
  if (schedule.load !== "tma" || !schedule.warpSpecialized || schedule.pointerArray) return undefined;
  const tensors = roundUpTo(bytesOf(how.typeA, sizeA.value), alignment) + bytesOf(how.typeB, sizeB.value);
  const bytes = roundUpTo(roundUpTo(tensors, alignment) + stages.value * barrierBytes, alignment);
  return { bytes, align: alignment };
}
