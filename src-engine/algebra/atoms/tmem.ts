// How operands are allocated in tensor memory: accumulators, A of TS operations, sparse metadata, scale factors.
//
// A fragment is built from an atom in "virtual" addresses (lane stride 1, column stride 128), tiled over the MMA tiles and
// restrided to real ones. Source: CUTLASS 4.7 include/cute/atom/mma_traits_sm100_frag.hpp.
import type { Context } from "../context.ts";
import { less } from "../int/ask.ts";
import { mul, staticInt } from "../int/int.ts";
import { composition } from "../layout/composition.ts";
import { cosize } from "../layout/coords.ts";
import { compactColMajor, makeLayout } from "../layout/make.ts";
import { tiledProduct } from "../layout/product.ts";
import { recastLayout, upcast } from "../layout/recast.ts";
import { makeTensor, tmemPointer } from "../tiled/engine.ts";
import { product } from "../tuple/int-tuple.ts";
import { getPath, rankOf, take } from "../tuple/tree.ts";
import type { Layout, Shape, Tensor } from "../value.ts";
import { layout } from "../value.ts";
import { namedType } from "./element-types.ts";
import { lit, type Nested } from "./literal.ts";
import type { TmemFragment } from "./types.ts";

/** Bits of a lane: 512 columns of 32 bits; there are 128 lanes. */
const capacityBits = 128 * 512 * 32;
const laneBits = 2 ** 21;

/** `make_tensor<Frg>(shape)` with the post-partition shape ((MMA_M,MMA_N),m,n,…). Stops where CuTe refuses. */
export function tmemFragment(ctx: Context, fragment: TmemFragment, shape: Shape): Tensor {
  switch (fragment.form) {
    case "operand":
      return operandFragment(ctx, fragment, shape);
    case "weight-stationary":
      return weightStationary(ctx, fragment, shape);
    case "metadata":
    case "metadata-weight-stationary":
      return metadata(ctx, fragment, shape);
    case "SFA":
    case "SFB":
      return scaleFactors(ctx, fragment, shape);
    default: {
      const never: never = fragment.form;
      return never;
    }
  }
}

function refuse(ctx: Context, message: string, line: number): never {
  return ctx.stop({ code: "tmem-fragment", message, at: `mma_traits_sm100_frag.hpp:${line}` });
}

/** A static size at a place of the shape. */
function sizeAt(ctx: Context, shape: Shape, path: readonly number[]): number {
  const size = product(getPath(ctx, shape, path));
  if (size.kind === "num") return size.value;
  return ctx.stop({ code: "unsupported", message: "the size of the MMA in tensor memory is symbolic" });
}

function requireShape(ctx: Context, shape: Shape, storageBits: number): void {
  const bits = mul(product(shape), staticInt(storageBits));
  const room = less(staticInt(capacityBits), bits);
  ctx.need({
    kind: "in-range",
    holds: room === "unknown" ? room : room === "yes" ? "no" : "yes",
    facts: { bits },
    at: "mma_traits_sm100_frag.hpp:104",
  });
  if (room === "yes" && ctx.dialect === "cpp") refuse(ctx, "Requesting more TMEM than is available.", 104);
  if (rankOf(shape) < 2 || rankOf(getPath(ctx, shape, [0])) !== 2) {
    refuse(ctx, "Expected post-partitioned shape ((M_MMA,N_MMA),...).", 106);
  }
}

function operandFragment(ctx: Context, f: TmemFragment, shape: Shape): Tensor {
  requireShape(ctx, shape, f.storageBits);
  const m = sizeAt(ctx, shape, [0, 0]);
  const n = sizeAt(ctx, shape, [0, 1]);
  // A single SM with 64 rows takes half of each 32 lanes; without interleaving the other half stays free.
  const apart = f.sms === 1 && m === 64 && f.allocation === "NonInterleaved" ? 2 : 1;
  return allocate(ctx, f, operandAtom(ctx, f, m, n), shape, apart);
}

function operandAtom(ctx: Context, f: TmemFragment, m: number, n: number): Layout {
  const full = lit([128, n], [1, 128]);
  if (m === 128) return full;
  if (f.sms === 1) {
    if (m !== 64) refuse(ctx, "UMMA_1SM M-mode size should be 64 or 128.", 121);
    return lit([[16, 4], n], [[1, 32], 128]);
  }
  if (m === 64) return f.allocation === "Duplicated" ? full : lit([64, [n / 2, 2]], [1, [128, 64]]);
  if (m !== 32) refuse(ctx, "UMMA_2SM M-mode size should be 32 or 64 or 128.", 153);
  if (f.allocation !== "Interleaved") {
    refuse(ctx, "Only TmemAllocMode::Interleaved is supported for UMMA_2SM M_MMA=32", 157);
  }
  return lit([32, [n / 4, 4]], [1, [128, 32]]);
}

function weightStationary(ctx: Context, f: TmemFragment, shape: Shape): Tensor {
  requireShape(ctx, shape, f.storageBits);
  const m = sizeAt(ctx, shape, [0, 0]);
  const n = sizeAt(ctx, shape, [0, 1]);
  if (![32, 64, 128].includes(m)) {
    refuse(ctx, "Weight stationary UMMA_1SM M-mode size should be 32 or 64 or 128.", 524);
  }
  if (![64, 128, 256].includes(n)) {
    refuse(ctx, "Dense weight stationary UMMA_1SM N-mode size should be 64 or 128 or 256.", 526);
  }
  const parts = 128 / m;
  const atom = m === 128 ? lit([128, n], [1, 128]) : lit([m, [n / parts, parts]], [1, [128, m]]);
  return allocate(ctx, f, atom, shape, 1);
}

/** Tiles in lanes first, then in columns; then from virtual to real addresses. */
function allocate(ctx: Context, f: TmemFragment, atom: Layout, shape: Shape, apart: number): Tensor {
  const tiles = take(ctx, shape, 1, rankOf(shape));
  const logical = tiledProduct(ctx, atom, layout(tiles, compactColMajor(tiles, staticInt(apart))));
  const restride = lit([128, 16384], [laneBits / f.dtype.bits, f.storageBits / f.dtype.bits]);
  return makeTensor(tmemPointer(f.dtype), composition(ctx, restride, logical));
}

interface MetadataRow {
  readonly k: number;
  readonly element: string;
  /** Bits of one metadata element, which the restride counts in. */
  readonly bits: number;
  atom(m: number): Layout;
}

/** Sparse metadata by the bits of A: 2:4 metadata of 8- and 16-bit types is one bit per value, TF32 has two, F4 half a bit. */
const metadataRows: Readonly<Record<number, MetadataRow>> = {
  32: { k: 16, element: "sparse_elem<4,uint8_t>", bits: 2, atom: (m) => cores(m, 8, 1024) },
  16: { k: 32, element: "sparse_elem<8,uint8_t>", bits: 1, atom: (m) => cores(m, 16, 2048) },
  8: { k: 64, element: "sparse_elem<8,uint8_t>", bits: 1, atom: (m) => rowsOf(m, 64) },
  4: { k: 128, element: "sparse_elem<16,uint8_t>", bits: 0.5, atom: (m) => rowsOf(m, 128) },
};

function cores(m: number, k: number, apart: number): Layout {
  const shape: readonly Nested[] = [
    [8, 2, m / 16],
    [k, 2],
  ];
  const stride: readonly Nested[] = [
    [1, apart, 16],
    [128, 8],
  ];
  return m === 128 ? lit(shape, stride) : lit([...shape, 128 / m], [...stride, m]);
}

const rowsOf = (m: number, k: number): Layout =>
  m === 128 ? lit([128, k], [1, 128]) : lit([m, [k, 128 / m]], [1, [128, m]]);

function metadata(ctx: Context, f: TmemFragment, shape: Shape): Tensor {
  const m = sizeAt(ctx, shape, [0, 0]);
  const row = metadataRows[f.dtype.bits];
  const wide = f.form === "metadata-weight-stationary";
  if (m !== 128 && !(wide && (m === 64 || m === 32))) refuse(ctx, "Only 128 implemented right now.", 234);
  if (row === undefined || (wide && row.bits === 0.5)) return refuse(ctx, "Invalid ValueType", 407);
  if (sizeAt(ctx, shape, [0, 1]) !== row.k) refuse(ctx, `the metadata atom covers ${row.k} values of K`, 245);
  const logical = tiledProduct(ctx, row.atom(m), makeLayout(take(ctx, shape, 1, rankOf(shape))));
  const bits = lit([128, 16384], [laneBits, 1]);
  const restride = row.bits === 1 ? bits : row.bits === 2 ? upcast(ctx, bits, 2) : lit([128, 32768], [2 ** 22, 1]);
  return makeTensor(tmemPointer(namedType(row.element)), composition(ctx, restride, logical));
}

/** Scale factors are kept four times, once for each 32 lanes; with the 2x2 data path SFB is kept twice. */
function scaleFactors(ctx: Context, f: TmemFragment, shape: Shape): Tensor {
  if (rankOf(shape) < 3) refuse(ctx, "Expected an MMA partitioned tensor", 441);
  if (rankOf(getPath(ctx, shape, [0, 1])) !== 2) refuse(ctx, "Expected an MMA-SF partitioned tensor", 442);
  const mn = sizeAt(ctx, shape, [0, 0]);
  const perFactor = sizeAt(ctx, shape, [0, 1, 0]);
  const factors = sizeAt(ctx, shape, [0, 1, 1]);
  const k: readonly [Nested, Nested] = [
    [perFactor, factors],
    [0, 128],
  ];
  const halves = f.form === "SFB" && f.allocation === "ScaleFactorDuplicated2by2";
  const atom = halves
    ? lit([[[32, mn / 64], 2, 2], k[0]], [[[1, 512], 64, 32], k[1]])
    : lit([[[32, mn / 32], 4], k[0]], [[[1, 512], 32], k[1]]);
  return allocate(ctx, { ...f, storageBits: f.dtype.bits }, atom, shape, 1);
}

/** `find_tmem_tensor_col_offset(tensor)`: the columns that it takes (cutlass/detail/sm100_tmem_helper.hpp:49). */
export function tmemColumns(ctx: Context, tensor: Tensor): number | undefined {
  const { engine } = tensor;
  const bits = engine.kind === "pointer" && engine.dtype.kind === "dtype" ? engine.dtype.bits : undefined;
  if (tensor.layout.kind !== "layout" || bits === undefined) return undefined;
  const inWords = recastLayout(ctx, tensor.layout, bits, 32);
  const size = cosize(ctx, inWords);
  return size.kind === "num" ? size.value % 2 ** 16 : undefined;
}
