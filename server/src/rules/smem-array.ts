// SMEM003: a tensor that reaches past the array it lies in.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext } from "./rule.ts";
import { bytesReached, elementBits, pointerOf } from "./tensor-parts.ts";

const cpp = (extent: string, mark: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
using Padded = Layout<Shape<_64, _64>, Stride<_72, _1>>;
__global__ void kernel() {
  __shared__ half_t buffer[${extent}];
  auto sA = make_tensor(make_smem_ptr(buffer), Padded{});${mark}
}`;

const dsl = (extent: string, mark: string): string =>
  dslKernel(`
    layout = cute.make_layout((64, 64), stride=(72, 1))

    @cute.struct
    class Storage:
        buffer: cute.struct.MemRange[cutlass.Float16, ${extent}]

    storage = smem.allocate(Storage)
    sA = storage.buffer.get_tensor(layout)${mark}`);

export const smemArray: CallRule = {
  code: "smem-array-size",
  number: "SMEM003",
  severity: "error",
  title: "A tensor reaches past the end of the array that it lies in.",
  doc: `
A layout with gaps reaches farther than it has elements: (64,64):(72,1) has 4096 elements and its last one stands at 4599. An
array for it needs \`cosize\` elements, not \`size\`; what is too small overwrites the neighbour.

Declare the array with \`cosize_v<Layout>\`, in the DSL \`cute.cosize(layout)\`.`,
  references: ["cute/layout.hpp: cosize (CUTLASS 4.7)", "https://github.com/leimao/CUTLASS-Examples/issues/7"],
  examples: [
    {
      language: "cpp",
      bad: cpp("size(Padded{})", "\n  //        ^^^^^^^^^^^ the tensor reaches 9200 B into buffer, which has 8192 B"),
      good: cpp("cosize_v<Padded>", ""),
    },
    {
      language: "python",
      bad: dsl(
        "64 * 64",
        "\n    #                   ^^^^^^^^^^ the tensor reaches 9200 B into its storage, which has 8192 B",
      ),
      good: dsl("cute.cosize(layout)", ""),
    },
  ],
  on: "call",
  ops: ["make_tensor", "get_tensor"],
  check,
};

/** The tensor over the whole array, where it is made: what is cut from it later lies inside. */
function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const value = call.result;
  const pointer = pointerOf(value);
  if (value.kind !== "tensor" || pointer?.room === undefined || value.layout.kind === "unknown") return [];
  const reach = bytesReached(value, context);
  const bits = elementBits(pointer);
  if (reach === undefined || bits === undefined || reach <= pointer.room) return [];
  const elements = numberOf(sizeOf(value.layout));
  const gaps = elements !== undefined && (elements * bits) / 8 <= pointer.room;
  const base = pointer.base ?? (context.language === "cpp" ? "its array" : "its storage");
  const way = gaps ? "allocate cosize, not size" : "make the array as long as the layout's cosize";
  const message = `the tensor reaches ${reach} B into ${base}, which has ${pointer.room} B: ${way}`;
  const related = declarations(context, [argument(call, "engine"), argument(call, "layout")]);
  // A field may be overrun into its neighbour on purpose: an output tile over two input buffers.
  const severity = gaps || pointer.base !== undefined ? "error" : "information";
  return [{ item: call.item, span: call.nameSpan, message, severity, related, fixes: [] }];
}
