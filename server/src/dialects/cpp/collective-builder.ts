// `cutlass::gemm::collective::CollectiveBuilder<Arch, OpClass, A, LayoutA, AlignA, B, LayoutB, AlignB, Acc, Tile, Cluster, Stages, Schedule>`
// for dense TMA mainloops of Hopper and Blackwell: the types that its CollectiveOp exposes.
//
// Source: gemm/collective/builders/sm90_gmma_builder.inl:190, sm100_umma_builder.inl, sm100_mma_warpspecialized.hpp:181.
// A stage count that CUTLASS computes from what shared memory the epilogue leaves is a static symbol, `Stages`.
import { smemSelector } from "../../../../src-engine/atoms/smem-atom.ts";
import { tileToMmaShape } from "../../../../src-engine/atoms/tile-to-mma-shape.ts";
import type { Major, TiledMma } from "../../../../src-engine/atoms/types.ts";
import type { Context } from "../../../../src-engine/context.ts";
import { symbol } from "../../../../src-engine/int/ask.ts";
import { div, isConstant, ONE, staticInt } from "../../../../src-engine/int/int.ts";
import { makeLayout } from "../../../../src-engine/layout/make.ts";
import { tileToShape } from "../../../../src-engine/layout/product.ts";
import { makeTiledMma, partitionShape } from "../../../../src-engine/tiled/tiled-mma.ts";
import { product, productEach } from "../../../../src-engine/tuple/int-tuple.ts";
import { append, get, tupleOf } from "../../../../src-engine/tuple/tree.ts";
import type { AnyLayout, DType, Int, Shape, Value } from "../../../../src-engine/value.ts";
import { unknown } from "../../../../src-engine/value.ts";
import { mmaIn } from "./operations.ts";
import { plain, type TypeRow, typeRow, unknownIn } from "./row.ts";
import { strideOfTag } from "./rows-types.ts";
import { hopperOperation } from "./selectors.ts";
import { dtypeIn, shapeIn, stridesIn, text, textIn, typeOf } from "./values.ts";

export const builderTypes: readonly TypeRow[] = [
  ...typeRow("CollectiveBuilder", (args, ctx) => typeOf(builder(args, ctx))),
  ...typeRow("StageCount", ([n]) => n ?? unknown("a stage count is missing")),
  ...typeRow("StageCountAutoCarveout StageCountAutoCarveoutEpi", () => typeOf(text("StageCountAuto"))),
];

const object = (name: string, fields: Readonly<Record<string, Value>>): Value => ({
  kind: "object",
  name,
  fields: new Map(Object.entries(fields)),
});

function builder(args: readonly Value[], ctx: Context): Value {
  const missing = args.map((value) => unknownIn(value, 0)).find((value) => value !== undefined);
  if (missing !== undefined) return unknown("a collective of unknown parts", missing);
  const word = textIn(args[0]);
  const op = word === "Sm90" || word === "Sm100" ? collective(requestOf(args, ctx, word), ctx) : undefined;
  return op === undefined
    ? unknown(`a collective for ${word ?? "this architecture"}`)
    : object("CollectiveBuilder", { CollectiveOp: typeOf(op) });
}

interface Request {
  readonly arch: "Sm90" | "Sm100";
  readonly a: Operand;
  readonly b: Operand;
  readonly accumulator: DType;
  readonly tile: Shape;
  readonly cluster: Shape;
  readonly stages: Int;
  readonly schedule: string;
}

interface Operand {
  readonly element: DType;
  readonly stride: Value;
  readonly major: Major;
}

function requestOf(args: readonly Value[], ctx: Context, arch: Request["arch"]): Request {
  const at = (i: number): Value =>
    plain(args[i] ?? ctx.stop({ code: "arguments", message: "CollectiveBuilder needs more arguments" }));
  return {
    arch,
    a: operand(ctx, at(2), at(3), "RowMajor"),
    b: operand(ctx, at(5), at(6), "ColumnMajor"),
    accumulator: dtypeIn(ctx, at(8)),
    tile: shapeIn(ctx, at(9)),
    cluster: shapeIn(ctx, at(10)),
    stages: stagesOf(at(11)),
    schedule: textIn(at(12)) ?? "KernelScheduleAuto",
  };
}

/** An operand is MN-major where the stride of its first mode is 1; only 16-bit types of Hopper and all of Blackwell may be. */
function operand(ctx: Context, element: Value, layout: Value, contiguousLast: "RowMajor" | "ColumnMajor"): Operand {
  const stride = strideOfTag(layout, ctx, contiguousLast);
  const first = get(ctx, stridesIn(ctx, stride), 0);
  return { element: dtypeIn(ctx, element), stride, major: isConstant(first, 1) ? "MN" : "K" };
}

function stagesOf(value: Value): Int {
  if (value.kind === "num") return staticInt(value.value);
  return { ...symbol("CollectiveBuilder stages", "Stages", { min: 1 }), know: "static" };
}

function collective(request: Request, ctx: Context): Value {
  const mma = request.arch === "Sm90" ? hopperMma(request, ctx) : blackwellMma(request, ctx);
  const { a, b, tile, cluster, stages } = request;
  const layouts = request.arch === "Sm90" ? hopperLayouts(request, ctx) : blackwellLayouts(request, mma, ctx);
  return object("CollectiveMma", {
    TiledMma: typeOf(mma),
    TileShape: typeOf(tile),
    ElementA: a.element,
    ElementB: b.element,
    ElementAccumulator: request.accumulator,
    StrideA: a.stride,
    StrideB: b.stride,
    SmemLayoutAtomA: typeOf(layouts.atomA),
    SmemLayoutAtomB: typeOf(layouts.atomB),
    SmemLayoutA: typeOf(layouts.a),
    SmemLayoutB: typeOf(layouts.b),
    GmemTiledCopyA: typeOf(text(tmaOperation(request, ctx, 1))),
    GmemTiledCopyB: typeOf(text(tmaOperation(request, ctx, 0))),
    DispatchPolicy: typeOf(object("DispatchPolicy", { Stages: stages, ClusterShape: typeOf(cluster) })),
  });
}

interface Layouts {
  readonly atomA: AnyLayout;
  readonly atomB: AnyLayout;
  readonly a: AnyLayout;
  readonly b: AnyLayout;
}

/** CTAs along the other operand's mode share a load. */
function tmaOperation({ arch, cluster, schedule }: Request, ctx: Context, mode: number): string {
  const shares = !isConstant(product(get<Int>(ctx, cluster, mode)), 1);
  const prefix = arch === "Sm100" && isTwoSm(schedule, cluster, ctx) ? "SM100_TMA_2SM_LOAD" : "SM90_TMA_LOAD";
  return shares ? `${prefix}_MULTICAST` : prefix;
}

// ---- Hopper --------------------------------------------------------------------------------------------------------

function hopperMma({ a, b, accumulator, tile, schedule }: Request, ctx: Context): TiledMma {
  if (!/^Kernel(?:PtrArray)?TmaWarpSpecialized/.test(schedule)) return unsupported(ctx, schedule);
  const op = hopperOperation(ctx, {
    a: mmaElement(a),
    b: mmaElement(b),
    c: accumulator,
    tile,
    majors: [a.major, b.major],
  });
  const warpgroups = /Cooperative/.test(schedule) ? 2 : 1;
  return makeTiledMma(ctx, mmaIn(ctx, op), makeLayout(tupleOf<Int>(staticInt(warpgroups), ONE, ONE)));
}

function unsupported(ctx: Context, schedule: string): never {
  return ctx.stop({ code: "unsupported", message: `the schedule ${schedule} is not modelled` });
}

const tf32: DType = { kind: "dtype", name: "tfloat32_t", bits: 32, family: "float" };

const mmaElement = ({ element }: Operand): DType => (element.name === "float" ? tf32 : element);

function hopperLayouts({ a, b, tile, stages }: Request, ctx: Context): Layouts {
  const k = get<Int>(ctx, tile, 2);
  const atomOf = (side: Operand, mode: number): AnyLayout =>
    smemSelector(ctx, "ss", side.major, mmaElement(side), get<Int>(ctx, tile, mode), k);
  const staged = (side: Operand, atom: AnyLayout, mode: number): AnyLayout =>
    tileToShape(ctx, atom, tupleOf<Int>(product(get<Int>(ctx, tile, mode)), product(k), stages), orderOf(side));
  const [atomA, atomB] = [atomOf(a, 0), atomOf(b, 1)];
  return { atomA, atomB, a: staged(a, atomA, 0), b: staged(b, atomB, 1) };
}

const orderOf = (side: Operand): Shape => tupleOf<Int>(...(side.major === "MN" ? [2, 1, 3] : [1, 2, 3]).map(staticInt));

// ---- Blackwell -----------------------------------------------------------------------------------------------------

const isTwoSm = (schedule: string, cluster: Shape, ctx: Context): boolean => {
  if (/2Sm/.test(schedule)) return true;
  const first = product(get<Int>(ctx, cluster, 0));
  return !/1Sm/.test(schedule) && first.kind === "num" && first.value % 2 === 0;
};

function blackwellMma({ a, b, accumulator, tile, cluster, schedule }: Request, ctx: Context): TiledMma {
  if (!/^Kernel(?:TmaWarpSpecialized\dSm|ScheduleAuto)/.test(schedule)) return unsupported(ctx, schedule);
  const [m, n] = [0, 1].map((mode) => product(get<Int>(ctx, tile, mode)));
  if (m?.kind !== "num" || n?.kind !== "num")
    return ctx.stop({ code: "not-known", message: "the tile's M and N are not known numbers" });
  const sm = isTwoSm(schedule, cluster, ctx) ? "_2x1SM" : "";
  const kind =
    a.element.bits === 16 ? "F16BF16" : a.element.bits === 32 ? "TF32" : a.element.family === "float" ? "F8F6F4" : "S8";
  const types = [mmaElement(a), mmaElement(b), accumulator].map((type) => type.name).join(",");
  const name = `SM100_MMA_${kind}${sm}_SS<${types},${m.value},${n.value},UMMA::Major::${a.major},UMMA::Major::${b.major}>`;
  return makeTiledMma(ctx, mmaIn(ctx, text(name)));
}

function blackwellLayouts({ a, b, tile, stages }: Request, mma: TiledMma, ctx: Context): Layouts {
  const sizes = productEach(tile);
  const k = get<Int>(ctx, sizes, 2);
  const ctas = product(mma.atom.thrId.shape);
  const whole = (mode: number): Int => product(get<Int>(ctx, sizes, mode));
  const atomOf = (side: Operand, mode: number): AnyLayout =>
    smemSelector(ctx, "sm100", side.major, side.element, div(whole(mode), ctas), k);
  const staged = (side: Operand, which: "A" | "B", atom: AnyLayout, mode: number): AnyLayout => {
    const shape = partitionShape(ctx, mma, which, tupleOf<Int>(whole(mode), product(k)));
    return tileToMmaShape(ctx, atom, append<Int>(shape, stages), orderOf(side));
  };
  const [atomA, atomB] = [atomOf(a, 0), atomOf(b, 1)];
  return { atomA, atomB, a: staged(a, "A", atomA, 0), b: staged(b, "B", atomB, 1) };
}
