// The arguments of a raw tensor map call as numbers: `cuTensorMapEncodeTiled` in C++, `create_tensor_map_tiled` in the DSL.
//
// What is not known of the arrays stays unknown; without the enumerators there is nothing to judge.

import { isInt } from "../../../src-engine/algebra/int/int.ts";
import {
  type TensorMapType,
  tensorMapSwizzles,
  tensorMapType,
  tensorMapTypeIndex,
} from "../../../src-engine/algebra/tma/data-types.ts";
import type { EncodeArguments } from "../../../src-engine/algebra/tma/encode.ts";
import { bytesOf, type Quantity } from "../../../src-engine/algebra/tma/quantity.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { arrayElements, unknownElement } from "./array-elements.ts";
import type { RuleContext } from "./rule.ts";

/** The arguments of a raw call; undefined for every other call. */
export function rawArguments(
  call: CallFact,
  facts: readonly Fact[],
  context: RuleContext,
): EncodeArguments | undefined {
  switch (call.op) {
    case "cuTensorMapEncodeTiled":
      return driverArguments(call, facts, context);
    case "create_tensor_map_tiled":
      return dslArguments(call);
    default:
      return undefined;
  }
}

/** The four enums must be known; what is not known of the arrays leaves its rules unanswered. */
function driverArguments(call: CallFact, facts: readonly Fact[], context: RuleContext): EncodeArguments | undefined {
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
    return value?.kind === "tuple"
      ? value.items.map((item, i) => (isInt(item) ? item : unknownElement(`${role}, ${i}`)))
      : undefined;
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
    globalStrides: (list("globalStrides") ?? []).map(
      (stride, i) => bytesOf(stride, 128) ?? unknownElement(`globalStrides, ${i}`),
    ),
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
