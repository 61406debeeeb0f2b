// TIL004: a projection (Step) that does not have one item for each mode of the tiler.
import { argument } from "./arguments.ts";
import { refusedRule } from "./refused.ts";

export const projectionRank = refusedRule({
  code: "projection-rank",
  number: "TIL004",
  severity: "error",
  title: "The projection of local_tile or local_partition does not fit the tiler.",
  ops: ["local_tile", "local_partition"],
  at: ["tensor_impl.hpp:", "underscore.hpp:"],
  blames: ({ args }) => args.slice(2),
  say: (_, call, context) => {
    if (argument(call, "projection", "proj") === undefined)
      return "the coordinate does not fit what the tiler leaves: give one item for each of its modes, nested alike";
    const [takes, leaves] = context.language === "cpp" ? ["`_1`", "`X`"] : ["`1`", "`None`"];
    return `the coordinate and the projection need one item for each mode of the tiler: ${takes} for a mode that applies, ${leaves} for one that does not`;
  },
});

/** The page of projection-rank. */
export const projectionRankPage = (): RulePage => ({
  doc: `
The last argument of \`local_tile(tensor, tiler, coord, Step<_1, X, _1>{})\` says which modes of the tiler and the coordinate apply to
this tensor: it needs one item for each of theirs.`,
  references: ["cute/tensor_impl.hpp:1037-1103 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(_512{}, _256{}));
  auto g = local_tile(t, make_shape(_128{}, _64{}, _8{}), make_coord(0, 0, _), Step<_1, X>{});
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ local_tile: the coordinate and the projection need one item for each mode of the tiler
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(_512{}, _256{}));
  auto g = local_tile(t, make_shape(_128{}, _64{}, _8{}), make_coord(0, 0, _), Step<_1, X, _1>{});
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
    t = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    g = cute.local_tile(t, (128, 64, 32), (0, 0, 0), proj=(1, None))
    #                                     ^^^^^^^^^^^^^^^^^^^^^^^^^ local_tile: the coordinate and the projection need one item for each
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    g = cute.local_tile(t, (128, 64, 32), (0, 0, 0), proj=(1, None, 1))
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
