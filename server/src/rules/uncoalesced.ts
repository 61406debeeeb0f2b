// COST002: a copy of which most of each sector of global memory that it moves is not used.
import type { SideCost } from "../../../src-engine/costs/copy-cost.ts";
import type { CallCost } from "../costs/of-call.ts";
import { cppTile, dslTile } from "./cost-examples.ts";
import { countedSides, issuedAs, sideFinding } from "./cost-sides.ts";
import type { CostRule, Finding, RulePage } from "./rule.ts";

/** Of what is moved; half a sector and more is what narrow types and short rows come to. */
const little = 0.5;

export const uncoalesced: CostRule = {
  code: "uncoalesced",
  number: "COST002",
  severity: "hint",
  title: "Less than half of the global memory that a copy moves is used.",
  on: "cost",
  check: (cost) => countedSides(cost).flatMap((side) => judge(cost, side)),
};

function judge(cost: CallCost, side: SideCost): readonly Finding[] {
  const { role, global } = side;
  if (global === undefined) return [];
  const { total, dearest } = global.best;
  const share = total.wanted / (32 * total.sectors);
  // One element alone takes a sector, wherever it lies.
  if (share >= little || dearest.sectors <= dearest.ideal) return [];
  const name = issuedAs(cost, side);
  return [
    sideFinding(
      cost,
      role,
      (text) =>
        `${text}: each ${name} of a warp touches ${dearest.sectors} sectors where ${dearest.ideal} would do, ${Math.round(share * 100)}% of what is moved is used: lay neighbouring threads along the mode of stride 1`,
    ),
  ];
}

/** The page of uncoalesced. */
export const uncoalescedPage = (): RulePage => ({
  doc: `
Global memory moves in sectors of 32 bytes. Threads that are neighbours in a warp should want bytes that are neighbours in memory:
32 threads with a float each need 4 sectors if they follow each other, and 32 sectors if each stands in a row of its own.

An H200 counted 32 sectors for each store of a float down a column of a row-major matrix, and 4 along a row. Loads may find the rest of
a sector in the cache later; stores and the traffic between the caches pay for it.

Lay the threads along the mode of stride 1, or go through shared memory.`,
  references: [
    "CUDA programming guide, device memory accesses: transactions of 32 bytes",
    "Counters of an H200 (Nsight Compute, L2 Theoretical Sectors Global)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppTile(`  auto down = local_partition(gOut, columns, threadIdx.x);
  auto r = make_tensor<float>(Shape<_1, _8>{});
  copy(r, down);
  //      ^^^^ down: each st.global of a warp touches 32 sectors where 4 would do, 13% of what is moved is used: lay`),
      good: cppTile(`  auto along = local_partition(gOut, rows, threadIdx.x);
  auto r = make_tensor<float>(Shape<_8, _1>{});
  copy(r, along);`),
    },
    {
      language: "python",
      bad: dslTile(`    down = cute.local_partition(gOut, columns, tid)
    r = cute.make_fragment_like(down)
    cute.autovec_copy(r, down)
#                        ^^^^ down: each st.global of a warp touches 32 sectors where 4 would do, 13% of`),
      good: dslTile(`    along = cute.local_partition(gOut, rows, tid)
    r = cute.make_fragment_like(along)
    cute.autovec_copy(r, along)`),
    },
  ],
});
