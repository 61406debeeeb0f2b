// The mainloops that CollectiveBuilder makes for data-centre Blackwell where operands come with scale factors that the MMA reads
// (CUTLASS 4.7 include/cutlass/gemm/collective/builders/sm100_blockscaled_umma_builder.inl, sm100_common.inl:813-1000, sm1xx_common.inl).
import type { Context } from "../../context.ts";
import { dynamicInt, mul, staticInt } from "../../int/int.ts";
import { filterZeros } from "../../layout/coalesce.ts";
import { size } from "../../layout/coords.ts";
import { blockedProduct } from "../../layout/product.ts";
import { makeTiledMma, partitionShape } from "../../tiled/tiled-mma.ts";
import { shapeDiv } from "../../tuple/int-tuple.ts";
import { append, get, tupleOf } from "../../tuple/tree.ts";
import { type DType, type Int, type Layout, layout } from "../../value.ts";
import { namedType } from "../element-types.ts";
import { mmaAtom } from "../lookup.ts";
import { scaleFactorAtom, scaleFactorSmem } from "../scale-factor.ts";
import { smemSelector } from "../smem-atom.ts";
import { tileToMmaShape } from "../tile-to-mma-shape.ts";
import type { TiledMma } from "../types.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { carveoutBytes, checkUnpacked, clusterExtents, gmemCopy, orderOf, perSm } from "./sm100.ts";
import { bytesOf, extentsOf, smemCapacity, stageCount } from "./stages.ts";
import type { Factors, Mainloop, MainloopFactors, MainloopSpec } from "./types.ts";

const at = "sm100_blockscaled_umma_builder.inl";

export function blockScaledMainloop(ctx: Context, spec: MainloopSpec): Mainloop {
  const choice = chosen(ctx, spec);
  const { schedule, sms, cluster } = choice;
  const tiledMma = trivialMma(ctx, spec, choice);
  const operands = operandAtoms(ctx, spec, choice, tiledMma);
  const factors = factorCopies(ctx, spec, choice, tiledMma);
  const [, n] = extentsOf(ctx, spec.tile, "the tile");
  const [accumulatorStages, schedulerStages] = [n === 256 ? 1 : 2, spec.b.grouped ? 8 : 2];
  const pointerArray = schedule?.pointerArray ?? false;
  const stageBytes = operands.bytes + count(ctx, factors.smemLayoutAtomA) + count(ctx, factors.smemLayoutAtomB) + 128;
  const room = smemCapacity - carveoutBytes(accumulatorStages, schedulerStages, pointerArray, 4);
  const stages = stageCount(spec.stages, (bytes) => Math.floor((room - bytes) / stageBytes));
  if (stages.kind === "num" && stages.value <= 0)
    refuse(ctx, "Smem usage is too high. Can't create any SMEM buffers for A, B, SFA, and SFB.");
  const { smemLayoutAtomA, smemLayoutAtomB, shapeA, shapeB } = operands;
  return {
    policy: {
      name: policyName(spec, pointerArray),
      stages,
      schedulerStages,
      accumulatorStages,
      clusterShape: spec.cluster,
      schedule: schedule?.name ?? "KernelScheduleAuto",
      archTag: "Sm100",
    },
    tileShape: spec.tile,
    ctaTileShape: shapeDiv(ctx, spec.tile, tupleOf<Int>(staticInt(sms), staticInt(1), staticInt(1))),
    elementA: spec.a.type,
    elementB: spec.b.type,
    accumulator: spec.accumulator,
    tiledMma,
    gmemTiledCopyA: gmemCopy(sms, cluster === undefined || cluster[1] !== 1),
    gmemTiledCopyB: gmemCopy(sms, cluster === undefined || cluster[0] !== sms),
    smemLayoutAtomA,
    smemLayoutAtomB,
    smemLayoutA: tileToMmaShape(ctx, smemLayoutAtomA, append(shapeA, stages), orderOf(spec.a)),
    smemLayoutB: tileToMmaShape(ctx, smemLayoutAtomB, append(shapeB, stages), orderOf(spec.b)),
    tensorBytes: mul(stages, staticInt(operands.bytes)),
    factors,
    shared: undefined,
  };
}

/** What the types, the schedule and the cluster decide. */
interface Choice {
  readonly schedule: Schedule | undefined;
  readonly factors: Required<Factors>;
  /** Operands lie in bytes. */
  readonly unpacked: boolean;
  readonly cluster: readonly [number, number] | undefined;
  readonly sms: 1 | 2;
}

function chosen(ctx: Context, spec: MainloopSpec): Choice {
  const schedule = chosenSchedule(ctx, spec);
  const factors = factorsOf(ctx, spec, schedule);
  const unpacked = isUnpacked(spec, schedule);
  checkOperands(ctx, spec, schedule, unpacked);
  const cluster = clusterExtents(ctx, spec.cluster);
  const sms = schedule?.sms ?? smsOf(ctx, spec, cluster);
  if (unpacked) checkUnpacked(ctx, spec, sms === 2);
  return { schedule, factors, unpacked, cluster, sms };
}

/** The layouts that tiles of A and B are made of, their shapes, and the bytes of a stage of both. */
function operandAtoms(ctx: Context, spec: MainloopSpec, { sms, unpacked }: Choice, mma: TiledMma) {
  const [m, n, k] = extentsOf(ctx, spec.tile, "the tile");
  const allocated = (type: DType): DType => (unpacked ? namedType("uint8_t") : type);
  const [allocA, allocB] = [allocated(spec.a.type), allocated(spec.b.type)];
  const blockK = get(ctx, spec.tile, 2);
  return {
    shapeA: partitionShape(ctx, mma, "A", tupleOf<Int>(staticInt(m), staticInt(k))),
    shapeB: partitionShape(ctx, mma, "B", tupleOf<Int>(staticInt(n), staticInt(k))),
    smemLayoutAtomA: smemSelector(ctx, "sm100", spec.a.major, allocA, perSm(ctx, spec.tile, 0, sms), blockK),
    smemLayoutAtomB: smemSelector(ctx, "sm100", spec.b.major, allocB, perSm(ctx, spec.tile, 1, sms), blockK),
    bytes: bytesOf(allocA, (m / sms) * k) + bytesOf(allocB, (n / sms) * k),
  };
}

/** With a pair of SMs each has the factors of the whole of B. */
function factorCopies(
  ctx: Context,
  spec: MainloopSpec,
  { sms, cluster, factors }: Choice,
  mma: TiledMma,
): MainloopFactors {
  return {
    type: factors.type,
    gmemTiledCopyA: gmemCopy(sms, cluster === undefined || cluster[1] !== 1),
    gmemTiledCopyB: gmemCopy(sms, sms === 2 || cluster === undefined || cluster[0] !== 1),
    smemLayoutAtomA: scaleFactorSmem(ctx, mma, spec.tile, "A"),
    smemLayoutAtomB: scaleFactorSmem(ctx, mma, spec.tile, "B"),
    layout: factorLayout(ctx, factors.vector),
  };
}

/** Undefined for `KernelScheduleAuto`. */
function chosenSchedule(ctx: Context, { schedule }: MainloopSpec): Schedule | undefined {
  if (schedule === "KernelScheduleAuto") return undefined;
  const found = scheduleOf(schedule);
  if (found?.arch === "Sm100" && found.scaled !== undefined) return found;
  return ctx.stop({ code: "unsupported", message: `the schedule ${schedule} is not modelled for block-scaled Sm100` });
}

/** Operands' factors are of one type, and as many values of both share one. */
function factorsOf(ctx: Context, spec: MainloopSpec, schedule: Schedule | undefined): Required<Factors> {
  const [a, b] = [spec.a.factors, spec.b.factors];
  if (a === undefined || b === undefined)
    return ctx.stop({ code: "mma-types", message: "a block-scaled mainloop needs operands with scale factors", at });
  const usual = schedule !== undefined && /Nvf4Sm100$/.test(schedule.name) ? 16 : 32;
  const [vectorA, vectorB] = [a.vector ?? usual, b.vector ?? usual];
  if (a.type.name !== b.type.name) refuse(ctx, "Scale factor types for A and B should be the same.");
  if (vectorA !== vectorB) refuse(ctx, "Scale factor vector size for A and B should be the same.");
  return { type: a.type, vector: vectorA };
}

/** `mxf8f6f4` reads every operand in bytes; two of 4 bits, both K-major, go packed to `mxf4nvf4`. */
function isUnpacked({ a, b }: MainloopSpec, schedule: Schedule | undefined): boolean {
  if (schedule?.scaled === "mxf8f6f4") return true;
  if (schedule?.scaled === "mxf4nvf4") return false;
  return !(a.type.bits === 4 && b.type.bits === 4 && a.major === "K" && b.major === "K");
}

const narrow = /^float_e(?:2m1|2m3|3m2|4m3|5m2)_t$/;

function checkOperands(ctx: Context, spec: MainloopSpec, schedule: Schedule | undefined, unpacked: boolean): void {
  const { a, b } = spec;
  if (![a, b].every(({ type }) => narrow.test(type.name)))
    ctx.stop({
      code: "unsupported",
      message: "a block-scaled mainloop of types that only the run knows is not modelled",
    });
  if (!unpacked && [a, b].some(({ type, major }) => type.bits !== 4 || major !== "K"))
    refuse(ctx, "Only MMA.MXF8F6F4 supports non-K major inputs");
  if (unpacked && a.factors?.type.name !== "float_ue8m0_t") refuse(ctx, "MX_F4F6F8 only supports ue8m0 SF type");
  const isPacked = schedule?.scaled === "mxf8f6f4" && [a, b].some(({ type }) => type.bits < 8);
  const needed = (bits: number): number => (isPacked && bits === 4 ? 512 : isPacked && bits === 6 ? 768 : 128);
  if ([a, b].every(({ type, alignment }) => (type.bits * alignment) % needed(type.bits) === 0)) return;
  ctx.stop({ code: "unsupported", message: "a Blackwell mainloop without TMA's alignment is not modelled" });
}

const refuse = (ctx: Context, message: string): never => ctx.stop({ code: "static_assert", message, at });

/** 4- and 6-bit floats lie unpacked in bytes of shared memory. */
const unpackedType = (type: DType): DType =>
  type.bits < 8 ? namedType(`detail::${type.name.replace(/_t$/, "_unpacksmem_t")}`) : type;

/** Where the schedule leaves it open: pairs of SMs for 256 rows in a cluster with an even number of them. */
function smsOf(ctx: Context, spec: MainloopSpec, cluster: readonly [number, number] | undefined): 1 | 2 {
  const [m] = extentsOf(ctx, spec.tile, "the tile");
  if (cluster === undefined || cluster[0] % 2 !== 0) {
    if (cluster === undefined && m === 256)
      refuse(ctx, "If M=256, auto policy can't create 2sm kernels. Specify a 2SM policy");
    return 1;
  }
  if (m !== 256 && m !== 128) refuse(ctx, "Unsupported M dimension for TileShape_MNK.");
  return m === 256 ? 2 : 1;
}

function trivialMma(ctx: Context, spec: MainloopSpec, { sms, unpacked, factors }: Choice): TiledMma {
  const [m, n] = extentsOf(ctx, spec.tile, "the tile");
  if (m !== 128 * sms) ctx.stop({ code: "tile-shape", message: "Invalid TileShape_M.", at: "sm100_common.inl" });
  if (n % 64 !== 0 || n > 256)
    ctx.stop({ code: "tile-shape", message: "Invalid TileShape_N.", at: "sm100_common.inl" });
  const majors = [spec.a.major, spec.b.major].map((major) => `UMMA::Major::${major}`);
  const operand = (type: DType): DType => (unpacked ? unpackedType(type) : type);
  const types = [operand(spec.a.type), operand(spec.b.type), spec.accumulator, factors.type].map((type) => type.name);
  const operation = `SM100_MMA_${unpacked ? "MXF8F6F4" : "MXF4"}${sms === 2 ? "_2x1SM" : ""}_SS`;
  const atom = mmaAtom(ctx, operation, [...types, m, n, ...(unpacked ? [] : [factors.vector]), ...majors]);
  if (atom === undefined) return ctx.stop({ code: "unsupported", message: `${operation} is not in the tables` });
  return makeTiledMma(ctx, atom);
}

/** Factors that a stage really has: each is there once for the values that share it. */
function count(ctx: Context, of: Layout): number {
  const all = size(ctx, filterZeros(ctx, of));
  return all.kind === "num"
    ? all.value
    : ctx.stop({ code: "not-known", message: "how many scale factors a stage has" });
}

/** `Sm1xxBlockScaledConfig<vector>::LayoutSF`: how factors lie in global memory, its extents the run's. */
function factorLayout(ctx: Context, vector: number): Layout {
  const [open, one] = [dynamicInt(0), staticInt(1)];
  const rest = layout(tupleOf<Int>(open, open, open), tupleOf<Int>(open, one, open));
  return blockedProduct(ctx, scaleFactorAtom(vector), rest);
}

function policyName({ a, b }: MainloopSpec, pointerArray: boolean): string {
  const kind = !pointerArray ? "" : b.grouped && !a.grouped ? "RCGroupGemm" : "Array";
  return `MainloopSm100${kind}TmaUmmaWarpSpecializedBlockScaled`;
}
