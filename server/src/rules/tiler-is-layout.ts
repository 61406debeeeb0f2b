// TIL003: a layout given as a tiler where a shape would tile mode by mode.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { rankOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (tiler: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_64{}, _64{}));
  auto b = zipped_divide(a, ${tiler});${mark}
}`;

const dsl = (tiler: string, mark = ""): string => `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((64, 64))
    b = cute.zipped_divide(a, ${tiler})${mark}
`;

export const tilerIsLayout: CallRule = {
  code: "tiler-is-layout",
  number: "TIL003",
  severity: "hint",
  title: "A layout of several modes is the tiler: it tiles the elements in their order, not mode by mode.",
  on: "call",
  ops: ["zipped_divide", "tiled_divide", "flat_divide", "local_tile", "make_tiled_mma"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  if (call.op === "make_tiled_mma") return ofPermutation(call, context);
  const target = argument(call, "layout", "tensor", "target", "input", "a") ?? call.args[0];
  const tiler = argument(call, "tiler", "b") ?? call.args[1];
  if (tiler?.value.kind !== "layout" || (rankOf(tiler.value) ?? 0) < 2 || (rankOf(target?.value) ?? 0) < 2) return [];
  if (context.language === "python" && tiler.value.shape.kind !== "tuple") return [];
  const message = `the layout ${context.print(tiler.value)} tiles the elements in their order: pass the shape to tile mode by mode`;
  return [{ item: call.item, span: tiler.span, message, related: declarations(context, [tiler]), fixes: [] }];
}

/** `append<3>(permutations, _)` makes a layout the first of three (mma_atom.hpp: make_tiled_mma). */
function ofPermutation(call: CallFact, context: RuleContext): readonly Finding[] {
  const permutation = argument(call, "permutation", "permutation_mnk");
  const isOfOldVersion = call.result.kind === "unknown" && call.stop === undefined;
  if (isOfOldVersion || permutation?.value.kind !== "layout" || (rankOf(permutation.value) ?? 0) < 2) return [];
  const message = `the layout ${context.print(permutation.value)} permutes M alone: pass a tile, ${context.language === "cpp" ? "Tile<M, N, K>" : "(M, N, K)"}`;
  return [
    {
      item: call.item,
      span: permutation.span,
      message,
      severity: "warning",
      related: declarations(context, [permutation]),
      fixes: [],
    },
  ];
}

/** The page of tiler-is-layout. */
export const tilerIsLayoutPage = (): RulePage => ({
  doc: `
\`zipped_divide(A, (8,8))\` cuts every mode of A by 8. \`zipped_divide(A, make_layout((8,8)))\` composes A with a layout of 64 elements:
the first 64 elements of A in colexicographical order, a column of it. Both are meant at times; the shape nearly always.

For tiles of 8 by 8 pass the shape, or a tuple of layouts for strided ones.

The permutation of a tiled MMA is a tile too, \`Tile<_32,_32,_16>\`. A layout there permutes M alone, and N and K stay as they are: that
is a warning. Before CUTLASS 3.4 a layout there said how often each thread repeats its values; where no \`cutlass/version.h\` is found,
one of small numbers is taken for that, and the tiled MMA is unknown.`,
  references: [
    "https://github.com/NVIDIA/cutlass/issues/2545",
    "cute/layout.hpp: logical_divide of a layout and of a tiler (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "make_layout(make_shape(_8{}, _8{}))",
        "\n  //                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the layout (_8,_8):(_1,_8) tiles the elements in their order",
      ),
      good: cpp("make_shape(_8{}, _8{})"),
    },
    {
      language: "python",
      bad: dsl(
        "cute.make_layout((8, 8))",
        "\n    #                         ^^^^^^^^^^^^^^^^^^^^^^^^ the layout (8,8):(1,8) tiles the elements in their order",
      ),
      good: dsl("(8, 8)"),
    },
  ],
});
