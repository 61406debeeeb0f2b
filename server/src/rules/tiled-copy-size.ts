// CPY002: a tiled copy with fewer threads or values than its atom.
import { numberOf } from "../facts/sizes.ts";
import { refusedRule } from "./refused.ts";

export const tiledCopySize = refusedRule({
  code: "tiled-copy-size",
  number: "CPY002",
  severity: "error",
  title: "The tiled copy's threads or values are not a multiple of its atom's.",
  at: ["copy_atom.hpp:205", "copy_atom.hpp:206"],
  ofAssumed: true,
  milder: ({ language }) => (language === "python" ? "warning" : "error"),
  blames: ({ args, stop }) => args.slice(stop?.at === "copy_atom.hpp:205" ? 1 : 2).slice(0, 1),
  say: (facts, call) => {
    const [of, divisor] = [numberOf(facts.of), numberOf(facts.divisor)];
    if (of === undefined || divisor === undefined) return undefined;
    const what = call.stop?.at === "copy_atom.hpp:205" ? "threads" : "values";
    return `${of} ${what} are not a multiple of the atom's ${divisor}: enlarge the ${what.slice(0, -1)} layout or choose a narrower atom`;
  },
});

/** The page of tiled-copy-size. */
export const tiledCopySizePage = (): RulePage => ({
  doc: `
A tiled copy repeats its atom over threads and values, so it needs a multiple of the atom's threads and of the values that one
thread of the atom moves: \`ldmatrix.x4\` has 32 threads, a 128-bit copy of half_t 8 values.

The DSL takes any numbers: the threads then copy one another's elements.

Enlarge the value layout (\`Layout<Shape<_1,_8>>\`) or the thread layout, or choose a narrower atom.`,
  references: ["cute/atom/copy_atom.hpp:205-206 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _4>>{});
  //                                                                                                   ^^^^^^^^^^^^^^^^^^^^^^^ make_tiled_copy: 4 values are not a multiple of the atom's 8
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _8>>{});
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8)), cute.make_layout((1, 4)))
    #                                                               ^^^^^^^^^^^^^^^^^^^^^^^^ make_tiled_copy_tv: 4 values are not a multiple of the atom's 8:
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8)), cute.make_layout((1, 8)))
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
