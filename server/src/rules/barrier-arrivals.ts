// PIP011: a barrier that counts other arrivals than there are.
import type { ReachedEvent } from "./barrier-callees.ts";
import { type BarrierEvent, nameOf } from "./barrier-events.ts";
import {
  assumedRuns,
  type BarrierFunction,
  barrierFunctions,
  isEntered,
  isOwn,
  type Run,
} from "./barrier-functions.ts";
import { loopsAround } from "./barrier-loops.ts";
import { isNumber, stageOf } from "./barrier-phases.ts";
import { balanceOf, isOfAll, type Kernel } from "./barrier-rounds.ts";
import { type Threads, threadsIn } from "./barrier-threads.ts";
import { timesOf } from "./barrier-waits.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { tellingApart } from "./uniform-tests.ts";

const cpp = (count: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel() {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) initialize_barrier(bar, ${count});${mark}
  __syncthreads();
  if (threadIdx.x == 0) arrive_barrier(bar);
  wait_barrier(bar, 0);
}
void launch() {
  kernel<<<1, 128>>>();
}`;

const dsl = (count: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, ${count})${mark}
    cute.arch.sync_threads()
    cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const barrierArrivals: FileRule = {
  code: "barrier-arrivals",
  number: "PIP011",
  severity: "error",
  title: "A barrier counts other arrivals than its threads give.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context)
      .filter((one) => rootsOf(one).length > 0)
      .flatMap((one) =>
        [...one.runs, ...(one.runs.length > 0 ? [] : assumedRuns(one.fn, facts, context))].flatMap((run) => {
          const isWhole = isEntered(one, run, facts, context);
          const kernel = { one, run, threads: threadsIn(one, run, facts), facts, isWhole };
          return rootsOf(one).flatMap((root) => placesOf(root, one).flatMap((own) => judge(root, own, kernel)));
        }),
      ),
};

/** Of a function that a kernel leaves everything to those barriers that it lays into shared memory itself. */
const rootsOf = (one: BarrierFunction): readonly string[] =>
  [...new Set(one.events.flatMap(({ kind, barrier }) => (kind === "init" && barrier ? [barrier.root] : [])))].filter(
    (root) =>
      isOwn(root, one, one.throughCalls) &&
      (one.fn.isKernel || !one.fn.params.some(({ name }) => name === root.split(".")[0])),
  );

const countable = new Set(["init", "expect", "arrive-expect", "arrive", "wait", "copy", "end"]);

/** What happens at each barrier of an array, where each is initialised by its number; else at all of them together. */
function placesOf(root: string, one: BarrierFunction): readonly (readonly ReachedEvent[])[] {
  const all = one.throughCalls.events.filter(({ barrier }) => barrier?.root === root);
  const stages = new Set(all.filter(({ kind }) => kind === "init").map(stageOf));
  if (stages.size < 2 || ![...stages].every(isNumber)) return [all];
  return [...stages].map((stage) => all.filter((event) => stageOf(event) === stage || !isNumber(stageOf(event))));
}

/** A function, and whether all threads of the block come to it, once. */
interface Entered extends Kernel {
  readonly isWhole: boolean;
}

function judge(root: string, own: readonly ReachedEvent[], kernel: Entered): readonly Finding[] {
  const { one, run, threads } = kernel;
  // What a configuration leaves out is neither initialised nor waited for.
  const isReached = (event: ReachedEvent): boolean => threads.most(event).threads !== 0;
  const inits = own.filter((event) => event.kind === "init" && event.within === undefined && isReached(event));
  const count = countOf(inits, run);
  const [amount] = inits.map((event) => event.amount);
  const isPlain = own.every((event) => isCounted(event.within?.event ?? event)) && !isInitialisedElsewhere(own);
  const waits = own.filter((event) => event.kind === "wait" && isReached(event));
  if (count === undefined || amount === undefined || !isPlain || waits.length === 0) return [];
  const arrivals = own.filter(({ kind }) => kind === "arrive" || kind === "arrive-expect");
  if (arrivals.length === 0) return deserted(root, count, own, one);
  const problem = problemOf(count, arrivals, waits, kernel);
  if (problem === undefined) return [];
  const message = `${root.split(".").at(-1)} counts ${counted(count)}, ${problem.text}`;
  const item = one.fn.id;
  const related = arrivals.map(({ call }) => ({ item, span: call.span, message: "an arrival" }));
  // Whoever counts one arrival means one thread to come, unless he lets others arrive elsewhere.
  if (problem.event !== undefined && count === 1 && arrivals.length === 1) {
    const init = { item, span: amount.span, message: "counted here" };
    return [{ item, span: problem.event.call.span, message, related: [init], fixes: [] }];
  }
  return [{ item, span: amount.span, message, related, fixes: [] }];
}

const counted = (count: number): string => (count === 1 ? "1 arrival" : `${count} arrivals`);

const isCounted = ({ kind, further }: BarrierEvent): boolean => countable.has(kind) && (kind === "wait" || !further);

const isInitialisedElsewhere = (own: readonly ReachedEvent[]): boolean =>
  own.some(({ kind, within }) => kind === "init" && within !== undefined);

interface Mismatch {
  readonly text: string;
  /** Where too many come. */
  readonly event?: BarrierEvent;
}

function problemOf(
  count: number,
  arrivals: readonly ReachedEvent[],
  waits: readonly ReachedEvent[],
  kernel: Entered,
): Mismatch | undefined {
  const { one, run, threads, isWhole } = kernel;
  const isDirect = isOwnHere(arrivals) && isOwnHere(waits);
  const few = isDirect ? tooFew(count, arrivals, waits, run, { threads, all: one.events }) : undefined;
  // Who comes to a function that is called, its callers say.
  const many = few === undefined && isDirect && isWhole ? tooMany(count, arrivals, one, run, threads) : undefined;
  const atOnce = few === undefined && isWhole ? wholeWarp(count, arrivals, kernel) : undefined;
  return few ?? many ?? atOnce ?? (isWhole ? uneven(count, [...arrivals, ...waits], kernel) : undefined);
}

const isOwnHere = (events: readonly ReachedEvent[]): boolean => events.every(({ within }) => within === undefined);

/** In each round of the loops that everybody is in. */
function uneven(count: number, events: readonly ReachedEvent[], kernel: Kernel): Mismatch | undefined {
  const balance = balanceOf(events, kernel);
  if (balance === undefined) return undefined;
  const { arrivals, waits, inLoops, isMost } = balance;
  const come = `${isMost ? "at most " : ""}${arrivals === 1 ? "1 comes" : `${arrivals} come`}${inLoops ? " in a round" : ""}`;
  if (arrivals < count) return { text: `${come}: its wait never ends; count those that arrive` };
  const isTooMany = inLoops ? arrivals > count * waits : arrivals % count !== 0;
  return isMost || !isTooMany ? undefined : { text: `${come}: a phase ends before all have come; count them all` };
}

/** Bytes alone end no phase. */
function deserted(
  root: string,
  count: number,
  own: readonly BarrierEvent[],
  { fn }: BarrierFunction,
): readonly Finding[] {
  const expected = own.find(({ kind }) => kind === "expect");
  // The first wait for phase 1 comes back at once.
  const again = own.find(({ kind, around }) => kind === "wait" && loopsAround(around).length > 0);
  const at = expected ?? again;
  if (!fn.isKernel || at === undefined) return [];
  const way =
    expected === undefined ? "let those that are done arrive" : "arrive with the bytes that are expected here";
  const message = `${root.split(".").at(-1)} counts ${counted(count)}, none comes: its wait never ends; ${way}`;
  const related = own
    .filter(({ kind, call }) => (kind === "init" || kind === "wait") && call !== at.call)
    .map(({ kind, call }) => ({ item: fn.id, span: call.span, message: kind === "init" ? "counted here" : "a wait" }));
  return [{ item: fn.id, span: at.call.span, message, related, fixes: [] }];
}

/** The one number that all of them are initialised with. */
function countOf(inits: readonly BarrierEvent[], run: Run): number | undefined {
  const counts = new Set(inits.map(({ amount }) => (amount === undefined ? undefined : run.values.number(amount))));
  return counts.size === 1 ? [...counts][0] : undefined;
}

function tooFew(
  count: number,
  arrivals: readonly BarrierEvent[],
  waits: readonly BarrierEvent[],
  run: Run,
  { threads, all }: { readonly threads: Threads; readonly all: readonly BarrierEvent[] },
): Mismatch | undefined {
  let most = 0;
  let isExact = true;
  for (const event of arrivals) {
    const before = timesOf(event, waits, run, all);
    if (before === undefined) return undefined;
    const each = threads.most(event);
    most += before.times * each.threads;
    isExact &&= each.isExact && before.isExact;
    if (most >= count) return undefined;
  }
  if (most === 0 && isExact && threads.extents !== undefined)
    return {
      text: `none of the block's ${threads.all.threads} threads comes: its wait never ends; launch those that arrive`,
    };
  const come = most === 1 ? "1 comes" : `${most} come`;
  if (!isExact) return { text: `at most ${come}: its wait never ends; count those that arrive` };
  return { text: `${come}: its wait never ends; initialise it with ${most}` };
}

/** Fewer are counted than come to one barrier at once, however many warps do. */
function wholeWarp(count: number, arrivals: readonly ReachedEvent[], kernel: Kernel): Mismatch | undefined {
  const { one, threads } = kernel;
  const event = arrivals.find(
    (arrival) =>
      arrival.within === undefined &&
      !one.calls.arrivesOnce.test(nameOf(arrival.call)) &&
      isOfAll(arrival, kernel) &&
      threads.reach(arrival)?.inWarp === 32,
  );
  if (event === undefined || count >= 32) return undefined;
  const way = count === 1 ? "let one of them arrive" : "count threads, or let one of each warp arrive";
  return { event, text: `all 32 threads of a warp arrive at once: a phase ends before all have come; ${way}` };
}

/** All threads that come to one arrival count on one barrier. */
function tooMany(
  count: number,
  arrivals: readonly BarrierEvent[],
  one: BarrierFunction,
  run: Run,
  threads: Threads,
): Mismatch | undefined {
  for (const event of arrivals) {
    if (one.calls.arrivesOnce.test(nameOf(event.call)) || !/^\d*$/.test(event.barrier?.stage ?? "?")) continue;
    const reached = threads.reach({ ...event, tests: tellingApart(event, one, run, threads) });
    if (reached?.block === undefined || reached.warps === undefined || reached.threads <= count) continue;
    const way = count === 1 ? "let one of them arrive" : "count them all or let fewer arrive";
    return {
      event,
      text: `${reached.threads} threads arrive in one place: a phase ends before all have come; ${way}`,
    };
  }
  return undefined;
}

/** The page of barrier-arrivals. */
export const barrierArrivalsPage = (): RulePage => ({
  doc: `
\`mbarrier.init\` says how many arrivals end a phase. Each thread that executes an arrive counts once, \`arrive.expect_tx\` is one of them,
and the bytes that TMA brings are none. Count more than there are and the wait never ends; count fewer and the phase ends before all have
come.

For a barrier of TMA copies one thread arrives with the bytes: count 1. For a barrier on which consumers free a stage, count what arrives:
all their threads, or one elected thread of each warp.`,
  references: [
    "PTX ISA, mbarrier: the expected arrival count of a phase",
    "cute/arch/copy_sm90_desc.hpp: initialize_barrier, arrive_barrier (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "128",
        "\n//                                              ^^^ bar counts 128 arrivals, 1 comes: its wait never ends",
      ),
      good: cpp("1"),
    },
    {
      language: "python",
      bad: dsl("4", "\n        #                            ^ bar counts 4 arrivals, 128 threads arrive"),
      good: dsl("128"),
    },
  ],
});
