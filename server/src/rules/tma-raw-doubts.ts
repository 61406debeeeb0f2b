// TMA012, TMA007, TMA050: raw tensor maps that the driver accepts and that are nearly always a mistake.

import type { EncodeArguments } from "../../../src-engine/algebra/tma/encode.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { atDescriptor, dimensionsOf } from "./descriptor-of.ts";
import { rawArguments } from "./encode-arguments.ts";
import type { Finding, Fix, InstanceRule, RuleContext, RulePage } from "./rule.ts";

const rawCpp = (lines: {
  readonly extents?: string;
  readonly interleave?: string;
  readonly swizzle?: string;
  readonly mark?: string;
}): string => `
#include <cute/tensor.hpp>
using namespace cute;
void launch(half_t* p) {
  CUtensorMap map{};
  uint64_t size[3] = {${lines.extents ?? "1024, 512, 8"}};
  uint64_t stride[2] = {2048, 1048576};
  uint32_t box[3] = {16, 64, 1};
  uint32_t element[3] = {1, 1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 3, p, size, stride, box, element,
                         CU_TENSOR_MAP_INTERLEAVE_${lines.interleave ?? "NONE"}, CU_TENSOR_MAP_SWIZZLE_${lines.swizzle ?? "32B"},${lines.mark ?? ""}
                         CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}`;

const rawDsl = (dims: string, strides: string, more = "", mark = ""): string => `
import cutlass
import cutlass.cute as cute
from cutlass.experimental.cuda import TensorMapInterleave, TensorMapSwizzle, create_tensor_map_tiled

@cute.jit
def launch(address: cutlass.Int64):
    desc = create_tensor_map_tiled(address, cutlass.Float16, ${dims}, ${strides}, [16, 64, 1]${more})${mark}
`;

type Judge = (call: CallFact, args: EncodeArguments, context: RuleContext) => readonly Finding[];

const overRawCalls =
  (judge: Judge): InstanceRule["check"] =>
  ({ facts }, context) =>
    facts.flatMap((call: Fact) => {
      const args = call.kind === "call" && call.certain ? rawArguments(call, facts, context) : undefined;
      return call.kind !== "call" || args === undefined ? [] : judge(call, args, context);
    });

export const tmaInterleave: InstanceRule = {
  code: "tma-interleave",
  number: "TMA012",
  severity: "warning",
  title: "A tensor map interleaved by 32 bytes has another swizzle than 32B.",
  on: "instance",
  check: overRawCalls((call, { interleave, swizzle }, context) =>
    interleave !== 2 || swizzle === 1
      ? []
      : [
          atDescriptor(
            call,
            context,
            "swizzle",
            "INTERLEAVE_32B goes with SWIZZLE_32B: take that swizzle, or no interleave",
          ),
        ],
  ),
};

export const tmaStrideUnits: InstanceRule = {
  code: "tma-stride-units",
  number: "TMA007",
  severity: "warning",
  absent: { cpp: "`create_tensor_map_tiled` is the DSL's; the driver's own call takes bytes" },
  title: "create_tensor_map_tiled takes strides in units of 16 bytes; these look like bytes.",
  on: "instance",
  check: overRawCalls((call, args, context) => {
    const [row, next] = dimensionsOf(args) ?? [];
    if (call.op !== "create_tensor_map_tiled" || row === undefined || next === undefined) return [];
    const given = next.stride / 16;
    if (given !== row.extent * row.stride) return [];
    const message = `global_strides are in units of 16 bytes here; ${given} looks like the bytes of a row: write ${given} // 16`;
    return [{ ...atDescriptor(call, context, "globalStrides", message), fixes: inUnits(call, given) }];
  }),
};

/** The first stride, where it is spelled in the call, divided by 16. */
function inUnits(call: CallFact, given: number): readonly Fix[] {
  const strides = argument(call, "globalStrides");
  const at = strides?.text.search(new RegExp(`(?<![\\w.])${given}(?![\\w.])`)) ?? -1;
  if (strides === undefined || at < 0) return [];
  const end = strides.span.start + at + String(given).length;
  const edit = { item: call.item, span: { start: end, end }, text: " // 16" };
  return [{ title: `Count in units of 16 bytes: ${given} // 16`, edits: [edit] }];
}

export const tmaSmallTensor: InstanceRule = {
  code: "tma-small-tensor",
  number: "TMA050",
  severity: "information",
  absent: { python: "the DSL builds its descriptors itself; whether it works around the driver is not known" },
  title: "A raw tensor map of less than 128 KiB lacks CuTe's work-around for drivers up to 13.1.",
  on: "instance",
  check: overRawCalls((call, args, context) => {
    const dimensions = dimensionsOf(args);
    if (dimensions === undefined || call.op !== "cuTensorMapEncodeTiled") return [];
    const bytes = dimensions.reduce(
      (sum, { extent, stride }) => sum + (extent - 1) * stride,
      dimensions[0]?.stride ?? 0,
    );
    if (bytes >= 131_072 || numberOf(argument(call, "rank")?.value) === undefined) return [];
    const message = `the tensor has ${bytes} B; below 131072 B drivers up to 13.1 need the work-around that make_tma_copy has`;
    return [atDescriptor(call, context, "globalDim", message)];
  }),
};

/** The page of tma-interleave. */
export const tmaInterleavePage = (): RulePage => ({
  doc: `
The documentation of cuTensorMapEncodeTiled asks for CU_TENSOR_MAP_SWIZZLE_32B with CU_TENSOR_MAP_INTERLEAVE_32B. The driver
accepts other swizzles all the same; where the bytes land then is documented nowhere.

Take the 32-byte swizzle, or no interleave.`,
  references: ["CUDA Driver API, cuTensorMapEncodeTiled: interleave", "measured on an H200, CUDA 13.0: accepted"],
  examples: [
    {
      language: "cpp",
      bad: rawCpp({
        interleave: "32B",
        swizzle: "NONE",
        mark: "\n  //                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^ INTERLEAVE_32B goes with SWIZZLE_32B",
      }),
      good: rawCpp({ interleave: "32B", swizzle: "32B" }),
    },
    {
      language: "python",
      bad: rawDsl(
        "[1024, 512, 8]",
        "[128, 65536]",
        ", interleave=TensorMapInterleave.i32b",
        "\n    #      ^^^^^^^^^^^^^^^^^^^^^^^ INTERLEAVE_32B goes with SWIZZLE_32B",
      ),
      good: rawDsl(
        "[1024, 512, 8]",
        "[128, 65536]",
        ", interleave=TensorMapInterleave.i32b, swizzle=TensorMapSwizzle.s32b",
      ),
    },
  ],
});

/** The page of tma-stride-units. */
export const tmaStrideUnitsPage = (): RulePage => ({
  doc: `
\`cuTensorMapEncodeTiled\` takes strides in bytes, \`create_tensor_map_tiled\` of the DSL in units of 16 bytes. A stride that equals
the bytes of a row is sixteen times too long.

Divide by 16: \`[1024 * 2 // 16]\`.`,
  references: ["CuTe DSL, create_tensor_map_tiled: global_strides"],
  examples: [
    {
      language: "python",
      bad: rawDsl(
        "[1024, 512, 8]",
        "[2048, 1048576]",
        "",
        "\n    #                                                                        ^^^^^^^^^^^^^^^ global_strides are in units of 16 bytes here; 2048 looks like the bytes of a row",
      ),
      good: rawDsl("[1024, 512, 8]", "[128, 65536]"),
    },
  ],
});

/** The page of tma-small-tensor. */
export const tmaSmallTensorPage = (): RulePage => ({
  doc: `
For tensors below 128 KiB and drivers up to CUDA 13.1 CuTe clears a bit of the descriptor after cuTensorMapEncodeTiled has
written it. Code that calls the driver itself does not get this.

Nothing to do with a later driver; else build the descriptor with \`make_tma_copy\`, or clear the bit as CuTe does.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:1064 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: rawCpp({ extents: "16, 4, 1" }).replace(
        "element,\n",
        "element,\n  //                                                                  ^^^^ the tensor has 6176 B; below 131072 B drivers up to 13.1\n",
      ),
      good: rawCpp({}),
    },
  ],
});
