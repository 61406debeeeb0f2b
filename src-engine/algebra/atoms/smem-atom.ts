// Canonical shared-memory layout atoms of wgmma and tcgen05.mma, and the choice that CUTLASS's builders make between them.
//
// An atom is one row of 16-byte units per swizzle: 8 rows of 16·2^b bytes, swizzled over them.
// Source: CUTLASS 4.7 include/cute/atom/mma_traits_sm90_gmma.hpp:74-140, mma_traits_sm90_gmma_sparse.hpp:53-87,
// mma_traits_sm100.hpp:60-111; selectors: include/cutlass/gemm/collective/builders/sm90_common.inl:176-381, sm100_common.inl:82-195.
import type { Context } from "../context.ts";
import { mod, staticInt } from "../int/int.ts";
import { blockedProduct } from "../layout/product.ts";
import { recastLayout } from "../layout/recast.ts";
import { product } from "../tuple/int-tuple.ts";
import { get } from "../tuple/tree.ts";
import type { ComposedLayout, DType, Int, Layout, Shape } from "../value.ts";
import { lit } from "./literal.ts";
import { lastPart } from "./type-name.ts";
import type { Major } from "./types.ts";

export type SwizzleName = "INTER" | "SW32" | "SW64" | "SW128" | "SW128_32B";

/** Log2 of the 16-byte units in a row. */
const unitsLog: Readonly<Record<Exclude<SwizzleName, "SW128_32B">, number>> = { INTER: 0, SW32: 1, SW64: 2, SW128: 3 };

export interface SmemAtomName {
  readonly major: Major;
  readonly swizzle: SwizzleName;
  readonly form: "bits" | "elements" | "sparse";
}

/** `GMMA::Layout_K_SW128_Atom`, `UMMA::Layout_MN_INTER_Atom_Bits`, `Layout_K_SW64_SpAtom`; majorness may be an argument: `Layout_SW128_Atom`. */
export function parseSmemAtom(name: string, major?: Major): SmemAtomName | undefined {
  const match = /^Layout_(?:(K|MN)_)?(INTER|SW32|SW64|SW128|SW128_32B)_(Atom|Atom_Bits|SpAtom)$/.exec(lastPart(name));
  if (match === null) return undefined;
  const side = match[1] === "K" || match[1] === "MN" ? match[1] : major;
  const swizzle = swizzleNames.find((s) => s === match[2]);
  if (side === undefined || swizzle === undefined || (swizzle === "SW128_32B" && side === "K")) return undefined;
  return { major: side, swizzle, form: match[3] === "Atom" ? "elements" : match[3] === "SpAtom" ? "sparse" : "bits" };
}

const swizzleNames: readonly SwizzleName[] = ["INTER", "SW32", "SW64", "SW128", "SW128_32B"];

/** Names of the atoms with an element type, for the catalogue. */
export const smemAtomNames: readonly string[] = ["GMMA", "UMMA"].flatMap((unit) =>
  (["MN", "K"] as const).flatMap((major) =>
    swizzleNames
      .filter((swizzle) => swizzle !== "SW128_32B" || (unit === "UMMA" && major === "MN"))
      .map((swizzle) => `${unit}::Layout_${major}_${swizzle}_Atom`),
  ),
);

/** The atom counted in bits: `Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)`. */
export function smemAtomBits(major: Major, swizzle: SwizzleName): ComposedLayout {
  if (swizzle === "SW128_32B") return flagged(2, 5, 2, 1, lit([1024, 4], [1, 1024]));
  const log = unitsLog[swizzle];
  const row = 128 * 2 ** log;
  return flagged(log, 4, 3, 1, major === "K" ? lit([8, row], [row, 1]) : lit([row, 8], [1, row]));
}

/** The atom counted in elements of this many bits. */
export function smemAtom(ctx: Context, major: Major, swizzle: SwizzleName, bits: number): ComposedLayout {
  const inBits = smemAtomBits(major, swizzle);
  return recount(inBits, bits, recastLayout(ctx, innerLayout(inBits), 1, bits));
}

/** The atom of a sparse operand: each kept element stands for `sparsity` logical ones along the second mode. */
export function sparseSmemAtom(
  ctx: Context,
  major: Major,
  swizzle: SwizzleName,
  bits: number,
  sparsity: number,
): ComposedLayout {
  const atom = smemAtom(ctx, major, swizzle, bits);
  return recount(atom, bits, blockedProduct(ctx, lit([1, sparsity]), innerLayout(atom)));
}

const innerLayout = (a: ComposedLayout): Layout => {
  if (a.inner.kind !== "layout") throw new Error("an atom's inner part is a layout");
  return a.inner;
};

const flagged = (b: number, m: number, s: number, bits: number, inner: Layout): ComposedLayout => ({
  kind: "composed",
  outer: { kind: "swizzle", b, m, s },
  offset: { kind: "flag", bits },
  inner,
});

const recount = (a: ComposedLayout, bits: number, inner: Layout): ComposedLayout => ({
  ...a,
  offset: { kind: "flag", bits },
  inner,
});

export type Selector = "ss" | "rs" | "rs-transposed-B" | "sm100";

/**
 * `ss_smem_selector<major, T, BLK_MN, BLK_K>` and its kin: the widest atom that the block divides into.
 * Only the first sub-mode of a hierarchical block counts. Stops with the builder's static_assert.
 */
export function smemSelector(
  ctx: Context,
  selector: Selector,
  major: Major,
  type: DType,
  blockMN: Shape,
  blockK: Shape,
): ComposedLayout {
  const mn = product(get(ctx, blockMN, 0));
  const k = product(get(ctx, blockK, 0));
  requireEight(ctx, selector, mn, "BLK_MN0");
  requireEight(ctx, selector, k, "BLK_K0");
  const extent = (name: SwizzleName): Int => (selector === "ss" && name === "INTER" ? product(blockMN) : mn);
  for (const name of candidates(selector, major, type)) {
    const atom = smemAtom(ctx, major, name, type.bits);
    const [rows, columns] = [modeSize(ctx, atom, 0), modeSize(ctx, atom, 1)];
    const whole = major === "MN" ? mod(extent(name), rows) : mod(k, columns);
    if (whole.kind === "num" && whole.value === 0) return atom;
    if (whole.kind !== "num")
      ctx.stop({ code: "unsupported", message: "the block's size is symbolic: which atom fits is open" });
  }
  return noAtom(ctx, selector, major, type);
}

const modeSize = (ctx: Context, atom: ComposedLayout, i: number): Int => product(get(ctx, innerLayout(atom).shape, i));

/** Widest first. 32-bit MN-major operands have fewer: their transposition needs a 32-byte base. */
function candidates(selector: Selector, major: Major, type: DType): readonly SwizzleName[] {
  const all: readonly SwizzleName[] = ["SW128", "SW64", "SW32", "INTER"];
  if (major === "K") return all;
  if (selector === "sm100" && type.bits === 32) return ["SW128_32B"];
  if (selector === "rs" && type.bits % 32 === 0) return ["SW32", "INTER"];
  if (selector === "rs-transposed-B" && type.bits % 32 === 0) return ["SW32"];
  if (selector === "rs-transposed-B" && type.bits === 8) return ["SW128"];
  return all;
}

const headers: Readonly<Record<Selector, string>> = {
  ss: "sm90_common.inl:280",
  rs: "sm90_common.inl:182",
  "rs-transposed-B": "sm90_common.inl:182",
  sm100: "sm100_common.inl:86",
};

function requireEight(ctx: Context, selector: Selector, block: Int, name: string): void {
  const rest = mod(block, staticInt(8));
  if (rest.kind !== "num" || rest.value === 0) return;
  ctx.stop({ code: "smem-selector", message: `${name} must be a multiple of 8.`, at: headers[selector] });
}

function noAtom(ctx: Context, selector: Selector, major: Major, type: DType): never {
  const base32 = selector === "sm100" && major === "MN" && type.bits === 32;
  const message = base32
    ? "for mn-major tf32 operands, SW128_32B is the only available smem layout"
    : `BLK_${major}0 must be a multiple of size<${major === "MN" ? 0 : 1}>(Layout_${major}_INTER_Atom<ElementType>{})`;
  return ctx.stop({ code: "smem-selector", message, at: headers[selector] });
}
