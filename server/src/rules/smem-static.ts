// SMEM002: more static shared memory than a kernel may have.
import type { Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import { gpuOfMmas } from "../costs/gpu-of.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { mmaNames } from "./kernel-buffers.ts";
import type { Finding, InstanceFacts, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { isTensorMap } from "./tma-grid-constant.ts";

const everywhere = 49_152;

export const smemStatic: InstanceRule = {
  code: "smem-static",
  number: "SMEM002",
  severity: "error",
  absent: { python: "the DSL allocates all shared memory dynamically" },
  title: "A kernel's `__shared__` arrays have more than ptxas takes: 48 KiB.",
  on: "instance",
  check: (group, context) =>
    group.instance.certain
      ? judge(group.facts, takesMore(group, context) ? sharedMemoryLimit(context.arch) : everywhere)
      : [],
};

/** For an architecture by its full name, `sm_90a`; of a kernel for which none is set what it does tells. */
function takesMore(group: InstanceFacts, context: RuleContext): boolean {
  if (context.arch !== "auto") return /[af]$/.test(context.arch);
  const gpu = gpuOfMmas(mmaNames(group));
  if (gpu !== undefined) return gpu.arch !== "sm_80";
  return group.facts.some(
    (fact) => fact.kind === "variable" && fact.role === "parameter" && isTensorMap(fact, context),
  );
}

/** The first array with which the sum is too large. Two names for one array do not occur among declarations. */
function judge(facts: readonly Fact[], limit: number): readonly Finding[] {
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

/** The page of smem-static. */
export const smemStaticPage = (): RulePage => ({
  doc: `
Arrays declared \`__shared__\` with a size share 48 KiB a block; ptxas refuses more ("uses too much shared data"). What lies above that is
dynamic shared memory.

Since CUDA 13 ptxas takes as much as a block may have, 227 KiB or 99 KiB, for \`sm_90a\`, \`sm_100a\`, \`sm_120a\` and the like. That is the
limit where such an architecture is set, and where none is set and the kernel has tensor maps or MMAs that need one.

Declare \`extern __shared__\`, pass the bytes at the launch, and allow them first:
\`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\`.`,
  references: [
    "CUDA programming guide, compute capabilities: static shared memory is limited to 48 KB",
    "ptxas 13.0.88: 232448 B for sm_90a, sm_100a, sm_103a, sm_110a; 101376 B for sm_120a, sm_121a; 49152 B for sm_90, sm_100, sm_120",
  ],
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
});
