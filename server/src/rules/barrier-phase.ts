// PIP016: a barrier that is armed anew in each round of a loop is waited for with the same phase each time.
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { nodesOfKind } from "../facts/code-nodes.ts";
import { grouped } from "../facts/grouped.ts";
import { remembered } from "../facts/remembered.ts";
import type { Around, BarrierEvent } from "./barrier-events.ts";
import { type BarrierFunction, inAllRuns, isOwn, type Run } from "./barrier-functions.ts";
import { expecting, isNumber, roundsOf } from "./barrier-phases.ts";
import { ringFinding } from "./barrier-ring.ts";
import { onlyValue } from "./mma-reads.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

const cpp = (phase: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Tma>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) half_t smem[64 * 64];
  __shared__ uint64_t full;
  auto sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(64, 512)), Shape<_64, _64>{}, make_coord(0, _));
  auto slice = tma.get_slice(0);
  if (threadIdx.x == 0) {
    initialize_barrier(full, 1);
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    if (threadIdx.x == 0) {
      set_barrier_transaction_bytes(full, 64 * 64 * 2);
      copy(tma.with(full), slice.partition_S(gA)(_, _, _, k), slice.partition_D(sA));
    }
    wait_barrier(full, ${phase});${mark}
    __syncthreads();
  }
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(64, 512), make_stride(512, Int<1>{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  kernel<<<1, 128>>>(tma);
}`;

const dsl = (phase: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = cutlass.utils.SmemAllocator()
    full = smem.allocate_array(cutlass.Int64, 1)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)
    if tidx == 0:
        cute.arch.mbarrier_init(full, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    gA = cute.local_tile(mA, (64, 64), (0, None))
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    for k in cutlass.range(8):
        if warp == 0:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(full, 64 * 64 * 2)
            cute.copy(tma, tAgA[None, k], tAsA, tma_bar_ptr=full)
        cute.arch.mbarrier_wait(full, ${phase})${mark}
        cute.arch.sync_threads()

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((64, 512), stride=(512, 1)))
    layout = cute.make_layout((64, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    kernel(tma, tensor).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const barrierPhase: FileRule = {
  code: "barrier-phase",
  number: "PIP016",
  severity: "error",
  title: "A barrier that each round of a loop arms anew is waited for with the same phase.",
  on: "file",
  check: (facts, context) => inAllRuns(facts, context, inRun),
};

function inRun(one: BarrierFunction, run: Run): readonly Finding[] {
  const { fn, events } = one;
  return events.flatMap((event) => {
    const { barrier, kind, call } = event;
    const loop = loopAround(event.around);
    if (kind !== "wait" || barrier === undefined || loop === undefined || call.args.length === 0) return [];
    const phase = phaseIn(call);
    const ring = phase && ringFinding(one, event, phase, loop, run);
    if (ring !== undefined) return [ring];
    const number = phase && constantIn(phase, fn);
    if (
      phase === undefined ||
      (number !== 0 && number !== 1) ||
      !isOneBarrier(barrier.stage) ||
      !isOwn(barrier.root, one, one)
    )
      return [];
    const own = events.filter((other) => other.barrier?.root === barrier.root && other.barrier.stage === barrier.stage);
    const rounds = roundsOf(loop, run.values) ?? roundsOfCount(loop, run.values);
    if (!isArmedInEach(own, event, loop) || (rounds ?? 2) < 2) return [];
    // How often it goes round only the run knows: more than once, or it were no loop.
    const severity = rounds === undefined ? "warning" : "error";
    const message = `each round waits for phase ${number} of a barrier that is armed anew in each: from the second on nobody waits; count the phases`;
    return [{ item: fn.id, span: phase.span, message, severity, related: [], fixes: [] }];
  });
}

/** `wait(bar, phase)`, `bar.wait(phase)`; behind it may stand how long to wait. */
function phaseIn({ args }: BarrierEvent["call"]): Expr | undefined {
  const named = args.find(({ name }) => name === "phase" || name === "parity");
  const positional = args.filter(({ name }) => name === undefined);
  return (named ?? positional[1] ?? positional[0])?.value;
}

/** The innermost. */
const loopAround = (at: Around | undefined): Around | undefined =>
  at === undefined || at.via === "loop" ? at : loopAround(at.outer);

const isOneBarrier = (stage: string): boolean => stage === "" || isNumber(stage);

/** One wait and one arming in the same loop, and nothing else that ends a phase or begins anew. */
function isArmedInEach(own: readonly BarrierEvent[], wait: BarrierEvent, loop: Around): boolean {
  const inside = own.filter((event) => loopAround(event.around)?.id === loop.id && event.kind !== "copy");
  const arming = inside.filter(({ kind }) => expecting.has(kind));
  const [first] = arming;
  return (
    inside.length === 2 &&
    arming.length === 1 &&
    inside.includes(wait) &&
    first !== undefined &&
    first.order < wait.order
  );
}

/** `for (int k = 0; k < 8; ++k)` */
function roundsOfCount({ stmt }: Around, values: Run["values"]): number | undefined {
  if (stmt?.kind !== "c-for" || stmt.test?.kind !== "binary" || !/^(?:<|<=|!=)$/.test(stmt.test.op)) return undefined;
  const [first] = stmt.init;
  const from = first?.kind === "let" ? values.number(first.init) : undefined;
  const to = values.number(stmt.test.right);
  return from === undefined || to === undefined ? undefined : to - from;
}

/** A number as it is written, or a name that is given one once. */
function constantIn(expr: Expr, fn: FunctionItem): number | undefined {
  if (expr.kind === "int") return expr.value;
  const value = expr.kind === "name" && !isGivenAgain(expr, fn) ? onlyValue(expr, fn) : undefined;
  return value?.kind === "int" ? value.value : undefined;
}

/** `phase ^= 1`, or the name is handed to something that may change it. */
function isGivenAgain(expr: Expr & { readonly kind: "name" }, fn: FunctionItem): boolean {
  return (mentionsIn(fn).get(expr.path[0] ?? "") ?? []).length > 1;
}

/** By name: where it stands, and where it is given something again. */
const mentionsIn = remembered(({ body }: FunctionItem) => {
  const named = nodesOfKind(body, "name").flatMap(({ path: [name] }) => name ?? []);
  const assigned = nodesOfKind(body, "assign").flatMap(({ target }) => (target.kind === "bind" ? target.name : []));
  return grouped([...named, ...assigned], (name) => name);
});

/** The page of barrier-phase. */
export const barrierPhasePage = (): RulePage => ({
  doc: `
An mbarrier goes from phase to phase: 0, 1, 0, 1, … A wait names the parity of the phase that has to end. In the second round of the loop
phase 1 is under way and phase 0 has ended long ago: \`wait(bar, 0)\` comes back at once, and what is read is what the round before brought.
Nothing hangs, and small tests may pass.

In a ring of barriers each has phases of its own: \`wait(full[k % 4], k & 1)\` does not wait in round 1, which is told too.

Count the phases: \`phase ^= 1\` behind each wait, \`k & 1\` where the loop counts rounds from 0, \`(k / 4) & 1\` of a ring of four, or a pipeline's state. Nothing is said of a loop
of one round, of a barrier that the loop initialises anew, and of one that anything else has to do with.`,
  references: [
    "PTX ISA, mbarrier.test_wait, mbarrier.try_wait: phaseParity",
    "cute/arch/copy_sm90_desc.hpp: wait_barrier",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "0",
        "\n    //                 ^ each round waits for phase 0 of a barrier that is armed anew in each: from the second on nobody waits; count the phases",
      ),
      good: cpp("k & 1"),
    },
    {
      language: "python",
      bad: dsl(
        "0",
        "\n        #                             ^ each round waits for phase 0 of a barrier that is armed anew in each: from the second on nobody waits; count the phases",
      ),
      good: dsl("k % 2"),
    },
  ],
});
