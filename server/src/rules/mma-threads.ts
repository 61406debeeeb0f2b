// MMA055: a tiled MMA that fewer threads run than it has.
import { product } from "../../../src-engine/algebra/tuple/int-tuple.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { blockOf } from "../costs/block.ts";
import { evaluated } from "../costs/threads.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { toldAtLaunch } from "./at-launch.ts";
import { type BarrierFunction, barrierFunctions, type Run } from "./barrier-functions.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { isByThread } from "./thread-number.ts";

const cpp = (threads: number, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* a, half_t const* b, float* c) {
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_16, _16>, Stride<_16, _1>>{});
  auto gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _2, _1>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto rA = thr.partition_fragment_A(gA);
  auto rB = thr.partition_fragment_B(gB);
  auto rC = thr.partition_fragment_C(gC);
  copy(thr.partition_A(gA), rA);
  copy(thr.partition_B(gB), rB);
  clear(rC);
  gemm(mma, rA, rB, rC);
  copy(rC, thr.partition_C(gC));
}
void launch(half_t const* a, half_t const* b, float* c) {
  kernel<<<1, ${threads}>>>(a, b, c);${mark}
}`;

const dsl = (threads: number, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, mma: cute.TiledMma):
    tidx, _, _ = cute.arch.thread_idx()
    thr = mma.get_slice(tidx)
    rA = mma.make_fragment_A(thr.partition_A(mA))
    rB = mma.make_fragment_B(thr.partition_B(mB))
    tCgC = thr.partition_C(mC)
    rC = mma.make_fragment_C(tCgC)
    cute.autovec_copy(thr.partition_A(mA), rA)
    cute.autovec_copy(thr.partition_B(mB), rB)
    rC.fill(0.0)
    cute.gemm(mma, rC, rA, rB, rC)
    cute.autovec_copy(rC, tCgC)

@cute.jit
def launch(p: cute.Pointer, q: cute.Pointer):
    mA = cute.make_tensor(p, cute.make_layout((64, 16), stride=(16, 1)))
    mB = cute.make_tensor(p, cute.make_layout((16, 16), stride=(16, 1)))
    mC = cute.make_tensor(q, cute.make_layout((64, 16), stride=(16, 1)))
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 2, 1)))
    kernel(mA, mB, mC, mma).launch(grid=(1, 1, 1), block=(${threads}, 1, 1))${mark}
`;

export const mmaThreads: FileRule = {
  code: "mma-threads",
  number: "MMA055",
  severity: "warning",
  title: "Fewer threads come to a tiled MMA than it has.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context)
      .filter(({ fn }) => fn.isKernel)
      .flatMap((one) => one.runs.flatMap((run) => inRun(one, run, facts, context))),
};

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const index = evaluated(facts);
  const [along = 0] = blockOf(index, run.instance.id) ?? [];
  if (along === 0) return [];
  const found = one.events.flatMap(({ call: { span } }) => {
    const [call, ...rounds] = run.values.calls(span);
    const given = call?.op === "gemm" && rounds.length === 0 ? argument(call, "mma") : undefined;
    const mma = given?.value;
    if (call === undefined || mma?.kind !== "tiled-mma" || /^tcgen05/.test(mma.atom.ptx)) return [];
    const has = numberOf(product(mma.thrLayoutVMNK.shape));
    if (has === undefined || has <= along || !isByThread(mma, run, context.language)) return [];
    const message = `${along} threads are launched, the tiled MMA has ${has}: the parts of those that are missing are not computed; launch as many, or lay fewer atoms side by side`;
    const related = declarations(context, [given]);
    return [{ item: one.fn.id, span: call.nameSpan, message, related, fixes: [] }];
  });
  return toldAtLaunch(found, index, run.instance);
}

/** The page of mma-threads. */
export const mmaThreadsPage = (): RulePage => ({
  doc: `
A tiled MMA gives each of its threads a part of the tile: eight atoms of a warp have 256 threads. In a smaller block the parts of the
missing threads are neither multiplied nor stored; CuTe asks for nothing.

Launch as many threads as the MMA has (\`size(mma)\`, \`mma.size\`), or lay fewer atoms side by side. Nothing is said of more threads: they
repeat what the first ones do.`,
  references: ["cute/atom/mma_atom.hpp: get_slice takes any number of a thread (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(128, "\n  //          ^^^ 128 threads are launched, the tiled MMA has 256"),
      good: cpp(256),
    },
    {
      language: "python",
      bad: dsl(
        128,
        "\n    #                                                     ^^^^^^^^^ 128 threads are launched, the tiled MMA has 256",
      ),
      good: dsl(256),
    },
  ],
});
