// mma.sync of SM120 with 4-, 6- and 8-bit types: dense and sparse, with and without scale factors.
//
// The types are template arguments; A and B lie in registers as bytes (f8f6f4) or nibbles (mxf4).
// Source: CUTLASS 4.7 include/cute/atom/mma_traits_sm120.hpp, mma_traits_sm120_sparse.hpp.
import type { Layout } from "../value.ts";
import { elementType, namedType } from "./element-types.ts";
import { fixed, lit } from "./literal.ts";
import { type MmaLayouts, registerAtom } from "./register-atom.ts";
import { spell, type TypeName } from "./type-name.ts";
import type { ExtraOperand, MmaAtom } from "./types.ts";

const warp = lit(32);
const row16x8 = fixed("((4,8),(2,2)):((32,1),(16,8))");
const a16x32 = fixed("((4,8),(4,2,2)):((64,1),(16,8,256))");
const b8x32 = fixed("((4,8),(4,2)):((32,1),(8,128))");
const a16x64 = fixed("((4,8),(8,2,2)):((128,1),(16,8,512))");
const b8x64 = fixed("((4,8),(8,2)):((64,1),(8,256))");

const sfa = (k: number): Layout => lit([[2, 2, 8], k], [[8, 0, 1], 16]);
const sfb = (k: number): Layout => lit([[4, 8], k], [[0, 1], 8]);

interface Sm120 extends MmaLayouts {
  readonly storageA: string;
  readonly storageB: string;
  readonly e?: Layout;
  readonly typeE?: string;
  readonly ptx: string;
}

const dense32: Sm120 = {
  mnk: [16, 8, 32],
  thrId: warp,
  a: a16x32,
  b: b8x32,
  c: row16x8,
  storageA: "uint8_t",
  storageB: "uint8_t",
  ptx: "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col",
};
const dense64: Sm120 = {
  mnk: [16, 8, 64],
  thrId: warp,
  a: a16x64,
  b: b8x64,
  c: row16x8,
  storageA: "uint4_t",
  storageB: "uint4_t",
  ptx: "mma.sync.aligned.kind::mxf4nvf4.block_scale.m16n8k64.row.col",
};
const sparse64: Sm120 = {
  mnk: [16, 8, 64],
  thrId: warp,
  a: a16x64,
  b: fixed("((4,8),(4,4)):((32,1),(8,128))"),
  c: row16x8,
  storageA: "sparse_elem<2,$A>",
  storageB: "uint8_t",
  e: fixed("((2,2,8),32):((8,512,1),16)"),
  typeE: "sparse_elem<8,uint8_t>",
  ptx: "mma.sync.aligned.kind::f8f6f4.sp::ordered_metadata.m16n8k64.row.col",
};
const sparse128: Sm120 = {
  mnk: [16, 8, 128],
  thrId: warp,
  a: fixed("((4,8),(16,2,2)):((256,1),(16,8,1024))"),
  b: fixed("((4,8),(8,4)):((64,1),(8,256))"),
  c: row16x8,
  storageA: "sparse_elem<4,uint8_t>",
  storageB: "uint4_t",
  e: fixed("((2,2,8),(64)):((8,1024,1),(16))"),
  typeE: "sparse_elem<16,uint8_t>",
  ptx: "mma.sync.aligned.kind::mxf4nvf4.block_scale.sp::ordered_metadata.m16n8k128.row.col",
};

const sm120Rows: Readonly<Record<string, Sm120>> = {
  SM120_16x8x32_TN: dense32,
  SM120_16x8x32_TN_VS: { ...dense32, ptx: "mma.sync.aligned.kind::mxf8f6f4.block_scale.m16n8k32.row.col" },
  SM120_16x8x64_TN_VS: dense64,
  SM120_SPARSE_16x8x64_TN: sparse64,
  SM120_SPARSE_16x8x64_TN_VS: {
    ...sparse64,
    ptx: "mma.sync.aligned.kind::mxf8f6f4.block_scale.sp::ordered_metadata.m16n8k64.row.col",
  },
  SM120_SPARSE_16x8x128_TN_VS: sparse128,
};

const scopes: Readonly<Record<string, string>> = {
  SM120_16x8x32_TN: "",
  SM120_16x8x32_TN_VS: "SM120::BLOCKSCALED::",
  SM120_16x8x64_TN_VS: "SM120::BLOCKSCALED::",
  SM120_SPARSE_16x8x64_TN: "SM120::SPARSE::",
  SM120_SPARSE_16x8x64_TN_VS: "SM120::BLOCKSCALED::SPARSE::",
  SM120_SPARSE_16x8x128_TN_VS: "SM120::BLOCKSCALED::SPARSE::",
};

/** Every operation's name with its template parameters, for the catalogue. */
export const sm120Names: readonly { readonly name: string; readonly signature: string; readonly ptx: string }[] =
  Object.entries(sm120Rows).map(([name, { ptx }]) => ({
    name: `${scopes[name] ?? ""}${name}`,
    signature: name.endsWith("_VS") ? "A, B, C, SF, VS" : "A, B, C",
    ptx,
  }));

/** `SM120_16x8x32_TN<A,B,C>` and its kin, by the last part of their name. */
export function sm120(name: string, args: readonly TypeName[]): MmaAtom | undefined {
  const r = sm120Rows[name];
  const types = args.slice(0, 3).map((arg) => elementType(spell(arg)));
  const [typeA, , typeC] = types;
  if (r === undefined || typeA === undefined || typeC === undefined) return undefined;
  const storageA = namedType(r.storageA.replace("$A", typeA.name));
  const atom = registerAtom(name, r, "SM120", r.ptx, [typeC, storageA, namedType(r.storageB), typeC]);
  const extra: Record<string, ExtraOperand> = {};
  if (r.e !== undefined && r.typeE !== undefined) extra.E = { dtype: namedType(r.typeE), layout: r.e };
  const scale = args[3] && elementType(spell(args[3]));
  const k = r.mnk[2];
  if (scale !== undefined) {
    extra.SFA = { dtype: scale, layout: sfa(k) };
    extra.SFB = { dtype: scale, layout: sfb(k) };
  }
  const parameters = Object.fromEntries(args.map((arg, i) => [["A", "B", "C", "SF", "VS"][i] ?? `${i}`, spell(arg)]));
  const full = `${name}<${args.map(spell).join(",")}>`;
  const vectorSize = args[4] === undefined ? {} : { vectorSize: Number(args[4].name) };
  return { ...atom, name: full, extra, parameters, ...vectorSize };
}
