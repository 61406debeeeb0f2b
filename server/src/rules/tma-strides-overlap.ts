// TMA014: rows of a tensor for TMA that lie over one another.

import { equal, less } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import { tensorMapTypes } from "../../../src-engine/algebra/tma/data-types.ts";
import type { EncodeArguments } from "../../../src-engine/algebra/tma/encode.ts";
import { bytesOf, numberOf, type Quantity } from "../../../src-engine/algebra/tma/quantity.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import { atDescriptor, type Dimension, descriptorOf, dimensionsOf } from "./descriptor-of.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { isTypeOnly } from "./tma-atom.ts";

export const tmaStridesOverlap: InstanceRule = {
  code: "tma-strides-overlap",
  number: "TMA014",
  severity: "warning",
  title: "A stride of the global tensor is shorter than what lies below it, so rows overlap.",
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((call) => {
      if (call.kind !== "call" || !call.certain || isTypeOnly(call, context)) return [];
      // Folded modes share a dimension whose stride is their greatest common divisor.
      if (call.needs.some(({ at }) => at === "copy_traits_sm90_tma.hpp:840")) return [];
      const args = descriptorOf(call, facts, context);
      if (args === undefined) return [];
      const dimensions = dimensionsOf(args);
      const found = dimensions === undefined ? undefined : overlapping(dimensions);
      const row = dimensions === undefined ? withinRow(args) : undefined;
      if (row !== undefined) return [atDescriptor(call, context, "globalStrides", rowMessage(row, context))];
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

interface Row {
  readonly index: number;
  readonly stride: Quantity;
  readonly bytes: Quantity;
}

/** Of a tensor whose extents the run knows: the first dimension that begins before the row of elements ends. */
function withinRow(args: EncodeArguments): Row | undefined {
  const [first] = args.globalDim;
  const bits = tensorMapTypes[args.dataType]?.bits ?? 8;
  const bytes = first === undefined ? undefined : bytesOf(first, bits);
  if (first === undefined || bytes === undefined) return undefined;
  // Whatever the extent is, it is a number of elements.
  const isShort = (stride: Int): boolean =>
    less(stride, intOf(bytes)) === "yes" || (bits > 8 && equal(stride, intOf(first)) === "yes");
  return args.globalStrides
    .slice(0, args.rank - 1)
    .map((stride, at) => ({ index: at + 1, stride, bytes }))
    .find(({ index, stride }) => {
      const [extent, own] = [args.globalDim[index], numberOf(stride)];
      const isOne = extent === undefined || numberOf(extent) === 1;
      return !isOne && own !== 0 && isShort(intOf(stride));
    });
}

const intOf = (quantity: Quantity): Int => (typeof quantity === "number" ? dynamicInt(quantity) : quantity);

const rowMessage = ({ index, stride, bytes }: Row, { print }: RuleContext): string =>
  `the stride of TMA dimension ${index} is ${print(intOf(stride))} B, a row of elements has ${print(intOf(bytes))} B: ` +
  "rows overlap; strides of the driver's call count bytes";

/** The page of tma-strides-overlap. */
export const tmaStridesOverlapPage = (): RulePage => ({
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
});
