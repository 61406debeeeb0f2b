// TMA009: what the driver asks of the box in bytes, where CuTe itself checks nothing.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, tmaConstructions } from "./arguments.ts";
import { encodeSentence } from "./encode-words.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, brokenByDescriptor } from "./tma-atom.ts";

export const tmaBoxBytes: CallRule = {
  code: "tma-box-bytes",
  number: "TMA009",
  severity: "error",
  title: "The driver rejects the box: its inner width or its bytes do not fit.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const broken = brokenByDescriptor(call, context, ["inner-box-bytes", "swizzle-width", "box-bytes"]);
  return broken.map((finding) => atConstruction(call, context, encodeSentence(finding), argument(call, "smem")));
}

/** The page of tma-box-bytes. */
export const tmaBoxBytesPage = (): RulePage => ({
  doc: `
The inner dimension of a box must be a multiple of 16 bytes, with a swizzle at most as wide as the swizzle (32, 64 or 128
bytes), and the whole box at most 228 KiB. CuTe does not check this: the program compiles, and the driver answers
\`CUDA_ERROR_INVALID_VALUE\` when the descriptor is built.

Widen the tile's contiguous mode to 16 bytes, and lay shared memory out from the atom of the swizzle that is used: the atom
is as wide as its swizzle.`,
  references: [
    "CUDA Driver API, cuTensorMapEncodeTiled: boxDim, swizzle",
    "Measured on sm_90: boxes above 233472 bytes are rejected (not documented)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _4>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _4>{}, Int<1>{});
  //                                            ^^ the inner box is 8 B wide; it must be a multiple of 16 B`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _8>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _8>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 4), stride=(4, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 4))
    #                                                  ^^^^^^^^^ the inner box is 8 B wide; it must be a multiple of 16 B`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 8), stride=(8, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 8))`),
    },
  ],
});
