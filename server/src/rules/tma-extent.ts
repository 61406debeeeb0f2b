// TMA003: an extent of the global tensor that a descriptor cannot hold.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, isTypeOnly } from "./tma-atom.ts";

export const tmaExtent: CallRule = {
  code: "tma-extent",
  number: "TMA003",
  severity: "error",
  title: "An extent of the global tensor is not between 1 and 2^32.",
  on: "call",
  ops: tmaConstructions,
  check,
};

const at = Array.from({ length: 10 }, (_, i) => `copy_traits_sm90_tma.hpp:${957 + i}`);

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const { stop } = call;
  const value = stop?.facts?.value;
  if (stop?.at === undefined || value === undefined || !at.includes(stop.at)) return [];
  if (isTypeOnly(call, context)) return [];
  // The DSL makes no layout with such an extent: layout-extent tells it there.
  if (context.language === "python" && stop.message.includes(">=")) return [];
  const dimension = numberOf(stop.facts?.mode) ?? 0;
  const count = numberOf(value) ?? context.print(value);
  const message = `TMA dimension ${dimension} has ${count} elements; a descriptor needs 1 to 2^32`;
  return [atConstruction(call, context, message, argument(call, "gmem"))];
}

/** The page of tma-extent. */
export const tmaExtentPage = (): RulePage => ({
  doc: `
Every dimension of a descriptor has 1 to 2^32 elements; CuTe's host code asserts it and the driver rejects anything else. An
extent of 0 is an empty problem: return before the descriptor is built.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp:957-966 (CUTLASS 4.7)",
    "CUDA Driver API, cuTensorMapEncodeTiled: globalDim",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(8589934592, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                        ^^ TMA dimension 1 has 8589934592 elements; a descriptor needs 1 to 2^32`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((2**33, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))
    #                                              ^^ TMA dimension 1 has 8589934592 elements; a descriptor needs 1 to 2^32`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((2**32, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))`),
    },
  ],
});
