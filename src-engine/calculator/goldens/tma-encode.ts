// The golden op `tma_encode`: JSON arguments of cuTensorMapEncodeTiled in, the driver's verdict and the broken rules out.
import type { Context } from "../../algebra/context.ts";
import { brokenRules, type EncodeArguments } from "../../algebra/tma/encode.ts";
import type { Case } from "../case.ts";

export interface EncodeVerdict {
  readonly result: "accepted" | "rejected";
  /** The names of all rules that are broken. */
  readonly rules?: readonly string[];
}

/** Judges the one object argument by the measured sm_90 rules. */
export function tmaEncodeVerdict(ctx: Context, input: Case): EncodeVerdict {
  const rules = brokenRules(encodeArguments(ctx, input.args[0]));
  return rules.length === 0 ? { result: "accepted" } : { result: "rejected", rules };
}

function encodeArguments(ctx: Context, from: unknown): EncodeArguments {
  const field = (name: string): unknown =>
    typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;
  const number = (name: string): number => {
    const value = field(name);
    return typeof value === "number"
      ? value
      : ctx.stop({ code: "parse", message: `tma_encode needs a number ${name}` });
  };
  const numbers = (name: string): readonly number[] => {
    const value = field(name);
    if (Array.isArray(value) && value.every((item): item is number => typeof item === "number")) return value;
    return ctx.stop({ code: "parse", message: `tma_encode needs a list of numbers ${name}` });
  };
  return {
    dataType: number("dataType"),
    rank: number("rank"),
    addressOffset: number("addressOffset"),
    globalDim: numbers("globalDim"),
    globalStrides: numbers("globalStrides"),
    boxDim: numbers("boxDim"),
    elementStrides: numbers("elementStrides"),
    interleave: number("interleave"),
    swizzle: number("swizzle"),
    l2Promotion: number("l2Promotion"),
    oobFill: number("oobFill"),
  };
}
