// `cutlass.utils.hopper_helpers` as built-in models, for where the package's source is not at hand.
import { type SwizzleName, smemAtom } from "../../../../../src-engine/algebra/atoms/smem-atom.ts";
import type { Major } from "../../../../../src-engine/algebra/atoms/types.ts";
import { staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { tileToShape } from "../../../../../src-engine/algebra/layout/product.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import {
  type AnyLayout,
  type ComposedLayout,
  type Int,
  type Shape,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { type Bound, type Row, row } from "./row.ts";
import { keepSwizzle } from "./tensor.ts";
import { bool, dtypeIn, intIn, intTreeIn, itemsIn, list, numberIn, object, text, textIn, truth } from "./values.ts";

export const sm90Rows: readonly Row[] = [
  ...["warpgroup", "tcgen05"].map((module) =>
    row(`${module}.make_smem_layout_atom`, "kind, element_type", smemLayoutAtom),
  ),
  row("sm90.get_smem_layout_atom", "layout, element_type, major_mode_size", (b) =>
    text(
      atomKind(
        b,
        textIn(b.value("layout")) === "LayoutEnum.ROW_MAJOR",
        dtypeIn(b.ctx, b.value("element_type")).bits,
        numberIn(b.ctx, b.value("major_mode_size")),
        false,
      ),
    ),
  ),
  row("sm90.make_smem_layout_a", "a_layout, mma_tiler_mnk, a_dtype, num_stages", (b) => operandLayout(b, "a", [0, 2])),
  row("sm90.make_smem_layout_b", "b_layout, mma_tiler_mnk, b_dtype, num_stages", (b) => operandLayout(b, "b", [1, 2])),
  row(
    "sm90.make_smem_layout_epi",
    "epi_dtype, epi_layout, epi_tile, epi_stage, smem_trg_shape?, smem_order?",
    epilogueLayout,
  ),
  row(
    "sm90.make_trivial_tiled_mma",
    "a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, atom_layout_mnk, tiler_mn, a_source?",
    trivialMma,
  ),
  ...["sm90.get_smem_store_op", "sm90.sm90_get_smem_store_op"].map((name) => smemStoreRow(name, 4)),
  row(
    "sm90.compute_tile_shape_or_override",
    "tile_shape_mnk, element_type, is_cooperative?, epi_tile_override?",
    epilogueTile,
  ),
];

/** The copy atom that stores an accumulator to shared memory: matrices where the elements have 16 bits. */
export function smemStoreRow(name: string, matrices: number): Row {
  return row(name, "layout_d, elem_ty_d, elem_ty_acc", (b) => {
    const bits = dtypeIn(b.ctx, b.value("elem_ty_d")).bits;
    const columnMajor = textIn(b.value("layout_d")) === "LayoutEnum.COL_MAJOR";
    const op =
      bits === 16
        ? object("warp.StMatrix8x8x16bOp", { transpose: bool(columnMajor), num_matrices: staticInt(matrices) })
        : object("nvgpu.CopyUniversalOp");
    return make(b, "cute.make_copy_atom", [op, b.value("elem_ty_d")]);
  });
}

export const make = (b: Bound, name: string, args: readonly Value[]): Value =>
  b.call.invoke({ kind: "builtin", name, targs: [] }, args);

export const callMethod = (b: Bound, self: Value, name: string, argument: Value): Value =>
  self.kind === "unknown" ? self : b.call.invoke({ kind: "builtin", name, self, targs: [] }, [argument]);

/** `S<3,4,3> o 0 o (8,64):(64,1)`: the canonical atom counted in elements, its swizzle without a pointer flag. */
function smemLayoutAtom(b: Bound): Value {
  const kind = (textIn(b.value("kind")) ?? "").replace(/^.*\./, "");
  return (
    atomNamed(b, kind, dtypeIn(b.ctx, b.value("element_type")).bits) ??
    unknown("a kind of layout atom that is not known")
  );
}

export function atomNamed(b: Bound, kind: string, bits: number): ComposedLayout | undefined {
  const match = /^(K|MN)_(INTER|SW32|SW64|SW128|SW128_32B)$/.exec(kind);
  if (match === null) return undefined;
  // The atom for 32-bit values across 32 bytes is twice as wide in the DSL as in C++.
  if (match[2] === "SW128_32B") return wideAtom(bits);
  const atom = smemAtom(b.ctx, match[1] as Major, match[2] as SwizzleName, bits);
  return { ...atom, offset: ZERO };
}

/** `S<2,5,2> o 0 o (32,8):(1,32)` for 32-bit values. */
function wideAtom(bits: number): ComposedLayout {
  const inner = makeLayout(tuple<Int>([staticInt(1024 / bits), staticInt(8)]));
  return { kind: "composed", outer: { kind: "swizzle", b: 2, m: 5, s: 2 }, offset: ZERO, inner };
}

/** The widest swizzle whose row the contiguous extent divides into. */
export function atomKind(_b: Bound, kMajor: boolean, bits: number, extent: number, blackwell: boolean): string {
  const total = extent * bits;
  const side = kMajor ? "K" : "MN";
  if (blackwell && !kMajor && bits === 32 && total % 1024 === 0) return "SmemLayoutAtomKind.MN_SW128_32B";
  const width = [1024, 512, 256].find((each) => total % each === 0);
  return `SmemLayoutAtomKind.${side}_${width === undefined ? "INTER" : `SW${width / 8}`}`;
}

function operandLayout(b: Bound, operand: "a" | "b", modes: readonly [number, number]): Value {
  const tiler = itemsIn(b.ctx, b.value("mma_tiler_mnk"));
  const kMajor = textIn(b.value(`${operand}_layout`)) === "LayoutEnum.ROW_MAJOR";
  const [rows, columns] = modes.map((mode) => intTreeIn(b.ctx, tiler[mode] ?? staticInt(1)));
  if (rows === undefined || columns === undefined) return unknown("the tile of the MMA has fewer than three modes");
  const bits = dtypeIn(b.ctx, b.value(`${operand}_dtype`)).bits;
  const extent = numberIn(b.ctx, product(kMajor ? columns : rows));
  const atom = atomNamed(b, atomKind(b, kMajor, bits, extent, false).replace(/^.*\./, ""), bits);
  if (atom === undefined) return unknown("no layout atom fits");
  const shape = tuple<Int>([rows, columns, intIn(b.ctx, b.value("num_stages"))]);
  return staged(b, atom, shape, kMajor ? [0, 1, 2] : [1, 0, 2]);
}

export const staged = (b: Bound, atom: AnyLayout, shape: Shape, order: readonly number[]): Value =>
  keepSwizzle(atom, tileToShape(b.ctx, atom, shape, tuple<Int>(order.map(staticInt))));

function epilogueLayout(b: Bound): Value {
  const dtype = dtypeIn(b.ctx, b.value("epi_dtype"));
  const shape = epilogueShape(b);
  const rowMajor = textIn(b.value("epi_layout")) === "LayoutEnum.ROW_MAJOR";
  const extent = numberIn(b.ctx, product(shape.items[rowMajor ? 1 : 0] ?? staticInt(1)));
  const atom = atomNamed(b, atomKind(b, rowMajor, dtype.bits, extent, false).replace(/^.*\./, ""), dtype.bits);
  if (atom === undefined) return unknown("no layout atom fits");
  const target = b.optional("smem_trg_shape");
  const order = b.optional("smem_order");
  const whole =
    target === undefined ? tuple<Int>([...shape.items, intIn(b.ctx, b.value("epi_stage"))]) : intTreeIn(b.ctx, target);
  const chosen =
    order === undefined
      ? rowMajor
        ? [0, 1, 2]
        : [1, 0, 2]
      : itemsIn(b.ctx, order).map((each) => numberIn(b.ctx, each));
  return staged(b, atom, whole, chosen);
}

/** The epilogue tile may be a tuple of layouts; each counts by its size. */
function epilogueShape(b: Bound): { readonly kind: "tuple"; readonly items: readonly Int[] } {
  const items = itemsIn(b.ctx, b.value("epi_tile"));
  return {
    kind: "tuple",
    items: items.map((item) => product(item.kind === "layout" ? item.shape : intTreeIn(b.ctx, item))),
  };
}

function trivialMma(b: Bound): Value {
  const [aType, bType] = [dtypeIn(b.ctx, b.value("a_dtype")), dtypeIn(b.ctx, b.value("b_dtype"))];
  const tiler = itemsIn(b.ctx, b.value("tiler_mn"));
  const sixteen = aType.bits === 16;
  const name = sixteen
    ? "warpgroup.MmaF16BF16Op"
    : aType.family === "float"
      ? "warpgroup.MmaF8Op"
      : "warpgroup.MmaI8Op";
  const shared = {
    acc_dtype: b.value("acc_dtype"),
    instruction_shape: list([...tiler, staticInt(sixteen ? 16 : 32)]),
    a_src: b.optional("a_source") ?? text("OperandSource.SMEM"),
    a_major_mode: b.value("a_leading_mode"),
    b_major_mode: b.value("b_leading_mode"),
  };
  const op = object(name, sixteen ? { ab_dtype: aType, ...shared } : { a_dtype: aType, b_dtype: bType, ...shared });
  return make(b, "cute.make_tiled_mma", [op, b.value("atom_layout_mnk")]);
}

/** Epilogue tiles of 64 (128 when cooperative) rows and 32 or 64 columns, cut to the CTA's tile. */
function epilogueTile(b: Bound): Value {
  const override = b.optional("epi_tile_override");
  if (override !== undefined) return override;
  const tile = itemsIn(b.ctx, b.value("tile_shape_mnk"));
  const bits = dtypeIn(b.ctx, b.value("element_type")).bits;
  const [m, n] = [tile[0], tile[1]].map((each) => numberIn(b.ctx, product(intTreeIn(b.ctx, each ?? staticInt(1)))));
  const cooperative = b.optional("is_cooperative");
  const isCooperative = cooperative !== undefined && truth(cooperative) === true;
  const columns = isCooperative ? 32 : bits === 8 ? 64 : 32;
  return list([staticInt(Math.min(isCooperative ? 128 : 64, m ?? 1)), staticInt(Math.min(columns, n ?? 1))]);
}
