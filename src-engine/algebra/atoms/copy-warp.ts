// Copies between global memory, shared memory and registers: UniversalCopy, cp.async, ldmatrix/stmatrix, bulk and TMA copies.
//
// One row per operation; layouts (thr,val) → bit. TMA and bulk operations take the number of bits per instruction as an argument.
// Source: CUTLASS 4.7 include/cute/atom/copy_traits{,_sm50,_sm75,_sm80,_sm90,_sm90_tma,_sm90_im2col,_sm100,_sm100_tma,_sm100_im2col}.hpp.
import { ONE, staticInt, ZERO } from "../int/int.ts";
import { tupleOf } from "../tuple/tree.ts";
import { type Int, type Layout, layout } from "../value.ts";
import { unitType } from "./element-arrays.ts";
import { fixed, lit, type Nested } from "./literal.ts";
import { spell, type TypeName } from "./type-name.ts";
import type { CopyTraits } from "./types.ts";

const warp = lit(32);

/** ldmatrix rows: `x` 8x8 matrices of 16-bit values, addresses from 8·x threads. */
const rowsOf: Readonly<Record<number, Layout>> = {
  1: fixed("((8,4),128):((128,0),1)"),
  2: fixed("((16,2),128):((128,0),1)"),
  4: fixed("(32,128):(128,1)"),
};
const plain: Readonly<Record<number, Layout>> = {
  1: fixed("(32,32):(32,1)"),
  2: fixed("(32,(32,2)):(32,(1,1024))"),
  4: fixed("(32,(32,4)):(32,(1,1024))"),
};
const transposed: Readonly<Record<number, Layout>> = {
  1: fixed("((4,8),(16,2)):((256,16),(1,128))"),
  2: fixed("((4,8),(16,2,2)):((256,16),(1,128,1024))"),
  4: fixed("((4,8),(16,2,4)):((256,16),(1,128,1024))"),
};
/** Transposed 8-bit values: a 16x16 matrix of bytes as registers. */
function bytesTransposed(matrices: number): Layout {
  const [shape, stride]: readonly [Nested[], Nested[]] = [
    [8, 2, 2],
    [1, 128, 64],
  ];
  return matrices === 1
    ? lit([[4, 8], shape], [[256, 8], stride])
    : lit(
        [
          [4, 8],
          [...shape, matrices],
        ],
        [
          [256, 8],
          [...stride, 1024],
        ],
      );
}

interface Row {
  readonly name: string;
  readonly arch: string;
  readonly ptx: string;
  readonly src: Layout;
  readonly dst: Layout;
  readonly ref: "src" | "dst";
  readonly thrId: Layout;
}

const load = (name: string, arch: string, ptx: string, src: Layout, dst: Layout): Row => ({
  name,
  arch,
  ptx,
  src,
  dst,
  ref: "dst",
  thrId: warp,
});
const store = (name: string, arch: string, ptx: string, src: Layout, dst: Layout): Row => ({
  ...load(name, arch, ptx, src, dst),
  ref: "src",
});

const shuffle = "shfl.sync.bfly.b32";
const vector256 = lit([1, 256]);
const rows: readonly Row[] = [
  store(
    "SM50_Shuffle_U32_2x2Trans_XOR1",
    "SM50",
    shuffle,
    fixed("(32,64):(64,1)"),
    fixed("((2,16),(32,2)):((32,128),(1,64))"),
  ),
  store(
    "SM50_Shuffle_U32_2x2Trans_XOR4",
    "SM50",
    shuffle,
    fixed("(32,64):(64,1)"),
    fixed("((4,2,4),(32,2)):((64,32,512),(1,256))"),
  ),
  ...[1, 2, 4].flatMap((x): Row[] => [
    load(`SM75_U32x${x}_LDSM_N`, "SM75", `ldmatrix.sync.aligned.x${x}.m8n8.shared.b16`, rowsOf[x]!, plain[x]!),
    load(
      `SM75_U16x${2 * x}_LDSM_T`,
      "SM75",
      `ldmatrix.sync.aligned.x${x}.trans.m8n8.shared.b16`,
      rowsOf[x]!,
      transposed[x]!,
    ),
    store(`SM90_U32x${x}_STSM_N`, "SM90", `stmatrix.sync.aligned.x${x}.m8n8.shared.b16`, plain[x]!, rowsOf[x]!),
    store(
      `SM90_U16x${2 * x}_STSM_T`,
      "SM90",
      `stmatrix.sync.aligned.x${x}.trans.m8n8.shared.b16`,
      transposed[x]!,
      rowsOf[x]!,
    ),
    load(
      `SM100_SU4_DU8x16_x${x}_LDSM_N`,
      "SM100a",
      `ldmatrix.sync.aligned.m8n16.x${x}.shared.b8x16.b4x16_p64`,
      rowsOf[x]!,
      plain[x]!,
    ),
    load(
      `SM100_SU6_DU8x16_x${x}_LDSM_N`,
      "SM100a",
      `ldmatrix.sync.aligned.m8n16.x${x}.shared.b8x16.b6x16_p32`,
      rowsOf[x]!,
      plain[x]!,
    ),
    store(
      `SM100_U8x${4 * x}_STSM_T`,
      "SM100a",
      `stmatrix.sync.aligned.m16n8.x${x}.trans.shared.b8`,
      bytesTransposed(x),
      rowsOf[x]!,
    ),
  ]),
  load("SM75_U32x1_MOVM_T", "SM75", "movmatrix.sync.aligned.m8n8.trans.b16", plain[1]!, plain[1]!),
  load(
    "SM100_U8x8_LDSM_T",
    "SM100a",
    "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8",
    fixed("((2,2,4,2),128):((128,1024,256,0),1)"),
    bytesTransposed(2),
  ),
  load(
    "SM100_U8x16_LDSM_T",
    "SM100a",
    "ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8",
    fixed("((2,2,4,2),128):((128,1024,256,2048),1)"),
    bytesTransposed(4),
  ),
  {
    ...store(
      "SM100_LOAD_256bit_CACHE_NOALLOCATION",
      "SM100a",
      "ld.global.L1::no_allocate.v8.f32",
      vector256,
      vector256,
    ),
    thrId: lit(1),
  },
  {
    ...store(
      "SM100_STORE_256bit_CACHE_NOALLOCATION",
      "SM100a",
      "st.global.L1::no_allocate.v8.f32",
      vector256,
      vector256,
    ),
    thrId: lit(1),
  },
];

const byName: ReadonlyMap<string, Row> = new Map(rows.map((r) => [r.name, r]));

/** Operations per thread whose width is that of their type arguments. */
const typed: Readonly<Record<string, { readonly arch: string; readonly ptx: string }>> = {
  UniversalCopy: { arch: "", ptx: "ld/st" },
  SM80_CP_ASYNC_CACHEALWAYS: { arch: "SM80", ptx: "cp.async.ca.shared.global" },
  SM80_CP_ASYNC_CACHEGLOBAL: { arch: "SM80", ptx: "cp.async.cg.shared.global" },
  SM80_CP_ASYNC_CACHEALWAYS_ZFILL: { arch: "SM80", ptx: "cp.async.ca.shared.global" },
  SM80_CP_ASYNC_CACHEGLOBAL_ZFILL: { arch: "SM80", ptx: "cp.async.cg.shared.global" },
};

/** Operations whose layouts say nothing: the vector width is found when the copy is made. */
const automatic: Readonly<Record<string, string>> = {
  AutoVectorizingCopyWithAssumedAlignment: "ld/st",
  AutoVectorizingCopy: "ld/st",
  DefaultCopy: "ld/st",
  SM90_BULK_COPY_AUTO: "cp.async.bulk",
};

const bulkTensor = "cp.async.bulk.tensor";
/** Operations of one thread (or one per SM of a pair) that take the bits per instruction as a trait argument. */
const bulk: Readonly<Record<string, { readonly ptx: string; readonly sms: 1 | 2 }>> = {
  SM90_TMA_LOAD: { ptx: `${bulkTensor}.shared::cluster.global`, sms: 1 },
  SM90_TMA_LOAD_MULTICAST: { ptx: `${bulkTensor}.shared::cluster.global.multicast::cluster`, sms: 1 },
  SM90_TMA_STORE: { ptx: `${bulkTensor}.global.shared::cta`, sms: 1 },
  SM90_TMA_STORE_PTR: { ptx: `${bulkTensor}.global.shared::cta`, sms: 1 },
  SM90_TMA_REDUCE_ADD: { ptx: "cp.reduce.async.bulk.tensor.global.shared::cta.add", sms: 1 },
  SM90_TMA_LOAD_IM2COL: { ptx: `${bulkTensor}.shared::cluster.global.im2col`, sms: 1 },
  SM90_TMA_LOAD_IM2COL_MULTICAST: { ptx: `${bulkTensor}.shared::cluster.global.im2col.multicast::cluster`, sms: 1 },
  SM90_TMA_STORE_IM2COL: { ptx: `${bulkTensor}.global.shared::cta.im2col_no_offs`, sms: 1 },
  SM90_BULK_COPY_G2S: { ptx: "cp.async.bulk.shared::cluster.global", sms: 1 },
  SM90_BULK_COPY_S2G: { ptx: "cp.async.bulk.global.shared::cta", sms: 1 },
  SM100_TMA_2SM_LOAD: { ptx: `${bulkTensor}.cta_group::2.shared::cluster.global`, sms: 2 },
  SM100_TMA_2SM_LOAD_MULTICAST: { ptx: `${bulkTensor}.cta_group::2.shared::cluster.global.multicast::cluster`, sms: 2 },
  SM100_TMA_2SM_LOAD_IM2COL: { ptx: `${bulkTensor}.im2col.cta_group::2.shared::cluster.global`, sms: 2 },
  SM100_TMA_2SM_LOAD_IM2COL_MULTICAST: {
    ptx: `${bulkTensor}.im2col.cta_group::2.shared::cluster.global.multicast::cluster`,
    sms: 2,
  },
  SM100_TMA_LOAD_2D_GATHER4: { ptx: `${bulkTensor}.2d.shared::cluster.global.tile::gather4`, sms: 1 },
  SM100_TMA_LOAD_MULTICAST_2D_GATHER4: {
    ptx: `${bulkTensor}.2d.shared::cluster.global.tile::gather4.multicast::cluster`,
    sms: 1,
  },
  SM100_TMA_STORE_2D_SCATTER4: { ptx: `${bulkTensor}.2d.global.shared::cta.tile::scatter4`, sms: 1 },
};

export interface CopyName {
  readonly name: string;
  readonly arch: string;
  readonly ptx: string;
  readonly signature: string;
}

/** Every operation here, for the catalogue. */
export const warpCopyNames: readonly CopyName[] = [
  ...rows.map((r) => ({ name: r.name, arch: r.arch, ptx: r.ptx, signature: "" })),
  ...Object.entries(typed).map(([name, t]) => ({ name, ...t, signature: "S, D" })),
  ...Object.entries(automatic).map(([name, ptx]) => ({ name, arch: archOf(name), ptx, signature: "" })),
  ...Object.entries(bulk).map(([name, b]) => ({ name, arch: archOf(name), ptx: b.ptx, signature: "NumBitsPerTMA" })),
];

/** Undefined when the name is no such operation, or a type or bit count it needs is not known. */
export function warpCopy(type: TypeName, bare: string, bits: number | undefined): CopyTraits | undefined {
  const r = byName.get(bare);
  if (r !== undefined) {
    const ref = r.ref === "src" ? r.src : r.dst;
    return { ...r, layoutSrc: r.src, layoutDst: r.dst, layoutRef: ref, parameters: {} };
  }
  const base = { name: spell({ ...type, name: bare }), thrId: lit(1), parameters: {} };
  if (bare in automatic) {
    const none = fixed("(1,1):(0,0)");
    return { ...base, arch: archOf(bare), ptx: automatic[bare]!, layoutSrc: none, layoutDst: none, layoutRef: none };
  }
  const moved = bits === undefined ? undefined : bulkTraits(bare, staticInt(bits));
  return typedCopy(type, bare, base) ?? (moved && { ...moved, name: base.name });
}

type Base = Pick<CopyTraits, "name" | "thrId" | "parameters">;

function typedCopy(type: TypeName, bare: string, base: Base): CopyTraits | undefined {
  const known = typed[bare];
  const source = type.args[0] && unitType(spell(type.args[0]));
  const target = type.args[1] ? unitType(spell(type.args[1])) : source;
  if (known === undefined || source === undefined || target === undefined) return undefined;
  const layoutSrc = lit([1, source.bits]);
  return { ...base, ...known, layoutSrc, layoutDst: lit([1, target.bits]), layoutRef: layoutSrc };
}

/** The traits of a bulk operation that moves so many bits: one thread, or two of an SM pair that move the same number each. */
export function bulkTraits(bare: string, bits: Int): CopyTraits | undefined {
  const known = bulk[bare.replace(/(?:_OP)?(?:::PREFETCH)?$/, "")];
  if (known === undefined) return undefined;
  const each = layout(
    tupleOf<Int>(staticInt(known.sms), bits),
    known.sms === 1 ? tupleOf<Int>(ZERO, ONE) : tupleOf<Int>(bits, ONE),
  );
  const prefetch = bare.endsWith("::PREFETCH");
  const ptx = prefetch ? `${known.ptx.split(".shared")[0]!}.prefetch.L2.global` : known.ptx;
  const layouts = { thrId: lit(known.sms), layoutSrc: each, layoutDst: each, layoutRef: each };
  return { name: bare, arch: archOf(bare), ptx, ...layouts, parameters: {} };
}

/** Whether the operation is made by a TMA or bulk builder, so that it has no layouts of its own. */
export const isBulkCopy = (bare: string): boolean => bare.replace(/(?:_OP)?(?:::PREFETCH)?$/, "") in bulk;

function archOf(name: string): string {
  const match = /^SM(\d+)/.exec(name);
  if (match === null) return "";
  return match[1] === "100" ? "SM100a" : `SM${match[1]}`;
}
