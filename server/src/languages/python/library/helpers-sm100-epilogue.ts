// Epilogues of `cutlass.utils.blackwell_helpers`: the tile, the load from tensor memory and the store to shared memory.
// Each picks what the library picks for the element types, the majorness and the tile of the CTA.

import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { coalesce } from "../../../../../src-engine/algebra/layout/coalesce.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { type Int, layout, tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { make } from "./helpers-sm90.ts";
import { rowMajor } from "./helpers-sm100.ts";
import { type Bound, type Row, row } from "./row.ts";
import { bool, dtypeIn, intTreeIn, itemsIn, list, numberIn, object, text, truth } from "./values.ts";

export const sm100EpilogueRows: readonly Row[] = [
  row(
    "sm100.compute_epilogue_tile_shape",
    "cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c?, elem_ty_c?, tmem_warp_shape_mn?",
    epilogueTile,
  ),
  row(
    "utils.compute_epilogue_tile_shape",
    "cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c?, elem_ty_c?, tmem_warp_shape_mn?",
    epilogueTile,
  ),
  row(
    "sm100.get_tmem_load_op",
    "cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs, tmem_warp_shape_mn?",
    tmemLoad,
  ),
  row(
    "sm100.compute_epilogue_tile_size",
    "cta_tile_m, cta_tile_n, use_2cta, elem_width_d, elem_width_c?, d_is_m_major?, c_is_m_major?, tmem_warp_shape_mn?",
    epilogueTileSize,
  ),
  row(
    "sm100.compute_acc_tmem_cols_per_stage",
    "cta_tile_m, cta_tile_n, use_2cta, mma_n, transform_a_source_is_tmem",
    accumulatorColumns,
  ),
  row("sm100.get_smem_store_op", "layout_d, elem_ty_d, elem_ty_acc, tiled_tmem_load", smemStore),
];

interface EpilogueFacts {
  readonly m: number;
  readonly n: number;
  readonly warps: readonly [number, number];
  readonly bitsD: number;
  readonly bitsC: number | undefined;
  readonly mMajorD: boolean;
  readonly mMajorC: boolean;
}

function epilogueFacts(b: Bound): EpilogueFacts {
  const tile = itemsIn(b.ctx, b.value("cta_tile_shape"));
  const [m = 0, n = 0] = tile.slice(0, 2).map((mode) => numberIn(b.ctx, mode));
  const given = b.optional("tmem_warp_shape_mn");
  const own = given === undefined ? undefined : itemsIn(b.ctx, given).map((mode) => numberIn(b.ctx, mode));
  const pair = m === 64 && truth(b.value("use_2cta_instrs")) === true;
  const typeC = b.optional("elem_ty_c");
  const layoutC = b.optional("layout_c");
  return {
    m,
    n,
    warps: own === undefined ? (pair ? [2, 2] : [4, 1]) : [own[0] ?? 4, own[1] ?? 1],
    bitsD: dtypeIn(b.ctx, b.value("elem_ty_d")).bits,
    bitsC: typeC?.kind === "dtype" ? typeC.bits : undefined,
    mMajorD: !rowMajor(b.value("layout_d")),
    mMajorC: layoutC === undefined || !rowMajor(layoutC),
  };
}

/** Rows: at most 32 per warp. Columns: what keeps shared memory small, at least what a TMA store needs, dividing the CTA's. */
function tileSize(f: EpilogueFacts): { readonly rows: number; readonly columns: number; readonly least: number } {
  const [warpM, warpN] = f.warps;
  const rows = Math.min(f.m, 32 * warpM);
  let wished = wishedColumns(f, rows);
  while (wished > 1 && f.n % wished !== 0) wished = Math.floor(wished / 2);
  const least = (bits: number, mMajor: boolean): number =>
    (mMajor ? 8 : bits === 6 ? 128 : Math.floor(128 / bits)) * warpN;
  const leastD = least(f.bitsD, f.mMajorD);
  const leastC = f.bitsC === undefined ? 8 * warpN : least(f.bitsC, f.mMajorC);
  const chosen = Math.min(f.n, Math.max(wished, leastC, leastD));
  return { rows, columns: f.n % chosen === 0 ? chosen : f.n, least: Math.max(leastC, leastD) };
}

function epilogueTile(b: Bound): Value {
  const f = epilogueFacts(b);
  const { rows, columns, least } = tileSize(f);
  if (f.n < least) return unknown("the CTA's tile is too small for an epilogue tile");
  const warps = f.warps[1];
  const byWarp = layout(
    tuple<Int>([columns / warps, warps].map(staticInt)),
    tuple<Int>([1, f.n / warps].map(staticInt)),
  );
  return list([makeLayout(staticInt(rows)), coalesce(b.ctx, byWarp)]);
}

/** The same tile from plain numbers, as two integers. */
function epilogueTileSize(b: Bound): Value {
  const [m = 0, n = 0, bitsD = 0] = ["cta_tile_m", "cta_tile_n", "elem_width_d"].map((name) =>
    numberIn(b.ctx, b.value(name)),
  );
  const [pair, mMajorD, mMajorC] = ["use_2cta", "d_is_m_major", "c_is_m_major"].map((name) => b.optional(name));
  const bitsC = b.optional("elem_width_c");
  const given = b.optional("tmem_warp_shape_mn");
  const own = given === undefined ? [] : itemsIn(b.ctx, given).map((mode) => numberIn(b.ctx, mode));
  const isPair = m === 64 && pair !== undefined && truth(pair) === true;
  const { rows, columns } = tileSize({
    m,
    n,
    warps: [own[0] ?? (isPair ? 2 : 4), own[1] ?? (isPair ? 2 : 1)],
    bitsD,
    bitsC: bitsC === undefined ? undefined : numberIn(b.ctx, bitsC),
    mMajorD: mMajorD === undefined || truth(mMajorD) !== false,
    mMajorC: mMajorC === undefined || truth(mMajorC) !== false,
  });
  return list([staticInt(rows), staticInt(columns)]);
}

/** Columns of tensor memory for one stage of the accumulator: rows that leave lanes free share columns. */
function accumulatorColumns(b: Bound): Value {
  const [m = 0, n = 0, mmaN = 1] = ["cta_tile_m", "cta_tile_n", "mma_n"].map((name) => numberIn(b.ctx, b.value(name)));
  const fromTmem = truth(b.value("transform_a_source_is_tmem"));
  if (truth(b.value("use_2cta")) === true) return staticInt(Math.floor(n / (m <= 32 ? 4 : m <= 64 ? 2 : 1)));
  if (fromTmem !== false || m !== 64) return staticInt(n);
  return staticInt(Math.ceil(Math.floor(n / mmaN) / 2) * mmaN);
}

function wishedColumns(f: EpilogueFacts, rows: number): number {
  if (f.bitsC === undefined) return Math.floor((f.bitsD === 4 ? 8192 : 4096) / rows);
  const widest = Math.max(f.bitsC, f.bitsD);
  if (widest === 32) return f.m > 64 && f.n <= 128 ? 16 : 32;
  return widest === 16 && f.n <= 128 ? 32 : 64;
}

interface TmemShape {
  readonly lanes: 16 | 32;
  readonly bits: 32 | 128 | 256;
}

/** Which load leaves the accumulator as the store wants it, per bits of accumulator and output. */
function tmemShape(accBits: number, outBits: number, lanes: number, mMajor: boolean): TmemShape | undefined {
  const whole: TmemShape = { lanes: 32, bits: 32 };
  const half = (bits: TmemShape["bits"]): TmemShape => ({ lanes: 16, bits });
  if (accBits === 32 && outBits === 32) return lanes === 16 ? half(mMajor ? 256 : 128) : whole;
  if (accBits === 32 && outBits === 16) return lanes === 16 || mMajor ? half(256) : whole;
  if (accBits === 32 && outBits === 8) return mMajor ? half(256) : lanes === 16 ? half(32) : whole;
  if (accBits === 16 && outBits === 16) return lanes === 16 || mMajor ? half(128) : whole;
  return accBits === 32 && (outBits === 6 || outBits === 4) && lanes === 32 ? whole : undefined;
}

const mostRepeats = (shape: TmemShape): number => (shape.bits === 256 ? 32 : shape.bits === 128 ? 64 : 128);

function tmemLoad(b: Bound): Value {
  const tile = itemsIn(b.ctx, b.value("epi_tile")).map((mode) =>
    numberIn(b.ctx, product(mode.kind === "layout" ? mode.shape : intTreeIn(b.ctx, mode))),
  );
  const { warps, bitsD, mMajorD } = epilogueFacts({
    ...b,
    optional: (name) => (name === "tmem_warp_shape_mn" ? b.optional(name) : undefined),
  });
  const acc = dtypeIn(b.ctx, b.value("elem_ty_acc"));
  const lanes = Math.ceil((tile[0] ?? 0) / warps[0]);
  const shape = tmemShape(acc.bits, bitsD, lanes, mMajorD);
  if (shape === undefined || (lanes !== 16 && lanes !== 32))
    return unknown("no load from tensor memory fits these types and this tile");
  const columnBits = Math.ceil((tile[1] ?? 0) / warps[1]) * acc.bits;
  const unit = shape.lanes === 16 && shape.bits === 32 ? 64 : shape.bits;
  let repeat = mostRepeats(shape);
  while (repeat > 1 && columnBits % (unit * repeat) !== 0) repeat /= 2;
  const name = shape.lanes === 32 ? "Ld32x32bOp" : shape.bits === 32 ? "Ld16x32bx2Op" : `Ld16x${shape.bits}bOp`;
  const pack = text(acc.bits === 16 && bitsD === 16 ? "Pack.PACK_16b_IN_32b" : "Pack.NONE");
  return make(b, "cute.make_copy_atom", [object(`tcgen05.${name}`, { repeat: staticInt(repeat), pack }), acc]);
}

/** stmatrix where the load left the registers in its pattern, else a plain copy. */
function smemStore(b: Bound): Value {
  const mMajor = !rowMajor(b.value("layout_d"));
  const out = dtypeIn(b.ctx, b.value("elem_ty_d"));
  const acc = dtypeIn(b.ctx, b.value("elem_ty_acc"));
  const load = b.value("tiled_tmem_load");
  const name = load.kind === "tiled-copy" ? load.atom : load;
  const match = name.kind === "copy-atom" ? /TMEM_LOAD_(\d+)dp(\d+)b(\d+)x(_16b)?/.exec(name.name) : null;
  const store =
    match === null
      ? object("nvgpu.CopyUniversalOp")
      : storeFor(
          acc.bits,
          out.bits,
          mMajor,
          Number(match[1]),
          Number(match[2]),
          Number(match[3]),
          match[4] !== undefined,
        );
  return make(b, "cute.make_copy_atom", [store, out]);
}

function storeFor(
  acc: number,
  out: number,
  mMajor: boolean,
  lanes: number,
  bits: number,
  repeat: number,
  packed: boolean,
): Value {
  const rows8 =
    (acc === 32 && out === 32 && !mMajor && bits === 128 && !packed) ||
    (acc === 32 && out === 16 && bits === 256 && !packed) ||
    (acc === 16 && out === 16 && bits === 128 && packed);
  const rows16 = acc === 32 && out === 8 && mMajor && bits === 256 && !packed;
  if (lanes === 16 && rows8)
    return object("warp.StMatrix8x8x16bOp", { transpose: bool(mMajor), num_matrices: staticInt(repeat === 1 ? 2 : 4) });
  if (lanes === 16 && rows16) return object("warp.StMatrix16x8x8bOp", { num_matrices: staticInt(Math.min(4, repeat)) });
  return object("nvgpu.CopyUniversalOp");
}
