// LAY016: a block that cannot be tiled to the target shape.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { refusedRule, shown } from "./refused.ts";
import type { Fix, RulePage } from "./rule.ts";

export const tileToShapeBlock = refusedRule({
  code: "tile-to-shape-block",
  number: "LAY016",
  severity: "error",
  title: "tile_to_shape cannot build the target from whole blocks.",
  ops: ["tile_to_shape"],
  at: ["layout.hpp:1782", "layout.hpp:1792", "layout.hpp:1798"],
  mend: narrowerAtom,
  say: (facts, call, context) => {
    const { block, target, order } = facts;
    if (order !== undefined && target !== undefined)
      return `the order ${context.print(order)} has another number of modes than the target ${context.print(target)}: give one for each mode`;
    if (block === undefined || target === undefined)
      return `${shown(call, context)}: the block does not divide the target`;
    return `the block ${context.print(block)} does not divide the target ${context.print(target)}${culprit(block, target)}: make the tile a multiple of it, or take a narrower swizzle's atom`;
  },
});

/** `, as 64 does not divide 48 (mode 1)`: the first of several modes that does not; nothing where there is one. */
function culprit(block: Value, target: Value): string {
  if (block.kind !== "tuple" || target.kind !== "tuple" || target.items.length < 2) return "";
  const extents = [block, target].map(({ items }) => items.map((item) => extentOf(item)));
  const mode = extents[0]?.findIndex((own, i) => own !== undefined && (extents[1]?.[i] ?? 0) % own !== 0) ?? -1;
  const [own, whole] = extents.map((all) => all[mode]);
  return own === undefined || whole === undefined ? "" : `, as ${own} does not divide ${whole} (mode ${mode})`;
}

/** Of a nested mode the product. */
function extentOf(value: Value): number | undefined {
  if (value.kind !== "tuple") return numberOf(value);
  const parts = value.items.map((item) => extentOf(item));
  return parts.some((part) => part === undefined) ? undefined : parts.reduce((all: number, one) => all * (one ?? 1), 1);
}

/** `Layout_K_SW128_Atom<T>` for an extent that it does not divide: the widest atom of the same major mode that does. */
function narrowerAtom(call: CallFact): readonly Fix[] {
  const block = argument(call, "block");
  const spelled = /Layout_(K|MN)_SW(?:128|64|32)_Atom/.exec(block?.text ?? "");
  const layout = block?.value.kind === "type" ? block.value.of : block?.value;
  const bits = layout?.kind === "composed" && layout.offset.kind === "flag" ? layout.offset.bits : undefined;
  const extents = argument(call, "target")?.value;
  if (block === undefined || spelled === null || bits === undefined || extents?.kind !== "tuple") return [];
  const [rows, columns] = extents.items.map((item) => numberOf(item));
  const [along, across] = spelled[1] === "K" ? [columns, rows] : [rows, columns];
  const width = [128, 64, 32].find((bytes) => along !== undefined && along % ((bytes * 8) / bits) === 0);
  if (across === undefined || across % 8 !== 0 || width === undefined) return [];
  const text = `Layout_${spelled[1]}_SW${width}_Atom`;
  if (text === spelled[0]) return [];
  const start = block.span.start + spelled.index;
  const span = { start, end: start + spelled[0].length };
  return [{ title: `Tile ${text}, which divides ${along}`, edits: [{ item: call.item, span, text }] }];
}

/** The page of tile-to-shape-block. */
export const tileToShapeBlockPage = (): RulePage => ({
  doc: `
\`tile_to_shape(block, target)\` repeats the block until it fills the target: the block may not have more modes than the target, and
each of its modes must divide the target's; an order (\`Step<_2, _1, _3>\`) has one item for each mode of the target. A swizzled
atom for half_t is 64 elements wide (SW128), 32 (SW64) or 16 (SW32).

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
  //                                                          ^^^^^^^^^^^^^^^^^^ tile_to_shape: the block (_8,_64) does not divide the target (_128,_48), as 64 does not divide 48 (mode 1)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, Shape<_128, _48>{});
}`,
    },
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
using Atom = GMMA::Layout_K_SW128_Atom<half_t>;
using Staged = decltype(tile_to_shape(Atom{}, Shape<_128, _64>{}, Step<_1, _2, _3>{}));
//                                            ^^^^^^^^^^^^^^^^^^ tile_to_shape: the order (_1,_2,_3) has another number of modes than the target (_128,_64)`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
using Atom = GMMA::Layout_K_SW128_Atom<half_t>;
using Staged = decltype(tile_to_shape(Atom{}, Shape<_128, _64, _4>{}, Step<_1, _2, _3>{}));`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    block = cute.make_layout((8, 64), stride=(64, 1))
    layout = cute.tile_to_shape(block, 8192, 0)
    #                                  ^^^^ tile_to_shape: (8,64):(64,1) and 8192: the block does not divide the
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    block = cute.make_layout((8, 64), stride=(64, 1))
    layout = cute.tile_to_shape(block, (128, 64), (0, 1))
`,
    },
  ],
});
