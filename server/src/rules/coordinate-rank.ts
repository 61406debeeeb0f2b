// LAY021: a coordinate whose nesting does not fit the shape.
import type { CallArg } from "../../../src-engine/program/facts.ts";
import { refusedRule } from "./refused.ts";

export const coordinateRank = refusedRule({
  code: "coordinate-rank",
  number: "LAY021",
  severity: "error",
  title: "A coordinate or slice has another number of modes than what it indexes.",
  ops: [
    "tensor",
    "local_tile",
    "local_partition",
    "layout",
    "composed",
    "slice",
    "slice_",
    "dice",
    "crd2idx",
    "idx2crd",
    "domain_offset",
  ],
  ofAssumed: true,
  ofUndecided: true,
  at: ["stride.hpp:", "underscore.hpp:", "tuple_algorithms.hpp:807"],
  blames: ({ op, args }) => (op.startsWith("local_") ? args.slice(2, 3) : coordinates(op, args)),
  say: (_, { op, stop }) => (/^local_/.test(op) !== (stop?.at === "tuple_algorithms.hpp:807") ? undefined : sentence),
});

const sentence =
  "the coordinate and the shape have different numbers of modes: give one item for each mode, nested alike";

/** Of `slice(coord, layout)` and its kin the coordinate has a role of its own; a call of a tensor has nothing else. */
function coordinates(op: string, args: readonly CallArg[]): readonly CallArg[] {
  if (["tensor", "layout", "composed"].includes(op)) return args;
  return args.filter(({ role }) => role.startsWith("coord"));
}

/** The page of coordinate-rank. */
export const coordinateRankPage = (): RulePage => ({
  doc: `
A coordinate is a single index, or a tuple with one item for each mode of the shape, nested alike. CuTe refuses others at compile
time ("Mismatched Ranks").

Give one item for each mode, \`_\` (\`None\` in the DSL) for a mode that stays.`,
  references: ["cute/stride.hpp:108-262, cute/underscore.hpp:106-169 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(_8{}, _4{}, _2{}));
  auto s = t(_, 0);
  //         ^^^^ tensor: the coordinate and the shape have different numbers of modes
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(_8{}, _4{}, _2{}));
  auto s = t(_, 0, _);
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((8, 4, 2)))
    s = t[None, 0]
    #   ^^^^^^^^^^ tensor: the coordinate and the shape have different numbers of modes:
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((8, 4, 2)))
    s = t[None, 0, None]
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
