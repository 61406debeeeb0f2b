// What a copy is issued as: the instructions of one thread, each with the elements it moves.
//
// `copy(atom, src, dst)` issues one instruction for every value vector of the atom (CUTLASS 4.7 include/cute/algorithm/copy.hpp:184-226);
// `copy(src, dst)` and the auto-vectorizing atoms take as many elements together as both layouts have side by side (:236-271, :307-325).
import type { CopyAtom } from "../algebra/atoms/types.ts";
import type { Context } from "../algebra/context.ts";
import { div, gcdOf, staticInt } from "../algebra/int/int.ts";
import { size } from "../algebra/layout/coords.ts";
import { zippedDivide } from "../algebra/layout/divide.ts";
import { nullspace } from "../algebra/layout/inverse.ts";
import { maxCommonVector } from "../algebra/layout/max-common.ts";
import { getLayout, layoutModes, modeOf, shapeOf } from "../algebra/layout/modes.ts";
import { maxAlignment } from "../algebra/layout/recast.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { leavesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, Int, Layout, Stride, Tensor } from "../algebra/value.ts";

export type Unit = "ld/st" | "cp.async" | "ldmatrix" | "stmatrix" | "bulk" | "tma" | "tmem" | "other";

/** The instructions of one thread, all alike. */
export interface Issue {
  readonly unit: Unit;
  /** The instruction in PTX's words: `ldmatrix.x4`, `cp.async`, `ld/st`. */
  readonly name: string;
  /** Bytes that each of its addresses leads to. */
  readonly width: number;
  /** Of cp.async: past L1 (`.cg`), not through it (`.ca`). */
  readonly isPastL1?: true;
  /** Matrices of ldmatrix and stmatrix. */
  readonly matrices: number;
  /** Elements of the source and the destination that one instruction moves, a thread. */
  readonly source: number;
  readonly destination: number;
  /** Instructions of one thread; undefined where only the run knows. */
  readonly count: Int | undefined;
  /** The width that the layouts would allow is not taken because the atom or the alignment says so. */
  readonly possible?: number;
  /** One element at a time, as plain C++ says it: the compiler may join neighbours. */
  readonly asWritten: boolean;
  /** CuTe chose the width by what the layouts have in common. */
  readonly isChosen: boolean;
  /** What is gone through, without what a broadcast destination repeats. */
  readonly layouts: readonly [source: AnyLayout, destination: AnyLayout];
}

export interface Sides {
  readonly source: Tensor;
  readonly destination: Tensor;
  readonly sourceBits: number;
  readonly destinationBits: number;
}

const widest = 128;

/** A policy instead of an atom: `copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, src, dst)`. */
export interface CopyPolicy {
  readonly kind: "policy";
  readonly name: string;
  /** How many elements go together, where that is decided already. */
  readonly elements?: number;
}

/** One element after the other, as plain C++ and Python write it. */
export const elementPolicy = "element";

export function issueOf(
  ctx: Context,
  atom: CopyAtom | CopyPolicy | undefined,
  sides: Sides,
): Issue | { readonly why: string } {
  if (atom === undefined) return automatic(ctx, sides, undefined);
  const most = assumedAlignment(atom.kind === "policy" ? atom.name : atom.traits.name);
  if (most !== undefined) return automatic(ctx, sides, most);
  if (atom.kind === "policy" && atom.name === elementPolicy) return byElement(ctx, sides, atom.elements ?? 1);
  if (atom.kind === "policy") return { why: `what ${atom.name} does` };
  const [source, destination] = [atom.layoutSrc, atom.layoutDst].map((a) => product(modeOf(ctx, a, 1).shape));
  if (source?.kind !== "num" || destination?.kind !== "num") return { why: "the atom's values are not counted" };
  if (sides.source.layout.kind === "unknown") return { why: sides.source.layout.why };
  if (sides.destination.layout.kind === "unknown") return { why: sides.destination.layout.why };
  const layouts = [sides.source.layout, sides.destination.layout] as const;
  const values = { source: source.value, destination: destination.value };
  const base = { ...values, count: countOf(ctx, sides, atom, values) };
  return { ...base, ...unitOf(atom), layouts, asWritten: isScalar(atom, sides), isChosen: false };
}

function byElement(
  ctx: Context,
  { source, destination, destinationBits }: Sides,
  each: number,
): Issue | { readonly why: string } {
  if (source.layout.kind === "unknown") return { why: source.layout.why };
  if (destination.layout.kind === "unknown") return { why: destination.layout.why };
  return {
    unit: "ld/st",
    name: "ld/st",
    width: (each * destinationBits) / 8,
    matrices: 0,
    source: each,
    destination: each,
    count: div(size(ctx, destination.layout), staticInt(each)),
    asWritten: each === 1,
    isChosen: false,
    layouts: [source.layout, destination.layout],
  };
}

/** Bits that an auto-vectorizing copy takes pointers to be aligned to; undefined for any other operation. */
export function assumedAlignment(name: string): number | undefined {
  const found = /^(?:AutoVectorizingCopy(?:WithAssumedAlignment<(\d+)>)?|(DefaultCopy))$/.exec(name.replace(/\s/g, ""));
  if (found === null) return undefined;
  return found[2] === undefined ? Number(found[1] ?? widest) : 8;
}

/** A plain load or store of single elements: C++ that the compiler may join with its neighbours. */
const isScalar = ({ ptx, valueBits, layoutSrc }: CopyAtom, { sourceBits }: Sides): boolean => {
  const values = layoutModes(layoutSrc)[1];
  const count = values === undefined ? undefined : product(values.shape);
  return ptx === "ld/st" && valueBits <= sourceBits && count?.kind === "num" && count.value === 1;
};

function unitOf(atom: CopyAtom): Pick<Issue, "unit" | "name" | "width" | "matrices" | "isPastL1"> {
  const { ptx } = atom;
  const bytes = bitsOfThread(atom) / 8;
  const matrix = /^(ldmatrix|stmatrix)\.sync\.aligned(?:\.m\d+n\d+)?\.x(\d)(\.trans)?.*\.(?:b16|b8)/.exec(ptx);
  if (matrix !== null && /m8n8|m16n8/.test(ptx)) {
    const unit = matrix[1] === "ldmatrix" ? "ldmatrix" : "stmatrix";
    const trans = ptx.includes(".trans") ? ".trans" : "";
    return { unit, name: `${unit}${trans}.x${matrix[2]}`, width: 16, matrices: Number(matrix[2]) };
  }
  if (/^cp\.async\.ca/.test(ptx)) return { unit: "cp.async", name: "cp.async", width: bytes, matrices: 0 };
  if (/^cp\.async\.cg/.test(ptx))
    return { unit: "cp.async", name: "cp.async", width: bytes, matrices: 0, isPastL1: true };
  if (/^cp\.(?:reduce\.)?async\.bulk\.tensor/.test(ptx)) return { unit: "tma", name: "TMA", width: bytes, matrices: 0 };
  if (/^cp\.(?:reduce\.)?async\.bulk/.test(ptx))
    return { unit: "bulk", name: "cp.async.bulk", width: bytes, matrices: 0 };
  if (/^tcgen05/.test(ptx))
    return {
      unit: "tmem",
      name: (ptx.split(".sync")[0] ?? ptx).replace(/\.cta_group::\d/, ""),
      width: tmemBytes(atom),
      matrices: 0,
    };
  if (/^(?:ld\/st|ld\.|st\.)/.test(ptx)) return { unit: "ld/st", name: "ld/st", width: bytes, matrices: 0 };
  return { unit: "other", name: ptx || atom.name, width: bytes, matrices: 0 };
}

/** What a thread has of it in registers: the side in tensor memory is the whole warp's. */
const tmemBytes = ({ traits }: CopyAtom): number =>
  Math.min(...[traits.layoutSrc, traits.layoutDst].map((side) => valueBits(side))) / 8;

/** Bits that one thread moves in one instruction, by the traits' own layouts. */
const bitsOfThread = ({ traits }: CopyAtom): number => valueBits(traits.layoutSrc);

function valueBits(side: Layout): number {
  const [, values] = layoutModes(side);
  const bits = values === undefined ? undefined : product(values.shape);
  return bits?.kind === "num" ? bits.value : 0;
}

/**
 * Calls of the atom: modes of the destination that all lead to one place are filled once. By the source, or the destination where that
 * is no whole number: a source of descriptors has fewer elements than they lead to.
 */
function countOf(
  ctx: Context,
  { source, destination }: Sides,
  atom: CopyAtom,
  values: { readonly source: number; readonly destination: number },
): Int | undefined {
  if (atom.ptx === "") return undefined;
  const calls = ([side, each]: readonly [Tensor, number]): readonly number[] => {
    const total = side.layout.kind === "unknown" ? undefined : size(ctx, side.layout);
    const n = total?.kind === "num" ? total.value / each / repeated(ctx, destination.layout) : Number.NaN;
    return Number.isSafeInteger(n) ? [n] : [];
  };
  const [count] = (
    [
      [source, values.source],
      [destination, values.destination],
    ] as const
  ).flatMap(calls);
  return count === undefined ? undefined : staticInt(count);
}

function repeated(ctx: Context, a: Tensor["layout"]): number {
  if (a.kind !== "layout") return 1;
  const rest = layoutModes(a).slice(1);
  return rest.reduce((all, mode) => {
    const none = product(nullspace(mode).shape);
    return none.kind === "num" && leavesOf<Int>(shapeOf(ctx, mode)).every(({ kind }) => kind === "num")
      ? all * none.value
      : all;
  }, 1);
}

/** The auto-vectorizing copy; without an atom the assumed alignment is 128 bits where both layouts are static, else 8. */
function automatic(ctx: Context, sides: Sides, assumed: number | undefined): Issue | { readonly why: string } {
  const { source, destination, sourceBits, destinationBits } = sides;
  if (source.layout.kind === "unknown") return { why: source.layout.why };
  if (destination.layout.kind === "unknown") return { why: destination.layout.why };
  const most = assumed ?? (isStaticLayout(source.layout) && isStaticLayout(destination.layout) ? widest : 8);
  const [from, to] = filtered(ctx, source.layout, destination.layout);
  const common = maxCommonVector(ctx, from, to);
  const elements = common.kind === "num" ? common.value : 1;
  // The DSL goes by the alignment that it derives for pointers and strides of the run; it is not modelled.
  if (ctx.dialect === "dsl" && elements > 1 && most < widest)
    return { why: "the width that CuTe DSL chooses where strides are known at run time only" };
  const side = (tensor: Tensor, layout: AnyLayout, bits: number): number => {
    const own = alignmentOf(ctx, layout) * bits;
    return gcdOf(own, tensor.engine.kind === "pointer" && tensor.engine.swizzle ? 8 * 2 ** tensor.engine.swizzle.m : 0);
  };
  const aligned = gcdOf(gcdOf(side(source, from, sourceBits), side(destination, to, destinationBits)), most);
  const bits = elements > 1 ? gcdOf(elements * destinationBits, aligned) : destinationBits;
  const isVector = elements > 1 && bits % 8 === 0 && bits > destinationBits && sourceBits === destinationBits;
  const each = isVector ? bits / destinationBits : 1;
  const total = size(ctx, to);
  const possible = Math.min(widest, gcdOf(elements * destinationBits, widest)) / 8;
  return {
    unit: "ld/st",
    name: "ld/st",
    width: (each * destinationBits) / 8,
    matrices: 0,
    source: each,
    destination: each,
    count: total.kind === "num" ? staticInt(total.value / each) : undefined,
    ...(possible * 8 > bits ? { possible } : {}),
    asWritten: !isVector,
    isChosen: true,
    layouts: [from, to],
  };
}

/** Without the destination's modes that lead to one place (AutoFilter). */
function filtered(ctx: Context, source: AnyLayout, destination: AnyLayout): readonly [AnyLayout, AnyLayout] {
  const shapes = [source, destination].flatMap((a) => leavesOf<Int>(shapeOf(ctx, a)));
  const none = destination.kind === "layout" ? nullspace(destination) : undefined;
  const repeats = none === undefined ? undefined : product(none.shape);
  if (none === undefined || repeats?.kind !== "num" || repeats.value < 2 || shapes.some(({ kind }) => kind !== "num"))
    return [source, destination];
  const rest = (a: AnyLayout): AnyLayout => getLayout(ctx, zippedDivide(ctx, a, none), [1]);
  return [rest(source), rest(destination)];
}

const isStaticLayout = (a: AnyLayout): boolean => {
  if (a.kind === "composed")
    return (
      a.inner.kind !== "swizzle" && isStaticLayout(a.inner) && (a.offset.kind !== "sym" || a.offset.know === "static")
    );
  return [...leavesOf<Int>(a.shape), ...leavesOf<Stride>(a.stride)].every(
    (one) => one.kind !== "basis" && one.know === "static",
  );
};

function alignmentOf(ctx: Context, a: AnyLayout): number {
  const found = maxAlignment(ctx, a);
  return found.kind === "num" ? found.value : 1;
}
