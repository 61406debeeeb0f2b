// COST003: a copy of single elements whose layouts and addresses would allow wider accesses.
import type { SideCost } from "../../../src-engine/costs/copy-cost.ts";
import type { CallCost } from "../costs/of-call.ts";
import { cppTile, dslTile } from "./cost-examples.ts";
import { sideFinding } from "./cost-sides.ts";
import type { CostRule, Finding, RulePage } from "./rule.ts";

const lanes = 32;
/** Accesses of 8 bytes are often meant: so are values lined up for an MMA. */
const narrow = 4;

export const narrowAccess: CostRule = {
  code: "narrow-access",
  number: "COST003",
  severity: "hint",
  title: "A copy moves less in an access than its layouts have side by side.",
  on: "cost",
  check: (cost) => {
    if (cost.cost.kind !== "copy" || cost.cost.issue.unit !== "ld/st") return [];
    const sides = cost.cost.sides.filter((side): side is SideCost => !("why" in side));
    const [first] = sides;
    if (first === undefined || sides.length < cost.cost.sides.length || first.stream.bytes > narrow) return [];
    // Where a buffer of shared memory begins the compiler knows: it joins single elements itself.
    if (cost.cost.issue.asWritten && sides.every(({ space }) => space === "shared")) return [];
    const { isChosen, possible: common, width } = cost.cost.issue;
    const most = isChosen ? (common ?? width) : 16;
    const possible = Math.min(most, ...sides.map(sideBySide), registersSideBySide(cost, sides.length));
    return possible > first.stream.bytes ? [finding(cost, first, possible)] : [];
  },
};

function finding(cost: CallCost, { role, stream }: SideCost, possible: number): Finding {
  return sideFinding(
    cost,
    role,
    (text) =>
      `${text}: accesses of ${stream.bytes} B where ${possible} B lie side by side: use an atom of that width, or copy_aligned`,
  );
}

/** Bytes of a thread that follow each other and begin at a multiple of their number, in every thread and whatever the run's numbers are. */
function sideBySide({ stream: { addresses, bytes, count, threads } }: SideCost): number {
  const { at, cases, bits } = addresses;
  const step = (bytes * 8) / bits;
  const fits = (width: number): boolean => {
    const each = width / bytes;
    if (count % each !== 0) return false;
    return cases.every((one) =>
      Array.from({ length: Math.min(threads, lanes) }, (_, thread) => thread).every((thread) =>
        Array.from({ length: Math.min(count, lanes) }, (_, i) => i).every((i) => {
          const begin = i - (i % each);
          const from = at(thread, begin * step, one);
          return from % width === 0 && at(thread, i * step, one) === from + (i - begin) * bytes;
        }),
      ),
    );
  };
  return [16, 8, 4, 2].find((width) => width > bytes && fits(width)) ?? bytes;
}

/** Registers take values in any order that the copy keeps; of a fragment of other elements nothing is said. */
function registersSideBySide({ cost }: CallCost, counted: number): number {
  if (cost.kind !== "copy" || counted > 1) return 16;
  const { from, to } = cost;
  const [register] = [from, to].filter(({ engine }) => engine.kind === "pointer" && engine.space === "rmem");
  return register?.layout.kind === "layout" ? 16 : 0;
}

/** The page of narrow-access. */
export const narrowAccessPage = (): RulePage => ({
  doc: `
A thread moves up to 16 bytes in one instruction. \`copy(src, dst)\` takes as many elements together as both layouts have side by side,
but only where both layouts are static: it assumes nothing of the alignment of others and moves one element at a time. An atom moves
what its type says.

An H200 ran 32 loads of 2 bytes for what 8 loads of 8 bytes do; each is an instruction and a request.

Give the copy an atom of the width that fits (\`Copy_Atom<UniversalCopy<uint128_t>, T>\`, \`AutoVectorizingCopy\`), or \`copy_aligned\`.`,
  references: [
    "cute/algorithm/copy.hpp:236-271, :307-325 (CUTLASS 4.7)",
    "Counters of an H200 (Nsight Compute, instructions executed of LDG.U16 and LDG.64)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppTile(`  auto slice = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{},
                               Layout<Shape<_1, _8>>{}).get_slice(threadIdx.x);
  auto r = make_tensor<float>(Shape<Shape<_1, _8>, _1, _1>{});
  copy(Copy_Atom<UniversalCopy<float>, float>{}, slice.partition_S(gIn), r);
  //                                             ^^^^^^^^^^^^^^^^^^^^^^ slice.partition_S(gIn): accesses of 4 B where 16 B lie side by side`),
      good: cppTile(`  auto slice = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                               Layout<Shape<_1, _4>>{}).get_slice(threadIdx.x);
  auto r = make_tensor<float>(Shape<Shape<_4, _1>, _2, _1>{});
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, slice.partition_S(gIn), r);`),
    },
    {
      language: "python",
      bad: dslTile(`    wide = cute.zipped_divide(gIn, (1, 8))[(None, tid)]
    r = cute.make_fragment_like(wide)
    narrow = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=32)
    cute.copy(narrow, wide, r)
#                     ^^^^ wide: accesses of 4 B where 16 B lie side by side`),
      good: dslTile(`    wide = cute.zipped_divide(gIn, (1, 8))[(None, tid)]
    r = cute.make_fragment_like(wide)
    cute.autovec_copy(wide, r)`),
    },
  ],
});
