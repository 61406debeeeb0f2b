// TMA011: a raw cuTensorMapEncodeTiled call whose arguments the driver rejects.
//
// The arguments are C arrays. Their elements count where the array is initialised with a list and named nowhere else but in
// the call, so that nothing can have changed them.
import type { CallArg, CallFact, ExpressionFact, Fact, VariableFact } from "../../../src-engine/facts.ts";
import { symbol } from "../../../src-engine/int/ask.ts";
import { isInt } from "../../../src-engine/int/int.ts";
import type { Span } from "../../../src-engine/ir.ts";
import {
  type TensorMapType,
  tensorMapSwizzles,
  tensorMapType,
  tensorMapTypeIndex,
} from "../../../src-engine/tma/data-types.ts";
import { type EncodeArguments, encodeFindings } from "../../../src-engine/tma/encode.ts";
import { bytesOf, type Quantity } from "../../../src-engine/tma/quantity.ts";
import { argument, numberOf } from "./arguments.ts";
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
  const list = (role: string, length: number) => elements(call, argument(call, role), facts, context).slice(0, length);
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

/** The elements of an array argument from its initialiser; none where it could have changed. */
function elements(
  call: CallFact,
  arg: CallArg | undefined,
  facts: readonly Fact[],
  context: RuleContext,
): readonly Quantity[] {
  const declared = arg?.declared;
  if (arg === undefined || declared === undefined || declared.item !== call.item) return [];
  const variable = facts.find(
    (fact): fact is VariableFact =>
      fact.kind === "variable" && fact.item === call.item && fact.span.start === declared.span.start,
  );
  const source = variable?.source;
  if (source === undefined || !namedOnlyHere(arg.text, call, source, context)) return [];
  const parts = initialisers(context.text({ item: call.item, span: source }));
  return parts.map(({ text, at }) =>
    element(text, { start: source.start + at, end: source.start + at + text.length }, facts),
  );
}

/** Between its declaration and the end of the call the array is named once, in the call. */
function namedOnlyHere(name: string, call: CallFact, source: Span, context: RuleContext): boolean {
  const text = context.text({ item: call.item, span: { start: source.end, end: call.span.end } });
  const after = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  return (after.match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length === 1;
}

/** `{a, f(b, c)}` as its top-level parts with their offsets. */
function initialisers(text: string): readonly { readonly text: string; readonly at: number }[] {
  const open = text.indexOf("{");
  const close = text.lastIndexOf("}");
  if (open < 0 || close < open) return [];
  const parts: { text: string; at: number }[] = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open + 1; i <= close; i++) {
    const c = text[i] ?? "";
    if ("([{<".includes(c)) depth++;
    else if (")]>".includes(c) || (c === "}" && i < close)) depth--;
    else if ((c === "," && depth === 0) || i === close) {
      const raw = text.slice(start, i);
      parts.push({ text: raw.trim(), at: start + raw.length - raw.trimStart().length });
      start = i + 1;
    }
  }
  return parts;
}

const unknownElement: Quantity = symbol("an array element that is not known", "?", { width: 64 });

/** A literal, or the value of the expression that stands there. */
function element(text: string, span: Span, facts: readonly Fact[]): Quantity {
  if (/^\d+$/.test(text)) return Number(text);
  const fact = facts.find(
    (each): each is ExpressionFact =>
      each.kind === "expression" && each.span.start === span.start && each.span.end === span.end,
  );
  return fact !== undefined && isInt(fact.value) ? fact.value : unknownElement;
}
