// What rules ask of a call: an argument by role, the size of its value, links to where arguments were declared.
import type { Need, Stop } from "../../../src-engine/algebra/context.ts";
import { equal } from "../../../src-engine/algebra/int/ask.ts";
import { isInt, mul } from "../../../src-engine/algebra/int/int.ts";
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { AnyLayout, Int, Value } from "../../../src-engine/algebra/value.ts";
import { attempt } from "../../../src-engine/calculator/context.ts";
import type { CallArg, CallFact, Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Related, RuleContext } from "./rule.ts";

/** The ops that build a TMA descriptor through CuTe, in both languages, by CuTe's own names. */
export const tmaConstructions: readonly string[] = [
  "make_tma_copy",
  "make_tma_copy_A_sm90",
  "make_tma_copy_B_sm90",
  "make_tma_copy_C_sm90",
  "make_tma_copy_A_sm100",
  "make_tma_copy_B_sm100",
  "make_tma_copy_C_sm100",
  "make_tma_atom",
  "make_tma_atom_A_sm100",
  "make_tma_atom_B_sm100",
  "make_im2col_tma_copy",
  "make_tiled_tma_atom",
  "make_tiled_tma_atom_A",
  "make_tiled_tma_atom_B",
];

export function argument(call: CallFact, ...roles: readonly string[]): CallArg | undefined {
  return call.args.find((arg) => roles.includes(arg.role));
}

/** What CuTe's condition at `at` (header:line) said of this call when it does not hold. */
export function refusal(call: CallFact, ...at: readonly string[]): Stop | Need | undefined {
  const stop = call.stop?.at;
  if (call.stop !== undefined && stop !== undefined && at.includes(stop)) return call.stop;
  return call.needs.find((need) => need.holds === "no" && need.at !== undefined && at.includes(need.at));
}

/** How many elements a layout, tensor, shape or tiler has; undefined where it has no size, or none that can be written down. */
export function sizeOf(value: Value | undefined): Int | undefined {
  const outcome = attempt(() => elementsOf(value));
  return "value" in outcome ? outcome.value : undefined;
}

function elementsOf(value: Value | undefined): Int | undefined {
  switch (value?.kind) {
    case "num":
    case "sym":
      return value;
    case "layout":
      return product(value.shape);
    case "composed":
      return elementsOf(value.inner);
    case "tensor":
      return elementsOf(value.layout);
    case "tuple":
      return value.items.map(elementsOf).reduce((all, one) => (all && one ? mul(all, one) : undefined));
    case "type":
      return elementsOf(value.of);
    default:
      return undefined;
  }
}

/** How many modes a layout, tensor or tuple has at its top. */
export function rankOf(value: Value | undefined): number | undefined {
  switch (value?.kind) {
    case "layout":
      return rankOf(value.shape);
    case "composed":
      return rankOf(value.inner);
    case "tensor":
      return rankOf(value.layout);
    case "tuple":
      return value.items.length;
    case "num":
    case "sym":
      return 1;
    case "type":
      return rankOf(value.of);
    default:
      return undefined;
  }
}

/** The size of each top-level mode of a layout. */
export function modeSizes(value: Value | undefined): readonly Int[] | undefined {
  const shape = shapeOf(value);
  if (shape === undefined) return undefined;
  const outcome = attempt(() => (shape.kind === "tuple" ? shape.items.map(product) : [shape]));
  return "value" in outcome ? outcome.value : undefined;
}

function shapeOf(value: Value | undefined): AnyShape | undefined {
  switch (value?.kind) {
    case "layout":
      return value.shape;
    case "composed":
      return value.inner.kind === "swizzle" ? undefined : shapeOf(value.inner);
    case "tensor":
      return shapeOf(value.layout);
    default:
      return undefined;
  }
}
type AnyShape = Extract<AnyLayout, { kind: "layout" }>["shape"];

/** A number that is known: rules do arithmetic on nothing else. */
export function numberOf(value: Value | undefined): number | undefined {
  return value !== undefined && isInt(value) && value.kind === "num" ? value.value : undefined;
}

/** A count in a sentence: `8`, not `_8`. */
export const counted = (context: RuleContext, value: Int): string => String(numberOf(value) ?? context.print(value));

/** Certainly different. */
export const differ = (a: Int, b: Int): boolean => equal(a, b) === "no";

/** Links to the declarations of these arguments, each with its value. */
export function declarations(context: RuleContext, args: readonly (CallArg | undefined)[]): readonly Related[] {
  return args.flatMap((arg) =>
    arg?.declared === undefined
      ? []
      : [{ ...arg.declared, message: `${arg.text} = ${context.print(arg.value)}, declared here` }],
  );
}

/** The variable that an argument names, with the expression that initialises it. */
export function declarationOf(arg: CallArg | undefined, facts: readonly Fact[]): VariableFact | undefined {
  const declared = arg?.declared;
  return facts.find(
    (fact): fact is VariableFact =>
      fact.kind === "variable" && fact.item === declared?.item && fact.span.start === declared.span.start,
  );
}
