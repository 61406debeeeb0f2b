// LAY016: a block that cannot be tiled to the target shape.
import { refusedRule, shown } from "./refused.ts";

export const tileToShapeBlock = refusedRule({
  code: "tile-to-shape-block",
  number: "LAY016",
  severity: "error",
  title: "tile_to_shape cannot build the target from whole blocks.",
  doc: `
\`tile_to_shape(block, target)\` repeats the block until it fills the target: the block may not have more modes than the target, and
each of its modes must divide the target's. A swizzled atom for half_t is 64 elements wide (SW128), 32 (SW64) or 16 (SW32).

Make the tile a multiple of the atom, or take the atom of a narrower swizzle.`,
  references: ["cute/layout.hpp:1782 and :1792 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _48>{});
  //       ^^^^^^^^^^^^^ tile_to_shape: the block (_8,_64) does not divide the target (_128,_48)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, Shape<_128, _48>{});
}`,
    },
  ],
  ops: ["tile_to_shape"],
  at: ["layout.hpp:1782", "layout.hpp:1792"],
  say: (facts, call, context) => {
    const { block, target } = facts;
    if (block === undefined || target === undefined)
      return `${shown(call, context)}: the block does not divide the target`;
    return `the block ${context.print(block)} does not divide the target ${context.print(target)}: make the tile a multiple of it, or take a narrower swizzle's atom`;
  },
});
