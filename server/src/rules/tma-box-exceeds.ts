// TMA015: a box that is larger than the tensor along a dimension.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Unit } from "../../../src-engine/program/ir.ts";
import { mentionsOf } from "../../../src-engine/program/mentions.ts";
import { remembered } from "../facts/remembered.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, isTypeOnly, tmaAtomOf } from "./tma-atom.ts";

export const tmaBoxExceeds: CallRule = {
  code: "tma-box-exceeds",
  number: "TMA015",
  severity: "information",
  title: "The box is larger than the tensor along a dimension.",
  on: "call",
  ops: tmaConstructions,
  unless: (_call, _others, around) => around !== undefined && isRewritten(around.unit),
  check,
};

const rewrites: ReadonlySet<string> = new Set([
  "update_tensormap",
  "update_tma_descriptor",
  "tma_descriptor_replace_dims_strides_in_shared_mem",
]);

/** Kernels that write tensor maps while they run: the tensor that one is made of stands for those to come. */
const isRewritten = remembered((unit: Unit): boolean =>
  unit.items.some((item) => [...mentionsOf(item)].some((name) => rewrites.has(name))),
);

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const descriptor = tmaAtomOf(call.result)?.descriptor;
  if (descriptor === undefined || descriptor.im2col !== undefined || isTypeOnly(call, context)) return [];
  const box = descriptor.boxDim.map(numberOf);
  const extents = descriptor.globalDim.map(numberOf);
  const i = box.findIndex((each, k) => each !== undefined && (extents[k] ?? each) < each);
  if (i < 0) return [];
  const message = `the box has ${box[i]} elements along TMA dimension ${i}, the tensor ${extents[i]}: the rest is zero, the barrier counts the whole box`;
  return [atConstruction(call, context, message, argument(call, "gmem"))];
}

/** The page of tma-box-exceeds. */
export const tmaBoxExceedsPage = (): RulePage => ({
  doc: `
The driver accepts a box that reaches over the tensor's end: what lies outside is filled with zeros, and the barrier still counts
the bytes of the whole box. The transaction bytes are those of the box, not of what the tensor has.

Nothing is wrong when that is meant; else use a smaller tile. Nothing is told in files whose kernels write tensor maps while they run.`,
  references: ["measured on an H200, CUDA 13.0: accepted", "CUDA Driver API, cuTensorMapEncodeTiled: boxDim"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(64, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                        ^^ the box has 128 elements along TMA dimension 1, the tensor 64`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((64, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                                              ^^ the box has 128 elements along TMA dimension 1, the tensor 64`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
});
