// MMA053: an MMA whose tile is larger than the tensor that it partitions.
import type { TiledMma } from "../../../src-engine/algebra/atoms/types.ts";
import { isInt, isStatic } from "../../../src-engine/algebra/int/int.ts";
import { modesOfOperand, type Operand, tileSizeMma } from "../../../src-engine/algebra/tiled/tiled-mma.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import { isTuple } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { attempt } from "../facts/attempt.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import { isKnown } from "./copy-sides.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const cpp = (rows: string, mark = ""): string =>
  cppFunction(`
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{});
  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<${rows}, _32>, Stride<_32, _1>>{});
  auto tCsA = mma.get_slice(threadIdx.x).partition_A(sA);${mark}`);

const dsl = (rows: number, mark = ""): string =>
  dslKernel(`
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (4, 1, 1))
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((${rows}, 32), stride=(32, 1)), 16)
    tCsA = mma.get_slice(cute.arch.thread_idx()[0]).partition_A(sA)${mark}`);

export const mmaTile: CallRule = {
  code: "mma-tile",
  number: "MMA053",
  severity: "warning",
  title: "A tiled MMA covers more than the tensor that it partitions.",
  on: "call",
  ops: ["A", "B", "C"].flatMap((operand) =>
    ["partition_", "partition_fragment_", "partition_shape_"].map((method) => method + operand),
  ),
  unless: (call, others) => call.op === "partition_C" && [call, ...others].some(holdsCoordinates),
  check,
};

/** Coordinates of accumulators: the kernel asks whether what a thread stores lies in the tensor. */
function holdsCoordinates(call: CallFact): boolean {
  const tensor = argument(call, "tensor")?.value;
  return call.op === "partition_C" && tensor?.kind === "tensor" && tensor.engine.kind === "arith";
}

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const [threads, shape] = [argument(call, "threads"), argument(call, "shape")];
  const mma = threads?.value.kind === "thr-mma" ? threads.value.tiled : threads?.value;
  // Blackwell's MMAs have tiles of their own rules.
  if (threads === undefined || mma?.kind !== "tiled-mma" || mma.atom.fragmentC.kind === "tmem") return [];
  const tensor = shape === undefined ? argument(call, "tensor") : undefined;
  const what = shape ?? (tensor !== undefined && liesInMemory(tensor.value) ? tensor : undefined);
  if (what === undefined) return [];
  const operand = operands.find((one) => call.op.endsWith(one)) ?? "C";
  const tile = tileOf(mma, operand, context);
  const sizes = extentsOf(what.value).map((size) => (isStatic(size) ? numberOf(size) : undefined));
  const shared = oneAtom(mma, operand, context);
  const at = tile?.findIndex((takes, i) => isSmaller(sizes[i], takes) && sizes[i] !== shared[i]) ?? -1;
  if (tile === undefined || at < 0) return [];
  const [of, end] =
    shape === undefined
      ? ["the tensor", "some threads get what lies behind it"]
      : ["the shape", "some threads' values belong to no element"];
  const message = `the MMA's tile has ${tile[at]} elements along mode ${at} of ${operand}, ${of} ${sizes[at]}: ${end}; give the MMA fewer atoms there`;
  return [{ ...guilty(call, what), message, related: declarations(context, [what, threads]), fixes: [] }];
}

/** Of a tensor's modes, or of a shape's that are numbers. */
const extentsOf = (what: Value): readonly Int[] =>
  what.kind === "tuple" ? (what.items.every(isInt) ? what.items : []) : (modeSizes(what) ?? []);

const operands = ["A", "B", "C"] as const;

/** A tensor for TMA holds the coordinates of what lies in global memory. */
function liesInMemory(tensor: Value): boolean {
  if (tensor.kind === "tensor" && tensor.engine.kind === "arith") return true;
  const { space } = pointerOf(tensor) ?? {};
  return isKnown(tensor) && (space === "gmem" || space === "smem");
}

const tileOf = (
  tiled: TiledMma,
  operand: Operand,
  { language }: RuleContext,
): readonly (number | undefined)[] | undefined =>
  attempt(language, (ctx) => modesOfOperand[operand].map((mode) => numberOf(tileSizeMma(ctx, tiled, mode))));

/** The extents of one atom, where CuTe DSL gives all atoms along the mode its elements: none of them lies behind. */
const oneAtom = (tiled: TiledMma, operand: Operand, { language }: RuleContext): readonly (number | undefined)[] =>
  modesOfOperand[operand].map((mode) => {
    const { shape } = tiled.atom;
    const extent = isTuple(shape) ? shape.items[mode] : undefined;
    const isOpen = language === "python" && tiled.permutationMNK.items[mode]?.kind === "underscore";
    return isOpen && extent !== undefined ? numberOf(product(extent)) : undefined;
  });

/** One row for all: who has it is asked where it is written. */
const isSmaller = (has: number | undefined, takes: number | undefined): boolean =>
  has !== undefined && takes !== undefined && has > 1 && has < takes;

/** The page of mma-tile. */
export const mmaTilePage = (): RulePage => ({
  doc: `
The tile of a tiled MMA is its atom's shape times the atoms side by side: four atoms of 16x8x16 along M take 64 by 16 of A. Of a tensor
that is smaller than that some threads get what lies behind it. CuTe does not check it, and rounds the number of tiles up. An
accumulator of a smaller shape is as large all the same, and some of its values belong to no element. Nothing is said in CuTe DSL of a mode
with the elements of one atom, where no permutation is given: all atoms get these.

Give the MMA fewer atoms along that mode or a smaller permutation, or the tensor the rows that it takes.`,
  references: ["cute/atom/mma_atom.hpp: thrfrg_A, thrfrg_B, thrfrg_C: sizes are not checked (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "_32",
        "\n  //                                                 ^^ the MMA's tile has 64 elements along mode 0 of A, the tensor 32",
      ),
      good: cpp("_64"),
    },
    {
      language: "python",
      bad: dsl(
        32,
        "\n    #                                                           ^^ the MMA's tile has 64 elements along mode 0 of A, the tensor 32",
      ),
      good: dsl(64),
    },
  ],
});
