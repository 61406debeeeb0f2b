// SMEM001: a shared-memory buffer that is larger than a block may have.

import { cosize } from "../../../src-engine/algebra/layout/coords.ts";
import type { Tensor } from "../../../src-engine/algebra/value.ts";
import type { Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import { attempt } from "../facts/attempt.ts";
import { sharedMemoryLimit } from "../facts/shared-memory-limit.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";

export const smemCapacity: InstanceRule = {
  code: "smem-capacity",
  number: "SMEM001",
  severity: "error",
  title: "A shared-memory buffer is larger than the architecture allows a block.",
  on: "instance",
  check: ({ facts, instance }, context) =>
    instance.certain ? facts.flatMap((fact) => (fact.kind === "variable" ? judge(fact, facts, context) : [])) : [],
};

function judge(fact: VariableFact, facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  const { value } = fact;
  if (value.kind !== "tensor" || !isWholeBuffer(value)) return [];
  const bytes = bytesOf(value, context);
  const limit = sharedMemoryLimit(context.arch);
  if (bytes === undefined || bytes <= limit || isPart(fact, facts, context)) return [];
  const most = context.arch === "auto" ? "a block may have" : `${context.arch} allows a block`;
  const message = `${fact.name} needs ${bytes} B of shared memory, ${most} ${limit} B${stages(value, bytes, limit)}`;
  return [{ item: fact.item, span: fact.span, message, related: [], fixes: [] }];
}

/** What a partition gives reaches no further than its buffer, unless something else is wrong. */
function isPart({ value }: VariableFact, facts: readonly Fact[], context: RuleContext): boolean {
  const given = facts.flatMap((fact) => {
    if (fact.kind !== "call" || !/partition/.test(fact.op)) return [];
    return fact.result.kind === "tuple" ? fact.result.items : [fact.result];
  });
  const shown = context.print(value);
  return given.some((one) => context.print(one) === shown);
}

/** Not a view into the middle of a buffer, nor a tensor over a pointer that nobody allocated here. */
function isWholeBuffer({ engine }: Tensor): boolean {
  return engine.kind === "pointer" && engine.space === "smem" && numberOf(engine.offset) === 0;
}

function bytesOf({ engine, layout }: Tensor, context: RuleContext): number | undefined {
  if (engine.kind !== "pointer" || engine.dtype.kind !== "dtype" || layout.kind === "unknown") return undefined;
  const elements = numberOf(attempt(context.language, (ctx) => cosize(ctx, layout)));
  if (elements === undefined) return undefined;
  // A view that is larger than its array may be there for its shape alone.
  return Math.min(Math.ceil((elements * engine.dtype.bits) / 8), engine.room ?? Number.POSITIVE_INFINITY);
}

/** The last mode of a tensor of three or more modes counts stages. */
function stages(tensor: Tensor, bytes: number, limit: number): string {
  const sizes = modeSizes(tensor)?.map(numberOf) ?? [];
  const count = sizes[sizes.length - 1];
  if (sizes.length < 3 || count === undefined || count < 2) return ": use a smaller tile";
  const fit = Math.floor(limit / (bytes / count));
  return fit < 1 ? ": use a smaller tile" : `: ${fit} of its ${count} stages fit`;
}

/** The page of smem-capacity. */
export const smemCapacityPage = (): RulePage => ({
  doc: `
A block may have 227 KiB of shared memory on sm_90 and sm_100, 163 KiB on sm_80, 99 KiB on sm_86, sm_89 and sm_120. A kernel that
asks for more does not launch. Only buffers that are too large by themselves are reported: several may share memory in turn.

Use fewer stages, a smaller tile or a narrower type.`,
  references: ["CUDA programming guide, compute capabilities: maximum shared memory per thread block"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t shared[];
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _16>{});
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  //   ^^ sA needs 262144 B of shared memory, a block may have 232448 B: 14 of
}
`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t shared[];
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _4>{});
  auto sA = make_tensor(make_smem_ptr(shared), layout);
}
`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    buffer = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, 16), stride=(64, 1, 8192)), 128)
#   ^^^^^^ buffer needs 262144 B of shared memory, a block may have 232448 B: 14 of its 16 stages fit
`,
      good: `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, 4), stride=(64, 1, 8192)), 128)
`,
    },
  ],
});
