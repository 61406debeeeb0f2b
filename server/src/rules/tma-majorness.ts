// TMA002: shared and global memory are contiguous along different modes.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, refusal, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import { transposed } from "./rewrite.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, isTypeOnly } from "./tma-atom.ts";

export const tmaMajorness: CallRule = {
  code: "tma-majorness",
  number: "TMA002",
  severity: "error",
  title: "The mode that shared memory is contiguous along is not contiguous in global memory.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const host = isTypeOnly(call, context) ? undefined : refusal(call, "copy_traits_sm90_tma.hpp:969");
  const stride = host?.facts?.value ?? host?.facts?.left;
  if (stride !== undefined)
    return [
      {
        ...atConstruction(
          call,
          context,
          `shared memory is contiguous along a mode whose stride in global memory is ${context.print(stride)}, not 1: ` +
            "choose the layout atom of the tensor's major mode",
          argument(call, "smem"),
        ),
        ...(hasOtherUnit(call) ? { rewrites: transposed } : {}),
      },
    ];
  const walk = refusal(call, "copy_traits_sm90_tma.hpp:780")?.facts?.walk;
  if (walk === undefined) return [];
  const message =
    "no run of shared memory is a run of the tile in global memory " +
    `(the walk through shared memory is ${context.print(walk)}): ` +
    "tile with plain extents and lay shared memory out along a whole mode of the tile";
  return [atConstruction(call, context, message, argument(call, "smem"))];
}

/** Of the tensor's two modes exactly one has the stride 1: the other order of the tile fits it. */
function hasOtherUnit(call: CallFact): boolean {
  const gmem = argument(call, "gmem")?.value;
  const stride = gmem?.kind === "tensor" && gmem.layout.kind === "layout" ? gmem.layout.stride : undefined;
  if (stride?.kind !== "tuple" || stride.items.length !== 2) return false;
  return stride.items.filter((one) => one.kind === "num" && one.value === 1).length === 1;
}

/** The page of tma-majorness. */
export const tmaMajornessPage = (): RulePage => ({
  doc: `
A TMA box is written to shared memory element after element, first dimension fastest, and the first dimension of a descriptor
has stride 1 by definition. So shared memory must be contiguous along a mode whose stride in global memory is 1: K-major
shared memory for K-major tensors, MN-major for MN-major ones. CuTe refuses it at compile time where no mode fits ("Could not
find a common tile-gmem vectorization") and asserts it on the host otherwise ("Majorness of smem doesn't match majorness of
gmem").

Take the layout atom of the tensor's major mode (\`GMMA::Layout_K_SW128_Atom\` or \`Layout_MN_SW128_Atom\`), or give the tensor
the strides it has: the contiguous mode's stride as \`Int<1>{}\`.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:780 and :969 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
  //                                            ^^ shared memory is contiguous along a mode whose stride in global memory is 1024`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(1, 128))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))
    #                                                  ^^^^^^^^^ shared memory is contiguous along a mode whose stride in global memory is 1024`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64))`),
    },
  ],
});
