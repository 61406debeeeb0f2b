// `cutlass.utils.blackwell_helpers` as built-in models: operand and epilogue layouts in shared memory, trivial MMAs, TMA and TMEM choices.
import { tileToMmaShape } from "../../../../../src-engine/algebra/atoms/tile-to-mma-shape.ts";
import { tmemColumns } from "../../../../../src-engine/algebra/atoms/tmem.ts";
import type { TiledMma } from "../../../../../src-engine/algebra/atoms/types.ts";
import { mul, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { coalesce } from "../../../../../src-engine/algebra/layout/coalesce.ts";
import { size } from "../../../../../src-engine/algebra/layout/coords.ts";
import { rightInverse } from "../../../../../src-engine/algebra/layout/inverse.ts";
import { joinLayouts, type Order } from "../../../../../src-engine/algebra/layout/make.ts";
import { layoutModes, onDomain } from "../../../../../src-engine/algebra/layout/modes.ts";
import { partitionShape } from "../../../../../src-engine/algebra/tiled/tiled-mma.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { append, getPath } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type DType,
  type Int,
  type Shape,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { atomKind, atomNamed, make, staged } from "./helpers-sm90.ts";
import { refusedMma } from "./mma-refusals.ts";
import { refuse } from "./refusals.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { mmaIn } from "./rows-tiled.ts";
import { keepSwizzle } from "./tensor.ts";
import {
  dtypeIn,
  intIn,
  intTreeIn,
  itemsIn,
  layoutIn,
  numberIn,
  object,
  tensorIn,
  text,
  textIn,
  truth,
} from "./values.ts";

export const sm100Rows: readonly Row[] = [
  row("sm100.make_smem_layout_a", "tiled_mma, mma_tiler_mnk, a_dtype, num_stages, is_k_major?", (b) =>
    operandLayout(b, "A"),
  ),
  row("sm100.make_smem_layout_b", "tiled_mma, mma_tiler_mnk, b_dtype, num_stages, is_k_major?", (b) =>
    operandLayout(b, "B"),
  ),
  row("sm100.make_smem_layout", "leading_mode, smem_tile_shape, a_dtype, num_stages", plainLayout),
  row("sm100.make_smem_layout_epi", "epi_dtype, epi_layout, epi_tile, epi_stage", epilogueLayout),
  row("sm100.make_trivial_tiled_mma", "*args", trivialMma),
  row("sm100.make_blockscaled_trivial_tiled_mma", "*args", blockscaledMma),
  row("sm100.cluster_shape_to_tma_atom_A", "cluster_shape_mnk, atom_thr_id", (b) =>
    loadOperation(b, (cluster) => cluster[1] !== 1),
  ),
  row("sm100.cluster_shape_to_tma_atom_B", "cluster_shape_mnk, atom_thr_id", (b) =>
    loadOperation(b, (cluster, ctas) => cluster[0] !== ctas),
  ),
  row("sm100.cluster_shape_to_tma_atom_SFB", "cluster_shape_mnk, atom_thr_id", (b) =>
    loadOperation(b, (cluster, ctas) => ctas === 2 || cluster[0] !== 1),
  ),
  row("tcgen05.tile_to_mma_shape", "atom, mma_tile_shape, order?", (b) => {
    const order = b.optional("order");
    const shape = intTreeIn(b.ctx, b.value("mma_tile_shape"));
    const atom = layoutIn(b.ctx, b.value("atom"));
    return tiledToMma(b, atom, shape, order === undefined ? "left" : intTreeIn(b.ctx, order));
  }),
  lenientRow("utils.get_num_tmem_alloc_cols", "tmem_tensors, rounding?", tmemColumnsToAllocate),
  row("tcgen05.find_tmem_tensor_col_offset", "tmem_tensor", (b) => {
    const columns = columnsOf(b, b.value("tmem_tensor"));
    return columns === undefined
      ? unknown("the columns of a tensor in tensor memory are not known")
      : staticInt(columns);
  }),
];

export const rowMajor = (value: Value): boolean => textIn(value) === "LayoutEnum.ROW_MAJOR";
const kindName = (b: Bound, kMajor: boolean, bits: number, extent: number): string =>
  atomKind(b, kMajor, bits, extent, true).replace(/^.*\./, "");

/** The operand's part of an instruction, as often as the tile has it, per stage. */
function operandLayout(b: Bound, operand: "A" | "B"): Value {
  const mma = mmaIn(b, b.value("tiled_mma"));
  const tiler = itemsIn(b.ctx, b.value("mma_tiler_mnk"));
  const dtype = dtypeIn(b.ctx, b.value(operand === "A" ? "a_dtype" : "b_dtype"));
  const modes = operand === "A" ? [tiler[0], tiler[2]] : [tiler[1], tiler[2]];
  const shape = partitionShape(
    b.ctx,
    mma,
    operand,
    tuple<Int>(modes.map((mode) => intTreeIn(b.ctx, mode ?? staticInt(1)))),
  );
  const given = b.optional("is_k_major");
  const kMajor = given === undefined ? majorOf(mma, operand) === "K" : truth(given) === true;
  const extents = [0, 1].map((i) =>
    mul(product(getPath<Int>(b.ctx, shape, [0, i])), product(getPath<Int>(b.ctx, shape, [i + 1]))),
  );
  const extent = numberIn(b.ctx, extents[kMajor ? 1 : 0] ?? staticInt(1));
  const atom = atomNamed(b, kindName(b, kMajor, dtype.bits, extent), dtype.bits);
  if (atom === undefined) return unknown("no layout atom fits");
  const whole = append<Int>(shape, intIn(b.ctx, b.value("num_stages")));
  return tiledToMma(b, atom, whole, tuple<Int>((kMajor ? [1, 2, 3] : [2, 1, 3]).map(staticInt)));
}

/** As in C++, but a stage mode that is an integer stays one mode: `4:8192`, not `(1,4):(0,8192)`. */
function tiledToMma(b: Bound, atom: AnyLayout, shape: Shape, order: Order): AnyLayout {
  const tiled = tileToMmaShape(b.ctx, atom, shape, order);
  const stages = shape.kind === "tuple" ? shape.items.slice(3) : [];
  return keepSwizzle(
    atom,
    onDomain(b.ctx, tiled, (inner) =>
      joinLayouts(
        layoutModes(inner).map((mode, i) => (i >= 3 && stages[i - 3]?.kind !== "tuple" ? coalesce(b.ctx, mode) : mode)),
      ),
    ),
  );
}

function majorOf(mma: TiledMma, operand: "A" | "B"): "K" | "MN" {
  const fragment = operand === "A" ? mma.atom.fragmentA : mma.atom.fragmentB;
  if (fragment.kind === "smem-descriptor") return fragment.major;
  const spelled = mma.atom.parameters[operand === "A" ? "a_major" : "b_major"] ?? "K";
  return spelled.endsWith("MN") ? "MN" : "K";
}

function plainLayout(b: Bound): Value {
  const dtype = dtypeIn(b.ctx, b.value("a_dtype"));
  const shape = itemsIn(b.ctx, b.value("smem_tile_shape")).map((item) => intTreeIn(b.ctx, item));
  const kMajor = textIn(b.value("leading_mode")) === "OperandMajorMode.K";
  const extent = numberIn(b.ctx, product(shape[kMajor ? 1 : 0] ?? staticInt(1)));
  const atom = atomNamed(b, kindName(b, kMajor, dtype.bits, extent), dtype.bits);
  if (atom === undefined) return unknown("no layout atom fits");
  const tiled = staged(
    b,
    atom,
    tuple<Int>([...shape, intIn(b.ctx, b.value("num_stages"))]),
    kMajor ? [0, 1, 2] : [1, 0, 2],
  );
  return coalesce(b.ctx, layoutIn(b.ctx, tiled), tuple<Int>([1, 1, 1].map(staticInt)));
}

/** The atom is chosen by the contiguous part of the epilogue tile that one TMA box can hold. */
function epilogueLayout(b: Bound): Value {
  const dtype = dtypeIn(b.ctx, b.value("epi_dtype"));
  const bits = dtype.family === "bool" ? 8 : dtype.bits;
  const tile = itemsIn(b.ctx, b.value("epi_tile"));
  const nMajor = rowMajor(b.value("epi_layout"));
  const boxes = tile.map((mode) =>
    mode.kind === "layout" ? coalesce(b.ctx, rightInverse(b.ctx, mode)).shape : intTreeIn(b.ctx, mode),
  );
  const extent = numberIn(b.ctx, product(boxes[nMajor ? 1 : 0] ?? staticInt(1)));
  const atom = atomNamed(b, kindName(b, nMajor, bits, extent), bits);
  if (atom === undefined) return unknown("no layout atom fits");
  const sizes = tile.map((mode) => (mode.kind === "layout" ? size(b.ctx, mode) : product(intTreeIn(b.ctx, mode))));
  return staged(b, atom, tuple<Int>([...sizes, intIn(b.ctx, b.value("epi_stage"))]), nMajor ? [0, 1, 2] : [1, 0, 2]);
}

/** The older form has one element type for A and B. */
function namedArguments(b: Bound, names: readonly string[]): ReadonlyMap<string, Value> {
  const isOld = b.extra.has("ab_dtype") || (!b.extra.has("b_dtype") && b.rest[1]?.kind !== "dtype");
  const order = isOld ? ["ab_dtype", ...names.slice(2)] : names;
  const found = new Map<string, Value>(b.extra);
  for (const [i, value] of b.rest.entries()) found.set(order[i] ?? "", value);
  const both = found.get("ab_dtype");
  if (both !== undefined) found.set("a_dtype", both).set("b_dtype", both);
  return found;
}

function trivialMma(b: Bound): Value {
  const given = namedArguments(b, [
    "a_dtype",
    "b_dtype",
    "a_leading_mode",
    "b_leading_mode",
    "acc_dtype",
    "cta_group",
    "mma_tiler_mn",
    "a_source",
  ]);
  const aType = given.get("a_dtype");
  const tiler = given.get("mma_tiler_mn");
  if (aType?.kind !== "dtype" || tiler === undefined) return unknown("the types or the tile of the MMA are not known");
  const common = commonFields(given, tiler);
  return tiledMmaOf(b, object(...trivialOperation(aType, given, common)));
}

/** What the operation cannot be is told where the helper makes it. */
function tiledMmaOf(b: Bound, op: ReturnType<typeof object>): Value {
  const why = refusedMma(op.name, op.fields);
  return why === undefined ? make(b, "cute.make_tiled_mma", [op]) : refuse(b.ctx, op.name, why);
}

function trivialOperation(
  aType: DType,
  given: ReadonlyMap<string, Value>,
  common: Readonly<Record<string, Value>>,
): [string, Record<string, Value>] {
  const acc = given.get("acc_dtype") ?? unknown("the accumulator's type is not known");
  if (aType.family !== "float") return ["tcgen05.MmaI8Op", { ab_dtype: aType, ...common }];
  if (aType.bits === 16) return ["tcgen05.MmaF16BF16Op", { ab_dtype: aType, acc_dtype: acc, ...common }];
  if (aType.bits === 32) return ["tcgen05.MmaTF32Op", { ...common }];
  return ["tcgen05.MmaF8F6F4Op", { a_dtype: aType, b_dtype: given.get("b_dtype") ?? aType, acc_dtype: acc, ...common }];
}

const commonFields = (given: ReadonlyMap<string, Value>, tiler: Value): Readonly<Record<string, Value>> => ({
  instruction_shape: tiler,
  cta_group: given.get("cta_group") ?? text("CtaGroup.ONE"),
  a_src: given.get("a_source") ?? text("OperandSource.SMEM"),
  a_major_mode: given.get("a_leading_mode") ?? text("OperandMajorMode.K"),
  b_major_mode: given.get("b_leading_mode") ?? text("OperandMajorMode.K"),
});

function blockscaledMma(b: Bound): Value {
  const given = namedArguments(b, [
    "a_dtype",
    "b_dtype",
    "a_leading_mode",
    "b_leading_mode",
    "sf_dtype",
    "sf_vec_size",
    "cta_group",
    "mma_tiler_mn",
    "a_source",
  ]);
  const [aType, bType, tiler, vector] = ["a_dtype", "b_dtype", "mma_tiler_mn", "sf_vec_size"].map((name) =>
    given.get(name),
  );
  if (aType?.kind !== "dtype" || bType?.kind !== "dtype" || tiler === undefined || vector?.kind !== "num")
    return unknown("the types of the MMA are not known");
  const common = commonFields(given, tiler);
  const four = aType.bits === 4 && bType.bits === 4;
  const op = !four
    ? object("tcgen05.MmaMXF8F6F4Op", { a_dtype: aType, b_dtype: bType, ...common })
    : vector.value === 32
      ? object("tcgen05.MmaMXF4Op", common)
      : object("tcgen05.MmaMXF4NVF4Op", {
          sf_dtype: given.get("sf_dtype") ?? unknown("the scale factors' type is not known"),
          ...common,
        });
  return tiledMmaOf(b, op);
}

/** Multicast where other CTAs of the cluster need the same operand; the 2SM form where two CTAs make one MMA. */
function loadOperation(b: Bound, isShared: (cluster: readonly number[], ctas: number) => boolean): Value {
  const cluster = itemsIn(b.ctx, b.value("cluster_shape_mnk")).map((mode) =>
    numberIn(b.ctx, product(intTreeIn(b.ctx, mode))),
  );
  const thr = b.value("atom_thr_id");
  const ctas = numberIn(b.ctx, thr.kind === "layout" ? size(b.ctx, thr) : product(intTreeIn(b.ctx, thr)));
  const multicast = isShared(cluster, ctas) ? "Multicast" : "";
  return object(`cpasync.CopyBulkTensorTileG2S${multicast}Op`, {
    cta_group: text(ctas === 2 ? "CtaGroup.TWO" : "CtaGroup.ONE"),
  });
}

function columnsOf(b: Bound, value: Value): number | undefined {
  const tensor = tensorIn(b.ctx, value);
  const dtype =
    tensor.engine.kind === "pointer" && tensor.engine.dtype.kind === "dtype" ? tensor.engine.dtype : undefined;
  return dtype === undefined ? undefined : tmemColumns(b.ctx, tensor);
}

/** The sum over the tensors, rounded up to a power of two of at least 32. */
function tmemColumnsToAllocate(b: Bound): Value {
  const given = b.value("tmem_tensors");
  const tensors = given.kind === "tuple" ? given.items : [given];
  if (tensors.some((each) => each.kind !== "tensor")) return unknown("a tensor in tensor memory is not known");
  const columns = tensors.map((each) => columnsOf(b, each));
  if (columns.includes(undefined)) return unknown("the columns of a tensor in tensor memory are not known");
  const sum = columns.reduce<number>((x, y) => x + (y ?? 0), 0);
  const rounding = b.optional("rounding");
  if (rounding !== undefined && truth(rounding) === false) return staticInt(sum);
  return staticInt(Math.max(32, 2 ** Math.ceil(Math.log2(sum))));
}
