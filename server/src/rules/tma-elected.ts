// PIP004: a TMA copy that more than one thread issues.
import { tmaOperation } from "../../../src-engine/algebra/tma/operations.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { visit } from "../facts/code-nodes.ts";
import { once } from "../facts/remembered.ts";
import type { BarrierCalls } from "../languages/barrier-calls.ts";
import { namedBarrierClass } from "../languages/named-barriers.ts";
import { isTmaInstruction } from "../languages/tma-calls.ts";
import { argument } from "./arguments.ts";
import { threadsEntering } from "./barrier-entry.ts";
import { type BarrierEvent, nameOf, type Test } from "./barrier-events.ts";
import { type BarrierFunction, barrierFunctions, inRuns, type Run } from "./barrier-functions.ts";
import { type Reached, type Threads, threadsIn } from "./barrier-threads.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { tmaAtomOf } from "./tma-atom.ts";
import { directionByUse } from "./tma-by-use.ts";
import { tellingWarpsApart, tileOf } from "./uniform-tests.ts";

const cpp = (test: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  auto sA = make_tensor(make_smem_ptr(buffer), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  tma_store_fence();
  __syncthreads();
  if (${test}) {
    copy(tma, tAsA, tAgA);${mark}
  }
}
void launch(half_t* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_STORE{}, mA, layout, Shape<_128, _64>{});
  kernel<<<1, 128>>>(tma, layout);
}`;

const dsl = (test: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    smem = utils.SmemAllocator()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    gA = cute.local_tile(mA, (128, 64), (0, 0))
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if ${test}:
        cute.copy(tma, tAsA, tAgA)${mark}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mA, layout, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

export const tmaElected: FileRule = {
  code: "tma-elected",
  number: "PIP004",
  severity: "error",
  title: "A TMA copy is issued by more than one thread.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context)
      .filter(({ events }) => events.some(({ kind }) => kind === "copy"))
      .flatMap((one) => inRuns(one, facts, context, (run) => inRun(one, run, facts, context))),
};

/** Whole warps come to a function that elects one of their threads: nobody elects twice. */
const electsItself = ({ events, calls }: BarrierFunction): boolean =>
  events.some(({ tests }) => tests.some(({ test }) => isElection(test, calls)));

const isElection = (test: Expr, calls: BarrierCalls): boolean =>
  test.kind === "binary"
    ? test.op === "&&" && (isElection(test.left, calls) || isElection(test.right, calls))
    : test.kind === "call" && calls.elects.test(nameOf(test));

/** A function of the project is asked on the way, which may elect the thread: `if (elect_sync())` around `elect.sync`. */
const isChosenElsewhere = ({ tests }: BarrierEvent, run: Run): boolean =>
  tests.some(({ test }) => {
    let isSo = false;
    visit([test], (node) => {
      const { callee } = node as Partial<Extract<Expr, { kind: "call" }>>;
      if (node.kind === "call" && callee !== undefined) isSo ||= run.values.value(callee)?.kind === "function";
    });
    return isSo;
  });

/** Whole warps come to a place on the way. */
const isOfWarps = (
  { tests }: BarrierEvent,
  { events }: BarrierFunction,
  isOf: (call: BarrierEvent["call"]) => boolean,
): boolean =>
  events.some(
    ({ call, tests: asked }) =>
      isOf(call) && asked.every(({ test }) => tests.some((one) => one.test.span.start === test.span.start)),
  );

/** `NamedBarrier::sync(n, id)`, `NamedBarrier(n).sync()`, which counts warps, and what a group of four warps does together. */
function isOfGroup({ callee }: BarrierEvent["call"], calls: BarrierCalls): boolean {
  if (callee.kind === "member")
    return callee.object.kind === "call" && lastName(callee.object.callee) === namedBarrierClass;
  return (
    callee.kind === "name" && (callee.path.at(-2) === namedBarrierClass || calls.ofWarpgroups.test(lastName(callee)))
  );
}

function inRun(one: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const issued = one.events.filter((event) => event.kind === "copy" && isTma(event, one, run, context));
  if (issued.length === 0) return [];
  const threads = threadsEntering(one, run, facts, context);
  const { entry } = threads;
  const plain = once(() => threadsIn(one, run, facts));
  const isNamed = (call: BarrierEvent["call"]): boolean => one.calls.ofWarps.test(nameOf(call));
  // Who chooses one warp there may mean all of its threads to store the same.
  const isOfAll = (event: BarrierEvent): boolean =>
    isOfWarps(event, one, (call) => isOfGroup(call, one.calls)) &&
    tellingWarpsApart(event, one, run, plain()).length === 0;
  const isOfWhole = (event: BarrierEvent): boolean =>
    one.fn.isKernel ||
    (context.language === "cpp" && (electsItself(one) || isOfWarps(event, one, isNamed) || isOfAll(event)));
  const copies = issued.filter((event) => (entry !== undefined || isOfWhole(event)) && !isChosenElsewhere(event, run));
  const isDsl = context.language === "python";
  // A kernel that chooses threads for others of its copies means them for each.
  const asks = one.fn.isKernel && copies.some((event) => tellingWarpsApart(event, one, run, threads).length > 0);
  const isOfParts = once(() => isOfRoles(one, run, threads));
  return copies.flatMap((event) => {
    if (isDsl && isOfEachWarp(event, threads)) return [];
    // A kernel of the DSL that asks for no thread at all may be a sketch of one warp's work.
    const isAllTold = isDsl && one.fn.isKernel && isOfAllWarps(event, one, run, threads) && isOfParts();
    if (isDsl && !isAllTold && event.tests.length === 0 && entry?.asks !== true) return [];
    const told = isAllTold ? asksWarps(event, one, run, threads) : tellingWarpsApart(event, one, run, threads);
    const asked = isAllTold || asks ? { ...event, tests: told } : event;
    const reached =
      threads.reach(asked) ?? (entry !== undefined && isOfWhole(event) ? plain().reach(asked) : undefined);
    const who = tooMany(reached, context);
    if (who === undefined) return [];
    const call = run.values.calls(event.call.span)[0];
    const way = context.language === "cpp" ? "if (warp_idx == 0 && elect_one_sync())" : "if warp_idx == 0:";
    const message = `${who} issue this TMA copy, one is to: put it under \`${way}\``;
    const span = call?.nameSpan ?? event.call.callee.span;
    return [{ item: one.fn.id, span, message, related: [], fixes: [] }];
  });
}

/** A tile of its own for each of them: `cute.copy(tma, gA[None, warp_idx], sA[None, warp_idx])`. */
function isOfEachWarp({ call }: BarrierEvent, threads: Threads): boolean {
  let isSo = false;
  visit(call.args, (node) => {
    const { path } = node as { readonly path?: readonly string[] };
    if (node.kind === "name" && path !== undefined) isSo ||= threads.tellsApart(path.join("::"));
  });
  return isSo;
}

/** A scheduler answers all alike that ask it. */
const asksWarps = (event: BarrierEvent, one: BarrierFunction, run: Run, threads: Threads): readonly Test[] =>
  tellingWarpsApart(event, one, run, threads).filter(({ test }) => tileOf(test, run.values) === undefined);

/** A load that nothing on the way leaves any warp out of: what differs from warp to warp may be the tile that each works on. */
const isOfAllWarps = (event: BarrierEvent, one: BarrierFunction, run: Run, threads: Threads): boolean =>
  event.barrier !== undefined &&
  threads.reach({ ...event, tests: asksWarps(event, one, run, threads) })?.warps === threads.all.warps;

/** Each warp has a part of its own: some wait at barriers, or arrive there, where others do not come. */
const isOfRoles = (one: BarrierFunction, run: Run, threads: Threads): boolean =>
  one.events.some((event) => {
    const isMet = event.kind === "wait" || event.kind === "acquire";
    const tests = isMet ? asksWarps(event, one, run, threads) : [];
    const { warps } = tests.length === 0 ? { warps: 0 } : threads.most({ ...event, tests });
    return warps > 0 && warps < threads.all.warps;
  });

/** Also a copy whose atom is not known: what is given its barrier is TMA's, and what takes a tensor of coordinates. */
const isTma = (event: BarrierEvent, { fn, calls: names }: BarrierFunction, run: Run, context: RuleContext): boolean => {
  if (isTmaInstruction(event.call)) return true;
  // What libcu++ calls a copy has no atom.
  const calls = run.values.calls(event.call.span).filter(({ op }) => op !== "cp_async_bulk_tensor");
  const atoms = calls.map((call) => argument(call, "atom")?.value);
  const isOpen = atoms.length > 0 && atoms.every((atom) => atom?.kind === "unknown");
  const isGiven =
    event.barrier !== undefined && !event.call.args.some(({ name }) => names.storeBarrier.test(name ?? ""));
  if (isGiven && atoms.every((atom) => atom?.kind === "unknown")) return true;
  if (isOpen && calls.every((call) => directionByUse(call, fn, context.language) !== undefined)) return true;
  return atoms.length > 0 && atoms.every((atom) => isTmaOperation(tmaAtomOf(atom)?.op));
};

const isTmaOperation = (op: string | undefined): boolean =>
  op !== undefined && tmaOperation(op.replace(/_OP$/, "")) !== undefined;

/** The threads of a warp in C++; the DSL elects one of each warp. */
function tooMany(reached: Reached | undefined, context: RuleContext): string | undefined {
  if (reached === undefined) return undefined;
  if (context.language === "cpp") return reached.inWarp > 1 ? `${reached.inWarp} threads of a warp` : undefined;
  return reached.block !== undefined && reached.warps !== undefined && reached.warps > 1
    ? `${reached.warps} warps`
    : undefined;
}

/** The page of tma-elected. */
export const tmaElectedPage = (): RulePage => ({
  doc: `
One thread issues a TMA copy for the whole tile. Without a choice every thread that comes there copies the tile again: a load brings its
bytes so many times that the barrier's count is exceeded, a store writes them so many times.

A function that is no kernel is judged by the threads that come to its calls, where these are in sight; else where it elects a thread for
one of its copies itself, or all threads of a warp do something together on the way to the copy. Nothing is said below a
test that asks another function of the project, which may elect the thread.

In C++ let one thread of one warp do it: \`if (warp_idx == 0 && elect_one_sync())\`, or \`threadIdx.x == 0\`. CuTe DSL elects the thread of
the warp itself, so there one warp is to be chosen: \`if warp_idx == 0:\`.`,
  references: [
    "cute/arch/cluster_sm90.hpp: elect_one_sync (CUTLASS 4.7)",
    "CUDA programming guide, asynchronous data copies using TMA: initiated by a single thread",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("canonical_warp_idx_sync() == 0", "\n//  ^^^^ 32 threads of a warp issue this TMA copy"),
      good: cpp("canonical_warp_idx_sync() == 0 && elect_one_sync()"),
    },
    {
      language: "python",
      bad: dsl("cute.arch.thread_idx()[0] < 128", "\n        #    ^^^^ 4 warps issue this TMA copy"),
      good: dsl("warp_idx == 0"),
    },
  ],
});
