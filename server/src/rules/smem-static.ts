// SMEM002: more static shared memory than a kernel may have.
import type { Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Finding, InstanceRule } from "./rule.ts";

const limit = 49_152;

export const smemStatic: InstanceRule = {
  code: "smem-static",
  number: "SMEM002",
  severity: "error",
  absent: { python: "the DSL allocates all shared memory dynamically" },
  title: "A kernel's `__shared__` arrays have more than 48 KiB.",
  doc: `
Arrays declared \`__shared__\` with a size share 48 KiB a block on every architecture; ptxas refuses more ("uses too much shared data").
What lies above that is dynamic shared memory.

Declare \`extern __shared__\`, pass the bytes at the launch, and allow them first:
\`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\`.`,
  references: ["CUDA programming guide, compute capabilities: static shared memory is limited to 48 KB"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ half_t a[128 * 128];
  __shared__ half_t b[128 * 128];
  //                ^ static shared memory is 65536 B up to b, a kernel may have 49152 B
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ half_t a[128 * 64];
  __shared__ half_t b[128 * 64];
}`,
    },
  ],
  on: "instance",
  check: ({ facts, instance }) => (instance.certain ? judge(facts) : []),
};

/** The first array with which the sum is too large. Two names for one array do not occur among declarations. */
function judge(facts: readonly Fact[]): readonly Finding[] {
  let sum = 0;
  for (const fact of facts.filter(isSharedArray)) {
    sum += fact.value.kind === "pointer" ? (fact.value.room ?? 0) : 0;
    if (sum <= limit) continue;
    const message = `static shared memory is ${sum} B up to ${fact.name}, a kernel may have ${limit} B: use extern __shared__ and cudaFuncSetAttribute`;
    return [{ item: fact.item, span: fact.span, message, related: [], fixes: [] }];
  }
  return [];
}

/** The declaration itself: a pointer that begins at the array of its own name. */
const isSharedArray = (fact: Fact): fact is VariableFact =>
  fact.kind === "variable" &&
  fact.role === "variable" &&
  fact.value.kind === "pointer" &&
  fact.value.space === "smem" &&
  fact.value.room !== undefined &&
  fact.value.base === fact.name &&
  fact.source === undefined;
