// TMA018: an element type that has no tensor map type, or one that needs sm_100.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { refusal, tmaConstructions } from "./arguments.ts";
import { encodeSentence } from "./encode-words.ts";
import { dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, brokenByDescriptor } from "./tma-atom.ts";

export const tmaDataType: CallRule = {
  code: "tma-data-type",
  number: "TMA018",
  severity: "error",
  title: "The element type has no tensor map type here.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const type = refusal(call, "copy_sm90_desc.hpp:236")?.facts?.type;
  if (type?.kind === "text") {
    const way = context.language === "cpp" ? `${call.op}<uint16_t>` : "internal_type=cutlass.Uint16";
    const message = `no tensor map type for ${type.value}: name one of the same width, ${way}`;
    return [atConstruction(call, context, message)];
  }
  const broken = brokenByDescriptor(call, context, ["data-type", "packed-type"]);
  // Whether the program is for sm_90 at all, the chosen architecture does not prove.
  return broken.map((finding) => ({
    ...atConstruction(call, context, encodeSentence(finding)),
    severity: "information",
  }));
}

/** The page of tma-data-type. */
export const tmaDataTypePage = (): RulePage => ({
  doc: `
A descriptor names its element type (CUtensorMapDataType). Signed 16-bit integers, bool and complex types have none: CuTe C++
stops with "Unknown TMA Format!". 4- and 6-bit types have one that only sm_100 and later accept.

TMA moves bits: copy as an unsigned type of the same width, \`make_tma_copy<uint16_t>(…)\` in C++, \`internal_type=cutlass.Uint16\`
in the DSL.`,
  references: ["cute/arch/copy_sm90_desc.hpp:205-236 (CUTLASS 4.7)", "CUDA Driver API: CUtensorMapDataType"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(int16_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //         ^^^^^^^^^^^^^ no tensor map type for int16_t: name one of the same width, make_tma_copy<uint16_t>
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(int16_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy<uint16_t>(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
}`,
    },
    {
      language: "python",
      arch: "sm_90a",
      bad: dslFunction(`
    q = cute.make_ptr(cutlass.Float4E2M1FN, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(q, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((64, 128), stride=(128, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (64, 128))
    #                      ^^^^^^^^^^^^^^^^^^^ data type 16U4_ALIGN8B needs sm_100; sm_90's driver rejects it`),
      good: dslFunction(`
    q = cute.make_ptr(cutlass.Uint8, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(q, cute.make_layout((512, 512), stride=(512, 1)))
    layout = cute.make_layout((64, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, layout, (64, 64))`),
    },
  ],
});
