// CPY008: a copy whose two sides do not have the same modes, or a predicate of other modes than what it guards.

import type { CopyAtom } from "../../../src-engine/algebra/atoms/types.ts";
import { less } from "../../../src-engine/algebra/int/ask.ts";
import type { CopyMisfit } from "../../../src-engine/algebra/tiled/copy-fit.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { certainRankOf, differ, firstModeSizes, modeSizes, numberOf, rankOf, sizeOf } from "../facts/sizes.ts";
import { argument, counted, declarations, guilty, spansOf } from "./arguments.ts";
import {
  type CopySides,
  copies,
  copySides,
  isElementwise,
  isTileCopy,
  type Known,
  misfitOf,
  plainAtom,
} from "./copy-sides.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const cpp = (rows: string, mark = ""): string =>
  cppFunction(`
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<${rows}, _32>, Stride<_32, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tAgA = thr.partition_S(gA);
  auto tAsA = thr.partition_D(sA);
  copy(tiled, tAgA, tAsA);${mark}`);

const dsl = (rows: number, mark = ""): string =>
  dslFunction(`
    gA = cute.make_tensor(p, cute.make_layout((128, 32), stride=(32, 1)))
    rA = cute.make_rmem_tensor(cute.make_layout((${rows}, 32)), cutlass.Float16)
    cute.autovec_copy(gA, rA)${mark}`);

export const copyExtents: CallRule = {
  code: "copy-extents",
  number: "CPY008",
  severity: "error",
  title: "The source and the destination of a copy have different numbers of modes or elements.",
  on: "call",
  ofAssumed: true,
  ops: [...copies, "cooperative_copy"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const sides = copySides(call);
  if (sides === undefined) return ofRanks(call, context);
  const said = spoken(call, sides, context);
  if (said === undefined) return [];
  const related = declarations(context, [sides.source, sides.destination, argument(call, "atom")]);
  const guilt = guilty(call, sides.source, sides.destination);
  return [{ ...guilt, sides: spansOf(sides.source, sides.destination), ...said, related, fixes: [] }];
}

/** Of sides whose modes are counted and no more than that: a tiled copy takes as many of both. */
function ofRanks(call: CallFact, context: RuleContext): readonly Finding[] {
  const [atom, source, destination] = ["atom", "source", "destination"].map((role) => argument(call, role));
  const isTiled = atom?.value.kind === "tiled-copy" || (atom?.value.kind === "unknown" && atom.value.tiled === "copy");
  if (context.language !== "cpp" || call.op !== "copy" || !isTiled) return [];
  const [has, gets] = [certainRankOf(source?.value), certainRankOf(destination?.value)];
  if (has === undefined || gets === undefined || has === gets) return [];
  const said = ofMisfit({ kind: "ranks", source: has, destination: gets }, context, "vector");
  if (said === undefined) return [];
  const related = declarations(context, [source, destination, atom]);
  return [{ ...guilty(call, source, destination), ...said, related, fixes: [] }];
}

type Said = Pick<Finding, "message" | "severity">;

function spoken(call: CallFact, sides: CopySides, context: RuleContext): Said | undefined {
  const sizes = argument(call, "atom") === undefined ? ofSizes(sides, context) : undefined;
  // CuTe asserts it there.
  if (call.op === "cooperative_copy") return sizes === undefined ? undefined : { ...sizes, severity: "error" };
  if (argument(call, "atom") === undefined) return sizes ?? ofModes(call, sides, context);
  if (isElementwise(call, context)) return ofSizes(sides, context) ?? ofPredicate(call, sides, context);
  const misfit = misfitOf(call, context);
  const unit = isTileCopy(call, context) ? "tile" : "vector";
  return (misfit === undefined ? undefined : ofMisfit(misfit, context, unit)) ?? ofPredicate(call, sides, context);
}

/** Every element of the destination is written, whatever the source has. */
function ofSizes({ from, to }: CopySides, context: RuleContext): Said | undefined {
  const [source, destination] = [sizeOf(from), sizeOf(to)];
  if (source === undefined || destination === undefined || !differ(source, destination)) return undefined;
  const [has, gets] = [numberOf(source), numberOf(destination)];
  const what =
    has === undefined || gets === undefined
      ? "give both one shape"
      : has < gets
        ? "the source is read past its end"
        : "the rest of the source is not copied";
  const severity = context.language === "cpp" ? "warning" : "error";
  return {
    message: `the source has ${counted(context, source)} elements, the destination ${counted(context, destination)}: ${what}`,
    severity,
  };
}

/** Beside global or shared memory the DSL's `basic_copy` asks for the same extent of each mode; `autovec_copy` counts through them. */
function ofModes({ op }: CallFact, { from, to }: CopySides, context: RuleContext): Said | undefined {
  const isInRegisters = [from, to].every((side) => !/^[gs]mem$/.test(pointerOf(side)?.space ?? ""));
  const [source, destination] = [modeSizes(from), modeSizes(to)];
  if (context.language !== "python" || isInRegisters || source?.length !== destination?.length) return undefined;
  const at = source?.findIndex((size, i) => differ(size, destination?.[i] ?? size)) ?? -1;
  if (source === undefined || destination === undefined || at < 0) return undefined;
  return {
    message: `mode ${at} of the source has ${counted(context, source[at]!)} elements, of the destination ${counted(context, destination[at]!)}: give both one shape`,
    severity: op === "autovec_copy" ? "warning" : "error",
  };
}

function ofMisfit(misfit: CopyMisfit, context: RuleContext, unit: string): Said | undefined {
  switch (misfit.kind) {
    case "ranks":
      return {
        message: `the source has ${modes(misfit.source)}, the destination ${misfit.destination}: slice or group one of them so that both have the same`,
      };
    case "rest": {
      const { source, destination, known } = misfit;
      // One instruction for each tile of the destination: the first tiles of a larger tensor are a use of their own.
      if (known !== "static" && unit === "tile" && less(destination, source) === "yes") return undefined;
      const message = `the source has ${many(counted(context, source), unit)}, the destination ${counted(context, destination)}: partition tiles of one shape, and slice both alike`;
      return known === "static" ? { message } : { message, severity: "warning" };
    }
    case "first": {
      const [source, destination] = [counted(context, misfit.source), counted(context, misfit.destination)];
      return {
        message: `the first mode of the source holds ${many(source, "value")}, of the destination ${destination}: partition both with one copy, or see the fragment through its retile`,
      };
    }
    case "values":
    case "width":
    case "registers":
    case "nesting":
      return undefined;
    default:
      return misfit satisfies never;
  }
}

const modes = (rank: number): string => many(String(rank), "mode");
const many = (count: string, word: string): string => (count === "1" ? `1 ${word}` : `${count} ${word}s`);

/** `([V],Rest...)` beside `(V,Rest...)`. */
function ofPredicate(call: CallFact, { from }: CopySides, context: RuleContext): Said | undefined {
  const predicate = argument(call, "predicate", "pred");
  const [guards, values] = [modeSizes(predicate?.value), modeSizes(from)];
  const [rank, sourceRank] = [rankOf(predicate?.value), rankOf(from)];
  if (guards === undefined || values === undefined || rank === undefined || sourceRank === undefined) return undefined;
  const isWithoutFirst = rank === sourceRank - 1 && context.language === "cpp";
  if (rank !== sourceRank && !isWithoutFirst) {
    const isNew = context.libraryIsBefore("4.0") === "no";
    if (context.language === "cpp" && !isNew && [...guards, ...values.slice(1)].every((size) => numberOf(size) === 1)) {
      const message = `the predicate has ${modes(rank)}, the source ${sourceRank}: CUTLASS 4.0 and newer refuses it, before copy_if counted through all modes`;
      return { message, severity: "information" };
    }
    const way =
      context.language === "cpp"
        ? "it needs one for each mode behind the first, or a first one of its own"
        : "it needs as many, the first one for the vectors";
    return { message: `the predicate has ${modes(rank)}, the source ${sourceRank}: ${way}` };
  }
  const first = rank === sourceRank ? ofFirstMode(guards, from, call, context) : undefined;
  if (first !== undefined) return first;
  const rest = rank === sourceRank ? guards.slice(1) : guards;
  const at = rest.findIndex((size, i) => differ(size, values[i + 1] ?? size));
  if (at < 0 || (context.language === "cpp" && values.slice(1).every((size) => numberOf(size) === 1))) return undefined;
  if (isCountedThrough(guards, values, context)) {
    const message =
      "CUTLASS takes the first mode of this predicate for the values of a vector: give it a first mode of size 1 (before 4.0, copy_if counted through all modes, and this was right)";
    return { message, severity: "information" };
  }
  const [vectors, told] = [counted(context, values[at + 1]!), counted(context, rest[at]!)];
  return {
    message: `mode ${at + 1} of the source has ${many(vectors, "vector")}, the predicate ${many(told, "value")} for them: give it the shape of the partitioned tensor`,
    severity: "warning",
  };
}

/**
 * The DSL asks for as many values as the second part of the first mode has, `((V,R),…)`, whatever an instruction takes of V; of a first
 * mode that is not nested for one for each instruction. C++ takes the predicate's first one for all of them.
 */
function ofFirstMode([guards]: readonly Int[], from: Known, call: CallFact, context: RuleContext): Said | undefined {
  const parts = vectorsOf(from, context.language === "python" ? plainAtom(call, context) : undefined);
  const has = numberOf(guards);
  if (parts === undefined || has === undefined || has === parts.vectors) return undefined;
  const [vectors, told] = [many(String(parts.vectors), "vector"), many(String(has), "value")];
  return {
    message: `mode 0 of the source has ${vectors} of ${parts.each}, the predicate ${told} for them: give its first mode as many as the copy has instructions there, \`tensor.shape[0][1]\``,
  };
}

interface Vectors {
  readonly vectors: number;
  /** Elements of one. */
  readonly each: number;
}

function vectorsOf(from: Known, atom: CopyAtom | undefined): Vectors | undefined {
  if (atom === undefined) return undefined;
  const nested = firstModeSizes(from)?.map(numberOf);
  if (nested?.length === 2) {
    const [each, vectors] = nested;
    return each === undefined || vectors === undefined ? undefined : { each, vectors };
  }
  const [each, all] = [numberOf(modeSizes(atom.layoutSrc)?.[1]), numberOf(modeSizes(from)?.[0])];
  return each === undefined || all === undefined || all % each !== 0 ? undefined : { each, vectors: all / each };
}

/** One whose first modes are those of the vectors. */
const isCountedThrough = (guards: readonly Int[], values: readonly Int[], { language }: RuleContext): boolean =>
  language === "cpp" && values.slice(1).every((size, i) => guards[i] !== undefined && !differ(guards[i], size));

/** The page of copy-extents. */
export const copyExtentsPage = (): RulePage => ({
  doc: `
\`copy(atom, src, dst)\` runs over the modes behind the first of both tensors together: both need the same number of modes, and the
same number of elements in them ("CopyAtom rank-mismatch", \`size<1>(src_v) == size<1>(dst_v)\`; the DSL: "Expected source and
destination tensors to have the same size in mode-1"). Without an atom, or where an extent is known at run time only, C++ asks nothing
and copies as many elements as the destination has: a smaller source is read past its end, a larger one is copied in part. The same
holds for the predicate of \`copy_if\`. It is a warning there. A predicate of one value for one vector may have fewer modes before
CUTLASS 4.0: with an older one, or none in sight, it is an information. Of TMA copies and those of tensor memory the same modes are counted:
\`tAgA(_,k_tile)\` beside \`tAsA(_,stage)\`. \`cooperative_copy\` asserts that both have as many elements.

Partition two tiles of one shape with slices of one copy, and slice both alike.`,
  references: ["cute/algorithm/copy.hpp:216-262 (CUTLASS 4.7)", "cutlass/cute/algorithm.py: copy (CuTe DSL 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp("_64", "\n//            ^^^^^^^^^^ the source has 4 vectors, the destination 2"),
      good: cpp("_128"),
    },
    {
      language: "python",
      bad: dsl(64, "\n    #                 ^^^^^^ the source has 4096 elements, the destination 2048"),
      good: dsl(128),
    },
  ],
});
