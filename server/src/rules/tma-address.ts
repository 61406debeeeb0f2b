// TMA005: a tensor for TMA that does not start at a multiple of 16 bytes.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { bytesIn, elementBits, pointerOf } from "./tensor-parts.ts";

export const tmaAddress: CallRule = {
  code: "tma-address",
  number: "TMA005",
  severity: "error",
  title: "The tensor that TMA copies does not start at a multiple of 16 bytes.",
  on: "call",
  ops: [...tmaConstructions, "cuTensorMapEncodeTiled", "cuTensorMapEncodeIm2col"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const source = argument(call, "gmem", "address");
  const pointer = pointerOf(source?.value);
  const past = bytesIn(pointer);
  const bits = elementBits(pointer);
  if (source === undefined || past === undefined || bits === undefined || past % 16 === 0) return [];
  const message =
    `${source.text} starts ${past} B past ${pointer?.base ?? "its buffer"}; TMA needs a multiple of 16 B: ` +
    `start at a multiple of ${128 / bits} elements and offset the coordinates`;
  return [{ item: call.item, span: source.span, message, related: declarations(context, [source]), fixes: [] }];
}

/** The page of tma-address. */
export const tmaAddressPage = (): RulePage => ({
  doc: `
The global address in a descriptor must be a multiple of 16 bytes (32 when interleaved by 32 bytes). Allocations are aligned much
wider, so what breaks the rule is an offset that is added to the pointer: \`A + 3\` of half_t is 6 bytes past its allocation.

Start at a multiple of 16 bytes and let a coordinate do the rest: \`domain_offset(make_coord(3, 0), tma_tensor)\` costs nothing.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp:955 (CUTLASS 4.7)",
    "CUDA Driver API, cuTensorMapEncodeTiled: globalAddress",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A + 3), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                        ^^ mA starts 6 B past A; TMA needs a multiple of 16 B`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A + 8), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p + 3, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                                              ^^ mA starts 6 B past its buffer; TMA needs a multiple of 16 B`),
      good: dslFunction(`
    mA = cute.make_tensor(p + 8, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
});
