// TMA014: rows of a tensor for TMA that lie over one another.

import { atDescriptor, type Dimension, descriptorOf, dimensionsOf } from "./descriptor-of.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { InstanceRule } from "./rule.ts";
import { isTypeOnly } from "./tma-atom.ts";

export const tmaStridesOverlap: InstanceRule = {
  code: "tma-strides-overlap",
  number: "TMA014",
  severity: "warning",
  title: "A stride of the global tensor is shorter than what lies below it, so rows overlap.",
  doc: `
A stride that is shorter than the row below it makes two coordinates one address. The documentation of cuTensorMapEncodeTiled
forbids it, the driver accepts it: loads see the same elements twice, stores race. Most often an extent and a stride were
exchanged, or the stride belongs to another element type.

Give each mode a stride of at least the extent times the stride of the mode below; a broadcast has the stride 0.`,
  references: ["CUDA Driver API, cuTensorMapEncodeTiled: globalStrides", "measured on an H200, CUDA 13.0: accepted"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(1024, 512), make_stride(128, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //         ^^^^^^^^^^^^^ the stride of TMA dimension 1 is 256 B, but what lies below it reaches 1024 B: rows overlap`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(1024, 512), make_stride(512, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((1024, 512), stride=(128, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                      ^^^^^^^^^^^^^^^^^^^ the stride of TMA dimension 1 is 256 B, but what lies below it reaches 1024 B: rows overlap`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((1024, 512), stride=(512, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((call) => {
      if (call.kind !== "call" || !call.certain || isTypeOnly(call, context)) return [];
      // Folded modes share a dimension whose stride is their greatest common divisor.
      if (call.needs.some(({ at }) => at === "copy_traits_sm90_tma.hpp:840")) return [];
      const args = descriptorOf(call, facts, context);
      const found = args === undefined ? undefined : overlapping(dimensionsOf(args) ?? []);
      if (found === undefined) return [];
      const { dimension, reach } = found;
      const message =
        `the stride of TMA dimension ${dimension.index} is ${dimension.stride} B, but what lies below it reaches ${reach} B: ` +
        `rows overlap; make it ${Math.ceil(reach / 16) * 16} B or more`;
      return [atDescriptor(call, context, "globalStrides", message)];
    }),
};

/** The first dimension, by stride, that begins inside what the smaller strides reach. Stride 0 is a broadcast. */
function overlapping(dimensions: readonly Dimension[]): { dimension: Dimension; reach: number } | undefined {
  const walk = dimensions.filter(({ extent, stride }) => extent > 1 && stride > 0).sort((a, b) => a.stride - b.stride);
  let reach = 0;
  for (const dimension of walk) {
    if (dimension.stride < reach) return { dimension, reach };
    reach = dimension.stride * dimension.extent;
  }
  return undefined;
}
