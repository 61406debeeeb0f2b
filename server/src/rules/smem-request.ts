// SMEM006: more dynamic shared memory asked for than the architecture has.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

const example = (stages: number, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <int Stages> struct Storage {
  alignas(128) half_t A[128 * 64 * Stages];
  alignas(128) half_t B[128 * 64 * Stages];
};
__global__ void kernel() {}
void launch() {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Storage<${stages}>));${mark}
}`;

export const smemRequest: CallRule = {
  code: "smem-request",
  number: "SMEM006",
  severity: "error",
  title: "A kernel is allowed more dynamic shared memory than a block may have.",
  absent: { python: "the DSL asks for what its kernel allocates, which smem-sum sums" },
  on: "call",
  ops: ["cudaFuncSetAttribute"],
  check,
};

const attribute = "cudaFuncAttributeMaxDynamicSharedMemorySize";

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const value = argument(call, "value");
  const bytes = numberOf(value?.value);
  const limit = sharedMemoryLimit(context.arch);
  if (value === undefined || bytes === undefined || bytes <= limit) return [];
  if (argument(call, "attribute")?.text.endsWith(attribute) !== true) return [];
  const most = context.arch === "auto" ? "a block may have" : `${context.arch} allows a block`;
  const message = `${bytes} B of dynamic shared memory, ${most} ${limit} B: take fewer stages or smaller tiles`;
  return [{ item: call.item, span: value.span, message, related: declarations(context, [value]), fixes: [] }];
}

/** The page of smem-request. */
export const smemRequestPage = (): RulePage => ({
  doc: `
\`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\` answers cudaErrorInvalidValue above the
architecture's limit (227 KiB on sm_90 and sm_100, 163 KiB on sm_80, 99 KiB on sm_86, sm_89 and sm_120). The launch after it fails as
well, and nothing is computed: most programs only see wrong results.

Take fewer stages or smaller tiles.`,
  references: ["CUDA programming guide, compute capabilities: shared memory per block"],
  examples: [
    {
      language: "cpp",
      bad: example(
        8,
        "\n  //                                                                        ^^^^^^^^^^^^^^^^^^ 262144 B of dynamic shared memory, a block may have 232448 B",
      ),
      good: example(7),
    },
  ],
});
