// SMEM005: the shared memory that a kernel allocates, all of it together.
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { numberOf } from "../facts/sizes.ts";
import { allocatingOps } from "../languages/costly-ops.ts";
import { argument } from "./arguments.ts";
import { dslKernel } from "./example-text.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";

const example = (stages: number, mark = ""): string =>
  dslKernel(`
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, ${stages})), 128)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, ${stages})), 128)${mark}`);

export const smemSum: InstanceRule = {
  code: "smem-sum",
  number: "SMEM005",
  severity: "error",
  title: "A kernel's allocations of shared memory are more than a block may have, together.",
  absent: { cpp: "smem-static sums what a C++ kernel declares; what it lays into dynamic memory, its types say" },
  on: "instance",
  check: ({ facts }, context) => judge(facts, context),
};

/** The allocation with which the sum is too large; nothing where a size before it is not known. */
function judge(facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  const limit = sharedMemoryLimit(context.arch);
  let end = 0;
  for (const call of facts.filter(isAllocation)) {
    const bytes = numberOf(argument(call, "bytes")?.value);
    if (bytes === undefined) continue;
    // By itself it is too large already: smem-capacity tells that.
    if (bytes > limit && call.op === "allocate_tensor") return [];
    end = aligned(end, call) + bytes;
    if (end <= limit) continue;
    const most = context.arch === "auto" ? "a block may have" : `${context.arch} allows a block`;
    const message = `shared memory is ${end} B up to here, ${most} ${limit} B: take fewer stages or smaller tiles`;
    return [{ item: call.item, span: call.nameSpan, message, related: [], fixes: [] }];
  }
  return [];
}

/** Bytes of all allocations whose size is known: a lower bound of what the kernel takes. */
export const allocatedBytes = (facts: readonly Fact[]): number =>
  facts.filter(isAllocation).reduce((end, call) => {
    const bytes = numberOf(argument(call, "bytes")?.value);
    return bytes === undefined ? end : aligned(end, call) + bytes;
  }, 0);

const isAllocation = (fact: Fact): fact is CallFact =>
  fact.kind === "call" && fact.certain && allocatingOps.has(fact.op);

function aligned(end: number, call: CallFact): number {
  const align = numberOf(argument(call, "byte_alignment")?.value) ?? 1;
  return align > 1 ? Math.ceil(end / align) * align : end;
}

/** The page of smem-sum. */
export const smemSumPage = (): RulePage => ({
  doc: `
Each buffer may fit by itself and all of them not: the allocator of CuTe DSL gives out one after the other, and the launch fails when
their sum is above the architecture's limit (227 KiB on sm_90 and sm_100, 163 KiB on sm_80, 99 KiB on sm_86, sm_89 and sm_120).

Take fewer stages or smaller tiles, or let buffers that are never live together share one storage (\`cute.union\`, \`recast_ptr\`).`,
  references: [
    "CUDA programming guide, compute capabilities: shared memory per block",
    "cutlass/utils/smem_allocator.py",
  ],
  examples: [
    {
      language: "python",
      bad: example(
        8,
        "\n    #         ^^^^^^^^^^^^^^^ shared memory is 262144 B up to here, a block may have 232448 B",
      ),
      good: example(7),
    },
  ],
});
