// MMA050: arguments that make no TiledMMA.
import { refusedRule } from "./refused.ts";
import { withStaticNumbers } from "./rewrite.ts";

export const tiledMmaShape = refusedRule({
  code: "tiled-mma-shape",
  number: "MMA050",
  severity: "error",
  title: "The atom layout or permutation of a TiledMMA does not have three modes, or is not static.",
  ops: ["make_tiled_mma", "TiledMMA"],
  at: [...["220", "221", "222", "223"].map((line) => `mma_atom.hpp:${line}`), "tuple_algorithms.hpp:807"],
  rewrites: ({ stop }) => (stop?.at === "mma_atom.hpp:223" ? withStaticNumbers : undefined),
  blames: ({ args, stop }) => (stop?.at === "mma_atom.hpp:220" ? args.slice(1, 2) : args.slice(2, 3)),
  say: (_, call) => sentences[call.stop?.at ?? ""] ?? sentences["mma_atom.hpp:223"],
});

const sentences: Readonly<Record<string, string>> = {
  "mma_atom.hpp:220": "the atom layout must have three modes, M, N and K",
  "mma_atom.hpp:221": "the permutation must have three modes, M, N and K",
  "mma_atom.hpp:222": "the permutation must have three modes, M, N and K",
  "mma_atom.hpp:223": "the permutation must be static: sizes, layouts or `_` that the compiler knows",
  "tuple_algorithms.hpp:807": "the atom layout and the permutation have at most three modes, M, N and K",
};

/** The page of tiled-mma-shape. */
export const tiledMmaShapePage = (): RulePage => ({
  doc: `
A TiledMMA repeats its atom over M, N and K: the atom layout has three modes, and so has the permutation, whose items are static
sizes, layouts or \`_\`.`,
  references: ["cute/atom/mma_atom.hpp:220-223 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(int n) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, make_tile(n, _16{}, _16{}));
  //                                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^ make_tiled_mma: the permutation must be static
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, make_tile(_32{}, _16{}, _16{}));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2)))
    #                             ^^^^^^^^^^^^^^^^^^^^^^^^ make_tiled_mma: the atom layout must have three modes, M, N and K
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)))
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
