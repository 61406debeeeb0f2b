// LAY001: the shape and the stride of a layout are not nested alike.
import type { Answer } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

export const layoutNotCongruent: CallRule = {
  code: "layout-not-congruent",
  number: "LAY001",
  severity: "error",
  title: "The shape and the stride of a layout are not nested alike.",
  on: "call",
  ops: ["make_layout", "make_tensor"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const shape = argument(call, "shape", "layout");
  const stride = argument(call, "stride");
  if ([shape, stride].some((arg) => isOfUnknownRank(arg?.value, context))) return [];
  if (shape === undefined || stride === undefined || congruent(shape.value, stride.value, context.language) !== "no")
    return [];
  const message =
    `shape ${context.print(shape.value)} and stride ${context.print(stride.value)} are not congruent: ` +
    "give every mode of the shape one stride, nested alike";
  const related = declarations(context, [shape, stride]);
  return [{ ...guilty(call, stride), also: [shape.span], message, related, fixes: [] }];
}

/** `(dK.stride[0])`: what a Python tensor of unknown rank shows of its strides so far. */
function isOfUnknownRank(value: Value | undefined, context: RuleContext): boolean {
  if (context.language !== "python" || value?.kind !== "tuple") return false;
  return value.items.every((item) => item.kind === "sym" && /\.(?:stride|shape)\[\d+\]$/.test(context.print(item)));
}

/** Only values whose nesting is certain count: an unknown may be a tuple. */
function congruent(shape: Value, stride: Value, language: Language): Answer {
  if (shape.kind === "tuple" && stride.kind === "tuple") {
    if (shape.items.length !== stride.items.length) return "no";
    const answers = shape.items.map((item, i) => congruent(item, stride.items[i] ?? item, language));
    return answers.includes("no") ? "no" : answers.includes("unknown") ? "unknown" : "yes";
  }
  if (isLeaf(shape) && isLeaf(stride)) return "yes";
  // A Python parameter that is shown as a symbol may be a tuple all the same.
  const nesting = (v: Value) => isIntTuple(v) || (isLeaf(v) && !(language === "python" && v.kind === "sym"));
  return nesting(shape) && nesting(stride) ? "no" : "unknown";
}

/** Braces that a class takes, as of a length with its array of offsets, stand for one integer. */
const isIntTuple = (value: Value): boolean =>
  value.kind === "tuple" &&
  value.items.every((item) => isLeaf(item) || item.kind === "tuple" || item.kind === "unknown");

function isLeaf(value: Value): boolean {
  return value.kind === "num" || value.kind === "sym" || value.kind === "basis";
}

/** The page of layout-not-congruent. */
export const layoutNotCongruentPage = (): RulePage => ({
  doc: `
A layout pairs every integer of its shape with one integer of its stride, so both must have the same number of modes at
every level. CuTe DSL refuses it; CuTe C++ has the check commented out and computes with whatever it finds, so that the
mistake shows up far away, or never.`,
  references: [
    "cute/layout.hpp:103 (CUTLASS 4.7): the commented-out static_assert",
    "CuTe DSL, make_layout: shape and stride must be congruent",
  ],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(make_shape(_2{}, _4{}), _8{}), make_stride(_1{}, _2{}));
  //                                                             ^^^^^^^^^^^^^^^^^^^^^^^ shape ((_2,_4),_8) and stride (_1,_2) are not congruent
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(make_shape(_2{}, _4{}), _8{}), make_stride(make_stride(_1{}, _2{}), _8{}));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 8), stride=(1, 4, 32))
    #                                   ^^^^^^^^^^ shape (4,8) and stride (1,4,32) are not congruent
`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 8), stride=(1, 4))
`,
    },
  ],
});
