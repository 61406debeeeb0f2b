// PIP002: a TMA load that is copied with no barrier bound to it.
import type { CallFact } from "../../../src-engine/facts.ts";
import { tmaOperation } from "../../../src-engine/tma/operations.ts";
import { argument } from "./arguments.ts";
import type { CallRule, Finding } from "./rule.ts";
import { tmaAtomOf } from "./tma-atom.ts";

export const tmaWithoutBarrier: CallRule = {
  code: "tma-without-barrier",
  number: "PIP002",
  severity: "error",
  title: "A TMA load is copied without a barrier.",
  doc: `
A TMA load finishes when its bytes have arrived, and a barrier in shared memory counts them: \`copy(tma.with(barrier), src, dst)\`.
The atom as \`make_tma_copy\` returns it cannot be executed; the compiler says "use of deleted function" and no more.

Bind the barrier (and the multicast mask): \`tma.with(*mbar, mask)\`. Stores need none.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:126-165 (CUTLASS 4.7): copy_unpack of SM90_TMA_LOAD is deleted"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A, half_t* shared, uint64_t* mbar) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<1>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto slice = tma.get_slice(Int<0>{});
  copy(tma, slice.partition_S(gA), slice.partition_D(sA));
  //   ^^^ SM90_TMA_LOAD needs a barrier: tma.with(*mbar)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t const* A, half_t* shared, uint64_t* mbar) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{}, Int<1>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto slice = tma.get_slice(Int<0>{});
  copy(tma.with(*mbar), slice.partition_S(gA), slice.partition_D(sA));
}`,
    },
  ],
  on: "call",
  ops: ["copy"],
  check,
};

function check(call: CallFact): readonly Finding[] {
  const atom = argument(call, "atom");
  const made = tmaAtomOf(atom?.value);
  if (atom === undefined || made === undefined || tmaOperation(made.op)?.direction !== "load") return [];
  const message = `${made.op} needs a barrier: ${atom.text}.with(*mbar)`;
  return [{ item: call.item, span: atom.span, message, related: [], fixes: [] }];
}
