// LAY020: a stride of 1 that only the run knows.

import { isConstant, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, writtenFor } from "./arguments.ts";
import type { CallRule, Finding, Fix, RuleContext } from "./rule.ts";

export const dynamicUnitStride: CallRule = {
  code: "dynamic-unit-stride",
  number: "LAY020",
  severity: "information",
  absent: { python: "a literal 1 is static in the DSL" },
  title: "The contiguous stride is a run-time 1, so CuTe does not know that the mode is contiguous.",
  doc: `
\`make_stride(ld, 1)\` makes a layout whose contiguous stride is an \`int\`. CuTe's decisions are taken at compile time: with a
run-time 1 it vectorises no copy and finds no TMA box. \`Int<1>{}\` (or \`_1{}\`) says it to the compiler.`,
  references: ["https://github.com/NVIDIA/cutlass/issues/2132"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int m, int n) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(n, 1));
  //                                                       ^^^^^^^^^^^^^^^^^ the stride 1 is a run-time value: copies are not vectorised
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int m, int n) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(n, Int<1>{}));
}`,
    },
  ],
  on: "call",
  ops: ["make_layout", "make_tensor"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const stride = argument(call, "stride");
  if (context.language !== "cpp" || stride?.value.kind !== "tuple") return [];
  const { items } = stride.value;
  if (items.some((item) => item.kind === "num" && isConstant(item, 1)) || !items.some(isRunTimeOne)) return [];
  // Both sides of `c ? make_stride(n, 1) : make_stride(1, n)` have one type: what is static in one cannot be run-time in the other.
  if (isChosen(call, stride, context)) return [];
  const message = "the stride 1 is a run-time value: copies are not vectorised and TMA finds no box; write Int<1>{}";
  return [{ item: call.item, span: stride.span, message, related: [], fixes: fix(call, stride) }];
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
