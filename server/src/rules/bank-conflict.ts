// COST001: a copy whose threads want different words of one bank of shared memory.
import { hasBankConflict, type SideCost } from "../../../src-engine/costs/copy-cost.ts";
import type { CallCost } from "../costs/of-call.ts";
import { ways } from "../costs/words.ts";
import { cppTile, dslTile } from "./cost-examples.ts";
import { countedSides, issuedAs, sideFinding } from "./cost-sides.ts";
import type { CostRule, Finding, RulePage } from "./rule.ts";

export const bankConflict: CostRule = {
  code: "bank-conflict",
  number: "COST001",
  severity: "hint",
  title: "A copy's threads want different words of one bank of shared memory.",
  on: "cost",
  check: (cost) => countedSides(cost).flatMap((side) => judge(cost, side)),
};

/** Where a conflict is certain whatever the run's numbers are. */
function judge(cost: CallCost, side: SideCost): readonly Finding[] {
  const { role, shared } = side;
  if (shared === undefined || !hasBankConflict(side)) return [];
  const { wavefronts, ideal } = shared.best.dearest;
  const name = issuedAs(cost, side);
  return [
    sideFinding(
      cost,
      role,
      (text) =>
        `${text}: ${name} takes ${wavefronts} wavefronts where ${ideal} would do, ${article(ways(wavefronts, ideal))} bank conflict: swizzle its layout or pad its rows`,
    ),
  ];
}

/** `an 8-way`, `a 2-way`. */
const article = (count: string): string => `${/^(?:8|11|18)\b/.test(count) ? "an" : "a"} ${count}`;

/** The page of bank-conflict. */
export const bankConflictPage = (): RulePage => ({
  doc: `
Shared memory has 32 banks of 4 bytes. What a warp reads or writes in one instruction is served in wavefronts, each of which takes one
word of every bank. Threads that want different words of one bank wait for each other: down a column of a row-major tile of 32 floats
all 32 threads want bank 0, and the load takes 32 wavefronts where 1 would do.

An H200 counted, of a transpose through such a tile: 1024 wavefronts for its 32 loads; 32 with rows of 33 floats, and 32 with
\`Swizzle<5,0,5>\`. \`ldmatrix.x4\` of a plain row-major tile of 64 half_t took 32 wavefronts, with rows of 72 or \`Swizzle<3,3,3>\` 4.

Swizzle the layout, or pad its rows by one access. The figure is that of the hardware's own rule, over all warps of the copy.`,
  references: [
    "CUDA programming guide, shared memory: 32 banks of 32-bit words",
    "Counters of an H100 and an H200 (Nsight Compute, l1tex__data_pipe_lsu_wavefronts_mem_shared)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppTile(`  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  copy(local_partition(gIn, rows, threadIdx.x), local_partition(sA, rows, threadIdx.x));
  auto r = make_tensor<float>(Shape<_1, _8>{});
  __syncthreads();
  auto down = local_partition(sA, columns, threadIdx.x);
  copy(down, r);
  //   ^^^^ down: ld.shared takes 32 wavefronts where 1 would do, a 32-way bank conflict: swizzle`),
      good: cppTile(`  auto sA = make_tensor(make_smem_ptr(shared), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  copy(local_partition(gIn, rows, threadIdx.x), local_partition(sA, rows, threadIdx.x));
  auto r = make_tensor<float>(Shape<_1, _8>{});
  __syncthreads();
  auto down = local_partition(sA, columns, threadIdx.x);
  copy(down, r);`),
    },
    {
      language: "python",
      bad: dslTile(`    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(32, 1)), 128)
    cute.copy(atom, cute.local_partition(gIn, rows, tid), cute.local_partition(sA, rows, tid))
    cute.arch.sync_threads()
    down = cute.local_partition(sA, columns, tid)
    cute.autovec_copy(down, cute.make_fragment_like(down))
#                     ^^^^ down: ld.shared takes 32 wavefronts where 1 would do, a 32-way bank conflict: swizzle`),
      good: dslTile(`    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(33, 1)), 128)
    cute.copy(atom, cute.local_partition(gIn, rows, tid), cute.local_partition(sA, rows, tid))
    cute.arch.sync_threads()
    down = cute.local_partition(sA, columns, tid)
    cute.autovec_copy(down, cute.make_fragment_like(down))`),
    },
  ],
});
