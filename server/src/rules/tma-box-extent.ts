// TMA008: a box of more than 256 elements along one dimension.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, tmaConstructions, writtenFor } from "./arguments.ts";
import { cppFunction } from "./example-text.ts";
import { withNumber } from "./rewrite.ts";
import type { CallRule, Finding, Fix, RuleContext, RulePage } from "./rule.ts";
import { atConstruction } from "./tma-atom.ts";

export const tmaBoxExtent: CallRule = {
  code: "tma-box-extent",
  number: "TMA008",
  severity: "error",
  absent: { python: "the DSL cuts the box at 256 elements and takes more instructions" },
  title: "The box of a TMA instruction has more than 256 elements along a dimension.",
  on: "call",
  ops: tmaConstructions,
  check,
};

const at = Array.from({ length: 10 }, (_, i) => `copy_traits_sm90_tma.hpp:${1004 + i}`);

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const { stop } = call;
  const extent = numberOf(stop?.facts?.value);
  if (stop?.at === undefined || extent === undefined || !at.includes(stop.at)) return [];
  const dimension = numberOf(stop.facts?.mode) ?? 0;
  const message = `the box has ${extent} elements along dimension ${dimension}; TMA copies at most 256: use a smaller tile or a layout tiled from an atom`;
  return [
    { ...atConstruction(call, context, message, argument(call, "tiler")), fixes: limitFix(call, extent, context) },
  ];
}

/** Both the tile and the shared memory that it fills, where each has the extent written once. */
function limitFix(call: CallFact, extent: number, context: RuleContext): readonly Fix[] {
  const parts = [argument(call, "tiler"), argument(call, "smem")].map((arg) => {
    const written = arg === undefined ? undefined : writtenFor(arg, call, context);
    const [rewrite] = written === undefined ? [] : withNumber(written.text, extent, 256, "");
    if (written === undefined || rewrite === undefined) return undefined;
    const { item, start } = written;
    return { item, span: { start: start + rewrite.start, end: start + rewrite.end }, text: rewrite.text };
  });
  const edits = parts.filter((one) => one !== undefined);
  return edits.length === 2 ? [{ title: `Tile with 256 instead of ${extent}`, edits }] : [];
}

/** The page of tma-box-extent. */
export const tmaBoxExtentPage = (): RulePage => ({
  doc: `
One TMA instruction copies a box of at most 256 elements along each dimension. CuTe splits a tile into several instructions
where shared memory is laid out in pieces (the swizzled layout atoms are), but a mode that runs straight through shared memory
becomes one box dimension; above 256 CuTe's host code asserts.

Use a smaller tile, or a layout that is tiled from an atom: \`tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, tile)\`.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp:1004-1013 (CUTLASS 4.7)",
    "CUDA Driver API, cuTensorMapEncodeTiled: boxDim",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(Int<1>{}, 512));
  auto sA = make_layout(Shape<_512, _8>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_512, _8>{}, Int<1>{});
  //                                                ^^^^^^^^^^^^^^^^^ the box has 512 elements along dimension 0; TMA copies at most 256`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 512), make_stride(Int<1>{}, 512));
  auto sA = make_layout(Shape<_256, _8>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_256, _8>{}, Int<1>{});`),
    },
  ],
});
