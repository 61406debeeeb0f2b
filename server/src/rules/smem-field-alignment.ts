// SMEM018: a field of storage that TMA fills and that asks for less alignment than TMA needs.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { FunctionItem } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { expressionAt, givenTo, namesIn, tensorBehind } from "./made-by.ts";
import type { Finding, InstanceRule, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";

const dsl = (bytes: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Load:
    @cute.jit
    def __call__(self, mA: cute.Tensor, layout: cute.ComposedLayout, tile: cute.Tile):
        tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, tile)

        @cute.struct
        class Storage:
            bars: cute.struct.MemRange[cutlass.Int64, self.stages * 2]
            sA: cute.struct.Align[cute.struct.MemRange[mA.element_type, cute.cosize(layout)], ${bytes}]

        self.storage = Storage
        self.kernel(tma, tensor, layout, tile).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.ComposedLayout, tile: cute.Tile):
        storage = utils.SmemAllocator().allocate(self.storage)
        sA = storage.sA.get_tensor(layout.outer, swizzle=layout.inner)
        gA = cute.local_tile(mA, tile, (0, 0))
        tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))${mark}
`;

export const smemFieldAlignment: InstanceRule = {
  code: "smem-field-alignment",
  number: "SMEM018",
  severity: "warning",
  absent: {
    cpp: "where a member lies `alignas` says, and smem-alignment tells it",
  },
  title: "A field of storage that TMA fills asks for less than 128 bytes of alignment.",
  on: "instance",
  ofAssumed: true,
  check: ({ facts, code }) => {
    if (code?.kind !== "function") return [];
    const calls = facts.filter((fact) => fact.kind === "call");
    return calls.filter(({ op }) => op === "tma_partition").flatMap((call) => judge(call, code, calls));
  },
};

function judge(call: CallFact, fn: FunctionItem, calls: readonly CallFact[]): readonly Finding[] {
  const smem = argument(call, "smem");
  const names = namesIn(fn);
  const name = smem && tensorBehind(names, expressionAt(names, smem.span));
  const made = name === undefined ? undefined : givenTo(names, name);
  if (smem === undefined || made === undefined) return [];
  // A tensor whose place is known smem-alignment judges.
  const pointer = pointerOf(smem.value);
  if (pointer !== undefined && pointer.apart === undefined) return [];
  const given = calls.filter(
    ({ op, span }) => op === "get_tensor" && span.start === made.span.start && span.end === made.span.end,
  );
  const asked = given.map((one) => numberOf(argument(one, "align")?.value));
  const [align] = asked;
  if (align === undefined || align >= 128 || asked.some((one) => one !== align)) return [];
  const message = `the field that ${name} lies in asks for ${align} B of alignment; TMA needs 128 B, a swizzle of 128 B read by wgmma or tcgen05 1024 B: ask for as much`;
  const related = given.slice(0, 1).map(({ item, span }) => ({ item, span, message: "the tensor is made here" }));
  return [{ item: call.item, span: smem.span, message, related, fixes: [] }];
}

/** The page of smem-field-alignment. */
export const smemFieldAlignmentPage = (): RulePage => ({
  doc: `
TMA writes to shared-memory addresses that are multiples of 128 bytes, and what wgmma and tcgen05 read through a swizzle of 128 bytes is to
start at a multiple of 1024. A field of \`@cute.struct\` that asks for less lies well only by luck: another number of stages before it, or
one more barrier, moves it.

Where the field certainly lies wrong [smem-alignment](smem-alignment.md) tells it.`,
  references: ["CUDA programming guide, Tensor Memory Access: shared memory address must be 128-byte aligned"],
  examples: [
    {
      language: "python",
      bad: dsl(
        "16",
        "\n        #                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^ the field that sA lies in asks for 16 B",
      ),
      good: dsl("1024"),
    },
  ],
});
