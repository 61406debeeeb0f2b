// PIP022: threads copy or read out of shared memory what other threads, or cp.async, have not certainly brought there.
//
// The addresses of both copies are known of every thread, and the one comes before the other on every way. Whatever stands between them
// and may be a barrier, a wait or a function that has one ends the matter.

import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import { substituteValue } from "../../../src-engine/algebra/tuple/map-ints.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { SymbolMeaning } from "../../../src-engine/costs/term.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { FunctionItem, Language, Span } from "../../../src-engine/program/ir.ts";
import { sharedElements } from "../costs/elements.ts";
import { elementOp } from "../costs/of-arguments.ts";
import { threadsOf } from "../costs/threads.ts";
import { remembered } from "../facts/remembered.ts";
import { mayMeet, mayWaitForCopies } from "../languages/quiet-calls.ts";
import { argument, declarations } from "./arguments.ts";
import { aroundPlace, type Placed } from "./around-place.ts";
import type { Around } from "./barrier-events.ts";
import { inAllRuns, type Run } from "./barrier-functions.ts";
import { loopsAround } from "./barrier-loops.ts";
import { threadsIn } from "./barrier-threads.ts";
import { eventsBetween, mayEnd, type Surroundings } from "./between.ts";
import { inRounds, movingBoth } from "./copy-rounds.ts";
import { copies } from "./copy-sides.ts";
import { waitsForNothing } from "./copy-waits.ts";
import { hasOpaque } from "./leads-to.ts";
import { expressionAt, namesIn } from "./made-by.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { pointerOf } from "./tensor-parts.ts";
import { type Bytes, bytesOf, indexOf, isOfOtherWarps, isOfSome, together } from "./thread-bytes.ts";
import { rootsOf } from "./tile-roots.ts";
import { mayBeTma } from "./tma-atom.ts";
import { closureAround } from "./unfenced.ts";
import { tellingApart } from "./uniform-tests.ts";

const cpp = (between: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void transpose(float const* A, float* B) {
  __shared__ float smem[32 * 33];
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  auto turned = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{});
  copy(local_partition(gA, threads, threadIdx.x), local_partition(tile, threads, threadIdx.x));${between}
  copy(local_partition(turned, threads, threadIdx.x), local_partition(gB, threads, threadIdx.x));${mark}
}
void launch(float const* A, float* B) { transpose<<<1, 256>>>(A, B); }`;

const cpAsync = (wait: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, half_t* B) {
  __shared__ alignas(16) half_t smem[16 * 64];
  auto whole = Layout<Shape<_16, _64>, Stride<_64, _1>>{};
  auto sA = make_tensor(make_smem_ptr(smem), whole);
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  copy(load, thr.partition_S(make_tensor(make_gmem_ptr(A), whole)), thr.partition_D(sA));
  cp_async_fence();${wait}
  __syncthreads();
  copy(thr.partition_S(sA), thr.partition_D(make_tensor(make_gmem_ptr(B), whole)));${mark}
}
void launch(half_t const* A, half_t* B) { kernel<<<1, 128>>>(A, B); }`;

const dsl = (between: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute

@cute.kernel
def transpose(mA: cute.Tensor, mB: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(33, 1)), 16)
    turned = cute.make_tensor(tile.iterator, cute.make_layout((32, 32), stride=(1, 33)))
    threads = cute.make_layout((8, 32), stride=(32, 1))
    cute.autovec_copy(cute.local_partition(mA, threads, tidx), cute.local_partition(tile, threads, tidx))${between}
    cute.autovec_copy(cute.local_partition(turned, threads, tidx), cute.local_partition(mB, threads, tidx))${mark}

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))
    transpose(mA, mA).launch(grid=(1, 1, 1), block=(256, 1, 1))
`;

export const smemUnsynced: FileRule = {
  code: "smem-unsynced",
  number: "PIP022",
  severity: "error",
  title: "Threads read from shared memory what has not certainly been written yet.",
  on: "file",
  check: (facts, context) => inAllRuns(facts, context, (one, run) => inRun({ one, run, facts, context })),
};

interface Side {
  readonly call: CallFact;
  readonly arg: CallArg;
  /** The loops around it, outermost first. */
  readonly loops: readonly Around[];
  readonly isThread: (atom: SymbolAtom) => SymbolMeaning;
  /** Its address is that of one round of an unrolled loop. */
  readonly isOneOf: boolean;
  /** What every thread passes on the way to a later place, of a call that some of them make. */
  readonly passed: (later: Span) => Span;
  /** In the first round of all of them. */
  readonly first: (shared: number) => Value | undefined;
  rounds(asked: Asked): Rounds | undefined;
}

interface Asked {
  /** In one round of so many of the loops, the outer ones, and in all rounds of the others. */
  readonly shared: number;
  /** Where these are known. */
  readonly fixed: ReadonlyMap<string, Int>;
}

interface Rounds {
  readonly bytes: Bytes;
  /** The loops whose rounds differ, as a whole; else the call. */
  readonly whole: Span;
}

/** The one place that the tensor is cut from. */
function bufferOf({ span }: CallArg, fn: FunctionItem, run: Run): string | undefined {
  const expr = expressionAt(namesIn(fn), span);
  const [only, ...others] = expr === undefined ? [] : rootsOf(expr, fn, run);
  return others.length === 0 ? only : undefined;
}

interface InCode extends Surroundings {
  readonly context: RuleContext;
}

function inRun(around: InCode): readonly Finding[] {
  const { one, run, facts } = around;
  const elements = sharedElements(indexOf(facts), run.instance.id, run.facts, one.fn);
  const copied = [...copiesIn(one.fn, run), ...elements.map(({ call }) => call)];
  const shared = (...roles: readonly string[]): readonly CallFact[] =>
    copied.filter((call) => pointerOf(argument(call, ...roles)?.value)?.space === "smem");
  const [written, read] = [shared("destination", "dst"), shared("source", "src")];
  if (written.length === 0 || read.length === 0) return [];
  const threads = threadsIn(one, run, facts);
  const { isThread } = threadsOf(indexOf(facts), run.instance.id, run.facts, undefined);
  const side = (call: CallFact, ...roles: readonly string[]): readonly Side[] => {
    const arg = argument(call, ...roles);
    const event = placeOf(call, one);
    if (arg === undefined || event === undefined) return [];
    // What is alike for the whole block is alike for the write and the read.
    const apart = { ...event, tests: tellingApart(event, one, run, threads) };
    const base = bufferOf(arg, one.fn, run);
    const loops = loopsAround(event.around);
    const bytes = (value: Value): Bytes | undefined => bytesOf(value, base, { run, facts, threads, event: apart });
    const rounds = roundsIn({ call, arg, loops }, bytes, run);
    const first = (shared: number): Value | undefined => inRounds(arg.value, loops, shared, run)?.[0];
    const isOneOf = elements.some((each) => each.call === call && each.isOneOf);
    return [
      { call, arg, loops, isThread, isOneOf, passed: (later) => branchOf(call.span, apart, later), first, rounds },
    ];
  };
  const writes = written.flatMap((call) => side(call, "destination", "dst"));
  const told = [
    ...read.flatMap((call) => side(call, "source", "src").flatMap((to) => problem(to, writes, around))),
    ...neverWaited(read, written.filter(isCpAsync), around),
    ...waitsForNothing(broughtByCopies(read, written, around), around),
  ];
  return told.filter((finding, i) => told.findIndex(({ span }) => span.start === finding.span.start) === i);
}

/** What an access touches in the rounds that are asked for. */
function roundsIn(
  { call, arg, loops }: Pick<Side, "call" | "arg" | "loops">,
  bytes: (value: Value) => Bytes | undefined,
  run: Run,
): Side["rounds"] {
  const roundsOf = remembered(({ shared, fixed }: Asked): Rounds | undefined => {
    const values = inRounds(substituteValue(arg.value, fixed), loops, shared, run);
    const joined = values && together(values.map(bytes));
    const whole = values?.length === 1 ? call.span : loops[shared]?.stmt?.span;
    return joined === undefined || whole === undefined ? undefined : { bytes: joined, whole };
  });
  const plain = Array.from({ length: loops.length + 1 }, (_, shared) => ({ shared, fixed: new Map<string, Int>() }));
  return (asked) => roundsOf(asked.fixed.size === 0 ? (plain[asked.shared] ?? asked) : asked);
}

/** Where a call stands, or an access of an element; those of functions in the function have no place here. */
function placeOf(call: CallFact, { fn, events }: InCode["one"]): Placed | undefined {
  if (call.op === elementOp) return closureAround(call.span, fn) === undefined ? aroundPlace(fn, call.span) : undefined;
  return events.find(({ call: { span } }) => span.start === call.span.start && span.end === call.span.end);
}

/**
 * The outermost branch that the call is in and the later place is not, of those that tell threads apart: who takes it is known of each
 * thread, as who makes the call is.
 */
function branchOf(call: Span, { around, tests }: Placed, later: Span): Span {
  let found = call;
  for (let one: Around | undefined = around; one !== undefined; one = one.outer) {
    const { stmt, via } = one;
    if (stmt === undefined || via === "loop") continue;
    const isApart = stmt.kind === "if" && tests.some(({ test }) => test.span.start === stmt.test.span.start);
    const isAround = stmt.span.start <= later.start && later.end <= stmt.span.end;
    if (isAround || (via !== "elected" && !isApart)) return found;
    found = stmt.span;
  }
  return found;
}

function problem(read: Side, writes: readonly Side[], around: InCode): readonly Finding[] {
  const { context } = around;
  for (const write of writes) {
    const shared = sharedBy(write.loops, read.loops);
    // Which rounds belong together is not known.
    if (write.isOneOf && read.isOneOf && shared > 0) continue;
    const fixed = movingBoth(write.first(shared), read.first(shared), read.isThread);
    const [before, after] = fixed === undefined ? [] : [write, read].map((one) => one.rounds({ shared, fixed }));
    if (before === undefined || after === undefined || before.bytes.base !== after.bytes.base) continue;
    const meant = {
      start: before.whole.start,
      end: after.whole === read.call.span ? after.whole.start : after.whole.end,
    };
    const between = eventsBetween(write.passed(read.call.span), read.call.span, around, meant);
    if (between === undefined) continue;
    const says =
      isCpAsync(write.call) && !between.some((event) => mayEnd(event, around, mayWaitForCopies))
        ? isOfSome(after.bytes, before.bytes) && "cp.async brings what is copied here, and nobody has waited for it"
        : !between.some((event) => mayEnd(event, around, mayMeet)) &&
          isOfOtherWarps(after.bytes, before.bytes) &&
          `threads of other warps write what is ${read.call.op === elementOp ? "read" : "copied"} here, with no barrier between: put ${barriers[context.language]} there`;
    if (says === false) continue;
    const at = { item: write.call.item, span: write.call.op === elementOp ? write.call.nameSpan : write.call.span };
    const related = [{ ...at, message: "written here" }, ...declarations(context, [read.arg])];
    return [{ item: read.call.item, span: read.call.nameSpan, message: says, related, fixes: [] }];
  }
  return [];
}

const barriers: Readonly<Record<Language, string>> = { cpp: "__syncthreads()", python: "cute.arch.sync_threads()" };

/** How many of the loops, outermost first, both are in. */
function sharedBy(one: readonly Around[], other: readonly Around[]): number {
  const apart = one.findIndex(({ stmt }, i) => other[i]?.stmt?.span.start !== stmt?.span.start);
  return apart === -1 ? one.length : apart;
}

/** In the whole kernel nobody waits for what cp.async brings: whatever the order of its copies and their addresses, what is read may be old. */
function neverWaited(reads: readonly CallFact[], writes: readonly CallFact[], around: InCode): readonly Finding[] {
  const { fn, events } = around.one;
  const issued = Math.min(...writes.map(({ span }) => span.start));
  // What stands before the statement that issues the first of them waits for none.
  const from = fn.body?.find(({ span }) => span.start <= issued && issued < span.end);
  const to = fn.body?.at(-1);
  if (!fn.isKernel || from === undefined || to === undefined) return [];
  const end = { start: to.span.end, end: to.span.end };
  if (hasOpaque(fn, { start: from.span.start - 1, end: from.span.start }, end, () => false)) return [];
  if (events.some((event) => mayEnd(event, around, mayWaitForCopies))) return [];
  const told = reads.flatMap((read) => {
    const buffer = readIn(read, around);
    const write = writes.find((one) => buffer !== undefined && writtenIn(one, around) === buffer);
    if (buffer === undefined || write === undefined) return [];
    const related = [{ item: write.item, span: write.span, message: "written here" }];
    const message = "cp.async brings what is copied here, and nobody in this kernel waits for it";
    return [{ buffer, finding: { item: read.item, span: read.nameSpan, message, related, fixes: [] } }];
  });
  return told
    .filter(({ buffer }, i) => told.findIndex((one) => one.buffer === buffer) === i)
    .map(({ finding }) => finding);
}

const readIn = (call: CallFact, around: InCode): string | undefined => bufferIn(call, around, "source", "src");
const writtenIn = (call: CallFact, around: InCode): string | undefined => bufferIn(call, around, "destination", "dst");

function bufferIn(call: CallFact, { one, run }: InCode, ...roles: readonly string[]): string | undefined {
  const arg = argument(call, ...roles);
  return arg && bufferOf(arg, one.fn, run);
}

/** Reads of what cp.async alone brings. */
function broughtByCopies(reads: readonly CallFact[], writes: readonly CallFact[], around: InCode): readonly CallFact[] {
  return reads.filter((read) => {
    const buffer = readIn(read, around);
    const of = writes.filter((one) => [buffer, undefined].includes(writtenIn(one, around)));
    return buffer !== undefined && of.length > 0 && of.every(isCpAsync);
  });
}

/** Of the function itself, by threads. */
const copiesIn = ({ id }: FunctionItem, run: Run): readonly CallFact[] =>
  run.facts.filter(
    (fact): fact is CallFact =>
      fact.kind === "call" &&
      fact.item === id &&
      copies.includes(fact.op) &&
      fact.stop === undefined &&
      !mayBeTma(argument(fact, "atom")?.value),
  );

function isCpAsync(call: CallFact): boolean {
  const value = argument(call, "atom")?.value;
  const atom = value?.kind === "tiled-copy" ? value.atom : value;
  return atom?.kind === "copy-atom" && atom.traits.ptx.startsWith("cp.async.c");
}

/** The page of smem-unsynced. */
export const smemUnsyncedPage = (): RulePage => ({
  doc: `
A thread that writes to shared memory tells no other thread so. Threads of another warp that read the same bytes with no barrier
between get what was there before, now and then; small tests often pass. It is told of copies and of single elements, \`sA(m, k)\`. \`cp.async\` comes later than the copy that issues it: until the
thread that issued it has waited, a barrier between threads orders nothing.

Put \`__syncthreads()\` (\`cute.arch.sync_threads()\`) between the two, behind \`cp_async_wait<0>()\` (\`cute.arch.cp_async_wait_group(0)\`)
where the copy is cp.async. A wait leaves the newest groups on their way, as many as it says: with n groups begun it takes n - 1 to have the
oldest, \`cp_async_wait<Stages - 2>()\` behind a prologue of Stages - 1. Nothing is said where the addresses of a thread are not known, and
where anything between may wait.`,
  references: [
    "CUDA programming guide, Synchronization Functions: __syncthreads",
    "PTX ISA, cp.async: wait_group, wait_all; cute/arch/copy_sm80.hpp: cp_async_wait (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp("", "\n//^^^^ threads of other warps write what is copied here, with no barrier between"),
      good: cpp("\n  __syncthreads();"),
    },
    {
      language: "cpp",
      bad: cpAsync("", "\n//^^^^ cp.async brings what is copied here, and nobody has waited for it"),
      good: cpAsync("\n  cp_async_wait<0>();"),
    },
    {
      language: "python",
      bad: dsl("", "\n    #    ^^^^^^^^^^^^ threads of other warps write what is copied here, with no barrier between"),
      good: dsl("\n    cute.arch.sync_threads()"),
    },
  ],
});
