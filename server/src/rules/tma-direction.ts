// TMA073: a TMA copy that goes the other way than its operation, told from what its tensors were cut from.
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { FunctionItem } from "../../../src-engine/program/ir.ts";
import { argument } from "./arguments.ts";
import { expressionAt, isCoordinates, namesIn } from "./made-by.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { memoryOf, pointerOf } from "./tensor-parts.ts";
import { tmaDirection } from "./tma-atom.ts";
import { sidesOf } from "./tma-by-use.ts";

const cpp = (operation: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Layout, class Tile, class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, half_t* shared) {
  auto mC = tma.get_tma_tensor(make_shape(512, 1024));
  auto gC = local_tile(mC, Tile{}, make_coord(0, 0));
  auto sC = make_tensor(make_smem_ptr(shared), Layout{});
  auto [tCgC, tCsC] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sC), group_modes<0, 2>(gC));
  if (threadIdx.x == 0) {
    copy(tma, tCsC, tCgC);${mark}
  }
}
template <class Layout, class Tile>
void launch(half_t* C, half_t* shared) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tma = make_tma_atom(${operation}{}, mC, Layout{}, Tile{});
  kernel<Layout, Tile><<<1, 128>>>(tma, shared);
}`;

const dsl = (operation: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mC: cute.Tensor, layout: cute.Layout, tile: cute.Tile):
    smem = utils.SmemAllocator()
    sC = smem.allocate_tensor(mC.element_type, layout, 128)
    gC = cute.local_tile(mC, tile, (0, 0))
    tCsC, tCgC = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2))
    if cute.arch.warp_idx() == 0:
        cute.copy(tma, tCsC, tCgC)${mark}

@cute.jit
def launch(mC: cute.Tensor, layout: cute.Layout, tile: cute.Tile):
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.${operation}(), mC, layout, tile)
    kernel(tma, tensor, layout, tile).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

const marked = "this copy goes from shared to global memory, its operation loads";

export const tmaDirectionRule: InstanceRule = {
  code: "tma-direction",
  number: "TMA073",
  severity: "error",
  title: "A TMA copy goes the other way than its operation.",
  on: "instance",
  ofAssumed: true,
  ofElsewhere: true,
  check: ({ facts, code }, context) =>
    code?.kind !== "function"
      ? []
      : facts.flatMap((fact) => (fact.kind === "call" && fact.op === "copy" ? judge(fact, code, context) : [])),
};

const roles = { from: ["source", "src"], to: ["destination", "dst"] } as const;

const isCertainly = (side: CallArg | undefined, fn: FunctionItem): boolean =>
  side !== undefined &&
  (isSide(memoryOf(side.value)) || isCoordinates(namesIn(fn), expressionAt(namesIn(fn), side.span)));

const isSide = (memory: string | undefined): boolean => memory === "smem" || memory === "coordinates";

function judge(call: CallFact, fn: FunctionItem, context: RuleContext): readonly Finding[] {
  const atom = argument(call, "atom");
  const direction = tmaDirection(atom?.value);
  // Where the memories of the tensors are known, tma-copy-space tells it.
  const areKnown = [...roles.from, ...roles.to].some((role) => pointerOf(argument(call, role)?.value));
  if (atom === undefined || direction === undefined || areKnown) return [];
  const { from, to } = sidesOf(call, fn, context.language);
  const isCertain = [...roles.from, ...roles.to].some((role) => isCertainly(argument(call, role), fn));
  const isTold = isCertain || (from !== undefined && to !== undefined);
  const goes = from === "shared" || to === "global" ? "store" : "load";
  if (!isTold || (from ?? to) === undefined || from === to || goes === direction) return [];
  const told =
    from === undefined ? `goes to ${to}` : to === undefined ? `comes from ${from}` : `goes from ${from} to ${to}`;
  const message = `this copy ${told} memory, its operation ${direction}s: make the atom of ${way(goes, context)}`;
  return [{ item: call.item, span: atom.span, message, related: [], fixes: [] }];
}

const way = (goes: "load" | "store", { language }: RuleContext): string =>
  language === "cpp"
    ? { load: "SM90_TMA_LOAD", store: "SM90_TMA_STORE" }[goes]
    : { load: "CopyBulkTensorTileG2SOp", store: "CopyBulkTensorTileS2GOp" }[goes];

/** The page of tma-direction. */
export const tmaDirectionRulePage = (): RulePage => ({
  doc: `
The operation says which way a TMA copies: \`SM90_TMA_LOAD\` and \`CopyBulkTensorTileG2SOp\` to shared memory, \`SM90_TMA_STORE\` and
\`CopyBulkTensorTileS2GOp\` from it. \`tma_partition\` gives the two sides, so that it is known which way a copy of them goes, also where
their layouts are not.

Make the atom of the other operation, or exchange the copy's tensors.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp("SM90_TMA_LOAD", `\n//       ^^^ ${marked}`),
      good: cpp("SM90_TMA_STORE").replace("  if (threadIdx", "  tma_store_fence();\n  if (threadIdx"),
    },
    {
      language: "python",
      bad: dsl("CopyBulkTensorTileG2SOp", `\n        #         ^^^ ${marked}`),
      good: dsl("CopyBulkTensorTileS2GOp"),
    },
  ],
});
