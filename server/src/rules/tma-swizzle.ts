// TMA064: a shared-memory swizzle that TMA does not know.

import type { AnyLayout, Swizzle, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { encodeSentence } from "./encode-words.ts";
import { cppFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, brokenByDescriptor } from "./tma-atom.ts";

export const tmaSwizzle: CallRule = {
  code: "tma-swizzle",
  number: "TMA064",
  severity: "error",
  absent: { python: "the DSL takes any swizzle, and what its descriptor makes of it is not documented" },
  title: "The swizzle of the shared-memory layout is not one of TMA's.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  if (call.stop?.at?.startsWith("copy_traits_sm90_tma_swizzle.hpp:") === true) {
    const swizzle = swizzleOf(argument(call, "smem")?.value);
    const name = swizzle === undefined ? "such swizzle" : `Swizzle<${swizzle.b},${swizzle.m},${swizzle.s}>`;
    const message = `TMA has no ${name}; it swizzles 16-byte units, Swizzle<1..3,4,3>: tile a Layout_*_SW*_Atom of the element type`;
    return [atConstruction(call, context, message, argument(call, "smem"))];
  }
  const broken = brokenByDescriptor(call, context, ["swizzle"]);
  // Whether the program is for sm_90 at all, the chosen architecture does not prove.
  return broken.map((finding) => ({
    ...atConstruction(call, context, encodeSentence(finding), argument(call, "smem")),
    severity: "information",
  }));
}

function swizzleOf(value: Value | undefined): Swizzle | undefined {
  if (value?.kind === "type") return swizzleOf(value.of);
  return value?.kind === "composed" ? outerSwizzle(value) : undefined;
}

const outerSwizzle = (layout: AnyLayout): Swizzle | undefined =>
  layout.kind === "composed" && layout.outer.kind === "swizzle" ? layout.outer : undefined;

/** The page of tma-swizzle. */
export const tmaSwizzlePage = (): RulePage => ({
  doc: `
TMA permutes 16-byte units within 32, 64 or 128 bytes: \`Swizzle<1,4,3>\`, \`Swizzle<2,4,3>\`, \`Swizzle<3,4,3>\` on byte addresses,
on sm_100 also \`Swizzle<2,5,2>\` and \`Swizzle<2,6,S>\`. Every other swizzle is refused at compile time ("Unsupported layout
swizzle"); the sm_100 ones are rejected by the driver on sm_90.

Do not compose a swizzle by hand: \`tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, tile)\` has the right one for the element
type.`,
  references: ["cute/atom/copy_traits_sm90_tma_swizzle.hpp:51-102 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = composition(Swizzle<3, 3, 3>{}, make_layout(Shape<_128, _64>{}, LayoutRight{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                            ^^ TMA has no Swizzle<3,3,3>`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
  ],
});
