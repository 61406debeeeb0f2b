// LAY020: a stride of 1 that only the run knows.

import { isConstant, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, tmaConstructions, writtenFor } from "./arguments.ts";
import { isOfElements } from "./element-access.ts";
import type { CallRule, Finding, Fix, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

export const dynamicUnitStride: CallRule = {
  code: "dynamic-unit-stride",
  number: "LAY020",
  severity: "information",
  absent: { python: "a literal 1 is static in the DSL" },
  title: "The contiguous stride is a run-time 1, so CuTe does not know that the mode is contiguous.",
  on: "call",
  ops: ["make_tensor"],
  unless: (call, others, around) =>
    others.some((other) => isDescriptorOf(other, call)) || (around !== undefined && isOfElements(call, around)),
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const stride = argument(call, "stride") ?? layoutMade(call);
  const { space } = pointerOf(argument(call, "engine")?.value) ?? {};
  if (context.language !== "cpp" || stride === undefined || (space !== "gmem" && space !== "smem")) return [];
  const items = stridesIn(stride.value);
  if (items.some((item) => item.kind === "num" && isConstant(item, 1)) || !items.some(isRunTimeOne)) return [];
  // Both sides of `c ? make_stride(n, 1) : make_stride(1, n)` have one type: what is static in one cannot be run-time in the other.
  if (isChosen(call, stride, context)) return [];
  const message = "the stride 1 is a run-time value: copies of the tensor are not vectorised; write Int<1>{}";
  return [{ item: call.item, span: stride.span, message, related: [], fixes: fix(call, stride) }];
}

/** The driver is given numbers: a tensor map's box is the same with either 1. */
const isDescriptorOf = ({ op, args }: CallFact, { result }: CallFact): boolean =>
  tmaConstructions.includes(op) && args.some(({ value }) => isSameData(value, result));

/** The layout, where it is made in the call: `make_tensor(p, make_layout(shape, make_stride(n, 1)))`. */
function layoutMade(call: CallFact): CallArg | undefined {
  const layout = argument(call, "layout");
  // A shape alone has a static 1 of its own.
  return layout?.value.kind === "layout" && layout.text.includes("(") ? layout : undefined;
}

function stridesIn(value: Value): readonly Value[] {
  const strides = value.kind === "layout" ? value.stride : value;
  return strides.kind === "tuple" ? strides.items : [];
}

const isChosen = (call: CallFact, stride: CallArg, context: RuleContext): boolean =>
  statementBefore(context.text({ item: call.item, span: { start: 0, end: call.span.start } })).includes("?") ||
  writtenFor(stride, call, context)?.text.includes("?") === true;

/** What the statement at the end of the text has said so far. */
const statementBefore = (text: string): string =>
  text.slice(Math.max(...[";", "{", "}"].map((one) => text.lastIndexOf(one))) + 1);

const isRunTimeOne = (value: Value): boolean => isInt(value) && value.know === "dynamic" && numberOf(value) === 1;

/** Where the text has exactly one literal 1. */
function fix(call: CallFact, { text, span }: CallArg): readonly Fix[] {
  const ones = [...text.matchAll(/(?<![\w.<])1(?![\w.>])/g)];
  const [one] = ones;
  if (ones.length !== 1 || one === undefined) return [];
  const at = { start: span.start + one.index, end: span.start + one.index + 1 };
  return [{ title: "Make the stride static: Int<1>{}", edits: [{ item: call.item, span: at, text: "Int<1>{}" }] }];
}

/** The page of dynamic-unit-stride. */
export const dynamicUnitStridePage = (): RulePage => ({
  doc: `
\`make_stride(ld, 1)\` makes a layout whose contiguous stride is an \`int\`. CuTe's decisions are taken at compile time: with a
run-time 1 it vectorises no copy of that tensor. \`Int<1>{}\` (or \`_1{}\`) says it to the compiler.

Told of tensors in global and shared memory, where copies are made: not of layouts by themselves, nor of data that only the host reads, nor of
tensors that are read and written one element at a time.`,
  references: ["https://github.com/NVIDIA/cutlass/issues/2132"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int m, int n) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(n, 1));
  //                                                       ^^^^^^^^^^^^^^^^^ the stride 1 is a run-time value: copies of the tensor are not vectorised
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int m, int n) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(n, Int<1>{}));
}`,
    },
  ],
});
