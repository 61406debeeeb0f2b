// TMA060: the shared-memory layout and the CTA tile of a TMA have different numbers of elements.

import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { differ, modeSizes, numberOf, rankOf, sizeOf } from "../facts/sizes.ts";
import { argument, counted, declarations, guilty, refusal, tmaConstructions } from "./arguments.ts";
import type { CallRule, Finding, Fix, RuleContext, RulePage } from "./rule.ts";

export const tmaSizeMismatch: CallRule = {
  code: "tma-size-mismatch",
  number: "TMA060",
  severity: "error",
  title: "The shared-memory layout of a TMA has another number of elements than the CTA tile.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const smem = argument(call, "smem");
  const tiler = argument(call, "tiler");
  if (refusal(call, "cpasync/helpers.py:473") !== undefined) return otherModes(call, smem, tiler, context);
  const refused = refusal(call, "copy_traits_sm90_tma.hpp:745");
  if (refused === undefined) return [];
  const smemSize = sizeOf(refused.facts?.smem ?? refused.facts?.left) ?? sizeOf(smem?.value);
  const tileSize = sizeOf(refused.facts?.tile ?? refused.facts?.right) ?? sizeOf(tiler?.value);
  if (smem === undefined || smemSize === undefined || tileSize === undefined) return [];
  const staged = isStaged(smem, tiler, tileSize);
  const [has, wants] = [shapeText(smem.value, smemSize, context), shapeText(tiler?.value, tileSize, context)];
  const message = `smem tile ${smem.text} is ${has}, the CTA tile ${wants}: ${
    staged ? `pass one stage, ${oneStage(smem, context)}` : "give both the same shape"
  }`;
  const related = declarations(context, [smem, tiler, argument(call, "gmem")]);
  const fixes = staged ? [stageFix(call, smem, context)] : tilerFix(call, smem, tiler, context);
  return [{ ...guilty(call, smem), message, related, fixes }];
}

/** `(128,64,3)`: a number for each mode, `8192 elements` where the modes are not that many numbers. */
function shapeText(value: Value | undefined, size: Int, context: RuleContext): string {
  const modes = value?.kind === "tuple" ? value.items.map(numberOf) : modeSizes(value)?.map(numberOf);
  const isWhole = modes?.every((mode) => mode !== undefined) === true;
  const product = isWhole ? modes.reduce((all: number, mode) => all * (mode ?? 1), 1) : undefined;
  return isWhole && product === numberOf(size) ? `(${modes})` : `${counted(context, size)} elements`;
}

/** The DSL takes the tiler's modes and one for stages; what is more must be sliced away. */
function otherModes(
  call: CallFact,
  smem: CallArg | undefined,
  tiler: CallArg | undefined,
  context: RuleContext,
): readonly Finding[] {
  const [rank, modes] = [rankOf(smem?.value), rankOf(tiler?.value)];
  if (smem === undefined || rank === undefined || modes === undefined) return [];
  const text = `cute.slice_(${smem.text}, (${[...Array(modes).fill("None"), ...Array(Math.max(rank - modes, 0)).fill("0")].join(", ")}))`;
  const way = rank > modes ? `pass one stage, ${text}` : "give both the same modes";
  const message = `smem layout ${smem.text} has ${rank} modes, the CTA tile ${modes}: ${way}`;
  const fixes =
    rank > modes ? [{ title: `Pass one stage: ${text}`, edits: [{ item: call.item, span: smem.span, text }] }] : [];
  const related = declarations(context, [smem, tiler, argument(call, "gmem")]);
  return [{ ...guilty(call, smem), message, related, fixes }];
}

/** The layout has one mode more than the tiler, and without it the sizes agree. */
function isStaged(smem: CallArg, tiler: CallArg | undefined, tileSize: Int): boolean {
  const modes = modeSizes(smem.value);
  const rank = tiler === undefined ? undefined : rankOf(tiler.value);
  if (modes === undefined || rank === undefined || modes.length !== rank + 1) return false;
  const one = sizeOf({ kind: "tuple", items: modes.slice(0, -1) });
  return one !== undefined && !differ(one, tileSize);
}

function oneStage(smem: CallArg, context: RuleContext): string {
  const rank = (rankOf(smem.value) ?? 1) - 1;
  if (context.language === "cpp") return `${smem.text}(${"_,".repeat(rank)}Int<0>{})`;
  return `cute.slice_(${smem.text}, (${"None, ".repeat(rank)}0))`;
}

function stageFix(call: CallFact, smem: CallArg, context: RuleContext): Fix {
  const text = oneStage(smem, context);
  return { title: `Pass one stage: ${text}`, edits: [{ item: call.item, span: smem.span, text }] };
}

/** A tiler spelled in the call takes the layout's extents, where both have as many modes. */
function tilerFix(call: CallFact, smem: CallArg, tiler: CallArg | undefined, context: RuleContext): readonly Fix[] {
  const sizes = modeSizes(smem.value)?.map(numberOf) ?? [];
  const isTuple = tiler?.value.kind === "tuple" && tiler.value.items.length === sizes.length;
  if (tiler === undefined || !isTuple || !/\d/.test(tiler.text) || sizes.some((each) => each === undefined)) return [];
  const text =
    context.language === "cpp" ? `make_shape(${sizes.map((n) => `Int<${n}>{}`).join(", ")})` : `(${sizes.join(", ")})`;
  return [{ title: `Tile with the layout's shape: ${text}`, edits: [{ item: call.item, span: tiler.span, text }] }];
}

/** The page of tma-size-mismatch. */
export const tmaSizeMismatchPage = (): RulePage => ({
  doc: `
One TMA copies one CTA tile into one shared-memory tile, so both need the same number of elements; CuTe refuses anything
else at compile time ("TMA requires CTA_Tile and SLayout top-level size equivalence"). Two mistakes are common: the
shared-memory layout still has its pipeline stages, or only one of the two tile shapes was changed.

Pass one stage of a staged layout, \`sA_layout(_,_,0)\` in C++, \`cute.slice_(sA_layout, (None, None, 0))\` in the DSL, and
build both from the same shape.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:745 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A, int M, int K) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tmaA = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                             ^^ smem tile sA is (128,64,3), the CTA tile (128,64)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A, int M, int K) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tmaA = make_tma_copy(SM90_TMA_LOAD{}, mA, sA(_,_,Int<0>{}), Shape<_128, _64>{}, Int<1>{});
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def launch():
    mA = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout((512, 256), stride=(256, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 32))
    #                                                  ^^^^^^^^^ smem tile sA_layout is (128,64), the CTA tile (128,32)
`,
      good: `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def launch():
    mA = cute.make_tensor(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem), cute.make_layout((512, 256), stride=(256, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
`,
    },
  ],
});
