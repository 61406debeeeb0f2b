// PIP027: a barrier that one thread initialises and others use, with nothing between that makes them wait for it.
//
// Whatever stands between the two and may be a barrier of threads, a wait, or a function that has one, ends the matter; so does a use by
// threads of the warp that initialises it.
import type { Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { initialisesOnly, mayMeet } from "../languages/quiet-calls.ts";
import type { Around, BarrierEvent, Test } from "./barrier-event.ts";
import { inAllRuns } from "./barrier-functions.ts";
import { isNumber, stageOf } from "./barrier-phases.ts";
import { type Threads, threadsIn } from "./barrier-threads.ts";
import { eventsBetween, mayEnd, type Surroundings } from "./between.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";

const cpp = (between: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel() {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);${mark}
    cutlass::arch::fence_barrier_init();
  }${between}
  if (threadIdx.x == 0) arrive_barrier(bar);
  wait_barrier(bar, 0);
}
void launch() { kernel<<<1, 128>>>(); }`;

const dsl = (between: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    bar = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)${mark}
    cute.arch.mbarrier_init_fence()${between}
    if tidx == 0:
        cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const barrierUnsynced: FileRule = {
  code: "barrier-unsynced",
  number: "PIP027",
  severity: "error",
  title: "Threads use a barrier before they have waited for the one that initialises it.",
  on: "file",
  check: (facts, context) => inAllRuns(facts, context, (one, run) => inRun({ one, run, facts })),
};

const uses: ReadonlySet<BarrierEvent["kind"]> = new Set(["expect", "arrive-expect", "arrive", "wait"]);

/** None of these makes the threads that come there wait. */
const passing: ReadonlySet<BarrierEvent["kind"]> = new Set([
  "init",
  "expect",
  "arrive-expect",
  "arrive",
  "copy",
  "fence",
]);

function inRun(around: Surroundings): readonly Finding[] {
  const { one, run, facts } = around;
  const inits = one.events.filter(({ kind, barrier }) => kind === "init" && barrier !== undefined);
  if (inits.length === 0) return [];
  const threads = threadsIn(one, run, facts);
  return inits.flatMap((init) => {
    const use = one.events.find((event) => isUnsynced(init, event, threads, around));
    const root = init.barrier?.root.split(".").at(-1);
    if (use === undefined || root === undefined) return [];
    const message = `threads of other warps use ${root} behind this, and nothing makes them wait for it: synchronise all of them first`;
    const related = [{ item: one.fn.id, span: use.call.span, message: "used here" }];
    return [{ item: one.fn.id, span: init.call.span, message, related, fixes: [] }];
  });
}

function isUnsynced(init: BarrierEvent, use: BarrierEvent, threads: Threads, around: Surroundings): boolean {
  if (!uses.has(use.kind) || use.order <= init.order || use.barrier?.root !== init.barrier?.root) return false;
  const [made, asked] = [stageOf(init), stageOf(use)];
  if (isNumber(made) && isNumber(asked) && made !== asked) return false;
  const between = eventsBetween(wholeOf(init, use), use.call.span, around);
  if (between === undefined || between.some((event) => mayWait(event, around))) return false;
  return isOfOtherWarps(init, use, threads, around);
}

const mayWait = (event: BarrierEvent, around: Surroundings): boolean =>
  !passing.has(event.kind) && mayEnd(event, around, (name) => mayMeet(name) && !initialisesOnly.test(name));

/** The outermost statement around the one place that the other is not in: on every way to that the first has been tried. */
function wholeOf({ around, call }: BarrierEvent, { at }: BarrierEvent): Span {
  let found: Span = call.span;
  for (let one: Around | undefined = around; one !== undefined; one = one.outer) {
    const span = one.stmt?.span;
    if (span !== undefined && !(span.start <= at.start && at.end <= span.end)) found = span;
  }
  return found;
}

/** A thread that certainly comes to the use, of a warp of which none initialises the barrier. */
function isOfOtherWarps(init: BarrierEvent, use: BarrierEvent, threads: Threads, { one }: Surroundings): boolean {
  const both = new Set(init.tests.map(({ test, holds }) => `${test.span.start} ${holds}`));
  // Of one thread of each warp: that tells no warp from another.
  const elects = ({ test }: Test): boolean => test.kind === "call" && one.calls.elects.test(lastName(test.callee));
  const isOfBoth = ({ test, holds }: Test): boolean => both.has(`${test.span.start} ${holds}`);
  const tests = use.tests.filter((each) => !elects(each));
  // What both stand below need not be known: where it fails there is no mistake, and no use.
  const [common, own] = [tests.filter(isOfBoth), tests.filter((each) => !isOfBoth(each))];
  const all = Array.from({ length: threads.all.threads }, (_, thread) => thread);
  const initialising = new Set(all.filter((thread) => threads.passes(init, thread) !== 0).map(warpOf));
  return all.some(
    (thread) =>
      !initialising.has(warpOf(thread)) &&
      threads.passes({ ...use, tests: own }, thread) === 1 &&
      threads.passes({ ...use, tests: common }, thread) !== 0,
  );
}

const warpOf = (thread: number): number => Math.floor(thread / 32);

/** The page of barrier-unsynced. */
export const barrierUnsyncedPage = (): RulePage => ({
  doc: `
One thread initialises a barrier; the others must not arrive or wait before it has. Nothing but a synchronisation tells them: without
one a warp that is faster finds whatever was in shared memory, hangs, or goes on at once.

Put \`__syncthreads()\` behind the initialisation, \`cute.arch.sync_threads()\` in the DSL; in a cluster \`cluster_sync()\`, since other blocks arrive there
too. \`fence_barrier_init()\` alone makes nobody wait. Nothing is said where anything between the two may synchronise.`,
  references: ["PTX ISA, mbarrier.init", "cutlass/arch/barrier.h: fence_barrier_init (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "",
        "\n//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ threads of other warps use bar behind this, and nothing makes them wait for it",
      ),
      good: cpp("\n  __syncthreads();"),
    },
    {
      language: "python",
      bad: dsl(
        "",
        "\n    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ threads of other warps use bar behind this, and nothing makes them wait for it",
      ),
      good: dsl("\n    cute.arch.sync_threads()"),
    },
  ],
});
