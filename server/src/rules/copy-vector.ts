// CPY001: a copy whose first mode is not what one instruction moves.
import type { CopyMisfit, Side } from "../../../src-engine/algebra/tiled/copy-fit.ts";
import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { AnyLayout, Stride, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument, counted, declarations, guilty } from "./arguments.ts";
import { copySides, misfitOf, misfitOfOne, onlySide, plainAtom } from "./copy-sides.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { elementBits, isNobodys, pointerOf } from "./tensor-parts.ts";

const cpp = (values: string, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _4>>{}, Layout<${values}>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tAsA = thr.partition_D(sA);
  copy(tiled, tAgA, tAsA);${mark}`);

const dsl = (values: string, mark = ""): string =>
  dslFunction(`
    gA = cute.make_tensor(p, cute.make_layout((128, 32), stride=(32, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 4)), cute.make_layout(${values}))
    tAgA = tiled.get_slice(0).partition_S(gA)
    rA = cute.make_rmem_tensor_like(tAgA)
    cute.copy(tiled, tAgA, rA)${mark}`);

export const copyVector: CallRule = {
  code: "copy-vector",
  number: "CPY001",
  severity: "error",
  title: "What one thread copies is no vector of the copy's instruction.",
  on: "call",
  ofAssumed: true,
  ops: ["copy", "copy_if"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const sides = copySides(call);
  const misfit = sides === undefined ? misfitOfOne(call, context) : misfitOf(call, context);
  const message = misfit === undefined || isOpen(misfit, call) ? undefined : spoken(misfit, call, context);
  if (message === undefined) return [];
  const known = sides === undefined ? [onlySide(call)?.given] : [sides.source, sides.destination];
  const related = declarations(context, [...known, argument(call, "atom")]);
  const mild = misfit === undefined || isRefused(misfit, call, context) ? {} : { severity: "warning" as const };
  return [{ ...guilty(call, ...known), message, ...mild, related, fixes: [] }];
}

/** Strides of a tensor that nobody passes: whoever passes one may have numbers there. */
function isOpen(misfit: CopyMisfit, call: CallFact): boolean {
  if (misfit.kind !== "registers") return false;
  const dtype = pointerOf(sideOf(call, misfit.side))?.dtype;
  return dtype !== undefined && isNobodys(dtype) && holdsSymbol(misfit.mode);
}

const holdsSymbol = (mode: AnyLayout): boolean =>
  mode.kind === "layout"
    ? leavesOf<Stride>(mode.stride).some(({ kind }) => kind === "sym")
    : mode.inner.kind !== "swizzle" && holdsSymbol(mode.inner);

/** CuTe DSL compiles instructions for fewer or more values than they move: what they leave is not what was asked for. */
function isRefused(misfit: CopyMisfit, call: CallFact, context: RuleContext): boolean {
  if (context.language === "cpp") return true;
  if (misfit.kind === "width") return misfit.counted === plainAtom(call, context)?.valueBits;
  if (misfit.kind === "registers")
    return misfit.side === "source" ? !isLonger(misfit, call, context) : misfit.holds === undefined;
  return misfit.kind !== "values";
}

/** A run of values that several registers hold, where a plain copy takes one. */
function isLonger(misfit: CopyMisfit & { kind: "registers" }, call: CallFact, context: RuleContext): boolean {
  const { mode, width, holds } = misfit;
  const bits = bitsOf(call, "source");
  const isPlain = !/matrix/.test(plainAtom(call, context)?.traits.ptx ?? "");
  return isPlain && holds?.kind === "num" && holds.value * width === (numberOf(sizeOf(mode)) ?? 0) * bits;
}

function spoken(misfit: CopyMisfit, call: CallFact, context: RuleContext): string | undefined {
  switch (misfit.kind) {
    case "values":
      return context.language === "cpp" ? ofValues(misfit, context) : ofLess(misfit, call, context);
    case "width":
      return ofWidth(misfit, call, context);
    case "registers":
      return ofRegisters(misfit, call, context);
    case "nesting":
      return `the source's first mode is (V,R), the destination's has ${misfit.destination === 1 ? "1 mode" : `${misfit.destination} modes`}: see the fragment through retile of this copy`;
    case "first":
    case "ranks":
    case "rest":
      return undefined;
    default:
      return misfit satisfies never;
  }
}

function ofWidth(
  { side, values, bits, counted }: CopyMisfit & { kind: "width" },
  call: CallFact,
  context: RuleContext,
): string {
  // The other side has as many values as the instruction moves, this one fewer.
  return counted === plainAtom(call, context)?.valueBits
    ? `the atom counts values of ${counted} bits, the ${side} has elements of ${bits}: make the atom for the tensors' element type`
    : `the ${side} has ${many(values)} of ${bits} bits, one instruction moves ${counted * values} bits for each thread: give both sides as many values`;
}

function ofValues(misfit: CopyMisfit & { kind: "values" }, context: RuleContext): string {
  const [source, destination] = [counted(context, misfit.source), counted(context, misfit.destination)];
  const needs = [counted(context, misfit.needs.source), counted(context, misfit.needs.destination)];
  const moves = needs[0] === needs[1] ? needs[0] : needs.join(" to ");
  return (
    `the first modes hold ${source} and ${destination} values, one instruction moves ${moves} for each thread: ` +
    "partition or retile both sides with this copy, made for the tensors' element type"
  );
}

/** CuTe DSL issues as many instructions as the mode takes, and asks that there are values for one. */
function ofLess(misfit: CopyMisfit & { kind: "values" }, call: CallFact, context: RuleContext): string | undefined {
  const sides = copySides(call);
  const has = [sides?.from, sides?.to].map((side) => numberOf(sizeOf(side)));
  const needs = [misfit.needs.source, misfit.needs.destination].map(numberOf);
  const at = has.findIndex((count, i) => count !== undefined && count < (needs[i] ?? 0));
  if (at < 0) return undefined;
  const side = at === 0 ? "source" : "destination";
  return (
    `the ${side} has ${many(has[at] ?? 0)}, one instruction moves ${counted(context, misfit.needs[side])} for each thread: ` +
    "give each thread as many, or take a narrower copy"
  );
}

const many = (count: number): string => (count === 1 ? "1 value" : `${count} values`);

function ofRegisters(misfit: CopyMisfit & { kind: "registers" }, call: CallFact, context: RuleContext): string {
  const { side, mode, width, needs } = misfit;
  const bits = bitsOf(call, side);
  const registers = needs === 1 ? `one register of ${width} bits` : `${needs} registers of ${width} bits`;
  return `the ${side}'s values for one instruction are ${context.print(mode)} of ${bits} bits, no ${registers}: ${wayOut(misfit, call, context)}`;
}

const sideOf = (call: CallFact, side: Side): Value | undefined =>
  argument(call, side, side === "source" ? "src" : "dst")?.value;

const bitsOf = (call: CallFact, side: Side): number => elementBits(pointerOf(sideOf(call, side))) ?? 0;

function wayOut({ side, needs }: CopyMisfit & { kind: "registers" }, call: CallFact, context: RuleContext): string {
  const ptx = plainAtom(call, context)?.traits.ptx ?? "";
  if (/matrix/.test(ptx) && needs === 1) {
    const other = ptx.includes(".trans") ? "without .trans" : "with .trans";
    return `each row of 16 bytes must be contiguous there; take the ${/^ld/.test(ptx) ? "ldmatrix" : "stmatrix"} ${other}, or the other majorness`;
  }
  if (/matrix/.test(ptx)) return `see the registers through retile_${side === "source" ? "S" : "D"} of this copy`;
  return "let the values run along the mode of stride 1, or take a narrower copy";
}

/** The page of copy-vector. */
export const copyVectorPage = (): RulePage => ({
  doc: `
A copy atom moves a fixed number of values for each thread: eight half_t for 128 bits, eight for \`ldmatrix.x4\`. The first mode of
the tensors must hold them, and on the side of memory they must follow each other: CuTe sees the mode as the instruction's registers
("Copy_Traits: src failed to vectorize into registers", "CopyAtom: Src/Dst partitioning does not match the instruction requirement").

- The values of a thread lie along a mode with another stride than 1: turn the value layout, \`Shape<_8,_1>\` for column-major tensors and
  \`Shape<_1,_8>\` for row-major ones, or take \`ldmatrix.trans\` (\`SM75_U16x8_LDSM_T\`) for a tile that is major the other way.
- A stride is a number of the run where it must be \`Int<1>{}\`.
- A fragment was not seen through \`retile_S\`, \`retile_D\`, or through those of another copy.
- The atom was made for another element type than the tensors have.`,
  references: ["cute/atom/copy_traits.hpp:128-131, cute/atom/copy_atom.hpp:94-135 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "Shape<_8, _1>",
        "\n//            ^^^^^^^^^^ the source's values for one instruction are (_8,_1):(_32,_0)",
      ),
      good: cpp("Shape<_1, _8>"),
    },
    {
      language: "python",
      bad: dsl("(8, 1)", "\n    #                ^^^^^^^^ the source's values for one instruction are "),
      good: dsl("(1, 8)"),
    },
  ],
});
