// CPY006: a tensor with fewer modes than the tiled copy or MMA that partitions it.
import { refusedRule } from "./refused.ts";

const mmas: readonly string[] = ["mma_atom.hpp:254", "mma_atom.hpp:293", "mma_atom.hpp:332"];

export const partitionRank = refusedRule({
  code: "partition-rank",
  number: "CPY006",
  severity: "error",
  title: "The tensor to partition has fewer modes than the tile of the tiled copy or MMA.",
  at: ["copy_atom.hpp:223", "copy_atom.hpp:224", "copy_atom.hpp:243", "copy_atom.hpp:244", ...mmas],
  say: (_, { op, stop }) => {
    if (stop?.at === undefined || !mmas.includes(stop.at))
      return "the tensor has fewer modes than the tile: partition it with all its modes and slice afterwards";
    const modes = { A: "M and K", B: "N and K", C: "M and N" }[op.at(-1) ?? ""] ?? "two";
    return `the tensor has one mode, an MMA's operand ${modes}: partition it with both and slice afterwards`;
  },
});

/** The page of partition-rank. */
export const partitionRankPage = (): RulePage => ({
  doc: `
A tiled copy cuts the first modes of a tensor into its tile, a tiled MMA the first two. A tensor of lower rank has nothing to cut; CuTe
refuses it ("Rank of tensor to be partitioned too small", or a \`static_assert\` without a text), and CuTe DSL's process may abort.

Partition the tile with all its modes, and slice afterwards.`,
  references: ["cute/atom/copy_atom.hpp:223-244, cute/atom/mma_atom.hpp:254-332 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f(half_t* p) {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _8>>{});
  auto t = make_tensor(make_gmem_ptr(p), make_shape(_1024{}));
  auto s = copy.get_slice(0).partition_S(t);
  //                                     ^ partition_S: the tensor has fewer modes than the tile
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f(half_t* p) {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _8>>{});
  auto t = make_tensor(make_gmem_ptr(p), make_shape(_32{}, _32{}));
  auto s = copy.get_slice(0).partition_S(t);
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8)), cute.make_layout((1, 8)))
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout(4096))
    part = copy.get_slice(0).partition_S(t)
    #                                    ^ partition_S: the tensor has fewer modes than the tile: partition it
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8)), cute.make_layout((1, 8)))
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    t = cute.make_tensor(p, cute.make_layout((64, 64)))
    part = copy.get_slice(0).partition_S(t)
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
