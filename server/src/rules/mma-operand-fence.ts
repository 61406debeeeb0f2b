// PIP021: wgmma or tcgen05 reads what threads wrote to shared memory, with no fence between.

import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { type BarrierFunction, inAllRuns, type Run } from "./barrier-functions.ts";
import { threadsIn } from "./barrier-threads.ts";
import { type MmaRead, mmaReads } from "./mma-reads.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { memoryOf } from "./tensor-parts.ts";
import { areOfOnePlace } from "./tile-roots.ts";
import { areOfOnePart } from "./tile-slices.ts";
import { isSame, type Write, writesIn } from "./tma-store-writes.ts";
import { isBefore, isUnfenced } from "./unfenced.ts";

const cpp = (fence: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* C) {
  __shared__ alignas(1024) half_t a[64 * 64], b[64 * 64];
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  auto sA = make_tensor(make_smem_ptr(a), layout);
  auto sB = make_tensor(make_smem_ptr(b), layout);
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  auto mine = local_partition(sA, Layout<Shape<_16, _8>>{}, threadIdx.x);
  auto values = make_fragment_like(mine);
  copy(values, mine);${fence}
  __syncthreads();
  warpgroup_arrive();
  gemm(mma, thr.partition_fragment_A(sA), thr.partition_fragment_B(sB), acc);${mark}
  warpgroup_commit_batch();
  warpgroup_wait<0>();
}
void launch(half_t* C) { kernel<<<1, 128>>>(C); }`;

const dsl = (fence: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel(mma: cute.TiledMma, layout: cute.ComposedLayout):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, layout.inner)
    sB = smem.allocate_tensor(cutlass.Float16, layout.outer, 1024, layout.inner)
    mine = cute.local_partition(sA, cute.make_layout((16, 8)), tidx)
    values = cute.make_fragment_like(mine)
    cute.autovec_copy(values, mine)${fence}
    cute.arch.sync_threads()
    thr = mma.get_slice(tidx)
    tCrA = mma.make_fragment_A(thr.partition_A(sA))
    tCrB = mma.make_fragment_B(thr.partition_B(sB))
    acc = cute.make_fragment(thr.partition_shape_C((64, 64)), cutlass.Float32)
    warpgroup.fence()
    cute.gemm(mma, acc, tCrA, tCrB, acc)${mark}
    warpgroup.commit_group()
    warpgroup.wait_group(0)

@cute.jit
def launch():
    layout = cute.tile_to_shape(
        warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16), (64, 64), (0, 1)
    )
    op = warpgroup.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (64, 64, 16), warpgroup.OperandSource.SMEM,
        warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
    )
    kernel(cute.make_tiled_mma(op), layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const mmaOperandFence: FileRule = {
  code: "mma-operand-fence",
  number: "PIP021",
  severity: "error",
  title: "Threads write a tile to shared memory and wgmma or tcgen05 reads it with no fence between.",
  on: "file",
  check: (facts, context) => inAllRuns(facts, context, (one, run) => inRun(one, run, facts, context)),
};

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const reads = mmaReads(one, run);
  if (reads.length === 0) return [];
  const threads = threadsIn(one, run, facts);
  const writes = writesIn(one, run, facts, context.language);
  return reads.flatMap((read) => {
    const before = writes.filter(({ site }) => isBefore(site.span, read.event, one.fn));
    const write = before.find((each) => isOfRead(each, read, one, run));
    if (write === undefined || !isUnfenced(write, read.event, { one, run, threads, facts })) return [];
    const fence =
      context.language === "cpp" ? "fence_view_async_shared()" : 'cute.arch.fence_proxy("async.shared", space="cta")';
    const message = `no fence between the threads' writes to this tile and the MMA that reads it: ${fence} before the threads synchronise`;
    const related = [{ ...write.site, message: "written here" }];
    return [{ ...read.site, message, related, fixes: [] }];
  });
}

function isOfRead(write: Write, { from, operand }: MmaRead, one: BarrierFunction, run: Run): boolean {
  const { at } = write.to;
  if (mayBeCpAsync(write) || !isSame(write, from, one, run)) return false;
  const tile = from.at;
  if (at === undefined || tile === undefined || !areOfOnePlace(at, tile, one.fn, run)) return false;
  return areOfOnePart(at, operand, one.fn, run);
}

/** CUTLASS itself multiplies what cp.async brought with no fence. */
const mayBeCpAsync = ({ source }: Write): boolean => source !== undefined && memoryOf(source) !== "rmem";

/** The page of mma-operand-fence. */
export const mmaOperandFencePage = (): RulePage => ({
  doc: `
wgmma and tcgen05 read their operands in shared memory by another way than the threads that write them (the async proxy). A barrier
between threads orders the threads only, and \`warpgroup_arrive()\` the registers and other wgmmas: without a fence of the proxies the
MMA may read what was there before, now and then. What TMA loads needs none.

Every thread that wrote fences, then all synchronise: \`cutlass::arch::fence_view_async_shared(); __syncthreads();\`, in the DSL
\`cute.arch.fence_proxy("async.shared", space="cta")\` before the barrier.`,
  references: [
    "PTX ISA, wgmma.fence and fence.proxy.async",
    "cutlass/arch/barrier.h: fence_view_async_shared (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("", "\n//^^^^ no fence between the threads' writes to this tile and the MMA that reads it"),
      good: cpp("\n  cutlass::arch::fence_view_async_shared();"),
    },
    {
      language: "python",
      bad: dsl("", "\n    #    ^^^^ no fence between the threads' writes to this tile and the MMA that reads it"),
      good: dsl('\n    cute.arch.fence_proxy("async.shared", space="cta")'),
    },
  ],
});
