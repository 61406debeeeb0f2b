// `CollectiveBuilder<…>` of mainloops and of epilogues, and the kernel types made of them: the members that their CollectiveOp exposes.
//
// The formulas are the engine's (src-engine/atoms/collective); here the template arguments are read and the results given as types.
import { collectiveMma } from "../../../../../src-engine/algebra/atoms/collective/builder.ts";
import { collectiveEpilogue } from "../../../../../src-engine/algebra/atoms/collective/epilogue.ts";
import type {
  BuilderArch,
  Mainloop,
  Operand,
  ScaleLayouts,
  StageCount,
} from "../../../../../src-engine/algebra/atoms/collective/types.ts";
import { wgmmaWidth } from "../../../../../src-engine/algebra/atoms/collective/wgmma-operation.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { isConstant, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { front, get } from "../../../../../src-engine/algebra/tuple/tree.ts";
import { type Layout, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { carveoutField, epilogueType } from "./collective-epilogue.ts";
import { object, standing } from "./collective-object.ts";
import { collectiveParams, underlyingArguments } from "./collective-params.ts";
import {
  copyType,
  type OperandParts,
  operandParts,
  paired,
  scaledElement,
  scaledElementTypes,
} from "./collective-scales.ts";
import { pointedAt, pointerTo } from "./pointers.ts";
import { modeNumber, plain, type TypeRow, typeRow, unknownIn } from "./row.ts";
import { strideOfTag } from "./rows-types.ts";
import { eitherWay } from "./selectors.ts";
import { voidType } from "./standard.ts";
import { bool, dtypeIn, shapeIn, stridesIn, text, textIn, tilerIn, typeOf } from "./values.ts";

export const builderTypes: readonly TypeRow[] = [
  ...scaledElementTypes,
  ...typeRow("CollectiveBuilder epilogue::collective::CollectiveBuilder", (args, ctx) => typeOf(builder(args, ctx))),
  ...typeRow("StageCount", ([n]) => typeOf(object("StageCount", { value: n ?? unknown("a stage count is missing") }))),
  ...typeRow("StageCountAutoCarveout", ([bytes]) => typeOf(carveout(bytes ?? staticInt(0)))),
  ...typeRow("StageCountAutoCarveoutEpi", ([epilogue]) => typeOf(carveout(fieldOf(epilogue, carveoutField)))),
  ...typeRow(
    "LinearCombination LinCombEltAct epilogue::fusion::LinearCombination epilogue::fusion::LinCombEltAct",
    () => typeOf(text(plainFusion)),
  ),
  // Nodes of a visitor tree that are empty structs, and a tree of them; others keep rows, columns or tiles.
  ...typeRow("Sm90Compute Sm90SrcFetch Sm90ScalarBroadcast", () => typeOf(text(plainFusion))),
  ...typeRow("Sm90EVT Sm90TreeVisitor", (args) =>
    typeOf(args.every(keepsNothing) ? text(plainFusion) : unknown("what a fusion keeps")),
  ),
  ...typeRow("GemmUniversal kernel::GemmUniversal", (args) => typeOf(kernel(args))),
  ...typeRow("GemmUniversalAdapter device::GemmUniversalAdapter", ([of]) => typeOf(device(of))),
];

/** A fusion that keeps nothing in shared memory. */
const plainFusion = "a fusion without storage";

const keepsNothing = (node: Value): boolean => [plainFusion, "Sm90AccFetch"].includes(textIn(node) ?? "");

const carveout = (bytes: Value): Value => object("StageCountAutoCarveout", { bytes });

function fieldOf(value: Value | undefined, name: string): Value {
  const given = value === undefined ? undefined : plain(value);
  return (given?.kind === "object" ? given.fields.get(name) : undefined) ?? unknown(`${name} of something unknown`);
}

function builder(args: readonly Value[], ctx: Context): Value {
  const arch = textIn(args[0]);
  if (arch !== "Sm90" && arch !== "Sm100") return unknown(`a collective for ${arch ?? "an unknown architecture"}`);
  const third = args[2] === undefined ? undefined : plain(args[2]);
  const forEpilogue = third?.kind === "tuple" || (third?.kind === "unknown" && args.length > 13);
  // What the stage count and the fusion are may stay open.
  const needed = args.filter((_, i) => i !== (forEpilogue ? 14 : 11));
  const missing = needed.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (missing !== undefined) return unknown("a collective of unknown parts", missing);
  const isScaled = arch === "Sm100" && textIn(args[1]) === "OpClassBlockScaledTensorOp";
  if (!isScaled && textIn(args[1]) !== "OpClassTensorOp")
    return unknown(`collectives of ${textIn(args[1])} are not modelled`);
  const op = forEpilogue ? epilogue(args, ctx, arch, isScaled) : mainloop(args, ctx, arch, isScaled);
  return object("CollectiveBuilder", { CollectiveOp: op.kind === "alternatives" ? op : typeOf(op) });
}

const argument = (args: readonly Value[], ctx: Context, i: number): Value =>
  plain(args[i] ?? ctx.stop({ code: "arguments", message: "CollectiveBuilder needs more arguments" }));

// ---- mainloops -----------------------------------------------------------------------------------------------------

function mainloop(args: readonly Value[], ctx: Context, arch: BuilderArch, blockScaled: boolean): Value {
  const at = (i: number): Value => argument(args, ctx, i);
  const [tagA, tagB] = [tagIn(at(3)), tagIn(at(6))];
  const strides = [strideOfTag(tagA.tag, ctx, "RowMajor"), strideOfTag(tagB.tag, ctx, "ColumnMajor")] as const;
  const scales = scalesOf(tagA, tagB);
  const spec = {
    arch,
    a: operand(ctx, at(2), strides[0], at(4), isGrouped(tagA.tag)),
    b: operand(ctx, at(5), strides[1], at(7), isGrouped(tagB.tag)),
    accumulator: dtypeIn(ctx, at(8)),
    tile: shapeIn(ctx, at(9)),
    cluster: shapeIn(ctx, at(10)),
    stages: stagesOf(args[11] === undefined ? unknown("a stage count is missing") : plain(args[11])),
    schedule: textIn(at(12)) ?? "KernelScheduleAuto",
    ...(scales === undefined ? {} : { scales }),
    blockScaled,
  };
  const told = { strides, scales: [tagA.scale, tagB.scale], grouped: [spec.a.grouped, spec.b.grouped] } as const;
  const make = (extendedShapes: boolean): Value =>
    mainloopType(ctx, collectiveMma(ctx, { ...spec, extendedShapes }), told);
  if (arch === "Sm100") return make(false);
  const n = product(get(ctx, spec.tile, 1));
  const same = n.kind !== "num" || wgmmaWidth(n.value, true) === wgmmaWidth(n.value, false);
  return same ? make(false) : eitherWay(typeOf(make(true)), typeOf(make(false)));
}

interface Tag {
  readonly tag: Value;
  /** The layout of the scale factors, or a pointer to one per group. */
  readonly scale?: Value;
}

/** `tuple<LayoutA, LayoutSFA>` of an operand that is scaled block by block. */
function tagIn(value: Value): Tag {
  const [tag, scale] = value.kind === "tuple" ? value.items : [];
  return tag !== undefined && scale !== undefined && layoutAt(scale) !== undefined ? { tag, scale } : { tag: value };
}

const layoutAt = (scale: Value | undefined): Layout | undefined => {
  const of = scale === undefined ? undefined : pointedAt(plain(scale));
  return of?.kind === "layout" ? of : undefined;
};

function scalesOf(a: Tag, b: Tag): ScaleLayouts | undefined {
  const [ofA, ofB] = [layoutAt(a.scale), layoutAt(b.scale)];
  return ofA !== undefined && ofB !== undefined ? { a: ofA, b: ofB } : undefined;
}

/** A pointer to a layout: one per group. */
const isGrouped = (layout: Value): boolean => textIn(layout)?.endsWith("*") === true;

/** A matrix whose first mode's stride is 1 is MN-major; of a mode with modes its first one's. */
function operand(ctx: Context, element: Value, stride: Value, alignment: Value, grouped: boolean): Operand {
  const scaled = scaledElement(element);
  return {
    type: scaled?.element ?? dtypeIn(ctx, element),
    ...(scaled === undefined ? {} : { factors: scaled.factors }),
    major: isConstant(front(ctx, get(ctx, stridesIn(ctx, stride), 0)), 1) ? "MN" : "K",
    grouped,
    alignment: modeNumber(ctx, alignment),
  };
}

function stagesOf(value: Value): StageCount {
  const count = value.kind === "num" ? value : plain(fieldOf(value, "value"));
  if (count.kind === "num") return { kind: "count", count: staticInt(count.value) };
  if (textIn(value) === "StageCountAuto") return { kind: "auto", carveout: 0 };
  const bytes = fieldOf(value, "bytes");
  const number = plain(bytes);
  return { kind: "auto", carveout: number.kind === "num" ? number.value : undefined };
}

/** What the builder's arguments say of A and of B: strides of one group, the layout of scale factors, one per group or one. */
interface Told {
  readonly strides: readonly [Value, Value];
  readonly scales: readonly [Value | undefined, Value | undefined];
  readonly grouped: readonly [boolean, boolean];
}

function mainloopType(ctx: Context, made: Mainloop, { strides, scales, grouped }: Told): Value {
  const params = collectiveParams(ctx, made, strides);
  const [a, b] = operandParts(made, scales, grouped);
  const stride = (i: 0 | 1): Value => (grouped[i] ? pointerTo(strides[i]) : strides[i]);
  const members = {
    TiledMma: typeOf(made.tiledMma),
    TileShape: typeOf(made.tileShape),
    CtaShape_MNK: typeOf(made.ctaTileShape),
    ElementA: made.elementA,
    ElementB: made.elementB,
    ElementAccumulator: made.accumulator,
    StrideA: stride(0),
    StrideB: stride(1),
    InternalStrideA: strides[0],
    InternalStrideB: strides[1],
    ...a.members,
    ...b.members,
    SmemLayoutAtomA: typeOf(made.smemLayoutAtomA),
    SmemLayoutAtomB: typeOf(made.smemLayoutAtomB),
    SmemLayoutA: typeOf(made.smemLayoutA),
    SmemLayoutB: typeOf(made.smemLayoutB),
    GmemTiledCopyA: copyType(made.gmemTiledCopyA),
    GmemTiledCopyB: copyType(made.gmemTiledCopyB),
    SharedStorage: typeOf(object("SharedStorage", {}, made.shared)),
    DispatchPolicy: typeOf(policyType(made.policy)),
    Params: params === undefined ? undefined : typeOf(params),
    to_underlying_arguments: params === undefined ? undefined : underlyingArguments(params),
  };
  return standing(object("CollectiveMma", members), "cutlass gemm collective", argumentsOf(members, a, b));
}

/** The template arguments of `CollectiveMma`. */
function argumentsOf(members: Readonly<Record<string, Value | undefined>>, a: OperandParts, b: OperandParts): Value[] {
  const of = (name: string): Value => members[name] ?? unknown(`${name} of a collective`);
  const [fromSmem, transform] = [voidType, typeOf(text("identity"), "identity")];
  const operand = (which: "A" | "B", parts: OperandParts): readonly Value[] => [
    paired(of(`GmemTiledCopy${which}`), parts.copy),
    paired(of(`SmemLayoutAtom${which}`), parts.atom),
    fromSmem,
    transform,
  ];
  return [
    of("DispatchPolicy"),
    of("TileShape"),
    paired(of("ElementA"), a.element),
    paired(of("StrideA"), a.layout),
    paired(of("ElementB"), b.element),
    paired(of("StrideB"), b.layout),
    of("TiledMma"),
    ...operand("A", a),
    ...operand("B", b),
  ];
}

/** `MainloopSm90TmaGmmaWarpSpecialized<Stages, ClusterShape, KernelSchedule>` and its kin. */
function policyType(policy: Mainloop["policy"]): ObjectValue {
  const optional = (n: number | undefined): Value | undefined => (n === undefined ? undefined : staticInt(n));
  const members = {
    Stages: policy.stages,
    ClusterShape: typeOf(policy.clusterShape),
    Schedule: typeOf(text(policy.schedule)),
    SchedulerPipelineStageCount: optional(policy.schedulerStages),
    AccumulatorPipelineStageCount: optional(policy.accumulatorStages),
    ArchTag: policy.archTag === undefined ? undefined : typeOf(text(policy.archTag), policy.archTag),
    ...(policy.archTag === undefined ? {} : { IsOverlappingAccum: bool(policy.accumulatorStages === 1) }),
  };
  const KernelSchedule = typeOf(standing(object(policy.schedule, {}), "cutlass gemm", []));
  return standing(object(policy.name, members), "cutlass gemm", { ...members, KernelSchedule });
}

// ---- epilogues -----------------------------------------------------------------------------------------------------

function epilogue(args: readonly Value[], ctx: Context, arch: BuilderArch, blockScaled: boolean): Value {
  const at = (i: number): Value => argument(args, ctx, i);
  const strides = [strideOfTag(at(8), ctx, "RowMajor"), strideOfTag(at(11), ctx, "RowMajor")] as const;
  const nothing = (value: Value): boolean => value.kind === "dtype" && value.name === "void";
  const fusion = args[14];
  const made = collectiveEpilogue(ctx, {
    arch,
    tile: shapeIn(ctx, at(2)),
    cluster: shapeIn(ctx, at(3)),
    epilogueTile: textIn(at(4)) === "EpilogueTileAuto" ? undefined : epilogueTile(ctx, at(4)),
    c: nothing(at(7)) ? undefined : operand(ctx, at(7), strides[0], at(9), isGrouped(at(8))),
    d: operand(ctx, at(10), strides[1], at(12), isGrouped(at(11))),
    schedule: textIn(at(13)) ?? "EpilogueScheduleAuto",
    accumulatorBits: elementBits(at(5)),
    plainFusion: fusion === undefined || textIn(fusion) === plainFusion,
    blockScaled,
  });
  const elements = { c: at(7), d: at(10), isSource: !nothing(at(7)) };
  return epilogueType(ctx, made, elements, strides);
}

function epilogueTile(ctx: Context, value: Value) {
  const tiler = tilerIn(ctx, value);
  if (tiler.kind !== "tuple") return ctx.stop({ code: "arguments", message: "EpilogueTile must be a Tile or a Shape" });
  const items = tiler.items.map((item) => (item.kind === "layout" ? item : shapeIn(ctx, item as Value)));
  return { kind: "tuple", items } as const;
}

// ---- kernels -------------------------------------------------------------------------------------------------------

const fromMainloop = "TileShape TiledMma ElementA StrideA ElementB StrideB ElementAccumulator DispatchPolicy".split(
  " ",
);
const fromEpilogue = "ElementC StrideC ElementD StrideD".split(" ");

/** `GemmUniversal<ProblemShape, CollectiveMainloop, CollectiveEpilogue, TileScheduler>`. */
function kernel([problem, main, epi]: readonly Value[]): Value {
  const members = (names: readonly string[], of: Value | undefined) =>
    Object.fromEntries(names.map((name) => [name, fieldOf(of, name)]));
  return object("GemmUniversal", {
    ProblemShape: problem,
    CollectiveMainloop: main,
    CollectiveEpilogue: epi,
    ...members(fromMainloop, main),
    ...members(fromEpilogue, epi),
    ...internalStrides(main, epi),
    ClusterShape: fieldOf(fieldOf(main, "DispatchPolicy"), "ClusterShape"),
  });
}

const pointee = (type: Value): Value => (type.kind === "type" ? typeOf(pointedAt(type.of)) : type);

/** The strides of one group's matrices; without groups the strides themselves. */
const internalStrides = (main: Value | undefined, epi: Value | undefined): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    ["A", "B", "C", "D"].map((matrix) => [
      `InternalStride${matrix}`,
      pointee(fieldOf(matrix < "C" ? main : epi, `Stride${matrix}`)),
    ]),
  );

/** `GemmUniversalAdapter<GemmKernel>`: the kernel and its element types. */
function device(of: Value | undefined): Value {
  const names = [...fromMainloop, ...fromEpilogue, "CollectiveMainloop", "CollectiveEpilogue", "ClusterShape"];
  return object("GemmUniversalAdapter", {
    GemmKernel: of,
    ...Object.fromEntries(names.map((name) => [name, fieldOf(of, name)])),
  });
}

/** Undefined for what is no element type. */
function elementBits(value: Value): number | undefined {
  return value.kind === "dtype" ? value.bits : undefined;
}
