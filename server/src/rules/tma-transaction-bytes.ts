// PIP001: a barrier that waits for other bytes than the TMA copies on it bring.
import { less, substitute, symbol, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { add, dynamicInt, isInt, isSameInt, mul } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { differ } from "../facts/sizes.ts";
import { threadSymbols } from "../languages/thread-symbols.ts";
import { type AmountPlace, declared } from "./amount-place.ts";
import { calledBy, inSightOf, type ReachedEvent } from "./barrier-callees.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import { type BarrierFunction, inAllRuns, isOwn, type Run, throughCallsOf } from "./barrier-functions.ts";
import { expecting, type Phase, phasesOf, timesInBody } from "./barrier-phases.ts";
import { dslTmaRows } from "./example-text.ts";
import { instanceValues } from "./instance-values.ts";
import { bytesOfPipeline, givenByCaller, givenToPipeline } from "./pipeline-bytes.ts";
import { participantsOf } from "./pipelines.ts";
import { responseBytes } from "./response-bytes.ts";
import type { FileRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { boxBytes, bytesOfHandle } from "./tensor-map-boxes.ts";
import { loadedBytes } from "./tma-copy-bytes.ts";

const cpp = (bytes: string, mark = ""): string => `
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout) {
  __shared__ alignas(128) half_t buffer[128 * 64];
  __shared__ uint64_t bar;
  auto sA = make_tensor(make_smem_ptr(buffer), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, 0));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  if (threadIdx.x == 0) {
    initialize_barrier(bar, 1);
    set_barrier_transaction_bytes(bar, ${bytes});${mark}
    copy(tma.with(bar), tAgA, tAsA);
  }
  __syncthreads();
  wait_barrier(bar, 0);
}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  kernel<<<1, 128>>>(tma, layout);
}`;

const dsl = (bytes: string, mark = ""): string =>
  dslTmaRows(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    bar = smem.allocate_array(cutlass.Int64, 1)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if cute.arch.warp_idx() == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, ${bytes})${mark}
        cute.copy(tma, tAgA[None, 0, 0], tAsA, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)`);

export const tmaTransactionBytes: FileRule = {
  code: "tma-transaction-bytes",
  number: "PIP001",
  severity: "error",
  title: "A barrier expects other bytes than the TMA copies on it bring.",
  on: "file",
  check: (facts, context) => [
    ...inAllRuns(facts, context, (one, run) => inRun(one, run, facts, context)),
    ...responseBytes(facts, context, (at, run) => declared(at, run, facts)),
  ],
};

function inRun(fn: BarrierFunction, run: Run, facts: FileFacts, context: RuleContext): readonly Finding[] {
  const one = { ...fn, throughCalls: throughCallsOf(fn, run, facts, context) };
  const { events } = one.throughCalls;
  const roots = new Set(
    events.flatMap(({ kind, barrier }) => (kind === "copy" && barrier !== undefined ? [barrier.root] : [])),
  );
  const inSight = inSightOf(one.throughCalls, run.values);
  return [...roots]
    .filter((root) => isOwn(root, one, { mentioned: aboutFull(root, one, inSight) }))
    .flatMap((root) => {
      const phases = phasesOf(root, events, run.values, threadSymbols[context.language]) ?? [];
      const judged = phases.flatMap((phase) => judge(phase, one, run, facts, context));
      return [...judged, ...unexpected(root, one, run, facts, context)];
    });
}

/** Bytes come to a barrier that is made and waited for here, and nothing says how many. */
function unexpected(
  root: string,
  one: BarrierFunction,
  run: Run,
  facts: FileFacts,
  context: RuleContext,
): readonly Finding[] {
  const own = one.throughCalls.events.filter(({ barrier }) => barrier?.root === root);
  const kinds = new Set(own.map(({ kind }) => kind));
  const copies = own.filter(({ kind }) => kind === "copy");
  const isMade = kinds.has("init") && kinds.has("wait") && !kinds.has("use");
  if (!isMade || own.some(({ kind }) => expecting.has(kind))) return [];
  const brought = sum(copies.map((copy) => bytesOf(copy, one, run, facts, context)));
  const [first] = copies;
  if (first === undefined || brought === undefined || less(dynamicInt(0), brought) !== "yes") return [];
  const parts = copies.length > 1 ? `${copies.length} copies bring` : "this copy brings";
  const message = `${parts} ${context.print(brought)} B to the barrier, which expects none: its wait may end before they have come, or never; expect them before the copy`;
  return [{ item: one.fn.id, span: first.call.callee.span, message, related: [], fixes: [] }];
}

/** What else is mentioned of the pipeline, but for the side that frees its stages. */
function aboutFull(
  root: string,
  { calls }: BarrierFunction,
  { mentioned }: Pick<BarrierFunction, "mentioned">,
): ReadonlySet<string> {
  const isBeside = (name: string): boolean =>
    name.startsWith(`${root}.`) && calls.besideFull.test(name.slice(root.length + 1).split(".")[0] ?? "");
  return new Set([...mentioned].filter((name) => !isBeside(name)));
}

function judge(
  phase: Phase,
  one: BarrierFunction,
  run: Run,
  facts: FileFacts,
  context: RuleContext,
): readonly Finding[] {
  const amounts = phase.expected.map((event) => amountOf(event, one, run, facts, context));
  const expected = sum(amounts.map((amount) => amount?.bytes));
  const brought = sum(
    phase.copies.map(({ event, times }) => {
      const each = bytesOf(event, one, run, facts, context);
      return each === undefined ? undefined : mul(each, dynamicInt(times));
    }),
  );
  const [has, needs] = expected === undefined || brought === undefined ? [] : ofSizes(expected, brought);
  if (has === undefined || needs === undefined || !differ(has, needs)) return [];
  const at = (amounts.filter((one) => mayBeWrong(one, has, needs)).at(-1) ?? amounts.at(-1))?.at;
  if (at === undefined) return [];
  const parts = phase.copies.length > 1 ? ` (${phase.copies.length} of them)` : "";
  const end = less(needs, has) === "yes" ? "its wait never ends" : "its wait ends before all has come";
  const [own, needed] = [context.print(has), context.print(needs)];
  const message = `the barrier expects ${own} B, the copies on it bring ${needed} B${parts}: ${end}; expect ${needed} B`;
  const related = phase.copies.map(({ event }) => ({
    item: one.fn.id,
    span: event.call.span,
    message: "a copy on this barrier",
  }));
  return [{ ...declared(at, run, facts), message, related, fixes: [] }];
}

/** Were it the only one that is wrong, it would be some bytes, not none. */
const mayBeWrong = (one: Amount | undefined, has: Int, needs: Int): boolean =>
  one?.bytes !== undefined && less(has, add(needs, one.bytes)) === "yes";

/** Both, where what a tile's size is made of is at least 1. */
function ofSizes(expected: Int, brought: Int): readonly [expected: Int, brought: Int] {
  const sizes = symbolsOf(brought).map(({ id, name }) => [id, symbol(`size ${id}`, name, { min: 1 })] as const);
  const known = new Map<string, Int>(sizes);
  return [substitute(expected, known), substitute(brought, known)];
}

/** What one copy brings, wherever it stands. */
function bytesOf(
  { call, within, bytes, map, further }: ReachedEvent,
  one: BarrierFunction,
  run: Run,
  facts: FileFacts,
  context: RuleContext,
): Int | undefined {
  if (within === undefined && bytes !== undefined) return further ? undefined : run.values.int(bytes);
  if (within === undefined && map !== undefined) return further ? undefined : boxBytes(map, one, run, facts, context);
  if (within === undefined) return bytesOfHandle(call, one, run) ?? only(run.values.calls(call.span).map(loadedBytes));
  const there = calledBy(call, one.fn, within, run, facts).map(instanceValues);
  return only(
    there.flatMap((values) => {
      const times = timesInBody(within.event, values, threadSymbols[context.language]);
      const each = only(values.calls(within.event.call.span).map(loadedBytes));
      return times === undefined || each === undefined ? [undefined] : [mul(each, dynamicInt(times))];
    }),
  );
}

function only(all: readonly (Int | undefined)[]): Int | undefined {
  const [first, ...others] = all;
  return first !== undefined && others.every((one) => one !== undefined && isSameInt(one, first)) ? first : undefined;
}

const sum = (all: readonly (Int | undefined)[]): Int | undefined =>
  all.reduce((a, b) => (a === undefined || b === undefined ? undefined : add(a, b)), dynamicInt(0));

interface Amount {
  readonly bytes: Int | undefined;
  readonly at: AmountPlace;
}

function amountOf(
  event: BarrierEvent,
  one: BarrierFunction,
  run: Run,
  facts: FileFacts,
  context: RuleContext,
): Amount | undefined {
  const item = one.fn.id;
  if (event.kind !== "acquire") {
    const { amount } = event;
    if (amount === undefined || event.further) return undefined;
    return { bytes: run.values.int(amount), at: { item, span: amount.span, expr: amount } };
  }
  const { callee } = event.call;
  if (callee.kind !== "member" || event.call.args.some(({ name }) => name !== undefined && /tx/.test(name)))
    return undefined;
  const pipeline = run.values.value(callee.object);
  if (context.language === "python") {
    const [bytes] = pipeline?.kind === "builtin" ? pipeline.targs : [];
    const expr = event.barrier === undefined ? undefined : givenAtCreation(event.barrier.root, one.fn);
    const at = expr === undefined ? { item, span: callee.object.span } : { item, span: expr.span, expr };
    return { bytes: intIn(bytes), at };
  }
  const given = event.barrier === undefined ? undefined : givenToPipeline(event.barrier.root, one.fn);
  if (given !== undefined) return { bytes: run.values.int(given), at: { item, span: given.span, expr: given } };
  // One that the function is handed was made with the bytes that its parameters said.
  const known = bytesOfPipeline(pipeline);
  const byKernel =
    known === undefined && event.barrier !== undefined && ofCollective(event.barrier.root, one, run, facts);
  const there = event.barrier && givenByCaller(event.barrier.root, one.fn, run, facts);
  const at = there && { item: there.fn.id, span: there.expr.span, expr: there.expr };
  return byKernel || { bytes: known, at: at ?? { item, span: callee.object.span } };
}

/**
 * CUTLASS's kernels make a collective's `MainloopPipeline` (`MainloopABPipeline` beside another for scale factors) with its `TmaTransactionBytes`
 * (CUTLASS 4.7 gemm/kernel/sm100_gemm_tma_warpspecialized.hpp:466).
 */
function ofCollective(root: string, { fn }: BarrierFunction, run: Run, facts: FileFacts): Amount | undefined {
  const { owner } = run.instance;
  const type = fn.params.find(({ name }) => name === root)?.type;
  const isMainloops = type?.kind === "name" && /^Mainloop(?:AB)?Pipeline$/.test(type.path.at(-1) ?? "");
  if (!isMainloops || facts.instances.find(({ id }) => id === owner)?.function !== "CollectiveMma") return undefined;
  const told = facts.facts.find(
    (fact) => fact.kind === "variable" && fact.instance === owner && fact.name === "TmaTransactionBytes",
  );
  if (told?.kind !== "variable") return undefined;
  return { bytes: intIn(told.value), at: { item: told.item, span: told.source ?? told.span } };
}

const intIn = (value: Value | undefined): Int | undefined => (value !== undefined && isInt(value) ? value : undefined);

/** `pipe = PipelineTmaAsync.create(…, tx_count=E)`, also of one of its participants. */
function givenAtCreation(root: string, fn: FunctionItem): Expr | undefined {
  const given: Expr[] = [];
  visit(fn.body, (node) => {
    if (node.kind !== "assign") return;
    const { target, value } = node as Extract<Expr, { kind: "assign" }>;
    const names = target.kind === "unpack" ? target.items : [target];
    if (!names.some((one) => one.kind === "bind" && one.name === root)) return;
    visit(participantsOf(value, fn) ?? value, (inner) => {
      const { args } = inner as Partial<Extract<Expr, { kind: "call" }>>;
      if (inner.kind === "call")
        given.push(...(args ?? []).filter(({ name }) => name === "tx_count").map((arg) => arg.value));
    });
  });
  return given.length === 1 ? given[0] : undefined;
}

/** The page of tma-transaction-bytes. */
export const tmaTransactionBytesPage = (): RulePage => ({
  doc: `
A barrier's phase ends when its arrivals have come and as many bytes as were expected have been written. Expect too many and the wait
never ends; expect too few, or none, and it ends before the tile is there, or the count runs below zero.

The bytes are those of the tiles in shared memory that one phase brings: \`sizeof\` of the elements, one stage, every tensor whose copy
uses the barrier, the whole tile for a multicast (each CTA receives all of it), and twice the CTA's own for a load of two CTAs
(\`SM100_TMA_2SM_LOAD\`, \`CtaGroup.TWO\`), whose bytes both count at the leader. What cluster launch
control answers is 16 bytes at each block.`,
  references: [
    "PTX ISA, mbarrier: expect-tx and complete-tx operations",
    "cutlass/arch/barrier.h: ClusterTransactionBarrier (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "128 * 64",
        "\n    //                                 ^^^^^^^^ the barrier expects 8192 B, the copies on it bring 16384 B",
      ),
      good: cpp("128 * 64 * sizeof(half_t)"),
    },
    {
      language: "python",
      bad: dsl(
        "128 * 64",
        "\n            #                                            ^^^^^^^^ the barrier expects 8192 B, the copies on it bring 16384 B",
      ),
      good: dsl("128 * 64 * 2"),
    },
  ],
});
