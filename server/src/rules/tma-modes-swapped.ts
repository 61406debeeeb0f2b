// TMA061: the shared-memory tile and the CTA tile have the same size, but their modes are in another order.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { modeSizes, numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, Fix, RuleContext, RulePage } from "./rule.ts";
import { atConstruction } from "./tma-atom.ts";

export const tmaModesSwapped: CallRule = {
  code: "tma-modes-swapped",
  number: "TMA061",
  severity: "warning",
  title: "The shared-memory tile has the CTA tile's extents in another order.",
  on: "call",
  ops: ["make_tma_copy", "make_tma_atom"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const smem = numbers(modeSizes(argument(call, "smem")?.value));
  const tiler = argument(call, "tiler")?.value;
  const tile = tiler?.kind === "tuple" ? numbers(tiler.items) : undefined;
  if (smem === undefined || tile === undefined || smem.length !== tile.length) return [];
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  if (smem.join() === tile.join() || sorted(smem) !== sorted(tile)) return [];
  const message = `smem tile (${smem}) and CTA tile (${tile}): same size, modes in another order`;
  const severity = context.language === "python" ? "error" : "warning";
  return [
    { ...atConstruction(call, context, message, argument(call, "smem")), severity, fixes: swapFix(call, tile, smem) },
  ];
}

/** A tiler spelled out in the call, `Shape<_128, _64>{}`: the layout's order of the same extents. */
function swapFix(call: CallFact, tile: readonly number[], smem: readonly number[]): readonly Fix[] {
  const arg = argument(call, "tiler");
  const spelled = arg?.text.match(/\d+/g)?.map(Number);
  if (arg === undefined || spelled?.join() !== tile.join()) return [];
  let i = 0;
  const text = arg.text.replace(/\d+/g, () => String(smem[i++]));
  return [{ title: `Tile with ${text}`, edits: [{ item: call.item, span: arg.span, text }] }];
}

function numbers(values: readonly Parameters<typeof numberOf>[0][] | undefined): readonly number[] | undefined {
  const known = values?.map(numberOf).filter((n) => n !== undefined);
  return known === undefined || known.length !== values?.length ? undefined : known;
}

/** The page of tma-modes-swapped. */
export const tmaModesSwappedPage = (): RulePage => ({
  doc: `
CuTe compares the shared-memory tile and the CTA tile by size only. A (64,128) layout for a (128,64) tile passes, and then
element (i,j) of the tile lands where the layout has another coordinate: the data arrives scrambled.

The DSL refuses it ("expected top-level shape equivalence"), C++ does not.

Give the layout the tiler's order of modes.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:743 (CUTLASS 4.7): the stricter check is commented out"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(Int<1>{}, 512));
  auto sA = make_layout(Shape<_64, _128>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                            ^^ smem tile (64,128) and CTA tile (128,64): same size, modes in another order`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(Int<1>{}, 512));
  auto sA = make_layout(Shape<_128, _64>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1, 512)))
    sA_layout = cute.make_layout((64, 128))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                                                  ^^^^^^^^^ smem tile (64,128) and CTA tile (128,64): same size, modes in another order`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1, 512)))
    sA_layout = cute.make_layout((128, 64))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
});
