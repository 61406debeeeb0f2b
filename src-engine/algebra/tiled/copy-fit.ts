// What `copy(atom, src, dst)` asks of its tensors: ranks, extents of the modes behind the first, and that the first mode holds what
// one instruction moves, contiguous as its registers need it (algorithm/copy.hpp:216-262, atom/copy_atom.hpp:94-135,
// atom/copy_traits.hpp:107-141).
import type { CopyAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { equal } from "../int/ask.ts";
import { isStatic, ONE } from "../int/int.ts";
import { size } from "../layout/coords.ts";
import { layoutModes, modeOf, onDomain, rankOfLayout, shapeOf } from "../layout/modes.ts";
import { recastLayout } from "../layout/recast.ts";
import { product } from "../tuple/int-tuple.ts";
import { isTuple, leavesOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Shape } from "../value.ts";

/** A tensor as a copy sees it. */
export interface CopySide {
  readonly layout: AnyLayout;
  /** Of an element, where its type is known. */
  readonly bits?: number | undefined;
}

export type Side = "source" | "destination";

export type CopyMisfit =
  | { readonly kind: "ranks"; readonly source: number; readonly destination: number }
  /** The modes behind the first hold different numbers of elements. */
  | { readonly kind: "rest"; readonly source: Int; readonly destination: Int; readonly known: "static" | "run" }
  /** Neither first mode holds what one instruction moves. */
  | {
      readonly kind: "values";
      readonly source: Int;
      readonly destination: Int;
      readonly needs: { readonly source: Int; readonly destination: Int };
    }
  /** CuTe DSL: the first modes hold different numbers of values. */
  | { readonly kind: "first"; readonly source: Int; readonly destination: Int }
  /** CuTe DSL's ldmatrix and stmatrix: the source's first mode is (V,R), the destination's has other modes. */
  | { readonly kind: "nesting"; readonly destination: number }
  /** So many values of another width than the atom counts, `counted` bits for each. */
  | {
      readonly kind: "width";
      readonly side: Side;
      readonly values: number;
      readonly bits: number;
      readonly counted: number;
    }
  /** The first mode is no `needs` registers of `width` bits. */
  | {
      readonly kind: "registers";
      readonly side: Side;
      readonly mode: AnyLayout;
      readonly width: number;
      readonly needs: number;
      readonly holds: Int | undefined;
    };

/** The first condition that does not hold; undefined where all hold or it is not known. */
export const copyMisfit = (ctx: Context, atom: CopyAtom, src: CopySide, dst: CopySide): CopyMisfit | undefined =>
  modesMisfit(ctx, src, dst) ?? firstModeMisfit(ctx, atom, first(ctx, src), first(ctx, dst));

/** Whether both have as many modes, and as many elements in those behind the first. */
export function modesMisfit(ctx: Context, src: CopySide, dst: CopySide): CopyMisfit | undefined {
  const [source, destination] = [rankOfLayout(ctx, src.layout), rankOfLayout(ctx, dst.layout)];
  if (source !== destination) return { kind: "ranks", source, destination };
  if (isTuple(shapeOf(ctx, src.layout)) || isTuple(shapeOf(ctx, dst.layout))) {
    return restMisfit(shapeOf(ctx, src.layout), shapeOf(ctx, dst.layout));
  }
  return undefined;
}

/** What one side does not fit, whatever the other is: it holds what one instruction moves, and is no registers of it. */
export function sideAlone(ctx: Context, atom: CopyAtom, side: Side, tensor: CopySide): CopyMisfit | undefined {
  const mode = first(ctx, tensor);
  const shape = shapeOf(ctx, mode.layout);
  // CuTe DSL sees (V,1) as one instruction or as its values, by what the other side is.
  if (ctx.dialect !== "cpp" && isRest(shape) && holdsOne(restSize(shape) ?? ONE, ONE) !== "yes") return undefined;
  const one = ctx.dialect !== "cpp" && isRest(shape) ? first(ctx, mode) : mode;
  const registers = registersOf(ctx, atom);
  const isOne = holdsOne(size(ctx, one.layout), needsOf(ctx, atom)[side]) === "yes";
  return isOne && registers !== undefined ? sideMisfit(ctx, side, one, registers[side]) : undefined;
}

function restMisfit(a: Shape, b: Shape): CopyMisfit | undefined {
  const [source, destination] = [restSize(a), restSize(b)];
  if (source === undefined || destination === undefined || equal(source, destination) !== "no") return undefined;
  const known = [a, b].every((one) => leavesOf<Int>(one).every(isStatic)) ? "static" : "run";
  return { kind: "rest", source, destination, known };
}

const restSize = (shape: Shape): Int | undefined =>
  isTuple(shape) && shape.items.length > 1 ? product({ kind: "tuple", items: shape.items.slice(1) }) : undefined;

const first = (ctx: Context, side: CopySide): CopySide => ({
  ...side,
  layout: onDomain(ctx, side.layout, (one) => (isTuple(one.shape) ? modeOf(ctx, one, 0) : one)),
});

/** One instruction, or several where the mode is nested: CuTe then peels it and copies its modes. */
function firstModeMisfit(ctx: Context, atom: CopyAtom, src: CopySide, dst: CopySide): CopyMisfit | undefined {
  if (ctx.dialect !== "cpp") return tracedMisfit(ctx, atom, src, dst);
  const misfit = instructionMisfit(ctx, atom, src, dst);
  const isPeeled = misfit?.kind === "values" && [src, dst].every((side) => isTuple(shapeOf(ctx, side.layout)));
  return isPeeled ? copyMisfit(ctx, atom, src, dst) : misfit;
}

function instructionMisfit(ctx: Context, atom: CopyAtom, src: CopySide, dst: CopySide): CopyMisfit | undefined {
  const needs = needsOf(ctx, atom);
  const [source, destination] = [size(ctx, src.layout), size(ctx, dst.layout)];
  const fits = [holdsOne(source, needs.source), holdsOne(destination, needs.destination)];
  if (fits.includes("yes")) return registerMisfit(ctx, atom, src, dst);
  return fits.includes("unknown") ? undefined : { kind: "values", source, destination, needs };
}

/**
 * CuTe DSL takes a first mode of two for (V,R), one instruction for each of R, where both sides have it; else for the values of all
 * instructions, of which both sides have as many.
 */
function tracedMisfit(ctx: Context, atom: CopyAtom, src: CopySide, dst: CopySide): CopyMisfit | undefined {
  const [a, b] = [shapeOf(ctx, src.layout), shapeOf(ctx, dst.layout)];
  if (isRest(a) && isRest(b)) return restMisfit(a, b) ?? instructionMisfit(ctx, atom, first(ctx, src), first(ctx, dst));
  if (isRest(a) && /^(ld|st)matrix/.test(atom.traits.ptx))
    return { kind: "nesting", destination: rankOfLayout(ctx, dst.layout) };
  const needs = needsOf(ctx, atom);
  const [source, destination] = [product(a), product(b)];
  if (equal(needs.source, needs.destination) === "yes" && equal(source, destination) === "no")
    return { kind: "first", source, destination };
  return instructionMisfit(ctx, atom, src, dst);
}

const isRest = (shape: Shape): boolean => isTuple(shape) && shape.items.length === 2;

const needsOf = (ctx: Context, atom: CopyAtom): Readonly<Record<Side, Int>> => ({
  source: valuesOf(ctx, atom, "source"),
  destination: valuesOf(ctx, atom, "destination"),
});

/** Values per thread and instruction. */
const valuesOf = (ctx: Context, atom: CopyAtom, side: Side): Int =>
  size(ctx, layoutModes(side === "source" ? atom.layoutSrc : atom.layoutDst)[1]!);

/** The compiler must know that they are equal. */
function holdsOne(has: Int, needs: Int): "yes" | "no" | "unknown" {
  const answer = equal(has, needs);
  return answer === "yes" && !isStatic(has) ? "no" : answer;
}

function registerMisfit(ctx: Context, atom: CopyAtom, src: CopySide, dst: CopySide): CopyMisfit | undefined {
  const registers = registersOf(ctx, atom);
  if (registers === undefined) return undefined;
  return sideMisfit(ctx, "source", src, registers.source) ?? sideMisfit(ctx, "destination", dst, registers.destination);
}

interface Registers {
  readonly width: number;
  readonly count: number;
}

/** `SRegisters` and `DRegisters`: a row of shared memory is one register of ldmatrix and stmatrix, the other side 32-bit ones. */
function registersOf(ctx: Context, { traits }: CopyAtom): Readonly<Record<Side, Registers>> | undefined {
  const [source, destination] = [traits.layoutSrc, traits.layoutDst].map((one) => size(ctx, layoutModes(one)[1]!));
  if (source?.kind !== "num" || destination?.kind !== "num") return undefined;
  const whole = (bits: number): Registers => ({ width: bits, count: 1 });
  const words = (bits: number): Registers => ({ width: 32, count: bits / 32 });
  if (/^ldmatrix/.test(traits.ptx)) return { source: whole(source.value), destination: words(destination.value) };
  if (/^stmatrix/.test(traits.ptx)) return { source: words(source.value), destination: whole(destination.value) };
  if (!/^(ld\/st|cp\.async\.c[ag]\.)/.test(traits.ptx) || source.value <= 1) return undefined;
  return { source: whole(source.value), destination: whole(destination.value) };
}

function sideMisfit(
  ctx: Context,
  side: Side,
  { layout: mode, bits }: CopySide,
  registers: Registers,
): CopyMisfit | undefined {
  if (bits === undefined) return undefined;
  const values = size(ctx, mode);
  const moved = registers.width * registers.count;
  if (values.kind === "num" && values.value * bits < moved)
    return { kind: "width", side, values: values.value, bits, counted: moved / values.value };
  const holds = registersIn(ctx, mode, bits, registers.width);
  if (holds !== undefined && (holds === "unknown" || isCount(holds, registers.count))) return undefined;
  return { kind: "registers", side, mode, width: registers.width, needs: registers.count, holds };
}

const isCount = (holds: Int, count: number): boolean =>
  holds.kind === "num" ? holds.value === count && isStatic(holds) : true;

/** How many registers the mode is, undefined where it is no whole number of them. */
function registersIn(ctx: Context, mode: AnyLayout, bits: number, width: number): Int | "unknown" | undefined {
  const refused = new Error("recast");
  const inner: Context = {
    ...ctx,
    step: (n) => ctx.step(n),
    need: () => undefined,
    stop: (stop) => {
      if (stop.code === "budget" || stop.code === "unsupported" || stop.code === "internal") return ctx.stop(stop);
      throw refused;
    },
  };
  try {
    return size(inner, recastLayout(inner, mode, bits, width));
  } catch (error) {
    if (error === refused) return undefined;
    throw error;
  }
}
