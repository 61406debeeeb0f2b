// TMA011: a raw cuTensorMapEncodeTiled call whose arguments the driver rejects.
import type { CallFact, Fact } from "../../../src-engine/facts.ts";
import { isInt } from "../../../src-engine/int/int.ts";
import {
  type TensorMapType,
  tensorMapSwizzles,
  tensorMapType,
  tensorMapTypeIndex,
} from "../../../src-engine/tma/data-types.ts";
import { type EncodeArguments, encodeFindings } from "../../../src-engine/tma/encode.ts";
import { bytesOf, type Quantity } from "../../../src-engine/tma/quantity.ts";
import { argument, numberOf } from "./arguments.ts";
import { arrayElements, unknownElement } from "./array-elements.ts";
import { encodeSentence } from "./encode-words.ts";
import type { Finding, InstanceRule, RuleContext } from "./rule.ts";
import { encodeArch } from "./tma-atom.ts";

export const tmaRawDescriptor: InstanceRule = {
  code: "tma-raw-descriptor",
  number: "TMA011",
  severity: "error",
  title: "The driver rejects the arguments of cuTensorMapEncodeTiled.",
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
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((fact) => {
      if (fact.kind !== "call" || !fact.certain) return [];
      if (fact.op === "cuTensorMapEncodeTiled") return judge(fact, encodeArguments(fact, facts, context), context);
      return fact.op === "create_tensor_map_tiled" ? judge(fact, dslArguments(fact), context) : [];
    }),
};

function judge(call: CallFact, args: EncodeArguments | undefined, context: RuleContext): readonly Finding[] {
  if (args === undefined) return [];
  const broken = encodeFindings(args, encodeArch(context.arch)).filter((finding) => finding.holds === "no");
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

/** The four enums must be known; what is not known of the arrays leaves its rules unanswered. */
function encodeArguments(call: CallFact, facts: readonly Fact[], context: RuleContext): EncodeArguments | undefined {
  const number = (role: string) => numberOf(argument(call, role)?.value);
  const [dataType, rank, swizzle, interleave] = ["dataType", "rank", "swizzle", "interleave"].map(number);
  if (dataType === undefined || rank === undefined || swizzle === undefined || interleave === undefined)
    return undefined;
  const list = (role: string, length: number) =>
    arrayElements(call, argument(call, role), facts, context).slice(0, length);
  return {
    dataType,
    rank,
    globalDim: list("globalDim", rank),
    globalStrides: list("globalStrides", Math.max(rank - 1, 0)),
    boxDim: list("boxDim", rank),
    elementStrides: list("elementStrides", rank),
    interleave,
    swizzle,
    l2Promotion: number("l2Promotion") ?? 0,
    oobFill: number("oobFill") ?? 0,
  };
}

/** The DSL's own call: lists of integers, strides in units of 16 bytes, enumerators by name. */
function dslArguments(call: CallFact): EncodeArguments | undefined {
  const type = dslType(call);
  const list = (role: string): readonly Quantity[] | undefined => {
    const value = argument(call, role)?.value;
    return value?.kind === "tuple" ? value.items.map((item) => (isInt(item) ? item : unknownElement)) : undefined;
  };
  const globalDim = list("globalDim");
  const [swizzle, interleave] = [
    member(call, "swizzle", tensorMapSwizzles),
    member(call, "interleave", dslInterleaves),
  ];
  if (type === undefined || globalDim === undefined || swizzle === undefined || interleave === undefined)
    return undefined;
  return {
    dataType: tensorMapTypeIndex(type),
    rank: globalDim.length,
    globalDim,
    globalStrides: (list("globalStrides") ?? []).map((stride) => bytesOf(stride, 128) ?? unknownElement),
    boxDim: list("boxDim") ?? [],
    elementStrides: list("elementStrides") ?? [],
    interleave,
    swizzle,
    l2Promotion: 0,
    oobFill: 0,
  };
}

/** The element type, unless a format of its own is given. */
function dslType(call: CallFact): TensorMapType | undefined {
  const value = argument(call, "dataType")?.value;
  const named = value?.kind === "type" ? value.of : value;
  return named?.kind === "dtype" && argument(call, "format") === undefined ? tensorMapType(named.name) : undefined;
}

const dslInterleaves = ["none", "i16b", "i32b"];

/** `TensorMapSwizzle.s128b` as its number: 0 where the argument is left out, undefined where it is not known. */
function member(call: CallFact, role: string, names: readonly string[]): number | undefined {
  const value = argument(call, role)?.value;
  if (value === undefined) return 0;
  if (value.kind !== "text") return undefined;
  const bare = value.value.slice(value.value.lastIndexOf(".") + 1).replace(/^s(?=\d)/, "");
  const at = names.findIndex((name) => name.toLowerCase() === bare.toLowerCase());
  return at < 0 ? undefined : at;
}
