// TMA065: a multicast that does not split the box, or a count that does not go with the operation.

import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, refusal, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, Fix, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, tmaAtomOf } from "./tma-atom.ts";

export const tmaMulticast: CallRule = {
  code: "tma-multicast",
  number: "TMA065",
  severity: "error",
  title: "The multicast count does not go with the box or the operation.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const split = refusal(call, "copy_traits_sm90_tma.hpp:998");
  if (split !== undefined) {
    const extent = numberOf(split.facts?.value);
    const message = `the multicast count does not divide the box (${extent} elements along dimension ${numberOf(split.facts?.mode)}): use a power of two that divides the tile`;
    return [atConstruction(call, context, message)];
  }
  if (refusal(call, "cpasync/helpers.py:544") !== undefined)
    return [atConstruction(call, context, "a multicast is shared by 1 CTA or more: give it the count of the cluster")];
  const count = refusal(call, "cpasync/helpers.py:523")?.facts?.multicast ?? undivided(call);
  const operation = tmaAtomOf(call.result)?.op ?? "this operation";
  if (numberOf(count) === undefined) return [];
  const message = `${operation} does not multicast, yet ${numberOf(count)} CTAs share the box: use the multicast operation or a count of 1`;
  return [{ ...atConstruction(call, context, message), fixes: multicastFix(call) }];
}

/** The operation of the same name that multicasts, where the call spells it. */
function multicastFix(call: CallFact): readonly Fix[] {
  const operation = argument(call, "operation", "op");
  const spelled = /^(SM(?:90|100)_TMA(?:_2SM)?_LOAD)\{\}$|^((?:cpasync\.)?CopyBulkTensorTileG2S)Op(\(.*\))$/.exec(
    operation?.text ?? "",
  );
  if (operation === undefined || spelled === null) return [];
  const text = spelled[1] === undefined ? `${spelled[2]}MulticastOp${spelled[3]}` : `${spelled[1]}_MULTICAST{}`;
  return [{ title: `Use ${text}`, edits: [{ item: call.item, span: operation.span, text }] }];
}

/** A count above 1 with a load that does not multicast; a store may well be shared out among the CTAs. */
function undivided(call: CallFact): Int | undefined {
  const atom = tmaAtomOf(call.result);
  const operation = atom === undefined ? undefined : tmaOperation(atom.op);
  if (atom === undefined || operation?.direction !== "load" || operation.multicast) return undefined;
  const count = numberOf(atom.cluster);
  return count !== undefined && count > 1 ? atom.cluster : undefined;
}

/** The page of tma-multicast. */
export const tmaMulticastPage = (): RulePage => ({
  doc: `
A multicast load splits its box among the CTAs of a cluster, from the last dimension backwards: each extent must divide the
count or be divided by it, and a cluster has at most 16 CTAs. An operation without multicast takes the count 1: with another
count every CTA would load only its part of the tile.

Use a power of two that divides the tile, and \`SM90_TMA_LOAD_MULTICAST\` (in the DSL \`CopyBulkTensorTileG2SMulticastOp\`)
whenever the count can be above 1.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:998 (CUTLASS 4.7)", "CuTe DSL, cpasync/helpers.py:523"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<2>{});
  //         ^^^^^^^^^^^^^ SM90_TMA_LOAD does not multicast, yet 2 CTAs share the box`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, sA, Shape<_128, _64>{}, Int<2>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64), num_multicast=2)
    #                      ^^^^^^^^^^^^^^^^^^^ this operation does not multicast, yet 2 CTAs share the box`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64), num_multicast=1)`),
    },
  ],
});
