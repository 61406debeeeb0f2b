// PIP025: a barrier of all threads that some of the block's threads do not come to.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Language } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { isOfLibraries } from "../languages/quiet-calls.ts";
import { functionsIn } from "./barrier-callees.ts";
import type { Around, BarrierEvent } from "./barrier-events.ts";
import { nameOf } from "./barrier-events.ts";
import { type BarrierFunction, barrierFunctions, type Run } from "./barrier-functions.ts";
import { type Threads, threadsIn } from "./barrier-threads.ts";
import type { FileRule, Finding, RulePage } from "./rule.ts";
import { tellingApart } from "./uniform-tests.ts";

const cpp = (inside: string, behind: string): string => `
#include <cute/tensor.hpp>
__global__ void kernel(float* sums) {
  __shared__ float part[8], total;
  part[threadIdx.x / 32] = sums[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) total = part[0] + part[1];${inside}
  }${behind}
  sums[threadIdx.x] = total;
}
void launch(float* sums) { kernel<<<1, 256>>>(sums); }`;

const dsl = (inside: string, behind: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel(sums: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    total = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(1), 16)
    if tidx < 32:
        total[0] = sums[0] + sums[1]${inside}${behind}
    sums[tidx] = total[0]

@cute.jit
def launch(p: cute.Pointer):
    kernel(cute.make_tensor(p, cute.make_layout(256))).launch(grid=(1, 1, 1), block=(256, 1, 1))
`;

export const barrierDivergent: FileRule = {
  code: "barrier-divergent",
  number: "PIP025",
  severity: "warning",
  title: "A barrier of all threads stands where only some of them come.",
  on: "file",
  check: (facts, context) =>
    barrierFunctions(facts, context)
      .filter(({ fn }) => fn.isKernel)
      .flatMap((one) => one.runs.flatMap((run) => inRun(one, run, facts))),
};

function inRun(one: BarrierFunction, run: Run, facts: FileFacts): readonly Finding[] {
  const sites = one.events.filter(({ call }) => isOfBlock[facts.unit.language](call));
  const apart = sites.filter((site) => tellingApart(site, one, run).length > 0);
  if (apart.length === 0 || apart.some((site) => !isBelowIfs(site))) return [];
  const threads = threadsIn(one, run, facts);
  const block = threads.extents?.reduce((all, along) => all * along, 1) ?? 0;
  if (block === 0 || one.events.some((event) => mayMeetElsewhere(event, sites, one, run, facts))) return [];
  if (comeAsOften(apart, block, threads)) return [];
  return apart.flatMap((site) => {
    const come = Array.from({ length: block }, (_, thread) => threads.passes(site, thread));
    const count = come.filter((answer) => answer === 1).length;
    if (count === 0 || count === block || come.some((answer) => answer !== 0 && answer !== 1)) return [];
    const message = `only ${count} of the block's ${block} threads come to this barrier, which waits for all of them: put it where all come, or take a barrier of those that do`;
    return [{ item: one.fn.id, span: site.call.span, message, related: [], fixes: [] }];
  });
}

type Call = Extract<Expr, { kind: "call" }>;

const isOfBlock: Readonly<Record<Language, (call: Call) => boolean>> = {
  cpp: ({ callee }) => callee.kind === "name" && /^(?:__syncthreads|syncthreads)$/.test(callee.path.at(-1) ?? ""),
  python: ({ callee, args }) =>
    callee.kind === "member" &&
    (callee.name === "sync_threads" || (callee.name === "barrier" && args.length === 0)) &&
    callee.object.kind !== "call",
};

/** Of threads that have left the kernel a barrier knows. */
function isBelowIfs({ around, tests }: BarrierEvent): boolean {
  const own = new Set(testsAround(around).map(({ span }) => span.start));
  return tests.every(({ test }) => own.has(test.span.start));
}

const testsAround = (around: Around | undefined): readonly Expr[] => {
  if (around === undefined) return [];
  const { stmt, outer } = around;
  const test = (stmt as { readonly test?: Expr } | undefined)?.test;
  return [...(test === undefined ? [] : [test]), ...testsAround(outer)];
};

/** Some threads alone call what may hold the barrier that they are waited for at. */
function mayMeetElsewhere(
  event: BarrierEvent,
  sites: readonly BarrierEvent[],
  one: BarrierFunction,
  run: Run,
  { unit }: FileFacts,
): boolean {
  const name = nameOf(event.call);
  if (sites.includes(event) || isOfLibraries(name) || tellingApart(event, one, run).length === 0) return false;
  const called = functionsIn(unit.items).filter((fn) => fn.name === name);
  return called.length === 0 || !called.every((fn) => callsOfLibrariesAlone(fn, unit.language));
}

const callsOfLibrariesAlone = (fn: FunctionItem, language: Language): boolean => {
  let alone = true;
  visit(fn.body, (node) => {
    if (node.kind !== "call") return;
    const call = node as Call;
    if (isOfBlock[language](call) || !isOfLibraries(nameOf(call))) alone = false;
  });
  return alone;
};

/** Each side of a branch has a barrier of its own: the hardware counts arrivals, wherever they are. */
function comeAsOften(sites: readonly BarrierEvent[], block: number, threads: Threads): boolean {
  const counts = Array.from({ length: block }, (_, thread) =>
    sites.reduce((all, site) => all + (threads.passes(site, thread) === 0 ? 0 : 1), 0),
  );
  return counts.every((count) => count === counts[0]);
}

/** The page of barrier-divergent. */
export const barrierDivergentPage = (): RulePage => ({
  doc: `
\`__syncthreads()\` and \`cute.arch.sync_threads()\` wait for all threads of the block that have not left the kernel. Below a condition that
only some fulfil, the others go on to what stands behind it, to the next barrier or to the end: nobody waits for what the first ones write,
or all wait for ever. Nothing is said where both sides of a branch come to a barrier equally often, behind an early \`return\`, and where a
function that is called there may hold one.

Put the barrier behind the branch; for the threads of the branch alone take \`__syncwarp()\` or a named barrier.`,
  references: [
    "CUDA programming guide, synchronization functions: __syncthreads() in conditional code only if the condition is the same for the whole block",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "\n    __syncthreads();\n//  ^^^^^^^^^^^^^^^ only 32 of the block's 256 threads come to this barrier, which waits for all of them",
        "",
      ),
      good: cpp("", "\n  __syncthreads();"),
    },
    {
      language: "python",
      bad: dsl(
        "\n        cute.arch.sync_threads()\n    #   ^^^^^^^^^^^^^^^^^^^^^^^^ only 32 of the block's 256 threads come to this barrier, which waits for all of them",
        "",
      ),
      good: dsl("", "\n    cute.arch.sync_threads()"),
    },
  ],
});
