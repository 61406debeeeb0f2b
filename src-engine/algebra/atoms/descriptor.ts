// Shared-memory descriptors of wgmma (GMMA) and tcgen05.mma (UMMA): the 64-bit word and tensors of descriptors.
//
// Source: CUTLASS 4.7 include/cute/atom/mma_traits_sm90_gmma.hpp:120-300 (make_gmma_desc), arch/mma_sm100_desc.hpp:640-860
// (make_umma_desc); bit positions as in the PTX ISA's "matrix descriptor".
import type { Context } from "../context.ts";
import { staticInt } from "../int/int.ts";
import { logicalDivide } from "../layout/divide.ts";
import { modeOf, replaceLayout, UNIT } from "../layout/modes.ts";
import { recastLayout } from "../layout/recast.ts";
import { elementOf } from "../tiled/fragment.ts";
import { getPath, isTuple, rankOf } from "../tuple/tree.ts";
import type { Layout, Pointer, Swizzle, Tensor } from "../value.ts";
import { lit } from "./literal.ts";
import type { DescriptorFragment, Major } from "./types.ts";

type Unit = DescriptorFragment["unit"];

interface Kind {
  readonly code: number;
  /** Width of the swizzle atom along the major mode, in 16-byte units. */
  readonly width: number;
  /** Rows of the swizzle atom across it. */
  readonly rows: number;
}

const umma: Readonly<Record<string, Kind>> = {
  "0,4,3": { code: 0, width: 1, rows: 8 },
  "1,4,3": { code: 6, width: 2, rows: 8 },
  "2,4,3": { code: 4, width: 4, rows: 8 },
  "3,4,3": { code: 2, width: 8, rows: 8 },
  "2,5,2": { code: 1, width: 8, rows: 4 },
};
const gmma: Readonly<Record<string, Kind>> = {
  "0,4,3": { code: 0, width: 1, rows: 8 },
  "1,4,3": { code: 3, width: 2, rows: 8 },
  "2,4,3": { code: 2, width: 4, rows: 8 },
  "3,4,3": { code: 1, width: 8, rows: 8 },
};

const noSwizzle: Swizzle = { kind: "swizzle", b: 0, m: 4, s: 3 };

/** `make_tensor<smem_desc<major>>(smem_tensor)`: mode 0 becomes one descriptor, the rest counts in 16-byte units. */
export function descriptorTensor(ctx: Context, fragment: DescriptorFragment, tensor: Tensor): Tensor {
  const { engine, layout } = tensor;
  const iterator = `${fragment.unit}::DescriptorIterator`;
  if (layout.kind === "unknown") return tensor;
  const type = elementOf(tensor);
  if (type.kind === "unknown") return { kind: "tensor", engine: type, layout: type };
  // Where nobody says in which memory a tensor lies, it lies in shared memory, or nothing of this is compiled.
  const isShared = engine.kind === "pointer" && (engine.space === "smem" || engine.space === "unknown");
  if (!isShared || layout.kind !== "layout") {
    return notShared(ctx, fragment.unit, engine.kind === "pointer" ? engine.space : engine.kind);
  }
  const word =
    engine.space === "unknown"
      ? undefined
      : descriptorWord(ctx, fragment.unit, fragment.major, engine, modeOf(ctx, layout, 0), type.bits);
  const inUnits = recastLayout(ctx, layout, type.bits, 128);
  const pointer: Pointer = {
    kind: "pointer",
    space: "smem",
    dtype: type,
    offset: staticInt(0),
    iterator,
    ...(word === undefined ? {} : { descriptor: word }),
  };
  return { kind: "tensor", engine: pointer, layout: replaceLayout(ctx, inUnits, UNIT, 0) };
}

function notShared(ctx: Context, unit: Unit, space: string): never {
  const at = unit === "GMMA" ? "mma_traits_sm90_gmma.hpp:369" : "mma_sm100_desc.hpp:895";
  const what = unit === "GMMA" ? "GMMA" : "UMMA";
  return ctx.stop({
    code: "descriptor-space",
    message: `Expected SMEM Tensor to construct a ${what} Desc Tensor, not ${space}`,
    at,
  });
}

/**
 * `make_gmma_desc<major>` / `make_umma_desc<major>` of one MMA's tile, as 0x…; undefined where the address is not known.
 * Stops where the layout is not one of the canonical ones.
 */
export function descriptorWord(
  ctx: Context,
  unit: Unit,
  major: Major,
  pointer: Pointer,
  tile: Layout,
  bits: number,
): string | undefined {
  const canonical = canonicalOffsets(ctx, unit, major, pointer.swizzle ?? noSwizzle, tile, bits);
  const start = startAddress(pointer, bits);
  if (start === undefined) return undefined;
  const { kind, leading, stride } = canonical;
  const fields =
    (BigInt(Math.floor(start / 16)) & 0x3fffn) | (BigInt(leading & 0x3fff) << 16n) | (BigInt(stride & 0x3fff) << 32n);
  const tail = unit === "UMMA" ? (1n << 46n) | (BigInt(kind.code) << 61n) : BigInt(kind.code) << 62n;
  return `0x${(fields | tail).toString(16)}`;
}

function startAddress(pointer: Pointer, bits: number): number | undefined {
  if (pointer.address === undefined || pointer.offset.kind !== "num") return undefined;
  return pointer.address + Math.floor((pointer.offset.value * bits) / 8);
}

interface Canonical {
  readonly kind: Kind;
  readonly leading: number;
  readonly stride: number;
}

function canonicalOffsets(
  ctx: Context,
  unit: Unit,
  major: Major,
  swizzle: Swizzle,
  tile: Layout,
  bits: number,
): Canonical {
  const key = `${swizzle.b},${swizzle.m},${swizzle.s}`;
  const kind = (unit === "UMMA" ? umma : gmma)[key] ?? refuse(ctx, unit, "Unsupported layout swizzle");
  if (rankOf(tile.shape) !== 2) refuse(ctx, unit, "Descriptors can only be constructed on rank-2 tensors.");
  const inUnits = recastLayout(ctx, tile, bits, 128);
  if (major === "K" && key === "2,5,2") refuse(ctx, unit, "SWIZZLE_128B_BASE32B is invalid for Major-K");
  const tiler = major === "MN" ? [kind.width, kind.rows] : [8, 2];
  const divided = logicalDivide(ctx, inUnits, { kind: "tuple", items: tiler.map((n) => lit(n)) });
  const stride = (path: readonly number[]): number => strideAt(ctx, unit, divided, path);
  requireProfile(ctx, unit, major, divided);
  const plain = kind.code === 0;
  const [s00, s10] = [stride([0, 0]), stride([1, 0])];
  if (major === "MN") {
    if ((!plain && s00 !== 1) || s10 !== kind.width)
      refuse(ctx, unit, "Not a canonical MN Layout: Expected stride failure.");
    const [s01, s11] = [stride([0, 1]), stride([1, 1])];
    return { kind, stride: plain ? s01 : s11, leading: plain ? s11 : s01 };
  }
  if (s00 !== kind.width || (!plain && s10 !== 1))
    refuse(ctx, unit, "Not a canonical K Layout: Expected stride failure.");
  return { kind, stride: stride([0, 1]), leading: s10 };
}

/** `congruent(canonical_layout, ((_1,_1),(_1,_1)))`. */
function requireProfile(ctx: Context, unit: Unit, major: Major, a: Layout): void {
  const flat =
    isTuple(a.shape) &&
    a.shape.items.every((m) => isTuple(m) && m.items.length === 2 && !m.items.some((s) => isTuple(s)));
  if (!flat) refuse(ctx, unit, `Not a canonical ${major} Layout: Expected profile failure.`);
}

function strideAt(ctx: Context, unit: Unit, a: Layout, path: readonly number[]): number {
  const stride = getPath(ctx, a.stride, path);
  if (stride.kind === "num") return stride.value;
  return refuse(ctx, unit, "the strides of a descriptor's tile must be static numbers");
}

function refuse(ctx: Context, unit: Unit, message: string): never {
  const at = unit === "GMMA" ? "mma_traits_sm90_gmma.hpp:185" : "mma_sm100_desc.hpp:687";
  return ctx.stop({ code: "descriptor-layout", message: `${unit}: ${message}`, at });
}

/** `iterator + offset`: the descriptor moves on in its low 32 bits. */
export function advanceDescriptor(word: string, offset: number): string {
  const value = BigInt(word);
  const low = (value + BigInt(offset)) & 0xffffffffn;
  return `0x${((value & ~0xffffffffn) | low).toString(16)}`;
}
