// SMEM021: TMA writes shared memory with one swizzle, the tensor is read with another.

import type { Swizzle } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction, dslTma } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { elementBits, layoutSwizzle, swizzleOfTensor } from "./tensor-parts.ts";
import { tmaAtomOf } from "./tma-atom.ts";

const cpp = (reader: string, mark: string): string =>
  cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto other = tile_to_shape(GMMA::${reader}<half_t>{}, Shape<_128, _64>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, _));
  auto sA = make_tensor(make_smem_ptr(shared), other);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));${mark}`);

const dsl = (other: string, mark: string): string =>
  dslTma(
    `
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=${other})
    sG = cute.group_modes(sA, 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), sG, gA)${mark}`,
    `
    layout = cute.make_layout((128, 64), stride=(64, 1))`,
  );

export const smemSwizzleMismatch: CallRule = {
  code: "smem-swizzle-mismatch",
  number: "SMEM021",
  severity: "error",
  title: "TMA swizzles shared memory otherwise than the tensor that is partitioned with it.",
  on: "call",
  ops: ["tma_partition"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const smem = argument(call, "smem");
  const atom = tmaAtomOf(argument(call, "atom")?.value);
  if (smem?.value.kind !== "tensor" || smem.value.engine.kind !== "pointer" || atom === undefined) return [];
  if (smem.value.engine.space !== "smem") return [];
  const reader = swizzleOfTensor(smem.value);
  const writer = atom.smem.kind === "layout" ? none : layoutSwizzle(atom.smem);
  if (reader === undefined || writer === undefined || same(reader, writer)) return [];
  // A position-independent tensor has its swizzle in the layout, which counts elements; TMA's counts bytes.
  if (smem.value.engine.swizzle === undefined && same(inBytes(reader, elementBits(smem.value.engine)), writer))
    return [];
  const name = ({ b, m, s }: Swizzle) =>
    b === 0 ? "no swizzle" : `${context.language === "cpp" ? "Swizzle" : "S"}<${b},${m},${s}>`;
  const message = `TMA writes with ${name(writer)}, this tensor has ${name(reader)}: make both from one layout`;
  return [{ item: call.item, span: smem.span, message, related: declarations(context, [smem]), fixes: [] }];
}

const none: Swizzle = { kind: "swizzle", b: 0, m: 4, s: 3 };

const inBytes = (swizzle: Swizzle, bits = 8): Swizzle => ({ ...swizzle, m: swizzle.m + Math.log2(bits / 8) });

/** Without bits there is nothing to permute, whatever the other numbers are. */
const same = (a: Swizzle, b: Swizzle): boolean =>
  (a.b === 0 && b.b === 0) || (a.b === b.b && a.m === b.m && a.s === b.s);

/** The page of smem-swizzle-mismatch. */
export const smemSwizzleMismatchPage = (): RulePage => ({
  doc: `
A TMA's swizzle comes from the shared-memory layout that it was made with. The tensor that its bytes land in must have the same
swizzle, else reader and writer permute the rows differently.

Make both from one layout: build the TMA with \`sA_layout(_,_,0)\` and the tensor with \`sA_layout\`.`,
  references: ["cute/swizzle_layout.hpp:132-138 (CUTLASS 4.7): get_swizzle_portion of the layout that makes the TMA"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "Layout_K_SW64_Atom",
        "\n  //                                                             ^^^^^^^^^^^^^^^^^^^^^ TMA writes with Swizzle<3,4,3>, this tensor has Swizzle<2,4,3>",
      ),
      good: cpp("Layout_K_SW128_Atom", ""),
    },
    {
      language: "python",
      bad: dsl(
        "cute.make_swizzle(2, 4, 3)",
        "\n    #                                                               ^^ TMA writes with S<3,4,3>, this tensor has S<2,4,3>",
      ),
      good: dsl("swizzle", ""),
    },
  ],
});
