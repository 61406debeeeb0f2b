// TMA068: gather4 and scatter4 over a tensor that is not two-dimensional.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { refusal, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction } from "./tma-atom.ts";

export const tmaGather: CallRule = {
  code: "tma-gather",
  number: "TMA068",
  severity: "error",
  title: "Gather4 and scatter4 take tensors of two TMA dimensions.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  if (refusal(call, "cpasync/helpers.py:623") !== undefined) {
    const message = "a gather or scatter of four rows needs their indices: pass gmem_coord_tensor=indices";
    return [atConstruction(call, context, message)];
  }
  if (refusal(call, "copy_traits_sm90_tma.hpp:1157") === undefined) return [];
  return [
    atConstruction(
      call,
      context,
      "a gather or scatter of four rows needs a tensor of two TMA dimensions: slice it to (rows, columns)",
    ),
  ];
}

/** The page of tma-gather. */
export const tmaGatherPage = (): RulePage => ({
  doc: `
The gather form of TMA takes one column coordinate and four row indices, so its descriptor has exactly two dimensions; CuTe
refuses others at compile time ("TMA Gather/Scatter only supports 2D tensors").

The DSL takes the row indices as a tensor beside it, \`gmem_coord_tensor=\`, and makes no atom without.

Slice the tensor to (rows, columns) first, or group its outer modes into the rows.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:1157 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 64, 4), make_stride(64, Int<1>{}, 32768));
  auto sA = make_layout(Shape<_64, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM100_TMA_LOAD_2D_GATHER4{}, mA, sA, Shape<_64, _64>{});
  //         ^^^^^^^^^^^^^ a gather or scatter of four rows needs a tensor of two TMA dimensions`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 64), make_stride(64, Int<1>{}));
  auto sA = make_layout(Shape<_64, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM100_TMA_LOAD_2D_GATHER4{}, mA, sA, Shape<_64, _64>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensor2DGather4G2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64))
    #                      ^^^^^^^^^^^^^^^^^^^ a gather or scatter of four rows needs their indices: pass`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    rows = cute.make_ptr(cutlass.Int32, 0, cute.AddressSpace.gmem, assumed_align=16)
    indices = cute.make_tensor(rows, cute.make_layout((512, 1024), stride=(1, 0)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensor2DGather4G2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (128, 64), gmem_coord_tensor=indices)`),
    },
  ],
});
