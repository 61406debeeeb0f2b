// TMA011: a raw cuTensorMapEncodeTiled call whose arguments the driver rejects.

import { type EncodeArguments, encodeFindings } from "../../../src-engine/algebra/tma/encode.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument } from "./arguments.ts";
import { rawArguments } from "./encode-arguments.ts";
import { encodeSentence } from "./encode-words.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { encodeArch } from "./tma-atom.ts";

export const tmaRawDescriptor: InstanceRule = {
  code: "tma-raw-descriptor",
  number: "TMA011",
  severity: "error",
  title: "The driver rejects the arguments of cuTensorMapEncodeTiled.",
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((fact) => {
      if (fact.kind !== "call" || !fact.certain) return [];
      return judge(fact, rawArguments(fact, facts, context), context);
    }),
};

function judge(call: CallFact, args: EncodeArguments | undefined, context: RuleContext): readonly Finding[] {
  if (args === undefined) return [];
  // More than five dimensions given as such are tma-rank's to tell.
  const broken = encodeFindings(args, encodeArch(context.arch)).filter(
    (finding) => finding.holds === "no" && !(finding.rule === "rank" && args.rank > 5),
  );
  return broken.map((finding) => {
    const at = argument(call, roleOf[finding.rule] ?? "map");
    return {
      item: call.item,
      span: at?.span ?? call.nameSpan,
      message: encodeSentence(finding),
      related: at?.declared === undefined ? [] : [{ ...at.declared, message: `${at.text}, declared here` }],
      fixes: [],
    };
  });
}

/** Which argument a broken rule is about. */
const roleOf: Readonly<Record<string, string>> = {
  "data-type": "dataType",
  rank: "rank",
  address: "address",
  "global-dim": "globalDim",
  "global-stride": "globalStrides",
  "box-dim": "boxDim",
  "inner-box-bytes": "boxDim",
  "swizzle-width": "boxDim",
  "box-bytes": "boxDim",
  "element-stride": "elementStrides",
  swizzle: "swizzle",
  interleave: "interleave",
  "l2-promotion": "l2Promotion",
  "oob-fill": "oobFill",
  "packed-type": "dataType",
};

/** The page of tma-raw-descriptor. */
export const tmaRawDescriptorPage = (): RulePage => ({
  doc: `
\`cuTensorMapEncodeTiled\` answers every broken rule with CUDA_ERROR_INVALID_VALUE. The rules, measured on sm_90: 1 to 5
dimensions (3 to 5 when interleaved); extents 1 to 2^32; strides in bytes, multiples of 16 (32 for INTERLEAVE_32B) below 2^40;
box extents 1 to 256, the inner one a multiple of 16 bytes and not wider than the swizzle; element strides 1 to 8 in every
position; at most 228 KiB a box; NaN fill for floating-point types only.

Strides begin with dimension 1; dimension 0 has stride 1 by definition.`,
  references: ["CUDA Driver API, cuTensorMapEncodeTiled", "38,080 calls measured on an H200, CUDA 13.0"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t* p) {
  CUtensorMap map{};
  uint64_t size[2] = {1024, 512};
  uint64_t stride[1] = {2048};
  uint32_t box[2] = {128, 64};
  uint32_t element[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, stride, box, element,
  //                                                                                ^^^ the inner box is 256 B wide, the swizzle covers 128
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                         CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t* p) {
  CUtensorMap map{};
  uint64_t size[2] = {1024, 512};
  uint64_t stride[1] = {2048};
  uint32_t box[2] = {64, 64};
  uint32_t element[2] = {1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, stride, box, element,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                         CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute
from cutlass.experimental.cuda import TensorMapSwizzle, create_tensor_map_tiled

@cute.jit
def launch(address: cutlass.Int64):
    box = [128, 64]
    desc = create_tensor_map_tiled(
        address,
        cutlass.Float16,
        [1024, 512],
        [1024 * 2 // 16],
        box,
    #   ^^^ the inner box is 256 B wide, the swizzle covers 128
        swizzle=TensorMapSwizzle.s128b,
    )
`,
      good: `
import cutlass
import cutlass.cute as cute
from cutlass.experimental.cuda import TensorMapSwizzle, create_tensor_map_tiled

@cute.jit
def launch(address: cutlass.Int64):
    box = [64, 64]
    desc = create_tensor_map_tiled(
        address,
        cutlass.Float16,
        [1024, 512],
        [1024 * 2 // 16],
        box,
        swizzle=TensorMapSwizzle.s128b,
    )
`,
    },
  ],
});
